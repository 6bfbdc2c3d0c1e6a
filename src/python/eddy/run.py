"""Whole runs, and what is in the folder of one."""

import csv
import json
import pathlib
import sys
import tempfile
import time
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple, Union

import numpy as np

from . import program
from ._load import core
from .case import Case, CaseLike, as_case
from .errors import CaseError, MissingError, whole_number
from .simulation import Simulation

PathLike = Union[str, "pathlib.Path"]


class Picture:
    """A picture: shown by itself where it is the last value of a cell of a notebook."""

    def __init__(self, png: bytes):
        self._png = png

    def _repr_png_(self) -> bytes:
        return self._png

    def save(self, file: PathLike) -> pathlib.Path:
        """Writes it to a .png file."""
        path = pathlib.Path(file)
        path.write_bytes(self._png)
        return path


class Tables(Mapping):
    """Tables of a folder by name, each a NumPy structured array; read when they are asked for."""

    def __init__(self, folder: pathlib.Path):
        self._files = {file.stem: file for file in sorted(folder.glob("*.csv"))}

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self._files:
            known = ", ".join(self._files) or "none"
            raise KeyError(f"there is no table '{name}'.{core.suggestion(name, list(self._files))} Tables: {known}.")
        return read_table(self._files[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def __repr__(self) -> str:
        return f"<eddy tables: {', '.join(self._files) or 'none'}>"


class Run:
    """The folder of a run.

    >>> run = eddy.run("cases/heat/plate")
    >>> run.results["temperature_max"]
    >>> run.history["time[s]"]
    >>> run.plot("temperature")
    """

    def __init__(self, folder: PathLike):
        self.folder = pathlib.Path(folder)
        if not (self.folder / "case.used.toml").exists():
            raise CaseError(f"'{self.folder}' is not the folder of a run: it has no case.used.toml.")

    @property
    def history(self) -> np.ndarray:
        """history.csv, one row per step that was written; columns carry their units: history["time[s]"]."""
        return read_table(self.folder / "history.csv")

    @property
    def frame(self) -> Any:
        """The history as a pandas DataFrame."""
        try:
            import pandas  # type: ignore[import]
        except ImportError as error:
            raise MissingError("pandas is not installed here; use .history, or install python3-pandas.") from error
        return pandas.DataFrame(self.history)

    @property
    def lines(self) -> Tables:
        """Sampled lines by name (output.line)."""
        return Tables(self.folder / "lines")

    @property
    def signals(self) -> Tables:
        """Spectra of signals by name ([signal.NAME])."""
        return Tables(self.folder / "signals")

    @property
    def probes(self) -> np.ndarray:
        """Values at points (output.probe)."""
        return read_table(self.folder / "probes.csv")

    @property
    def summary(self) -> Dict[str, Any]:
        """summary.json: final numbers, steps, times, device."""
        file = self.folder / "summary.json"
        if not file.exists():
            raise CaseError(f"the run in '{self.folder}' has not come to its end: it has no summary.json yet.")
        return json.loads(file.read_text())

    @property
    def results(self) -> Dict[str, float]:
        """The final numbers."""
        return self.summary["results"]

    @property
    def case(self) -> Case:
        """The case as it was run, all defaults filled in."""
        return Case(self.folder / "case.used.toml")

    def plot(self, field: str, *options: str) -> Picture:
        """A picture of a field of the newest state. Options are those of `eddy plot`: run.plot("speed", "--window", …)."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "picture.png"
            program.call(["plot", "-q", str(self.folder), str(field), "-o", str(file), *options])
            return Picture(file.read_bytes())

    def __repr__(self) -> str:
        return f"<eddy.Run {self.folder}>"


def read_table(file: pathlib.Path) -> np.ndarray:
    """A CSV file of a run as a structured array."""
    if not file.exists():
        raise CaseError(f"there is no {file.name} in '{file.parent}'.{_MADE_BY.get(file.name, '')}")
    with file.open(newline="") as text:
        rows = csv.reader(line for line in text if not line.startswith("#"))
        names = next(rows)
        whole = [tuple(map(_number, row)) for row in rows if len(row) == len(names)]  # the last row may be incomplete
    return np.array(whole, dtype=[(name, float) for name in names])


_MADE_BY = {"probes.csv": " A case asks for it by output.probe.", "history.csv": " The run has made no step yet."}


def _number(text: str) -> float:
    return float(text) if text else float("nan")


class Bar:
    """How far a run is: on one line of a terminal, or as a bar below the cell of a notebook."""

    def __init__(self, simulation: Simulation, shown: Optional[bool]):
        self._simulation = simulation
        self._end_time, self._steps, _ = simulation._core.end
        self._begin = self._last = time.monotonic()
        self._shown = _can_show() if shown is None else shown
        self._wrote = False
        self._cell: Any = None  # below a cell of a notebook

    def __call__(self, step: int, now: float) -> None:
        at = time.monotonic()
        if not self._shown or at - self._last < 0.25:
            return
        self._last = at
        part = max(now / self._end_time if self._end_time else 0, step / self._steps if self._steps else 0)
        left = f", {(at - self._begin) * (1 / part - 1):.0f} s left" if part > 0 else ""
        words = f"step {step}, t = {now:.5g}{left}"
        if not self._wrote:
            self._cell = _cell_below()
        self._wrote = True
        if self._cell is not None:
            self._cell.update(_BarShown(part, words))
            return
        full = int(30 * min(part, 1))
        bar = f"[{'#' * full}{' ' * (30 - full)}] {100 * part:3.0f} %, " if part > 0 else ""
        sys.stderr.write(f"\r{bar}{words}        ")
        sys.stderr.flush()

    def end(self) -> None:
        """Takes it away."""
        if self._cell is not None:
            self._cell.update(_BarShown(0, ""))
        elif self._wrote:
            sys.stderr.write("\r" + " " * 78 + "\r")
            sys.stderr.flush()


class _BarShown:
    """What a notebook shows of it."""

    def __init__(self, part: float, words: str):
        self._part, self._words = part, words

    def __repr__(self) -> str:
        return f"{100 * self._part:.0f} %, {self._words}" if self._words else ""

    def _repr_html_(self) -> str:
        bar = f'<progress value="{min(self._part, 1):.4f}" style="width: 20em"></progress> ' if self._part > 0 else ""
        return f"<div>{bar}{self._words}</div>" if self._words else "<div></div>"


def _cell_below() -> Any:
    """A place below the cell of a notebook that can be written anew; None: this is no notebook."""
    if "ipykernel" not in sys.modules:
        return None
    try:
        from IPython import get_ipython  # type: ignore[import]
        from IPython.display import display  # type: ignore[import]
    except ImportError:
        return None
    if get_ipython() is None:
        return None
    return display(_BarShown(0, ""), display_id=True)


def _can_show() -> bool:
    return sys.stderr.isatty() or "ipykernel" in sys.modules


def run(
    case: CaseLike,
    device: Optional[str] = None,
    *,
    out: Optional[PathLike] = None,
    force: bool = False,
    ranks: int = 1,
    progress: Optional[bool] = None,
    initial: Optional[Mapping[str, Any]] = None,
    **changes: Any,
) -> Run:
    """Runs a case to its end, as `eddy run` does, and gives the folder with its results.

    `out` is the folder, by default runs/<name>-001, -002, …; `ranks` starts so many by mpirun; `progress` shows a bar
    (by default on a terminal and in a notebook). Ctrl-C stops after the step it is in, with a checkpoint.
    """
    if whole_number(ranks, "ranks", 1) > 1:
        return _run_on_ranks(as_case(case), device, out, force, ranks, changes)
    place: Union[bool, str] = True if out is None else str(out)
    return _to_end(Simulation(case, device, out=place, force=force, initial=initial, **changes), progress)


def _to_end(simulation: Simulation, progress: Optional[bool]) -> Run:
    bar = Bar(simulation, progress)
    try:
        simulation.run(progress=bar)
    except KeyboardInterrupt:
        simulation.close()
        raise
    finally:
        bar.end()
    return Run(str(simulation.folder))


def _run_on_ranks(case: Case, device: Any, out: Any, force: bool, ranks: int, changes: Mapping[str, Any]) -> Run:
    own = case.copy()
    if device is not None:
        own["run.device"] = device
    for key, value in changes.items():
        own[key.replace("__", ".")] = value
    with own.as_arguments() as words:
        folder = str(out) if out is not None else tempfile.mkdtemp(prefix="run-", dir=_runs())
        program.call(["run", *words, "-o", folder, *(["--force"] if force or out is None else [])], ranks)
    return Run(folder)


def _runs() -> str:
    pathlib.Path("runs").mkdir(exist_ok=True)
    return "runs"


def resume(
    folder: PathLike,
    *settings: str,
    functions: Optional[Mapping[str, Any]] = None,
    progress: Optional[bool] = None,
) -> Run:
    """Goes on from the newest good checkpoint of a run, as `eddy resume` does; settings as "run.steps=200".

    A case with Python functions needs them again, by their keys: functions={"material.source": source}. A function
    within a list has its number behind the key: "boundary.left.velocity.0".
    """
    if not functions:
        program.call(["resume", "-q", str(folder), *(word for text in settings for word in ("-s", text))])
        return Run(folder)
    return _to_end(Simulation.resume(folder, settings, functions), progress)
