// SPDX-License-Identifier: MIT
// The code of the documentation: the ```js blocks of a page are one program. A comment after console.log is its output.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { PACKAGE, read } from "./support.js";

const folder = mkdtempSync(join(tmpdir(), "wits-npm-"));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "node_modules"));
symlinkSync(PACKAGE, join(folder, "node_modules/wits-ai"));
writeFileSync(join(folder, "villager.yaml"), read("brains/villager.yaml"));

for (const page of ["packages/npm/README.md", "docs/javascript.md"]) {
    test(page, () => {
        const code = [...read(page).matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, block]) => block).join("\n");
        assert.ok(code.length > 1000);
        const expected = [...code.matchAll(/console\.log\(.*\);? *,? *\/\/ (.*)$|console\.log\(.*\), *\/\/ (.*)$/gm)].map((match) => match[1] ?? match[2]);
        writeFileSync(join(folder, "page.mjs"), code);
        const done = spawnSync(process.execPath, ["page.mjs"], { cwd: folder, encoding: "utf8" });
        assert.equal(done.stderr, "");
        const lines = done.stdout.trimEnd().split(/\n(?![ \]}])/).map((line) => line.replace(/\n\s*/g, " ").replace(/ +/g, " "));
        expected.forEach((text, i) => text.startsWith("the same on every") || assert.equal(lines[i], text));
        assert.equal(lines.length, expected.length, done.stdout);
    });
}
