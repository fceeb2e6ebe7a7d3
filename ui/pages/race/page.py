"""Six ways to a separator, side by side: who is first depends on what is counted."""

from functools import partial

from perceptron import separate
from ui import controls, planes
from ui.controls import BAND, OUTCOME
from ui.outcome import untold_until_the_end
from ui.page import Answer, Page
from ui.pages.race import program
from ui.pages.race.scene import CLOCK, MEASURE, THRESHOLD, racers, scene
from ui.settings import Control, Settings
from ui.state import Board


def _answer(settings: Settings, board: Board) -> Answer:
    source, bias = controls.source(settings, board), controls.bias(settings)
    share = controls.decimal(settings, THRESHOLD)
    points = source.points()
    data = controls.dataset(points, bias)
    separation = separate(data) if data else None
    runners = racers(data, separation, share) if data and separation else []
    show = partial(
        scene,
        points,
        runners,
        data,
        clock=settings[CLOCK],
        measure=settings[MEASURE],
        margin=settings[BAND],
    )
    drawn = untold_until_the_end(show, separation, placed=source.placed)
    files = partial(program.files, source, bias, share, runners, separation)
    return Answer(planes.with_names(drawn, source), files)


PAGE = Page(
    "Race",
    "pages/race.py",
    "**First is not best.** Step: which racer separates first, in updates or in inner products, and how near is each"
    " to w*?",
    few=[
        *controls.data(),
        "Racers",
        controls.lift(),
        Control(CLOCK),
        Control(MEASURE, look=True),
        Control(BAND, look=True),
    ],
    more=[*controls.data_more(), controls.LENGTHS, controls.SCALED, Control(THRESHOLD), Control(OUTCOME, look=True)],
    answer=_answer,
)
