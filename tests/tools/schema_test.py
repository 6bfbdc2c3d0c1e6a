"""The JSON schema of case files: every case fits it, and mistakes do not.   schema_test.py PROGRAM CASES"""

import json
import pathlib
import subprocess
import sys

try:
    import tomllib
except ImportError:  # before Python 3.11
    import tomli as tomllib

KINDS = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float)}
KNOWN = {"$schema", "title", "description", "type", "enum", "properties", "additionalProperties", "items", "anyOf", "required"}


def of_kind(value, kind):
    return isinstance(value, KINDS[kind]) and (kind == "boolean" or not isinstance(value, bool))


def faults(value, schema, path):
    """What does not fit, as far as the words of our schema go."""
    if schema is False:
        return [f"{path}: nobody knows this key"]
    if schema is True:
        return []
    assert set(schema) <= KNOWN, set(schema) - KNOWN
    if "anyOf" in schema and all(faults(value, one, path) for one in schema["anyOf"]):
        return [f"{path}: fits none of the choices"]
    if "type" in schema and not of_kind(value, schema["type"]):
        return [f"{path}: is no {schema['type']}"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{path}: {value!r} is none of the words"]
    found = [f"{path}: {key} is missing" for key in schema.get("required", []) if key not in value]
    if isinstance(value, list):
        for item in value:
            found += faults(item, schema.get("items", True), path)
    if isinstance(value, dict):
        for key, one in value.items():
            below = schema.get("properties", {}).get(key, schema.get("additionalProperties", True))
            found += faults(one, below, f"{path}.{key}")
    return found


program, cases = sys.argv[1], pathlib.Path(sys.argv[2])
schema = json.loads(subprocess.run([program, "list", "schema"], stdout=subprocess.PIPE, check=True).stdout)
wrong = []
files = sorted(cases.glob("*/*/case.toml"))
for file in files:
    wrong += [f"{file}: {text}" for text in faults(tomllib.loads(file.read_text()), schema, "")]
plate = tomllib.loads((cases / "heat/plate/case.toml").read_text())
for change in (
    {"fluid": {"viscosty": 1}},
    {"run": {"steps": "many"}},
    {"solver": "haet"},
    {"boundary": {"left": {"kind": "insulatd"}}},
    {"boundary": {"left": 3}},
    {"output": {"image": [{"feild": "temperature"}]}},
):
    if not faults({**plate, **change}, schema, ""):
        wrong.append(f"{change} is let through")
units = {"mesh": {"lower": [0, 0], "upper": ["5 mm", "1 cm"], "cells": [8, 8]}, "run": {"end_time": "2 min"}}
wrong += [f"units: {text}" for text in faults({**plate, **units}, schema, "")]
print(f"{len(files)} cases, {len(wrong)} faults", *wrong[:20], sep="\n")
sys.exit(bool(wrong) or len(files) < 50)
