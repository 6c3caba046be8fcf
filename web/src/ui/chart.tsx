// SPDX-License-Identifier: MIT
// The brain as nested boxes with the number of agents in each state. Counts are written into the boxes directly: the
// tree is drawn again only when boxes appear, fold or are selected.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Tree } from "../model/brain";
import { count, short } from "../model/brain";
import { walk } from "../model/proof";
import { use, useFollower } from "../model/signal";
import { Arrows } from "./arrows";
import { Card } from "./card";
import { showPanel, useSession, view } from "./context";
import { Icon } from "./icons";
import { Button, Empty } from "./parts";
import { savePicture } from "./picture";
import { activeRows, WalkBar } from "./walk";

/** With more states than this, inner composites begin folded. */
const MANY = 80;

function firstFolds(tree: Tree): Set<number> {
    const folded = new Set<number>();
    if (tree.size > MANY) {
        let visible = 1;
        const queue = [0];
        for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
            const inner = tree.children[row] ?? [];
            if (inner.length > 0 && visible + inner.length > MANY && row !== 0) {
                folded.add(row);
                continue;
            }
            visible += inner.length;
            queue.push(...inner);
        }
    }
    return folded;
}

export function Chart() {
    const session = useSession();
    const tree = use(session.tree);
    return tree === null ? <Empty>The chart appears as soon as the brain is here.</Empty> : <ChartOf key={tree.brain.hash} tree={tree} />;
}

function ChartOf({ tree }: { tree: Tree }) {
    const session = useSession();
    const [folded, setFolded] = useState(() => firstFolds(tree));
    const selected = use(session.selected);
    const search = use(view.search);
    const following = use(view.isFollowing);
    const walked = use(walk);
    const playback = useMemo(() => walked && activeRows(tree, walked.steps[walked.at]), [walked, tree]);
    const [cursor, setCursor] = useState(0);
    const boxes = useRef<(HTMLElement | undefined)[]>([]);
    const field = useRef<HTMLDivElement>(null);
    const [layout, setLayout] = useState(0);

    const matches = useMemo(() => {
        const text = search.trim().toLowerCase();
        return text === "" ? null : new Set(tree.brain.states.flatMap((state, row) => (state.path.toLowerCase().includes(text) ? [row] : [])));
    }, [search, tree]);
    // A search unfolds what surrounds its results.
    const open = useMemo(() => {
        if (matches === null || matches.size > 200) {
            return folded;
        }
        const result = new Set(folded);
        matches.forEach((row) => tree.around(row).slice(1).forEach((outer) => result.delete(outer)));
        return result;
    }, [folded, matches, tree]);

    const unfold = (row: number) => {
        const around = tree.around(row).slice(1);
        if (around.some((outer) => folded.has(outer))) {
            setFolded(new Set([...folded].filter((one) => !around.includes(one))));
        }
    };
    // Follows an agent: composites that were unfolded for it fold again when it has left them.
    const opened = useRef(new Set<number>());
    const openPath = (around: number[]) => {
        const next = new Set(folded);
        opened.current.forEach((row) => !around.includes(row) && (next.add(row), opened.current.delete(row)));
        around.forEach((row) => next.delete(row) && opened.current.add(row));
        if (next.size !== folded.size || [...next].some((row) => !folded.has(row))) {
            setFolded(next);
        }
    };
    const toggle = (row: number) => {
        opened.current.delete(row);
        const next = new Set(folded);
        next.delete(row) || next.add(row);
        setFolded(next);
    };
    useEffect(() => {
        if (selected !== null) {
            unfold(selected);
            setCursor(selected);
            requestAnimationFrame(() => boxes.current[selected]?.scrollIntoView({ block: "nearest", inline: "nearest" }));
        }
    }, [selected]);
    useLayoutEffect(() => setLayout((value) => value + 1), [open, selected, matches]);
    useEffect(() => {
        const watcher = new ResizeObserver(() => setLayout((value) => value + 1));
        field.current && watcher.observe(field.current);
        return () => watcher.disconnect();
    }, []);
    const sizes = useRef<string[]>([]);
    // Writes counts and the active path into the boxes; again after each drawing, which may have taken them away.
    const paint = () => {
        const update = session.update.value;
        const active = new Set(playback ?? update?.focus?.active ?? []);
        const agents = Math.max(update?.agents ?? 0, 1);
        boxes.current.forEach((box, row) => {
            const head = box?.firstElementChild as HTMLElement | null | undefined;
            const text = head?.lastElementChild?.firstChild;
            if (!box || !head || !text) {
                return;
            }
            const value = update?.counts?.[row];
            box.classList.toggle("active", active.has(row));
            box.classList.toggle("none", value === 0);
            const shown = value === undefined ? "" : short(value);
            if (text.nodeValue !== shown) {
                text.nodeValue = shown; // changes the text node in place, so that only its box is laid out again
            }
            const size = `${((100 * (value ?? 0)) / agents).toFixed(1)}% 100%`;
            if (sizes.current[row] !== size || head.style.backgroundSize === "") {
                head.style.backgroundSize = sizes.current[row] = size;
            }
        });
    };
    useLayoutEffect(paint);
    useFollower(session.update, paint, [open, tree, playback], 50);
    const shown = useRef("");
    useFollower(
        session.update,
        (update) => {
            const active = playback ?? update?.focus?.active ?? [];
            const key = `${active.join()} ${following}`;
            if (key !== shown.current) {
                shown.current = key;
                const leaf = active.findLast((row) => tree.isLeaf(row));
                if (following && leaf !== undefined) {
                    openPath(tree.around(leaf).slice(1));
                    requestAnimationFrame(() => boxes.current[leaf]?.scrollIntoView({ block: "nearest", inline: "nearest" }));
                }
            }
        },
        [open, tree, playback, following],
        100,
    );

    const visible: number[] = [];
    const move = (by: number) => {
        const at = visible.indexOf(cursor);
        const next = visible[Math.min(Math.max(at + by, 0), visible.length - 1)] ?? 0;
        setCursor(next);
        boxes.current[next]?.focus();
    };
    const onKeyDown = (event: KeyboardEvent) => {
        const isOpen = !open.has(cursor) && !tree.isLeaf(cursor);
        const done = (): boolean => {
            switch (event.key) {
                case "ArrowDown":
                    move(1);
                    return true;
                case "ArrowUp":
                    move(-1);
                    return true;
                case "Home":
                    move(-visible.length);
                    return true;
                case "End":
                    move(visible.length);
                    return true;
                case "ArrowRight":
                    isOpen ? move(1) : !tree.isLeaf(cursor) && toggle(cursor);
                    return true;
                case "ArrowLeft":
                    if (isOpen && cursor !== 0) {
                        toggle(cursor);
                    } else {
                        const parent = tree.state(cursor).parent ?? 0;
                        setCursor(parent);
                        boxes.current[parent]?.focus();
                    }
                    return true;
                case "Enter":
                    session.selected.value = cursor;
                    return true;
                default:
                    return false;
            }
        };
        if (!event.ctrlKey && !event.metaKey && !event.altKey && done()) {
            event.preventDefault();
            event.stopPropagation();
        }
    };
    const box = (row: number) => {
        visible.push(row);
        const state = tree.state(row);
        const inner = tree.children[row] ?? [];
        const isFolded = inner.length > 0 && open.has(row);
        const classes = ["box", inner.length > 0 ? "composite" : "leaf", `kind-${state.kind}`];
        selected === row && classes.push("selected");
        matches !== null && classes.push(matches.has(row) ? "match" : "other");
        isFolded && classes.push("folded");
        return (
            <div
                key={row}
                ref={(element) => {
                    boxes.current[row] = element ?? undefined;
                }}
                class={classes.join(" ")}
                role="treeitem"
                data-row={row}
                aria-level={(tree.depth[row] ?? 0) + 1}
                aria-selected={selected === row}
                aria-expanded={inner.length > 0 ? !isFolded : undefined}
                aria-label={`${state.name}, ${state.kind}`}
                tabIndex={cursor === row ? 0 : -1}
            >
                <div class="box-head">
                    {inner.length > 0 && (
                        <span class="twist" data-twist={row} aria-hidden="true">
                            <Icon name={isFolded ? "fold" : "unfold"} />
                        </span>
                    )}
                    <span class="name">{state.name}</span>
                    {inner.length > 0 && <span class="kind">{isFolded ? `${state.end - row - 1} states` : state.kind}</span>}
                    <span class="count"> </span>
                </div>
                {inner.length > 0 && !isFolded && (
                    <div class="inner" role="group">
                        {inner.map(box)}
                    </div>
                )}
            </div>
        );
    };
    const rowOf = (event: Event) => Number((event.target as HTMLElement).closest<HTMLElement>("[data-row]")?.dataset.row ?? -1);
    const onClick = (event: MouseEvent) => {
        const twist = (event.target as HTMLElement).closest<HTMLElement>("[data-twist]");
        const row = rowOf(event);
        if (twist) {
            toggle(Number(twist.dataset.twist));
        } else if (row >= 0) {
            session.selected.value = row;
        }
    };
    const onDblClick = (event: MouseEvent) => {
        const row = rowOf(event);
        if (row >= 0) {
            void session.find(tree.path(row), "");
            showPanel("population");
        }
    };
    const onPointerOver = (event: Event) => {
        const row = rowOf(event);
        const { counts, agents = 0 } = session.update.value ?? {};
        const hovered = boxes.current[row];
        if (hovered) {
            hovered.title = `${tree.path(row)}: ${count(counts?.[row] ?? 0)} of ${count(agents)} agents`;
        }
    };
    const content = box(0);
    return (
        <div class="chart">
            <div class="chart-tools">
                <label class="search">
                    <Icon name="search" />
                    <input
                        id="search"
                        type="search"
                        placeholder="Search states (/)"
                        aria-label="Search states"
                        value={search}
                        onInput={(event) => (view.search.value = event.currentTarget.value)}
                        onKeyDown={(event) => {
                            if (event.key === "Enter" && matches && matches.size > 0) {
                                const rows = [...matches];
                                session.selected.value = rows[(rows.indexOf(selected ?? -1) + 1) % rows.length] ?? null;
                            } else if (event.key === "Escape") {
                                view.search.value = "";
                                event.currentTarget.blur();
                            }
                        }}
                    />
                    <span class="muted" aria-live="polite">
                        {matches && (matches.size === 0 ? "no such state" : `${matches.size} found`)}
                    </span>
                </label>
                <Button label="Follow the focused agent" keys="F" text="Follow" pressed={following} onClick={() => (view.isFollowing.value = !following)} />
                <Button label="Fold all" text="Fold" onClick={() => setFolded(new Set((tree.children[0] ?? []).filter((row) => !tree.isLeaf(row))))} />
                <Button label="Unfold all" text="Unfold" onClick={() => setFolded(new Set())} />
                <Button label="Save the chart as SVG" text="SVG" onClick={() => savePicture(field.current, tree.brain.name, "svg")} />
                <Button label="Save the chart as PNG" text="PNG" onClick={() => savePicture(field.current, tree.brain.name, "png")} />
            </div>
            <WalkBar />
            <div class={`field${tree.size > MANY ? " dense" : ""}`}>
                <div class="field-content" ref={field} role="tree" aria-label={`States of ${tree.brain.name}`} onClick={onClick} onPointerOver={onPointerOver} onDblClick={onDblClick} onKeyDown={onKeyDown}>
                    {content}
                    <Arrows tree={tree} selected={selected} boxes={boxes.current} layout={layout} />
                </div>
            </div>
            <Card tree={tree} />
        </div>
    );
}
