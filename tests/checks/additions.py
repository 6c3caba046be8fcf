# SPDX-License-Identifier: MIT
"""additions.py ROOT CC LIBRARY: a new curve or function changes no hash of a brain without it.

Compiles brains with the library: their hashes must be those of tests/golden/brain_hashes.txt (hashes of little-endian
machines; they may change with the form of compiled brains, not with additions). Then a curve and a
function are added to a copy of the sources as docs/architecture.md says, "To add a ...": the hashes must be the same.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

LAYERS = ["expr", "core", "lower", "vm"]
GOLDEN = "tests/golden/brain_hashes.txt"
PROGRAM = r"""
#include "wits/wits.h"
#include <stdio.h>
#include <stdlib.h>

static const wits_field_desc fields[] = {{.name = "near", .type = WITS_TYPE_FLOAT}, {.name = "ammo", .type = WITS_TYPE_UINT8},
                                         {.name = "armed", .type = WITS_TYPE_BOOL}, {.name = "count", .type = WITS_TYPE_INT}};
static const char *const texts[] = {
    "near + 1", "clamp(near, 0.25, 0.75) * sqrt(near)", "lerp(near, 1, ammo / 255.0)", "exp(near) - log(near + 2)",
    "pow(near, 2.5) if ammo > 3 else floor(near)", "0.9 if armed and not (count == 3 or count < -2) else 0.1",
    "max(count - 3, 0) % 7", "near if near <= 0.5 else 1 - near", "atan2(near, 2) * random", "abs(count) + sign(near)",
    "smoothstep(near)", "logistic(near, 1, 10, 0, 0.5)", "piecewise(near, 0, 0, 0.5, 1, 1, 0)", "elapsed * 0.125 - tick",
};

static void print_hash(const char *text) {
    const wits_curve curves[] = {{.kind = WITS_CURVE_SIGMOID}, {.kind = WITS_CURVE_NORMAL}, {.kind = WITS_CURVE_LOGIT}};
    const wits_consideration_desc considerations[] = {
        {.of = 2, .group = WITS_GROUP_COMPENSATED},
        {.of = 2, .depth = 1, .input = text, .low = 0, .high = 1, .curves = curves, .curve_count = 3},
        {.of = 2, .depth = 1, .input = "near", .low = 0, .high = 10, .has_on_nan = true}};
    const wits_state_desc states[] = {{.name = "root", .kind = WITS_KIND_UTILITY},
                                      {.name = "a", .score = text, .update = "near = near * 0.5; count = count + 1"},
                                      {.name = "b"}};
    const wits_transition_desc transitions[] = {{.from = 1, .to = 2, .when = "ammo == 0 and near < 0.5"}};
    const wits_desc desc = {.states = states, .state_count = 3, .transitions = transitions, .transition_count = 1,
                            .fields = fields, .field_count = 4,
                            .considerations = considerations, .consideration_count = 3};
    wits_problem problem;
    wits_report report = {&problem, 1, 0};
    const size_t size = wits_brain_size(&desc, &report);
    if (size == 0) {
        char line[400];
        wits_problem_text(&problem, line, sizeof line);
        printf("%s: %s\n", text, line);
        exit(1);
    }
    printf("%016llx %s\n", (unsigned long long)wits_brain_hash(wits_brain_compile(&desc, malloc(size), size, NULL)), text);
}

int main(int argc, char **argv) {
    for (size_t i = 0; argc == 1 && i < sizeof texts / sizeof *texts; i++) {
        print_hash(texts[i]);
    }
    if (argc > 1) {
        print_hash(argv[1]);
    }
    return 0;
}
"""


def output(command):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)


def build(root, program, compiler, *library):
    """The program, with a library or its sources."""
    source = program.with_suffix(".c")
    source.write_text(PROGRAM)
    done = output([compiler, "-std=c11", "-O0", "-w", f"-I{root / 'include'}", f"-I{root / 'src'}", source, *library,
                   "-lm", "-o", program])
    if done.returncode != 0:
        sys.exit(done.stdout + done.stderr)
    return program


def edit(path, change):
    text = path.read_text()
    changed = change(text)
    assert changed != text
    path.write_text(changed)


def append_to_macro(name, row):
    """Adds a line at the end of a macro of several lines."""
    def change(text):
        lines = text.split("\n")
        last = next(i for i, line in enumerate(lines) if line.startswith(f"#define {name}("))
        while lines[last].endswith("\\"):
            last += 1
        lines[last:last + 1] = [lines[last] + " \\", "    " + row]
        return "\n".join(lines)
    return change


def append_to_enum(last, new):
    return lambda text: text.replace(f"    {last},\n", f"    {last},\n    {new},\n", 1)


def add(root):
    """A curve `hump` and a function `hypot`: each step is one of docs/architecture.md."""
    edit(root / "include/wits/considerations.h", append_to_enum("WITS_CURVE_PIECEWISE", "WITS_CURVE_HUMP"))
    responses = root / "src/expr/responses.h"
    edit(responses, append_to_macro("EXPR_CURVE_LIST", 'X("hump", WITS_CURVE_HUMP, "mbc", 1.0f, NULL, '
                                                    "{.operation = EXPR_OP_HUMP})"))
    edit(responses, lambda text: text.replace("\n#endif", "\nstatic inline float response_hump(float t) {\n"
                                                       "    return t * (1.0f - t);\n}\n\n#endif"))
    operations = root / "src/expr/operations.h"
    edit(operations, append_to_macro("EXPR_LATER_LIST", "RESPONSE(HUMP, VALUE, response_hump(a))"))
    edit(operations, append_to_macro("EXPR_LATER_LIST", "BINARY(HYPOT, VALUE, f, f, math_sqrt(a * a + b * b))"))
    edit(operations, append_to_macro("EXPR_FUNCTION_LIST", 'X("hypot", 2, false, 0, EXPR_OP_HYPOT)'))


def differences(expected, found, what):
    if expected == found:
        return 0
    for line, other in zip(expected.splitlines(), found.splitlines()):
        if line != other:
            print(f"{what}: {other}, expected {line.split()[0]}")
    print(f"{what}: {len(found.splitlines())} hashes, expected {len(expected.splitlines())}")
    return 1


def main(root, compiler, library):
    root = pathlib.Path(root).resolve()
    golden = (root / GOLDEN).read_text()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        copy = folder / "copy"
        shutil.copytree(root / "include", copy / "include")
        shutil.copytree(root / "src", copy / "src")
        add(copy)
        sources = [path for layer in LAYERS for path in sorted((copy / "src" / layer).rglob("*.c"))]
        before = build(root, folder / "before", compiler, library)
        after = build(copy, folder / "after", compiler, *sources)
        wrong = differences(golden, output([before]).stdout, GOLDEN)
        wrong += differences(output([before]).stdout, output([after]).stdout, "with a new curve and a new function")
        for text in ("hump(near)", "hypot(near, 3)"):
            if output([after, text]).returncode != 0 or output([before, text]).returncode == 0:
                print(f"'{text}' is not what was added: {output([after, text]).stdout}")
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
