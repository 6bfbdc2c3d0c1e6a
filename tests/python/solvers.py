# Every solver from Python: steps, fields, values, functions; several in one process; ranks; output in a notebook.
# Arguments: the repository, and those of unittest.
import contextlib
import io
import os
import pathlib
import shutil
import subprocess
import sys
import unittest
from unittest import mock

import numpy as np

import eddy
from helper import InFolder

root = pathlib.Path(sys.argv.pop(1))


def simulation(name, **changes):
    return eddy.Simulation(root / "cases" / name, device="cpu", **changes)


SMALL = {
    "artificial/cavity": {"mesh__cells": [16, 16]},
    "projection/taylor-green": {"mesh__cells": [16, 16]},
    "compressible/isentropic-vortex": {"mesh__cells": [16, 16]},
    "compressible/isentropic-vortex-blocks": {},
    "galerkin/cavity": {"mesh__cells": [16, 16]},
    "galerkin/gmsh-cylinder": {},
}


def arrays(values):
    """All arrays of a field, whatever the mesh."""
    return list(values) if isinstance(values, (list, tuple)) else [values]


class Solvers(InFolder):
    def same(self, one, other):
        for a, b in zip(arrays(one), arrays(other)):
            np.testing.assert_array_equal(a, b)

    def test_in_turn_they_do_what_each_does_alone(self):
        together = {name: simulation(name, **changes) for name, changes in SMALL.items()}
        for _ in range(3):
            for sim in together.values():
                self.assertTrue(sim.step())
        for name, sim in together.items():
            alone = simulation(name, **SMALL[name]).run(steps=3)
            self.assertEqual(alone.numbers, sim.numbers, name)
            self.same(alone.field("velocity"), sim.field("velocity"))

    def test_fields_have_the_shapes_of_their_coordinates(self):
        for name, changes in SMALL.items():
            sim = simulation(name, **changes)
            for field in sim.fields:
                for n, values in enumerate(arrays(sim.sample(field))):
                    if "blocks" in name:
                        nodes = sim.coordinates(field)[n][0].shape
                        self.assertEqual(values.shape[-2:], tuple(k - 1 for k in nodes), (name, field))
                    elif "gmsh" in name:
                        self.assertEqual(values.shape[-1], len(sim.coordinates(field)[0]), (name, field))
            if "blocks" not in name and "gmsh" not in name:
                first = arrays(sim.field("velocity"))[0]
                part = "velocity.x" if name.startswith("projection") else "velocity"
                places = sim.coordinates(part)
                self.assertEqual(first.shape[-2:], (len(places[1]), len(places[0])), name)

    def test_values_that_are_set_again_change_nothing(self):
        for name, changes in SMALL.items():
            plain, written = simulation(name, **changes).run(steps=2), simulation(name, **changes).run(steps=2)
            velocity = written.field("velocity")
            written.set("velocity", [np.array(a) for a in velocity] if isinstance(velocity, (list, tuple)) else np.array(velocity))
            self.same(plain.field("velocity"), written.field("velocity"))
            self.assertTrue(written.step(), name)

    def test_what_a_solver_does_not_keep_is_refused(self):
        for name, field in (("galerkin/cavity", "pressure"), ("compressible/isentropic-vortex", "mach")):
            with self.assertRaisesRegex(eddy.CaseError, f"'{field}' cannot be set.*What can be set: .*velocity.x"):
                simulation(name, **SMALL[name]).set(field, 0)
        with self.assertRaisesRegex(eddy.CaseError, "velocity has 2 components; wanted: one array or number for each"):
            simulation("artificial/cavity").set("velocity", 1)
        with self.assertRaisesRegex(eddy.CaseError, "one array with components first for each block"):
            simulation("compressible/isentropic-vortex-blocks").set("velocity", [1, 2, 3])

    def test_functions_and_arrays(self):
        def pairs():
            yield "artificial/cavity", "boundary.top.velocity", [lambda x: 4 * x * (1 - x), 0], ["4*x*(1-x)", 0]
            yield "galerkin/cavity", "initial.velocity", [lambda x, y: x * y, lambda x: -x], ["x*y", "-x"]
            yield "compressible/isentropic-vortex", "initial.density", lambda x, y: 1 + x * y / 1000, "1+x*y/1000"
            yield "compressible/isentropic-vortex-blocks", "initial.density", lambda x: 1 + x / 100, "1+x/100"

        for name, key, function, text in pairs():
            both = []
            for value in (function, text):
                case = eddy.Case(root / "cases" / name)
                case[key] = value
                sim = eddy.Simulation(case, device="cpu", **SMALL[name]).run(steps=2)
                both.append(np.concatenate([np.ravel(a) for a in arrays(sim.sample("velocity"))]))
            np.testing.assert_allclose(*both, rtol=1e-12, atol=1e-12, err_msg=name)
        x, y = np.meshgrid(*simulation("compressible/isentropic-vortex", mesh__cells=[16, 12]).coordinates("density"))
        given = simulation("compressible/isentropic-vortex", mesh__cells=[16, 12], initial__density=1 + x * y / 1000)
        np.testing.assert_array_equal(given.sample("density"), 1 + x * y / 1000)

    def test_an_array_for_a_solver_that_asks_point_by_point(self):
        with self.assertRaisesRegex(eddy.CaseError, r"give arrays by Simulation\(case, initial=…\)"):
            simulation("galerkin/cavity", initial__velocity=[np.ones((65, 65)), np.zeros((65, 65))])
        sim = simulation("galerkin/cavity", initial={"velocity": [np.ones((65, 65)), 0]})
        self.assertEqual(sim.field("velocity")[0][30, 30], 1)

    def test_an_exception_in_a_flow_leaves_a_checkpoint(self):
        def inflow(y, t):
            if t > 0.004:
                raise RuntimeError("the fan has stopped")
            return 1 + 0 * y

        case = eddy.Case(root / "cases/galerkin/square-cylinder")
        case["boundary.left.velocity"] = [inflow, 0]
        with self.assertRaisesRegex(RuntimeError, "the fan has stopped"):
            eddy.run(case, "cpu", out="fan", progress=False)
        self.assertTrue(list(pathlib.Path("fan").glob("checkpoint-*.h5")))


class Ranks(InFolder):
    def environment(self):
        return {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}

    @unittest.skipUnless(shutil.which("mpirun"), "no mpirun here")
    def test_a_script_on_ranks_is_refused_and_told_the_way(self):
        pathlib.Path("script.py").write_text(f"import eddy\neddy.Simulation({str(root / 'cases/heat/plate')!r})\n")
        call = ["mpirun", "-n", "2", sys.executable, "script.py"]
        done = subprocess.run(call, capture_output=True, text=True, env=self.environment())
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("Python runs on one rank. Start it without mpirun; eddy.run(case, ranks=4) starts ranks.", done.stderr)

    @unittest.skipUnless(shutil.which("mpirun"), "no mpirun here")
    def test_a_run_and_a_sweep_on_ranks(self):
        case = eddy.Case(root / "cases/heat/plate", **{"mesh.cells": [16, 16], "run.device": "cpu"})
        one, two = eddy.run(case, out="one"), eddy.run(case, out="two", ranks=2)
        self.assertEqual(one.results, two.results)
        self.assertEqual(two.summary["ranks"], 2)
        swept = eddy.sweep(case, {"material.conductivity": [1, 2]}, out="swept", ranks=2, jobs=1)
        self.assertEqual([run.summary["ranks"] for run in swept], [2, 2])
        with self.assertRaisesRegex(eddy.CaseError, "ranks and sweeps cannot have them"):
            eddy.run(eddy.Case(case, **{"material.source": lambda x: x}), ranks=2)


class Notebook(InFolder):
    def test_a_bar_is_shown_where_it_can_be_seen(self):
        case = {
            "solver": "heat",
            "run": {"steps": 100, "theta": 0},
            "mesh": {"lower": [0, 0], "upper": [1, 1], "cells": [8, 8]},
            "boundary": {"others": {"kind": "insulated"}},
        }
        for shown, modules in ((True, {"ipykernel": sys}), (False, {})):
            talk = io.StringIO()
            with mock.patch.dict(sys.modules, modules), contextlib.redirect_stderr(talk):
                sim = eddy.Simulation(case, device="cpu")
                bar = eddy.run.__globals__["Bar"](sim, None)
                bar._last -= 1
                bar(50, 0.5)
                bar.end()
            self.assertEqual("step 50, t = 0.5" in talk.getvalue(), shown)
            self.assertEqual("50 %" in talk.getvalue(), shown)

    def test_a_bar_below_a_cell(self):
        seen = []

        class Cell:
            def update(self, shown):
                seen.append((shown._repr_html_(), repr(shown)))

        case = {
            "solver": "heat",
            "run": {"steps": 100, "theta": 0},
            "mesh": {"lower": [0, 0], "upper": [1, 1], "cells": [8, 8]},
            "boundary": {"others": {"kind": "insulated"}},
        }
        names = eddy.run.__globals__
        with mock.patch.dict(names, {"_cell_below": Cell}), contextlib.redirect_stderr(io.StringIO()) as talk:
            bar = names["Bar"](eddy.Simulation(case, device="cpu"), True)
            bar._last -= 1
            bar(25, 0.5)
            bar.end()
        self.assertEqual(talk.getvalue(), "")
        self.assertIn('<progress value="0.2500"', seen[0][0])
        self.assertRegex(seen[0][1], "^25 %, step 25, t = 0.5, .* s left$")
        self.assertEqual(seen[-1], ("<div></div>", ""))

    def test_pandas_or_a_sentence(self):
        run = eddy.run(root / "cases/heat/plate", "cpu", out="plate", mesh__cells=[16, 16])
        try:
            import pandas  # noqa: F401
        except ImportError:
            with self.assertRaisesRegex(eddy.MissingError, "install python3-pandas"):
                run.frame
        else:
            self.assertEqual(list(run.frame.columns), list(run.history.dtype.names))
        self.assertEqual(run.plot("temperature")._repr_png_()[:4], b"\x89PNG")


if __name__ == "__main__":
    unittest.main()
