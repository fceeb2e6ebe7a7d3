"""Boards in a notebook: a page's stage in a cell, and a program that goes on with what the hand makes there.

It needs anywidget, which the extra `[notebook]` brings, and no Streamlit.
"""

from playground.notebook.board import BoardWidget

__all__ = ["BoardWidget"]
