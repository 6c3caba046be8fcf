// SPDX-License-Identifier: MIT
// The properties of the brain, and the player of a counterexample: its situations walk through the chart.
import { useEffect, useState } from "preact/hooks";
import { goal, properties, type Property, prover } from "../model/proof";
import type { Session } from "../model/session";
import { use } from "../model/signal";
import { useSession, view } from "./context";
import { Button, Empty, Section } from "./parts";

const PAUSE = 100;
const MARKS = { working: "…", proven: "✓", refuted: "✗", reached: "✓", "not found": "?" } as const;

/** Proves the properties of the text after each edit, whichever panel is open. */
export function useProofs(session: Session): void {
    const tree = use(session.tree);
    const text = use(session.text);
    const draft = use(session.draft);
    const current = use(prover);
    const wanted = use(goal);
    const now = draft ?? text;
    useEffect(() => {
        if (current === null || now === null) {
            return;
        }
        const condition = wanted === null ? undefined : `in(${wanted})`;
        const timer = setTimeout(() => current.prove(now, (found) => (properties.value = found), condition), PAUSE);
        return () => clearTimeout(timer);
    }, [current, now, tree, wanted]);
}

/** Marks a tab if something is refuted. */
export function ProofMark() {
    const isRefuted = use(properties).some(({ verdict }) => verdict === "refuted");
    return isRefuted ? <span class="error" title="a property is refuted"> ✗</span> : null;
}

export function Proofs() {
    const all = use(properties);
    return (
        <Section title="Proofs" extra={<span class="muted">{summary(all)}</span>}>
            {all.length === 0 ? (
                <Empty>
                    Write properties under <code>prove:</code> in the brain file, such as <code>- never: in(sleep) and alarm</code>.
                </Empty>
            ) : (
                <ul class="proofs">
                    {all.map((property, index) => (
                        <Row key={index} property={property} />
                    ))}
                </ul>
            )}
        </Section>
    );
}

function summary(all: Property[]): string {
    const count = (verdict: Property["verdict"]) => all.filter((one) => one.verdict === verdict).length;
    return (["refuted", "not found", "working", "proven", "reached"] as const)
        .filter((verdict) => count(verdict) > 0)
        .map((verdict) => `${count(verdict)} ${verdict}`)
        .join(", ");
}

function Row({ property }: { property: Property }) {
    const [isOpen, setOpen] = useState(false);
    const { verdict, steps } = property;
    return (
        <li class={`property ${verdict.replace(" ", "-")}`}>
            <div class="proof-line">
                <span class="mark" aria-hidden="true">
                    {MARKS[verdict]}
                </span>
                <span class="proof-text">
                    {property.name && <b>{property.name} </b>}
                    <code>{property.text}</code>
                </span>
                <span class="verdict">{verdict}</span>
                {steps && steps.length > 0 && <Button label={`Walk through the situations of ${property.name || property.text}`} text={isOpen ? "Close" : "Walk"} onClick={() => setOpen(!isOpen)} />}
            </div>
            {property.note && <p class="muted">{property.note}</p>}
            {isOpen && steps && <Player property={property} steps={steps} />}
        </li>
    );
}

function Player({ property, steps }: { property: Property; steps: NonNullable<Property["steps"]> }) {
    const session = useSession();
    const [at, setAt] = useState(0);
    const [isPlaying, setPlaying] = useState(true);
    const step = steps[Math.min(at, steps.length - 1)];
    useEffect(() => {
        const tree = session.tree.value;
        if (tree && step) {
            const active = step.active.flatMap((path) => {
                const row = tree.find(path);
                return row < 0 ? [] : tree.around(row);
            });
            session.playback.value = { title: `${property.name || property.text}: situation ${at + 1} of ${steps.length}`, active: [...new Set(active)].sort((a, b) => a - b) };
        }
    }, [at, steps]);
    useEffect(() => {
        view.left.value = "chart";
        return () => {
            session.playback.value = null;
        };
    }, []);
    useEffect(() => {
        if (!isPlaying) {
            return;
        }
        const timer = setInterval(() => setAt((value) => (value + 1 < steps.length ? value + 1 : (setPlaying(false), value))), 900);
        return () => clearInterval(timer);
    }, [isPlaying, steps]);
    const go = (to: number) => {
        setPlaying(false);
        setAt(Math.min(Math.max(to, 0), steps.length - 1));
    };
    return (
        <div class="player">
            <Button label="One situation back" icon="back" onClick={() => go(at - 1)} />
            <Button label={isPlaying ? "Stop" : "Play"} icon={isPlaying ? "pause" : "go"} onClick={() => (at + 1 === steps.length && setAt(0), setPlaying(!isPlaying))} />
            <Button label="One situation on" icon="step" onClick={() => go(at + 1)} />
            <input type="range" min={0} max={steps.length - 1} value={at} aria-label="Situation" onInput={(event) => go(Number(event.currentTarget.value))} />
            <code class="wide">{step?.inputs}</code>
        </div>
    );
}
