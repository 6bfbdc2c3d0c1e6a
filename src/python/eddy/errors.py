"""Errors of eddy: the sentences are those of the command line."""


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


_BY_CODE = {kind.code: kind for kind in (CaseError, MissingError, DivergedError, ComparisonError)}


def make(code: int, text: str) -> Error:
    """The exception for an exit code."""
    error = _BY_CODE.get(code, Error)(text)
    error.code = code
    return error
