// SPDX-License-Identifier: MIT
// Keys for everything, and the list of them.
import { useEffect, useRef } from "preact/hooks";
import { nextTheme } from "../model/prefs";
import { prover } from "../model/proof";
import type { Session } from "../model/session";
import { use } from "../model/signal";
import { PANELS, showPanel, TITLES, useSession, view } from "./context";
import { Button } from "./parts";

interface Key {
    keys: string;
    does: string;
    /** The value of KeyboardEvent.key, if it is not `keys`. */
    key?: string;
    needs?: "control";
    run?: (session: Session) => void;
}

const focusInput = (id: string) => () => requestAnimationFrame(() => document.getElementById(id)?.focus());

function selectedPath(session: Session): string | null {
    const { value } = session.selected;
    return value === null ? null : (session.tree.value?.path(value) ?? null);
}

export const KEYS: Key[] = [
    { keys: "Space", key: " ", does: "pause, or go on", needs: "control", run: (session) => void session.ask(session.update.value?.running ? "pause" : "go") },
    { keys: ".", does: "one tick", needs: "control", run: (session) => void session.ask("step") },
    { keys: ">", does: "ten ticks", needs: "control", run: (session) => void session.ask("step 10") },
    { keys: "H", does: "half a tick: decide, or update", needs: "control", run: (session) => void session.ask("step decide") },
    { keys: ",", does: "one tick back", needs: "control", run: (session) => session.has("back") && void session.ask("back 1") },
    { keys: "<", does: "ten ticks back", needs: "control", run: (session) => session.has("back") && void session.ask("back 10") },
    { keys: "G", does: "go to a tick", needs: "control", run: focusInput("to") },
    { keys: "/", does: "search states", run: (session) => (showPanel("chart"), focusInput("search")(), void session) },
    { keys: "I", does: "enter an agent's number", run: () => (showPanel("agent"), focusInput("agent")()) },
    { keys: "[", does: "focus the agent before", run: (session) => session.setFocus(Math.max((session.focus.value ?? 1) - 1, 0)) },
    { keys: "]", does: "focus the next agent", run: (session) => session.setFocus((session.focus.value ?? -1) + 1) },
    { keys: "F", does: "follow the focused agent in the chart", run: () => (view.isFollowing.value = !view.isFollowing.value) },
    {
        keys: "A",
        does: "find agents in the selected state",
        run: (session) => {
            void session.find(selectedPath(session) ?? "", "");
            showPanel("population");
        },
    },
    {
        keys: "B",
        does: "break at the selected state",
        needs: "control",
        run: (session) => {
            const path = selectedPath(session);
            if (path !== null) {
                void session.ask(`break ${path}`);
            }
            showPanel("control");
            path === null && focusInput("break-state")();
        },
    },
    ...PANELS.map((panel, index) => ({ keys: String(index + 1), does: `panel: ${TITLES[panel]}`, run: () => (panel !== "proof" || prover.value) && showPanel(panel) })),
    { keys: "M", does: "in the editor: decision map of the state at the cursor", run: () => (showPanel("editor"), (view.isMapOpen.value = !view.isMapOpen.value)) },
    { keys: "T", does: "light or dark", run: nextTheme },
    {
        keys: "Escape",
        does: "close, or select nothing",
        run: (session) => {
            if (view.isHelpOpen.value) {
                view.isHelpOpen.value = false;
            } else if (session.notes.value.length > 0) {
                session.notes.value = [];
            } else {
                session.selected.value = null;
            }
        },
    },
    { keys: "?", does: "this list", run: () => (view.isHelpOpen.value = !view.isHelpOpen.value) },
    { keys: "← ↑ → ↓", does: "in the chart: move, fold, unfold" },
    { keys: "Enter", does: "in the chart: select" },
    { keys: "Ctrl+S", does: "in the editor: apply" },
    { keys: "F8", does: "in the editor: next problem" },
];

export function useKeys(session: Session): void {
    useEffect(() => {
        const onKey = (event: KeyboardEvent) => {
            const target = event.target as HTMLElement;
            if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) {
                return;
            }
            const isText = target.closest("input:not([type=range]), textarea, select, [contenteditable=true]") !== null;
            if (isText) {
                event.key === "Escape" && target.blur();
                return;
            }
            if ((event.key === " " || event.key === "Enter") && target.closest("button, summary")) {
                return;
            }
            const pressed = event.key.length === 1 ? event.key.toUpperCase() : event.key;
            const found = KEYS.find(({ keys, key, run }) => run && (key ?? keys) === pressed);
            if (found && (found.needs === undefined || session.allows(found.needs))) {
                event.preventDefault();
                found.run?.(session);
            }
        };
        // A button that was clicked with a pointer does not keep the focus: Space is for the world again.
        const onClick = (event: MouseEvent) => event.detail > 0 && (event.target as HTMLElement).closest<HTMLElement>("button, summary")?.blur();
        addEventListener("keydown", onKey);
        addEventListener("click", onClick);
        return () => {
            removeEventListener("keydown", onKey);
            removeEventListener("click", onClick);
        };
    }, [session]);
}

export function Help() {
    const session = useSession();
    const isOpen = use(view.isHelpOpen);
    const dialog = useRef<HTMLDialogElement>(null);
    useEffect(() => {
        if (isOpen && !dialog.current?.open) {
            dialog.current?.showModal();
        } else if (!isOpen) {
            dialog.current?.close();
        }
    }, [isOpen]);
    const hello = session.hello.value;
    return (
        <dialog ref={dialog} class="help" aria-label="Keys" onClose={() => (view.isHelpOpen.value = false)} onClick={(event) => event.target === dialog.current && (view.isHelpOpen.value = false)}>
            <div class="section-head">
                <h2>Keys</h2>
                <span class="spring" />
                <Button label="Close" icon="close" onClick={() => (view.isHelpOpen.value = false)} />
            </div>
            <dl>
                {KEYS.filter(({ needs }) => needs === undefined || session.allows(needs)).map(({ keys, does }) => (
                    <div>
                        <dt>
                            <kbd>{keys}</kbd>
                        </dt>
                        <dd>{does}</dd>
                    </div>
                ))}
            </dl>
            {hello && <p class="muted">wits {hello.wits}. Nothing on this page leaves this machine.</p>}
        </dialog>
    );
}
