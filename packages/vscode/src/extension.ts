// SPDX-License-Identifier: MIT
// The extension in Visual Studio Code on a computer: the server is the program `wits lsp`.
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { begin, end } from "./common";
import { patterns, selector } from "./files";

async function makeClient(): Promise<LanguageClient> {
    const command = vscode.workspace.getConfiguration("wits").get<string>("path", "wits");
    return new LanguageClient("wits", "wits", { command, args: ["lsp"] }, {
        documentSelector: selector(["file", "untitled"]),
        synchronize: { fileEvents: patterns().map((pattern) => vscode.workspace.createFileSystemWatcher(pattern)) },
    });
}

export function activate(context: vscode.ExtensionContext): Promise<void> {
    return begin(context, makeClient);
}

export function deactivate(): Promise<void> {
    return end();
}
