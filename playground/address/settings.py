"""The controls of a page, and their values, which are read from the texts of an address alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from playground.address.parameters import Choice, Parameter
from playground.text import quoted

Value = str | float | bool


@dataclass(frozen=True)
class Settings:
    """The values, defaults and complaints of a page's controls, by their keys.

    >>> from playground.address.parameters import Number
    >>> rate = Number("rate", "Rate η", 0.01, 100.0, 1.0)
    >>> read([Control(rate)], {"rate": "0.5"})[rate]
    0.5
    """

    values: Mapping[str, Any]
    defaults: Mapping[str, Any]
    """The value of each control that the address leaves out, given the values of the controls before it."""
    complaints: Mapping[str, str]
    """A sentence for each text that could not be used."""

    def __getitem__(self, parameter: Parameter) -> Any:
        """Return the value of the control of this parameter."""
        return self.values[parameter.key]


@dataclass(frozen=True)
class Control:
    """A parameter on a page. Each function below takes the settings of the controls that come before this one.

    Parameters
    ----------
    parameter
        The parameter.
    default
        The function that returns the default on this page; None means the parameter's own default.
    used, present
        Whether the control can be set now, and whether it is drawn at all.
    note
        The note below the control, empty for none.
    sets
        Other parameters that a visitor's choice of this one changes, each with a function that returns its new value.
    slider
        Whether the options are numbers on a slider.
    """

    parameter: Parameter
    default: Callable[[Settings], Value] | None = None
    used: Callable[[Settings], bool] = lambda settings: True
    present: Callable[[Settings], bool] = lambda settings: True
    note: Callable[[Settings], str] = lambda settings: ""
    sets: Sequence[tuple[Parameter, Callable[[Settings], Value]]] = ()
    slider: bool = False

    def among(self, settings: Settings) -> Parameter:
        """Return the parameter with its default on this page, computed from the `settings` of the controls before it.

        If this control has no `default`, the parameter keeps its own.
        """
        if self.default is None:
            return self.parameter
        value: Any = self.default(settings)
        if value == self.parameter.default:
            return self.parameter
        if isinstance(self.parameter, Choice):
            return replace(self.parameter, preset=value)
        return replace(self.parameter, default=value)


@dataclass(frozen=True)
class Button:
    """A button among the controls that opens the dialog with a table of points or of rows.

    `present` takes the settings of all controls before it, and says whether it is drawn.
    """

    name: str
    opens: Literal["points", "rows"]
    present: Callable[[Settings], bool] = field(default=lambda settings: True)


Item = str | Control | Button
"""A part of a page's settings: a heading, a control or a button."""


def controls(items: Iterable[Item]) -> list[Control]:
    """Return the controls of a page's settings, without headings and buttons."""
    return [item for item in items if isinstance(item, Control)]


def read(among: Iterable[Control], texts: Mapping[str, str]) -> Settings:
    """Read the values of controls, in their order, from the texts of an address by the controls' keys.

    A text that cannot be used gives the nearest allowed value, or the default, and a complaint. A missing text gives
    the default. A control that is not `present` has its default, whatever its text.

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
            values[key], why = parameter.parse(text)
            if why:
                complaints[key] = f"The link's {key} is {quoted(text)}{why}"
    return settings


def written(value: Value) -> str:
    """Write a control's value as the text of a link; a float has at most six significant digits.

    >>> written(True), written(0.1), written("rings")
    ('true', '0.1', 'rings')
    """
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.6g}" if isinstance(value, float) else str(value)
