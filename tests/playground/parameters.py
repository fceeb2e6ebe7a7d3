"""All that a link can set on any page, by its key."""

from playground.address.parameters import Choice, Number, Switch, TextField
from playground.pages import PAGES

PARAMETERS = {key: control.parameter for page in PAGES.values() for key, control in page.controls.items()}
NUMBERS, CHOICES, SWITCHES, TEXTS = (
    {key: each for key, each in PARAMETERS.items() if isinstance(each, kind)}
    for kind in (Number, Choice, Switch, TextField)
)
