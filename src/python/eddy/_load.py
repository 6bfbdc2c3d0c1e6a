"""Finds and loads the module that the program builds: python.verb.so, beside libeddy.so."""

import importlib.machinery
import importlib.util
import os
import pathlib
import sys
from typing import Any


def library() -> pathlib.Path:
    """The folder of libeddy.so and of its modules."""
    here = pathlib.Path(__file__).absolute().parent
    written = here / "library.txt"  # exists in a package that pip has installed
    return pathlib.Path(written.read_text().strip()) if written.exists() else here.parent.parent


def _load() -> Any:
    # Makes threads that wait for each other sleep soon instead of spinning. libgomp reads this when it is loaded.
    if "OMP_WAIT_POLICY" not in os.environ:
        os.environ.setdefault("GOMP_SPINCOUNT", "2000")
    file = library() / "python.verb.so"
    if not file.exists():
        raise ImportError(f"eddy's Python module is not built: {file} is not there. Call './eddy python --where' once.")
    loader = importlib.machinery.ExtensionFileLoader("eddy._core", str(file))
    spec = importlib.util.spec_from_file_location("eddy._core", str(file), loader=loader)
    assert spec is not None  # because a loader was given
    try:
        module = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
    except ImportError as error:
        version = ".".join(map(str, sys.version_info[:2]))
        raise ImportError(
            f"eddy's Python module cannot be loaded by this Python {version}: {error}. It is of another version of "
            "Python or of eddy. Call './eddy python --where' again, or use the interpreter of './eddy python'."
        ) from error
    sys.modules["eddy._core"] = module
    return module


core = _load()
