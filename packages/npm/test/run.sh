#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh make | NAME: makes the package, or runs NAME.test.js with it. Prints "Skipped" and why if something is missing.
set -eu
cd "$(dirname "$0")/../../.."

skip() {
    echo "Skipped: $1"
    exit 0
}
for command in node npm clang-19 wasm-ld-19 wasm-opt; do
    command -v $command >/dev/null 2>&1 || skip "$command is not installed; tools/setup --ci installs it"
done
[ -e build/packages/wasm32/complete ] || skip "no libyaml for WebAssembly; tools/setup --wasm makes it"
[ -e packages/npm/node_modules/.package-lock.json ] || skip "no tools for the npm package; tools/npm --tools fetches them"
if [ "$1" = make ]; then
    WITS_SETUP=no exec tools/npm
fi
[ "$1" != browser ] || command -v chromium >/dev/null 2>&1 || skip "chromium is not installed; tools/setup --ci installs it"
cd packages/npm
exec node --expose-gc --test --test-reporter=spec "test/$1.test.js"
