# SPDX-License-Identifier: MIT
"""Crowds that are killed and resumed, for the tests of checkpoints and of ranks."""

import json
import os
import re
import signal
import struct
import subprocess
import time

from program import BRAIN_FILES, BRAINS, GOLDEN, PACK_FILES, PROGRAM, ROOT, inputs_of, targets_of

# Positions in a snapshot: docs/snapshots.md, "Format".
VERSION, SIZE, SUM, FRONT, BRAIN, TICK, SHAPE, HEAD = 8, 16, 24, 32, 40, 80, 96, 112
NOTE_BYTES = 88  # of a checkpoint's note, before its options
EARLY = re.compile(r"wits crowd: the run was stopped early; to resume from tick (\d+), .*:\n  (.+)\n")


# Each shipped brain; brains/pack/common.yaml is a part of others.
NAMES = sorted(str(path.relative_to(BRAINS).with_suffix("")) for path in BRAIN_FILES + PACK_FILES)


def brain_options(name, agents):
    """Options for a shipped brain that exercise all its parts."""
    inputs = inputs_of(name)
    return [f"brains/{name}.yaml", "--agents", str(agents), "--ticks", "40", "--seed", "5",
            *(["--inputs", str(inputs)] if inputs else []), *targets_of(name)]


def result_of(text):
    """A run's JSON without the parts that vary between runs."""
    return {key: value for key, value in json.loads(text).items()
            if "second" not in key and key not in ("threads", "ranks", "resumed_at")}


def number_in(content, place):
    return struct.unpack_from("<Q", content, place)[0]


def snapshot_sum(seed, content):
    """The sum of src/snapshot/sum.c."""
    def mix(total, word):
        total = (total ^ word) * 0x9E3779B97F4A7C15 % 2**64
        return total ^ total >> 32
    words = struct.unpack_from(f"<{len(content) // 8}Q", content)
    four, whole = [seed, seed + 1, seed + 2, seed + 3], len(content) // 32 * 4
    for at in range(whole):
        four[at % 4] = mix(four[at % 4], words[at])
    total = len(content)
    for word in [*four, *words[whole:], int.from_bytes(content[len(words) * 8:], "little")]:
        total = mix(total, word)
    return total


def sealed(content):
    """A snapshot of one part with the sums of its bytes, which a test has changed."""
    content, front = bytearray(content), number_in(content, FRONT)
    struct.pack_into("<Q", content, front - 8, snapshot_sum(0, content[front:]))
    struct.pack_into("<Q", content, SUM, snapshot_sum(snapshot_sum(0, content[:SUM]), content[FRONT:front]))
    return bytes(content)


def note_of(content):
    """The position of a checkpoint's note."""
    return HEAD + (number_in(content, SHAPE) + 7) // 8 * 8


def tick_of(path):
    """The last tick that all agents completed. A snapshot has the next one."""
    return struct.unpack_from("<I", path.read_bytes(), TICK)[0] - 1


def without_hash(path):
    """A snapshot without the hash of the compiled brain, which depends on the byte order, and the sum, which has it."""
    content = bytearray(path.read_bytes())
    content[SUM:SUM + 8] = content[BRAIN:BRAIN + 8] = bytes(8)
    return content


# tests/golden/scout.ck, a checkpoint from a little-endian machine. test_file_checkpoint.c loads it, too.
SCOUT = [GOLDEN / "scout.yaml", "--agents", 12, "--seed", 7, "--set", "near()=random * 0.7", "--set",
         'sees("wolf")=random < 0.6', "--set", "ammo=300 + random * 9", "--transitions"]
SCOUT_TICK, SCOUT_END = 11, 60


def ranks_of(launcher, program):
    """Processes of a program that are not watchers: a process or its descendants."""
    found, queue = [], [launcher]
    while queue:
        process = queue.pop()
        try:
            is_one = os.readlink(f"/proc/{process}/exe").split(" ")[0] == os.path.realpath(program)
        except OSError:
            continue
        if is_one:
            found.append(process)  # everything below it
            continue
        queue += map(int, subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True,
                                         check=False).stdout.split())
    return found


def kill_after(command, seconds, choose, environment=None, checkpoint=None, program=PROGRAM):
    """Starts a run, waits for its first checkpoint and some time, kills one of its processes. Returns its output."""
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as run:
        end = time.monotonic() + 600
        while checkpoint is not None and not checkpoint.exists() and time.monotonic() < end:
            time.sleep(0.005)
        time.sleep(seconds)
        processes = sorted(ranks_of(run.pid, program))
        os.kill(choose(processes) if processes else run.pid, signal.SIGKILL)
        out, err = run.communicate(timeout=600)
    return run.returncode, out, err
