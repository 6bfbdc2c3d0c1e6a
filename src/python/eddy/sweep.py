"""A case for every combination of some values."""

import csv
import html
import pathlib
from typing import Any, Iterator, List, Mapping, Optional, Sequence

import numpy as np

from . import program
from .case import CaseLike, _toml, as_case
from .errors import CaseError, whole_number
from .run import PathLike, Run


class Sweep:
    """The folder of a sweep: a table of results, and the runs.

    >>> sweep = eddy.sweep("cases/artificial/cavity", {"fluid.reynolds": [100, 400]})
    >>> sweep.table["fluid.reynolds"], sweep.table["velocity.x_min"]
    """

    def __init__(self, folder: PathLike):
        self.folder = pathlib.Path(folder)

    @property
    def table(self) -> np.ndarray:
        """sweep.csv: a row per member: what was varied, then its results."""
        if not (self.folder / "sweep.csv").exists():
            raise CaseError(f"'{self.folder}' is not the folder of a sweep: it has no sweep.csv.")
        with (self.folder / "sweep.csv").open(newline="") as text:
            names, *rows = list(csv.reader(line for line in text if not line.startswith("#")))
        columns = [_column([row[n] for row in rows]) for n in range(len(names))]
        return _structured(names, columns)

    @property
    def runs(self) -> List[Run]:
        """The runs of the members, in the order of the table."""
        return [Run(self.folder / str(name)) for name in self.table["member"]]

    def __iter__(self) -> Iterator[Run]:
        return iter(self.runs)

    def __repr__(self) -> str:
        return f"<eddy.Sweep {self.folder}>"

    def _repr_html_(self) -> str:
        """The table in a notebook."""
        table = self.table
        head = "".join(f"<th>{html.escape(name)}</th>" for name in table.dtype.names)
        rows = ("".join(f"<td>{html.escape(_short(value))}</td>" for value in row) for row in table)
        return f"<table><tr>{head}</tr>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def _short(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, (float, np.floating)) else str(value)


def sweep(
    case: CaseLike,
    vary: Mapping[str, Sequence[Any]],
    *,
    out: Optional[PathLike] = None,
    jobs: Optional[int] = None,
    ranks: int = 1,
    force: bool = False,
) -> Sweep:
    """Runs a case for every combination of the values in `vary`, several at once, as `eddy sweep` does.

    What is finished in `out` (by default runs/<name>-sweep) is not run again. `jobs` run at once: by default one per GPU
    or per core; each may have several `ranks`.
    """
    own = as_case(case)
    if not isinstance(vary, Mapping) or not vary:
        raise CaseError(f"what is varied is {vary!r}; wanted: a dict of lists, such as {{'fluid.reynolds': [100, 400]}}.")
    words: List[str] = []
    for key, values in vary.items():
        if isinstance(values, (str, bytes)) or not hasattr(values, "__len__") or len(values) == 0:
            raise CaseError(f"{key} is to be varied: wanted is a list of values, not {values!r}.")
        words += ["-v", f"{key}={','.join(_toml(_plain(value)) for value in values)}"]
    folder = pathlib.Path(out) if out is not None else pathlib.Path("runs") / f"{_title(own._file)}-sweep"
    words += ["-o", str(folder), *([] if jobs is None else ["--jobs", str(whole_number(jobs, "jobs", 1))]), *(["--force"] if force else [])]
    words += ["--ranks", str(ranks)] if whole_number(ranks, "ranks", 1) > 1 else []
    with own.as_arguments() as named:
        program.call(["sweep", *named, *words])
    return Sweep(folder)


def _plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value


def _title(file: str) -> str:
    path = pathlib.Path(file)
    return path.absolute().parent.name if path.stem in ("case", "case.used") else path.stem


def _column(texts: Sequence[str]) -> np.ndarray:
    try:
        return np.array([float(text) if text else np.nan for text in texts])
    except ValueError:
        return np.array(texts)


def _structured(names: Sequence[str], columns: Sequence[np.ndarray]) -> np.ndarray:
    rows = len(columns[0]) if columns else 0
    table = np.empty(rows, dtype=[(name, column.dtype) for name, column in zip(names, columns)])
    for name, column in zip(names, columns):
        table[name] = column
    return table
