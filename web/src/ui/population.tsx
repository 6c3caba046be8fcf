// SPDX-License-Identifier: MIT
// The population: counts over time, agents that were found, and moves between states.
import type { VNode } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Tree } from "../model/brain";
import { count, fieldText, short } from "../model/brain";
import type { Found, Seen } from "../model/protocol";
import { Signal, use, useFollower } from "../model/signal";
import { useSession } from "./context";
import { Moves } from "./moves";
import { AgentLink, Button, Empty, Section, StateLink } from "./parts";
import { Plot } from "./plot";

const MOST_SERIES = 9;
const AGENTS_SHOWN = 64;
const ROWS_SEEN = 14;

export function Population() {
    const session = useSession();
    const tree = use(session.tree);
    useEffect(() => {
        session.show(true, true);
        return () => session.show(true, false);
    }, [session]);
    if (tree === null) {
        return <Empty>Nothing to count yet.</Empty>;
    }
    return (
        <>
            <Counts key={tree.brain.hash} tree={tree} />
            <Find tree={tree} />
            <Moves tree={tree} />
        </>
    );
}

/** The states whose counts are drawn: children of the selected state or the one around it. */
function seriesOf(tree: Tree, selected: number | null): { outer: number; rows: number[] } {
    let outer = selected ?? 0;
    if (tree.isLeaf(outer)) {
        outer = tree.state(outer).parent ?? 0;
    }
    // A single child says nothing: the first choice inside does.
    for (let only = tree.children[outer] ?? []; selected === null && only.length === 1 && !tree.isLeaf(only[0] ?? 0); only = tree.children[outer] ?? []) {
        outer = only[0] ?? 0;
    }
    return { outer, rows: tree.children[outer] ?? [] };
}

function Counts({ tree }: { tree: Tree }) {
    const session = useSession();
    const { outer, rows } = seriesOf(tree, use(session.selected));
    const isParallel = tree.state(outer).kind === "parallel";
    const last = session.update.value?.counts;
    const ranked = rows.length <= MOST_SERIES ? rows : [...rows].sort((a, b) => (last?.[b] ?? 0) - (last?.[a] ?? 0)).slice(0, MOST_SERIES - 1);
    const rest = rows.filter((row) => !ranked.includes(row));
    const series = ranked.map((row) => ({ label: tree.name(row), hue: rows.indexOf(row) }));
    rest.length > 0 && series.push({ label: `${rest.length} others`, hue: 99 });
    return (
        <Section title={`Agents in ${tree.path(outer) === "/" ? tree.brain.name : tree.path(outer)}`} extra={<Gone />}>
            <Plot
                label={`Agents in the states of ${tree.name(outer)} over time`}
                series={series}
                height={150}
                stacked={!isParallel}
                format={short}
                least={4}
                bind={(draw) => {
                    let timer = 0;
                    const call = () => {
                        timer = 0;
                        const { counts } = session;
                        const columns = [counts.column(0), ...ranked.map((row) => counts.column(row + 1))];
                        if (rest.length > 0) {
                            const sum = new Float64Array(counts.length);
                            rest.forEach((row) => counts.column(row + 1).forEach((value, index) => (sum[index] = (sum[index] ?? 0) + value)));
                            columns.push(sum);
                        }
                        draw(columns);
                    };
                    const end = session.update.follow(() => (timer ||= window.setTimeout(call, 90)));
                    call();
                    return () => {
                        end();
                        clearTimeout(timer);
                    };
                }}
            />
        </Section>
    );
}

function Gone() {
    const update = use(useSession().update);
    return (
        <span class="muted tabular">
            {update && update.stopped > 0 && `${count(update.stopped)} stopped `}
        </span>
    );
}

const draft = new Signal({ state: "", where: "" });

function Find({ tree }: { tree: Tree }) {
    const session = useSession();
    const asked = use(session.findText);
    const found = use(session.found);
    const error = use(session.findError);
    const form = use(draft);
    useEffect(() => {
        draft.value = asked;
    }, [asked]);
    return (
        <Section title="Agents" extra={found && <Result found={found} />}>
            <form
                class="find"
                onSubmit={(event) => {
                    event.preventDefault();
                    void session.find(form.state, form.where);
                }}
            >
                <label>
                    in
                    <input list="states" placeholder="any state" aria-label="State" value={form.state} onInput={(event) => (draft.value = { ...form, state: event.currentTarget.value.trim() })} />
                </label>
                <label class="wide">
                    where
                    <input
                        class="mono"
                        placeholder={example(tree)}
                        aria-label="Condition"
                        aria-invalid={error !== ""}
                        value={form.where}
                        onInput={(event) => (draft.value = { ...form, where: event.currentTarget.value })}
                    />
                </label>
                <Button label="Find agents" text="Find" />
            </form>
            {error && (
                <p class="error" role="alert">
                    {error}
                </p>
            )}
            {found === null ? <Empty>Find agents by their state and their fields, then click one to see why it does what it does.</Empty> : <Agents tree={tree} />}
        </Section>
    );
}

/** Number of agents that were found, and the tick: later ticks change who is where. */
function Result({ found }: { found: Found }) {
    const session = useSession();
    const tick = use(session.update)?.tick ?? found.tick;
    const { state, where } = use(session.findText);
    return (
        <>
            <span class="muted tabular">
                {count(found.total)} found at tick {count(found.tick)}
                {found.total > found.agents.length ? `, ${found.agents.length} listed` : ""}
            </span>
            <span class="spring" />
            <Button label="Find again, at the current tick" text="Refresh" disabled={tick === found.tick} onClick={() => void session.find(state, where)} />
        </>
    );
}

function example(tree: Tree): string {
    const field = tree.brain.fields.find(({ type }) => type !== "bool");
    return field ? `${field.name} > ${Math.round(Number(field.high ?? 2)) / 2 || 0.5}` : "a condition";
}

function Agents({ tree }: { tree: Tree }) {
    const session = useSession();
    const found = use(session.found);
    const focus = use(session.focus);
    const signal = useLatestWatch();
    const seen = use(signal);
    const byAgent = new Map(seen.map((one) => [one.agent, one]));
    const fields = tree.brain.fields.slice(0, 3);
    const drawn = useMemo(() => new Map<number, VNode>(), [found, focus, tree]);
    const scrolled = useRef<HTMLDivElement>(null);
    const { scrollTop = 0, scrollHeight = 1 } = scrolled.current ?? {};
    const first = Math.floor((scrollTop / scrollHeight) * Math.min(found?.agents.length ?? 0, AGENTS_SHOWN));
    if (!found || found.agents.length === 0) {
        return <Empty>No agent was there.</Empty>;
    }
    return (
        <div ref={scrolled} class={`agents-list scroll${found.agents.length > 10 ? " many" : ""}`}>
            <table>
                <thead>
                    <tr>
                        <th scope="col">agent</th>
                        <th scope="col">state now</th>
                        {fields.map(({ name }) => (
                            <th scope="col" class="value">
                                {name}
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {found.agents.slice(0, AGENTS_SHOWN).map(({ agent, states }, index) => {
                        const before = drawn.get(agent);
                        const place = index - first;
                        if (before && (place < -2 || place > ROWS_SEEN)) {
                            return before; // out of sight: as it was
                        }
                        const now = byAgent.get(agent);
                        const row = (
                            <tr key={agent} class={focus === agent ? "selected" : ""} onClick={() => session.setFocus(agent)}>
                                <td>
                                    <AgentLink agent={agent} />
                                </td>
                                <td>{now?.gone ? <span class="muted">gone</span> : (now?.states ?? states).map((row) => <StateLink key={row} row={row} />)}</td>
                                {fields.map((field, number) => (
                                    <td class="value mono">{fieldText(field, now?.fields?.[number])}</td>
                                ))}
                            </tr>
                        );
                        drawn.set(agent, row);
                        return row;
                    })}
                </tbody>
            </table>
        </div>
    );
}

const latest = new Signal<Seen[]>([]);

/** The watched agents of the last update, some times per second. */
function useLatestWatch(): Signal<Seen[]> {
    const session = useSession();
    useFollower(session.update, (update) => (latest.value = update?.watch ?? []), [], 120);
    return latest;
}
