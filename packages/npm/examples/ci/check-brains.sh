#!/bin/sh
# SPDX-License-Identifier: MIT
# check-brains.sh FILES: checks, tests, proves and covers brain files, and fails if one is not as it should be. For GitHub
# Actions:
#
#   - uses: actions/checkout@v4
#   - uses: actions/setup-node@v4
#   - run: sh check-brains.sh brains/*.yaml
set -u
wits=${WITS:-npx --yes wits-ai}
failed=0
for file in "$@"; do
    # Reports every mistake with its line.
    $wits check "$file" || failed=1
    case $file in *.test.yaml) continue ;; esac  # runs with its brain
    # Runs the scenarios beside the file, guard.test.yaml for guard.yaml.
    if [ -e "${file%.yaml}.test.yaml" ]; then
        $wits test "$file" || failed=1
    fi
    # Proves the properties under `prove`, and prints the shortest run that refutes one.
    if grep -q '^prove:' "$file"; then
        $wits prove "$file" || failed=1
    fi
    # Runs the inputs that once reached everything, guard-1.csv and so on, and fails if something is no longer reached.
    # To write them: wits reach guard.yaml --all -o .
    set --
    for inputs in "${file%.yaml}"-[0-9]*.csv; do
        [ -e "$inputs" ] && set -- "$@" "$inputs"
    done
    if [ $# -gt 0 ]; then
        $wits cover "$file" --inputs "$@" || failed=1
    fi
done
exit $failed
