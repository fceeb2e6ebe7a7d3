"""The race in a browser: a step is one update of each learner; finished learners stand still."""

import re

import numpy as np

from perceptron import descend, margin_dataset, margin_perceptron, smooth_perceptron, train, von_neumann


def test_the_six_lines_move_in_lockstep_and_stop_where_their_learner_stops(visit_light):
    data = margin_dataset(25, 2, 0.1, seed=3)
    runs = [
        train(data).weights,
        train(data, "hardest").weights,
        descend(data).weights,
        margin_perceptron(data, data.radius**2).weights,
        smooth_perceptron(data).weights,
        von_neumann(data).weights,
    ]
    stage = visit_light("/race")
    board = stage.frame()
    for k in range(15):
        assert stage.step == k
        lines = stage.marks("board", "line")
        for drawn, weights in zip(lines, runs, strict=True):
            w = weights[min(k, len(weights) - 1)]
            if not w.any():
                assert drawn is None
                continue
            for left, top in re.findall(r"(-?[\d.e+-]+),(-?[\d.e+-]+)", drawn["d"]):
                place = np.array(board.values(board.left + float(left), board.top + float(top)))
                away = abs(w @ place) / np.linalg.norm(w)
                assert away * board.width / (board.xs[1] - board.xs[0]) < 1
        assert stage.position == f"{k} of {max(map(len, runs)) - 1} updates"
        stage.press("ArrowRight")
    assert "batch done at 2" in stage.sentence
