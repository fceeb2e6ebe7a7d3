"""The colours of the house: the same meaning on every page, safe for colour-blind eyes (Okabe–Ito).

The theme in .streamlit/config.toml says how light each is: a line keeps 3:1 on any ground in either theme.
"""

from __future__ import annotations

POSITIVE = "var(--st-primary-color)"
NEGATIVE = "var(--st-red-color)"
SEPARATOR = "var(--st-green-color)"
PROOF = "var(--st-violet-color)"
POCKET = "var(--st-orange-color)"
AVERAGED = "var(--st-blue-color)"
MINIBATCH = "var(--st-blue-color)"
SMOOTH = "var(--st-blue-color)"
BATCH = "var(--st-orange-color)"
ALIKE = "var(--st-blue-color)"
OPPOSITE = "var(--st-orange-color)"
RANDOM = "var(--st-orange-color)"
MAJORITY = "var(--st-blue-color)"
BOUND = "var(--st-gray-color)"
GROUND = "var(--st-background-color)"
SHADE = "var(--st-border-color)"
INK = "var(--st-text-color)"
FORMER = 0.55
"""The opacity of a line of the step before; a fainter one would be lost on a tinted ground."""
SMALL = 7
"""The diameter of an unseen point, in pixels."""


def faded(color: str, percent: int) -> str:
    """Return a colour of the theme that is `percent` percent opaque.

    >>> faded(POSITIVE, 25)
    'color-mix(in srgb, var(--st-primary-color) 25%, transparent)'
    """
    return f"color-mix(in srgb, {color} {percent}%, transparent)"


def style(
    *, stroke: str = "none", fill: str = "none", width: float = 0, opacity: float = 1, dash: str = "none"
) -> dict[str, str | float]:
    """Return the SVG attributes of a shape with these colours, also those that have the default.

    `stroke` is the line's colour and `width` its width in pixels. `dash` is a value of DASHES, or "none".
    """
    return {"stroke": stroke, "fill": fill, "stroke-width": width, "opacity": opacity, "stroke-dasharray": dash}
