// SPDX-License-Identifier: MIT
// Replaces @codemirror/language and @lezer/common in the bundle (see build.js). Completion and commands import it for syntax trees and
// indentation; the page has no parser, and this saves 18 KB of the compressed page.
import { Facet } from "@codemirror/state";
import type { EditorState } from "@codemirror/state";

export const indentUnit = Facet.define<string, string>({ combine: (values) => values[0] ?? "  " });

export function getIndentUnit(state: EditorState): number {
    return state.facet(indentUnit).length;
}

export function indentString(_: EditorState, columns: number): string {
    return " ".repeat(columns);
}

// Imported by commands that the page does not use.
export const syntaxTree = undefined;
export const matchBrackets = undefined;
export const getIndentation = undefined;
export const IndentContext = undefined;
export const NodeProp = undefined;
