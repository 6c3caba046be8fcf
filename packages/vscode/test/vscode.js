// SPDX-License-Identifier: MIT
// The module `vscode` for tests: as much of the editor as the extension and vscode-languageclient use. Everything else
// is a class without members, or a function that registers nothing.
"use strict";

class Disposable {
    constructor(dispose) {
        this.dispose = dispose ?? (() => {});
    }
}

class EventEmitter {
    constructor() {
        this.listeners = new Set();
        this.event = (listener, self, list) => {
            const bound = self === undefined ? listener : listener.bind(self);
            this.listeners.add(bound);
            const made = new Disposable(() => this.listeners.delete(bound));
            list?.push(made);
            return made;
        };
    }
    fire(value) {
        [...this.listeners].forEach((one) => one(value));
    }
    dispose() {
        this.listeners.clear();
    }
}

class Position {
    constructor(line, character) {
        this.line = line;
        this.character = character;
    }
}

class Range {
    constructor(start, end, line, character) {
        this.start = start instanceof Position ? start : new Position(start, end);
        this.end = start instanceof Position ? end : new Position(line, character);
    }
}

class Uri {
    constructor(path, scheme = "file") {
        this.scheme = scheme;
        this.authority = this.query = this.fragment = "";
        this.path = this.fsPath = path;
    }
    static file(path) {
        return new Uri(path);
    }
    static parse(text) {
        return new Uri(decodeURI(text.replace("file://", "")));
    }
    static joinPath(from, ...names) {
        return new Uri([from.path, ...names].join("/"), from.scheme);
    }
    with() {
        return this;
    }
    toString() {
        return this.scheme === "file" ? `file://${encodeURI(this.path)}` : this.path;
    }
}

class TextDocument {
    constructor(path, text) {
        this.uri = Uri.file(path);
        this.fileName = path;
        this.languageId = "yaml";
        this.version = 1;
        this.isClosed = this.isDirty = false;
        this.text = text;
    }
    getText() {
        return this.text;
    }
    get lineCount() {
        return this.text.split("\n").length;
    }
    offsetAt(at) {
        return this.text.split("\n").slice(0, at.line).reduce((sum, line) => sum + line.length + 1, at.character);
    }
    positionAt(offset) {
        const before = this.text.slice(0, offset).split("\n");
        return new Position(before.length - 1, before[before.length - 1].length);
    }
    /** The position of a word. */
    find(word) {
        return this.positionAt(this.text.indexOf(word));
    }
}

class WorkspaceEdit {
    constructor() {
        this.files = new Map();
    }
    set(uri, edits) {
        this.files.set(uri.path, edits);
    }
    replace(uri, range, newText) {
        this.files.set(uri.path, [...(this.files.get(uri.path) ?? []), new TextEdit(range, newText)]);
    }
}

class TextEdit {
    constructor(range, newText) {
        this.range = range;
        this.newText = newText;
    }
}

/** The text of a document after edits. */
function applied(document, edits) {
    let text = document.getText();
    for (const edit of [...edits].sort((a, b) => document.offsetAt(b.range.start) - document.offsetAt(a.range.start))) {
        text = text.slice(0, document.offsetAt(edit.range.start)) + edit.newText + text.slice(document.offsetAt(edit.range.end));
    }
    return text;
}

/** An object whose other members are what the kind of their name suggests. */
function withRest(known, calls) {
    const made = new Map();
    return new Proxy(known, {
        get(target, name) {
            if (name in target || typeof name === "symbol" || name === "then") {
                return target[name];
            }
            if (!made.has(name)) {
                const isClass = /^[A-Z]/.test(name);
                const isEvent = /^on[A-Z]/.test(name);
                made.set(name, isClass ? class {} : isEvent ? new EventEmitter().event : (...given) => {
                    calls.push([name, given]);
                    return new Disposable();
                });
            }
            return made.get(name);
        },
    });
}

function makeEditor(settings, documents) {
    const calls = []; // of functions that are not here: registerRenameProvider and the like
    const commands = new Map();
    const problems = new Map();
    const messages = [];
    const panels = [];
    const events = Object.fromEntries(["open", "change", "close", "active", "configuration"].map((name) => [name, new EventEmitter()]));
    const matches = (selector, document) => selector.some((one) => document.uri.path.endsWith(one.pattern.slice(one.pattern.lastIndexOf("*") + 1))) ? 10 : 0;
    const vscode = withRest({
        Disposable, EventEmitter, Position, Range, Uri, WorkspaceEdit, TextEdit,
        version: "1.91.0",
        ViewColumn: { Beside: -2 },
        DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
        DiagnosticTag: { Unnecessary: 1, Deprecated: 2 },
        CompletionItemKind: {}, SymbolKind: {}, CodeActionKind: { Empty: { value: "" }, QuickFix: { value: "quickfix" } },
        CancellationTokenSource: class {
            constructor() {
                this.token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable() };
            }
            dispose() {}
        },
        Diagnostic: class {
            constructor(range, message, severity) {
                Object.assign(this, { range, message, severity });
            }
        },
        CompletionItem: class {
            constructor(label) {
                this.label = label;
            }
        },
        CompletionList: class {
            constructor(items) {
                this.items = items;
            }
        },
        Location: class {
            constructor(uri, range) {
                Object.assign(this, { uri, range });
            }
        },
        env: { language: "en", appName: "test", machineId: "test" },
        workspace: withRest({
            textDocuments: documents,
            workspaceFolders: undefined,
            notebookDocuments: [],
            getConfiguration: () => ({ get: (name, absent) => settings[name] ?? absent, has: () => false, inspect: () => undefined }),
            onDidOpenTextDocument: events.open.event,
            onDidChangeTextDocument: events.change.event,
            onDidCloseTextDocument: events.close.event,
            onDidChangeConfiguration: events.configuration.event,
            createFileSystemWatcher: () => withRest({ dispose() {} }, calls),
            asRelativePath: (uri) => uri.path ?? uri,
        }, calls),
        window: withRest({
            activeTextEditor: undefined,
            visibleTextEditors: [],
            tabGroups: withRest({ all: [] }, calls),
            onDidChangeActiveTextEditor: events.active.event,
            createOutputChannel: () => withRest({ append() {}, appendLine() {}, show() {}, dispose() {} }, calls),
            showInputBox: async () => settings.typed,
            showErrorMessage: async (text) => void messages.push(text),
            showInformationMessage: async (text) => void messages.push(text),
            createWebviewPanel: (_, title) => {
                const panel = { title, webview: { html: "" }, onDidDispose: (then) => void (panel.then = then), dispose: () => panel.then?.() };
                panels.push(panel);
                return panel;
            },
        }, calls),
        languages: withRest({
            match: matches,
            createDiagnosticCollection: () => ({
                set: (uri, found) => problems.set(uri.path, found ?? []),
                delete: (uri) => problems.delete(uri.path),
                clear: () => problems.clear(),
                has: () => false, get: () => [], forEach() {}, dispose() {},
            }),
        }, calls),
        commands: withRest({
            registerCommand: (name, run) => {
                commands.set(name, run);
                return new Disposable(() => commands.delete(name));
            },
            executeCommand: async (name, ...given) => commands.get(name)?.(...given),
        }, calls),
    }, calls);
    return { vscode, calls, commands, problems, messages, panels, events };
}

module.exports = { makeEditor, TextDocument, applied };
