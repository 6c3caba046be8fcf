// SPDX-License-Identifier: MIT
// The web extension in headless Chromium: the server in its worker, and the bundle with a mocked editor.
"use strict";
const assert = require("node:assert/strict");
const { existsSync, readFileSync } = require("node:fs");
const { createServer } = require("node:http");
const { extname, join } = require("node:path");
const { after, before, test } = require("node:test");
const { buildSync } = require("esbuild");
const { chromium } = require("playwright-core");

const dist = join(__dirname, "../../../build/vscode/extension/dist");
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };
const BRAIN = `wits: 1
brain: guard
include: common.yaml
context: {health: float, distance: float}
root:
  kind: utility
  states:
    fight: {score: 1 - distance / 10}
    flee: {score: low - health}
`;
const COMMON = "wits: 1\nconstants: {low: 0.3}\n";
let server, browser, page;

before(async () => {
    const mock = buildSync({ entryPoints: [join(__dirname, "vscode.js")], bundle: true, format: "iife", globalName: "mock", write: false });
    server = createServer((request, response) => {
        const name = new URL(request.url, "http://x").pathname.replace("/extension/dist/", "");
        const body = request.url === "/" ? "<!DOCTYPE html><title>test</title>"
            : request.url === "/mock.js" ? mock.outputFiles[0].text
            : existsSync(join(dist, name)) ? readFileSync(join(dist, name)) : undefined;
        response.writeHead(body === undefined ? 404 : 200, { "Content-Type": TYPES[extname(name)] ?? "text/html" }).end(body);
    });
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    browser = await chromium.launch({ executablePath: process.env.WITS_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.addScriptTag({ url: "/mock.js" });
});

after(async () => {
    await browser?.close();
    server?.close();
});

test("the server in its worker", async () => {
    const found = await page.evaluate(async ([brain, common]) => {
        const worker = new Worker("/extension/dist/worker.js");
        const answers = new Map(), problems = {};
        worker.onmessage = ({ data }) => {
            if (data.method === "textDocument/publishDiagnostics") {
                problems[data.params.uri] = data.params.diagnostics;
            }
            answers.get(data.id)?.(data.result ?? data.error);
        };
        let count = 0;
        const send = (method, params) => new Promise((answer) => {
            answers.set(++count, answer);
            worker.postMessage({ jsonrpc: "2.0", id: count, method, params });
        });
        const notify = (method, params) => worker.postMessage({ jsonrpc: "2.0", method, params });
        const open = (name, text) => notify("textDocument/didOpen", { textDocument: { uri: `vscode-vfs://host/brains/${name}`, languageId: "yaml", version: 1, text } });
        worker.postMessage({ wasm: await (await fetch("/extension/dist/server.wasm")).arrayBuffer() });
        const { serverInfo } = await send("initialize", { capabilities: {} });
        notify("initialized", {});
        open("common.yaml", common);
        open("guard.yaml", brain.replace("low -", "lwo -"));
        await send("wits/text", { textDocument: { uri: "vscode-vfs://host/brains/guard.yaml" } });
        const wrong = problems["vscode-vfs://host/brains/guard.yaml"];
        open("guard.yaml", brain);
        const textDocument = { uri: "vscode-vfs://host/brains/common.yaml" };
        const renamed = await send("textDocument/rename", { textDocument, position: { line: 1, character: 13 }, newName: "weak" });
        const map = await send("wits/preview", { textDocument: { uri: "vscode-vfs://host/brains/guard.yaml" }, kind: "map", x: "distance=0..20", y: "health=0..1" });
        const start = performance.now();
        await send("textDocument/documentSymbol", { textDocument });
        worker.terminate();
        return { serverInfo, wrong, renamed, map, problems, time: performance.now() - start };
    }, [BRAIN, COMMON]);
    assert.equal(found.serverInfo.name, "wits");
    assert.match(found.wrong.map((one) => one.message).join(), /lwo/);
    assert.ok(found.renamed.changes, JSON.stringify(found.renamed));
    assert.deepEqual(Object.keys(found.renamed.changes).sort(), ["vscode-vfs://host/brains/common.yaml", "vscode-vfs://host/brains/guard.yaml"]);
    assert.match(found.map.svg ?? JSON.stringify(found.map), /<svg/);
});

test("the bundle with a mocked editor", async () => {
    const found = await page.evaluate(async ([brain, common]) => {
        const { makeEditor, TextDocument, applied } = window.mock;
        const documents = [new TextDocument("/brains/guard.yaml", brain.replace("flee:", "run_away:")), new TextDocument("/brains/common.yaml", common)];
        const editor = makeEditor({ files: ["**/*.yaml"] }, documents);
        const { Uri } = editor.vscode;
        editor.vscode.workspace.fs = { readFile: async (uri) => new Uint8Array(await (await fetch(uri.path)).arrayBuffer()) };
        editor.vscode.workspace.findFiles = async () => [];
        const module = { exports: {} };
        const text = await (await fetch("/extension/dist/web.js")).text();
        new Function("module", "exports", "require", text)(module, module.exports, () => editor.vscode);
        const context = { subscriptions: [], extensionUri: new Uri("/extension", "http") };
        await module.exports.activate(context);
        const provider = editor.calls.find(([name]) => name === "registerRenameProvider")[1][1];
        const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };
        const edit = await provider.provideRenameEdits(documents[0], documents[0].find("run_away"), "flee", token);
        const result = { messages: editor.messages, text: applied(documents[0], edit.files.get("/brains/guard.yaml")), commands: [...editor.commands.keys()] };
        await module.exports.deactivate();
        return result;
    }, [BRAIN, COMMON]);
    assert.deepEqual(found.messages, []);
    assert.equal(found.text, BRAIN);
    assert.ok(found.commands.includes("wits.showMap"));
});
