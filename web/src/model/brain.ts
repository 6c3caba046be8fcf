// SPDX-License-Identifier: MIT
// The tree of states of a brain.
import type { Brain, Field, Real, State, Transition } from "./protocol";
import { real } from "./protocol";
import { ticks } from "./words";

export class Tree {
    readonly children: number[][];
    readonly depth: number[];

    constructor(readonly brain: Brain) {
        this.children = brain.states.map(() => []);
        this.depth = brain.states.map(() => 0);
        brain.states.forEach((state, row) => {
            if (state.parent !== null && row > 0) {
                this.children[state.parent]?.push(row);
                this.depth[row] = (this.depth[state.parent] ?? 0) + 1;
            }
        });
    }

    get size(): number {
        return this.brain.states.length;
    }

    state(row: number): State {
        const state = this.brain.states[row];
        if (state === undefined) {
            throw new Error(`no state ${row}`);
        }
        return state;
    }

    name(row: number | null | undefined): string {
        return row === null || row === undefined ? "none" : (this.brain.states[row]?.name ?? `#${row}`);
    }

    /** The text that a request takes for a state. */
    path(row: number): string {
        return this.brain.states[row]?.path || "/";
    }

    isLeaf(row: number): boolean {
        return (this.children[row]?.length ?? 0) === 0;
    }

    /** The row and the rows of the states around it, the root last. */
    around(row: number): number[] {
        const result: number[] = [];
        for (let at: number | null = row; at !== null && result.length < this.size; at = this.state(at).parent) {
            result.push(at);
        }
        return result;
    }

    contains(outer: number, inner: number): boolean {
        return outer <= inner && inner < this.state(outer).end;
    }

    /** Returns the row with this path or name, or -1. */
    find(text: string): number {
        const { states } = this.brain;
        return text === "/" ? 0 : Math.max(states.findIndex((state) => state.path === text), -1) >= 0
            ? states.findIndex((state) => state.path === text)
            : states.findIndex((state) => state.name === text);
    }

    /** The transitions that leave a state (`any` ones of the states around it too), and those that come to it. */
    transitions(row: number): { out: number[]; into: number[] } {
        const out: number[] = [];
        const into: number[] = [];
        this.brain.transitions.forEach((transition, index) => {
            if (transition.from === row) {
                out.push(index);
            } else if (transition.to === row) {
                into.push(index);
            }
        });
        return { out, into };
    }
}

/** Says when a transition fires. */
export function condition(brain: Brain, transition: Transition): string {
    const parts: string[] = [];
    if (transition.event !== null) {
        parts.push(`on ${brain.events[transition.event] ?? "?"}`);
    }
    if (transition.when) {
        parts.push(`when ${transition.when}`);
    }
    if (transition.after > 0) {
        parts.push(`after ${ticks(transition.after)}`);
    }
    return parts.join(" ") || "always";
}

const DIGITS = new Intl.NumberFormat("en", { maximumSignificantDigits: 4, useGrouping: false });

export function number(value: number): string {
    return Number.isNaN(value) ? "nan" : !Number.isFinite(value) ? (value > 0 ? "inf" : "-inf") : DIGITS.format(value);
}

const COUNT = new Intl.NumberFormat("en");

export function count(value: number): string {
    return COUNT.format(value);
}

/** Short form of a count: 12.3k, 1.00M. */
export function short(value: number): string {
    if (value < 10000) {
        return String(value);
    }
    const [divided, unit] = value < 1e6 ? [value / 1e3, "k"] : [value / 1e6, "M"];
    return divided.toFixed(divided < 10 ? 2 : divided < 100 ? 1 : 0) + unit;
}

/** The value of a field as a person writes it. */
export function fieldText(field: Field | undefined, value: Real | boolean | undefined): string {
    if (value === undefined || value === null) {
        return "–";
    }
    if (field?.type === "bool" || typeof value === "boolean") {
        return value === true || value === 1 ? "true" : "false";
    }
    const plain = real(value);
    return field?.values?.[plain] ?? number(plain);
}
