"""Boards that are awkward to draw, with the learner that looks at them."""

import functools

from perceptron import separate
from playground.page.controls import LearnerSettings
from tests.boards import HAND, XOR

HAIR = [(1.0, 7.9921875, 0), (1.0078125, 7.9921875, 1)]


def learner(bias=None, order="cyclic", start=(0.0,), rate=1.0, tie="mistake", seed=3):
    return LearnerSettings(bias, order, list(start), rate, tie, seed)


SCENES = {
    "by hand": (HAND, learner(1.0)),
    "by hand through the origin": (HAND, learner()),
    "a start, a rate, the hardest first": (HAND, learner(2.0, "hardest", [-2.0, 1.5, 0.25], 0.5, "correct")),
    "a start far away": (HAND, learner(1.0, start=[-1e6, 1e6, 3.0])),
    "a start far away that is used up": (
        [(-7.9921875, 0.0, 0), (0.0, 0.0078125, 0)],
        learner(start=[799218.78, -0.5], rate=100.0),
    ),
    "a huge rate": (HAND, learner(1.0, rate=100.0, start=[0.01, 0.01])),
    "a tiny rate": (HAND, learner(0.05, rate=0.01, start=[5.0, -5.0])),
    "a hair's margin": (HAIR, learner(0.05)),
    "a hair's margin and a start": (HAIR, learner(20.0, start=[1.0, -1.0], rate=0.3)),
    "one point": ([(0.5, 0.25, 0)], learner()),
    "one point at the origin": ([(0.0, 0.0, 1)], learner()),
    "the origin with a bias": ([(0.0, 0.0, 1)], learner(0.05)),
    "the origin and another": ([(0.0, 0.0, 0), (0.5, 0.5, 1)], learner()),
    "both labels at one place": ([(0.5, 0.25, 0), (0.5, 0.25, 1)], learner(1.0, "random")),
    "one class all round": ([(0.5, 0.0, 0), (-0.5, 0.0, 0), (0.0, 0.5, 0)], learner(1.0, tie=-1)),
    "three on a line": ([(-0.5, 0.0, 0), (0.0, 0.0, 1), (0.5, 0.0, 0)], learner(1.0)),
    "XOR": (XOR, learner(1.0)),
    "XOR at random": (XOR, learner(1.0, "random")),
    "XOR where a tie is correct": (XOR, learner(1.0, tie="correct")),
    "XOR where a tie reads as +1": (XOR, learner(1.0, tie=1)),
    "nothing to do": ([(0.5, 0.5, 0)], learner(start=[1.0, 1.0])),
}


@functools.cache
def computed(name):
    points, how = SCENES[name]
    data = how.sees(points)
    return points, how.run(data), separate(data), how.lift_scale is not None


def some(steps):
    """The first of many steps, the last of them and as many between."""
    return [*steps] if len(steps) < 90 else sorted({*steps[:30], *steps[:: len(steps) // 30], *steps[-30:]})
