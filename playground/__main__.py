"""Start the installed app: `perceptron-playground`, with the options of `streamlit run`."""

import runpy
import sys
from importlib.util import find_spec

from playground import ROOT

_OPTIONS = [
    # Streamlit would look for a folder `static` beside `app.py`, in a package that may be read-only; the server has
    # the files in memory (`playground.stage.assets`).
    "--server.enableStaticServing=false",
    "--server.showEmailPrompt=false",
]


def main() -> None:
    """Run the app by Streamlit, with the command's options, until it is stopped.

    If Streamlit is not installed, exit with a message that says how to install the app.
    """
    if find_spec("streamlit") is None:
        sys.exit('Only the library is installed. In a clone of the repository, pip install ".[app]" installs the app.')
    sys.argv = ["streamlit", "run", str(ROOT / "app.py"), *_OPTIONS, *sys.argv[1:]]
    runpy.run_module("streamlit", run_name="__main__")


if __name__ == "__main__":
    main()
