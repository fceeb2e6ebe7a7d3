"""All that a link can set on any page, by its key."""

import importlib
import pkgutil

import ui.scenes
from ui import controls
from ui.parameters import Choice, Number, Parameter, Switch, TextField

MODULES = [
    controls,
    *(importlib.import_module(f"ui.scenes.{found.name}") for found in pkgutil.iter_modules(ui.scenes.__path__)),
]
PARAMETERS = {each.key: each for module in MODULES for each in vars(module).values() if isinstance(each, Parameter)}
NUMBERS, CHOICES, SWITCHES, TEXTS = (
    {key: each for key, each in PARAMETERS.items() if isinstance(each, kind)}
    for kind in (Number, Choice, Switch, TextField)
)
