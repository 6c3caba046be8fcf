// SPDX-License-Identifier: MIT
// The package: contents, sizes, types, loading, proofs, and the program.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { idle, load, PACKAGE, read, ROOT } from "./support.js";

const HERE = join(ROOT, "packages/npm");
const folder = mkdtempSync(join(tmpdir(), "wits-npm-"));
after(() => rmSync(folder, { recursive: true }));
/** The package as a project has it. */
const installed = join(folder, "node_modules/wits-ai");
mkdirSync(dirname(installed));
cpSync(PACKAGE, installed, { recursive: true });
const tool = (name, ...args) => spawnSync(process.execPath, [join(HERE, "node_modules", name), ...args], { encoding: "utf8", cwd: folder });
const kilobytes = (...names) => names.reduce((sum, name) => sum + gzipSync(readFileSync(join(PACKAGE, name)), { level: 9 }).length, 0) / 1000;

test("npm pack has these files, and no others", () => {
    const [{ files }] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: PACKAGE, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
    const names = files.map(({ path }) => path).filter((path) => !path.startsWith("types/")).sort();
    assert.deepEqual(names, ["LICENSE", "README.md", "bin/package.json", "bin/wits.js", "core.js", "index.js", "inline.js", "package.json", "wits-core.wasm", "wits-program.wasm.br", "wits.wasm", "worker.js"]);
    const types = files.map(({ path }) => path).filter((path) => path.startsWith("types/"));
    assert.ok(types.every((path) => path.endsWith(".d.ts")) && types.includes("types/index.d.ts"));
    const about = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
    assert.equal(about.dependencies, undefined);
    assert.equal(about.scripts, undefined);
    assert.equal(about.sideEffects, false);
    for (const { types, default: code } of Object.values(about.exports).filter((one) => typeof one === "object")) {
        assert.ok(existsSync(join(PACKAGE, types)) && existsSync(join(PACKAGE, code)));
    }
});

test("sizes, compressed", (t) => {
    const sizes = { core: kilobytes("core.js", "wits-core.wasm"), default: kilobytes("index.js", "wits.wasm"), inline: kilobytes("inline.js"), program: kilobytes("bin/wits.js", "wits-program.wasm.br") };
    t.diagnostic(JSON.stringify(sizes));
    assert.ok(sizes.core <= 150, `wits-ai/core has ${sizes.core} kB`);
    assert.ok(sizes.default <= 345, `wits-ai has ${sizes.default} kB`);
    assert.ok(sizes.program <= 650, `the program has ${sizes.program} kB`);
});

test("an uncaught error shows one short line of the source, and readable names", () => {
    for (const entry of ["index.js", "inline.js", "core.js"]) {
        const code = `import { readFileSync } from "node:fs"; import { Brain, initSync } from ${JSON.stringify(join(installed, entry))};
            initSync(readFileSync(${JSON.stringify(join(installed, entry === "core.js" ? "wits-core.wasm" : "wits.wasm"))})); Brain.parse(5);`;
        const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
        assert.match(stderr, /ValueError: a brain file must be a string/);
        assert.match(stderr, /at Brain\.parse|at _Brain\.parse|at Function\.parse/);
        assert.ok(stderr.length < 2000 && stderr.split("\n").every((line) => line.length < 250), stderr.slice(0, 3000));
    }
});

test("publint and arethetypeswrong find nothing", () => {
    const lint = tool("publint/src/cli.js", PACKAGE, "--strict");
    assert.equal(lint.status, 0, lint.stdout);
    const tarball = execFileSync("npm", ["pack", "--silent", PACKAGE], { cwd: folder, encoding: "utf8" }).trim();
    const attw = tool("@arethetypeswrong/cli/dist/index.js", tarball, "--profile", "esm-only", "--exclude-entrypoints", "./wits.wasm", "./wits-core.wasm");
    assert.equal(attw.status, 0, attw.stdout);
});

test("types compile with tsc --strict", () => {
    cpSync(join(HERE, "test/types/use.ts"), join(folder, "use.ts"));
    writeFileSync(join(folder, "package.json"), '{"type": "module"}');
    for (const module of [["--module", "nodenext"], ["--module", "esnext", "--moduleResolution", "bundler"]]) {
        const done = tool("typescript/bin/tsc", "--noEmit", "--strict", "--types", "", "--target", "es2022", "--lib", "es2022,dom,dom.iterable", ...module, "use.ts");
        assert.equal(done.status, 0, done.stdout);
    }
});

test("init takes a module, bytes, a URL or a response, and refuses anything else with an InitError", () => {
    const script = `
        import assert from "node:assert/strict";
        import { readFileSync } from "node:fs";
        const bytes = readFileSync(${JSON.stringify(join(PACKAGE, "wits.wasm"))});
        const url = new URL("file://" + ${JSON.stringify(join(PACKAGE, "wits.wasm"))});
        let copy = 0;
        const api = () => import(${JSON.stringify(join(PACKAGE, "index.js"))} + "?" + copy++);
        for (const source of [bytes, bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), new WebAssembly.Module(bytes), url, String(url), new Response(bytes), Promise.resolve(bytes)]) {
            const { init, Brain } = await api();
            await init(source);
            Brain.parse("wits: 1\\nbrain: x\\nroot: {}").agent().tick();
        }
        const { initSync, Brain } = await api();
        initSync(bytes);
        Brain.parse("wits: 1\\nbrain: x\\nroot: {}");
        const { init, InitError } = await api();
        const empty = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
        for (const source of [bytes.subarray(0, bytes.length / 2), bytes.subarray(0, 4), new Uint8Array(0), empty, new WebAssembly.Module(empty), "file:///nowhere/wits.wasm", new Response("", { status: 404 }), 7, null]) {
            await assert.rejects(init(source === null ? Promise.reject(new Error("offline")) : source), InitError, String(source));
        }
        const { validate } = WebAssembly;
        WebAssembly.validate = () => false;
        await assert.rejects(init(bytes), { name: "InitError", code: "no-simd" });
        WebAssembly.validate = validate;
        await init(bytes); // another try after a failure
        assert.equal(init(), init());
    `;
    const done = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    assert.equal(done.stderr + done.status, "0");
});

test("a host that forbids to fetch and to compile, like Cloudflare Workers", () => {
    const script = `
        import assert from "node:assert/strict";
        import { readFileSync } from "node:fs";
        const module = new WebAssembly.Module(readFileSync(${JSON.stringify(join(PACKAGE, "wits.wasm"))}));
        const forbidden = () => { throw new Error("forbidden"); };
        Object.assign(globalThis, { fetch: forbidden, FinalizationRegistry: undefined, Worker: undefined });
        Object.assign(WebAssembly, { compile: forbidden, instantiate: forbidden, compileStreaming: forbidden });
        const { init, initSync, Brain, Crowd, prove } = await import(${JSON.stringify(join(PACKAGE, "index.js"))});
        await init(module);
        const brain = Brain.parse("wits: 1\\nbrain: x\\nroot: {states: {a: {}}}\\nprove: [{always: in(a)}]");
        brain.agent().tick().dispose();
        brain.agent();
        new Crowd(brain, { agents: 10 }).tick();
        assert.ok((await prove(brain, { worker: false })).isProven);
        brain.dispose();
    `;
    const done = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    assert.equal(done.stderr + done.status, "0");
});

test("the SIMD check accepts what this host accepts", async () => {
    assert.ok(WebAssembly.validate(readFileSync(join(PACKAGE, "wits.wasm"))));
    await (await load()).init();
});

test("the inline entry: from start to the first tick in 100 ms of processor time", (t) => {
    const script = `
        const before = process.cpuUsage();
        const { init, Brain } = await import(${JSON.stringify(join(PACKAGE, "inline.js"))});
        await init();
        const brain = Brain.parse("wits: 1\\nbrain: x\\ncontext: {d: float}\\nroot: {states: {a: {transitions: [{to: b, when: d > 1}]}, b: {}}}");
        if (brain.agent({ fields: { d: 2 } }).tick().active[0] !== "b") throw new Error("no tick");
        const { user, system } = process.cpuUsage(before);
        console.log((user + system) / 1000);
    `;
    const times = Array.from({ length: 3 }, () => Number(execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" })));
    t.diagnostic(`${Math.min(...times).toFixed(0)} ms`);
    assert.ok(Math.min(...times) <= 100, String(times));
});

test("proofs: verdicts, runs, progress and signals", async () => {
    const { Brain, BrainError, init, prove } = await load();
    await init();
    const names = ["guard.yaml", "squad.yaml", "villager.yaml", "wolf.yaml", "enemy_4.yaml"];
    const expected = {};
    for (const name of names) {
        const done = spawnSync(process.execPath, [join(PACKAGE, "bin/wits.js"), "prove", `brains/${name}`, "--format", "json"], { encoding: "utf8", cwd: ROOT });
        const brain = Brain.parse(read(`brains/${name}`), { name: `brains/${name}` });
        if (done.stdout === "" || brain.properties.length === 0) {
            continue;
        }
        const short = ({ name, verdict, situations, ticks, run }) => [name, verdict.replace("_", " "), situations, ticks, run?.ticks];
        expected[name] = JSON.parse(done.stdout).properties.map(short);
        assert.deepEqual((await prove(brain)).verdicts.map(short), expected[name], name);
    }
    assert.ok(Object.keys(expected).length >= 4, Object.keys(expected).join());

    const door = Brain.parse("wits: 1\nbrain: door\ncontext: {near: bool, locked: {type: bool, host: true}}\nevents: [knock]\nroot: {states: {shut: {transitions: [{to: open, event: knock, when: near}]}, open: {transitions: [{to: shut, after: 3}]}}}\nprove:\n  - never: in(open) and locked\n  - reach: in(open)\n");
    for (const worker of [true, false]) {
        const report = await prove(door, { worker });
        assert.equal(report.isProven, false);
        const [never, reach] = report.verdicts;
        assert.equal(never.verdict, "refuted");
        assert.equal(never.run.inputs.length, never.run.ticks + 1);
        assert.deepEqual(never.run.inputs.at(-1).knock, true);
        assert.equal(reach.verdict, "proven");
    }
    const guard = Brain.parse(read("brains/guard.yaml"));
    for (const worker of [true, false]) {
        let count = 0;
        const proving = prove(guard, { worker });
        for await (const { ticks } of proving) {
            count += ticks > 0;
        }
        assert.ok(count > 0 && (await proving).isProven);
        await assert.rejects(prove(guard, { worker, signal: AbortSignal.abort(new Error("no")) }).then(), { message: "no" });
        const aborting = new AbortController();
        await assert.rejects(async () => {
            for await (const _ of prove(guard, { worker, signal: aborting.signal })) {
                aborting.abort();
            }
        }, { name: "AbortError" });
        assert.equal((await prove(guard, { worker, ticks: 1000 })).verdicts[0].verdict, "not found");
        await assert.rejects(prove(Brain.parse("wits: 1\nbrain: x\nroot: {states: {a: {}}}\nprove: [{never: in(b)}]"), { worker }).then(), (error) => error instanceof BrainError && error.problems[0].line === 4);
    }
});

test("bin: the whole program, with files, exit status and no warnings", () => {
    const wits = (...args) => {
        const done = spawnSync(process.execPath, [join(installed, "bin/wits.js"), ...args], { encoding: "utf8", cwd: folder });
        return [done.status, done.stdout, done.stderr];
    };
    cpSync(join(ROOT, "brains/guard.yaml"), join(folder, "guard.yaml"));
    assert.deepEqual(wits("--version"), [0, `wits ${JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")).version}\n`, ""]);
    assert.deepEqual(wits("check", "guard.yaml"), [0, "guard.yaml: ok\n", ""]);
    assert.deepEqual(wits("check", join(folder, "guard.yaml")), [0, `${folder}/guard.yaml: ok\n`, ""]);
    assert.equal(wits("run", join(ROOT, "brains/guard.yaml"), "--inputs", join(ROOT, "examples/guard-night.csv"))[1], read("tests/golden/guard.txt"));
    writeFileSync(join(folder, "bad.yaml"), "wits: 1\nbrain: x\nroot: {states: {a: {whne: 1}}}\n");
    const [status, , errors] = wits("check", "bad.yaml");
    assert.equal(status, 1);
    assert.match(errors, /^bad\.yaml:3:/);
    assert.equal(wits("nonsense")[0], 2);
    const listed = /# and (.*), \.\.\.$/m.exec(read("packages/npm/README.md"))[1].split(", ");
    listed.forEach((command) => assert.equal(wits(command, "--help")[0], 0, command));
    assert.deepEqual(wits("expand", "guard.yaml", "-o", "whole.yaml"), [0, "", ""]);
    assert.deepEqual(wits("check", "whole.yaml"), [0, "whole.yaml: ok\n", ""]);
});

test("bin: a slow reader of a pipe gets everything", () => {
    const wits = `"${process.execPath}" "${join(installed, "bin/wits.js")}" run "${join(ROOT, "brains/villager.yaml")}" --ticks 5000`;
    const sums = ["| (sleep 2; cksum)", "> all.txt && cksum < all.txt"].map((end) => spawnSync("sh", ["-c", `${wits} ${end}`], { encoding: "utf8", cwd: folder }));
    assert.equal(sums[0].stderr, "");
    assert.equal(sums[0].stdout, sums[1].stdout);
    assert.ok(Number(sums[1].stdout.split(" ")[1]) > 200_000);
});

/** Starts the program and sends it signals. Returns what it printed, its exit status, and the signal that ended it. */
async function interrupt(args, signal, times, wait) {
    const child = spawn(process.execPath, [join(installed, "bin/wits.js"), ...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    const ended = { stdout: "", stderr: "" };
    ["stdout", "stderr"].forEach((name) => child[name].setEncoding("utf8").on("data", (text) => (ended[name] += text)));
    const closed = new Promise((done) => child.on("close", (status, by) => done({ ...ended, status, by })));
    await sleep(wait);
    for (let i = 0; i < times; i++) {
        child.kill(signal);
        await sleep(5);
    }
    return closed;
}

/** On a slow machine, tries again if the signal came before the first tick. */
async function interrupted(args, signal, times = 1) {
    let ended;
    for (let wait = 1000; wait < 60_000 && (ended?.status !== 130 || /before the first tick/.test(ended.stderr)); wait *= 3) {
        ended = await interrupt(args, signal, times, wait);
    }
    assert.equal(ended.status, 130, `${ended.by} ${ended.stderr}`);
    return ended;
}

test("bin: Ctrl-C and SIGTERM end a run as in the native program, with its files", async () => {
    const wits = (...args) => spawnSync(process.execPath, [join(installed, "bin/wits.js"), ...args], { encoding: "utf8", cwd: folder });
    const villager = join(ROOT, "brains/villager.yaml");
    const crowd = ["crowd", villager, "--agents", "2000", "--ticks", "100000000"];
    const run = ["run", villager, "--ticks", "100000000"];

    const kept = await interrupted([...crowd, "--checkpoint", "crowd.snap"], "SIGINT", 2); // npm sends it twice
    const tick = /interrupted after (\d+) of 100000000 ticks\n.*to resume from tick (\d+)/.exec(kept.stderr);
    assert.equal(tick?.[1], tick?.[2]);
    assert.match(kept.stdout, /^hash [0-9a-f]{16}$/m);
    const resumed = wits("crowd", villager, "--agents", "2000", "--ticks", String(Number(tick[1]) + 5), "--resume", "crowd.snap");
    assert.equal(resumed.status, 0, resumed.stderr);

    for (const [args, signal] of [[crowd, "SIGINT"], [crowd, "SIGTERM"], [run, "SIGINT"], [run, "SIGHUP"]]) {
        rmSync(join(folder, "run.wits"), { force: true });
        const ended = await interrupted([...args, "--record", "run.wits"], signal);
        assert.match(ended.stderr, /^wits (crowd|run): interrupted after (tick )?\d+/);
        assert.equal(wits("replay", "run.wits").status, 0);
    }

    writeFileSync(join(folder, "long.yaml"), "wits: 1\nbrain: long\ncontext: {up: {type: bool, host: true}, a: uint16, b: uint16}\nroot:\n  states:\n    left: {update: a = a + 1, transitions: [{to: right, when: up}]}\n    right: {update: b = b + 1, transitions: [{to: left, when: not up}]}\nprove: [{never: a > 50000 and b > 50000}]\n");
    const proof = await interrupted(["prove", "long.yaml", "--limit", "100000000"], "SIGINT");
    assert.match(proof.stdout, /^not found.*never 1/);

    // The program has no handler for these: they end it at once.
    for (const [args, signal] of [[run, "SIGINT"], [crowd, "SIGTERM"]]) {
        assert.equal((await interrupt(args, signal, 1, 1000)).by, signal);
    }
    assert.deepEqual(readdirSync(folder).filter((name) => name.startsWith(".wits")), []);
});

test("brains of a loaded package run in a worker with a module that was sent to it", async () => {
    const { Brain, CrowdPool } = await load();
    const brain = Brain.parse(read("brains/villager.yaml"));
    const { Worker } = await import("node:worker_threads");
    const pool = await CrowdPool.create({ brain, agents: 10, workers: 2, worker: () => new Worker(join(PACKAGE, "worker.js")) });
    await pool.tick(3);
    assert.equal(Object.values(await pool.counts()).reduce((sum, count) => sum + count, 0), 20); // two regions
    pool.dispose();
    assert.ok(idle(brain));
});
