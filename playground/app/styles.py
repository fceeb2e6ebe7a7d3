"""The style sheets of this folder."""

from __future__ import annotations

import functools
from pathlib import Path

import streamlit as st


def add(name: str) -> None:
    """Add the style sheet `<name>.css` of this folder to the page that runs."""
    st.html(_element(name))


@functools.cache
def _element(name: str) -> str:
    # Streamlit would read a path again in each run.
    return f"<style>\n{Path(__file__).with_name(f'{name}.css').read_text(encoding='utf-8')}</style>"
