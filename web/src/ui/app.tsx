// SPDX-License-Identifier: MIT
// The page: the bar, the panels of the left and the right side, and messages.
import type { ComponentChildren, FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { prover } from "../model/proof";
import type { Session } from "../model/session";
import { use } from "../model/signal";
import { Agent } from "./agent";
import { Bar } from "./bar";
import { Chart } from "./chart";
import { LEFT, type Panel, PANELS, SessionProvider, showPanel, TITLES, useSession, view } from "./context";
import { Control } from "./control";
import { Editor } from "./editor";
import { takeFile } from "./files";
import { Help, useKeys } from "./keys";
import { AgentLink, Button, StateNames } from "./parts";
import { Population } from "./population";
import { ProofMark, Proofs, useProofs } from "./proof";
import { Timeline } from "./timeline";
import { useWalk } from "./walk";

const CONTENT: Record<Panel, FunctionComponent> = { chart: Chart, editor: Editor, population: Population, agent: Agent, control: Control, proof: Proofs };
const NARROW = "(max-width: 760px)";

export function App({ session }: { session: Session }) {
    useKeys(session);
    useProofs(session);
    useWalk(session);
    useEffect(() => {
        const media = matchMedia(NARROW);
        const update = () => (view.isNarrow.value = media.matches);
        media.addEventListener("change", update);
        update();
        const over = (event: DragEvent) => event.dataTransfer?.types.includes("Files") && event.preventDefault();
        const drop = (event: DragEvent) => {
            const file = event.dataTransfer?.files[0];
            if (file) {
                event.preventDefault();
                event.stopPropagation(); // the editor would take it as text
                void takeFile(session, file);
            }
        };
        addEventListener("dragover", over);
        addEventListener("drop", drop, true);
        // A user who picks an agent wants to see it.
        const end = session.focus.follow((agent) => agent !== null && showPanel("agent"));
        return () => {
            media.removeEventListener("change", update);
            removeEventListener("dragover", over);
            removeEventListener("drop", drop, true);
            end();
        };
    }, [session]);
    const isNarrow = use(view.isNarrow);
    const hasProver = use(prover) !== null;
    const panels = PANELS.filter((panel) => panel !== "proof" || hasProver);
    return (
        <SessionProvider value={session}>
            <StateNames />
            <Bar />
            <Timeline />
            <Messages />
            {isNarrow ? (
                <main class="narrow">
                    <Side name="only" panels={panels} />
                </main>
            ) : (
                <main class="wide-page">
                    <Side name="left" panels={panels.filter((panel) => LEFT.includes(panel))} />
                    <Side name="right" panels={panels.filter((panel) => !LEFT.includes(panel))} />
                </main>
            )}
            <Help />
        </SessionProvider>
    );
}

function Side({ name, panels }: { name: "left" | "right" | "only"; panels: readonly Panel[] }) {
    const current = use(view[name]);
    const Content = CONTENT[current];
    const onKeyDown = (event: KeyboardEvent) => {
        const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        if (by !== 0) {
            const next = panels[(panels.indexOf(current) + by + panels.length) % panels.length];
            if (next) {
                showPanel(next);
                requestAnimationFrame(() => document.getElementById(`tab-${next}`)?.focus());
            }
        }
    };
    return (
        <div class={`side ${name}`}>
            <div class="tabs" role="tablist" aria-label="Panels" onKeyDown={onKeyDown}>
                {panels.map((panel) => (
                    <button
                        type="button"
                        role="tab"
                        key={panel}
                        id={`tab-${panel}`}
                        aria-selected={panel === current}
                        aria-controls={`panel-${name}`}
                        tabIndex={panel === current ? 0 : -1}
                        title={`${TITLES[panel]} (${PANELS.indexOf(panel) + 1})`}
                        onClick={() => showPanel(panel)}
                    >
                        {TITLES[panel]}
                        {panel === "proof" && <ProofMark />}
                    </button>
                ))}
            </div>
            <div class={`panel ${current}`} role="tabpanel" id={`panel-${name}`} aria-labelledby={`tab-${current}`}>
                <Content />
            </div>
        </div>
    );
}

function Messages() {
    const session = useSession();
    const connection = use(session.connection);
    const why = use(session.connectionWhy);
    const notes = use(session.notes);
    const broke = use(session.broke);
    const breaks = use(session.breaks);
    const [fault, ...faults] = use(session.fileProblems);
    const text = breaks.find((one) => one.break === broke?.break)?.text;
    return (
        <>
            {(connection === "lost" || connection === "denied") && (
                <Banner kind="error">
                    <span>{why}</span>
                </Banner>
            )}
            {fault && (
                <Banner kind="error">
                    <span>
                        {fault.file ?? "The file on disk"}
                        {fault.line > 0 && `, line ${fault.line}`}: {fault.text}
                        {faults.length > 0 && ` (and ${faults.length} more)`}. The old brain goes on.
                    </span>
                    <span class="spring" />
                    <Button label="Close the message about the file" icon="close" onClick={() => (session.fileProblems.value = [])} />
                </Banner>
            )}
            {broke && connection === "open" && (
                <Banner kind="hit">
                    <span>
                        Stopped at tick {broke.tick} by <code>{text ?? `breakpoint ${broke.break}`}</code>
                    </span>
                    <span>
                        {broke.agents.map((agent) => (
                            <>
                                <AgentLink key={agent} agent={agent} />{" "}
                            </>
                        ))}
                        {broke.count > broke.agents.length && `and ${broke.count - broke.agents.length} more`}
                    </span>
                    <Button label="Go on" text="Go on" icon="go" onClick={() => void session.ask("go")} />
                    <Button label="Close" icon="close" onClick={() => (session.broke.value = null)} />
                </Banner>
            )}
            <div class="notes">
                {notes.map(({ kind, text: words, id }) => (
                    <div key={id} class={`note ${kind}`} role={kind === "error" ? "alert" : "status"}>
                        <span>{words}</span>
                        <Button label="Close the message" icon="close" onClick={() => session.forget(id)} />
                    </div>
                ))}
            </div>
        </>
    );
}

function Banner({ kind, children }: { kind: string; children: ComponentChildren }) {
    return (
        <div class={`banner ${kind}`} role="alert">
            {children}
        </div>
    );
}
