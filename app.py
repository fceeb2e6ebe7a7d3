"""The playground page: place points, step the perceptron, and compare its updates with the bound."""

import streamlit as st

from playground.app import frame, lessons
from playground.pages.playground.page import PAGE
from playground.rooms.routes import Rooms
from playground.server import connections, front, http, routes
from playground.server.astray import Astray

if __name__ == "__main__":
    frame.show(PAGE, lessons.way)
else:  # `streamlit run` looks here for its server first, and then runs the page
    app: http.Application = st.App(__file__)
    app = connections.Connections(Astray(Rooms(routes.Scenes(front.Front(app)))))
