"""eddy: fluid and heat flow on whatever you have, with the same answer to the last bit.

>>> import eddy
>>> run = eddy.run("cases/heat/plate")            # a whole run, with its files
>>> sim = eddy.Simulation("cases/heat/plate")     # or step by step, in memory
>>> for step in sim:
...     print(step, sim.field("temperature").max())
"""

from ._load import core as _core
from .case import Case
from .errors import CaseError, ComparisonError, DivergedError, Error, MissingError, make
from .poisson import solve_poisson
from .run import Picture, Run, resume, run
from .simulation import DeviceArray, Simulation
from .sweep import Sweep, sweep

_core.set_errors(make)
__version__ = _core.version()
__all__ = [
    "Case",
    "CaseError",
    "ComparisonError",
    "DeviceArray",
    "DivergedError",
    "Error",
    "MissingError",
    "Picture",
    "Run",
    "Simulation",
    "Sweep",
    "resume",
    "run",
    "solve_poisson",
    "sweep",
]
