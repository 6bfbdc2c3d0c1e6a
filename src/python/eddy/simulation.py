"""A simulation that is stepped from Python."""

import contextlib
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import functions as _functions
from ._load import core
from .case import Case, CaseLike, as_case
from .errors import CaseError, number, whole_number

_CELL, _NODE = 0, 1
Arrays = Union[np.ndarray, Tuple[np.ndarray, ...], List[np.ndarray]]


class DeviceArray:
    """A field in the memory of a GPU. CuPy, PyTorch, JAX and Numba take it as it is; `get()` copies it to the host.

    It is the solver's own memory, of the step that was the last one when another library took it: after the next step
    take it again. The device is waited for only then.
    """

    def __init__(self, simulation: "core.Simulation", name: str, row: tuple):
        self._simulation, self._name = simulation, name
        _, _, self.space, _, self.shape, self.strides, self.itemsize = row
        self.dtype = np.dtype(f"f{self.itemsize}")
        self.ndim = len(self.shape)

    @property
    def __cuda_array_interface__(self) -> Dict[str, Any]:
        return {
            "shape": self.shape,
            "strides": self.strides,
            "typestr": self.dtype.str,
            "data": (core.memory(self._simulation)[self._name][1], False),  # waits for all launches
            "version": 3,
        }

    def __dlpack__(self, stream: Any = None, **_: Any) -> Any:
        return core.dlpack(self._simulation, self._name)

    def __dlpack_device__(self) -> Tuple[int, int]:
        return (2, core.device_number(self._simulation))

    def get(self) -> np.ndarray:
        """A copy in the memory of the host."""
        return np.array(_sampled(self._simulation, self._name), dtype=self.dtype)

    def __repr__(self) -> str:
        return f"<eddy.DeviceArray {self._name} {self.shape} {self.dtype} on {self.space}>"


class Simulation:
    """A case, ready to run, on a device.

    >>> sim = eddy.Simulation("cases/heat/plate", device="cpu")
    >>> for step in sim:
    ...     print(step, sim.time, sim.field("temperature").max())

    Without `out` nothing is written. With `out` the files of `eddy run` go there; `out=True` takes runs/<name>-001.
    `initial` gives fields their first values: arrays by name. Further keywords are keys of the case.
    """

    def __init__(
        self,
        case: CaseLike,
        device: Optional[str] = None,
        *,
        out: Union[None, bool, str] = None,
        force: bool = False,
        initial: Optional[Mapping[str, Any]] = None,
        **changes: Any,
    ):
        self.case = as_case(case)
        own = self.case.copy()
        if device is not None:
            own["run.device"] = device
        for key, value in changes.items():
            own[key.replace("__", ".")] = value
        rows = own._rows()
        path = None if out is None or out is True or out is False else str(out)
        self._core = core.Simulation(own._text, own._file, own._overrides(rows), rows[1], path, out is True, force)
        self._seen = len(self.case._changes)
        self._on_device: Dict[str, Union[DeviceArray, Tuple[DeviceArray, ...]]] = {}  # results of field()
        if not isinstance(initial, (Mapping, type(None))):
            raise CaseError(f"initial = {initial!r}; wanted: a dict of arrays by the names of fields.")
        for name, values in (initial or {}).items():
            self.set(name, values)

    @classmethod
    def resume(cls, folder: Any, settings: Sequence[str] = (), functions: Mapping[str, Any] = {}) -> "Simulation":
        """Goes on in the folder of an earlier run; functions by their keys (see `eddy.resume`)."""
        rows = []
        for key, value in functions.items():
            if callable(value):
                rows.append((key, _functions.adapted(value, key), _functions.uses_of(value)))
            else:
                rows.append((key, _functions.adapted_array(value, key), (True, True, True, False)))
        self = cls.__new__(cls)
        self._core = core.Simulation.resume(str(folder), list(settings), rows)
        self.case = Case({})
        self._seen = 0
        self._on_device = {}
        return self

    # Steps.

    def __iter__(self) -> Iterator[int]:
        """Makes a step each time; gives its number. The run ends as its case says."""
        step, changes, seen = self._core.step, self.case._changes, self._seen
        while True:
            if len(changes) != seen:
                self._refuse_changed_case()
            if not step():
                return self._core.close()
            yield self._core.steps

    def step(self) -> bool:
        """Makes one step. False: the end of the run was reached, and there was none to make."""
        self._refuse_changed_case()
        if self._core.step():
            return True
        self._core.close()
        return False

    def run(
        self,
        until: Optional[float] = None,
        steps: Optional[int] = None,
        progress: Optional[Callable[[int, float], None]] = None,
    ) -> "Simulation":
        """Makes steps up to a time, or so many, or to the end of the case. The step that reaches `until` is not cut."""
        self._refuse_changed_case()
        most = None if steps is None else whole_number(steps, "steps", 0)
        if not self._core.run(number(until, "until"), most, progress):
            self._core.close()
        return self

    def close(self) -> None:
        """Ends it. A run in a folder writes its last files and a checkpoint: `eddy.resume` can go on from there."""
        self._core.close()

    def __enter__(self) -> "Simulation":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _refuse_changed_case(self) -> None:
        changes = self.case._changes
        if len(changes) != self._seen:
            raise CaseError(
                f"the case was changed ({', '.join(changes[self._seen:])}) after this simulation was made, which has a "
                "copy of its own. Make a new Simulation, or change a copy: case.copy()."
            )

    # State.

    @property
    def time(self) -> float:
        """Seconds from the start."""
        return self._core.time

    @property
    def dt(self) -> float:
        """Length of the last step, in seconds."""
        return self._core.dt

    @property
    def steps(self) -> int:
        """Steps so far."""
        return self._core.steps

    @property
    def device(self) -> str:
        """Where it runs."""
        return self._core.device

    @property
    def fields(self) -> List[str]:
        """Names of all fields."""
        return list(self._core.fields)

    @property
    def folder(self) -> Optional[str]:
        """Folder of its files; None: there are none."""
        return self._core.folder or None

    @property
    def numbers(self) -> Dict[str, float]:
        """The row of history.csv of the last step."""
        return self._core.numbers()

    @property
    def results(self) -> Dict[str, float]:
        """What summary.json would say now."""
        return self._core.results()

    @property
    def residual(self) -> float:
        """Of the last step."""
        return self._core.residual()

    # Fields.

    def field(self, name: str) -> Union[Arrays, DeviceArray, Tuple[DeviceArray, ...]]:
        """The values of a field, without a copy where the solver has them in memory as they are.

        On the CPU a NumPy array of shape (ny, nx) or (nz, ny, nx) that looks into the solver's own memory, on CUDA a
        `DeviceArray`. Such an array is to be read, and belongs to this step: ask again after the next one; write with
        `set` or `edit`. A vector that is stored per axis (faces of the projection solver) is a tuple of arrays. What is
        computed when it is asked for (vorticity), and all of OpenCL, is a copy. In a mesh of blocks: a list, one array
        per block.
        """
        known = self._on_device.get(_name(name))
        if known is not None:
            return known
        memory = core.memory(self._core)
        parts = [part for part in (f"{name}.{axis}" for axis in "xyz") if part in memory]
        found: Any
        if name in memory:
            found = self._seen_field(name, memory[name])
        elif parts:
            found = tuple(self._seen_field(part, memory[part]) for part in parts)
        else:
            return self.sample(name)
        if isinstance(found[0] if isinstance(found, tuple) else found, DeviceArray):
            self._on_device[name] = found
        return found

    def _seen_field(self, name: str, row: tuple) -> Union[np.ndarray, DeviceArray]:
        array, address, space = row[:3]
        if array is not None:
            array.flags.writeable = False
            return array
        if space == "cuda" and address:
            return DeviceArray(self._core, name, row)
        return self._copied(name)

    def _copied(self, name: str) -> np.ndarray:
        values = _sampled(self._core, name)
        values.flags.writeable = False
        return values

    def sample(self, name: str) -> Arrays:
        """A copy of a field as output shows it: components first, (2, ny, nx); in a mesh of blocks a list of arrays."""
        values, location, _, components = self._core.sample(_name(name))
        if components > 1:
            values = np.moveaxis(values, -1, 0)
        blocks = core.blocks(self._core)
        if blocks:
            return _split(values, [tuple(n + (location == _NODE) for n in shape) for shape, _ in blocks])
        values.flags.writeable = False
        return values

    def unit(self, name: str) -> str:
        """The unit of a field."""
        return self._core.sample(_name(name))[2]

    def set(self, name: str, values: Any) -> None:
        """Gives a field new values, from an array or a number; a vector from one array per axis. Between steps only."""
        self._core.refuse_in_step(f"'{name}' was set")
        blocks = core.blocks(self._core)
        if _name(name) in ("velocity", "momentum"):
            axes = "xyz"[: self._core.dimensions]
            for axis, part in zip(axes, _components(values, name, len(axes), len(blocks))):
                self.set(f"{name}.{axis}", part)
            return
        shape = core.stored_shape(self._core, name)
        core.set(self._core, name, _fitting(values, name, shape, blocks))

    @contextlib.contextmanager
    def edit(self, name: str) -> Iterator[Union[np.ndarray, DeviceArray]]:
        """A field that may be written to, in the solver's own memory; what depends on it follows at the end.

        >>> with sim.edit("temperature") as temperature:
        ...     temperature[10:20, 10:20] = 1
        """
        self._core.refuse_in_step(f"'{name}' was edited")
        memory = core.memory(self._core)
        if name not in memory or not memory[name][1]:
            raise CaseError(f"'{name}' cannot be edited in place here. What can: {', '.join(memory) or 'nothing'}; use set().")
        row = memory[name]
        try:
            yield row[0] if row[0] is not None else DeviceArray(self._core, name, row)
        finally:  # values written before an exception are kept
            self._core.edited()

    def coordinates(self, name: str) -> List[Any]:
        """Where the values of a field lie: x, y (and z), each along its axis.

        In a mesh of blocks: of each block those of its nodes. In a mesh of hexahedra: of each value its point.
        """
        blocks = core.blocks(self._core)
        if blocks:
            return [[axis.reshape([n + 1 for n in shape]) for axis in nodes] for shape, nodes in blocks]
        hexahedra = core.hexahedra(self._core)
        if hexahedra:
            return hexahedra[0 if self._core.sample(name)[1] == _NODE else 1]
        memory = core.memory(self._core)
        row = memory.get(name) or memory.get(f"{name}.x")
        stored = name in memory or (row and row[3] == _NODE)  # fields at faces have different points for each component
        location = row[3] if stored else self._core.sample(name)[1]
        all_axes = []
        for axis, nodes in enumerate(core.nodes(self._core)):
            at_ends = location == _NODE or location == 2 + axis
            places = nodes if at_ends else 0.5 * (nodes[1:] + nodes[:-1])
            all_axes.append(places[: row[4][-1 - axis]] if stored else places)  # on a periodic axis the last node is the first
        return all_axes

    def __repr__(self) -> str:
        return f"<eddy.Simulation {self._core.title or self._core.solver}, step {self.steps}, t = {self.time:.6g}, on {self.device}>"


def _name(name: Any) -> str:
    if not isinstance(name, str):
        raise CaseError(f"a field has a name, such as 'velocity', not {name!r}.")
    return name


def _sampled(simulation: Any, name: str) -> np.ndarray:
    """A stored field as a copy: of "velocity.x" the component on its own points where output has it."""
    base, _, axis = name.partition(".")
    values, _, _, components = simulation.sample(base)
    return values[..., "xyz".index(axis)] if axis and components > 1 else values


def _split(values: np.ndarray, shapes: Sequence[Tuple[int, ...]]) -> List[np.ndarray]:
    parts, begin = [], 0
    for shape in shapes:
        count = int(np.prod(shape))
        part = values[..., begin : begin + count]
        parts.append(part.reshape(part.shape[:-1] + shape))
        begin += count
    return parts


def _components(values: Any, name: str, count: int, blocks: int) -> List[Any]:
    """One array, number, or list of arrays of blocks, per axis; of blocks also as `field` gives them."""
    wanted = f"{name} has {count} components; wanted: one array or number for each"
    if np.isscalar(values) or not hasattr(values, "__len__"):
        raise CaseError(f"{wanted}.")
    if blocks and len(values) == blocks and all(np.ndim(part) == count + 1 and len(part) == count for part in values):
        return [[part[axis] for part in values] for axis in range(count)]
    if len(values) != count:
        raise CaseError(f"{wanted}{', or one array with components first for each block' if blocks else ''}.")
    return list(values)


def _fitting(values: Any, name: str, shape: Tuple[int, ...], blocks: list) -> np.ndarray:
    if blocks and isinstance(values, (list, tuple)):
        values = np.concatenate([np.ravel(_functions.checked_numbers(part, name)) for part in values])
    array = _functions.checked_numbers(values, name)
    if array.ndim == 0:
        return np.full(shape, float(array))
    if array.shape != tuple(shape):
        raise CaseError(f"'{name}' was given an array of shape {array.shape}; wanted: {tuple(shape)}, float64 or float32.")
    return array
