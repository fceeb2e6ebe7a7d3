"""The colours of the house: the same meaning on every page, safe for colour-blind eyes (Okabe–Ito)."""

POSITIVE = "#0072B2"
NEGATIVE = "#D55E00"
SEPARATOR = "#009E73"
PROOF = "#CC79A7"
POCKET = "#E69F00"
AVERAGED = "#56B4E9"
MINIBATCH = "#56B4E9"
SMOOTH = "#56B4E9"
BATCH = "#E69F00"
ALIKE = "#56B4E9"
OPPOSITE = "#E69F00"
RANDOM = "#E69F00"
MAJORITY = "#56B4E9"
BOUND = "#8A8F98"
INK = "var(--st-text-color)"
GRID = "rgba(128, 128, 128, 0.18)"
FAINT = 0.3
"""How opaque a point is that only waits to be judged."""


def style(
    *, stroke: str = "none", fill: str = "none", width: float = 0, opacity: float = 1, dash: str = "none"
) -> dict[str, str | float]:
    """Write in SVG attributes how something is drawn."""
    return {"stroke": stroke, "fill": fill, "stroke-width": width, "opacity": opacity, "stroke-dasharray": dash}
