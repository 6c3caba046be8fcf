// SPDX-License-Identifier: MIT
// The focused agent: what it is, what it decides next and why, and what it did.
import { useRef } from "preact/hooks";
import type { Tree } from "../model/brain";
import { condition, fieldText } from "../model/brain";
import type { Change, Focus, Real } from "../model/protocol";
import { real } from "../model/protocol";
import { Signal, use, useFollower } from "../model/signal";
import { ticks, tried } from "../model/words";
import { showPanel, useSession } from "./context";
import { Choices } from "./options";
import { Button, Empty, Section, StateLink } from "./parts";
import { WhyNot } from "./why";

/** The focus of the last update, at most 20 times per second. */
const shown = new Signal<Focus | null>(null);

export function Agent() {
    const session = useSession();
    const tree = use(session.tree);
    const agent = use(session.focus);
    useFollower(session.update, (update) => (shown.value = update?.focus ?? null), [], 50);
    const focus = use(shown);
    const isHere = focus !== null && focus.agent === agent;
    return (
        <>
            <Choose />
            {tree === null || agent === null ? (
                <Empty>
                    Enter an agent's number, or <button type="button" class="link" onClick={() => showPanel("population")}>find agents</button> by state and condition.
                </Empty>
            ) : !isHere ? (
                <Empty>Waiting for agent {agent}.</Empty>
            ) : focus.gone ? (
                <p class="notice" role="alert">
                    Agent {agent} is gone. What it did last is below.
                </p>
            ) : (
                <Living tree={tree} focus={focus} />
            )}
            {tree !== null && agent !== null && <History tree={tree} />}
        </>
    );
}

function Choose() {
    const session = useSession();
    const agent = use(session.focus);
    const input = useRef<HTMLInputElement>(null);
    const go = (text: string) => /^\d+$/.test(text) && session.setFocus(Number(text));
    const around = (by: number) => agent !== null && session.setFocus(Math.max(agent + by, 0));
    return (
        <form
            class="choose"
            onSubmit={(event) => {
                event.preventDefault();
                go(input.current?.value.trim() ?? "");
                input.current?.blur();
            }}
        >
            <label>
                Agent <input id="agent" ref={input} key={agent} class="mono" inputMode="numeric" pattern="[0-9]+" defaultValue={agent === null ? "" : String(agent)} placeholder="number" />
            </label>
            <Button label="Focus the agent before" text="‹" keys="[" onClick={() => around(-1)} />
            <Button label="Focus the next agent" text="›" keys="]" onClick={() => around(1)} />
            {agent !== null && <Button label="Look at no agent" icon="close" onClick={() => session.setFocus(null)} />}
        </form>
    );
}

function Living({ tree, focus }: { tree: Tree; focus: Focus }) {
    const leaves = focus.active.filter((row) => !focus.active.some((other) => other !== row && tree.contains(row, other)));
    const clocks = new Map(focus.elapsed);
    return (
        <>
            <div class="paths">
                {leaves.map((leaf) => (
                    <p class="path" key={leaf}>
                        {tree.around(leaf).reverse().map((row, index) => (
                            <>
                                {index > 0 && <span class="muted"> › </span>}
                                <StateLink row={row} />
                                {clocks.has(row) && (
                                    <span class="clock tabular" title={`active for ${ticks(clocks.get(row) ?? 0)}`}>
                                        {clocks.get(row)}
                                    </span>
                                )}
                            </>
                        ))}
                    </p>
                ))}
            </div>
            <Events tree={tree} focus={focus} />
            {tree.brain.fields.length > 0 && <Fields tree={tree} focus={focus} />}
            <Choices tree={tree} focus={focus} />
            <WhyNot tree={tree} focus={focus} />
            <Transitions tree={tree} focus={focus} />
            <Lists tree={tree} focus={focus} />
        </>
    );
}

function Events({ tree, focus }: { tree: Tree; focus: Focus }) {
    const session = useSession();
    const { events } = tree.brain;
    const pending = new Set(focus.pending);
    if (events.length === 0) {
        return null;
    }
    return (
        <div class="events">
            <span class="muted">events</span>
            {events.map((name, index) =>
                session.allows("change") ? (
                    <button
                        type="button"
                        class={`chip${pending.has(index) ? " on" : ""}`}
                        title={pending.has(index) ? "pending" : `Raise ${name} for this agent`}
                        aria-pressed={pending.has(index)}
                        onClick={() => void session.ask(`raise ${name} ${focus.agent}`)}
                    >
                        {name}
                    </button>
                ) : (
                    <span class={`chip${pending.has(index) ? " on" : ""}`}>{name}</span>
                ),
            )}
        </div>
    );
}

function Fields({ tree, focus }: { tree: Tree; focus: Focus }) {
    return (
        <Section title="Fields">
            <div class="fields">
                {tree.brain.fields.map((field, index) => (
                    <FieldRow key={field.name} tree={tree} focus={focus} index={index} />
                ))}
            </div>
        </Section>
    );
}

function FieldRow({ tree, focus, index }: { tree: Tree; focus: Focus; index: number }) {
    const session = useSession();
    const field = tree.brain.fields[index];
    const value = focus.fields[index];
    const text = fieldText(field, value);
    const before = useRef({ agent: focus.agent, text, flash: 0 });
    if (before.current.text !== text || before.current.agent !== focus.agent) {
        const isSame = before.current.agent === focus.agent;
        before.current = { agent: focus.agent, text, flash: isSame ? before.current.flash + 1 : 0 };
    }
    const { flash } = before.current;
    const label = `${field?.name}, ${field?.type}`;
    const set = (to: string) => void session.ask(`set ${focus.agent} ${field?.name} ${to}`);
    const canSet = session.allows("change");
    const low = real(field?.low ?? "nan");
    const high = real(field?.high ?? "nan");
    const share = (real(value as Real) - low) / (high - low);
    return (
        <div class={`field-row${flash > 0 ? ` flash-${flash % 2}` : ""}`} style={Number.isFinite(share) ? { "--share": Math.min(Math.max(share, 0), 1) } : undefined}>
            <span class="name" title={label}>
                {field?.name}
            </span>
            {canSet && field?.type === "bool" ? (
                <button type="button" class={`chip mono${text === "true" ? " on" : ""}`} aria-pressed={text === "true"} aria-label={label} onClick={() => set(text === "true" ? "false" : "true")}>
                    {text}
                </button>
            ) : canSet && field?.values ? (
                <select aria-label={label} value={text} onChange={(event) => set(event.currentTarget.value)}>
                    {field.values.map((name) => (
                        <option>{name}</option>
                    ))}
                </select>
            ) : canSet ? (
                <Value text={text} label={label} set={set} />
            ) : (
                <span class="mono">{text}</span>
            )}
        </div>
    );
}

/** A number that can be edited: it does not change while it has the focus. */
function Value({ text, label, set }: { text: string; label: string; set: (to: string) => void }) {
    const input = useRef<HTMLInputElement>(null);
    const isEdited = useRef(false);
    if (input.current && !isEdited.current && input.current.value !== text) {
        input.current.value = text;
    }
    return (
        <input
            ref={input}
            class="mono"
            inputMode="decimal"
            aria-label={label}
            defaultValue={text}
            onInput={() => (isEdited.current = true)}
            onBlur={() => (isEdited.current = false)}
            onKeyDown={(event) => {
                if (event.key === "Enter") {
                    set(event.currentTarget.value.trim());
                    isEdited.current = false;
                    event.currentTarget.blur();
                } else if (event.key === "Escape") {
                    isEdited.current = false;
                    event.currentTarget.value = text;
                    event.currentTarget.blur();
                }
            }}
        />
    );
}

function Transitions({ tree, focus }: { tree: Tree; focus: Focus }) {
    const all = focus.explain?.transitions ?? [];
    return all.length === 0 ? null : (
        <Section title="Transitions tried">
            <ul class="tried">
                {all.map((one) => {
                    const transition = tree.brain.transitions[one.row];
                    const parts = transition?.when ? conditionParts(transition.when, one.holds ?? []) : null;
                    return (
                        <li class={one.tried === "fired" ? "fires" : ""}>
                            <span>
                                <StateLink row={one.source} /> <span class="muted">to</span> <StateLink row={one.destination} />
                            </span>
                            <span class="verdict">{tried(one)}</span>
                            {transition && (
                                <code>
                                    {parts
                                        ? parts.map(({ text, holds }, index) => (
                                              <>
                                                  {index > 0 && " and "}
                                                  <span class={holds ? "holds" : "fails"}>{text}</span>
                                              </>
                                          ))
                                        : condition(tree.brain, transition)}
                                </code>
                            )}
                        </li>
                    );
                })}
            </ul>
        </Section>
    );
}

/** Splits a condition at its outermost `and`s, if there are as many parts as truths. */
function conditionParts(text: string, holds: boolean[]): { text: string; holds: boolean }[] | null {
    const parts: string[] = [];
    let depth = 0;
    let part = "";
    for (const piece of text.split(/(\band\b|[()])/)) {
        depth += piece === "(" ? 1 : piece === ")" ? -1 : 0;
        if (piece === "and" && depth === 0) {
            parts.push(part.trim());
            part = "";
        } else {
            part += piece;
        }
    }
    parts.push(part.trim());
    return holds.length === parts.length ? parts.map((one, index) => ({ text: one, holds: holds[index] ?? false })) : null;
}

function Lists({ tree, focus }: { tree: Tree; focus: Focus }) {
    return (
        <>
            {focus.lists.map(({ kind, total, rows }) => {
                const targets = tree.brain.targets[kind];
                const remembered = new Set(focus.targets.map(([, id]) => id));
                return (
                    <Section title={`Targets: ${targets?.name ?? kind}`} extra={<span class="muted tabular">{total}</span>}>
                        <div class="scroll">
                            <table>
                                <thead>
                                    <tr>
                                        <th scope="col">id</th>
                                        {targets?.fields.map(({ name }) => <th scope="col" class="value">{name}</th>)}
                                    </tr>
                                </thead>
                                <tbody>
                                    {rows.map(({ id, fields }) => (
                                        <tr class={remembered.has(id) ? "selected" : ""}>
                                            <td class="mono">{id}</td>
                                            {fields.map((value, index) => <td class="value mono">{fieldText(targets?.fields[index], value)}</td>)}
                                        </tr>
                                    ))}
                                </tbody>
                            </table>
                        </div>
                    </Section>
                );
            })}
        </>
    );
}

function because(tree: Tree, change: Change) {
    const { because: why } = change;
    if (why === null) {
        return <span class="muted">set from outside, or a step</span>;
    }
    if ("choice" in why) {
        return <span>choice of <StateLink row={why.choice} /></span>;
    }
    const transition = tree.brain.transitions[why.transition];
    return transition ? <code>{condition(tree.brain, transition)}</code> : <span>transition {why.transition}</span>;
}

function History({ tree }: { tree: Tree }) {
    const changes = use(useSession().changes);
    return (
        <Section title="History">
            {changes.length === 0 ? (
                <Empty>No change since the agent was focused.</Empty>
            ) : (
                <ol class="history">
                    {[...changes].reverse().slice(0, 60).map((change) => (
                        <li>
                            <span class="tabular muted">{change.tick}</span>
                            <span>
                                {change.left.length > 0 ? <StateLink row={change.left.at(-1)} /> : <span class="muted">nothing</span>}
                                <span class="muted"> to </span>
                                {change.entered.length > 0 ? <StateLink row={change.entered.at(-1)} /> : <span class="muted">nothing</span>}
                            </span>
                            {because(tree, change)}
                        </li>
                    ))}
                </ol>
            )}
        </Section>
    );
}
