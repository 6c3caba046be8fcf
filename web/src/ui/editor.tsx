// SPDX-License-Identifier: MIT
// The brain file: checked while it is typed, applied to the running agents on demand. The text is kept whatever happens
// to the connection.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
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
    const [isBusy, setBusy] = useState(false);
    const [line, setLine] = useState(firstChoice(session));
    const hasMap = use(view.isMapOpen);
    const name = session.tree.value?.brain.name ?? "brain";
    const isChanged = draft !== null && draft !== text;
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
            const { applied, losses = [] } = await session.edit(now, true);
            setStatus(applied ? ["applied: the agents go on in the new brain", ...losses].join("; ") : "not applied: the old brain goes on");
            if (applied && session.draft.value === now) {
                session.draft.value = null;
                drafts.write(name, null);
            }
        } catch (error) {
            setStatus((error as Error).message);
        }
        setBusy(false);
    };
    const latest = useRef(apply);
    latest.current = apply;

    useLayoutEffect(() => {
        if (place.current) {
            const kept = session.draft.value ?? drafts.read(name);
            if (kept !== null && kept !== session.text.value) {
                session.draft.value = kept;
                setStatus("a draft of yours, not applied yet");
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
            drafts.write(name, draft === text ? null : draft);
            if (session.has("check") && session.connection.value === "open") {
                session.edit(draft, false).catch((error: Error) => setStatus(error.message));
            }
        }, PAUSE);
        return () => clearTimeout(timer);
    }, [draft, connection]);

    return (
        <div class="editor">
            <div class="chart-tools">
                {canEdit && <Button label="Apply to the running agents" keys="Ctrl+S" text="Apply" primary={isChanged} disabled={!isChanged || isBusy || connection !== "open"} onClick={() => void apply()} />}
                {isChanged && (
                    <Button
                        label="Return to the text that runs"
                        text="Revert"
                        onClick={() => {
                            session.draft.value = null;
                            session.problems.value = [];
                            drafts.write(name, null);
                            setStatus("");
                        }}
                    />
                )}
                <span class="status muted" role="status">
                    {connection !== "open" && isChanged ? "not connected: the text is kept" : status || (isChanged ? "changed" : "")}
                </span>
                <span class="spring" />
                {(canEdit || session.port.kind === "worker") && (
                    <Button
                        label="Open a brain file or a recording"
                        text="Open"
                        onClick={() => void openFile(session)}
                    />
                )}
                <Button label="Save the text as a file" text="Save" onClick={() => save(`${name}.yaml`, new Blob([draft ?? text], { type: "application/yaml" }))} />
                <Button label="Decision map of the state at the cursor" keys="M" text="Map" pressed={hasMap} onClick={() => (view.isMapOpen.value = !hasMap)} />
                {session.port.kind === "worker" && (
                    <Button
                        label="Copy an address that contains this brain"
                        text="Copy link"
                        icon="link"
                        onClick={async () => {
                            const { agents, seed, world } = session.settings.value ?? {};
                            location.hash = await toFragment({ brain: draft ?? text, agents, seed, world });
                            await navigator.clipboard.writeText(location.href).then(
                                () => session.note("info", "the address is on the clipboard"),
                                () => session.note("info", "the address bar has the address"),
                            );
                        }}
                    />
                )}
            </div>
            <div class="text-place" ref={place} />
            {hasMap && <DecisionMapOf text={draft ?? text} line={line} />}
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
