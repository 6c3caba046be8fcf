# SPDX-License-Identifier: MIT
"""crowd_w3b.py [considerations]: writes bench/brains/w3b.yaml, or the same with considerations in place of expressions
(bench/brains/w3b_considerations.yaml), to standard output. The numbers are those of crowd_w3b.c."""

import sys

INPUTS = ACTIONS = 16


def hundredths(number):
    return f"{number / 100:g}"


def numbers(a, c):
    """Consideration c of action a: its input, range, steepness and shift to the right."""
    lo = hundredths(5 * ((a * 7 + c * 3) % 6))
    hi = hundredths(60 + 5 * ((a * 3 + c * 7) % 9))
    return (a * 5 + c * 3 + a // 4) % INPUTS, lo, hi, 4 + (a + c) % 8, hundredths(5 * ((a * 5 + c) % 9) - 20)


def expression(a, c):
    i, lo, hi, steepness, shift = numbers(a, c)
    part = f"clamp((i{i} - {lo}) / ({hi} - {lo}), 0, 1)"
    if c < 2:
        return f"({part} * {part})"
    return f"(1 / (1 + exp(-{steepness} * ({part} - (0.5 + {shift})))))"


def consideration(a, c):
    i, lo, hi, steepness, shift = numbers(a, c)
    curve = "{polynomial: {k: 2}}" if c < 2 else f"{{logistic: {{k: {steepness / 10:g}, c: {shift}}}}}"
    return f"{{input: i{i}, range: [{lo}, {hi}], curve: {curve}}}"


considered = sys.argv[1:] == ["considerations"]
print("# W3b: 16 actions of 4 considerations each. Written by bench/crowd_w3b.py.")
print("wits: 1\nbrain: enemy\ncontext:")
for i in range(INPUTS):
    print(f"  i{i}: float")
print("root:\n  kind: utility\n  states:")
for a in range(ACTIONS):
    if considered:
        print(f"    action_{a}:\n      score:\n        product:")
        print("\n".join(f"          - {consideration(a, c)}" for c in range(4)))
    else:
        print(f"    action_{a}:\n      score: >-")
        print("        " + " *\n        ".join(expression(a, c) for c in range(4)))
