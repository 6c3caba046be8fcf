# SPDX-License-Identifier: MIT
"""inspect_messages.py ROOT PROGRAM...: runs tests of the inspector and reads every message that they received.

Each is one line of JSON without duplicate members. The members of `explain` are those of include/wits/explain.h in
camelCase, and docs/inspector.md mentions every member of every message.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# Structs of explain.h, and the lists in which messages have them.
STRUCTS = {
    "transitions": "wits_explained_transition", "choices": "wits_explained_choice", "options": "wits_explained_option",
    "targets": "wits_explained_target", "considerations": "wits_explained_consideration",
    "beginnings": "wits_explained_beginning", "fields": "wits_explained_field",
}
LISTS = {"holds", "options", "considerations", "fields", "targets", "curves"}  # instead of a first row and a count
SOMETIMES = {"wouldWin", "winsAt", "winsAbove", "winsBelow"}  # if other inputs were tried
KINDS = {"hello", "brain", "text", "done", "refused", "why", "found", "hash", "update", "broke", "changed", "problem"}


def camel(name):
    return re.sub(r"_(\w)", lambda match: match[1].upper(), name)


def struct_members(header):
    found = {}
    for body, name in re.findall(r"typedef struct \w+ \{(.*?)\n\} (\w+);", header, re.DOTALL):
        code = re.sub(r"//[^\n]*", "", body)
        names = re.findall(r"(\w+)(?:\[\w+\])?(?=[,;])", code)
        found[name] = {camel(member) for member in names if not re.match(r"first_|looked_at|\w+_count$", member)}
    return found


def without_duplicates(pairs):
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), f"duplicate members: {names}"
    return dict(pairs)


def check_explain(of, structs, inside="explain"):
    for name, rows in of.items():
        if name in STRUCTS:
            for row in rows:
                missing = structs[STRUCTS[name]] - set(row) - SOMETIMES
                unknown = set(row) - structs[STRUCTS[name]] - LISTS
                assert not missing and not unknown, f"{inside}/{name}: missing {missing}, unknown {unknown}"
                check_explain(row, structs, f"{inside}/{name}")


def members_of(value):
    if isinstance(value, dict):
        for name, member in value.items():
            yield name
            yield from members_of(member)
    elif isinstance(value, list):
        for member in value:
            yield from members_of(member)


def main(root, *programs):
    root = pathlib.Path(root)
    structs = struct_members((root / "include/wits/explain.h").read_text())
    told = (root / "docs/inspector.md").read_text()
    kinds, members = {}, set()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "messages"
        for program in programs:
            subprocess.run([program], env={**os.environ, "WITS_TRANSCRIPT": str(path)}, check=True, cwd=root,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for line in path.read_bytes().splitlines():
            message = json.loads(line.decode("utf-8"), object_pairs_hook=without_duplicates)
            kinds[message["is"]] = kinds.get(message["is"], 0) + 1
            explain = message.get("explain") or message.get("focus", {}).get("explain")
            if explain:
                assert set(explain) == {"transitions", "choices", "beginnings"}, set(explain)
                check_explain(explain, structs)
                message.get("focus", message).pop("explain")
            members |= set(members_of(message))
    assert set(kinds) == KINDS, f"missing {KINDS - set(kinds)}, unknown {set(kinds) - KINDS}"
    assert min(kinds.values()) > 0 and kinds["update"] > 100
    unknown = [name for name in sorted(members) if not re.search(rf'"{name}"|`{name}`', told)]
    assert not unknown, f"docs/inspector.md does not mention {unknown}"
    print(f"{sum(kinds.values())} messages of {len(kinds)} kinds, {len(members)} members")


if __name__ == "__main__":
    main(*sys.argv[1:])
