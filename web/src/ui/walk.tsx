// SPDX-License-Identifier: MIT
// The player of a counterexample: its situations walk through the chart, and the agents wait meanwhile.
import { useEffect } from "preact/hooks";
import { type Tree, number } from "../model/brain";
import { uses } from "../model/map";
import { properties, type Property, type Step, type Value, type Walk, walk } from "../model/proof";
import type { Session } from "../model/session";
import { use } from "../model/signal";
import { useSession, view } from "./context";
import { Button, StateLink } from "./parts";

const PAUSE = 900;

export function beginWalk(property: Property): void {
    const { steps = [] } = property;
    view.left.value = "chart";
    walk.value = { property, steps, at: 0, isPlaying: true };
}

export function isWalkOf({ property }: Walk, other: Property): boolean {
    return property.name === other.name && property.text === other.text;
}

function goTo(at: number, isPlaying = false): void {
    const { value } = walk;
    if (value) {
        walk.value = { ...value, at: Math.min(Math.max(at, 0), value.steps.length - 1), isPlaying };
    }
}

/** The rows of all active states of a situation. */
export function activeRows(tree: Tree, step: Step | undefined): number[] {
    const rows = (step?.active ?? []).flatMap((path) => {
        const row = tree.find(path);
        return row < 0 ? [] : tree.around(row);
    });
    return [...new Set(rows)].sort((a, b) => a - b);
}

/** Plays the walk, pauses the agents while there is one, and ends it when its run is no longer known. */
export function useWalk(session: Session): void {
    const current = use(walk);
    const isShown = current !== null;
    const { at = 0, isPlaying = false, steps = [] } = current ?? {};
    useEffect(() => {
        const timer = isPlaying ? setTimeout(() => goTo(at + 1, at + 2 < steps.length), PAUSE) : 0;
        return () => clearTimeout(timer);
    }, [at, isPlaying, steps]);
    useEffect(() => {
        if (!isShown || !session.allows("control")) {
            return;
        }
        const wasRunning = session.update.value?.running ?? false;
        let isPaused = !wasRunning;
        let goesOn = false;
        wasRunning && session.port.post("pause");
        const end = session.update.follow((update) => {
            if (update?.running && isPaused) {
                goesOn = true; // the user wants to see the agents
                walk.value = null;
            }
            isPaused ||= update?.running === false;
        });
        return () => {
            end();
            wasRunning && !goesOn && session.port.post("go");
        };
    }, [isShown, session]);
    useEffect(
        () =>
            properties.follow((all) => {
                const { value } = walk;
                const found = value && all.find((one) => isWalkOf(value, one));
                if (value && JSON.stringify(found?.steps) !== JSON.stringify(value.steps)) {
                    walk.value = null;
                }
            }),
        [],
    );
}

const valueText = (value: Value | undefined) => (typeof value === "number" ? number(value) : String(value));

/** Differences from the tick before, as `wits run` prints it. */
function changes({ steps, at }: Walk): string[] {
    const now = steps[at];
    const before = steps[at - 1];
    const fields = Object.entries(before && now ? now.fields : {}).filter(([name, value]) => before?.fields[name] !== value);
    return [...(now?.inputs ? [now.inputs] : []), ...fields.map(([name, value]) => `${name} ${valueText(before?.fields[name])} → ${valueText(value)}`)];
}

const titleOf = ({ at, steps }: Walk) => `tick ${at} of ${steps.length - 1}`;

/** Above the chart: which situation it shows. */
export function WalkBar() {
    const current = use(walk);
    return current === null ? null : (
        <div class="playback" role="group" aria-label="Walk">
            <span role="status">
                <b>{current.property.name || current.property.text}</b>: {titleOf(current)}
            </span>
            <Buttons {...current} />
            <Button label="Show the agents again" icon="close" onClick={() => (walk.value = null)} />
        </div>
    );
}

function Buttons({ at, steps, isPlaying }: Walk) {
    return (
        <>
            <Button label="One tick back in the walk" icon="back" disabled={at === 0} onClick={() => goTo(at - 1)} />
            <Button label={isPlaying ? "Stop the walk" : "Play the walk"} icon={isPlaying ? "pause" : "go"} onClick={() => goTo(at + 1 === steps.length ? 0 : at, !isPlaying)} />
            <Button label="One tick on in the walk" icon="step" disabled={at + 1 === steps.length} onClick={() => goTo(at + 1)} />
        </>
    );
}

/** Below the property: the situation in words. */
export function WalkState() {
    const tree = use(useSession().tree);
    const current = use(walk);
    const step = current?.steps[current.at];
    if (!current || !step) {
        return null;
    }
    const isOwn = (name: string) => uses(current.property.text, name) > 0;
    const fields = Object.entries(step.fields).sort(([a], [b]) => Number(isOwn(b)) - Number(isOwn(a)));
    const before = current.steps[current.at - 1]?.fields;
    return (
        <div class="walk">
            <div class="player">
                <Buttons {...current} />
                <input type="range" min={0} max={current.steps.length - 1} value={current.at} aria-label="Tick of the walk" aria-valuetext={titleOf(current)} onInput={(event) => goTo(Number(event.currentTarget.value))} />
                <span class="tabular">{titleOf(current)}</span>
            </div>
            <p class="walk-states">
                {step.active.map((path) => {
                    const row = tree?.find(path) ?? -1;
                    return row < 0 ? <span key={path}>{path}</span> : <StateLink key={path} row={row} full />; // a draft may have more states
                })}
            </p>
            <p class="walk-changes mono">{changes(current).join(", ") || (current.at === 0 ? "the start" : "nothing changes")}</p>
            <dl class="walk-fields">
                {fields.map(([name, value]) => (
                    <div key={name} class={`${isOwn(name) ? "own" : ""}${before && before[name] !== value ? " changed" : ""}`}>
                        <dt>{name}</dt>
                        <dd class="mono">{valueText(value)}</dd>
                    </div>
                ))}
            </dl>
        </div>
    );
}
