"""What a page's controls are set to: one value each, read from the texts of an address and from nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from playground.address.parameters import Choice, Parameter
from playground.text import quoted

Value = str | float | bool


@dataclass(frozen=True)
class Settings:
    """The values of a page's controls, by their parameters.

    >>> from playground.address.parameters import Number
    >>> rate = Number("rate", "Rate η", 0.01, 100.0, 1.0)
    >>> read([Control(rate)], {"rate": "0.5"})[rate]
    0.5
    """

    values: Mapping[str, Any]
    defaults: Mapping[str, Any]
    """What each is where the address says nothing, given the others."""
    complaints: Mapping[str, str]
    """What is wrong with the text of some, in a sentence each."""

    def __getitem__(self, parameter: Parameter) -> Any:
        """Return the value of a control."""
        return self.values[parameter.key]


@dataclass(frozen=True)
class Control:
    """A parameter as a page offers it, and how it depends on the controls before it.

    Parameters
    ----------
    parameter
        What a link can set.
    default
        What it is where the link says nothing; the parameter's own default unless given.
    used, present
        Whether it can be set now, and whether it is drawn at all.
    note
        What is said below it, if anything.
    sets
        What else is set where the visitor chooses a value.
    slider
        Whether its options are numbers on a slider.
    look
        Whether it changes only how the same run is shown.
    """

    parameter: Parameter
    default: Callable[[Settings], Value] | None = None
    used: Callable[[Settings], bool] = lambda settings: True
    present: Callable[[Settings], bool] = lambda settings: True
    note: Callable[[Settings], str] = lambda settings: ""
    sets: Sequence[tuple[Parameter, Callable[[Settings], Value]]] = ()
    slider: bool = False
    look: bool = False

    def among(self, settings: Settings) -> Parameter:
        """Return the parameter with the default that it has beside these settings."""
        if self.default is None:
            return self.parameter
        value: Any = self.default(settings)
        if isinstance(self.parameter, Choice):
            return replace(self.parameter, preset=value)
        return replace(self.parameter, default=value)


@dataclass(frozen=True)
class Button:
    """A button that opens a dialog."""

    name: str
    opens: Literal["points", "rows"]
    present: Callable[[Settings], bool] = field(default=lambda settings: True)


Item = str | Control | Button | tuple[Control, Control] | Callable[[Settings], str]
"""A part of the sidebar: a heading, a control, a button, two controls side by side, or a remark."""


def controls(items: Iterable[Item]) -> list[Control]:
    """Return the controls among the parts of a sidebar."""
    rows = [item if isinstance(item, tuple) else (item,) for item in items]
    return [part for row in rows for part in row if isinstance(part, Control)]


def read(among: Iterable[Control], texts: Mapping[str, str]) -> Settings:
    """Read what controls are set to from the texts of an address, those first that others depend on.

    A text that cannot be used gives the nearest value that can, or the default, and a complaint.

    >>> from playground.address.parameters import Switch
    >>> settings = read([Control(Switch("bias", "Bias"))], {"bias": "perhaps"})
    >>> settings.values, settings.complaints
    ({'bias': False}, {'bias': "The link's bias is `perhaps`, which is not known; “false” is used."})
    """
    values: dict[str, Any] = {}
    defaults: dict[str, Any] = {}
    complaints: dict[str, str] = {}
    settings = Settings(values, defaults, complaints)
    for control in among:
        parameter = control.among(settings)
        key, text = parameter.key, texts.get(parameter.key)
        defaults[key] = values[key] = parameter.default
        if text is not None and control.present(settings):
            values[key], why = parameter.read(text)
            if why:
                complaints[key] = f"The link's {key} is {quoted(text)}{why}"
    return settings


def written(value: Value) -> str:
    """Write a value as a link does.

    >>> written(True), written(0.1), written("rings")
    ('true', '0.1', 'rings')
    """
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.6g}" if isinstance(value, float) else str(value)
