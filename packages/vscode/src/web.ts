// SPDX-License-Identifier: MIT
// The extension in a browser: the server is a module in a worker. It has no files except those that are open, so the
// files of the workspace are opened for it.
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/browser";
import { begin, end } from "./common";
import { patterns, selector } from "./files";

const MOST_FILES = 200; // of each pattern

async function openFiles(): Promise<void> {
    for (const pattern of patterns()) {
        for (const file of await vscode.workspace.findFiles(pattern, undefined, MOST_FILES)) {
            await vscode.workspace.openTextDocument(file);
        }
    }
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
    const place = (name: string) => vscode.Uri.joinPath(context.extensionUri, "dist", name);
    const wasm = await vscode.workspace.fs.readFile(place("server.wasm"));
    await begin(context, async () => {
        const worker = new Worker(place("worker.js").toString(true));
        worker.postMessage({ wasm });
        return new LanguageClient("wits", "wits", { documentSelector: selector() }, worker);
    });
    await openFiles();
}

export function deactivate(): Promise<void> {
    return end();
}
