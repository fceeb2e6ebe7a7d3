"""The playground: place points, step the perceptron, watch it obey its theorem."""

import streamlit as st

from ui import connections, frame, scenes, serving
from ui.lessons import display as lessons
from ui.pages.playground.page import PAGE
from ui.rooms.routes import Rooms

if __name__ == "__main__":
    frame.show(PAGE, lessons.way)
else:  # `streamlit run` looks here for its server first, and then runs the page
    app: serving.Application = st.App(__file__)
    app = connections.Connections(Rooms(scenes.Scenes(serving.Front(app))))
