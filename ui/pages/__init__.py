"""All pages, a folder each, in the order of the menu."""

from collections.abc import Mapping, Sequence

from ui.lessons.page import PAGE as LESSONS
from ui.page import Page
from ui.pages.adversary.page import PAGE as ADVERSARY
from ui.pages.descent.page import PAGE as DESCENT
from ui.pages.digits.page import PAGE as DIGITS
from ui.pages.dimensions.page import PAGE as DIMENSIONS
from ui.pages.experiments.page import PAGE as EXPERIMENTS
from ui.pages.halving.page import PAGE as HALVING
from ui.pages.kernels.page import PAGE as KERNELS
from ui.pages.nonseparable.page import PAGE as NONSEPARABLE
from ui.pages.playground.page import PAGE as PLAYGROUND
from ui.pages.proof.page import PAGE as PROOF
from ui.pages.race.page import PAGE as RACE

FIRST: Sequence[Page] = (PLAYGROUND, LESSONS)
"""Those that stand in the menu themselves."""
GROUPS: Mapping[str, Sequence[Page]] = {
    "The theorem": (PROOF, DIMENSIONS, EXPERIMENTS),
    "No line": (NONSEPARABLE, KERNELS),
    "Other learners": (DESCENT, RACE, DIGITS, HALVING, ADVERSARY),
}
"""The others."""
PAGES: Mapping[str, Page] = {page.file: page for group in (FIRST, *GROUPS.values()) for page in group}
"""All of them, by their files."""
