#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh: makes the extension and tests it. Prints "Skipped" and why if something is missing.
set -eu
cd "$(dirname "$0")/../../.."

skip() {
    echo "Skipped: $1"
    exit 0
}
for command in node npm; do
    command -v $command >/dev/null 2>&1 || skip "$command is not installed; tools/setup --ci installs it"
done
[ -e packages/vscode/node_modules/.package-lock.json ] ||
    skip "no tools for the extension; tools/vscode --tools fetches them"
"$WITS" lsp </dev/null 2>&1 | grep -q "without jansson" && skip "the program was built without jansson"
tools/vscode
cd packages/vscode
exec node --test --test-reporter=spec test/extension.test.js
