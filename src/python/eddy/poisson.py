"""Poisson's equation for arrays."""

from typing import Any, Mapping, Optional, Sequence, Union

import numpy as np

from . import functions
from .errors import CaseError
from .simulation import Simulation

_SIDES = ("left", "right", "bottom", "top", "front", "back")


def solve_poisson(
    f: Any,
    bc: Union[float, Mapping[str, Any]] = 0.0,
    h: Union[float, Sequence[float]] = 1.0,
    *,
    device: str = "auto",
    precision: str = "double",
    tolerance: float = 1e-10,
    solver: Optional[str] = None,
) -> np.ndarray:
    """Solves ∇²φ = f on cells of width h, on any device.

    `f` has the values at the centres of the cells, shape (nx,), (ny, nx) or (nz, ny, nx). `bc` says what holds at the
    sides: one number for φ on all of them, or a dict by side: left, right, bottom, top, front, back, others; each a
    number, a function of x, y, z, an array along the side, {"flux": ∂φ/∂n outwards}, or "periodic". `h` is one width,
    or one per axis (hx, hy, hz). `solver` is a name of `eddy list linear`; without one eddy chooses.

    >>> phi = eddy.solve_poisson(f, 0, 1 / 128)
    """
    values = functions.checked_numbers(f, "f")
    if values.ndim not in (1, 2, 3):
        raise CaseError(f"f has {values.ndim} axes; wanted: an array of 1, 2 or 3.")
    if values.size == 0:
        raise CaseError(f"f has shape {values.shape}, and no values.")
    widths = _widths(h, values.ndim)
    cells = values.shape[::-1]
    case = {
        "solver": "heat",
        "title": "Poisson's equation",
        "run": {"steady": tolerance, "device": device, "precision": precision},
        "mesh": {"lower": [0.0] * values.ndim, "upper": [float(n * w) for n, w in zip(cells, widths)], "cells": list(cells)},
        "boundary": _boundary(bc, values.ndim, widths, cells),
        "material": {"source": _source(-values)},
    }
    if solver:
        case["linear"] = {"solver": solver}
    simulation = Simulation(case)
    simulation.run()
    return np.array(simulation.sample("temperature"))


def _widths(h: Any, axes: int) -> np.ndarray:
    try:
        widths = np.broadcast_to(np.asarray(h, dtype=float), (axes,))
    except (TypeError, ValueError):
        widths = np.zeros(1)
    if not (widths > 0).all() or not np.isfinite(widths).all():
        raise CaseError(f"h = {h!r} is no width of a cell: wanted are positive numbers, one, or one per axis.")
    return widths


def _source(values: np.ndarray) -> Any:
    if np.all(values == values.flat[0]):
        return float(values.flat[0])
    return functions.Values(values)


def _boundary(bc: Any, dimensions: int, widths: np.ndarray, cells: Sequence[int]) -> Mapping[str, Any]:
    given = bc if isinstance(bc, Mapping) else {"others": bc}
    known = _SIDES[: 2 * dimensions] + ("others",)
    for side in given:
        if side not in known:
            raise CaseError(f"bc has no side '{side}'. Sides: {', '.join(known)}.")
    return {side: _condition(side, value, widths, cells) for side, value in given.items()}


def _condition(side: str, value: Any, widths: np.ndarray, cells: Sequence[int]) -> Mapping[str, Any]:
    if isinstance(value, str) and value == "periodic":
        return {"kind": "periodic"}
    if isinstance(value, Mapping):
        if set(value) != {"flux"}:
            raise CaseError(f"bc of '{side}' is a dict with {sorted(value)}; wanted: {{'flux': ∂φ/∂n}}.")
        return {"kind": "flux", "flux": _along(side, value["flux"], widths, cells)}
    if isinstance(value, str) or value is None:
        raise CaseError(f"bc of '{side}' is {value!r}; wanted: a number, a function, an array, {{'flux': …}}, 'periodic'.")
    return {"kind": "temperature", "temperature": _along(side, value, widths, cells)}


def _along(side: str, value: Any, widths: np.ndarray, cells: Sequence[int]) -> Any:
    """An array along a side becomes a function of the place."""
    if callable(value) or np.ndim(value) == 0:
        return value if callable(value) else float(value)
    if side == "others":
        raise CaseError("bc of 'others' is an array, and the sides differ. Give each side its own.")
    array = functions.checked_numbers(value, f"bc of '{side}'")
    axes = [a for a in range(len(cells)) if a != _SIDES.index(side) // 2]
    wanted = tuple(cells[a] for a in reversed(axes))
    if array.shape != wanted:
        raise CaseError(f"bc of '{side}' has shape {array.shape}; wanted: {wanted}.")

    def look_up(x, y, z):
        at = (x, y, z)
        places = [np.clip((at[a] / widths[a]).astype(int), 0, cells[a] - 1) for a in reversed(axes)]
        return array[tuple(places)]

    return look_up
