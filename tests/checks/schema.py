# SPDX-License-Identifier: MIT
"""schema.py ROOT: compares schema/brain.schema.json and schema/test.schema.json with the loader's tables.

The keys of every kind of mapping and the allowed values of every key must be those of src/file/keys.h and, of `select`,
src/core/selects.h, and the keys of the root follow from src/core/attributes.h; each curve has the parameters that it
has in src/expr/responses.h; the reserved names are those of src/expr/words.h and operations.h. Validators that are
strict take the schema as it is: every value has one type, or may be null besides. Where PyYAML and jsonschema are
there, the brains of brains/ are checked against the schema, too, and scores and other keys that are right and wrong.
"""

import json
import pathlib
import re
import sys

# Positions of the keys of each list of keys.h in the schema; also of lists of words.
KEYS = {
    "FILE_KEYS": [[]],
    "TEMPLATE_KEYS": [["$defs", "template"]],
    "TYPED_KEYS": [["$defs", "typed"]],
    "STATE_KEYS": [["$defs", "state"]],
    "TRANSITION_KEYS": [["$defs", "transition"]],
    "STEP_KEYS": [["$defs", "step"]],
    "INITIAL_KEYS": [["$defs", "initial_rule"]],
    "FIELD_KEYS": [["$defs", "field_with_initial"]],
    "FUNCTION_KEYS": [["$defs", "function_with_parameters"]],
    "TARGET_FIELD_KEYS": [["$defs", "target_field"]],
    "EVENT_KEYS": [["$defs", "event_with_host"]],
    "PROPERTY_KEYS": [["$defs", "property"]],
    "WITHIN_KEYS": [["$defs", "within"]],
    "SETTLES_KEYS": [["$defs", "settles"]],
    "RENAME_KEYS": [["properties", "renames"]],
    "SELECT_NUMBER_LIST": [["$defs", "select_among"]],
    "CONSIDERATION_KEYS": [["$defs", "consideration"]],
    "GATE_KEYS": [["$defs", "gate"]],
    "GROUP_KEYS": [["$defs", "group"]],
    "PARAMETER_KEYS": [["$defs", "parameters_mkbc"], ["$defs", "parameters_sigmoid"]],
}
WORDS = {
    "KIND_VALUES": ["$defs", "kind"],
    "ACTIVATION_VALUES": ["$defs", "activation"],
    "LEAVE_VALUES": ["$defs", "leave"],
    "SELECT_WORD_LIST": ["$defs", "select", "anyOf", 0],
    "WITH_VALUES": ["$defs", "transition", "properties", "with"],
    "ORDER_VALUES": ["properties", "update_order"],
    "FUNCTION_VALUES": ["$defs", "function_kind"],
    "ARGUMENT_VALUES": ["$defs", "argument_kind"],
    "TYPE_VALUES": ["$defs", "type"],
    "PARAMETER_TYPE_VALUES": ["$defs", "parameter_type", "anyOf", 0],
    "INPUTS_VALUES": ["$defs", "within", "properties", "inputs"],
    "START_VALUES": ["$defs", "property", "properties", "start"],
    "OUTSIDE_VALUES": ["$defs", "consideration", "properties", "outside"],
}
# Keys that only the schema has.
BESIDES = {"GROUP_KEYS": {"weight"}}
# Lists that are checked separately.
OTHERS = {"SHARED_KEYS", "INCLUDED_KEYS", "PART_KEYS", "PROMISE_KEYS", "BOOL_VALUES"}
# Those of schema/test.schema.json.
TEST_KEYS = {"SCENARIO_KEYS": "scenario", "SCENARIO_STEP_KEYS": "step", "EXPECT_KEYS": "expectation"}
RESERVED_CURVE = "smoothstep"  # which is older than the others
LIMITS = {
    "WITS_MAX_CURVES": ["$defs", "curves", "anyOf", 1],
    "WITS_MAX_KNOTS": ["$defs", "knots"],
}
RIGHT = """\
{input: a}
{product: []}
{mean: [{input: a, weight: 0.5}, {gate: b}, {any: [{input: a}], weight: 2}]}
{sum: [{input: a, weight: -1}]}
{input: 3, range: [10, 0], outside: wrap, on_nan: 0, curve: step}
{input: a, curve: [logit, {linear: {m: -1, b: 1}}, {normal: }]}
{all: [{input: a, curve: {constant: {b: .5}}}]}
{input: a, curve: {piecewise: [[0, 1], [1, 0]]}}
{input: a, curve: {sigmoid: {k: 0.5}}}
{product: [hurt, {input: a, curve: panic, range: [0, reach], weight: low}]}
{input: a, curve: [panic, {logistic: {k: steep}}]}
hurt
1 - a
0.5
best
""".splitlines()
WRONG = """\
[{input: a}]
{gate: b}
{}
{inputs: a}
{considerations: []}
{product: {input: a}}
{product: [a b]}
{product: [], min: []}
{product: [], curve: step}
{product: [{gate: b, weight: 1}]}
{product: [{input: a, weight: -1}]}
{min: [{input: a, weight: 2}]}
{all: [{sum: [], weight: 2}]}
{input: a, weight: 2}
{mean: [], weight: 2}
{input: a, range: [0]}
{input: a, range: [0, 0]}
{input: a, range: 10}
{input: a, outside: wrap}
{input: a, curve: piecewise}
{input: a, curve: []}
{input: a, curve: {logistic: 2}}
{input: a, curve: {linear: {k: 2}}}
{input: a, curve: {constant: {m: 2}}}
{input: a, curve: {sigmoid: {k: 1}}}
{input: a, curve: {step: {}, logit: {}}}
{input: a, curve: {piecewise: [[0, 0]]}}
{input: a, curve: {piecewise: [[0, 0, 1], [1, 1]]}}
""".splitlines()

KEYS_RIGHT = """\
{score: a + 1, rank: 2}
{score: 2, rank: "a > 3", transitions: [{to: other, when: true}]}
{transitions: [{to: other, when: a and b, after: "3"}], any: , states: }
{states: {one: , two: {steps: [{when: a, do: b = 3}]}}}
{hold: 2.5s, cooldown: 400ms, every: patience, transitions: [{to: other, after: .5s, reenter: yes_it_is}]}
{use: melee, with: {reach: 2, gone: not near, calls: [a(), b()]}, score: 1}
{target: enemy, target_inertia: 0.2, retarget: [aim(), shout()], score: 1 - enemy.distance}
{target: enemy, target_inertia: calm, reenter: true}
""".splitlines()
KEYS_WRONG = """\
{rank: true}
{rank: ""}
{rank: 1.5}
{transitions: [{to: other, when: 3}]}
{transitions: [{to: other, when: ""}]}
{transitions: [{when: a}]}
{transitions: {to: other}}
{states: [one]}
{hold: 3m}
{hold: -1s}
{use: [melee]}
{target: [enemy], score: 1}
{target: enemy, target_inertia: [1], score: 1}
{target: enemy, retarget: {aim: 1}, score: 1}
{use: melee, with: [reach]}
""".splitlines()


# Pairs at the top of a file.
TOP_RIGHT = """\
context: {a: {type: float, range: [0, reach], step: 0.5, nan: true, host: false}, b: {type: int8, range: [-1, "1"]}}
events: [alarm, {name: ready, host: false}]
functions: {threat: {kind: score, range: [0, 2]}}
targets: {enemy: {most: 3, near: {type: float, range: [0, 10], step: 1}}, cover: {most: int}, friend: {most: many}}
prove: [{assume: a <= 40}, {never: in(s)}, {reach: b, name: an end, assume: a, from: s}, {start: any}, {from: s}]
prove: [{within: {when: a, until: b, ticks: 3, inputs: any}}, {settles: {of: /, ticks: many}}, {returns: in(s)}]
prove:
""".splitlines()
TOP_WRONG = """\
context: {a: {type: float, range: [0]}}
context: {a: {type: float, range: 10}}
context: {a: {type: float, range: [0, 10], step: 0}}
context: {a: {type: float, step: 1}}
context: {a: {type: bool, range: [0, 1]}}
context: {a: {type: float, host: 3}}
events: [{host: false}]
functions: {threat: {kind: condition, range: [0, 2]}}
targets: {enemy: {most: 9}}
targets: {enemy: {most: 0}}
targets: {enemy: {near: {type: float, nan: true}}}
prove: {never: in(s)}
prove: [in(s)]
prove: [{never: in(s), always: in(s)}]
prove: [{name: nothing}]
prove: [{name: an end, assume: a}]
prove: [{never: a, from: s, start: any}]
prove: [{never: a, start: here}]
prove: [{within: {when: a, until: b}}]
prove: [{within: {when: a, until: b, ticks: 3s}}]
prove: [{settles: {of: s, ticks: -1}}]
prove: [{settles: s}]
""".splitlines()


TESTS_RIGHT = """\
[{given: {a: 1}}, {scenario: a, given: {health: 0.5, near(): true, raise: [alarm]}, expect: {active: [a, not b], holds: true}}]
[{scenario: 3, from: a, seed: 7, steps: [{when: {raise: alarm}, within: 2.5s, expect: {calls: none}}, {after: 0}], never: {active: a}}]
[{scenario: a, for: patience, never: {target: {attack: 7, hide: none}, holds: [a, b < 3]}}]
""".splitlines()
TESTS_WRONG = """\
[]
{scenario: a}
[{given: {a: 1}, expect: {active: a}}]
[{scenario: a, expect: a}]
[{scenario: a, expect: {}}]
[{scenario: a, expect: {active: a, within: 3}}]
[{scenario: a, within: -3, expect: {active: a}}]
[{scenario: a, after: 1000001, expect: {active: a}}]
[{scenario: a, steps: [{given: {a: 1}}]}]
[{scenario: a, steps: {when: {a: 1}}}]
[{scenario: a, when: {raise: {alarm: 1}}, expect: {active: a}}]
[{scenario: a, expect: {target: attack}}]
""".splitlines()


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


def problems_of_curves(schema, parameters_of):
    curves = schema["$defs"]["curve_with_parameters"]["properties"]
    yield from differences("curves", parameters_of, curves)
    yield from differences("curves", [name for name in parameters_of if name != "piecewise"],
                           schema["$defs"]["curve_name"]["enum"])
    for name, own in parameters_of.items():  # piecewise has knots
        if name not in curves:
            continue  # reported above
        of_curve = schema["$defs"][curves[name]["$ref"].rsplit("/", 1)[1]].get("properties", {})
        yield from differences(f"parameters of {name}", own, of_curve)


def problems_of(root, schema):
    lists = lists_of((root / "src/file/keys.h").read_text(), r"#define (\w+)\(X\)(.*)")
    selects = (root / "src/core/selects.h").read_text().replace("\\\n", " ")
    lists["SELECT_WORD_LIST"] = re.findall(r'X\("(\w+)", WITS_SELECT_', selects)
    lists["SELECT_NUMBER_LIST"] = re.findall(r'X\([A-Z_]+, "(\w+)"', selects)
    lists["FILE_KEYS"] += lists["SHARED_KEYS"]
    lists["FIELD_KEYS"] += lists["PROMISE_KEYS"]
    for name, paths in KEYS.items():
        for path in paths:
            yield from differences(name, lists[name], set(at(schema, path)["properties"]) - BESIDES.get(name, set()))
            if at(schema, path)["additionalProperties"] is not False:
                yield f"{name}: other keys are allowed"
    for name, path in WORDS.items():
        yield from differences(name, lists[name], at(schema, path)["enum"])
    for name in lists:
        if name.endswith(("_KEYS", "_VALUES")) and name not in {*KEYS, *WORDS, *OTHERS, *TEST_KEYS}:
            yield f"{name} is unknown to this check"
    shapes = (root / "src/expr/responses.h").read_text()
    parameters_of = dict(re.findall(r'X\("(\w+)", WITS_CURVE_\w+, "(\w*)", ', shapes))
    yield from problems_of_curves(schema, parameters_of)
    header = (root / "include/wits/considerations.h").read_text()
    for name, path in LIMITS.items():
        if at(schema, path)["maxItems"] != int(re.search(rf"{name} = (\d+)", header)[1]):
            yield f"{name} is another number in the schema"
    state = set(schema["$defs"]["state"]["properties"])
    places = (root / "src/core/attributes.h").read_text()
    not_on_root = {key.lower() for key in re.findall(r"X\((\w+), (?:ON_ROOT|OFF_TARGET),", places)}
    yield from differences("root", state - not_on_root, schema["$defs"]["root"]["properties"])
    words = lists_of((root / "src/expr/words.h").read_text(), r"#define (EXPR_WORD_LIST)\(X\)(.*)")
    functions = (root / "src/expr/operations.h").read_text()
    reserved = words["EXPR_WORD_LIST"] + re.findall(r'X\("(\w+)", \d, true, ', functions) + [RESERVED_CURVE]
    yield from differences("reserved names", reserved, schema["$defs"]["free_name"]["not"]["enum"])


def schemas_in(schema):
    """The schema and every nested one, by its path."""
    open_ones = [("#", schema)]
    while open_ones:
        path, part = open_ones.pop()
        yield path, part
        below = part.items() if isinstance(part, dict) else enumerate(part)
        open_ones += [(f"{path}/{key}", value) for key, value in below if isinstance(value, (dict, list))]


def strictness(schema):
    if not re.fullmatch(r"urn:wits:(brain-file|scenarios):\d+", schema.get("$id", "")):
        yield "$id is no name of the format and its version"
    for path, part in schemas_in(schema):
        kinds = part.get("type") if isinstance(part, dict) else None
        if isinstance(kinds, list) and not path.endswith("/properties") and (len(kinds) > 2 or "null" not in kinds):
            yield f"{path}: has several types; write anyOf"


def validation(schema):
    """Returns a validator and a loader of YAML; None for both without their modules."""
    try:
        import jsonschema
        import yaml
    except ImportError:
        return None, None

    class Loader(yaml.SafeLoader):
        """The types of YAML 1.2, as in editors: `no` and `on` are texts."""

    Loader.yaml_implicit_resolvers = {
        first: [(tag, found) for tag, found in resolvers if tag != "tag:yaml.org,2002:bool"]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), list("tf"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema), lambda text: yaml.load(text, Loader)


def brains_that_fail(root, schema):
    validator, load = validation(schema)
    if validator is None:
        return
    for path in sorted(path for path in (root / "brains").rglob("*.yaml") if not path.name.endswith(".test.yaml")):
        for error in validator.iter_errors(load(path.read_text())):
            yield f"{path.name}: {error.json_path}: {error.message}"
    states = [(f"{{score: {score}}}", True) for score in RIGHT] + [(f"{{score: {score}}}", False) for score in WRONG]
    states += [(state, True) for state in KEYS_RIGHT] + [(state, False) for state in KEYS_WRONG]
    for state, wanted in states:
        brain = load(f"{{wits: 1, brain: b, root: {{kind: utility, states: {{option: {state}}}}}}}")
        if validator.is_valid(brain) != wanted:
            yield f"{state}: {'refused' if wanted else 'not refused'}"
    for pairs, wanted in [(pairs, True) for pairs in TOP_RIGHT] + [(pairs, False) for pairs in TOP_WRONG]:
        brain = load(f"wits: 1\nbrain: b\nroot: {{states: {{s: }}}}\n{pairs}\n")
        if validator.is_valid(brain) != wanted:
            yield f"{pairs}: {'refused' if wanted else 'not refused'}"


def problems_of_tests(root, schema):
    """schema/test.schema.json, with the scenarios of brains/ and some that are right and wrong."""
    lists = lists_of((root / "src/file/keys.h").read_text(), r"#define (\w+)\(X\)(.*)")
    lists["SCENARIO_KEYS"] += lists["SCENARIO_STEP_KEYS"]
    for name, place in TEST_KEYS.items():
        yield from differences(name, lists[name], schema["$defs"][place]["properties"])
        if schema["$defs"][place]["additionalProperties"] is not False:
            yield f"{name}: other keys are allowed"
    validator, load = validation(schema)
    if validator is None:
        return
    for path in sorted((root / "brains").rglob("*.test.yaml")):
        for error in validator.iter_errors(load(path.read_text())):
            yield f"{path.name}: {error.json_path}: {error.message}"
    for text, wanted in [(text, True) for text in TESTS_RIGHT] + [(text, False) for text in TESTS_WRONG]:
        if validator.is_valid(load(text)) != wanted:
            yield f"{text}: {'refused' if wanted else 'not refused'}"


def main(root):
    root = pathlib.Path(root)
    tests = json.loads((root / "schema/test.schema.json").read_text())
    of_tests = [*problems_of_tests(root, tests), *strictness(tests)]
    for problem in of_tests:
        print(f"schema/test.schema.json:1: {problem}")
    schema = json.loads((root / "schema/brain.schema.json").read_text())
    found = [*problems_of(root, schema), *strictness(schema), *brains_that_fail(root, schema)]
    for problem in found:
        print(f"schema/brain.schema.json:1: {problem}")
    return 1 if found or of_tests else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
