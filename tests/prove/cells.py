# SPDX-License-Identifier: MIT
"""cells.py WITS [--brains N] [--first SEED]: compares the values that the prover tries with z3.

Each random brain reads a few floats and ints of the host by comparisons with constants only. Each of the 2^n
combinations of n comparisons is a `reach` property. z3 computes which ones some input meets, with floats as IEEE
singles and ints of 32 bits. The prover must find exactly these, and refute the others.
"""

import argparse
import itertools
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

try:
    import z3
except ImportError:  # Debian's module belongs to Debian's Python
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    z3 = None

BOUNDS = {"int8": (-128, 127), "uint8": (0, 255), "int16": (-32768, 32767), "uint16": (0, 65535),
          "int": (-2 ** 31, 2 ** 31 - 1)}


def single(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def neighbour(value, steps):
    bits = struct.unpack("<i", struct.pack("<f", value))[0]
    return struct.unpack("<f", struct.pack("<i", bits + steps))[0] if value != 0 else value


class Field:
    def __init__(self, name, kind, chance):
        self.name, self.kind = name, kind
        self.range, self.nan = None, False
        if kind == "float":
            self.variable = z3.FP(name, z3.Float32())
            self.nan = chance.random() < 0.25
            if chance.random() < 0.5:
                low = chance.choice([0.0, -1.0, 0.1, -1e20])
                self.range = [single(low), single(low + chance.choice([0.5, 1.0, 40.0]))]
        else:
            self.variable = z3.BitVec(name, 32)
            low, high = BOUNDS[kind]
            if chance.random() < 0.5:
                low = chance.randint(low, high)
                self.range = [low, min(high, low + chance.randint(0, 20000))]

    def file(self):
        to = {"type": self.kind}
        if self.range:
            to["range"] = [repr(value) for value in self.range]
            to["initial"] = repr(self.range[0])
        if self.nan:
            to["nan"] = True
        return to

    def given(self):
        """The host's promises."""
        at = self.variable
        if self.kind != "float":
            low, high = self.range or BOUNDS[self.kind]
            return z3.And(at >= low, at <= high)
        inside = z3.BoolVal(True)
        if self.range:
            low, high = (z3.FPVal(value, z3.Float32()) for value in self.range)
            inside = z3.And(z3.fpGEQ(at, low), z3.fpLEQ(at, high))
        return z3.Or(z3.fpIsNaN(at), inside) if self.nan else z3.And(z3.Not(z3.fpIsNaN(at)), inside)

    def constant(self, chance):
        if self.kind == "float" or chance.random() < 0.3:
            near = [0.0, 0.1, 0.5, 1.0, 16777216.0, 16777217.0, 2.5, -3.25, 1e30]
            value = single(chance.choice(near + (self.range or [])))
            return neighbour(value, chance.choice([0, 0, 1, -1]))
        low, high = self.range or BOUNDS[self.kind]
        return chance.choice([low, high, 0, 7, min(high, low + 1), chance.randint(low, high), low - 1 if low > -2 ** 31
                              else low])


def comparison(fields, chance):
    """The condition as a text and in z3's form."""
    field = chance.choice(fields)
    constant = field.constant(chance)
    word = chance.choice(["<", "<=", ">", ">=", "==", "!="])
    turned = chance.random() < 0.2
    a, b = field.name, repr(constant)
    text = f"{b} {word} {a}" if turned else f"{a} {word} {b}"
    if isinstance(constant, float):  # an int compared with it is widened
        widened = field.kind != "float"
        left = z3.fpSignedToFP(z3.RNE(), field.variable, z3.Float32()) if widened else field.variable
        right = z3.FPVal(constant, z3.Float32())
        if turned:
            left, right = right, left
        means = {"<": z3.fpLT, "<=": z3.fpLEQ, ">": z3.fpGT, ">=": z3.fpGEQ, "==": z3.fpEQ,
                 "!=": lambda x, y: z3.Not(z3.fpEQ(x, y))}[word](left, right)
    else:
        left, right = field.variable, z3.BitVecVal(constant, 32)
        if turned:
            left, right = right, left
        means = {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right, "==": left == right,
                 "!=": left != right}[word]
    return text, means


def compare(program, seed, folder):
    """The differences, the number of combinations explored, and how many of them occurred."""
    chance = random.Random(seed)
    kinds = ["float", "float", "int", "int", *BOUNDS]
    fields = [Field(f"f{i}", chance.choice(kinds), chance) for i in range(chance.randint(1, 3))]
    asked = [comparison(fields, chance) for _ in range(chance.randint(2, 5))]
    solver = z3.Solver()
    solver.add(*(field.given() for field in fields))
    expected, properties = {}, []
    for number, signs in enumerate(itertools.product([True, False], repeat=len(asked))):
        texts = [text if sign else f"not ({text})" for (text, _), sign in zip(asked, signs)]
        properties.append({"name": f"p{number}", "reach": " and ".join(texts), "start": "any"})
        solver.push()
        solver.add(*(means if sign else z3.Not(means) for (_, means), sign in zip(asked, signs)))
        expected[f"p{number}"] = "proven" if solver.check() == z3.sat else "refuted"
        solver.pop()
    file = pathlib.Path(folder) / "brain.yaml"
    file.write_text(json.dumps({"wits": "1", "brain": "cells", "context": {f.name: f.file() for f in fields},
                                "root": {"states": {"only": {}}}, "prove": properties}, indent=1))
    done = subprocess.run([program, "prove", file, "--format", "json"], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=600, check=False)
    if done.returncode not in (0, 3, 4):
        return [f"wits prove: {done.stderr}"], 0, 0
    proofs = json.loads(done.stdout)["properties"]
    if any(why.startswith("combinations") for p in proofs for why in p["why"]):
        return [], 0, 0  # too many for one tick, which the prover reports
    verdicts = {p["name"]: p["verdict"] for p in proofs}
    different = [f"{name}: {verdicts[name]}, z3 {expected[name]}: {properties[int(name[1:])]['reach']}"
                 for name in expected if verdicts[name] != expected[name]]
    return different, len(expected), sum(verdict == "proven" for verdict in expected.values())


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split(":", 1)[0])
    parser.add_argument("program")
    parser.add_argument("--brains", type=int, default=50)
    parser.add_argument("--first", type=int, default=1)
    given = parser.parse_args()
    if z3 is None:
        print("Skipped: z3 is not installed (Debian: python3-z3)")
        return 0
    failures, combinations, met = 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(given.first, given.first + given.brains):
            different, looked_at, are_met = compare(given.program, seed, folder)
            failures += bool(different)
            combinations += looked_at
            met += are_met
            for text in different:
                print(f"brain {seed}: {text}")
    print(f"{given.brains} brains, {combinations} combinations of comparisons, {met} of them met; {failures} differ")
    return 1 if failures or met == 0 or met == combinations else 0


if __name__ == "__main__":
    sys.exit(main())
