# SPDX-License-Identifier: MIT
"""schema.py ROOT: holds schema/brain.schema.json and the loader's tables together.

The keys of every kind of mapping and the words of every key are those of src/file/keys.h; the reserved names are those of
src/expr/words.h. Where PyYAML and jsonschema are there, the brains of brains/ are checked against the schema, too.
"""

import json
import pathlib
import re
import sys

# Where the keys of each list of keys.h are in the schema; lists of words likewise.
KEYS = {
    "FILE_KEYS": [[]],
    "STATE_KEYS": [["$defs", "state"]],
    "TRANSITION_KEYS": [["$defs", "transition"]],
    "STEP_KEYS": [["$defs", "step"]],
    "FIELD_KEYS": [["$defs", "field_with_initial"]],
    "SELECT_KEYS": [["$defs", "select_among"]],
}
WORDS = {
    "KIND_VALUES": ["$defs", "kind"],
    "ACTIVATION_VALUES": ["$defs", "activation"],
    "LEAVE_VALUES": ["$defs", "leave"],
    "SELECT_VALUES": ["$defs", "select", "anyOf", 0],
    "WITH_VALUES": ["$defs", "transition", "properties", "with"],
    "ORDER_VALUES": ["properties", "update_order"],
    "FUNCTION_VALUES": ["properties", "functions", "additionalProperties"],
    "TYPE_VALUES": ["$defs", "type"],
}
NOT_ON_ROOT = {"transitions", "score", "weight", "hold"}


def lists_of(text, macro):
    """Every list of such macros, by name: the quoted words of its entries."""
    joined = text.replace("\\\n", " ")
    return {name: re.findall(r'"([^"]+)"', body) for name, body in re.findall(macro, joined)}


def at(schema, path):
    for step in path:
        schema = schema[step]
    return schema


def differences(what, loader, schema):
    for name in loader:
        if name not in schema:
            yield f"{what}: the schema lacks '{name}'"
    for name in schema:
        if name not in loader:
            yield f"{what}: the loader lacks '{name}'"


def problems_of(root, schema):
    lists = lists_of((root / "src/file/keys.h").read_text(), r"#define (\w+)\(X\)(.*)")
    for name, paths in KEYS.items():
        for path in paths:
            yield from differences(name, lists[name], at(schema, path)["properties"])
            if at(schema, path)["additionalProperties"] is not False:
                yield f"{name}: other keys are allowed"
    for name, path in WORDS.items():
        yield from differences(name, lists[name], at(schema, path)["enum"])
    for name in lists:
        if name.endswith("_KEYS") and name not in KEYS and name != "RESERVED_KEYS":
            yield f"{name} is unknown to this check"
        if name.endswith("_VALUES") and name not in WORDS and name != "BOOL_VALUES":
            yield f"{name} is unknown to this check"
    state = set(schema["$defs"]["state"]["properties"])
    yield from differences("root", state - NOT_ON_ROOT, schema["$defs"]["root"]["properties"])
    words = lists_of((root / "src/expr/words.h").read_text(), r"#define (EXPR_(?:WORD|FUNCTION)_LIST)\(X\)(.*)")
    reserved = [word for entry in words.values() for word in entry]
    yield from differences("reserved names", reserved, schema["$defs"]["free_name"]["not"]["enum"])


def brains_that_fail(root, schema):
    try:
        import jsonschema
        import yaml
    except ImportError:
        return

    class Loader(yaml.SafeLoader):
        """The types of YAML 1.2, as editors have them: `no` and `on` are texts."""

    Loader.yaml_implicit_resolvers = {
        first: [(tag, found) for tag, found in resolvers if tag != "tag:yaml.org,2002:bool"]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), list("tf"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for path in sorted((root / "brains").glob("*.yaml")):
        for error in validator.iter_errors(yaml.load(path.read_text(), Loader)):
            yield f"{path.name}: {error.json_path}: {error.message}"


def main(root):
    root = pathlib.Path(root)
    schema = json.loads((root / "schema/brain.schema.json").read_text())
    found = [*problems_of(root, schema), *brains_that_fail(root, schema)]
    for problem in found:
        print(f"schema/brain.schema.json:1: {problem}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
