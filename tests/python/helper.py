# Shared by the tests of the Python package.
import os
import tempfile
import unittest


class InFolder(unittest.TestCase):
    """Each test works in a folder of its own."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.before = os.getcwd()
        os.chdir(self.folder.name)

    def tearDown(self):
        os.chdir(self.before)
        self.folder.cleanup()
