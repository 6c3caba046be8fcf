# SPDX-License-Identifier: MIT
"""crowd_w3b.py: writes bench/brains/w3b.yaml to standard output. The numbers are those of crowd_w3b.c."""

INPUTS = ACTIONS = 16


def hundredths(number):
    return f"{number / 100:g}"


def consideration(a, c):
    lo = hundredths(5 * ((a * 7 + c * 3) % 6))
    hi = hundredths(60 + 5 * ((a * 3 + c * 7) % 9))
    part = f"clamp((i{(a * 5 + c * 3 + a // 4) % INPUTS} - {lo}) / ({hi} - {lo}), 0, 1)"
    if c < 2:
        return f"({part} * {part})"
    return f"(1 / (1 + exp(-{4 + (a + c) % 8} * ({part} - {hundredths(30 + 5 * ((a * 5 + c) % 9))}))))"


print("# W3b: 16 actions of 4 considerations each. Written by bench/crowd_w3b.py.")
print("wits: 1\nbrain: enemy\ncontext:")
for i in range(INPUTS):
    print(f"  i{i}: float")
print("root:\n  kind: utility\n  states:")
for a in range(ACTIONS):
    print(f"    action_{a}:\n      score: >-")
    print("        " + " *\n        ".join(consideration(a, c) for c in range(4)))
