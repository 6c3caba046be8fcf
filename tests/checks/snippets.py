# SPDX-License-Identifier: MIT
"""snippets.py ROOT CC [--cxx=CXX] [--wits=WITS] LIBRARY...: compiles and runs the programs in README.md and docs/*.md.

A program is a fenced ```c block with a main function, and with --cxx also a ```cpp block. Where the next fenced block
is ```text, it is what the program prints. Programs run in ROOT. One that opens a brain file runs beside it: the file is the last ```yaml
block before the program. That of README.md includes a header of its file, which `wits header` makes; it also compiles
without warnings of -Wextra, with gcc and clang.
Other programs with such a header are run by header_recipe.py, and that of docs/binding.md by binding_page.py.
"""

import difflib
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
MAIN = re.compile(r"\bint main\(")
NEEDS_A_HEADER = re.compile(r'#include "(?!wits/)(\w+)\.h"')
OPENS = re.compile(r'(?:wits::|wits_file_|guard_)(?:open|load)\("([^"]+)"')
FLAGS = {
    "c": ["-std=c11", "-Wall", "-Wpedantic", "-Werror", "-O1", "-ffp-contract=off"],
    "cpp": ["-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-O1", "-ffp-contract=off",
            "-fno-exceptions", "-fno-rtti"],
}
STRICT = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wmissing-prototypes", "-Werror", "-fsyntax-only"]


def programs_in(text):
    """For each program: its line, language and text, the brain file before it, and its expected output or None."""
    blocks = list(FENCE.finditer(text))
    yaml = None
    for block, following in zip(blocks, blocks[1:] + [None]):
        if block[1] == "yaml":
            yaml = block[2]
        if block[1] in FLAGS and MAIN.search(block[2]):
            expected = following[2] if following and following[1] == "text" else None
            yield text.count("\n", 0, block.start()) + 1, block[1], block[2], yaml, expected


def problem_with(root, compiler, wits, libraries, language, program, yaml, expected):
    with tempfile.TemporaryDirectory() as folder:
        source, binary = pathlib.Path(folder, f"snippet.{language}"), pathlib.Path(folder, "snippet")
        source.write_text(program)
        opens = OPENS.search(program)
        if opens:
            pathlib.Path(folder, opens[1]).write_text(yaml or "")
        header = NEEDS_A_HEADER.search(program)
        if header:
            subprocess.run([wits, "header", opens[1], "-o", f"{header[1]}.h"], cwd=folder, check=True)
        command = [compiler, *FLAGS[language], f"-I{root / 'include'}", source, "-o", binary, *libraries]
        others = [other for other in ("gcc", "clang") if header and shutil.which(other)]
        for command in (*([other, *STRICT, f"-I{root / 'include'}", source] for other in others), command):
            built = subprocess.run(command, capture_output=True, text=True, check=False)
            if built.returncode != 0:
                return f"does not compile with {command[0]}\n{built.stderr}"
        run = subprocess.run([binary], cwd=folder if opens else root, capture_output=True, text=True, timeout=600,
                             check=False)
        if run.returncode != 0:
            return f"ended with {run.returncode}\n{run.stdout}{run.stderr}"
        if expected is not None and run.stdout.rstrip() != expected.rstrip():
            changes = difflib.unified_diff(expected.splitlines(), run.stdout.splitlines(), "documented", "printed",
                                           lineterm="")
            return "printed something else\n" + "\n".join(changes)
    return None


def main(root, cc, *libraries):
    root = pathlib.Path(root).resolve()
    compilers = {"c": cc, "cpp": None}
    if libraries and libraries[0].startswith("--cxx="):
        compilers["cpp"], libraries = libraries[0][len("--cxx="):], libraries[1:]
    wits = None
    if libraries and libraries[0].startswith("--wits="):
        wits, libraries = libraries[0][len("--wits="):], libraries[1:]
    failed = count = 0
    for document in [root / "README.md", *sorted((root / "docs").glob("*.md"))]:
        if not document.is_file():
            continue
        for line, language, program, yaml, expected in programs_in(document.read_text()):
            if compilers[language] is None or (document.name == "binding.md" and "wits_file_open(" in program):
                continue
            if NEEDS_A_HEADER.search(program) and (wits is None or document.name != "README.md"):
                continue
            count += 1
            problem = problem_with(root, compilers[language], wits, libraries, language, program, yaml, expected)
            if problem:
                print(f"{document.relative_to(root)}:{line}: {problem}")
                failed += 1
    print(f"{count} programs in the documentation, {failed} of them wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
