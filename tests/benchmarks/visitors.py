"""A hundred visitors of one server, each of whom moves a point once a second.

They speak to the server as a browser does, in Streamlit's own messages, and draw nothing. Visitors and server share
this machine. Run with `python -m tests.benchmarks.visitors` from the root of the repository.
"""

import asyncio
import json
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import psutil
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets import ClientConnection, connect

from perceptron import Dataset, margin_dataset
from tests.boards import placed
from tests.browser.browsing import serving
from ui.stage import Point

DONE = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
VISITORS = 100
SECONDS = 15
WITHIN = 1.0
SHARE = 0.95
MEGABYTES = 1.0


@dataclass
class Visitor:
    """A session on the playground, and how long each of its edits took to be answered."""

    socket: ClientConnection
    stage: str = ""
    fragment: str = ""
    version: int = 0
    errors: int = 0
    times: list[float] = field(default_factory=list)

    async def arrive(self) -> None:
        message = BackMsg()
        message.rerun_script.SetInParent()
        await self._ask(message)

    async def edit(self, points: list[Point]) -> None:
        message = BackMsg()
        message.rerun_script.fragment_id = self.fragment
        state = message.rerun_script.widget_states.widgets.add()
        state.id = self.stage
        self.version += 1
        state.json_value = json.dumps({"board": {"version": self.version, "points": points}})
        sent, begin = self.version, time.perf_counter()
        await self._ask(message)
        self.times.append(time.perf_counter() - begin)
        self.errors += self.version != sent

    async def _ask(self, message: BackMsg) -> None:
        """Send a message and wait for the end of the run it asks for; the board that comes says which one it is."""
        await self.socket.send(message.SerializeToString())
        while True:
            answer = ForwardMsg.FromString(await self.socket.recv())
            element = answer.delta.new_element
            self.errors += element.WhichOneof("type") == "exception"
            if element.WhichOneof("type") == "bidi_component":
                self.stage, self.fragment = element.bidi_component.id, answer.delta.fragment_id
                self.version = json.loads(zlib.decompress(element.bidi_component.bytes))["version"]
            if answer.WhichOneof("type") == "script_finished" and answer.script_finished in DONE:
                return


async def visit(address: str, boards: list[list[Point]]) -> list[Visitor]:
    """Let the visitors come one after the other, and then edit, each at a moment of the second of its own."""
    where = address.replace("http", "ws") + "/_stcore/stream"
    visitors = []
    for _ in range(VISITORS):
        visitors.append(Visitor(await connect(where, subprotocols=["streamlit"], origin=address, max_size=None)))
        await visitors[-1].arrive()
        await visitors[-1].edit(boards[0])
    begin = time.perf_counter()

    async def edit(visitor: Visitor, number: int) -> None:
        for second in range(SECONDS):
            due = begin + second + number / VISITORS
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await visitor.edit(boards[(number + second) % len(boards)])

    await asyncio.gather(*(edit(visitor, number) for number, visitor in enumerate(visitors)))
    return visitors


def rows() -> Iterator[tuple[str, str, str, bool]]:
    """Yield what was measured: its name, the value, the target, and whether the target was met."""
    data = margin_dataset(60, 2, 0.05, seed=3)
    nudges = np.random.default_rng(0).uniform(-0.03, 0.03, size=(10, *data.X.shape))
    boards = [placed(Dataset(data.X + nudge, data.y)) for nudge in nudges]
    with serving() as (address, _):
        (server,) = psutil.Process().children()
        asyncio.run(_first(address))
        before = server.memory_info().rss
        visitors = asyncio.run(visit(address, boards))
        grown = (server.memory_info().rss - before) / 1e6 / VISITORS
    times = np.array([took for visitor in visitors for took in visitor.times])
    soon, errors = float((times <= WITHIN).mean()), sum(visitor.errors for visitor in visitors)
    name = f"{VISITORS} visitors, an edit a second each (median {np.median(times) * 1000:.0f} ms)"
    yield name, f"{soon:.1%} in {WITHIN:g} s", f"≥ {SHARE:.0%}", soon >= SHARE
    yield f"errors in {len(times)} edits", f"{errors}", "0", errors == 0
    yield "memory a visitor", f"{grown:.2f} MB", f"≤ {MEGABYTES:g} MB", grown <= MEGABYTES


async def _first(address: str) -> None:
    """Come once before the others, so that what every session shares has been loaded."""
    async with connect(address.replace("http", "ws") + "/_stcore/stream", subprotocols=["streamlit"]) as socket:
        await Visitor(socket).arrive()


if __name__ == "__main__":
    for name, value, target, ok in rows():
        print(f"{name:<68} {value:>14}   {target:<8} {'ok' if ok else 'MISSED'}")
