"""The race: six learners look for a separator side by side, by two clocks."""

from __future__ import annotations

from functools import partial

from perceptron import separate
from playground.address.address import Board
from playground.address.settings import Control, Settings
from playground.draw.outcome import hidden_until_the_end
from playground.page import controls
from playground.page.controls import BAND, OUTCOME
from playground.page.page import Page, PageResult
from playground.pages.race import program
from playground.pages.race.scene import (
    CLOCK,
    DRAWN,
    MEASURE,
    ORDERS,
    SHARES,
    THREE,
    THRESHOLD,
    TWO,
    racers,
    scene,
)


def _answer(settings: Settings, board: Board) -> PageResult:
    source, bias = controls.source(settings, board), controls.bias(settings)
    share = controls.decimal(settings, THRESHOLD)
    points = source.points()
    data = controls.dataset(points, bias)
    separation = separate(data) if data else None
    runners = racers(data, separation, share) if data and separation else []
    looks = {
        "measure": settings[MEASURE],
        "drawn": [name for name, switch in DRAWN.items() if settings[switch]],
        "shares": settings[SHARES],
        "margin": settings[BAND],
    }
    show = partial(scene, points, runners, data, clock=settings[CLOCK], **looks)
    drawn = hidden_until_the_end(show, separation, placed=source.placed)
    files = partial(program.files, source, bias, share, runners, separation)
    return PageResult(controls.with_names(drawn, source), files)


def _drawn(name: str, settings: Settings) -> bool:
    """Return whether a racer's line is drawn by default."""
    return name in (TWO if settings[ORDERS] else THREE)


PAGE = Page(
    "Race",
    "pages/race.py",
    "**First is not best.** Count updates, or inner products.",
    few=[
        *controls.data(),
        "Racers",
        controls.lift(),
        Control(CLOCK),
        Control(MEASURE),
        Control(BAND),
    ],
    more=[
        *controls.data_more(),
        controls.LENGTHS,
        "Racers",
        controls.SCALED,
        Control(THRESHOLD),
        "Lines",
        Control(ORDERS),
        *(Control(switch, default=partial(_drawn, name)) for name, switch in DRAWN.items()),
        "Show",
        Control(SHARES),
        Control(OUTCOME),
    ],
    looks=[MEASURE, ORDERS, *DRAWN.values(), SHARES, BAND, OUTCOME],
    answer=_answer,
)
