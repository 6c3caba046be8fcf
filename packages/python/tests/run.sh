#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh make | versions | NAME: makes the wheel and installs it into two environments, or runs test_NAME.py in both: an
# empty one, and one with NumPy, if Debian's Python has it. `versions` runs the installed package with the other versions
# of Python that are in the path or in PYENV_ROOT. Prints "Skipped" and why if something is missing.
set -eu
cd "$(dirname "$0")/../../.."

skip() {
    echo "Skipped: $1"
    exit 0
}
# Debian's modules are for Debian's Python, which may not be the first in the path.
for python in python3 /usr/bin/python3; do
    "$python" -c 'import build, setuptools, wheel, venv, ensurepip' 2>/dev/null && break
    python=
done
[ "$python" ] || skip "python3-build, python3-setuptools, python3-wheel or python3-venv is not installed; tools/setup --ci installs them"

if [ "$1" = make ]; then
    wheel=$(tools/wheel)
    for kind in plain numpy; do
        options=
        [ $kind = plain ] || options=--system-site-packages
        [ $kind = plain ] || "$python" -c 'import numpy' 2>/dev/null || continue
        "$python" -m venv $options build/wheel/$kind
        build/wheel/$kind/bin/pip --disable-pip-version-check install --quiet --no-index --no-deps "$wheel"
        build/wheel/$kind/bin/python -c "import wits; print(wits.__version__)"
    done
    exit 0
fi

unset WITS_LIBRARY PYTHONPATH
if [ "$1" = versions ]; then
    PYTHONPATH=$(build/wheel/plain/bin/python -c "import os, wits; print(os.path.dirname(os.path.dirname(wits.__file__)))")
    export PYTHONPATH
    ran=
    for minor in 9 10 11 12 13 14; do
        for other in "${PYENV_ROOT:-/nowhere}"/versions/"3.$minor".*/bin/python3 "$(command -v python3.$minor)"; do
            [ -x "$other" ] || continue
            for name in abi agent arrow crowd record; do
                "$other" -B "packages/python/tests/test_$name.py" -q || exit 1
            done
            ran="$ran 3.$minor"
            break
        done
    done
    [ "$ran" ] || skip "there is no other Python than that of the environments"
    echo "ran with Python$ran"
    exit 0
fi
for kind in plain numpy; do
    [ -e build/wheel/$kind ] || continue
    echo "$kind:"
    build/wheel/$kind/bin/python -B "packages/python/tests/test_$1.py" || exit 1
done
