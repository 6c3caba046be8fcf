// SPDX-License-Identifier: MIT
// Starts the language server `wits lsp`, and shows pictures of a brain beside its file.
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";
import { isBrain, patterns, selector } from "./files";
import { Preview, type Kind } from "./preview";

let client: LanguageClient | undefined;
let preview: Preview | undefined;

function makeClient(): LanguageClient {
    const command = vscode.workspace.getConfiguration("wits").get<string>("path", "wits");
    const server: ServerOptions = { command, args: ["lsp"] };
    const options: LanguageClientOptions = {
        documentSelector: selector(),
        synchronize: { fileEvents: patterns().map((pattern) => vscode.workspace.createFileSystemWatcher(pattern)) },
    };
    return new LanguageClient("wits", "wits", server, options);
}

async function start(): Promise<void> {
    const starting = makeClient();
    client = starting;
    try {
        await starting.start();
    } catch (problem) {
        client = undefined;
        const choice = await vscode.window.showErrorMessage(
            `wits: the language server did not start: ${String(problem)}. Install wits, or set its path.`, "Open Settings");
        if (choice !== undefined) {
            await vscode.commands.executeCommand("workbench.action.openSettings", "wits.path");
        }
    }
}

async function restart(): Promise<void> {
    const stopping = client;
    client = undefined;
    await stopping?.stop();
    await start();
}

/** Commands of code lenses that need the editor; all others run in the server. */
async function showReferences(uri: string, at: { line: number; character: number }): Promise<void> {
    const target = vscode.Uri.parse(uri);
    const position = new vscode.Position(at.line, at.character);
    const found = await vscode.commands.executeCommand<vscode.Location[]>("vscode.executeReferenceProvider", target, position);
    await vscode.commands.executeCommand("editor.action.showReferences", target, position, found ?? []);
}

function noteContext(editor: vscode.TextEditor | undefined): void {
    void vscode.commands.executeCommand("setContext", "wits.isBrain", editor !== undefined && isBrain(editor.document));
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
    preview = new Preview(async (params) => {
        if (client === undefined) {
            throw new Error("the language server is not running");
        }
        return client.sendRequest("wits/preview", params);
    });
    const show = (kind: Kind) => () => preview?.show(kind);
    context.subscriptions.push(
        preview,
        vscode.commands.registerCommand("wits.showGraph", show("graph")),
        vscode.commands.registerCommand("wits.showMap", show("map")),
        vscode.commands.registerCommand("wits.showPlot", show("plot")),
        vscode.commands.registerCommand("wits.restart", restart),
        vscode.commands.registerCommand("wits.showReferences", showReferences),
        vscode.window.onDidChangeActiveTextEditor(noteContext),
        vscode.workspace.onDidChangeConfiguration((event) => {
            if (event.affectsConfiguration("wits")) {
                void restart();
            }
        }),
    );
    noteContext(vscode.window.activeTextEditor);
    await start();
}

export async function deactivate(): Promise<void> {
    preview?.dispose();
    await client?.stop();
    client = undefined;
}
