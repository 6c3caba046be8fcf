#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh make | NAME: makes the page, or runs NAME.test.js with it. Prints "Skipped" and why if something is missing.
set -eu
cd "$(dirname "$0")/../.."

skip() {
    echo "Skipped: $1"
    exit 0
}
for command in node npm clang-19 wasm-ld-19 wasm-opt chromium; do
    command -v $command >/dev/null 2>&1 || skip "$command is not installed; tools/setup --ci installs it"
done
[ -e build/packages/wasm32/complete ] || skip "no libyaml for WebAssembly; tools/setup --wasm makes it"
[ -e web/node_modules/.package-lock.json ] || skip "no tools for the page; tools/web --tools fetches them"
if [ "$1" = make ]; then
    WITS_SETUP=no exec tools/web
fi
cd web
exec node --test --test-reporter=spec "test/$1.test.js"
