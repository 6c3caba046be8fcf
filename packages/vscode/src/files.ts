// SPDX-License-Identifier: MIT
// The files that are brains or belong to brains.
import * as vscode from "vscode";

/** The patterns of the setting `wits.files`. */
export function patterns(): string[] {
    return vscode.workspace.getConfiguration("wits").get<string[]>("files", []);
}

/** Selects these files, of some schemes or of all. */
export function selector(schemes?: string[]): { scheme?: string; pattern: string }[] {
    return patterns().flatMap((pattern) => schemes?.map((scheme) => ({ scheme, pattern })) ?? [{ pattern }]);
}

export function isBrain(document: vscode.TextDocument): boolean {
    return vscode.languages.match(selector(), document) > 0;
}
