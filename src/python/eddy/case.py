"""A case: a TOML file or a dict, whose keys are read and set by dotted names."""

import contextlib
import copy
import os
import pathlib
import sys
import tempfile
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple, Union

import numpy as np

from . import functions
from ._load import core
from .errors import CaseError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

CaseLike = Union["Case", str, os.PathLike, Mapping[str, Any]]


class Case:
    """A case of eddy.

    >>> case = eddy.Case("cases/projection/karman")
    >>> case["mesh.cells"] = [880, 164]
    >>> case["boundary.left.velocity"] = [lambda y, t: 6 * y * (0.41 - y) / 0.41**2, 0]
    >>> del case["expect"]

    `source` is a folder with a case.toml, a .toml file, or a dict of the same keys. A value may be a number, a text, a
    list, a dict; where a case takes formulas also a Python function, whose parameters are named x, y, z, t as it needs
    them, and which is called with arrays once per step; and for what is given per point (initial values, sources) an
    array.
    """

    def __init__(self, source: CaseLike, **changes: Any):
        self._set: Dict[str, Any] = {}
        self._used: Optional[Dict[str, Any]] = None
        self._changes: List[str] = []
        self._text: str
        self._file: str
        if isinstance(source, Case):
            self._text, self._file = source._text, source._file
            self._set = dict(source._set)
        elif isinstance(source, Mapping):
            self._text, self._file = "", "python.toml"
            for key, value in _leaves(source):
                self._set[key] = _checked(key, value)
        elif isinstance(source, (str, os.PathLike)):
            self._file, self._text = _read(source)
        else:
            raise CaseError(f"a case is a folder, a .toml file or a dict, not {source!r}.")
        self._tree = _parsed(self._text, self._file)
        for key, value in changes.items():
            self[key] = value

    def __setitem__(self, key: str, value: Any) -> None:
        self._set[_name(key)] = _checked(key, value)
        self._used = None
        self._changes.append(key)

    def __delitem__(self, key: str) -> None:
        """Takes a key or a whole table out, as `-s run.steady=` does: what has a default gets it again."""
        given = self._effective()
        if _found(given, _name(key)) is None:
            known = [name for name, _ in _leaves(given)]
            raise KeyError(f"'{key}' is not given in this case.{core.suggestion(key, known)}")
        for inner in [name for name in self._set if name.startswith(key + ".")]:
            del self._set[inner]
        self[key] = _REMOVED

    def __getitem__(self, key: str) -> Any:
        for tree in (self._effective, self._all):
            value = _found(tree(), _name(key))
            if value is not None:
                return value
        raise KeyError(f"there is no key '{key}' in this case.{core.suggestion(key, self.keys())}")

    def __contains__(self, key: str) -> bool:
        try:
            self[key]
        except (KeyError, CaseError):  # a case with mistakes has no defaults
            return False
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __repr__(self) -> str:
        gone = [key for key, value in self._set.items() if value is _REMOVED]
        given = [key for key in self._set if key not in gone] if self._text else []
        told = [f" {word} {', '.join(keys)}" for word, keys in (("with", given), ("without", gone)) if keys]
        return f"<eddy.Case {self._file}{''.join(told)}>"

    def keys(self) -> List[str]:
        """All keys with their values filled in, by dotted names."""
        return [key for key, _ in _leaves(self._all())]

    def copy(self) -> "Case":
        """A case of its own with the same keys."""
        return Case(self)

    def to_toml(self) -> str:
        """The whole case, all defaults filled in. Functions are named, not written."""
        rows = self._rows()
        return core.used_case(self._text, self._file, self._overrides(rows), rows[1])

    @contextlib.contextmanager
    def as_arguments(self) -> Iterator[List[str]]:
        """Words that name this case to the program: a file, and what was set since."""
        values, rows = self._rows()
        if rows:
            names = ", ".join(row[0] for row in rows)
            raise CaseError(f"this case has functions or arrays of Python ({names}): ranks and sweeps cannot have them.")
        words = [word for text in self._overrides((values, rows)) for word in ("-s", text)]
        if self._text:
            yield [self._file, *words]
            return
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / self._file
            file.write_text(self.to_toml(), encoding="utf-8")
            yield [str(file)]

    def _effective(self) -> Dict[str, Any]:
        """What the file and later settings say; no defaults."""
        tree = copy.deepcopy(self._tree)
        for key, value in self._set.items():
            *path, last = key.split(".")
            at = tree
            for word in path:
                at = at.setdefault(word, {})
            if value is _REMOVED:
                at.pop(last, None)
            else:
                at[last] = value
        return tree

    def _all(self) -> Dict[str, Any]:
        if self._used is None:
            self._used = tomllib.loads(self.to_toml())
        return self._used

    def _rows(self) -> Tuple[Dict[str, Any], list]:
        """Values as texts, and the functions that they name."""
        rows: list = []

        def named(key: str, value: Any) -> Any:
            if isinstance(value, functions.Values):
                return add(key, functions.adapted_array(value.values, key), (True, True, True, False))
            if isinstance(value, (np.ndarray, np.generic)):
                return value.tolist()
            if callable(value):
                return add(key, functions.adapted(value, key), functions.uses_of(value))
            if isinstance(value, (list, tuple)):
                return [named(f"{key}.{n}", item) for n, item in enumerate(value)]
            if isinstance(value, Mapping):
                return {k: named(f"{key}.{k}", v) for k, v in value.items()}
            return value

        def add(key: str, call: Any, uses: Tuple[bool, ...]) -> str:
            rows.append((key, call, uses))
            return "python " + key

        return {key: named(key, value) for key, value in self._set.items()}, rows

    def _overrides(self, rows: Tuple[Dict[str, Any], list]) -> List[str]:
        return [f"{key}={'' if value is _REMOVED else _toml(value)}" for key, value in rows[0].items()]


_REMOVED = object()  # the value of a key that was taken out
_PER_POINT = ("initial.", "material.", "fluid.force", "thermal.source")  # keys whose arrays have a value per point


def as_case(source: CaseLike) -> Case:
    """The case itself, or one made of what names it."""
    return source if isinstance(source, Case) else Case(source)


def _name(key: Any) -> str:
    if not isinstance(key, str) or not key:
        raise CaseError(f"a key of a case is a text such as 'mesh.cells', not {key!r}.")
    return key


def _checked(key: str, value: Any) -> Any:
    if value is _REMOVED:
        return value
    if isinstance(value, np.ndarray):
        if not key.startswith(_PER_POINT):
            return value.tolist()
        return functions.Values(functions.checked_numbers(value, key).copy())
    if isinstance(value, (list, tuple)):
        return [_checked(key, item) for item in value]
    if callable(value):
        functions.uses_of(value)
    elif isinstance(value, Mapping):
        return {k: _checked(f"{key}.{k}", v) for k, v in value.items()}
    elif not isinstance(value, (functions.Values, bool, int, float, str, Mapping, np.generic)):
        hint = f" To take it out: del case[{key!r}]." if value is None else ""
        raise CaseError(
            f"{key} cannot be {value!r}: wanted is a number, a text, a list, a dict, a function or an array.{hint}"
        )
    return value


def _read(source: Union[str, os.PathLike]) -> Tuple[str, str]:
    path = pathlib.Path(source)
    file = path / "case.toml" if path.is_dir() else path
    if not path.exists():
        offer = core.offered_template(str(path)) or "Name a folder with a case.toml, or a .toml file."
        raise CaseError(f"{path} error: there is no such case. {offer}")
    if not file.exists():
        raise CaseError(f"{path} error: the folder holds no case.toml.")
    return str(file), file.read_text(encoding="utf-8")


def _parsed(text: str, file: str) -> Dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        core.used_case(text, file, [], [])  # throws with the place of the fault
        raise


def _leaves(tree: Mapping[str, Any], path: str = "") -> Iterator[Tuple[str, Any]]:
    for key, value in tree.items():
        name = f"{path}.{key}" if path else _name(key)
        if isinstance(value, Mapping) and value and path != "boundary":
            yield from _leaves(value, name)
        else:
            yield name, value


def _found(tree: Any, key: str) -> Any:
    for word in key.split("."):
        if not isinstance(tree, Mapping) or word not in tree:
            return None
        tree = tree[word]
    return tree


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"'
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{k} = {_toml(v)}" for k, v in value.items()) + " }"
    return "[" + ", ".join(_toml(item) for item in value) + "]"
