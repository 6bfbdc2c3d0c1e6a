"""What pip asks for: a wheel of the Python files, which name the folder of this build. ./eddy builds the module first."""

import base64
import hashlib
import pathlib
import subprocess
import zipfile

root = pathlib.Path(__file__).resolve().parent.parent
NAME, VERSION = "eddy", "0.1.0"
WHEEL = f"{NAME}-{VERSION}-py3-none-any"


def _built() -> str:
    """Where the package is, after it was built."""
    answer = subprocess.run([root / "eddy", "python", "--where"], stdout=subprocess.PIPE, text=True, check=True)
    return str(pathlib.Path(answer.stdout.strip()).parent)


def _files() -> dict:
    info = f"{NAME}-{VERSION}.dist-info"
    package = root / "src" / "python" / "eddy"
    files = {f"eddy/{file.name}": file.read_bytes() for file in package.iterdir() if file.is_file()}
    files["eddy/library.txt"] = (_built() + "\n").encode()
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {VERSION}\nRequires-Dist: numpy\n"
        "Requires-Dist: tomli; python_version < '3.11'\n"
    ).encode()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: eddy\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    rows = []
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.append(f"{name},sha256={digest},{len(data)}")
    files[f"{info}/RECORD"] = ("\n".join([*rows, f"{info}/RECORD,,"]) + "\n").encode()
    return files


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / f"{WHEEL}.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in _files().items():
            wheel.writestr(name, data)
    return f"{WHEEL}.whl"


def get_requires_for_build_wheel(config_settings=None):
    return []
