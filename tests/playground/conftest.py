"""Async tests, and what Streamlit need not log."""

import asyncio
import inspect
import logging
from concurrent.futures import ThreadPoolExecutor

import pytest

# To log each element that a page draws without a session takes a tenth of the time of a thousand pages.
logging.getLogger("streamlit.runtime.scriptrunner_utils.script_run_context").disabled = True


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Run an async test in a thread of its own: the main thread may have the loop of a test's browser."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    with ThreadPoolExecutor(1) as aside:
        aside.submit(asyncio.run, pyfuncitem.obj(**given)).result(120)
    return True
