// SPDX-License-Identifier: MIT
// The properties of the brain.
import { useEffect } from "preact/hooks";
import { goal, properties, type Property, prover, walk } from "../model/proof";
import type { Session } from "../model/session";
import { use } from "../model/signal";
import { Button, Empty, Section } from "./parts";
import { beginWalk, isWalkOf, WalkState } from "./walk";

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
    const current = use(walk);
    const { verdict, steps = [] } = property;
    const isOpen = current !== null && isWalkOf(current, property);
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
                {steps.length > 0 && <Button label={`Walk through the ticks of ${property.name || property.text}`} text={isOpen ? "Close" : "Walk"} onClick={() => (isOpen ? (walk.value = null) : beginWalk(property))} />}
            </div>
            {property.note && <p class="muted">{property.note}</p>}
            {isOpen && <WalkState />}
        </li>
    );
}
