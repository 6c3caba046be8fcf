// SPDX-License-Identifier: MIT
// Decision maps: which option wins over two fields, for the state at the cursor of the editor.
import { Signal } from "./signal";

export interface Axis {
    name: string;
    low: number;
    high: number;
    /** Each value takes a band. */
    isWhole: boolean;
    values: string[];
}

/** Written by `map` of wasm/page.c. */
export interface DecisionMap {
    problem?: string;
    of?: string;
    fields?: { name: string; type: string; isAxis: boolean }[];
    x?: Axis;
    y?: Axis;
    width?: number;
    height?: number;
    /** Pairs from the upper left: how many points, and their place in `winners`. */
    points?: number[];
    /** Paths of states. */
    winners?: string[];
}

export interface MapRequest {
    brain: string;
    state: string;
    x?: string;
    y?: string;
    sets: string;
}

export interface Mapper {
    /** Draws a map. Resolves with null if a later request has replaced this one. */
    draw(of: MapRequest): Promise<DecisionMap | null>;
}

export const mapper = new Signal<Mapper | null>(null);

const KEY = /^(\s*)(?:- )?([\w.-]+):(?:\s|$)/;

/** A state in the text of a brain file. */
export interface Block {
    path: string;
    lines: string;
}

/** Returns the states around a line, the innermost last; none outside of `root`. */
export function statesAt(text: string, line: number): Block[] {
    const lines = text.split("\n");
    const keys: { name: string; indent: number; row: number }[] = [];
    let indent = Infinity;
    for (let row = Math.min(line, lines.length) - 1; row >= 0 && indent > 0; row--) {
        const found = KEY.exec(lines[row] ?? "");
        const own = found?.[1]?.length ?? Infinity;
        if (found && own < indent) {
            keys.unshift({ name: found[2] ?? "", indent: own, row });
            indent = own;
        }
    }
    if (keys[0]?.name !== "root") {
        return [];
    }
    const states = keys.filter((_, index) => index === 0 || keys[index - 1]?.name === "states");
    return states.map((state, depth) => {
        let end = state.row + 1;
        while (end < lines.length && (/^\s*(#|$)/.test(lines[end] ?? "") || (lines[end] ?? "").search(/\S/) > state.indent)) {
            end++;
        }
        return { path: states.slice(1, depth + 1).map(({ name }) => name).join("/"), lines: lines.slice(state.row, end).join("\n") };
    });
}

/** Counts how often a name is in a text, without comments. */
export function uses(text: string, name: string): number {
    return text.replace(/#.*$/gm, "").split(/[^\w.]+/).filter((word) => word === name).length;
}
