# SPDX-License-Identifier: MIT
"""lsp.py [STATES]: prints how long `wits lsp` takes to answer about a brain with that many states (1,000), and how
long it takes after an edit to publish its problems: milliseconds of the clock, and of the server's processor."""

import pathlib
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests/tool"))
from editor import Editor, position_of  # noqa: E402

GROUP = 24


def brain(states):
    """A brain of groups of states: each state has two transitions, and each group one."""
    groups = max(1, states // (GROUP + 1))
    lines = ["wits: 1", "brain: big", "context:"]
    lines += [f"  f{i}: {('float', 'int', 'bool')[i % 3]}" for i in range(50)]
    lines += ["functions:", *(f"  act{i}: action" for i in range(20)), f"events: [{', '.join(f'e{i}' for i in range(20))}]",
              "root:", "  states:"]
    for g in range(groups):
        lines += [f"    g{g}:", "      transitions:",
                  f"        - {{to: g{(g + 1) % groups}, when: f{3 * g % 48} > {g}.5 and f{(3 * g + 1) % 48} < {g}}}", "      states:"]
        for s in range(GROUP):
            lines += [f"        s{s}:", f"          enter: act{s % 20}()", "          transitions:", f"            - to: s{(s + 1) % GROUP}",
                      f"              when: f{3 * s % 48} >= {s}.25 or f{(3 * s + 1) % 48} == {s}",
                      f"            - {{to: s{(s + 5) % GROUP}, event: e{s % 20}}}"]
    return "\n".join(lines) + "\n"


def processor(editor):
    """Nanoseconds that the server has used."""
    return int(pathlib.Path(f"/proc/{editor.process.pid}/schedstat").read_text().split()[0])


def timed(editor, do):
    """Seconds of the clock and of the processor that a call takes."""
    begun, used = time.perf_counter(), processor(editor)
    do()
    return time.perf_counter() - begun, (processor(editor) - used) / 1e9


def measure(states=1000, rounds=10):
    """Seconds by request: medians of several rounds, each after an edit."""
    times = {}
    with tempfile.TemporaryDirectory() as folder:
        editor = Editor(pathlib.Path(folder))
        text = brain(states)
        editor.open("big.yaml", text)
        editor.settle("big.yaml")
        middle = text.index("when: f", len(text) // 2) + len("when: ")
        edit = text.index("\n")  # each edit is a blank at the end of the first line
        document = {"textDocument": {"uri": editor.uri("big.yaml")}}
        place = {**document, "position": position_of(text, middle)}
        requests = {"completion": place, "hover": place, "definition": place, "documentSymbol": document, "codeLens": document,
                    "inlayHint": document, "foldingRange": document, "formatting": {**document, "options": {}},
                    "references": {**place, "context": {}}, "prepareRename": place,
                    "codeAction": {**document, "range": {"start": place["position"], "end": place["position"]}, "context": {}}}
        for each in range(rounds):
            # while typing: the answer comes from the new text
            for name, parameters in requests.items():
                editor.replace("big.yaml", edit, edit, " ")
                def ask():
                    editor.request(f"textDocument/{name}", **parameters)

                times.setdefault(f"{name}, right after an edit", []).append(timed(editor, ask))
                editor.settle("big.yaml")
                times.setdefault(name, []).append(timed(editor, ask))
            editor.replace("big.yaml", edit, edit, " ")
            times.setdefault("problems after an edit", []).append(timed(editor, lambda: editor.settle("big.yaml")))
        editor.stop()
    return {name: [statistics.median(each) for each in zip(*all)] for name, all in times.items()}


if __name__ == "__main__":
    for name, (clock, used) in sorted(measure(*map(int, sys.argv[1:])).items()):
        print(f"{1000 * clock:7.1f} ms {1000 * used:7.1f} ms  {name}")
