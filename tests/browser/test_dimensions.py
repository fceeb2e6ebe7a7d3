"""At each step the points are where the library has them in the plane of w and w*."""

import numpy as np
import pytest

from perceptron import in_plane, margin_dataset, separate, train
from tests.browser.browsing import PHONE

# Of each plane on the board its place, and of each of its shapes the places of the points.
PLANES = """() => Array.from(document.querySelectorAll('[data-area="board"] svg > [data-kind="moving"]'),
  ({ parentNode, children }) => ({
    size: ["x", "y", "width"].map((name) => Number(parentNode.getAttribute(name))),
    shapes: Array.from(children).filter(({ nodeName }) => nodeName === "path").map((path) => Array.from(
      path.getAttribute("d").matchAll(/M([-\\d.]+),([-\\d.]+)/g), ([, x, y]) => [Number(x), Number(y)])),
  }))"""


def made(d=100, n=25, gamma=0.1, **settings):
    data = margin_dataset(n, d, gamma, seed=3)
    run = train(data, **settings)
    return run, in_plane(run, separate(data))


def shown(shapes, run, k):
    """Return each point's drawn place; check that the wrong points are hollow."""
    places, wrong = np.empty((len(run.data), 2)), run.weights[k] @ run.data.signed.T <= 0
    most = 10 if len(shapes) < 30 else 30
    size = -(-len(run.data) // most)
    classes = [np.flatnonzero(run.data.y == label) for label in (1, -1)]
    shares = [those[at : at + size] for those in classes for at in range(0, len(those), size)]
    for share, full, hollow in zip(shares, shapes[::2], shapes[1::2], strict=True):
        for path, those in ((full, share[~wrong[share]]), (hollow, share[wrong[share]])):
            assert len(path) == len(those)
            places[those] = np.reshape(path, (-1, 2))
    return places.T


@pytest.mark.parametrize(("d", "screen"), [(2, {}), (1000, PHONE)], ids=["desktop", "phone"])
def test_at_every_step_each_point_is_drawn_within_a_pixel_of_its_place(visit_light, d, screen):
    stage = visit_light(f"/dimensions?n=25&d={d}", **screen)
    run, seen = made(d)
    reach = run.data.radius * 1.12
    for k in range(run.updates + 1):
        frame = stage.frame()
        assert frame.xs == frame.ys
        if k in (0, run.updates):  # it draws closer where the points do
            assert frame.xs[1] == pytest.approx(reach if d == 2 or not k else reach / 2)
        (plane,) = stage.page.evaluate(PLANES)
        x, y = shown(plane["shapes"], run, k)
        assert np.abs(frame.left + x - frame.screen(seen.along, 0)[0]).max() < 1
        assert np.abs(frame.top + y - frame.screen(0, seen.across[k])[1]).max() < 1
        wrong = (run.weights[k] @ run.data.signed.T <= 0).sum()
        assert stage.page.inner_text(".stage-count") == f"○ {wrong} wrong"
        stage.press("ArrowRight")
        if k < run.updates:
            stage.until(lambda k=k: stage.step == k + 1)


def test_four_planes_go_in_lockstep_and_those_that_have_ended_stand_still(visit_light):
    stage = visit_light("/dimensions?space=side+by+side&n=25")
    runs = [made(dim) for dim in (2, 10, 100, 1000)]
    frame = stage.frame()
    with stage.silence():
        for k in (3, 8, 12):
            stage.page.locator(".stage-scrub").fill(str(k))
            for (run, seen), inset in zip(runs, stage.page.evaluate(PLANES), strict=True):
                step = min(k, run.updates)
                left, top, width = inset["size"]
                assert 0 <= left <= left + width <= frame.width + 1e-6
                assert 0 <= top <= top + width <= frame.height + 1e-6
                unit = width / (2 * 1.12 * run.data.radius)
                x, y = shown(inset["shapes"], run, step)
                assert np.abs(x - width / 2 - unit * seen.along).max() < 1
                assert np.abs(width / 2 - y - unit * seen.across[step]).max() < 1
    assert stage.verdict == "All converged. Updates: 12, 7, 10 and 6; the theorem allows at most 100 in any dimension."
