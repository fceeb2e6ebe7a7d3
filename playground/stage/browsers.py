"""Which browsers can show a page, and what it says in those that cannot: without JavaScript, or too old."""

from __future__ import annotations

OLDEST = "Chrome 114, Firefox 125 or Safari 17"
"""The first browsers with everything that the stage is made of, of which `popover` came last."""

WITHOUT_SCRIPT = "This page is drawn in the browser by JavaScript, which is switched off here."
TOO_OLD = f"This browser is too old for this page, which needs {OLDEST}, or a later one."

_NEEDED = (
    '"popover" in HTMLElement.prototype',
    '"with" in Array.prototype',
    '"DecompressionStream" in window',
    'CSS.supports("selector(:has(a))")',
    'CSS.supports("container-type", "inline-size")',
)

# The script is one that the oldest browsers can read.
NOTICES = f"""<style>
.notice {{ position: relative; z-index: 1000001; margin: 0; padding: 1rem; background: #fff3cd; color: #222;
  font: 1.1rem/1.4 sans-serif; text-align: center; }}
.notice[hidden] {{ display: none; }}
.notice:not([hidden]) ~ #root > #loading {{ display: none; }}
.is-told {{ display: flex; flex-direction: column; height: 100vh; margin: 0; }}
.is-told > #root {{ position: relative; flex: 1; }}
</style>
<noscript><style>#loading {{ display: none; }}</style><p class="notice">{WITHOUT_SCRIPT}</p></noscript>
<p class="notice" id="too-old" role="alert" hidden>{TOO_OLD}</p>
<script>
(function () {{
  var able = false;
  try {{ able = {" && ".join(_NEEDED)}; }} catch (missing) {{ able = false; }}
  if (able) return;
  document.getElementById("too-old").removeAttribute("hidden");
  document.body.className += " is-told"; // an app that goes as far as it can stands under the notice
}})();
</script>"""
"""What stands first in the body of a page; it needs nothing else of it."""
