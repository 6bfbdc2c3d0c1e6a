# Fields in the memory of a GPU: the addresses that eddy gives are read and written by CUDA's own library, and by CuPy and
# PyTorch if they are installed. Needs a GPU. (The file is not named cuda.py, because CuPy imports a package of that name.)
import ctypes
import importlib.util
import threading
import time
import unittest

import numpy as np

import eddy


def runtime():
    """The library of CUDA that eddy has loaded."""
    with open("/proc/self/maps") as maps:
        for line in maps:
            if "libcudart" in line:
                return ctypes.CDLL(line.split()[-1])
    raise RuntimeError("no libcudart is loaded")


def case():
    return {
        "solver": "heat",
        "run": {"steps": 10, "theta": 0},
        "mesh": {"lower": [0, 0], "upper": [1.5, 1], "cells": [24, 16]},
        "boundary": {"top": {"kind": "temperature", "temperature": 1}, "others": {"kind": "insulated"}},
        "initial": {"temperature": "x*y"},
    }


TO_DEVICE, TO_HOST = 1, 2


def copy_rows(cuda, array, host, direction):
    """Between an array of the host and what an array interface describes."""
    interface = array.__cuda_array_interface__
    address, stride = interface["data"][0], interface["strides"][0]
    width = host.shape[1] * host.itemsize
    arguments = (host.ctypes.data, width, address, stride) if direction == TO_HOST else (address, stride, host.ctypes.data, width)
    to, to_pitch, start, pitch = arguments
    code = cuda.cudaMemcpy2D(ctypes.c_void_p(to), ctypes.c_size_t(to_pitch), ctypes.c_void_p(start),
                             ctypes.c_size_t(pitch), ctypes.c_size_t(width), ctypes.c_size_t(host.shape[0]), direction)
    assert code == 0, code


class DlTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("offset", ctypes.c_uint64)]


class OnCuda(unittest.TestCase):
    def test_bits_and_addresses(self):
        gpu, cpu = eddy.Simulation(case(), device="cuda").run(), eddy.Simulation(case(), device="cpu").run()
        field = gpu.field("temperature")
        self.assertIsInstance(field, eddy.DeviceArray)
        self.assertEqual((field.shape, field.dtype), ((16, 24), np.dtype("f8")))
        np.testing.assert_array_equal(field.get(), cpu.field("temperature"))
        host = np.empty(field.shape)
        copy_rows(runtime(), field, host, TO_HOST)
        np.testing.assert_array_equal(host, cpu.field("temperature"))

    def test_dlpack(self):
        sim = eddy.Simulation(case(), device="cuda")
        field = sim.field("temperature")
        self.assertEqual(field.__dlpack_device__()[0], 2)
        capsule = field.__dlpack__()
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        tensor = DlTensor.from_address(pointer(capsule, b"dltensor"))
        self.assertEqual(tensor.data, field.__cuda_array_interface__["data"][0])
        self.assertEqual((tensor.device_type, tensor.ndim, tensor.code, tensor.bits), (2, 2, 2, 64))
        self.assertEqual([tensor.shape[0], tensor.shape[1]], [16, 24])
        self.assertEqual(8 * tensor.strides[0], field.strides[0])

    def test_edit_in_place(self):
        values = np.random.default_rng(1).random((16, 24))
        gpu, cpu = eddy.Simulation(case(), device="cuda"), eddy.Simulation(case(), device="cpu")
        with gpu.edit("temperature") as memory:
            copy_rows(runtime(), memory, values, TO_DEVICE)
        cpu.set("temperature", values)
        np.testing.assert_array_equal(gpu.run().field("temperature").get(), cpu.run().field("temperature"))

    def test_a_field_is_looked_up_when_it_is_taken(self):
        gpu, cpu = eddy.Simulation(case(), device="cuda"), eddy.Simulation(case(), device="cpu")
        field = gpu.field("temperature")
        for _ in gpu:
            cpu.step()
            self.assertIs(gpu.field("temperature"), field)
            host = np.empty(field.shape)
            copy_rows(runtime(), field, host, TO_HOST)
            np.testing.assert_array_equal(host, cpu.field("temperature"))

    def test_poisson_and_functions(self):
        f = np.random.default_rng(2).random((32, 48))
        np.testing.assert_array_equal(eddy.solve_poisson(f, 0, 0.1, device="cuda"), eddy.solve_poisson(f, 0, 0.1, device="cpu"))

        def source(x, y, t):
            return x * y * (1 + t)

        fields = [eddy.Simulation({**case(), "material": {"source": source}}, device=d).run().sample("temperature")
                  for d in ("cuda", "cpu")]
        np.testing.assert_array_equal(*fields)

    def test_arrays_of_another_device_are_refused(self):
        gpu = eddy.Simulation(case(), device="cuda")
        with self.assertRaisesRegex(eddy.CaseError, "in the memory of a GPU"):
            eddy.Simulation(case(), device="cpu").set("temperature", gpu.field("temperature"))


class WhileTheDeviceWorks(unittest.TestCase):
    """A step returns before the device has made it: what is done to a field then comes after all steps so far."""

    def simulation(self, device):
        return eddy.Simulation({**case(), "mesh": {"lower": [0, 0], "upper": [1, 1], "cells": [4096, 4096]},
                                "run": {"steps": 1000, "theta": 0}}, device=device)

    def with_steps_in_flight(self, cuda):
        """On the GPU: 40 steps, most of them still to be made there, as replays of a recorded graph."""
        sim = self.simulation("cuda")
        sim.run(steps=6)
        sim.field("temperature").get()  # waits for all steps so far
        for _ in range(40):
            sim.step()
        event = ctypes.c_void_p()
        self.assertEqual(cuda.cudaEventCreate(ctypes.byref(event)), 0)
        self.assertEqual(cuda.cudaEventRecord(event, None), 0)  # after all launches of the steps
        state = cuda.cudaEventQuery(event)
        cuda.cudaGetLastError()
        cuda.cudaEventDestroy(event)
        self.assertEqual(state, 600, "the device had made all steps: nothing is provoked here")  # cudaErrorNotReady
        return sim

    def on_cpu(self):
        sim = self.simulation("cpu")
        sim.run(steps=46)
        return sim

    def test_set_waits(self):
        values = np.random.default_rng(4).random((4096, 4096))
        eddy.Simulation(case(), device="cuda").step()  # loads CUDA's library
        gpu, cpu = self.with_steps_in_flight(runtime()), self.on_cpu()
        gpu.set("temperature", values)
        cpu.set("temperature", values)
        np.testing.assert_array_equal(gpu.field("temperature").get(), values)
        gpu.run(steps=3)
        np.testing.assert_array_equal(gpu.field("temperature").get(), cpu.run(steps=3).field("temperature"))

    def test_a_field_that_is_taken_is_that_of_the_last_step(self):
        eddy.Simulation(case(), device="cuda").step()
        gpu = self.with_steps_in_flight(runtime())
        host = np.empty((4096, 4096))
        copy_rows(runtime(), gpu.field("temperature"), host, TO_HOST)
        np.testing.assert_array_equal(host, self.on_cpu().field("temperature"))

    def test_edit_waits_for_the_steps_and_for_the_stream_of_whoever_writes(self):
        eddy.Simulation(case(), device="cuda").step()
        cuda = runtime()
        gpu, cpu = self.with_steps_in_flight(cuda), self.on_cpu()
        stream, non_blocking = ctypes.c_void_p(), 1
        self.assertEqual(cuda.cudaStreamCreateWithFlags(ctypes.byref(stream), non_blocking), 0)
        with gpu.edit("temperature") as memory:
            interface = memory.__cuda_array_interface__
            arguments = (ctypes.c_void_p(interface["data"][0]), ctypes.c_size_t(interface["strides"][0]))
            size = (ctypes.c_size_t(4096 * 8), ctypes.c_size_t(4096))
            for byte in (0x3F,) * 500 + (0,):  # long work; the last call sets all values to 0
                self.assertEqual(cuda.cudaMemset2DAsync(*arguments, byte, *size, stream), 0)
            self.assertEqual(cuda.cudaStreamQuery(stream), 600)
            cuda.cudaGetLastError()
        gpu.run(steps=3)
        cpu.set("temperature", 0)
        np.testing.assert_array_equal(gpu.field("temperature").get(), cpu.run(steps=3).field("temperature"))
        cuda.cudaStreamDestroy(stream)

    def test_another_thread_is_refused(self):
        sim = eddy.Simulation({**case(), "run": {"steps": 200_000, "theta": 0}}, device="cuda")
        thread = threading.Thread(target=sim.run)
        thread.start()
        while sim.steps == 0:
            time.sleep(0.001)
        with self.assertRaisesRegex(eddy.CaseError, "'temperature' was set while a step is being made"):
            sim.set("temperature", 0)
        thread.join()
        plain = eddy.Simulation({**case(), "run": {"steps": 200_000, "theta": 0}}, device="cuda").run()
        np.testing.assert_array_equal(sim.field("temperature").get(), plain.field("temperature").get())


def where_there_is(name):
    return unittest.skipUnless(importlib.util.find_spec(name), f"{name} is not here")


class InOtherLibraries(unittest.TestCase):
    @where_there_is("cupy")
    def test_cupy_looks_into_the_field_and_writes(self):
        import cupy

        gpu, cpu = eddy.Simulation(case(), device="cuda"), eddy.Simulation(case(), device="cpu")
        field = gpu.field("temperature")
        seen = cupy.asarray(field)
        self.assertEqual(seen.data.ptr, field.__cuda_array_interface__["data"][0])
        np.testing.assert_array_equal(cupy.asnumpy(seen), cpu.field("temperature"))
        values = np.random.default_rng(3).random((16, 24))
        with gpu.edit("temperature") as memory:
            cupy.asarray(memory)[...] = cupy.asarray(values)
            cupy.cuda.Device().synchronize()
        cpu.set("temperature", values)
        np.testing.assert_array_equal(gpu.run().field("temperature").get(), cpu.run().field("temperature"))
        with self.assertRaisesRegex(eddy.CaseError, "in the memory of a GPU"):
            cpu.set("temperature", cupy.asarray(values))

    @where_there_is("torch")
    def test_torch_looks_into_the_field(self):
        import torch

        gpu, cpu = eddy.Simulation(case(), device="cuda"), eddy.Simulation(case(), device="cpu")
        field = gpu.run().field("temperature")
        seen = torch.from_dlpack(field)
        self.assertEqual((seen.data_ptr(), seen.device.type), (field.__cuda_array_interface__["data"][0], "cuda"))
        np.testing.assert_array_equal(seen.cpu().numpy(), cpu.run().field("temperature"))


if __name__ == "__main__":
    unittest.main()
