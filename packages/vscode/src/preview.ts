// SPDX-License-Identifier: MIT
// A panel beside the text with a picture of the brain, which follows edits. The picture is an image, so that nothing in
// it can run.
import * as vscode from "vscode";
import { isBrain } from "./files";
import { page } from "./page";

export type Kind = "graph" | "map" | "plot";
type Fields = { x?: string; y?: string };
type Request = { textDocument: { uri: string }; kind: Kind } & Fields;
type Answer = { svg: string };

const WAIT = 300; // milliseconds after an edit

export class Preview implements vscode.Disposable {
    private panel: vscode.WebviewPanel | undefined;
    private shown: vscode.TextDocument | undefined;
    private kind: Kind = "graph";
    private fields: Fields = {};
    private timer: ReturnType<typeof setTimeout> | undefined;
    private number = 0; // of the last request: answers to earlier ones are dropped
    private picture = "";
    private readonly listeners: vscode.Disposable[];

    constructor(private readonly ask: (request: Request) => Promise<unknown>) {
        this.listeners = [
            vscode.workspace.onDidChangeTextDocument((event) => this.isAbout(event.document) && this.wait()),
            vscode.window.onDidChangeActiveTextEditor((editor) => {
                if (this.panel !== undefined && editor !== undefined && isBrain(editor.document)) {
                    this.shown = editor.document;
                    void this.draw();
                }
            }),
        ];
    }

    /** Shows a picture of the brain in the active editor. */
    async show(kind: Kind, fields: Fields = {}): Promise<void> {
        const editor = vscode.window.activeTextEditor;
        this.kind = kind;
        this.fields = fields;
        if (editor !== undefined && isBrain(editor.document)) {
            this.shown = editor.document;
        }
        if (this.shown === undefined) {
            void vscode.window.showInformationMessage("wits: open a brain file first (setting wits.files)");
            return;
        }
        if (this.panel === undefined) {
            const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
            this.panel = vscode.window.createWebviewPanel("wits.preview", "wits", where, { enableScripts: false });
            this.panel.onDidDispose(() => {
                this.panel = undefined;
                this.number++;
            });
        }
        await this.draw();
    }

    dispose(): void {
        clearTimeout(this.timer);
        this.panel?.dispose();
        this.listeners.forEach((one) => one.dispose());
    }

    /** Files that the brain includes change its picture, too. */
    private isAbout(document: vscode.TextDocument): boolean {
        return this.panel !== undefined && (document === this.shown || isBrain(document));
    }

    private wait(): void {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => void this.draw(), WAIT);
    }

    private async draw(): Promise<void> {
        const shown = this.shown;
        const number = ++this.number;
        if (shown === undefined) {
            return;
        }
        let problem = "";
        let picture = "";
        try {
            const answer = (await this.ask({ textDocument: { uri: shown.uri.toString() }, kind: this.kind, ...this.fields })) as Answer;
            picture = answer.svg;
        } catch (failure) {
            problem = failure instanceof Error ? failure.message : String(failure);
        }
        if (number !== this.number || this.panel === undefined) {
            return;
        }
        this.picture = problem === "" ? picture : this.picture; // while typing, the last picture stays
        this.panel.title = `${this.kind}: ${shown.uri.path.split("/").pop() ?? ""}`;
        this.panel.webview.html = page(this.picture, problem);
    }
}
