// SPDX-License-Identifier: MIT
// Checks of arguments, and the texts of their errors.
import { NameError, ValueError } from "./errors.js";

const LONGEST_SHOWN = 60;
const LONGEST_NAME = 64;

// -------------------------------------------------------------------------------------------------------------- texts

/** Shows a value in a message. Calls no function of the value. */
export function show(value: unknown): string {
    if (typeof value === "string") {
        return value.length > LONGEST_SHOWN ? `'${value.slice(0, LONGEST_SHOWN)}…'` : `'${value}'`;
    }
    if (typeof value === "bigint") {
        return `${value}n`;
    }
    if (typeof value === "object" && value !== null) {
        return Array.isArray(value) ? "an array" : "an object";
    }
    return typeof value === "function" ? "a function" : String(value);
}

export function list(names: readonly string[]): string {
    return names.map((name) => `'${name}'`).join(", ");
}

/** Optimal string alignment, as in src/expr/suggest.c. */
function distance(a: string, b: string): number {
    let [twoAbove, above]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
    for (let i = 1; i <= a.length; i++) {
        const row = [i];
        for (let j = 1; j <= b.length; j++) {
            const change = a[i - 1] === b[j - 1] ? 0 : 1;
            row[j] = Math.min(above![j - 1]! + change, above![j]! + 1, row[j - 1]! + 1);
            if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
                row[j] = Math.min(row[j]!, twoAbove![j - 2]! + 1);
            }
        }
        [twoAbove, above] = [above, row];
    }
    return above![b.length]!;
}

/** The name that was probably meant. */
export function nearest(name: unknown, all: readonly string[]): string | undefined {
    if (typeof name !== "string" || name.length > LONGEST_NAME) {
        return undefined;
    }
    let least = name.length <= 2 ? 1 : name.length <= 5 ? 2 : name.length <= 8 ? 3 : 4;
    let best: string | undefined;
    for (const one of all) {
        if (Math.abs(one.length - name.length) < least && one.length <= LONGEST_NAME) {
            const far = distance(name.toLowerCase(), one.toLowerCase());
            if (far < least) {
                [least, best] = [far, one];
            }
        }
    }
    return best;
}

export function unknown(what: string, name: unknown, all: readonly string[]): never {
    const near = nearest(name, all);
    const names = all.length > 0 ? `there are ${list(all.slice(0, 20))}${all.length > 20 ? ", …" : ""}` : "there are none";
    throw new NameError("unknown", `unknown ${what} ${show(name)}; ${near === undefined ? names : `did you mean '${near}'?`}`);
}

// ------------------------------------------------------------------------------------------------------------- values

export function toText(what: string, value: unknown): string {
    if (typeof value !== "string") {
        throw new ValueError("type", `${what} must be a string, not ${show(value)}`);
    }
    return value;
}

/** A text that C reads to its first zero. */
export function toName(what: string, value: unknown): string {
    if (toText(what, value).includes("\0")) {
        throw new ValueError("value", `${what} must not contain a zero character`);
    }
    return value as string;
}

export function toObject<T extends object>(what: string, value: T): T {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
        throw new ValueError("type", `${what} must be an object, not ${show(value)}`);
    }
    return value;
}

/** An array, a typed array, or another object with a length. */
export function toArray<T>(what: string, value: ArrayLike<T>): ArrayLike<T> {
    if (typeof value !== "object" || value === null || !(value.length >= 0)) {
        throw new ValueError("type", `${what} must be an array, not ${show(value)}`);
    }
    return value;
}

/** An unsigned number of 64 bits. */
export function toBig(what: string, value: unknown): bigint {
    if (typeof value === "bigint" ? value >= 0n && value < 1n << 64n : Number.isSafeInteger(value) && (value as number) >= 0) {
        return BigInt(value as number);
    }
    throw new ValueError("range", `${what} must be a whole number from 0 to 2^64 - 1, not ${show(value)}`);
}

export function toCount(what: string, value: unknown, low: number, high: number): number {
    if (Number.isInteger(value) && (value as number) >= low && (value as number) <= high) {
        return value as number;
    }
    throw new ValueError("range", `${what} must be a whole number from ${low} to ${high}, not ${show(value)}`);
}

/** Rows from `first`, by default to the last one. */
export function toRows(agents: number, first: unknown, count: unknown): [first: number, count: number] {
    const from = toCount("the first row", first, 0, agents);
    return [from, count === undefined ? agents - from : toCount("the number of agents", count, 0, agents - from)];
}

/** Types of options; "any" has checks of its own. */
export type OptionTypes<T> = { readonly [K in keyof Required<T>]: "string" | "boolean" | "object" | "function" | "any" };

/** Reads each option once, and returns those that are given. `of` is for messages. */
export function toOptions<T extends object>(of: string, given: T, types: OptionTypes<T>): T {
    toObject(`options of ${of}`, given);
    const names = Object.keys(types) as (keyof T & string)[];
    const unexpected = Object.keys(given).find((name) => !Object.hasOwn(types, name));
    if (unexpected !== undefined) {
        unknown(`option of ${of}`, unexpected, names);
    }
    const options: Partial<T> = {};
    for (const name of names) {
        const value = given[name];
        const type = types[name];
        if (value !== undefined) {
            if (type === "object") {
                toObject(`option '${name}' of ${of}`, value as object);
            } else if (type !== "any" && typeof value !== type) {
                throw new ValueError("type", `option '${name}' of ${of} must be a ${type}, not ${show(value)}`);
            }
            options[name] = value;
        }
    }
    return options as T;
}
