# SPDX-License-Identifier: MIT
"""includes.py ROOT: reports every #include of a layer above the file's own.

tools -> prove, inspect, file, crowd -> vm -> lower -> core -> expr. Sources see the layers below their own; programs and
examples see public headers only, and so do inspect and prove, except for SUGGEST. One part of the program is a back
end, beside vm and crowd: tools/compile makes C of a lowered brain. It includes the private headers that PRIVATE lists with reasons, no other, and the texts and names of
tools/wits; those include its compile.h. An unused entry of that list is reported, too. The layers that decide (expr,
core, crowd) use none of the headers in FORBIDDEN.
"""

import pathlib
import re
import sys

# Layers that each layer may include, besides itself.
BELOW = {
    "expr": set(),
    "core": {"expr"},
    "lower": {"core", "expr"},
    "vm": {"lower", "core", "expr"},
    "crowd": {"lower", "core", "expr"},
    "arrow": {"crowd", "core", "expr"},
    "snapshot": {"vm", "core", "expr"},
    "record": {"snapshot", "crowd", "core", "expr"},
    "inspect": {"public"},
    "prove": {"public"},
    "file": {"snapshot", "vm", "core", "expr"},
    "programs": {"public"},
    "compile": {"programs"},
}
# The private headers that tools/compile includes, with the reason why no public header suffices.
PRIVATE = {
    "core/run/arguments.h": "the arguments of host functions, and the lists they are taken from",
    "core/brain.h": "the rows of a compiled brain and where an agent's bytes are",
    "crowd/build.h": "which brains have actions of the host in blocks",
    "crowd/code.h": "the operations of a block, which become loops",
    "expr/bounds.h": "bounds of ints, which say where C's arithmetic cannot overflow",
    "expr/choose.h": "the rules of a choice, which become C",
    "expr/expr.h": "the instructions of a compiled expression",
    "expr/lanes.h": "the list of operations of blocks, each of which has a row of C",
    "expr/math.h": "constants that generated C shares with the library",
    "expr/operations.h": "the list of operations, each with its C",
    "expr/targets.h": "how an expression reads the fields of targets",
    "lower/lower.h": "the lowering, which calls back for each operation of a pass",
    "lower/program.h": "the operations of a pass, which become functions",
}
# Headers of the back end that the program may include.
COMPILE = pathlib.Path("tools/compile/compile.h")
# The search of the nearest name, which inspect and prove may include, too.
SUGGEST = pathlib.Path("src/expr/suggest.h")
# The layer of a public header; one that is not listed is the core's.
PUBLIC = {
    "api.h": "expr", "expr.h": "expr", "field.h": "expr", "argument.h": "expr", "considerations.h": "expr", "targets.h": "expr", "tokens.h": "expr", "crowd.h": "crowd", "arrow.h": "arrow", "allocator.h": "expr", "heap.h": "file", "snapshot.h": "snapshot", "record.h": "record", "inspect.h": "inspect", "file.h": "file", "prove.h": "prove",
    "program.h": "lower", "expression.h": "core",
}
PURE = {"expr", "core", "lower", "vm", "crowd", "arrow", "snapshot", "record", "inspect"}
FORBIDDEN = {
    "errno.h", "locale.h", "math.h", "pthread.h", "setjmp.h", "signal.h", "stdio.h", "stdlib.h", "tgmath.h", "threads.h",
    "time.h", "unistd.h", "wchar.h",
}
# Headers that the build makes: they include public headers only.
MADE = {
    ("examples/guard_from_file.c", "guard_from_file.h"), ("examples/shipped/shipped.c", "guard.h"),
    ("examples/shipped/shipped.c", "guard_file.h"), ("tools/compile/units.c", "embedded.h"),
    ("tools/wits/lsp/schema.c", "embedded_brain_schema.h"), ("tools/wits/lsp/schema.c", "embedded_test_schema.h"),
    ("tools/wits/inspect/serve.c", "embedded_page.h"), ("examples/inspect_game.c", "embedded_page.h"),
    # the only file of the program that games compile
    ("examples/inspect_game.c", "inspect/server.h"),
}
INCLUDE = re.compile(r'\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


def layer_of(path):
    """The layer of a file of the project, and whether it is a public header."""
    parts = path.parts
    if parts[0] == "include":
        return PUBLIC.get(path.name, "core"), True
    if parts[0] == "src":
        return parts[1], False
    if parts[:2] == ("tools", "compile"):
        return "compile", False
    return "programs", False


def resolve(root, path, name):
    """The path of an included file from the root; None for a system header."""
    folders = [path.parent, pathlib.Path("src"), pathlib.Path("include")]
    folders += [pathlib.Path("tools/wits"), pathlib.Path("tools/compile")] if path.parts[0] == "tools" else []
    for folder in folders:
        found = (root / folder / name).resolve()
        if found.is_file() and found.is_relative_to(root):
            return found.relative_to(root)
    return None


def problem_with(root, path, line):
    match = INCLUDE.match(line)
    if not match:
        return "an #include that this check cannot read" if re.match(r"\s*#\s*include\b", line) else None
    layer, is_public = layer_of(path)
    if layer not in BELOW:
        return f"src/{layer} is no layer that this check knows"
    name = match[1] or match[2]
    if (path.as_posix(), name) in MADE:
        return None
    target = resolve(root, path, name)
    if target is None:
        if match[1]:
            return f"there is no {name}"
        if layer in PURE and name in FORBIDDEN:
            return f"{layer} uses no <{name}>"
        return None
    target_layer, target_is_public = layer_of(target)
    if is_public and not target_is_public:
        return f"a public header includes {target}"
    if layer == "programs":
        allowed = target_is_public or (target.parts[0] == path.parts[0] and target_layer == "programs") or target == COMPILE
    elif layer in ("inspect", "prove"):
        allowed = target_is_public or target_layer == layer or target == SUGGEST
    elif layer == "compile" and target.parts[0] == "src":
        allowed = target.relative_to("src").as_posix() in PRIVATE
    elif layer == "compile" and target_is_public:
        allowed = target_layer not in ("file", "prove")
    else:
        allowed = target_layer == layer or target_layer in BELOW[layer]
    return None if allowed else f"{layer} includes {target}"


def main(root):
    root = pathlib.Path(root).resolve()
    found = 0
    unused = {name for name in PRIVATE if (root / "src" / name).is_file()}
    for folder in ("include", "src", "tools", "examples", "packages/npm/wasm"):
        for file in sorted((root / folder).rglob("*.[ch]")):
            path = file.relative_to(root)
            for number, line in enumerate(file.read_text().splitlines(), 1):
                include = INCLUDE.match(line)
                if include and layer_of(path)[0] == "compile":
                    unused.discard(include[1])
                problem = problem_with(root, path, line)
                if problem:
                    print(f"{path}:{number}: {problem}")
                    found += 1
    for name in sorted(unused):
        print(f"src/{name}:1: tools/compile no longer includes it; remove it from PRIVATE of this check")
    return 1 if found or unused else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
