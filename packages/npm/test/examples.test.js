// SPDX-License-Identifier: MIT
// The examples, with the package as a project has it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { load, PACKAGE, read, ROOT } from "./support.js";

const HERE = join(ROOT, "packages/npm");
const folder = mkdtempSync(join(tmpdir(), "wits-npm-"));
after(() => rmSync(folder, { recursive: true }));
cpSync(join(HERE, "examples"), folder, { recursive: true });
mkdirSync(join(folder, "node_modules"));
symlinkSync(PACKAGE, join(folder, "node_modules/wits-ai"));
symlinkSync(join(HERE, "node_modules/bitecs"), join(folder, "node_modules/bitecs"));
writeFileSync(join(folder, "package.json"), '{"type": "module"}');
const run = (...words) => spawnSync(words[0], words.slice(1), { encoding: "utf8", cwd: folder, env: { ...process.env, WITS: `${process.execPath} ${join(PACKAGE, "bin/wits.js")}` } });

test("guard.js prints the same night as the guard in C, C++, Lua and Python", () => {
    const done = run(process.execPath, "guard.js", join(ROOT, "brains/guard.yaml"), join(ROOT, "examples/guard-night.csv"));
    assert.equal(done.stderr, "");
    assert.equal(done.stdout, read("examples/expected/guard_night.txt"));
});

test("bitecs.js decides as a crowd alone", async () => {
    const done = run(process.execPath, "bitecs.js", join(ROOT, "brains/villager.yaml"));
    assert.equal(done.stderr, "");
    const { Brain, Crowd, init } = await load();
    await init();
    const crowd = new Crowd(Brain.parse(read("brains/villager.yaml")), { agents: 10_001, seed: 1 });
    for (let i = 0; i < 10_000; i++) {
        crowd.columns.hunger[i + 1] = (i % 100) / 100;
    }
    assert.match(done.stdout, new RegExp(`hash ${crowd.tick(50).hash().toString(16)}\n$`));
    assert.match(done.stdout, /^eating [1-9]\d* sleeping \d+\nloaves [1-9]\d* in the field [1-9]\d*\n/);
});

test("check-brains.sh passes good brains, and fails for a mistake, a refuted property and what is not reached", () => {
    const good = read("brains/guard.yaml");
    const files = { "good.yaml": good, "wrong.yaml": good.replace("sees_player}", "sees_playr}"), "refuted.yaml": good.replace("health < 0.25 else 0", "health < 0.75 else 0") };
    for (const [name, text] of Object.entries(files)) {
        writeFileSync(join(folder, name), text);
    }
    const shipped = run("sh", "ci/check-brains.sh", join(ROOT, "brains/guard.yaml"), join(ROOT, "brains/guard.test.yaml"));
    assert.equal(shipped.status, 0, shipped.stdout + shipped.stderr);
    assert.match(shipped.stdout, /guard\.test\.yaml: \d+ passed/);
    cpSync(join(ROOT, "examples/guard-night.csv"), join(folder, "good-night.csv"));
    assert.equal(run("sh", "ci/check-brains.sh", "good.yaml").status, 0, "inputs of other names are not about coverage");
    cpSync(join(ROOT, "examples/guard-night.csv"), join(folder, "good-1.csv"));
    const uncovered = run("sh", "ci/check-brains.sh", "good.yaml");
    assert.equal(uncovered.status, 1);
    assert.match(uncovered.stdout + uncovered.stderr, /not covered: the transition from search to combat/);
    writeFileSync(join(folder, "good-2.csv"), "tick,sees_player\n1,true\n2,false\n9,true\n");
    const covered = run("sh", "ci/check-brains.sh", "good.yaml");
    assert.equal(covered.status, 0, covered.stdout + covered.stderr);
    const wrong = run("sh", "ci/check-brains.sh", "good.yaml", "wrong.yaml");
    assert.equal(wrong.status, 1);
    assert.match(wrong.stderr, /did you mean 'sees_player'/);
    const refuted = run("sh", "ci/check-brains.sh", "refuted.yaml");
    assert.equal(refuted.status, 1);
    assert.match(refuted.stdout + refuted.stderr, /never 3/);
});
