"""Python functions and arrays as formulas of a case."""

import inspect
from typing import Any, Callable, Tuple

import numpy as np

from .errors import CaseError

_NAMES = ("x", "y", "z", "t")


def uses_of(function: Callable[..., Any]) -> Tuple[bool, bool, bool, bool]:
    """Which of x, y, z and t a function asks for, by the names of its parameters."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError) as error:
        raise CaseError(f"{function!r} does not say which parameters it takes. Wrap it: lambda x, y, t: …") from error
    names = [p.name for p in parameters if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL) and p.default is p.empty]
    for name in names:
        if name not in _NAMES:
            raise CaseError(f"a function of a case takes x, y, z and t, by these names; '{name}' is none of them.")
    x, y, z, t = (name in names for name in _NAMES)
    return x, y, z, t


def adapted(function: Callable[..., Any], key: str) -> Callable[..., np.ndarray]:
    """The function as eddy calls it: flat coordinates in, as many values out."""
    uses = uses_of(function)

    def call(x, y, z, t, shape):
        grid = tuple(n for n in shape if n > 1) or (1,)
        at = {"x": x.reshape(grid), "y": y.reshape(grid), "z": z.reshape(grid), "t": t}
        values = function(**{name: at[name] for name, used in zip(_NAMES, uses) if used})
        try:
            values = np.asarray(values, dtype=float)
            return np.ascontiguousarray(np.broadcast_to(values, grid)).ravel()
        except (TypeError, ValueError) as error:
            raise CaseError(
                f"the function of {key} gave {_described(values)}; wanted: numbers of shape {grid}, as x has, or one number."
            ) from error

    return call


class Values:
    """An array that stands for a formula, whatever its size."""

    def __init__(self, values: np.ndarray):
        self.values = values


def adapted_array(array: Any, key: str) -> Callable[..., np.ndarray]:
    """An array that stands for a formula: one value per point of the field."""
    values = checked_numbers(array, key)
    looks = 0

    def call(x, y, z, t, shape):
        nonlocal looks
        if x.size == 1 and values.size > 1:  # a check at some points that values are finite
            looks += 1
            if looks > 1000:
                raise CaseError(f"this solver asks for {key} point by point: give arrays by Simulation(case, initial=…).")
            return values.ravel()[:1]
        wanted = tuple(n for n in shape if n > 1)
        listed = len(wanted) == 1 and values.size == wanted[0]  # points that the solver keeps in one list
        if not listed and tuple(n for n in values.shape if n > 1) != wanted:
            raise CaseError(f"{key} is an array of shape {values.shape}; wanted: {wanted}.")
        return values.ravel()

    return call


def checked_numbers(array: Any, what: str) -> np.ndarray:
    """As double precision, or an error that says what is wanted."""
    if hasattr(array, "__cuda_array_interface__"):
        raise CaseError(f"{what} is in the memory of a GPU; wanted: an array of the host. Copy it first, as with .get().")
    try:
        values = np.asarray(array)
    except Exception as error:
        raise CaseError(f"{what} is {_described(array)}; wanted: an array of numbers of the host.") from error
    if values.dtype.kind not in "fiub":
        raise CaseError(f"{what} is an array of {values.dtype}; wanted: real numbers, float32 or float64.")
    values = np.asarray(values, dtype=float, order="C")
    if not np.isfinite(values).all():
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(values))[0])
        raise CaseError(f"{what} is {values[place]} at {place}; wanted: finite numbers.")
    return values


def _described(value: Any) -> str:
    return f"an array of shape {value.shape}" if hasattr(value, "shape") else f"{value!r}"[:60]
