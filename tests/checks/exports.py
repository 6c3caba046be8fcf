# SPDX-License-Identifier: MIT
"""exports.py NM ROOT LIBWITS LIBWITS_FILE LIBWITS_PROVE: what the shared libraries export and import.

A library exports the functions that its public headers declare with WITS_API, each of them and nothing else, except a
few functions of libwits that libwits_file calls. It imports what the core may, or what brain files or proving need.
"""

import pathlib
import re
import subprocess
import sys

import symbols

FILE_HEADERS = {"file.h"}
PROVE_HEADERS = {"prove.h"}
# Declared with WITS_API: the name in front of the first bracket.
DECLARED = re.compile(r"^WITS_API\b[^;(]*?\b(wits_\w+)\(", re.MULTILINE)
# The name of any function of a header, so that one without WITS_API is found.
FUNCTION = re.compile(r"^(?!typedef\b|static\b)[a-z][\w ]*[ *](wits_\w+)\(", re.MULTILINE)
# Non-public functions of libwits that libwits_file calls: the linker may only find functions of these layers.
BETWEEN = re.compile(r"wits_(core|expr|vm)_\w+")
# Names that every shared library of the platform may export.
RUNTIME = {"_ITM_deregisterTMCloneTable", "_ITM_registerTMCloneTable", "__cxa_finalize", "__gmon_start__"}
FILES = {
    "__errno_location", "close", "fclose", "fdopen", "ferror", "fprintf", "fputc", "fputs", "fread", "free",
    "fstat", "fwrite", "malloc", "open", "qsort", "realpath", "snprintf", "stderr", "strcspn", "strpbrk", "strspn", "strstr",
}
PROVING = {
    "calloc", "free", "malloc", "qsort", "realloc", "snprintf", "strcspn", "strrchr", "strspn", "strstr", "strtof",
    "timespec_get", "vsnprintf",
}
# The name that some compilers use for the same function with a check of sizes.
CHECKED = re.compile(r"__(\w+)_chk")


def names(nm, library, which):
    text = subprocess.run([nm, "-D", which, "--format=posix", library], capture_output=True, text=True, check=True)
    found = {line.split()[0].split("@")[0]: line.split()[1] for line in text.stdout.splitlines()}
    return {CHECKED.sub(r"\1", name): kind for name, kind in found.items()}


def main(nm, root, libwits, libwits_file, libwits_prove):
    declared = {libwits: set(), libwits_file: set(), libwits_prove: set()}
    found = []
    for header in sorted((pathlib.Path(root) / "include/wits").glob("*.h")):
        text = header.read_text()
        library = (libwits_file if header.name in FILE_HEADERS else
                   libwits_prove if header.name in PROVE_HEADERS else libwits)
        declared[library].update(DECLARED.findall(text))
        found += [f"include/wits/{header.name}: {name} is declared without WITS_API" for name in FUNCTION.findall(text)]
    imported = {library: set(names(nm, library, "--undefined-only")) for library in declared}
    exported = {library: names(nm, library, "--defined-only") for library in declared}
    between = {name for name in imported[libwits_file] if BETWEEN.fullmatch(name)}
    allowed = {
        libwits: symbols.ALLOWED,
        libwits_file: symbols.ALLOWED | FILES | set(exported[libwits]),
        libwits_prove: symbols.ALLOWED | PROVING | set(exported[libwits]),
    }
    declared[libwits] |= between
    for library, wanted in declared.items():
        name_of = pathlib.Path(library).name
        for name, kind in sorted(exported[library].items()):
            if name not in wanted:
                found.append(f"{name_of}: exports '{name}', which no public header declares")
            elif kind != "T":
                found.append(f"{name_of}: exports '{name}', which is no function")
        for name in sorted(wanted - set(exported[library])):
            found.append(f"{name_of}: lacks '{name}'" + (
                ", which libwits_file calls: put WITS_API before its declaration" if name in between else ""))
        for name in sorted(imported[library] - allowed[library] - RUNTIME - between):
            if not (library == libwits_file and name.startswith("yaml_")):
                found.append(f"{name_of}: imports '{name}', which it must not")
    if not exported[libwits]:
        found.append("nothing is exported at all")
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
