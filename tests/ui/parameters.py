"""All that a link can set on any page, by its key."""

from ui.pages import PAGES
from ui.parameters import Choice, Number, Switch, TextField

PARAMETERS = {key: control.parameter for page in PAGES.values() for key, control in page.controls.items()}
NUMBERS, CHOICES, SWITCHES, TEXTS = (
    {key: each for key, each in PARAMETERS.items() if isinstance(each, kind)}
    for kind in (Number, Choice, Switch, TextField)
)
