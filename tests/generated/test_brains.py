# SPDX-License-Identifier: MIT
"""Every brain of brains/, as generated C, runs as in its golden run: states, calls, fields and targets of every tick.

It does so in mode now, and with a list whose records are run after each call; compiled as C and as C++, optimised and
not, and with sanitizers.
"""

import csv
import json
import pathlib
import re
import struct
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tool"))

from compilers import EMULATOR, LDFLAGS, WARNINGS, call, must, ways  # noqa: E402
from golden import names, pack_names  # noqa: E402
from program import BRAINS, GOLDEN, ROOT, inputs_of, targets_of, wits  # noqa: E402

TICKS_WITHOUT_INPUTS = 10
# Combinations that others cover.
LEFT_OUT = ("clang -O0", "clang++", "gcc -O3", "g++ native", "clang native", "clang sanitizers")
# brains/pack has many similar brains.
OF_PACK = ("gcc -O0", "g++", "clang -O3", "own -O0")

PROGRAM = """#include "NAME.h"

#include <stdio.h>
#include <string.h>

static NAME_context self;
static unsigned char agent[UPPER_AGENT_SIZE];
static NAME_action_record records[4096];
static NAME_list list = {records, 4096, 0, NULL, 0, 0};
static NAME_frame frame;
LISTS
FUNCTIONS
static void end_call(void) {
    for (uint32_t i = 0; i < list.count; i++) {
        if (!NAME_run_record(agent, &frame, &records[i])) {
            printf("refused\\n");
        }
    }
    list.count = 0;
}

static void report(void) {
    uint16_t states[64];
    const uint32_t count = NAME_active(agent, states, 64);
    for (uint32_t i = 0; i < count; i++) {
        printf("active %u\\n", (unsigned)states[i]);
    }
REPORT
    printf("end\\n");
}

int main(int argc, char **argv) {
    (void)argv;
    frame.context = &self;
    frame.list = argc > 1 ? &list : NULL;
    NAME_set_initial_fields(&self);
BEFORE
    (void)NAME_start(agent, &frame);
    end_call();
    report();
TICKS
    return NAME_agent_is_valid(agent, sizeof agent) ? 0 : 1;
}
"""

# The printed call of an action with this parameter.
TAKEN = {
    "int32_t": 'printf("call {0}(%ld)\\n", (long)given);',
    "float": 'printf("call {0}(%.9g)\\n", (double)given);',
    "text": 'printf("call {0}(\\"%s\\")\\n", given);',
    "name": 'printf("call {0}(%s)\\n", given);',
    "argument": '(void)given_count; if (given == NULL) {{ printf("call {0}()\\n"); }}'
                'else if (given->kind == {2}_ARGUMENT_INT) {{ printf("call {0}(%ld)\\n", (long)given->integer); }}'
                'else if (given->kind == {2}_ARGUMENT_FLOAT) {{ printf("call {0}(%.9g)\\n", (double)given->number); }}'
                'else {{ printf(given->kind == {2}_ARGUMENT_TEXT ? "call {0}(\\"%s\\")\\n" : "call {0}(%s)\\n", given->text); }}',
    None: 'printf("call {0}()\\n");',
}


def enums(header):
    """The enumerators of each enum: {"guard_state": {"ROOT": 0, ...}}, without the name of the enum."""
    found = {}
    for tag, body in re.findall(r"^(?:typedef )?enum (\w+) \{(.*?)\}", header, re.MULTILINE | re.DOTALL):
        found[tag] = {name.removeprefix(tag.upper() + "_"): int(number)
                      for name, number in re.findall(r"(\w+) = (\d+)", body)}
    return found


def functions(header, name):
    """The program's functions, which print their calls. These brains only call actions."""
    for action, third in re.findall(rf"^void {name}_(\w+)\({name}_context \*self,\s+const {name}_call \*call(?:,\s+([^)]*))?\);",
                                    header, re.MULTILINE):
        kind = None
        if third:
            kind = "argument" if "_argument" in third else third.split()[0].replace("const", third.split("*")[-1])
        if third and kind == "argument":
            given = f"const {name}_argument *given, uint32_t given_count"
        else:
            given = re.sub(r"\w+$", "given", third) if third else None
        yield (f"void {name}_{action}({name}_context *self_, const {name}_call *call{', ' + given if given else ''}) {{\n"
               f"    (void)self_;\n    (void)call;\n    {TAKEN[kind].format(action, name, name.upper())}\n}}\n")


def value_in_c(value, kind):
    if isinstance(kind, dict):
        return str(kind[value.upper()])
    return {"true": "true", "false": "false"}.get(value, f"{value}f" if "." in value else value)


def rows_of(inputs):
    """The events before the start, and then of each tick."""
    if not inputs:
        return [{}] * (1 + TICKS_WITHOUT_INPUTS)
    columns, *rest = csv.reader((ROOT / inputs).open())
    rows = [dict(zip(columns, cells)) for cells in rest]  # in a file with one column, an empty cell is an empty line
    if "tick" not in columns:
        return [{}, *rows]
    there = {int(row.pop("tick")): row for row in rows}
    return [there.get(tick, {}) for tick in range(max(there) + 1)]


def given(row, kinds, members):
    for field, value in row.items():
        if field not in ("raise", "do") and value:
            yield f"    self.{members[field]} = {value_in_c(value, kinds[field])};"


def ticks(name, rows, kinds, members, lists, header):
    """The statements of all ticks after the start."""
    for number, row in enumerate(rows):
        yield f"    frame.tick = {number + 1};"
        yield from new_lists(lists, number + 1, header)
        yield from given(row, kinds, members)
        for event in (row.get("raise") or "").split():
            yield f"    (void){name}_raise(agent, {name.upper()}_EVENT_{event.upper()});"
        for verb, *state in (words.split() for words in (row.get("do") or "tick").split(";")):
            where = f", {name.upper()}_STATE_{state[0].upper().replace('/', '_')}" if state else ""
            yield f"    (void){name}_{verb}(agent, &frame{where});\n    end_call();"
        yield "    report();"


def lists_of(name):
    """The targets of each kind from a tick on: {"enemy": {3: [{"id": "7", "distance": "38"}]}}."""
    found = {}
    for argument in targets_of(name)[1::2]:
        kind, path = argument.split("=")
        for row in csv.DictReader(open(path)):
            there = found.setdefault(kind, {}).setdefault(int(row.pop("tick")), [])
            if row["id"]:
                there.append(row)
    return found


def member_of(word, header):
    """Words of C and C++ are not names of members."""
    return f"{word}_" if re.search(rf"\b{word}_;", header) else word


def arrays_of(name, lists, header):
    """An array for each column of each list, and the lists themselves."""
    tables = enums(header)
    yield f"static {name}_targets targets;\n" if lists else ""
    for kind, there in lists.items():
        for tick, rows in there.items():
            for column in rows[0] if rows else ():
                values = tables.get(f"{name}_{kind}_{column}")
                type_ = "uint32_t" if column == "id" else re.search(
                    rf"const (\w+) \*{member_of(column, header)};", header.partition(f"struct {name}_{kind}_list")[2])[1]
                cells = ", ".join(value_in_c(row[column], values) for row in rows)
                yield f"static const {type_} {kind}_{column}_{tick}[] = {{{cells}}};\n"


def new_lists(lists, tick, header):
    for kind, there in lists.items():
        if tick in there:
            rows, list_ = there[tick], f"targets.{member_of(kind, header)}"
            yield f"    {list_}.count = {len(rows)};"
            for column in rows[0] if rows else ():
                member = "ids" if column == "id" else member_of(column, header)
                yield f"    {list_}.{member} = {kind}_{column}_{tick};"


def as_float(value):
    return struct.unpack("f", struct.pack("f", float(value)))[0]


def program_of(name, inputs, header, expected, lists):
    context = expected[0][2]
    tables = enums(header)
    kinds = {field: tables.get(f"{name}_{field}") for field in context}
    members = {field: member_of(field, header) for field in context}
    report = [f'    printf("field {field} %.9g\\n", (double)self.{members[field]});' for field in context]
    if lists:
        report.append(f"    for (uint32_t id = 0; id < {name.upper()}_STATE_COUNT; id++) {{")
        report.append(f"        const uint32_t target = {name}_target_of(agent, id);")
        report.append(f"        if (target != {name.upper()}_NO_TARGET) {{")
        report.append('            printf("target %u %lu\\n", (unsigned)id, (unsigned long)target);\n        }\n    }')
    before, *rows = rows_of(inputs)
    rows += [{}] * (len(expected) - 1 - len(rows))  # targets may come after the last input
    first = [*(["    frame.targets = &targets;"] if lists else []), *given(before, kinds, members),
             *new_lists(lists, 0, header)]
    texts = {"FUNCTIONS": "".join(functions(header, name)), "REPORT": "\n".join(report), "BEFORE": "\n".join(first),
             "TICKS": "\n".join(ticks(name, rows, kinds, members, lists, header)),
             "LISTS": "".join(arrays_of(name, lists, header)), "NAME": name, "UPPER": name.upper()}
    return re.sub("FUNCTIONS|REPORT|BEFORE|TICKS|LISTS|NAME|UPPER", lambda match: texts[match[0]],
                  re.sub("FUNCTIONS|REPORT|BEFORE|TICKS|LISTS", lambda match: texts[match[0]], PROGRAM))


def golden(name, prefix, header):
    """The expected output, tick by tick."""
    tables = enums(header)
    states = tables[f"{prefix}_state"]
    for line in (GOLDEN / f"{name}.jsonl").read_text().splitlines():
        tick = json.loads(line)
        active = [states[path.upper().replace("/", "_") or "ROOT"] for path in tick["active"]]
        fields = {field: tables[f"{prefix}_{field}"][value.upper()] if isinstance(value, str) else value
                  for field, value in tick["context"].items()}
        calls = [re.sub(r"(?<=\()-?\d+\.\d+(?=\)$)", lambda number: f"{as_float(number[0]):.9g}", call)
                 for call in tick["calls"]]
        targets = {states[path.upper().replace("/", "_")]: id_ for path, id_ in tick.get("targets", {}).items()
                   if id_ is not None}
        yield calls, active, {field: as_float(value) for field, value in fields.items()}, targets


def printed(out):
    calls, active, fields, targets = [], [], {}, {}
    for line in out.splitlines():
        word, _, rest = line.partition(" ")
        if word == "call":
            calls.append(rest)
        elif word == "active":
            active.append(int(rest))
        elif word == "field":
            fields[rest.split()[0]] = as_float(rest.split()[1])
        elif word == "target":
            targets[int(rest.split()[0])] = int(rest.split()[1])
        elif word == "end":
            yield calls, active, fields, targets
            calls, active, fields, targets = [], [], {}, {}
        else:
            raise ValueError(f"the program printed {line!r}")


class Brains(unittest.TestCase):
    maxDiff = None

    def test_every_brain_lives_as_its_golden_run(self):
        for name in names():
            self.is_golden(name, [way for way in ways() if way.name not in LEFT_OUT])

    def test_so_does_every_brain_of_the_pack(self):
        for name in pack_names():
            self.is_golden(name, [way for way in ways() if way.name in OF_PACK])

    def is_golden(self, name, compiled):
        prefix = name.split("/")[-1]
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            made = wits("compile", BRAINS / f"{name}.yaml", "--prefix", prefix, "-o", folder / f"{prefix}.c")
            self.assertEqual((made.status, made.err), (0, ""))
            header = (folder / f"{prefix}.h").read_text()
            expected = list(golden(name, prefix, header))
            (folder / "main.c").write_text(program_of(prefix, inputs_of(name), header, expected, lists_of(name)))
            for way in compiled:
                with self.subTest(brain=name, way=way.name):
                    self.lives(folder, prefix, way, expected)

    def lives(self, folder, name, way, expected):
        must([way.compiler, *way.flags, *WARNINGS, "-c", f"{name}.c", "main.c"], cwd=folder)
        must([way.compiler, *way.link, *LDFLAGS, f"{name}.o", "main.o", "-lm", "-o", "run"], cwd=folder)
        for listed in ([], ["listed"]):
            done = call([*EMULATOR, folder / "run", *listed])
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            for tick, (is_, should) in enumerate(zip(printed(done.stdout), expected)):
                self.assertEqual(is_, should, f"tick {tick}")
            self.assertEqual(done.stdout.count("end\n"), len(expected))


if __name__ == "__main__":
    unittest.main()
