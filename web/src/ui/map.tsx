// SPDX-License-Identifier: MIT
// The decision map of the state at the editor's cursor: which option wins, or which state is entered, over two fields.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Tree } from "../model/brain";
import { type Axis, type Block, type DecisionMap, mapper, type Mapper, statesAt, uses } from "../model/map";
import { isDark } from "../model/prefs";
import { type Focus, real } from "../model/protocol";
import { use, useFollower } from "../model/signal";
import { useSession, view } from "./context";
import { Button } from "./parts";
import { colour } from "./plot";

const PAUSE = 120;
const AGENT_PAUSE = 300;
/** Pixels of the narrowest map, and of a letter in it, to reserve space for names. */
const LEAST_WIDTH = 300;
const LETTER = 7;

/** Wishes of the user for the map of a state of a brain: fields, and "NAME=EXPRESSION, ..." for the others. */
const wishes = new Map<string, { x?: string; y?: string; sets?: string }>();
const keyOf = (text: string, of: string) => `${/^brain:\s*(\S+)/m.exec(text)?.[1] ?? ""}:${of}`;

interface Drawn extends DecisionMap {
    sets?: string;
    agent?: number;
}

/** The focused agent, with its fields as settings: "NAME=VALUE". */
interface Chosen {
    agent: number;
    sets: string[];
}

function chosenOf(tree: Tree | null, focus: Focus | null | undefined): Chosen | null {
    if (tree === null || !focus || focus.gone) {
        return null;
    }
    const sets = tree.brain.fields.flatMap((field, row) => {
        const value = focus.fields[row];
        const plain = real(typeof value === "boolean" ? Number(value) : value);
        const text = field.type === "bool" ? String(plain === 1) : (field.values?.[plain] ?? (/e/.test(String(plain)) ? plain.toFixed(20) : String(plain)));
        return Number.isFinite(plain) ? [`${field.name}=${text}`] : [];
    });
    return { agent: focus.agent, sets };
}

const nameOf = (set: string) => set.split("=")[0]?.trim() ?? "";

/** Draws the map of the innermost state. The axes are the fields that its lines name most often. The other fields are
 * those of the chosen agent, if there is one. */
async function drawMap(by: Mapper, text: string, states: Block[], chosen: Chosen | null): Promise<Drawn | null> {
    const state = states.at(-1);
    if (state === undefined) {
        return { problem: "move the cursor into a state" };
    }
    const about = await by.draw({ brain: text, state: state.path, sets: "" });
    const { of, fields } = about ?? {};
    if (about === null || of === undefined || fields === undefined) {
        return about;
    }
    const { lines } = states.find(({ path }) => path === of) ?? states[0] ?? state;
    const wish = wishes.get(keyOf(text, of)) ?? {};
    const weight = ({ name, type }: { name: string; type: string }) => uses(lines, name) - (type === "bool" ? 1000 : 0);
    const ranked = fields.filter(({ isAxis }) => isAxis).sort((a, b) => weight(b) - weight(a)).map(({ name }) => name);
    const axes = [wish.x, wish.y, ...ranked.filter((name) => name !== wish.x && name !== wish.y)].filter((name) => name && ranked.includes(name));
    const [x, y] = wish.x === undefined && wish.y !== undefined ? [axes[1], axes[0]] : axes;
    if (x === undefined || y === undefined) {
        return { problem: "a map needs two fields that are bool, enum or have a range" };
    }
    // Without an agent, flags in the state's conditions are true, so that more of its options are shown.
    const flags = fields.filter(({ name, type }) => type === "bool" && name !== x && name !== y && uses(lines, name) > 0);
    const sets = wish.sets ?? (chosen ? "" : flags.map(({ name }) => `${name}=true`).join(", "));
    const own = sets.split(/[,\n]/).map((one) => one.trim()).filter((one) => one !== "" && ![x, y].includes(nameOf(one)));
    const taken = new Set([x, y, ...own.map(nameOf)]);
    const others = (chosen?.sets ?? []).filter((one) => !taken.has(nameOf(one)) && fields.some(({ name }) => name === nameOf(one)));
    const drawn = await by.draw({ brain: text, state: state.path, x, y, sets: [...own, ...others].join("\n") });
    return drawn && { ...drawn, sets, agent: others.length > 0 ? chosen?.agent : undefined };
}

export function DecisionMapOf({ text, line }: { text: string; line: number }) {
    const by = use(mapper);
    const [map, setMap] = useState<Drawn>({});
    const [wish, setWish] = useState(0);
    const session = useSession();
    const tree = use(session.tree);
    const [chosen, setChosen] = useState("null"); // as JSON, which is equal if the values are
    const isBusy = useRef(false);
    const states = statesAt(text, line);
    const path = states.at(-1)?.path;
    // A running agent changes all the time: the next map waits for the one before.
    const takeAgent = () => isBusy.current || setChosen(JSON.stringify(chosenOf(tree, session.update.value?.focus)));
    useFollower(session.update, takeAgent, [tree], AGENT_PAUSE);
    useEffect(() => {
        let isOver = false;
        const timer = setTimeout(async () => {
            isBusy.current = true;
            const drawn = by && (await drawMap(by, text, states, JSON.parse(chosen) as Chosen | null));
            isBusy.current = false;
            if (drawn && !isOver) {
                setMap((before) => (drawn.problem === undefined ? drawn : { ...before, problem: drawn.problem }));
            }
            takeAgent();
        }, PAUSE);
        return () => {
            isOver = true;
            clearTimeout(timer);
        };
    }, [by, text, path, wish, chosen]);
    const { of, x, y, fields, problem } = map;
    const choose = (more: { x?: string; y?: string; sets?: string }) => {
        if (of !== undefined) {
            const key = keyOf(text, of);
            wishes.set(key, { x: x?.name, y: y?.name, ...wishes.get(key), ...more });
            setWish(wish + 1);
        }
    };
    const axisMenu = (axis: "x" | "y", label: string, now: string) => (
        <label>
            {label}
            <select aria-label={`Field of the ${axis === "x" ? "horizontal" : "vertical"} axis`} value={now} onChange={(event) => choose({ [axis]: event.currentTarget.value, ...(event.currentTarget.value === (axis === "x" ? y : x)?.name && { [axis === "x" ? "y" : "x"]: now }) })}>
                {(fields ?? []).filter(({ isAxis }) => isAxis).map(({ name }) => (
                    <option>{name}</option>
                ))}
            </select>
        </label>
    );
    return (
        <section class="map" aria-label="Decision map">
            <div class="map-head">
                <h2>{of === undefined ? "Decision map" : of === "" || of === "/" ? "the brain" : of}</h2>
                {x && y && axisMenu("x", "across", x.name)}
                {x && y && axisMenu("y", "up", y.name)}
                {x && y && (
                    <label class="wide">
                        with
                        <input class="mono" aria-label="Values of other fields" placeholder="NAME=EXPRESSION, …" key={`${of} ${map.sets}`} defaultValue={map.sets} onChange={(event) => choose({ sets: event.currentTarget.value })} />
                    </label>
                )}
                <span class="spring" />
                <Button label="Close the map" keys="M" icon="close" onClick={() => (view.isMapOpen.value = false)} />
            </div>
            {problem !== undefined && (
                <p class="muted" role="status">
                    {problem}
                </p>
            )}
            {map.agent !== undefined && problem === undefined && (
                <p class="muted map-of" role="status">
                    {map.sets ? "All other fields are" : "The other fields are"} those of agent {map.agent}.
                </p>
            )}
            {x && y && map.points && <Picture map={map} x={x} y={y} isOld={problem !== undefined} />}
        </section>
    );
}

const ends = ({ low, high, values }: Axis) => [low, high].map((value) => values[value] ?? String(Number(value.toPrecision(4))));
const last = (path: string) => path.split("/").at(-1) || path;

/** Where a value is on an axis, from 0 to 1. */
function share({ low, high, isWhole }: Axis, value: number): number {
    return isWhole ? (value - low + 0.5) / (high - low + 1) : (value - low) / (high - low);
}

/** Splits points into rows: where each begins, and how many there are. */
function rows(at: number, count: number, width: number): [number, number][] {
    const all: [number, number][] = [];
    for (let from = at; from < at + count; ) {
        const length = Math.min(at + count - from, width - (from % width));
        all.push([from, length]);
        from += length;
    }
    return all;
}

/** Returns where the name of each winner has most room: in the middle of its longest rows. */
function labels({ width = 1, height = 1, points = [], winners = [] }: DecisionMap) {
    const best = winners.map(() => ({ left: 0, length: 0, first: 0, last: 0 }));
    for (let i = 0, at = 0; i < points.length; i += 2) {
        for (const [from, length] of rows(at, points[i] ?? 0, width)) {
            const place = points[i + 1] ?? 0;
            const row = Math.floor(from / width);
            const now = best[place];
            if (now && length > now.length) {
                best[place] = { left: from % width, length, first: row, last: row };
            } else if (now && length === now.length && now.left === from % width && row === now.last + 1) {
                now.last = row;
            }
        }
        at += points[i] ?? 0;
    }
    return best.map(({ left, length, first, last: end }) => ({ x: (left + length / 2) / width, y: Math.min(Math.max((first + end + 1) / 2 / height, 0.07), 0.93), room: length / width }));
}

function Picture({ map, x, y, isOld }: { map: Drawn; x: Axis; y: Axis; isOld: boolean }) {
    const session = useSession();
    const dark = use(isDark);
    const update = use(session.update);
    const tree = use(session.tree);
    const canvas = useRef<HTMLCanvasElement>(null);
    const { width = 1, height = 1, points = [], winners = [] } = map;
    // An option keeps its colour while the text is edited.
    const rowsOf = winners.map((path, place) => [tree?.find(path) ?? -1, 600 + place].find((row) => row >= 0) ?? 0);
    const shade = (place: number) => colour(rowsOf[place] ?? 0, dark, dark ? 0.42 : 0.85);
    const counts = winners.map(() => 0);
    for (let i = 0; i < points.length; i += 2) {
        counts[points[i + 1] ?? 0] = (counts[points[i + 1] ?? 0] ?? 0) + (points[i] ?? 0);
    }
    useLayoutEffect(() => {
        const of = canvas.current?.getContext("2d");
        for (let i = 0, at = 0; of && i < points.length; i += 2) {
            of.fillStyle = shade(points[i + 1] ?? 0);
            for (const [from, length] of rows(at, points[i] ?? 0, width)) {
                of.fillRect(from % width, Math.floor(from / width), length, 1);
            }
            at += points[i] ?? 0;
        }
    }, [map, dark]);
    const focus = update?.focus;
    const value = (axis: Axis) => real((focus?.fields?.[tree?.brain.fields.findIndex(({ name }) => name === axis.name) ?? -1] ?? "nan") as number);
    const dot = focus && !focus.gone ? [share(x, Number(value(x))), share(y, Number(value(y)))] : [];
    const isThere = dot.length === 2 && dot.every((one) => one >= 0 && one <= 1);
    const parts = winners.map((path, place) => ({ path, place, percent: Math.round((100 * (counts[place] ?? 0)) / (width * height)) })).sort((a, b) => b.percent - a.percent);
    const [left, right] = ends(x);
    const [low, high] = ends(y);
    return (
        <div class={`map-body${isOld ? " old" : ""}`}>
            <div class="map-plot">
                <div class="map-up tabular muted">
                    <span>{high}</span>
                    <b>{y.name}</b>
                    <span>{low}</span>
                </div>
                <div class="map-area">
                    <canvas
                        ref={canvas}
                        width={width}
                        height={height}
                        role="img"
                        aria-label={`Over ${x.name} and ${y.name}: ${parts.map(({ path, percent }) => `${path} ${percent} %`).join(", ")}`}
                    />
                    {labels(map).map(({ x: across, y: down, room }, place) => {
                        const name = last(winners[place] ?? "");
                        return room * LEAST_WIDTH > name.length * LETTER && <span class="map-label" aria-hidden="true" style={{ left: `${100 * across}%`, top: `${100 * down}%` }}>{name}</span>;
                    })}
                    {isThere && <i class="map-dot" title={`agent ${focus?.agent}`} style={{ left: `${100 * (dot[0] ?? 0)}%`, bottom: `${100 * (dot[1] ?? 0)}%` }} />}
                </div>
                <div class="map-across tabular muted">
                    <span>{left}</span>
                    <b>{x.name}</b>
                    <span>{right}</span>
                </div>
            </div>
            <ul class="map-legend">
                {parts.map(({ path, place, percent }) => (
                    <li>
                        <i style={{ background: shade(place) }} />
                        {last(path)} <span class="muted tabular">{percent} %</span>
                    </li>
                ))}
                {isThere && (
                    <li>
                        <i class="map-dot" /> agent {focus?.agent}
                    </li>
                )}
            </ul>
        </div>
    );
}
