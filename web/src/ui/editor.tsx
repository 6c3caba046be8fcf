// SPDX-License-Identifier: MIT
// The brain file: checked while it is typed, applied to the running agents on demand. The text is kept whatever happens
// to the connection.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { playground } from "../model/playground";
import { drafts } from "../model/prefs";
import type { Session } from "../model/session";
import { save, toFragment } from "../model/share";
import { use } from "../model/signal";
import { TextEditor } from "./codemirror";
import { useSession, view } from "./context";
import { openFile } from "./files";
import { DecisionMapOf } from "./map";
import { Button, Empty } from "./parts";

const PAUSE = 250;

export function Editor() {
    const session = useSession();
    const text = use(session.text);
    return text === null ? <Empty>The brain file appears as soon as the program has sent it.</Empty> : <EditorOf />;
}

/** Before the cursor has moved, the map is that of the first utility. */
function firstChoice(session: Session): number {
    const lines = (session.draft.value ?? session.text.value ?? "").split("\n");
    return lines.findIndex((line) => /^\s*kind:\s*utility/.test(line)) + 1;
}

function EditorOf() {
    const session = useSession();
    const text = use(session.text) ?? "";
    const draft = use(session.draft);
    const problems = use(session.problems);
    const connection = use(session.connection);
    const place = useRef<HTMLDivElement>(null);
    const editor = useRef<TextEditor>(null);
    const [status, setStatus] = useState("");
    const base = use(session.base);
    const aside = use(session.aside);
    const losses = use(session.losses);
    const checked = use(session.checked);
    const [isBusy, setBusy] = useState(false);
    const [line, setLine] = useState(firstChoice(session));
    const hasMap = use(view.isMapOpen);
    const name = session.tree.value?.brain.name ?? "brain";
    const isChanged = draft !== null && draft !== text;
    // The text that runs is another one than that from which the draft was begun.
    const isBehind = isChanged && base !== null && base !== text;
    const canEdit = session.has("edit");
    const errors = problems.filter(({ severity }) => severity === "error").length;

    const apply = async () => {
        const now = session.draft.value ?? session.text.value ?? "";
        const isConnected = session.connection.value === "open";
        if (!isConnected || !session.hello.value?.commands.includes("edit")) {
            setStatus(isConnected ? "this program does not take brain files" : "not connected: the text is kept");
            return;
        }
        setBusy(true);
        try {
            const { applied } = await session.edit(now, true);
            setStatus(applied ? "applied: the agents go on in the new brain" : "not applied: the old brain goes on");
            if (applied && session.draft.value === now) {
                session.draft.value = null;
                session.aside.value = null;
                drafts.write(name, now, null);
            }
        } catch (error) {
            setStatus((error as Error).message);
        }
        setBusy(false);
    };
    /** Shows the text that runs. The draft can be restored until another one begins. */
    const giveUp = () => {
        session.dropDraft();
        drafts.write(name, text, null);
        setStatus("");
    };
    const latest = useRef(apply);
    latest.current = apply;

    useLayoutEffect(() => {
        if (place.current) {
            const kept = drafts.read(name, text);
            if (session.draft.value === null && kept?.isOfBase && kept.text !== text) {
                session.draft.value = kept.text;
                setStatus("a draft of yours, not applied yet");
            } else if (session.draft.value === null && kept && !kept.isOfBase) {
                session.aside.value = kept.text; // it does not replace what has been applied since
            }
            editor.current = new TextEditor(
                place.current,
                session.draft.value ?? session.text.value ?? "",
                (now) => {
                    session.draft.value = now;
                    setStatus("");
                },
                () => void latest.current(),
                setLine,
            );
            editor.current.problems = session.problems.value;
        }
        return () => editor.current?.close();
    }, []);
    useEffect(() => {
        // The signal, as effects run later than the user types: `draft` may be older than what the editor has.
        if (editor.current) {
            editor.current.text = session.draft.value ?? text;
        }
    }, [text, draft]);
    useEffect(() => {
        if (editor.current) {
            editor.current.problems = problems;
        }
    }, [problems]);
    useEffect(() => {
        if (draft === null) {
            return;
        }
        const timer = setTimeout(() => {
            drafts.write(name, base ?? text, draft === text ? null : draft);
            if (session.has("check") && session.connection.value === "open") {
                session.edit(draft, false).catch((error: Error) => setStatus(error.message));
            }
        }, PAUSE);
        return () => clearTimeout(timer);
    }, [draft, base, connection]);

    return (
        <div class="editor">
            <div class="chart-tools">
                {canEdit && <Button label="Apply to the running agents" keys="Ctrl+S" text="Apply" primary={isChanged} disabled={!isChanged || isBusy || connection !== "open"} onClick={() => void apply()} />}
                {isChanged && (
                    <Button
                        label="Return to the text that runs"
                        text="Revert"
                        onClick={giveUp}
                    />
                )}
                <span class="status muted" role="status">
                    {connection !== "open" && isChanged ? "not connected: the text is kept" : status || (isChanged ? "changed" : "")}
                </span>
                <span class="spring" />
                {session.port.kind === "worker" && <Button label="Begin a new brain" text="New" onClick={() => playground.value?.beginNew()} />}
                {(canEdit || session.port.kind === "worker") && <Button label="Open a brain file or a recording" text="Open" onClick={() => void openFile(session)} />}
                <Button label="Save the text as a file" text="Save" onClick={() => save(`${name}.yaml`, new Blob([draft ?? text], { type: "application/yaml" }))} />
                <Button label="Decision map of the state at the cursor" keys="M" text="Map" pressed={hasMap} onClick={() => (view.isMapOpen.value = !hasMap)} />
                {session.port.kind === "worker" && <Share isDraft={isChanged && checked === draft && errors === 0} isChanged={isChanged} text={draft ?? text} />}
            </div>
            {isBehind && (
                <Choice words="The brain file has changed since you began this edit.">
                    <Button label="Show the new text of the file; your edit can be restored" text="Take the file" onClick={giveUp} />
                    <Button label="Continue with your edit" text="Keep mine" onClick={() => (session.base.value = text)} />
                </Choice>
            )}
            {aside !== null && aside !== text && !isChanged && (
                <Choice words="Your edit is kept.">
                    <Button
                        label="Show your edit again"
                        text="Restore my edit"
                        onClick={() => {
                            session.draft.value = aside;
                            session.aside.value = null;
                        }}
                    />
                    <Button
                        label="Discard your edit"
                        icon="close"
                        onClick={() => {
                            session.aside.value = null;
                            drafts.write(name, text, null);
                        }}
                    />
                </Choice>
            )}
            <div class="text-place" ref={place} />
            {hasMap && <DecisionMapOf text={draft ?? text} line={line} />}
            {losses.length > 0 && (
                <div class="problems scroll" role="region" aria-label="Losses">
                    <div class="section-head">
                        <h2>Lost by the edit</h2>
                        <span class="spring" />
                        <Button label="Close the list of losses" icon="close" onClick={() => (session.losses.value = [])} />
                    </div>
                    <ul>
                        {losses.map((loss) => (
                            <li>{loss}</li>
                        ))}
                    </ul>
                </div>
            )}
            {problems.length > 0 && (
                <div class="problems scroll" role="region" aria-label="Problems">
                    <p class={errors > 0 ? "error" : "muted"} role="status">
                        {errors > 0 ? `${errors} ${errors === 1 ? "error" : "errors"}` : `${problems.length} ${problems.length === 1 ? "warning" : "warnings"}`}
                    </p>
                    <ul>
                        {problems.slice(0, 100).map((problem) => (
                            <li>
                                <button type="button" class={`problem ${problem.severity}`} onClick={() => editor.current?.goTo(problem.line, problem.column)}>
                                    <span class="tabular muted">
                                        {problem.file && `${problem.file}:`}
                                        {problem.line > 0 && `${problem.line}:${problem.column}`}
                                    </span>{" "}
                                    {problem.text}
                                </button>
                            </li>
                        ))}
                    </ul>
                </div>
            )}
        </div>
    );
}

function Choice({ words, children }: { words: string; children: ComponentChildren }) {
    return (
        <div class="banner hit" role="group" aria-label={words}>
            <span role="status">{words}</span>
            {children}
        </div>
    );
}

/** Copies an address. A draft without errors is shared with a world of its own, else the brain that runs with its world. */
function Share({ isDraft, isChanged, text }: { isDraft: boolean; isChanged: boolean; text: string }) {
    const session = useSession();
    const what = isDraft ? "the text in the editor" : "the brain that runs";
    const copy = async () => {
        const { agents, seed, world, isDefault } = session.settings.value ?? {};
        location.hash = await toFragment({ brain: isDraft ? text : (session.text.value ?? text), agents, seed, world: isDefault ? undefined : world });
        const words = `the address of ${what} is ${(await navigator.clipboard.writeText(location.href).then(() => true, () => false)) ? "on the clipboard" : "in the address bar"}`;
        session.note("info", isChanged && !isDraft ? `${words}, without your edit, which has errors or is not checked yet` : words);
    };
    return <Button label={`Copy an address of ${what}`} text="Copy link" icon="link" onClick={() => void copy()} />;
}
