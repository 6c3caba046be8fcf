// SPDX-License-Identifier: MIT
// The extension on every machine: starts the language server, and shows pictures of a brain beside its file.
import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { isBrain } from "./files";
import { Preview, type Kind } from "./preview";

/** Makes a client of a server that is not running yet. */
export type MakeClient = () => Promise<BaseLanguageClient>;

let makeClient: MakeClient;
let client: BaseLanguageClient | undefined;
let preview: Preview | undefined;

async function start(): Promise<void> {
    try {
        client = await makeClient();
        await client.start();
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

let mapFields = "";

/** A map has two fields as its axes. */
async function showMap(): Promise<void> {
    const given = await vscode.window.showInputBox({
        prompt: "Two fields, as 'distance health' or 'distance=0..40 health=0..1'",
        value: mapFields,
    });
    const [x, y] = given?.trim().split(/[\s,]+/) ?? [];
    if (given !== undefined && x !== undefined && y !== undefined) {
        mapFields = given;
        await preview?.show("map", { x, y });
    }
}

function noteContext(editor: vscode.TextEditor | undefined): void {
    void vscode.commands.executeCommand("setContext", "wits.isBrain", editor !== undefined && isBrain(editor.document));
}

export async function begin(context: vscode.ExtensionContext, make: MakeClient): Promise<void> {
    makeClient = make;
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
        vscode.commands.registerCommand("wits.showMap", showMap),
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

export async function end(): Promise<void> {
    preview?.dispose();
    await client?.stop();
    client = undefined;
}
