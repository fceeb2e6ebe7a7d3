"""The playground: place points, step the perceptron, watch it obey its theorem."""

from functools import partial

from perceptron import separate
from ui import controls, planes, script
from ui.controls import BAND, CLOSE, MARGIN, NUMBERS, OUTCOME, POINTS, SUM, UNIT, UNSEEN
from ui.outcome import stops, untold_until_the_end
from ui.page import Answer, Page
from ui.pages.playground.scene import scene
from ui.settings import Control, Settings
from ui.state import Board


def _answer(settings: Settings, board: Board) -> Answer:
    source, learner = controls.source(settings, board), controls.learner(settings)
    points = source.points()
    data = learner.sees(points)
    run = learner.run(data) if data else None
    separation = separate(data) if data else None
    show = partial(
        scene,
        points,
        run,
        order=learner.order,
        start=[*map(float, learner.start)],
        scale=float(learner.bias or 0),
        tie=learner.tie,
        margin=settings[BAND],
        vectors=settings[SUM],
        close=settings[CLOSE],
        numbers=settings[NUMBERS],
        unseen=source.unseen() if settings[UNSEEN] else None,
    )
    drawn = untold_until_the_end(show, separation, placed=source.placed, stops=stops(run, separation, learner.tie))
    files = partial(script.run, source, learner, run, separation)
    return Answer(planes.with_names(drawn, source), files)


PAGE = Page(
    "Playground",
    "app.py",
    "**Part the circles from the triangles.** A perceptron learns from its mistakes.",
    few=[*controls.data(), controls.lift(), Control(BAND, look=True)],
    more=[
        *controls.data_more(),
        controls.LENGTHS,
        *controls.LEARNER,
        *(Control(each, look=True) for each in (SUM, CLOSE, NUMBERS)),
        Control(UNSEEN, look=True, used=lambda settings: settings[POINTS] == MARGIN and not settings[UNIT]),
        Control(OUTCOME, look=True),
    ],
    answer=_answer,
)
