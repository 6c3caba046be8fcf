# SPDX-License-Identifier: MIT
"""Crowds that are killed and resumed, for the tests of checkpoints and of ranks."""

import json
import os
import re
import signal
import struct
import subprocess
import sys
import time

from program import BRAIN_FILES, BRAINS, PACK_FILES, PROGRAM, ROOT, inputs_of, targets_of

# Offsets in the header: of fields that tests change, and of the tick.
ORDER, VERSION, MARKS, TICK, MOVES, SUM, HEAD = 8, 12, 16, 84, 96, 112, 120
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


def checksum(before, content):
    """The checksum of tools/wits/common/checksum.c."""
    def mix(total, word):
        total = (total ^ word) * 0x9E3779B97F4A7C15 % 2**64
        return total ^ total >> 32
    total = mix(before, len(content))
    for at in range(0, len(content) // 8 * 8, 8):
        total = mix(total, struct.unpack_from("=Q", content, at)[0])
    rest = bytes(content[len(content) // 8 * 8:])
    return mix(total, int.from_bytes(rest.ljust(8, b"\0"), sys.byteorder))


def tick_of(path):
    return struct.unpack_from("=I", path.read_bytes(), TICK)[0]


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
