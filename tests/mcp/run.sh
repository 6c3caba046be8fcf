#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh: talks to `wits mcp` with the official client. Prints "Skipped" and why if something is missing. WITS is the
# program; without it that of the release build.
set -eu
cd "$(dirname "$0")"

skip() {
    echo "Skipped: $1"
    exit 0
}
command -v node >/dev/null 2>&1 || skip "node is not installed; tools/setup --ci installs it"
[ -e node_modules/.package-lock.json ] || skip "no client; 'npm ci' in tests/mcp, or tools/setup --ci, fetches it"
exec node --test --test-reporter=spec mcp.test.js
