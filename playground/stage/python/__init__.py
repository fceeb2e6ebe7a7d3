"""The Python that runs in a visitor's browser, under Brython, around the program that the visitor writes.

These modules import nothing of the project and nothing that Brython's script lacks. They run under CPython, too, where
the tests compare them with numpy. `playground/server/write.py` sends them to the browser.
"""
