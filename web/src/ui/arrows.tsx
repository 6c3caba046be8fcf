// SPDX-License-Identifier: MIT
// Arrows of the selected state's transitions, over the boxes of the chart. The numbers are those of the card.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Tree } from "../model/brain";

const MOST_ARROWS = 60;

interface Arrow {
    path: string;
    x: number;
    y: number;
    text: string;
    isOut: boolean;
}

interface Rect {
    x: number;
    y: number;
    width: number;
    height: number;
}

/** The point of the rectangle's edge towards (x, y). */
function edge(rect: Rect, x: number, y: number): [number, number] {
    const dx = x - rect.x - rect.width / 2;
    const dy = y - rect.y - rect.height / 2;
    const scale = Math.min(rect.width / 2 / Math.max(Math.abs(dx), 0.001), rect.height / 2 / Math.max(Math.abs(dy), 0.001));
    return [rect.x + rect.width / 2 + dx * scale, rect.y + rect.height / 2 + dy * scale];
}

/** A composite's arrows begin and end at its head, so that they do not cross its children. */
function place(box: HTMLElement, origin: DOMRect): Rect {
    const part = box.classList.contains("composite") && !box.classList.contains("folded") ? (box.firstElementChild ?? box) : box;
    const { left, top, width, height } = part.getBoundingClientRect();
    return { x: left - origin.left, y: top - origin.top, width, height };
}

function arrow(from: Rect, to: Rect, text: string, isOut: boolean, bend: number): Arrow {
    const ax = from.x + from.width / 2;
    const ay = from.y + from.height / 2;
    const bx = to.x + to.width / 2;
    const by = to.y + to.height / 2;
    const length = Math.hypot(bx - ax, by - ay);
    if (length < 1) {
        const x = from.x + from.width;
        return { path: `M${x} ${ay - 5}c26 -16 26 26 0 10`, x: x + 20, y: ay, text, isOut };
    }
    const mx = (ax + bx) / 2 - ((by - ay) / length) * bend;
    const my = (ay + by) / 2 + ((bx - ax) / length) * bend;
    const [sx, sy] = edge(from, mx, my);
    const [ex, ey] = edge(to, mx, my);
    return { path: `M${sx} ${sy}Q${mx} ${my} ${ex} ${ey}`, x: (sx + 2 * mx + ex) / 4, y: (sy + 2 * my + ey) / 4, text, isOut };
}

export function Arrows({ tree, selected, boxes, layout }: { tree: Tree; selected: number | null; boxes: (HTMLElement | undefined)[]; layout: number }) {
    const svg = useRef<SVGSVGElement>(null);
    const [arrows, setArrows] = useState<Arrow[]>([]);
    useLayoutEffect(() => {
        const parent = svg.current?.parentElement;
        if (!parent || selected === null) {
            setArrows([]);
            return;
        }
        const origin = parent.getBoundingClientRect();
        const boxOf = (row: number) => boxes[tree.around(row).find((one) => boxes[one]?.isConnected) ?? 0];
        const { out, into } = tree.transitions(selected);
        const many = [...out.map((index) => ({ index, isOut: true })), ...into.map((index) => ({ index, isOut: false }))].slice(0, MOST_ARROWS);
        setArrows(
            many.flatMap(({ index, isOut }) => {
                const transition = tree.brain.transitions[index];
                const from = transition && boxOf(transition.from);
                const to = transition && boxOf(transition.to);
                if (!from || !to) {
                    return [];
                }
                const number = isOut ? String(out.indexOf(index) + 1) : "";
                return [arrow(place(from, origin), place(to, origin), number, isOut, isOut ? 26 + 5 * out.indexOf(index) : 18)];
            }),
        );
    }, [tree, selected, layout]);
    return (
        <svg class="arrows" ref={svg} aria-hidden="true">
            <defs>
                {["out", "into"].map((name) => (
                    <marker id={`head-${name}`} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
                        <path d="M0 0.5L7.5 4L0 7.5z" class={`arrow-head ${name}`} />
                    </marker>
                ))}
            </defs>
            {arrows.map(({ path, isOut }) => (
                <path d={path} class={`arrow ${isOut ? "out" : "into"}`} marker-end={`url(#head-${isOut ? "out" : "into"})`} />
            ))}
            {arrows
                .filter(({ isOut }) => isOut)
                .map(({ x, y, text }) => (
                    <g class="arrow-number" transform={`translate(${x} ${y})`}>
                        <circle r="8" />
                        <text dy="3.5">{text}</text>
                    </g>
                ))}
        </svg>
    );
}
