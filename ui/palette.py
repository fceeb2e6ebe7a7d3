"""The colours of the house: the same meaning on every page, safe for colour-blind eyes (Okabe–Ito)."""

POSITIVE = "#0072B2"
NEGATIVE = "#D55E00"
SEPARATOR = "#009E73"
PROOF = "#CC79A7"
BOUND = "#8A8F98"
INK = "var(--st-text-color)"
GRID = "rgba(128, 128, 128, 0.18)"
