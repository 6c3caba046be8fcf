# SPDX-License-Identifier: MIT
"""packed.py OBJDUMP OBJECT...: kernels of an instruction set use its vectors, and no others do.

A compiler may fail to vectorise a loop without a warning. So in the optimised objects kernels_avx2 and kernels_avx512
every operation over columns (run_*, formula_*, random_*) must use the wide registers. kernels_baseline, which runs on
every machine, must use neither these registers nor instructions of those extensions.
"""

import pathlib
import re
import subprocess
import sys

REGISTERS = {"avx2": "%ymm", "avx512": "%zmm"}
OPERATION = re.compile(r"(run|formula|random)_")
CALLS_MEMCPY = "run_COPY8"  # by the C library
LATER = re.compile(r"%[yz]mm|%k[0-7]\b|^v[a-z]")  # names of vector instructions since AVX begin with v
NO_VECTORS = {"verr", "verw", "vmcall"}


def functions_of(objdump, path):
    """Names, with the instructions of each."""
    text = subprocess.run([objdump, "-d", "--no-show-raw-insn", path], capture_output=True, text=True,
                          check=True).stdout
    found = {}
    body = []
    for line in text.splitlines():
        name = re.match(r"[0-9a-f]+ <(.+)>:$", line)
        if name and not name[1].startswith(".L"):  # the target of a jump, in the same function
            body = found.setdefault(name[1], [])
        elif "\t" in line:
            body.append(line.split("\t")[-1].strip())
    return found


def is_operation(name):
    return OPERATION.match(name) and not name.startswith(CALLS_MEMCPY)


def main(objdump, *objects):
    found = 0
    seen = 0
    for path in objects:
        name = pathlib.Path(path).name
        if not name.startswith("kernels_"):
            continue
        instruction_set = name.split(".")[0].removeprefix("kernels_")
        register = REGISTERS.get(instruction_set)
        for function, body in functions_of(objdump, path).items():
            if register is None:
                later = [line for line in body if LATER.search(line) and line.split()[0] not in NO_VECTORS]
                if later:
                    print(f"{name}: {function} has '{later[0]}', which not every machine has")
                    found += 1
            elif is_operation(function):
                seen += 1
                if not any(register in line for line in body):
                    print(f"{name}: {function} uses no {register}: its loop did not become vector code")
                    found += 1
    if seen == 0:
        sys.exit("no operations were found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
