"""The colours of the house: the same meaning on every page, safe for colour-blind eyes (Okabe–Ito)."""

POSITIVE = "#0072B2"
NEGATIVE = "#D55E00"
SEPARATOR = "#009E73"
PROOF = "#CC79A7"
BOUND = "#8A8F98"
INK = "var(--st-text-color)"
PAPER = "var(--st-background-color)"
GRID = "rgba(128, 128, 128, 0.18)"


def faded(color: str, alpha: float) -> str:
    """Return a `#rrggbb` colour as an `rgba` with the given opacity.

    >>> faded("#0072B2", 0.1)
    'rgba(0, 114, 178, 0.1)'
    """
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {alpha})"
