"""The program eddy as a process of its own, for what is not a simulation of this one: pictures, ranks, sweeps."""

import os
import subprocess
from typing import Optional, Sequence

from . import errors
from ._load import library

_STOPPED = 75


def program() -> str:
    """Its path."""
    return str(library().parent.parent / "bin" / "eddy")


def call(words: Sequence[str], ranks: int = 1, shown: Optional[bool] = False) -> str:
    """Runs it to its end; gives its stdout. Its errors become exceptions; Ctrl-C reaches it, too."""
    mpirun = ["mpirun", "-n", str(ranks)] if ranks > 1 else []
    environment = dict(os.environ)
    if ranks > 1 and os.geteuid() == 0:
        environment.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    try:
        process = subprocess.Popen(
            [*mpirun, program(), *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=None if shown else subprocess.PIPE,
            env=environment,
            text=True,
        )
    except FileNotFoundError as error:
        raise errors.MissingError(f"{error.filename} is not here. Ranks need MPI: install openmpi-bin.") from error
    try:
        output, talk = process.communicate()
    except KeyboardInterrupt:
        process.wait()
        raise
    if process.returncode == _STOPPED:
        raise KeyboardInterrupt
    if process.returncode != 0:
        lines = (talk or output or "").strip().splitlines() or [f"eddy ended with code {process.returncode}"]
        begin = next((n for n, line in enumerate(lines) if "error: " in line), 0)
        raise errors.make(process.returncode, "\n".join(lines[begin:]).removeprefix("error: "))
    return output
