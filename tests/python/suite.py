# The Python package as scripts use it. Arguments: the repository, and those of unittest.
import inspect
import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import unittest

import numpy as np

import eddy
from helper import InFolder

root = pathlib.Path(sys.argv.pop(1))


def slab(**more):
    """Explicit heat conduction on 24 × 16 cells, ten steps."""
    case = {
        "solver": "heat",
        "run": {"steps": 10, "theta": 0, "device": "cpu"},
        "mesh": {"lower": [0, 0], "upper": [1.5, 1], "cells": [24, 16]},
        "boundary": {"top": {"kind": "temperature", "temperature": 1}, "others": {"kind": "insulated"}},
        "initial": {"temperature": "x*y"},
    }
    for key, value in more.items():
        table, _, name = key.partition("__")
        case.setdefault(table, {})[name] = value
    return case


def channel(**more):
    """Flow through a short channel, three steps."""
    case = {
        "solver": "projection",
        "run": {"steps": 3, "device": "cpu"},
        "mesh": {"lower": [0, 0], "upper": [2, 1], "cells": [32, 16]},
        "fluid": {"viscosity": 0.01},
        "boundary": {
            "left": {"kind": "inflow", "velocity": [1, 0]},
            "right": {"kind": "outflow"},
            "others": {"kind": "no-slip"},
        },
    }
    for key, value in more.items():
        case[key] = value
    return case


class Cases(InFolder):
    def test_keys_are_read_set_and_filled_in(self):
        case = eddy.Case(root / "cases/heat/plate")
        self.assertEqual(case["solver"], "heat")
        case["mesh.cells"] = [16, 12]
        self.assertEqual(case["mesh.cells"], [16, 12])
        self.assertEqual(case["run.precision"], "double")  # a default
        self.assertIn("cells = [16, 12]", case.to_toml())
        self.assertEqual(eddy.Simulation(case, device="cpu").field("temperature").shape, (12, 16))

    def test_mistakes_have_the_sentences_of_the_command_line(self):
        with self.assertRaisesRegex(eddy.CaseError, "unknown key 'theat' in .run.. Did you mean 'theta'"):
            eddy.Simulation(slab(run__theat=1))
        with self.assertRaisesRegex(KeyError, "Did you mean 'mesh.cells'"):
            eddy.Case(slab())["mesh.cell"]
        with self.assertRaisesRegex(eddy.CaseError, "there is no such case. Eddy comes with heat/fin"):
            eddy.Case("cases/heat/fin")
        with self.assertRaisesRegex(eddy.CaseError, "there is no such case. Name a folder"):
            eddy.Case("nowhere")
        with self.assertRaisesRegex(eddy.CaseError, "cannot be <object"):
            eddy.Case(slab())["run.cfl"] = object()
        with self.assertRaisesRegex(eddy.MissingError, "opencl:77"):
            eddy.Simulation(slab(), device="opencl:77")

    def test_keys_are_taken_out(self):
        case = eddy.Case(root / "cases/heat/plate")
        del case["run.steady"], case["expect"], case["exact"]
        self.assertNotIn("run.steady", case)
        self.assertIn("without run.steady, expect, exact", repr(case))
        with self.assertRaisesRegex(eddy.CaseError, "the run has no end"):
            eddy.Simulation(case)
        case["run.steps"] = 3
        self.assertEqual(eddy.Simulation(case, device="cpu", mesh__cells=[8, 8]).run().steps, 3)
        with self.assertRaisesRegex(KeyError, "'run.stps' is not given in this case. Did you mean 'run.steps'"):
            del case["run.stps"]
        own = eddy.Case(slab(initial__temperature=3))
        del own["initial"]
        self.assertEqual(own["initial.temperature"], 0)  # the default again
        own["initial.temperature"] = 2
        self.assertEqual(eddy.Simulation(own).field("temperature").max(), 2)

    def test_mistakes_name_the_key_as_python_does(self):
        with self.assertRaisesRegex(eddy.CaseError, r'^case\["mesh.cels"\] = \[1, 2\] error: unknown key'):
            eddy.Simulation(slab(), mesh__cels=[1, 2])
        case = eddy.Case(slab())
        del case["run.steps"]
        with self.assertRaisesRegex(eddy.CaseError, r'^del case\["run.steps"\] error: the run has no end'):
            eddy.Simulation(case)

    def test_arguments_of_a_wrong_kind(self):
        sim = eddy.Simulation(slab())
        for call, text in (
            (lambda: eddy.Case(3), "a folder, a .toml file or a dict, not 3"),
            (lambda: eddy.Case({1: 2}), "a key of a case is a text"),
            (lambda: sim.field(3), "a field has a name, such as 'velocity', not 3"),
            (lambda: sim.run(until="soon"), "until = 'soon'; wanted: a number"),
            (lambda: sim.run(steps=1.5), "steps = 1.5; wanted: a whole number of at least 0"),
            (lambda: eddy.Simulation(slab(), initial=[1]), "wanted: a dict of arrays by the names of fields"),
            (lambda: eddy.run(slab(), ranks=0), "ranks = 0; wanted: a whole number of at least 1"),
            (lambda: eddy.sweep(slab(), {}), "wanted: a dict of lists"),
            (lambda: eddy.sweep(slab(), {"run.steps": "12"}), "wanted is a list of values, not '12'"),
            (lambda: eddy.sweep(slab(), {"run.steps": [1]}, jobs=0), "jobs = 0; wanted"),
            (lambda: eddy.Sweep("nowhere").table, "is not the folder of a sweep"),
            (lambda: eddy.solve_poisson(np.ones((4, 4)), 0, (1, 2, 3)), "is no width of a cell"),
            (lambda: eddy.solve_poisson(np.ones((4, 4)), 0, "wide"), "h = 'wide' is no width of a cell"),
            (lambda: eddy.solve_poisson(np.ones((0, 4)), 0, 1), "and no values"),
            (lambda: eddy.solve_poisson(np.ones((4, 4)), None, 1), "bc of 'others' is None"),
        ):
            with self.assertRaisesRegex(eddy.CaseError, text):
                call()

    def test_all_that_is_public_has_a_sentence_and_types(self):
        for name in eddy.__all__:
            of = getattr(eddy, name)
            self.assertTrue(inspect.getdoc(of), name)
            for member, value in vars(of).items() if inspect.isclass(of) else [(name, of)]:
                call = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
                if not inspect.isfunction(call) or (member.startswith("_") and member != "__init__"):
                    continue
                if member != "__init__" and not member.startswith("__"):
                    self.assertTrue(inspect.getdoc(value), f"{name}.{member}")
                for parameter in list(inspect.signature(call).parameters.values())[inspect.isclass(of):]:
                    self.assertIsNot(parameter.annotation, parameter.empty, f"{name}.{member}({parameter.name})")
                if member != "__init__":
                    self.assertIsNot(inspect.signature(call).return_annotation, inspect.Signature.empty, f"{name}.{member}")

    def test_a_case_that_changes_later_is_told(self):
        case = eddy.Case(slab())
        sim = eddy.Simulation(case)
        sim.step()
        case["run.steps"] = 20
        with self.assertRaisesRegex(eddy.CaseError, "changed .run.steps. after this simulation"):
            sim.step()
        self.assertEqual(eddy.Simulation(case).run().steps, 20)
        with self.assertRaisesRegex(eddy.CaseError, "changed .run.steps. after this simulation"):
            for step in eddy.Simulation(case):
                case["run.steps"] = 30
        self.assertEqual(step, 1)


class Fields(InFolder):
    def test_stepping_gives_the_bits_of_a_run(self):
        sim = eddy.Simulation(slab())
        self.assertEqual(list(sim), list(range(1, 11)))
        self.assertFalse(sim.step())
        run = eddy.run(slab(), out="whole")
        self.assertEqual(run.results, sim.results)
        self.assertEqual(run.summary["steps"], 10)

    def test_no_copy(self):
        sim = eddy.Simulation(slab())
        one, two = sim.field("temperature"), sim.field("temperature")
        self.assertEqual(one.ctypes.data, two.ctypes.data)
        self.assertEqual(one.ctypes.data, eddy._core.memory(sim._core)["temperature"][1])
        self.assertFalse(one.flags.owndata)
        with sim.edit("temperature") as edited:
            edited[3, 4] = 7.5
        self.assertEqual(one[3, 4], 7.5)
        with self.assertRaises(ValueError):
            one[3, 4] = 1
        np.testing.assert_array_equal(one, sim.sample("temperature"))

    def test_an_exception_while_editing(self):
        edited, plain = eddy.Simulation(slab()), eddy.Simulation(slab())
        with self.assertRaises(ZeroDivisionError):
            with edited.edit("temperature") as memory:
                memory[...] = 3
                print(1 / 0)
        plain.set("temperature", 3)
        np.testing.assert_array_equal(edited.run().field("temperature"), plain.run().field("temperature"))

    def test_memory_outlives_the_name_of_the_simulation(self):
        sim = eddy.Simulation(slab())
        field = sim.field("temperature")
        copy = field.copy()
        del sim
        np.testing.assert_array_equal(field, copy)

    def test_set_values_count(self):
        x, y = np.meshgrid(*eddy.Simulation(slab()).coordinates("temperature"))
        plain = eddy.Simulation(slab()).run()
        by_array = eddy.Simulation(slab(initial__temperature=x * y)).run()
        set_later = eddy.Simulation(slab(initial__temperature=0), initial={"temperature": x * y}).run()
        edited = eddy.Simulation(slab(initial__temperature=0))
        with edited.edit("temperature") as memory:
            memory[...] = x * y
        edited.run()
        for other in (by_array, set_later, edited):
            np.testing.assert_array_equal(plain.field("temperature"), other.field("temperature"))

    def test_wrong_arrays(self):
        sim = eddy.Simulation(slab())
        for wrong, text in (
            (np.zeros((24, 16)), r"shape \(24, 16\); wanted: \(16, 24\)"),
            (np.zeros((16, 24), dtype=complex), "complex128; wanted: real numbers"),
            (np.full((16, 24), np.nan), r"nan at \(0, 0\)"),
            (np.array(["a"]), "wanted: real numbers"),
        ):
            with self.assertRaisesRegex(eddy.CaseError, text):
                sim.set("temperature", wrong)

        class OnGpu:
            __cuda_array_interface__ = {"shape": (16, 24), "typestr": "<f8", "data": (0, False), "version": 3}

        with self.assertRaisesRegex(eddy.CaseError, "in the memory of a GPU"):
            sim.set("temperature", OnGpu())
        with self.assertRaisesRegex(eddy.CaseError, "no field 'temprature'.*Did you mean"):
            sim.field("temprature")
        with self.assertRaisesRegex(eddy.CaseError, "cannot be set"):
            sim.set("source", 1)
        with self.assertRaisesRegex(eddy.CaseError, r"wanted: \(16, 24\)"):
            eddy.Simulation(slab(initial__temperature=np.zeros((5, 5))))

    def test_velocity_is_a_tuple_of_faces(self):
        sim = eddy.Simulation(channel()).run()
        u, v = sim.field("velocity")
        self.assertEqual((u.shape, v.shape), ((16, 33), (17, 32)))
        self.assertEqual(sim.sample("velocity").shape[0], 2)
        self.assertGreater(abs(sim.field("vorticity")).max(), 0)
        sim = eddy.Simulation(channel())
        sim.set("velocity", (np.full((16, 33), 2.0), 0))
        sim.run(steps=1)
        self.assertLess(sim.dt, eddy.Simulation(channel()).run(steps=1).dt)  # the step depends on the speed
        with self.assertRaisesRegex(eddy.CaseError, "'pressure' cannot be set"):
            sim.set("pressure", 0)

    def test_several_simulations_in_threads(self):
        sims = [eddy.Simulation(slab(initial__temperature=f"{n}*x")) for n in range(3)]
        threads = [threading.Thread(target=sim.run) for sim in sims]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        alone = eddy.Simulation(slab(initial__temperature="2*x")).run()
        np.testing.assert_array_equal(sims[2].field("temperature"), alone.field("temperature"))

    def test_dlpack(self):
        sim = eddy.Simulation(slab())
        taken = np.from_dlpack(type("Owner", (), {
            "__dlpack__": lambda self, **_: eddy._core.dlpack(sim._core, "temperature"),
            "__dlpack_device__": lambda self: (1, 0),
        })())
        np.testing.assert_array_equal(taken, sim.field("temperature"))
        self.assertEqual(taken.ctypes.data, sim.field("temperature").ctypes.data)


class Functions(InFolder):
    def test_a_function_is_a_formula(self):
        def source(x, y, t):
            return np.sin(3 * x) * y * (1 + t)

        text = eddy.Simulation(slab(material__source="sin(3*x)*y*(1+t)")).run()
        function = eddy.Simulation(slab(material__source=source)).run()
        np.testing.assert_allclose(text.field("temperature"), function.field("temperature"), rtol=1e-14)

    def test_an_inflow_is_called_with_arrays(self):
        sizes = []

        def inflow(y, t):
            sizes.append(np.size(y))
            return 6 * y * (1 - y) * (1 + t)

        case = channel()
        case["boundary"]["left"]["velocity"] = [inflow, 0]
        function = eddy.Simulation(case).run()
        case["boundary"]["left"]["velocity"] = ["6*y*(1-y)*(1+t)", 0]
        text = eddy.Simulation(case).run()
        np.testing.assert_allclose(text.field("velocity")[0], function.field("velocity")[0], rtol=1e-12)
        self.assertGreaterEqual(max(sizes), 16)
        self.assertLess(len([n for n in sizes if n > 1]), 20)

    def test_an_exception_stops_cleanly(self):
        def source(x, y, t):
            if t > 0.02:
                raise RuntimeError("the pump is broken")
            return 0 * x

        case = slab(material__source=source, run__steps=1000)
        sim = eddy.Simulation(case, out="stopped")
        with self.assertRaisesRegex(RuntimeError, "the pump is broken"):
            sim.run()
        steps = sim.steps
        self.assertGreater(steps, 1)
        self.assertTrue(pathlib.Path(f"stopped/checkpoint-{steps:09d}.h5").exists())
        good = eddy.Simulation(slab(run__steps=steps)).run()
        np.testing.assert_array_equal(sim.field("temperature"), good.field("temperature"))
        with self.assertRaisesRegex(eddy.CaseError, "closed"):
            sim.step()
        del sim
        with self.assertRaisesRegex(eddy.Error, "the Python function 'material.source' is not here"):
            eddy.resume("stopped")
        mended = {"material.source": lambda x, y, t: 0 * x}
        with self.assertRaisesRegex(eddy.CaseError, "would change the answer"):
            eddy.resume("stopped", "mesh.cells=[4,4]", functions=mended)
        with self.assertRaisesRegex(eddy.CaseError, "Give a later end"):
            eddy.resume("stopped", "run.steps=1", functions=mended)
        more = steps + 7
        whole = eddy.run(slab(material__source="0*t", run__steps=more), out="unbroken")
        again = eddy.resume("stopped", f"run.steps={more}", functions=mended)
        self.assertEqual(again.results["temperature_max"], whole.results["temperature_max"])
        self.assertEqual(again.history["step"][-1], more)

    def test_wrong_functions(self):
        with self.assertRaisesRegex(eddy.CaseError, "'q' is none of them"):
            eddy.Case(slab(material__source=lambda q: q))
        with self.assertRaisesRegex(eddy.CaseError, "material.source gave an array of shape"):
            eddy.Simulation(slab(material__source=lambda x: np.zeros(3))).run()
        with self.assertRaisesRegex(eddy.CaseError, "gives nan at x"):
            eddy.Simulation(slab(material__source=lambda x: x * np.nan)).run()

    def test_a_field_set_inside_a_step_is_refused(self):
        sims = []

        def source(x, y, t):
            if sims:
                sims[0].set("temperature", 0)
            return 0 * x

        sims.append(eddy.Simulation(slab(material__source=source)))
        with self.assertRaisesRegex(eddy.CaseError, "'temperature' was set while a step is being made"):
            sims[0].run()

    def test_a_field_set_by_another_thread_during_a_run_is_refused(self):
        sim = eddy.Simulation(slab(run__steps=100000))
        thread = threading.Thread(target=sim.run)
        thread.start()
        while sim.steps == 0:
            time.sleep(0.001)
        with self.assertRaisesRegex(eddy.CaseError, "'temperature' was set while a step is being made"):
            sim.set("temperature", 0)
        with self.assertRaisesRegex(eddy.CaseError, "'temperature' was edited while a step is being made"):
            with sim.edit("temperature"):
                pass
        with self.assertRaisesRegex(eddy.CaseError, "a field was asked for while another thread makes a step"):
            sim.field("temperature")
        with self.assertRaisesRegex(eddy.CaseError, "a field was asked for while another thread makes a step"):
            sim.sample("temperature")
        with self.assertRaisesRegex(eddy.CaseError, "numbers were asked for while another thread makes a step"):
            print(sim.numbers)
        self.assertLess(sim.steps, 100000)
        thread.join()
        self.assertEqual(sim.steps, 100000)
        plain = eddy.Simulation(slab(run__steps=100000)).run()
        np.testing.assert_array_equal(sim.field("temperature"), plain.field("temperature"))


class Runs(InFolder):
    def test_a_run_and_its_tables(self):
        case = eddy.Case(slab())
        case["output.line"] = [{"name": "middle", "from": [0, 0.5], "to": [1.5, 0.5], "fields": ["temperature"]}]
        run = eddy.run(case)
        self.assertEqual(run.folder.name, "python-001")
        self.assertEqual(run.history["step"][-1], 10)
        known = json.loads((run.folder / "csv-metadata.json").read_text())
        origin = "eddy {version} ({commit}), case {case}".format(**run.summary)
        self.assertEqual(known["dc:provenance"], origin)
        columns = {table["url"]: [column["titles"] for column in table["tableSchema"]["columns"]] for table in known["tables"]}
        self.assertEqual(columns["history.csv"], list(run.history.dtype.names))
        self.assertEqual(list(run.lines), ["middle"])
        self.assertEqual(repr(run.lines), "<eddy tables: middle>")
        self.assertGreater(len(run.lines["middle"]), 10)
        self.assertEqual(len(run.signals), 0)
        with self.assertRaisesRegex(KeyError, "Tables: middle"):
            run.lines["midle"]
        picture = run.plot("temperature")
        self.assertTrue(picture._repr_png_().startswith(b"\x89PNG"))
        with self.assertRaises(eddy.Error):
            run.plot("nothing")
        with self.assertRaisesRegex(eddy.CaseError, "no case.used.toml"):
            eddy.Run(".")

    def test_tables_that_say_where_they_come_from(self):
        case = slab(output__csv_origin=True, output__line=[{"name": "middle", "from": [0, 0.5], "to": [1.5, 0.5]}])
        said, plain = eddy.run(case), eddy.run(slab())
        origin = "# eddy {version} ({commit}), case {case}".format(**said.summary)
        self.assertEqual((said.folder / "history.csv").read_text().splitlines()[0], origin)
        self.assertEqual((said.folder / "lines/middle.csv").read_text().splitlines()[0], origin)
        np.testing.assert_array_equal(said.history, plain.history)
        self.assertIn("temperature[K]", said.lines["middle"].dtype.names)
        sweep = eddy.sweep(case, {"run.steps": [3, 4]}, jobs=1)
        self.assertTrue((sweep.folder / "sweep.csv").read_text().startswith("# eddy "))
        self.assertEqual(list(sweep.table["run.steps"]), [3, 4])

    def test_a_run_with_functions_can_be_looked_at(self):
        case = channel(output={"fields": ["velocity"]})
        case["boundary"]["left"]["velocity"] = [lambda y, t: 4 * y * (1 - y) * (1 + t), 0]
        run = eddy.run(case)
        self.assertTrue(run.plot("velocity", "--lines")._repr_png_().startswith(b"\x89PNG"))
        for words in (["report", run.folder], ["plot", run.folder, "history"], ["compare", run.folder, run.folder]):
            eddy.program.call(words)
        with self.assertRaisesRegex(eddy.Error, "the Python function 'boundary.left.velocity.0' is not here"):
            eddy.resume(run.folder, "run.steps=5")

    def test_until_and_resume(self):
        with eddy.Simulation(slab(run__steps=40), out="part") as sim:
            sim.run(steps=15)
            at = sim.time
            sim.run(until=1.5 * at)
            self.assertGreaterEqual(sim.time, 1.5 * at)
            self.assertLess(sim.steps, 40)
        self.assertFalse(pathlib.Path("part/summary.json").exists())
        whole = eddy.run(slab(run__steps=40), out="whole")
        self.assertEqual(eddy.resume("part").results, whole.results)

    def test_ctrl_c(self):
        script = "import eddy, sys; eddy.run(eddy.Case(sys.argv[1]), out='long')"
        pathlib.Path("long.toml").write_text(eddy.Case(slab(run__steps=100000000)).to_toml())
        process = subprocess.Popen([sys.executable, "-c", script, "long.toml"], stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        while not pathlib.Path("long/history.csv").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        self.assertIn("KeyboardInterrupt", process.communicate(timeout=60)[1])
        self.assertTrue(list(pathlib.Path("long").glob("checkpoint-*.h5")))

    def test_the_end_of_a_simulation_in_a_folder_is_that_of_a_run(self):
        sim = eddy.Simulation(slab(), out="loop")
        for step in sim:
            pass
        self.assertEqual(eddy.Run("loop").results, eddy.run(slab(), out="whole").results)
        for name in ("history.csv",):
            self.assertEqual(pathlib.Path("loop", name).read_bytes(), pathlib.Path("whole", name).read_bytes())

    def test_not_converged(self):
        case = slab(run__steady=1e-10, linear__solver="jacobi", linear__max_iterations=3)
        del case["run"]["steps"], case["run"]["theta"]
        with self.assertRaisesRegex(eddy.DivergedError, "not converged"):
            eddy.Simulation(case).run()
        with self.assertRaisesRegex(eddy.DivergedError, "not converged"):
            eddy.run(case)

    def test_diverged(self):
        case = slab(run__steps=4000, initial__temperature=lambda x, y: np.where(x > 0.7, 1e300, -1e300))
        case["material"] = {"source": "1e305*(1+t)"}
        with self.assertRaises(eddy.DivergedError):
            eddy.Simulation(case).run()

    def test_sweep(self):
        case = slab()
        vary = {"material.conductivity": [1, 2], "mesh.cells": [[12, 8], [24, 16]]}
        done = eddy.sweep(case, vary, out="sweep", jobs=2)
        self.assertEqual(list(done.table["material.conductivity"]), [1, 1, 2, 2])
        self.assertEqual(set(done.table["state"]), {"done"})
        self.assertEqual(len(done.runs), 4)
        shown = done._repr_html_()
        self.assertEqual((shown.count("<tr>"), shown.count("<th>")), (5, len(done.table.dtype.names)))
        self.assertIn("<td>[24, 16]</td>", shown)
        before = [os.stat(run.folder / "summary.json").st_mtime_ns for run in done]
        again = eddy.sweep(case, {**vary, "material.conductivity": [1, 2, 3]}, out="sweep", jobs=1)
        self.assertEqual([os.stat(run.folder / "summary.json").st_mtime_ns for run in again][:4], before)
        self.assertEqual(len(again.runs), 6)
        with self.assertRaisesRegex(eddy.CaseError, "wanted is a list of values"):
            eddy.sweep(case, {"run.steps": 3})
        with self.assertRaisesRegex(eddy.CaseError, "functions or arrays"):
            eddy.sweep(slab(material__source=lambda x: x), {"run.steps": [3]})


class Poisson(unittest.TestCase):
    def test_order(self):
        errors = []
        for n in (16, 32):
            x, y = np.meshgrid((np.arange(n) + 0.5) / n, (np.arange(n) + 0.5) / n)
            exact = np.sin(np.pi * x) * np.sin(np.pi * y)
            phi = eddy.solve_poisson(-2 * np.pi**2 * exact, 0, 1 / n, device="cpu")
            errors.append(abs(phi - exact).max())
        self.assertLess(errors[1], errors[0] / 3.8)

    def test_boundaries(self):
        n = 16
        x = (np.arange(n) + 0.5) / n
        phi = eddy.solve_poisson(
            np.zeros((n, n)),
            {"left": 0, "right": np.full(n, 2.0), "bottom": {"flux": 0}, "top": lambda x: 2 * x},
            1 / n,
            device="cpu",
        )
        np.testing.assert_allclose(phi, np.broadcast_to(2 * x, (n, n)), atol=1e-8)
        line = eddy.solve_poisson(np.zeros(8), {"left": 0, "right": 1}, 1 / 8, device="cpu")
        np.testing.assert_allclose(line, (np.arange(8) + 0.5) / 8, atol=1e-9)
        for wrong in ({"lef": 0}, {"left": "wall"}, {"left": np.zeros(3), "others": 0}):
            with self.assertRaises(eddy.CaseError):
                eddy.solve_poisson(np.zeros((n, n)), wrong, 1 / n, device="cpu")


if __name__ == "__main__":
    unittest.main()
