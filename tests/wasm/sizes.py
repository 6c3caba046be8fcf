# SPDX-License-Identifier: MIT
"""sizes.py FILE.wasm=LIMIT...: prints the size of WebAssembly modules compressed by gzip, and fails above a limit in KB."""

import gzip
import pathlib
import sys


def main(arguments):
    too_large = False
    for argument in arguments:
        path, limit = argument.rsplit("=", 1)
        module = pathlib.Path(path).read_bytes()
        size = len(gzip.compress(module, 9)) / 1000
        print(f"{pathlib.Path(path).name}: {len(module) / 1000:.0f} KB, {size:.0f} KB compressed, at most {limit}")
        too_large = too_large or size > float(limit)
    return 1 if too_large else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
