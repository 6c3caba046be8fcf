// SPDX-License-Identifier: MIT
// The selected state: its rules, its transitions, and what can be done with it.
import type { Tree } from "../model/brain";
import { condition, count } from "../model/brain";
import { goal, prover } from "../model/proof";
import type { State } from "../model/protocol";
import { use } from "../model/signal";
import { showPanel, useSession } from "./context";
import { Button, StateLink } from "./parts";

const RULES = [
    "initial", "leave", "activation", "enter", "exit", "update", "decide", "step", "score", "scoreBest", "weight", "rank", "inertia",
    "floor", "every", "select", "top", "within", "temperature", "hold", "cooldown", "lasts", "done", "final", "commit", "target",
    "retarget", "targetInertia", "reenter", "default",
];
const STATES = new Set(["initial", "default"]);

function Rules({ state }: { state: State }) {
    const given = RULES.filter((name) => state[name] !== undefined && state[name] !== null);
    return given.length === 0 ? null : (
        <dl class="rules">
            {given.map((name) => (
                <div key={name}>
                    <dt>{name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}</dt>
                    <dd>{STATES.has(name) ? <StateLink row={state[name] as number} /> : <code>{String(state[name])}</code>}</dd>
                </div>
            ))}
        </dl>
    );
}

export function Card({ tree }: { tree: Tree }) {
    const session = useSession();
    const selected = use(session.selected);
    const focus = use(session.focus);
    const canProve = use(prover) !== null;
    use(session.connection);
    if (selected === null || selected >= tree.size) {
        return <p class="hint">Click a state to see its rules and transitions. Double-click finds its agents. Press ? for all keys.</p>;
    }
    const state = tree.state(selected);
    const { out, into } = tree.transitions(selected);
    return (
        <section class="card" aria-label={`State ${state.name}`}>
            <div class="card-head">
                <h2>{tree.path(selected)}</h2>
                <span class="muted">{state.kind}</span>
                <CountOf row={selected} />
                <span class="spring" />
                <Button
                    label="Find agents in this state"
                    keys="A"
                    text="Find"
                    onClick={() => {
                        void session.find(tree.path(selected), "");
                        showPanel("population");
                    }}
                />
                {canProve && (
                    <Button
                        label="Prove whether an agent can get into this state"
                        text="Reach"
                        onClick={() => {
                            goal.value = tree.path(selected);
                            showPanel("proof");
                        }}
                    />
                )}
                {session.allows("control") && (
                    <Button label="Pause when an agent enters this state" keys="B" text="Break" icon="break" onClick={() => void session.ask(`break ${tree.path(selected)}`)} />
                )}
                {session.allows("change") && focus !== null && (
                    <Button label={`Put agent ${focus} into this state`} text={`Put ${focus} here`} onClick={() => void session.ask(`goto ${focus} ${tree.path(selected)}`)} />
                )}
                <Button label="Close" keys="Escape" icon="close" onClick={() => (session.selected.value = null)} />
            </div>
            <div class="card-body">
                <Rules state={state} />
                {out.length > 0 && (
                    <ol class="transitions">
                        {out.map((index, number) => {
                            const transition = tree.brain.transitions[index];
                            return (
                                transition && (
                                    <li key={index}>
                                        <span class="badge">{number + 1}</span>
                                        {transition.any && <span class="muted">any </span>}
                                        <StateLink row={transition.to} /> <code>{condition(tree.brain, transition)}</code>
                                        {session.allows("control") && (
                                            <button
                                                type="button"
                                                class="dot"
                                                title="Pause when an agent takes this way"
                                                aria-label={`Break on the transition to ${tree.name(transition.to)}`}
                                                onClick={() => void session.ask(`break ${tree.path(transition.from)} to ${tree.path(transition.to)}`)}
                                            />
                                        )}
                                    </li>
                                )
                            );
                        })}
                    </ol>
                )}
                {into.length > 0 && (
                    <p class="from">
                        <span class="muted">from </span>
                        {[...new Set(into.map((index) => tree.brain.transitions[index]?.from ?? 0))].slice(0, 20).map((row) => (
                            <>
                                <StateLink key={row} row={row} />{" "}
                            </>
                        ))}
                    </p>
                )}
            </div>
        </section>
    );
}

function CountOf({ row }: { row: number }) {
    const update = use(useSession().update);
    const value = update?.counts?.[row];
    return value === undefined ? null : (
        <span class="tabular muted">
            {count(value)} agents, {((100 * value) / Math.max(update?.agents ?? 1, 1)).toFixed(1)} %
        </span>
    );
}
