// SPDX-License-Identifier: MIT
// The text editor: CodeMirror with the parts that brain files need. Colours come from one regular expression over the
// visible lines, as it knows expressions too, which a parser of YAML does not.
import { autocompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { cursorDocEnd, cursorDocStart, history, historyKeymap, indentLess, indentMore, insertNewlineKeepIndent, selectAll, selectDocEnd, selectDocStart } from "@codemirror/commands";
import { type Diagnostic, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { Problem } from "../model/protocol";

/** Keys of brain files, from the schema when the page is built: name, description, and where it is allowed. */
declare const SCHEMA_KEYS: [string, string][];
declare const SCHEMA_WORDS: string[];

const TOKENS =
    /(?<comment>(?:^|\s)#.*$)|(?<text>"(?:[^"\\]|\\.)*"|'[^']*')|(?<key>[\w./*-]+(?=:(?:\s|$)))|(?<word>\b(?:and|or|not|in|if|else|true|false|null)\b)|(?<number>\b\d+(?:\.\d+)?(?:ms|s|min)?\b)/g;
const MARKS: Record<string, Decoration> = Object.fromEntries(["comment", "text", "key", "word", "number"].map((name) => [name, Decoration.mark({ class: `tok-${name}` })]));

function colours(view: EditorView): DecorationSet {
    const builder = new RangeSetBuilder<Decoration>();
    for (const { from, to } of view.visibleRanges) {
        for (let at = from; at <= to; ) {
            const line = view.state.doc.lineAt(at);
            for (const match of line.text.slice(0, 2000).matchAll(TOKENS)) {
                const name = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)?.[0] ?? "";
                const mark = MARKS[name];
                mark && builder.add(line.from + match.index, line.from + match.index + match[0].length, mark);
            }
            at = line.to + 1;
        }
    }
    return builder.finish();
}

const coloured = ViewPlugin.fromClass(
    class {
        decorations: DecorationSet;
        constructor(view: EditorView) {
            this.decorations = colours(view);
        }
        update(update: ViewUpdate) {
            if (update.docChanged || update.viewportChanged) {
                this.decorations = colours(update.view);
            }
        }
    },
    { decorations: (plugin) => plugin.decorations },
);

/** Keys where a key can begin, else names that the file has already and the language's words. */
function complete(context: CompletionContext): CompletionResult | null {
    const word = context.matchBefore(/[\w]*/);
    if (word === null || (word.from === word.to && !context.explicit)) {
        return null;
    }
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, word.from - line.from);
    if (before.includes("#")) {
        return null;
    }
    if (/^[\s-]*$|[{,]\s*$/.test(before)) {
        return { from: word.from, options: SCHEMA_KEYS.map(([label, info]) => ({ label, info, apply: `${label}: `, type: "key" })), validFor: /^\w*$/ };
    }
    const names = new Set(SCHEMA_WORDS);
    for (const [name] of context.state.doc.sliceString(0, 200_000).matchAll(/\b[a-z_]\w{2,}\b/gi)) {
        names.add(name);
    }
    return { from: word.from, options: [...names].map((label) => ({ label })), validFor: /^\w*$/ };
}

export class TextEditor {
    readonly view: EditorView;
    #isSetting = false;

    constructor(parent: HTMLElement, text: string, changed: (text: string) => void, apply: () => void, moved: (line: number) => void) {
        const state = EditorState.create({
            doc: text,
            extensions: [
                lineNumbers(),
                history(),
                coloured,
                autocompletion({ override: [complete], icons: false }),
                EditorState.tabSize.of(2),
                EditorView.contentAttributes.of({ "aria-label": "Brain file", spellcheck: "false" }),
                keymap.of([
                    { key: "Mod-s", preventDefault: true, run: () => (apply(), true) },
                    { key: "Mod-Enter", run: () => (apply(), true) },
                    { key: "Enter", run: insertNewlineKeepIndent },
                    { key: "Tab", run: indentMore, shift: indentLess },
                    // The browser's own commands see only the lines that are drawn.
                    { key: "Mod-a", run: selectAll },
                    { key: "Mod-Home", run: cursorDocStart, shift: selectDocStart },
                    { key: "Mod-End", run: cursorDocEnd, shift: selectDocEnd },
                    { key: "Escape", run: ({ contentDOM }) => (contentDOM.blur(), true) },
                    ...historyKeymap,
                    ...lintKeymap.filter(({ key }) => key === "F8"),
                ]),
                EditorView.updateListener.of((update) => {
                    if (update.docChanged && !this.#isSetting) {
                        changed(update.state.doc.toString());
                    }
                    if (update.selectionSet) {
                        moved(update.state.doc.lineAt(update.state.selection.main.head).number);
                    }
                }),
            ],
        });
        this.view = new EditorView({ state, parent });
    }

    set text(text: string) {
        if (text !== this.view.state.doc.toString()) {
            this.#isSetting = true;
            this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
            this.#isSetting = false;
        }
    }

    set problems(problems: Problem[]) {
        const { doc } = this.view.state;
        const diagnostics = problems.filter(({ file }) => file === undefined).map((problem): Diagnostic => {
            const line = doc.line(Math.min(Math.max(problem.line, 1), doc.lines));
            // Columns count characters, some of which are two units of JavaScript.
            const units = (characters: number) => [...line.text].slice(0, Math.max(characters, 0)).join("").length;
            const from = line.from + units(problem.column - 1);
            const to = problem.length > 0 ? line.from + units(problem.column - 1 + problem.length) : line.to;
            return { from, to: Math.max(from, to), severity: problem.severity, message: problem.text };
        });
        this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
    }

    goTo(line: number, column: number): void {
        const place = this.view.state.doc.line(Math.min(Math.max(line, 1), this.view.state.doc.lines));
        this.view.dispatch({ selection: { anchor: Math.min(place.from + Math.max(column - 1, 0), place.to) }, scrollIntoView: true });
        this.view.focus();
    }

    close(): void {
        this.view.destroy();
    }
}
