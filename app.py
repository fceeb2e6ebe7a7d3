"""The playground page: place points, step the perceptron, and compare its updates with the bound."""

import sys

import streamlit as st
from starlette.types import ASGIApp

from playground.app import frame
from playground.rooms.routes import Rooms
from playground.server import internals, memory, slots
from playground.server.astray import Astray
from playground.server.connections import Connections
from playground.server.front import Front
from playground.server.routes import Scenes

if __name__ == "__main__":
    frame.show("app.py")
else:  # `streamlit run` looks here for its server first, and then runs the page
    memory.return_large_blocks()
    internals.remember_theme()
    internals.run_within(slots.of_session)
    app: ASGIApp = st.App(__file__)
    below, document = internals.base_path(), internals.first_document()
    app = Front(Astray(app, below), below, document, internals.FRONTEND)
    app = Connections(Rooms(Scenes(app, below, document), below))
    memory.pass_over_imported()
    sys.setswitchinterval(0.001)  # s for which a thread that answers waits for one that computes
