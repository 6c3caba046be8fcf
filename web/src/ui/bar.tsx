// SPDX-License-Identifier: MIT
// The bar at the top: what is inspected, and control of time.
import { useRef } from "preact/hooks";
import { count } from "../model/brain";
import { playground } from "../model/playground";
import { isDark, nextTheme } from "../model/prefs";
import { use } from "../model/signal";
import { useSession, view } from "./context";
import { openFile } from "./files";
import { Button } from "./parts";

const OPEN = "/open";
const NEW = "/new";
const SPEEDS = ["1", "5", "10", "30", "60", "120", "max"];

export function Bar() {
    const session = useSession();
    const tree = use(session.tree);
    const dark = use(isDark);
    return (
        <header class="bar">
            <h1>
                wits <span class="brain">{tree?.brain.name ?? ""}</span>
            </h1>
            <Brains />
            <State />
            <Time />
            <span class="spring" />
            <Button label={dark ? "Light theme" : "Dark theme"} keys="T" icon="theme" onClick={nextTheme} />
            <Button label="Keys and help" keys="?" text="?" onClick={() => (view.isHelpOpen.value = true)} />
        </header>
    );
}

/** The menu of the playground. */
function Brains() {
    const session = useSession();
    const place = use(playground);
    const choose = (select: HTMLSelectElement) => {
        const { value } = select;
        select.value = "";
        select.blur(); // keys are for the page again
        value === OPEN ? void openFile(session) : value === NEW ? place?.beginNew() : place?.begin(value);
    };
    return place === null ? null : (
        <select aria-label="Begin with another brain" title="Begin with another brain" value="" onChange={(event) => choose(event.currentTarget)}>
            <option value="" disabled hidden>
                brains
            </option>
            <option value={NEW}>a new brain</option>
            {place.brains.map((name) => {
                const { label, about } = place.describe(name);
                return (
                    <option value={name} title={about}>
                        {label}
                    </option>
                );
            })}
            <option value={OPEN}>open a file …</option>
        </select>
    );
}

function State() {
    const session = useSession();
    const connection = use(session.connection);
    const update = use(session.update);
    const words = connection === "connecting" ? "connecting" : connection !== "open" ? "not connected" : update === null ? "waiting" : update.running ? "running" : "paused";
    return (
        <div class={`state ${connection === "open" ? words : "lost"}`}>
            <span class="lamp" aria-hidden="true" />
            <span class="words" role="status">
                {words}
            </span>
            {update && (
                <span class="tabular tick" title="The next tick">
                    tick <b>{count(update.tick)}</b>
                    {update.half && <i title="This tick has decided; its update follows"> ½</i>}
                </span>
            )}
            {update && (
                <span class="tabular agents">
                    {count(update.agents)} {update.agents === 1 ? "agent" : "agents"}
                </span>
            )}
        </div>
    );
}

function Time() {
    const session = useSession();
    const update = use(session.update);
    const settings = use(session.settings);
    use(session.connection);
    const to = useRef<HTMLInputElement>(null);
    if (!session.allows("control")) {
        return session.hello.value ? <span class="muted read-only">read only</span> : null;
    }
    const running = update?.running ?? true;
    return (
        <div class="time" role="toolbar" aria-label="Time">
            {session.has("back") && <Button label="One tick back" keys="," icon="back" onClick={() => void session.ask("back 1")} />}
            {running ? (
                <Button label="Pause" keys="Space" icon="pause" primary onClick={() => void session.ask("pause")} />
            ) : (
                <Button label="Go on" keys="Space" icon="go" primary onClick={() => void session.ask("go")} />
            )}
            {!settings?.recording && <Button label="Half a tick: decide, or update" keys="H" icon="half" onClick={() => void session.ask("step decide")} />}
            <Button label="One tick" keys="." icon="step" onClick={() => void session.ask("step")} />
            <Button label="Ten ticks" keys=">" icon="ten" onClick={() => void session.ask("step 10")} />
            {session.has("to") && (
                <form
                    class="to"
                    onSubmit={(event) => {
                        event.preventDefault();
                        const text = to.current?.value.trim() ?? "";
                        text !== "" && void session.ask(`to ${text}`);
                        to.current?.blur();
                    }}
                >
                    <input ref={to} id="to" inputMode="numeric" placeholder="to tick" aria-label="Go to tick" title="Go to tick (G)" />
                </form>
            )}
            {session.has("speed") && (
                <label class="speed">
                    <select
                        aria-label="Ticks per second"
                        title="Ticks per second"
                        value={settings?.speed === null || settings?.speed === undefined ? "max" : String(settings.speed)}
                        onChange={(event) => void session.command(`speed ${event.currentTarget.value}`)}
                    >
                        {[...new Set([...SPEEDS, settings?.speed ? String(settings.speed) : "max"])].map((speed) => (
                            <option value={speed}>{speed === "max" ? "full speed" : `${speed} / s`}</option>
                        ))}
                    </select>
                </label>
            )}
        </div>
    );
}
