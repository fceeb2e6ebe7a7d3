"""The descent page in a browser: the paths lie on the surface of the loss."""

import numpy as np
import pytest

from perceptron import descend, margin_dataset

DATA = margin_dataset(25, 2, 0.1, seed=3)


def paths(rate):
    return [descend(DATA, rate, batch, [2, 3]) for batch in (1, 5, None)]


@pytest.mark.slow
def test_the_surface_carries_the_paths(visit_light):
    stage = visit_light("/descent?picture=surface&step=3")
    plot = "document.querySelector('.stage-panel[data-area=side] .js-plotly-plot').data"
    for step in (3, 4):
        for place, path in enumerate(paths(0.1), start=1):
            stage.until(lambda step=step, place=place: stage.page.evaluate(f"{plot}[{place}].z.length") == step + 1)
            drawn = [stage.page.evaluate(f"Array.from({plot}[{place}].{name})") for name in "xyz"]
            true = np.column_stack([path.weights, path.losses])[: step + 1].T
            assert np.array(drawn) == pytest.approx(true, abs=1e-5)
        stage.press("ArrowRight")
