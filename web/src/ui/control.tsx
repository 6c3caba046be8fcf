// SPDX-License-Identifier: MIT
// The world: breakpoints, events for all, the crowd, and the values of fields and host functions.
import { useEffect, useRef, useState } from "preact/hooks";
import { count } from "../model/brain";
import { use } from "../model/signal";
import { useSession } from "./context";
import { AgentLink, Button, Empty, Section } from "./parts";

export function Control() {
    const session = useSession();
    use(session.connection);
    const settings = use(session.settings);
    const tree = use(session.tree);
    const canControl = session.allows("control");
    const canChange = session.allows("change");
    return (
        <>
            {canControl && <Breaks />}
            {canChange && tree !== null && (tree.brain.events.length > 0 || tree.brain.fields.length > 0) && <Everyone />}
            {session.has("agents") && <Crowd />}
            {session.has("world") && <World />}
            {settings?.recording && <Empty>This is a recording: what has happened cannot be changed.</Empty>}
            {!canControl && !canChange && !session.has("agents") && <Empty>This program lets the page look, and nothing else.</Empty>}
        </>
    );
}

function Breaks() {
    const session = useSession();
    const breaks = use(session.breaks);
    const broke = use(session.broke);
    const [from, setFrom] = useState("");
    const [to, setTo] = useState("");
    const [where, setWhere] = useState("");
    const [error, setError] = useState("");
    const add = async () => {
        const words = [from, to && `to ${to}`, where.trim() && `where ${where.trim()}`].filter(Boolean).join(" ");
        if (words === "" || (to !== "" && from === "")) {
            setError(words === "" ? "enter a state, a condition, or both" : "enter the state that is left, too");
            return;
        }
        try {
            await session.port.send(`break ${words}`);
            setError("");
            setFrom("");
            setTo("");
            setWhere("");
        } catch (fault) {
            setError((fault as Error).message);
        }
    };
    return (
        <Section title="Breakpoints" extra={breaks.length > 1 && <Button label="Remove all breakpoints" text="Remove all" onClick={() => void session.ask("unbreak all")} />}>
            <form
                class="find"
                onSubmit={(event) => {
                    event.preventDefault();
                    void add();
                }}
            >
                <label>
                    enters
                    <input id="break-state" list="states" placeholder="any state" aria-label="State" value={from} onInput={(event) => setFrom(event.currentTarget.value.trim())} />
                </label>
                <label>
                    to
                    <input list="states" placeholder="–" aria-label="To state" value={to} onInput={(event) => setTo(event.currentTarget.value.trim())} />
                </label>
                <label class="wide">
                    where
                    <input class="mono" placeholder="a condition" aria-label="Condition" aria-invalid={error !== ""} value={where} onInput={(event) => setWhere(event.currentTarget.value)} />
                </label>
                <Button label="Add the breakpoint" text="Break" />
            </form>
            {error && (
                <p class="error" role="alert">
                    {error}
                </p>
            )}
            {breaks.length === 0 ? (
                <Empty>The world pauses when an agent enters a state, goes from one to another, or meets a condition.</Empty>
            ) : (
                <ul class="breaks">
                    {breaks.map(({ break: id, text, hits }) => (
                        <li key={id} class={broke?.break === id ? "hit" : ""}>
                            <span class="dot on" aria-hidden="true" />
                            <code>{text}</code>
                            <span class="muted tabular">{hits === 1 ? "1 hit" : `${count(hits)} hits`}</span>
                            <Button label={`Remove breakpoint ${text}`} icon="close" onClick={() => void session.ask(`unbreak ${id}`)} />
                            {broke?.break === id && (
                                <p class="stopped">
                                    stopped at tick {broke.tick}: {count(broke.count)} {broke.count === 1 ? "agent" : "agents"}{" "}
                                    {broke.agents.map((agent) => (
                                        <>
                                            <AgentLink key={agent} agent={agent} />{" "}
                                        </>
                                    ))}
                                </p>
                            )}
                        </li>
                    ))}
                </ul>
            )}
        </Section>
    );
}

function Everyone() {
    const session = useSession();
    const tree = use(session.tree);
    const [chosen, setField] = useState("");
    const value = useRef<HTMLInputElement>(null);
    const fields = tree?.brain.fields ?? [];
    const field = fields.find(({ name }) => name === chosen)?.name ?? fields[0]?.name; // the brain may be another one
    return (
        <Section title="All agents">
            {(tree?.brain.events.length ?? 0) > 0 && (
                <div class="events">
                    <span class="muted">raise</span>
                    {tree?.brain.events.map((name) => (
                        <button type="button" class="chip" onClick={() => void session.ask(`raise ${name} all`)}>
                            {name}
                        </button>
                    ))}
                </div>
            )}
            {fields.length > 0 && (
                <form
                    class="find"
                    onSubmit={(event) => {
                        event.preventDefault();
                        void session.ask(`set all ${field} ${value.current?.value.trim()}`);
                    }}
                >
                    <label>
                        set
                        <select aria-label="Field" value={field} onChange={(event) => setField(event.currentTarget.value)}>
                            {fields.map(({ name }) => (
                                <option>{name}</option>
                            ))}
                        </select>
                    </label>
                    <label class="wide">
                        to <input ref={value} class="mono" aria-label="Value for all agents" placeholder="a value" />
                    </label>
                    <Button label="Set the field of all agents" text="Set all" />
                </form>
            )}
            <Button label="Stop holding an agent in a state" text="Release a held agent" onClick={() => void session.ask("hold none")} />
        </Section>
    );
}

function Crowd() {
    const session = useSession();
    const settings = use(session.settings);
    const update = use(session.update);
    const agents = useRef<HTMLInputElement>(null);
    const seed = useRef<HTMLInputElement>(null);
    return (
        <Section title="Crowd" extra={<Button label="Begin again at tick 0" text="Restart" onClick={() => void session.command("restart")} />}>
            <form
                class="find"
                onSubmit={(event) => {
                    event.preventDefault();
                    void session.command(`agents ${agents.current?.value.trim()}`);
                }}
            >
                <label class="wide">
                    agents <input ref={agents} class="mono" inputMode="numeric" aria-label="Number of agents" key={settings?.agents} defaultValue={String(settings?.agents ?? update?.agents ?? "")} />
                </label>
                <Button label="Begin again with this number of agents" text="Begin" />
            </form>
            {session.has("seed") && (
                <form
                    class="find"
                    onSubmit={(event) => {
                        event.preventDefault();
                        void session.command(`seed ${seed.current?.value.trim()}`);
                    }}
                >
                    <label class="wide">
                        seed <input ref={seed} class="mono" inputMode="numeric" aria-label="Seed" key={settings?.seed} defaultValue={String(settings?.seed ?? "")} />
                    </label>
                    <Button label="Begin again with this seed" text="Begin" />
                </form>
            )}
            <Hash />
        </Section>
    );
}

function Hash() {
    const session = useSession();
    const [hash, setHash] = useState("");
    return (
        <p class="hash">
            <Button
                label="Hash of all agents, as wits crowd prints it"
                text="Hash"
                onClick={async () => {
                    const answer = await session.ask("hash");
                    answer && setHash(`${answer.hash} at tick ${answer.tick}`);
                }}
            />
            <span class="mono">{hash}</span>
        </p>
    );
}

function World() {
    const session = useSession();
    const settings = use(session.settings);
    const [text, setText] = useState<string | null>(null);
    const [error, setError] = useState("");
    useEffect(() => setText(null), [settings?.world]);
    const value = text ?? settings?.world ?? "";
    return (
        <Section
            title="World"
            extra={
                <Button
                    label="Begin again with these values"
                    text="Begin"
                    onClick={async () => {
                        try {
                            await session.port.send("world", value);
                            await session.readSettings();
                            setError("");
                        } catch (fault) {
                            setError((fault as Error).message);
                        }
                    }}
                />
            }
        >
            <textarea
                class="mono"
                rows={5}
                spellcheck={false}
                aria-label="Values of fields and host functions, one NAME=EXPRESSION in a line"
                placeholder={"health=rand()\nsees_player=tick % 40 > 20"}
                value={value}
                onInput={(event) => setText(event.currentTarget.value)}
            />
            {error && (
                <p class="error" role="alert">
                    {error}
                </p>
            )}
        </Section>
    );
}
