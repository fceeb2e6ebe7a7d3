"""What both Python and the browser's scripts know; `python -m tools.payload` writes it into `src/store/shared.ts`."""

from __future__ import annotations

import string

EXERCISE = ("ask", "hide", "next", "list", "at", "open")
"""The names in a link of a single exercise's parts, and of a list with the place of an exercise."""
HIDEABLE = ("outcome", "curves", "controls", "tools")
"""The parts of a page that an exercise can hide."""
SHOW = "show"
"""The name in a link of the parts of the screen that it shows beside the board."""
SHOWABLE = ("count", "sentence", "numbers", "facts", "table", "curves", "update", "settings", "tools")
"""The parts of the screen that a link or a lesson can show without the rest."""
EVERYTHING = "everything"
LONGEST_QUESTION = 200
LONGEST_ANSWER = 400
LONGEST_CHOICE = 40
LONGEST_NOTES = 600
LONGEST_TEXT = 80
"""The most characters of a text that answers a question of a room."""
LONGEST_BOARD = 1_000
"""The most characters of the board, as its link has it, that a phone sends to its room."""
LARGEST = 999_999
"""The largest number that can answer an exercise."""
LIST_MARK = "perceptron exercises"
"""The entry that identifies a file with a list of exercises."""
LONGEST_LINK = 8_000
"""The most characters of a link to share."""
DIGITS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
"""The digits of the codes in a link, which may hold them as they are."""
EDGE = 8
"""The board ends at this distance from its middle on each side."""
TINTS = (23, 4)
"""The percent of a class's colour with which the positive and the negative side of a line are tinted."""
SYMBOL = (
    r"(?<![0-9A-Za-z\u00c0-\u024f\u0391-\u03c9'’])(?<![A-Za-z]\.)[‖|√]*[B-HJ-Zb-z\u0391-\u03c9](?:[′²³ⁿ⁰-₉‖|]|\*(?!\*))*"
    r"(?: ?[·+−=<>≤≥/←→] ?[‖|√]*(?:[B-HJ-Zb-z\u0391-\u03c9]|[0-9][0-9.,]*(?<=[0-9]))(?:[′²³ⁿ⁰-₉‖|]|\*(?!\*))*)*"
    r"(?![0-9A-Za-z\u00c0-\u024f\u0391-\u03c9'’]|\.[A-Za-z])"
)
"""The pattern of a symbol in a sentence, alone or with others in a formula, for Python and for JavaScript."""
SERVED = "application/json"
"""The content type of the routes' answers; a host that lets no request through answers with another."""
