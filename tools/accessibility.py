"""Write docs/accessibility.md, what holds of WCAG 2.2, from the marks of the tests: `python -m tools.accessibility`.

A comment `WCAG 1.4.3, 1.4.11` stands on the line above a test, or above its decorators, and says what it asks.
"""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILE = ROOT / "docs" / "accessibility.md"

CRITERIA = """
1.1.1 A Non-text Content
1.2.1 A Audio-only and Video-only (Prerecorded)
1.2.2 A Captions (Prerecorded)
1.2.3 A Audio Description or Media Alternative (Prerecorded)
1.2.4 AA Captions (Live)
1.2.5 AA Audio Description (Prerecorded)
1.3.1 A Info and Relationships
1.3.2 A Meaningful Sequence
1.3.3 A Sensory Characteristics
1.3.4 AA Orientation
1.3.5 AA Identify Input Purpose
1.4.1 A Use of Color
1.4.2 A Audio Control
1.4.3 AA Contrast (Minimum)
1.4.4 AA Resize Text
1.4.5 AA Images of Text
1.4.10 AA Reflow
1.4.11 AA Non-text Contrast
1.4.12 AA Text Spacing
1.4.13 AA Content on Hover or Focus
2.1.1 A Keyboard
2.1.2 A No Keyboard Trap
2.1.4 A Character Key Shortcuts
2.2.1 A Timing Adjustable
2.2.2 A Pause, Stop, Hide
2.3.1 A Three Flashes or Below Threshold
2.4.1 A Bypass Blocks
2.4.2 A Page Titled
2.4.3 A Focus Order
2.4.4 A Link Purpose (In Context)
2.4.5 AA Multiple Ways
2.4.6 AA Headings and Labels
2.4.7 AA Focus Visible
2.4.11 AA Focus Not Obscured (Minimum)
2.5.1 A Pointer Gestures
2.5.2 A Pointer Cancellation
2.5.3 A Label in Name
2.5.4 A Motion Actuation
2.5.7 AA Dragging Movements
2.5.8 AA Target Size (Minimum)
3.1.1 A Language of Page
3.1.2 AA Language of Parts
3.2.1 A On Focus
3.2.2 A On Input
3.2.3 AA Consistent Navigation
3.2.4 AA Consistent Identification
3.2.6 A Consistent Help
3.3.1 A Error Identification
3.3.2 A Labels or Instructions
3.3.3 AA Error Suggestion
3.3.4 AA Error Prevention (Legal, Financial, Data)
3.3.7 A Redundant Entry
3.3.8 AA Accessible Authentication (Minimum)
4.1.2 A Name, Role, Value
4.1.3 AA Status Messages
"""
"""The criteria of the levels A and AA."""

NOT_APPLICABLE = {
    **dict.fromkeys(("1.2.1", "1.2.2", "1.2.3", "1.2.4", "1.2.5", "1.4.2"), "There is no sound and no video."),
    "1.3.5": "No field asks for anything about its reader.",
    "1.4.5": "All text is text, also in figures and pictures; a QR code has its link beside it.",
    "2.5.4": "Nothing is done by moving or turning a device.",
    "3.1.2": "All words are English.",
    "3.2.6": "No page offers help by a person, a form or a chat.",
    "3.3.4": "Nothing is bought, signed or handed to an office.",
    "3.3.7": "Nothing is asked for twice: a board and its settings come along from page to page.",
    "3.3.8": "Nobody signs in.",
}
"""The reason for each criterion that is about something that the app does not have."""

PARTIALLY = {
    "1.3.2": "Tab and the screen reader meet the parts of a page as they stand in sight; no test compares the two.",
    "1.3.3": "Texts name points by number, class and shape; no test looks for words such as “the one on the right”.",
    "1.4.12": "No text leaves the page with wider spacing, but on a phone the lines of the proof are cut.",
    "2.1.4": "Letters and digits are shortcuts wherever no field has the focus, and cannot be switched off.",
    "2.2.1": "Only a room has a limit, its two hours, which nobody can extend; a board has none.",
    "2.3.1": "How much of the screen changes at each step of a run at full speed was not measured.",
    "2.4.6": "Each figure has a description and each control a name; no test asks whether they are well chosen.",
    "2.5.1": "Presses do what a drag does, as the sliders of a room's line; no test asks it of each drag.",
    "2.5.2": "A press on the board counts when it ends and can be undone; no test asks this of every button.",
    "2.5.3": "A control's name has the words that stand on it; axe's test of that is experimental and not run.",
    "3.2.1": "No part of the app does anything when it gets the focus; no test asks each one.",
    "3.2.2": "A control changes the picture and never the page, but for a dot of an experiment, which opens its run.",
}
"""What is missing of each criterion that holds in part, or of its tests."""

_TOP = """# Accessibility

What holds of the criteria A and AA of WCAG 2.2, by this project's own tests and not by
an audit. `python -m tools.accessibility` writes this page from the marks in the tests. *Supported* means that the tests
named here ask it; *partially*, that the app falls short or that no test asks all of it.

| criterion | level | | asked by, or why not |
|---|---|---|---|
"""
_MARK = re.compile(
    r"^(?:#|//) WCAG ([\d., ]+)$\n(?:(?!def |test\().*\n)*?(?:def test_(\w+)|test\(\"(.+?)\")", re.MULTILINE
)


def marks():
    """The tests of each criterion, each a file and what it says, from all files of tests."""
    found = {}
    files = sorted([*(ROOT / "tests").rglob("*.py"), *(ROOT / "tests" / "stage").rglob("*.mjs")])
    for path in files:
        for numbers, function, words in _MARK.findall(path.read_text(encoding="utf-8")):
            test = path.relative_to(ROOT).as_posix(), words or function.replace("_", " ")
            for number in numbers.split(", "):
                found.setdefault(number, []).append(test)
    return found


def written():
    """The page; a criterion without a test or a reason, or a mark of no criterion, is a ValueError."""
    found, lines = marks(), []
    for number, level, name in (line.split(" ", 2) for line in CRITERIA.strip().splitlines()):
        tests = [f"{words} ([{Path(file).name}](../{file}))" for file, words in found.pop(number, [])]
        reasons = [kind[number] for kind in (NOT_APPLICABLE, PARTIALLY) if number in kind]
        if (number in NOT_APPLICABLE and tests) or not (tests or reasons):
            raise ValueError(f"{number} {name} has {len(tests)} tests and {len(reasons)} reasons")
        how = "not applicable" if number in NOT_APPLICABLE else "partially" if number in PARTIALLY else "supported"
        lines.append(f"| {number} {name} | {level} | {how} | {' · '.join([*reasons, *tests])} |\n")
    if found:
        raise ValueError(f"no criteria: {', '.join(found)}")
    return _TOP + "".join(lines)


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
