# Fields in the memory of a GPU (not in a file cuda.py: CuPy imports a package of that name): the addresses that eddy gives are
# looked at and written to by CUDA's own library, and by CuPy and PyTorch where they are. Needs a GPU.
import ctypes
import importlib.util
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
