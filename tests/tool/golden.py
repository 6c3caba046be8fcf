# SPDX-License-Identifier: MIT
"""golden.py: writes tests/golden/NAME.txt, .trace.txt and .jsonl for every brain, programs, explanations, hashes of
crowds, the guard as C, and pictures and whole outputs of the documentation. Read the difference before you keep it."""

import json
import pathlib
import tempfile

import chapter
from crowds import SCOUT, SCOUT_END, SCOUT_TICK
from program import BRAIN_FILES, GOLDEN, PACK_FILES, ROOT, golden_command, inputs_of, targets_of, wits
from test_crowd_plot import PICTURES as CROWDS
from test_curve import PICTURES
from test_pictures import GRAPHS, RUNS, drawn

KINDS = {".txt": [], ".trace.txt": ["--trace"], ".jsonl": ["--format", "jsonl"]}


# Ticks that are explained, and where the result is kept.
EXPLAINED = {
    "brains/guard.yaml": (GOLDEN / "guard.explain.txt", inputs_of("guard"), (0, 5, 9, 10, 15, 16, 21, 27, 31, 44)),
    "brains/wolf.yaml": (GOLDEN / "wolf.explain.txt", inputs_of("wolf"), (0, 3, 8, 12, 18, 19, 34, 36)),
    "tests/tool/explain/fox.yaml": (ROOT / "tests/tool/explain/fox.txt", "tests/tool/explain/fox.csv",
                                    (0, 2, 3, 4, 5, 6, 9, 10, 11, 14, 15, 17, 18)),
}


def explained(brain):
    """The explanations of all ticks, one after the other."""
    _, inputs, ticks = EXPLAINED[brain]
    return "\n".join(wits("explain", brain, "--inputs", inputs, "--at", tick).out for tick in ticks)


# A crowd of each brain, the same on every machine.
HASHES = GOLDEN / "crowd_hashes.txt"


def crowd_hash(name, *more):
    """The hash of many agents, according to docs/determinism.md."""
    inputs = inputs_of(name)
    result = wits("crowd", f"brains/{name}.yaml", "--agents", 200, "--ticks", 60, "--seed", 3,
                  *(["--inputs", inputs] if inputs else []), *targets_of(name), "--format", "json", *more)
    return json.loads(result.out)["hash"]


# The reference machines, of which the program is kept.
REFERENCES = ("enemy_1", "enemy_2", "enemy_3", "enemy_4", "cross_hierarchy")


def names():
    return [path.stem for path in BRAIN_FILES]


def pack_names():
    """The brains of brains/pack, which share common.yaml."""
    return [f"pack/{path.stem}" for path in PACK_FILES]


PACK_HASHES = GOLDEN / "pack/crowd_hashes.txt"


if __name__ == "__main__":
    for name in names() + pack_names():
        for suffix, options in KINDS.items():
            (GOLDEN / (name + suffix)).write_text(wits(*golden_command(name, *options)).out)
    for name in REFERENCES:
        (GOLDEN / (name + ".program.txt")).write_text(wits("program", f"brains/{name}.yaml").out)
    wits("compile", "brains/guard.yaml", "-o", GOLDEN / "guard.generated.c", "--no-crowd")
    for brain, (path, _, _) in EXPLAINED.items():
        path.write_text(explained(brain))
    HASHES.write_text("".join(f"{name} {crowd_hash(name)}\n" for name in names()))
    wits("crowd", *SCOUT, "--ticks", SCOUT_TICK, "--checkpoint", GOLDEN / "scout.ck")
    (GOLDEN / "scout.txt").write_text(
        json.loads(wits("crowd", *SCOUT, "--ticks", SCOUT_END, "--format", "json").out)["hash"] + "\n")
    PACK_HASHES.write_text("".join(f"{name} {crowd_hash(name)}\n" for name in pack_names()))
    for name, command in (PICTURES | RUNS | CROWDS).items():
        (ROOT / "docs/images" / name).write_text(wits(*command).out)
    for name, command in GRAPHS.items():
        path, svg = ROOT / "docs/images" / name, wits(*command).out
        if not path.exists() or drawn(path.read_text()) != drawn(svg):
            path.write_text(svg)
    for name in ("docs/state-machines.md", "brains/README.md"):
        with tempfile.TemporaryDirectory() as folder:
            (ROOT / name).write_text(chapter.renewed((ROOT / name).read_text(), chapter.prepared(pathlib.Path(folder))))
