"""Errors of eddy: the sentences are those of the command line."""

import re
from typing import Optional


class Error(Exception):
    """What eddy refuses or fails at. `code` is the exit code that the command line would give."""

    code: int = 1


class CaseError(Error, ValueError):
    """A wrong case, argument or array."""

    code = 2


class MissingError(Error, RuntimeError):
    """Something is missing on this machine, or refused by it: a device, memory, a file."""

    code = 3


class DivergedError(Error, ArithmeticError):
    """The run diverged, or did not converge."""

    code = 4


class ComparisonError(Error):
    """A report, a convergence study or a comparison failed."""

    code = 5


def whole_number(value: object, what: str, least: int) -> int:
    """The value, if it is a whole number of at least `least`."""
    if isinstance(value, bool) or not hasattr(value, "__index__") or value.__index__() < least:
        raise CaseError(f"{what} = {value!r}; wanted: a whole number of at least {least}.")
    return value.__index__()


def number(value: object, what: str) -> Optional[float]:
    """The value, if it is a number or None."""
    if value is None:
        return None
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError) as error:
        raise CaseError(f"{what} = {value!r}; wanted: a number.") from error


_BY_CODE = {kind.code: kind for kind in (CaseError, MissingError, DivergedError, ComparisonError)}


_SETTING = re.compile(r"^-s ([^=\s]+)=(.*?) error: ", re.MULTILINE)


def _as_python(setting: "re.Match[str]") -> str:
    key, value = setting.groups()
    return f'case["{key}"] = {value} error: ' if value else f'del case["{key}"] error: '


def make(code: int, text: str) -> Error:
    """The exception for an exit code. Where the command line says `-s run.cfl=9`, it says `case["run.cfl"] = 9`."""
    error = _BY_CODE.get(code, Error)(_SETTING.sub(_as_python, text))
    error.code = code
    return error
