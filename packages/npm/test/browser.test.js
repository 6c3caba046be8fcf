// SPDX-License-Identifier: MIT
// The package in headless Chromium: golden hashes, pools, proofs, bundles, and the page with the villagers.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { PACKAGE, ROOT } from "./support.js";

const HERE = join(ROOT, "packages/npm");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const folder = mkdtempSync(join(tmpdir(), "wits-npm-"));
let server;
let browser;
let origin;

/** Serves the repository, the package as /package, and the folder of this test as /test. */
before(async () => {
    server = createServer((request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
        const places = { "/package": PACKAGE, "/test": folder };
        const place = Object.keys(places).find((prefix) => path.startsWith(`${prefix}/`));
        let file = place ? join(places[place], path.slice(place.length)) : join(ROOT, path);
        file = path.endsWith("/") ? join(file, "index.html") : file;
        if (!existsSync(file) || !statSync(file).isFile()) {
            response.writeHead(404).end();
            return;
        }
        const headers = { "Content-Type": TYPES[extname(file)] ?? "text/plain" };
        if (path.includes("strict")) {
            headers["Content-Security-Policy"] = "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'";
        }
        response.writeHead(200, headers).end(readFileSync(file));
    });
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    origin = `http://127.0.0.1:${server.address().port}`;
    const executablePath = process.env.WITS_CHROMIUM ?? "/usr/bin/chromium";
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
    for (const name of ["empty.html", "strict.html"]) {
        writeFileSync(join(folder, name), "<!doctype html><title>test</title>");
    }
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(PACKAGE, join(folder, "node_modules/wits-ai"));
});
after(async () => {
    await browser?.close();
    server?.close();
    rmSync(folder, { recursive: true });
});

/** Opens a page, which must not report errors. */
async function open(path, options) {
    const page = await browser.newPage(options);
    page.errors = [];
    page.on("pageerror", (error) => page.errors.push(error.message));
    page.on("console", (message) => message.type() === "error" && !/favicon/.test(message.location().url) && page.errors.push(message.text()));
    await page.goto(origin + path);
    return page;
}

test("golden hashes, a pool and a proof", async () => {
    const page = await open("/test/empty.html");
    const result = await page.evaluate(async () => {
        const api = await import("/package/index.js");
        await api.init();
        const { compareAll } = await import("/packages/npm/test/golden.js");
        // golden.js reads synchronously
        const read = (path) => {
            const request = new XMLHttpRequest();
            request.open("GET", `/${path}`, false);
            request.send();
            return request.status === 200 ? request.responseText : undefined;
        };
        const golden = compareAll(api, read);
        const text = read("brains/villager.yaml");
        const crowd = new api.Crowd(api.Brain.parse(text), { agents: 1000, seed: 2 }).tick(30);
        const pool = await api.CrowdPool.create({ text, agents: 1000, seed: 2, workers: 3 });
        await pool.tick(30);
        const guard = api.Brain.parse(read("brains/guard.yaml"));
        let progress = 0;
        const proving = api.prove(guard);
        for await (const _ of proving) progress++;
        const aborted = await api.prove(guard, { signal: AbortSignal.abort() }).then(() => "", (error) => error.name);
        return { golden, same: (await pool.hash()) === crowd.hash(), progress, isProven: (await proving).isProven, aborted };
    });
    assert.deepEqual(result.golden.wrong, []);
    assert.ok(result.golden.count >= 23);
    assert.ok(result.same && result.isProven && result.progress > 0);
    assert.equal(result.aborted, "AbortError");
    assert.deepEqual(page.errors.filter((text) => !/404/.test(text)), []);
    await page.close();
});

test("more crowds than the browser has memories for: an error, and room again after dispose", async (t) => {
    const page = await open("/test/empty.html");
    const result = await page.evaluate(async () => {
        const { Brain, Crowd, init } = await import("/package/index.js");
        await init();
        const brain = Brain.parse("wits: 1\nbrain: x\nroot: {}");
        const all = [];
        let code = "";
        while (code === "" && all.length < 5000) {
            try {
                all.push(new Crowd(brain, { agents: 10 }));
            } catch (error) {
                code = error.code;
            }
        }
        const { length } = all;
        all.splice(0).forEach((crowd) => crowd.dispose());
        for (let i = 0; i < 2 * Math.min(length, 300); i++) {
            new Crowd(brain, { agents: 10 }).dispose();
        }
        return { length, code };
    });
    t.diagnostic(`${result.length} crowds`);
    assert.ok(result.length > 50);
    assert.equal(result.code, result.length < 5000 ? "memory" : "");
    await page.close();
});

test("a strict content security policy: workers of the page's own origin, else a clear error", async () => {
    const page = await open("/test/strict.html");
    const result = await page.evaluate(async () => {
        const { CrowdPool, init } = await import("/package/index.js");
        await init();
        const options = { text: "wits: 1\nbrain: x\nroot: {}", agents: 10, workers: 2 };
        const refused = await CrowdPool.create(options).then(() => "", (error) => `${error.name}: ${error.message}`);
        const pool = await CrowdPool.create({ ...options, worker: () => new Worker("/package/worker.js", { type: "module" }) });
        await pool.tick();
        return { refused, hash: await pool.hash() > 0n };
    });
    assert.match(result.refused, /^WitsError: .*content security policy/);
    assert.equal(result.hash, true);
    await page.close();
});

const MAIN = (entry) => `
import { Brain, CrowdPool, init } from "${entry}";
await init();
const brain = Brain.parse("wits: 1\\nbrain: x\\ncontext: {d: float}\\nroot: {states: {a: {transitions: [{to: b, when: d > 1}]}, b: {}}}");
const pool = await CrowdPool.create({ brain, agents: 100, workers: 2, fields: { d: 2 } });
await pool.tick();
document.title = brain.agent({ fields: { d: 2 } }).tick().active[0] + (await pool.counts()).b;
`;

test("a bundle of Vite", async () => {
    const project = join(folder, "vite");
    mkdirSync(project);
    writeFileSync(join(project, "index.html"), '<!doctype html><title>wait</title><script type="module" src="./main.js"></script>');
    writeFileSync(join(project, "main.js"), MAIN("wits-ai"));
    const done = spawnSync(process.execPath, [join(HERE, "node_modules/vite/bin/vite.js"), "build", "--base", "./"], { cwd: project, encoding: "utf8" });
    assert.equal(done.status, 0, done.stdout + done.stderr);
    assert.doesNotMatch(done.stdout + done.stderr, /warn|externalized/i);
    const page = await open("/test/vite/dist/");
    await page.waitForFunction(() => document.title === "b100");
    assert.deepEqual(page.errors, []);
    await page.close();
});

test("bundles of esbuild: inline in one file, and with wits.wasm beside it", async () => {
    for (const entry of ["wits-ai/inline", "wits-ai"]) {
        const project = join(folder, `esbuild-${entry.length}`);
        mkdirSync(project);
        writeFileSync(join(project, "index.html"), '<!doctype html><title>wait</title><script type="module" src="./out.js"></script>');
        writeFileSync(join(project, "main.js"), MAIN(entry));
        const done = spawnSync(process.execPath, [join(HERE, "node_modules/esbuild/bin/esbuild"), "main.js", "--bundle", "--format=esm", "--minify", "--outfile=out.js"], { cwd: project, encoding: "utf8" });
        assert.equal(done.status, 0, done.stderr);
        assert.doesNotMatch(done.stderr, /warning/i);
        if (entry === "wits-ai") {
            cpSync(join(PACKAGE, "wits.wasm"), join(project, "wits.wasm"));
        }
        const page = await open(`/test/esbuild-${entry.length}/`);
        await page.waitForFunction(() => document.title === "b100");
        assert.deepEqual(page.errors, []);
        await page.close();
    }
});

test("the page with 100,000 villagers, in light and dark", async (t) => {
    const project = join(folder, "villagers");
    cpSync(join(HERE, "examples/villagers"), project, { recursive: true });
    cpSync(join(ROOT, "brains/villager.yaml"), join(project, "villager.yaml"));
    mkdirSync(join(project, "node_modules"));
    symlinkSync(PACKAGE, join(project, "node_modules/wits-ai"));
    for (const colorScheme of ["light", "dark"]) {
        const page = await open("/test/villagers/", { colorScheme, viewport: { width: 1000, height: 720 } });
        await page.waitForFunction(() => globalThis.villagers?.tick > 8, undefined, { timeout: 30_000 });
        const { work, counts } = await page.evaluate(() => globalThis.villagers);
        t.diagnostic(`${colorScheme}: ${work.toFixed(1)} ms of a frame, ${await page.textContent("#speed")}`);
        assert.equal(counts.reduce((sum, count) => sum + count, 0), 100_000);
        assert.ok(counts.filter((count) => count > 1000).length >= 2, counts.join());
        assert.deepEqual(page.errors, []);
        if (process.env.WITS_PICTURES) {
            await page.waitForTimeout(15000);
            await page.screenshot({ path: join(process.env.WITS_PICTURES, `villagers-${colorScheme}.png`) });
        }
        await page.close();
    }
});
