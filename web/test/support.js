// SPDX-License-Identifier: MIT
// Runs `wits inspect` and opens its page in headless Chromium.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const PAGE = join(ROOT, "build/web/index.html");
export const SHOTS = join(ROOT, "build/web/shots");
export const PROGRAM = process.env.WITS ?? join(ROOT, "build/release/bin/wits");
mkdirSync(SHOTS, { recursive: true });

const children = new Set();

/** Starts the program. `end` stops it, as `closeBrowser` does: a test that fails does not get to its `end`. */
export async function inspect(...words) {
    const child = spawn(PROGRAM, ["inspect", ...words, "--no-open"], { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
    children.add(child);
    let output = "";
    const address = await new Promise((resolve, reject) => {
        const read = (bytes) => {
            output += bytes;
            const found = /http:\/\/\S+#\S+/.exec(output);
            found && resolve(found[0]);
        };
        child.stdout.on("data", read);
        child.stderr.on("data", read);
        child.on("exit", (code) => reject(new Error(`wits inspect ended with ${code}: ${output}`)));
    });
    const end = () => new Promise((done) => (child.exitCode === null && child.signalCode === null ? (child.on("exit", done), child.kill()) : done()));
    return { address, port: new URL(address).port, end, child };
}

let browser;

export async function openBrowser() {
    browser ??= await chromium.launch({ executablePath: process.env.WITS_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--enable-precise-memory-info", "--js-flags=--expose-gc"] });
    return browser;
}

export async function closeBrowser() {
    for (const child of children) {
        child.kill();
    }
    await browser?.close();
    browser = undefined;
}

/** Opens the page that was built last, at the address of a program. It must not report errors, nor ask for anything else. */
export async function open(address, options = {}) {
    const { viewport = { width: 1280, height: 720 }, ...others } = options;
    const page = options.page ?? await (await openBrowser()).newPage({ viewport, reducedMotion: "reduce", ...others });
    page.errors = [];
    page.foreign = [];
    const { origin } = new URL(address);
    page.on("pageerror", (error) => page.errors.push(error.stack));
    page.on("console", (message) => message.type() === "error" && !/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY|ERR_INTERNET|40[0-9]/.test(message.text()) && page.errors.push(message.text()));
    page.on("request", (request) => !request.url().startsWith(origin) && !/^(data|blob):/.test(request.url()) && page.foreign.push(request.url()));
    await page.route(`${origin}/`, (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: readFileSync(PAGE) }));
    await page.goto(address);
    return page;
}

/** The page without a server, opened as a file. It must not report errors, nor ask for anything but itself. */
export const ALONE = pathToFileURL(PAGE).href;

export async function openAlone(address = ALONE, options = {}) {
    const page = await (await openBrowser()).newPage({ viewport: { width: 1280, height: 720 }, reducedMotion: "reduce", ...options });
    page.errors = [];
    page.foreign = [];
    page.on("pageerror", (error) => page.errors.push(error.stack));
    page.on("console", (message) => message.type() === "error" && page.errors.push(message.text()));
    page.on("request", (request) => request.url().split("#")[0] !== ALONE && !/^(data|blob):/.test(request.url()) && page.foreign.push(request.url()));
    await page.goto(address);
    await ready(page);
    return page;
}

/** Drops a file on the page, as a user does. */
export async function drop(page, name, bytes, where = "body") {
    const transfer = await page.evaluateHandle(([file, text]) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], file));
        return data;
    }, [name, Buffer.from(bytes).toString("base64")]);
    await page.locator(where).dispatchEvent("drop", { dataTransfer: transfer });
}

/** Replaces the text in the open editor, as typing does. */
export const type = (page, text) =>
    page.evaluate((whole) => {
        const content = document.querySelector(".cm-content");
        const view = content.cmTile?.view ?? content.cmView.view;
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: whole } });
    }, text);

/** Waits until `condition` holds in the page. The page's policy forbids what waitForFunction does. */
export async function until(page, condition, argument, limit = 20_000) {
    for (const end = Date.now() + limit; ; await new Promise((done) => setTimeout(done, 25))) {
        const result = await page.evaluate(condition, argument);
        if (result) {
            return result;
        }
        assert.ok(Date.now() < end, `not within ${limit} ms: ${condition}`);
    }
}

/** Waits until the text of an element matches: it may be drawn later than what a test has waited for. */
export async function matches(locator, pattern, limit = 20_000) {
    for (const end = Date.now() + limit; ; await new Promise((done) => setTimeout(done, 25))) {
        const text = (await locator.count()) > 0 ? await locator.textContent() : "";
        if (pattern.test(text) || Date.now() > end) {
            return assert.match(text, pattern);
        }
    }
}

/** Waits until there are so many elements. */
export async function counts(locator, wanted, limit = 20_000) {
    for (const end = Date.now() + limit; ; await new Promise((done) => setTimeout(done, 25))) {
        const count = await locator.count();
        if (count === wanted || Date.now() > end) {
            return assert.equal(count, wanted, `${locator}`);
        }
    }
}

/** Waits for the first picture with counts. */
export async function ready(page, limit) {
    await until(page, () => globalThis.wits?.session.update.value && /\d/.test(document.querySelector(".box .count")?.textContent), undefined, limit);
}

/** Ends a test: nothing went wrong, nothing was fetched from elsewhere. */
export async function finish(page) {
    assert.deepEqual(page.errors, []);
    assert.deepEqual(page.foreign, []);
    await page.close();
    await page.program?.end();
}

export const update = (page) => page.evaluate(() => globalThis.wits.session.update.value);

export async function rowOf(page, path) {
    const row = await page.evaluate((text) => globalThis.wits.session.tree.value.find(text), path);
    assert.ok(row >= 0, `no state ${path}`);
    return row;
}

export async function state(page, path) {
    return page.locator(`.box[data-row="${await rowOf(page, path)}"]`);
}
