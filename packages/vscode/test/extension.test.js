// SPDX-License-Identifier: MIT
// The bundle of the extension with a mocked editor and the real language server: node --test test, after tools/vscode.
// WITS is the program.
"use strict";
const assert = require("node:assert/strict");
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const Module = require("node:module");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { after, before, test } = require("node:test");
const { makeEditor, TextDocument, applied } = require("./vscode.js");

const bundle = join(__dirname, "../../../build/vscode/extension");
const BRAIN = `wits: 1
brain: guard
context: {health: float, distance: float}
events: [alarm]
root:
  states:
    walk: {transitions: [{to: fight, event: alarm}]} # walks
    fight: {update: strike(), transitions: [{to: walk, when: health < 0.3}]}
`;
let folder, document, editor, extension;
const context = { subscriptions: [] };

async function until(what, check) {
    for (let i = 0; i < 200; i++) {
        const found = await check();
        if (found) {
            return found;
        }
        await new Promise((done) => setTimeout(done, 25));
    }
    assert.fail(`${what} did not come`);
}

/** A provider that vscode-languageclient registered. */
function provider(name) {
    const call = editor.calls.find(([called]) => called === `register${name}Provider`);
    assert.ok(call, `no ${name}; there are ${editor.calls.map(([called]) => called)}`);
    return call[1][1];
}

function change(text) {
    const range = new editor.vscode.Range(document.positionAt(0), document.positionAt(document.text.length));
    document.text = text;
    document.version++;
    editor.events.change.fire({ document, contentChanges: [{ text, range }], reason: undefined });
}

const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };

before(async () => {
    folder = mkdtempSync(join(tmpdir(), "wits-vscode-"));
    writeFileSync(join(folder, "guard.yaml"), BRAIN);
    document = new TextDocument(join(folder, "guard.yaml"), BRAIN);
    editor = makeEditor({ path: process.env.WITS ?? "wits", files: ["**/*.yaml"], typed: "health=0..1 distance=0..40" }, [document]);
    const load = Module._load;
    Module._load = (name, ...rest) => (name === "vscode" ? editor.vscode : load(name, ...rest));
    extension = require(join(bundle, JSON.parse(readFileSync(join(bundle, "package.json"))).main));
    await extension.activate(context);
    assert.deepEqual(editor.messages, []);
});

after(async () => {
    await extension.deactivate();
    context.subscriptions.forEach((one) => one.dispose());
    rmSync(folder, { recursive: true });
});

test("every command of the manifest is registered", () => {
    const { contributes } = JSON.parse(readFileSync(join(bundle, "package.json")));
    for (const { command } of contributes.commands) {
        assert.ok(editor.commands.has(command), command);
    }
});

test("problems while typing", async () => {
    change(BRAIN.replace("to: fight", "to: figth"));
    const [problem] = await until("a problem", () => editor.problems.get(document.uri.path)?.length > 0 && editor.problems.get(document.uri.path));
    assert.match(problem.message, /there is no state 'figth'; did you mean 'fight'/);
    assert.equal(problem.range.start.line, 6);
    change(BRAIN);
    await until("the end of the problem", () => editor.problems.get(document.uri.path)?.every((one) => one.severity !== 0));
});

test("completion", async () => {
    const at = document.find("fight, event");
    const found = await provider("CompletionItem").provideCompletionItems(document, at, token, {});
    const labels = (found.items ?? found).map((one) => one.label);
    assert.ok(labels.includes("walk") && labels.includes("fight"), String(labels));
});

test("definition and references", async () => {
    const found = await provider("Definition").provideDefinition(document, document.find("fight, event"), token);
    assert.deepEqual([found].flat().map((one) => one.range.start.line), [7]);
    const uses = await provider("Reference").provideReferences(document, document.find("fight, event"), { includeDeclaration: true }, token);
    assert.deepEqual(uses.map((one) => one.range.start.line), [6, 7]);
});

test("rename", async () => {
    const rename = provider("Rename");
    const at = document.find("fight, event");
    const edit = await rename.provideRenameEdits(document, at, "combat", token);
    assert.equal(applied(document, edit.files.get(document.uri.path)), BRAIN.replaceAll("fight", "combat"));
    await assert.rejects(Promise.resolve(rename.provideRenameEdits(document, at, "walk", token)), /there is a state 'walk' already/);
});

test("the panel follows edits, and shows problems", async () => {
    editor.vscode.window.activeTextEditor = { document };
    await editor.commands.get("wits.showGraph")();
    const [panel] = editor.panels;
    const shown = () => Buffer.from(/base64,([\w+/=]+)/.exec(panel.webview.html)?.[1] ?? "", "base64").toString();
    assert.match(panel.webview.html, /Content-Security-Policy" content="default-src 'none'; img-src data:/);
    assert.match(shown(), /<svg/);
    assert.match(shown(), /fight/);
    change(BRAIN.replaceAll("fight", "combat"));
    await until("the new picture", () => shown().includes("combat"));
    change("wits: 1\nbrain: [");
    await until("the problem", () => /<p>.*problems/.test(panel.webview.html));
    assert.match(shown(), /combat/, "the last picture stays");
    change(BRAIN);
    await editor.commands.get("wits.showMap")();
    assert.equal(panel.title, "map: guard.yaml");
    assert.equal(/<p>.*/.exec(panel.webview.html), null);
    assert.match(shown(), /distance/);
    panel.dispose();
});

test("a server that is missing", async () => {
    const without = makeEditor({ path: join(folder, "no-such-program"), files: ["**/*.yaml"] }, []);
    const own = { subscriptions: [] };
    const load = Module._load;
    Module._load = (name, ...rest) => (name === "vscode" ? without.vscode : load(name, ...rest));
    const path = join(bundle, "dist/extension.js");
    delete require.cache[path];
    const second = require(path);
    await second.activate(own);
    Module._load = load;
    await until("a message", () => without.messages.some((one) => /did not start/.test(one)));
    await second.deactivate();
    own.subscriptions.forEach((one) => one.dispose());
});
