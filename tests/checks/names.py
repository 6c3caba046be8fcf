# SPDX-License-Identifier: MIT
"""names.py ROOT: the names that files of src/ define at file level are distinct, so that all may be one file.

Functions, types, enumerators, tables and macros of each .c, .h and .inc file of the layers that wits.c is made of. A
macro counts unless its file takes it back with #undef. What the kernels define ends in the name of an instruction set
(kernels_names.inc). No #define renames functions: there is no prefix.h.
"""

import collections
import pathlib
import re
import sys

LAYERS = ["expr", "core", "lower", "vm", "crowd", "arrow", "snapshot", "record"]
SKIPPED = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.]*|\S")
NAME = re.compile(r"[A-Za-z_]\w*")
KEYWORDS = set(
    "static const inline extern typedef struct union enum void char short int long float double signed unsigned bool return "
    "sizeof if else for while do switch case default break continue goto restrict volatile __attribute__ _Static_assert "
    "static_assert".split())


def blank(match):
    return re.sub(r"[^\n]", " ", match[0]) if match[0][0] == "/" else '""' + "\n" * match[0].count("\n")


def macros_of(text):
    """Macros that are defined at the end, and the text without directives."""
    defined = {}
    rest = []
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        begin = number
        line = lines[number]
        while line.endswith("\\") and number + 1 < len(lines):
            number += 1
            line = line[:-1] + lines[number]
        number += 1
        directive = re.match(r"\s*#\s*(\w+)\s*(\w*)", line)
        if not directive:
            rest.append(line)
            continue
        rest.append("")
        if directive[1] == "define":
            defined[directive[2]] = begin + 1
        elif directive[1] == "undef":
            defined.pop(directive[2], None)
    return defined, "\n".join(rest)


def is_word(token):
    return NAME.fullmatch(token) is not None and token not in KEYWORDS


def closing(tokens, at, opening, end):
    """The index after the bracket that closes the one at `at`."""
    depth = 0
    while at < len(tokens):
        depth += (tokens[at] == opening) - (tokens[at] == end)
        at += 1
        if depth == 0:
            break
    return at


def enumerators(tokens):
    """The enumerators among the tokens between an enum's braces."""
    depth = 0
    expects = True
    for token in tokens:
        if expects and depth == 0 and NAME.fullmatch(token):
            yield token
            expects = False
        depth += (token in "([{") - (token in ")]}")
        if token == "," and depth == 0:
            expects = True


def is_a_type(words):
    return any(word in ("enum", "struct", "union") for word in words)


def names_of(tokens):
    """Returns the names that declarations at file level define. A prototype or `struct x;` defines nothing."""
    at = 0
    while at < len(tokens):
        words = []  # words of the declaration, without the contents of brackets
        is_function = has_body = False
        while at < len(tokens) and tokens[at] != ";" and not (is_function and has_body):
            token = tokens[at]
            if token not in "([{":
                words.append(token)
                at += 1
                continue
            end = closing(tokens, at, token, {"(": ")", "[": "]", "{": "}"}[token])
            if token == "{":
                has_body = True
                if is_a_type(words) and "=" not in words and not is_function:
                    if "enum" in words:
                        yield from enumerators(tokens[at + 1:end - 1])
                    if is_word(words[-1]):  # the tag
                        yield words.pop()
            elif token == "(" and "typedef" in words:
                if tokens[at + 1] == "*":  # to a function
                    words.append(tokens[at + 2])
            elif token == "(" and words and is_word(words[-1]) and "=" not in words:
                is_function = True
            at = end
        if at < len(tokens) and tokens[at] == ";":
            at += 1
        named = [word for word in (words[:words.index("=")] if "=" in words else words) if is_word(word)]
        # The call of a macro looks like a function.
        defines = has_body and not named[-1].isupper() if is_function and named else (
            "typedef" in words or "static" in words or "=" in words)
        if named and defines:
            yield named[-1]


def main(root):
    root = pathlib.Path(root)
    places = collections.defaultdict(set)
    found = 0
    names_file = root / "src/expr/kernels_names.inc"
    in_kernels = set(re.findall(r"^#define (\w+) ", names_file.read_text(), re.MULTILINE)) if names_file.exists() else set()
    for layer in LAYERS:
        for path in sorted((root / "src" / layer).rglob("*")):
            if path.suffix not in (".c", ".h", ".inc"):
                continue
            text = SKIPPED.sub(blank, path.read_text())
            macros, code = macros_of(text)
            names = set(macros) | set(names_of(TOKEN.findall(code)))
            if path.suffix == ".inc":
                names -= in_kernels
            for name in names:
                places[name].add(path.relative_to(root))
    for name, files in sorted(places.items()):
        # The macro that replaces a function that this build leaves out has the function's name.
        stand_in = name.startswith("wits_") and len({file.with_suffix("") for file in files}) == 1
        if len(files) > 1 and not stand_in:
            print(f"{name}: defined in {', '.join(str(file) for file in sorted(files))}")
            found += 1
    for path in sorted((root / "src").rglob("prefix.h")):
        print(f"{path.relative_to(root)}: functions have their real names, without a #define")
        found += 1
    if not places:
        sys.exit("no names were found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
