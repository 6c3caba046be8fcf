# SPDX-License-Identifier: MIT
"""symbols.py NM OBJECT...: checks the imports of a layer's objects, and that they have no writable data.

A layer (expr, core, lower, vm, crowd: the folder an object is in) may import what it or a layer below defines, and the
few functions in ALLOWED; kernels for one instruction set may also import the test for its support. Tables that only the
loader writes to (.data.rel.ro) are constant. Exported names start with wits_, to avoid collisions with the user's
names.
"""

import pathlib
import subprocess
import sys

LAYERS = ["expr", "core", "lower", "vm", "crowd", "arrow", "snapshot", "record", "inspect"]
ALLOWED = {
    "memchr", "memcmp", "memcpy", "memmove", "memset", "strchr", "strcmp", "strlen", "strncmp",
    "__stack_chk_fail", "_GLOBAL_OFFSET_TABLE_", "__tls_get_addr",
}
# __builtin_cpu_supports of gcc and clang needs this: it reads results that their run-time library, which is linked
# anyway, determined at program start. Only files compiled for one instruction set may call it.
ALLOWED_IN_KERNELS = {"__cpu_model", "__cpu_indicator_init"}
KERNELS_OF_ONE_SET = "kernels_avx"
WRITABLE = (".data", ".bss", ".tdata", ".tbss", "*COM*")


def layer_of(path):
    for part in reversed(pathlib.Path(path).parts[:-1]):
        if part in LAYERS:
            return LAYERS.index(part)
    sys.exit(f"{path}: is in no layer's folder")


def symbols_of(nm, path):
    """Pairs of a symbol's name and its section."""
    text = subprocess.run([nm, "--format=sysv", path], capture_output=True, text=True, check=True).stdout
    for line in text.splitlines():
        columns = [column.strip() for column in line.split("|")]
        if len(columns) == 7 and columns[0] != "Name":
            yield columns[0], columns[6]


def exported_of(nm, path):
    """Names of the object that a program linked with it can see."""
    text = subprocess.run([nm, "--defined-only", "--extern-only", "--format=posix", path], capture_output=True,
                          text=True, check=True).stdout
    return [line.split()[0] for line in text.splitlines() if line]


def is_allowed(path, name):
    return name in ALLOWED or (name in ALLOWED_IN_KERNELS and pathlib.Path(path).name.startswith(KERNELS_OF_ONE_SET)
                               and layer_of(path) == LAYERS.index("expr"))


def is_writable(section):
    return section.startswith(WRITABLE) and not section.startswith(".data.rel.ro")


def main(nm, *objects):
    defined = {}  # name: the lowest layer that defines it
    imported = []
    found = 0
    for path in objects:
        layer = layer_of(path)
        for name, section in symbols_of(nm, path):
            if section == "*UND*":
                imported.append((path, layer, name))
                continue
            defined[name] = min(layer, defined.get(name, layer))
            if is_writable(section):
                print(f"{path}: '{name}' in {section} can be written to: the library has no global state")
                found += 1
        for name in exported_of(nm, path):
            if not name.startswith("wits_"):
                print(f"{path}: '{name}' does not begin with wits_")
                found += 1
    for path, layer, name in imported:
        if not is_allowed(path, name) and defined.get(name, len(LAYERS)) > layer:
            print(f"{path}: imports '{name}', which {LAYERS[layer]} must not")
            found += 1
    if not objects:
        sys.exit("no objects were given")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
