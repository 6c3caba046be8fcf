#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh NAME: makes the extension and runs NAME.test.js with it. Prints "Skipped" and why if something is missing.
set -eu
cd "$(dirname "$0")/../../.."

skip() {
    echo "Skipped: $1"
    exit 0
}
commands="node npm"
[ "$1" = extension ] || commands="$commands clang-19 wasm-ld-19 chromium"
for command in $commands; do
    command -v $command >/dev/null 2>&1 || skip "$command is not installed; tools/setup --ci installs it"
done
[ -e packages/vscode/node_modules/.package-lock.json ] ||
    skip "no tools for the extension; tools/vscode --tools fetches them"
"$WITS" lsp </dev/null 2>&1 | grep -q "without jansson" && skip "the program was built without jansson"
[ "$1" = extension ] || [ -e build/packages/wasm32/lib/libjansson.a ] ||
    skip "no jansson for WebAssembly; tools/setup --wasm makes it"
WITS_SETUP=no tools/vscode
cd packages/vscode
exec node --test --test-reporter=spec "test/$1.test.js"
