// SPDX-License-Identifier: MIT
// Fields: their types, and reading and writing their values.
import type { Engine, Pointer } from "./engine.js";
import { NameError, ValueError } from "./errors.js";

/** Type of a field. An `enum` is one of a list of names. */
export type FieldType = "bool" | "enum" | "int8" | "uint8" | "int16" | "uint16" | "int" | "float";
/** Value of a field in JavaScript: a bool is a boolean, an enum the name of its value, all others are numbers. */
export type FieldValue = boolean | number | string;
export type Fields = Record<string, FieldValue>;

/** A field of a brain. */
export interface FieldInfo {
    readonly name: string;
    readonly type: FieldType;
    /** Names of an enum's values; its columns have their positions in this list. */
    readonly values?: readonly string[];
    readonly initial: FieldValue;
    /** True if actions of the brain assign it. */
    readonly isAssigned: boolean;
}

/** Column of a field, by its type: bools are 0 and 1, enums positions in `values`. */
export type Column = Uint8Array | Int8Array | Int16Array | Uint16Array | Int32Array | Float32Array;

type TypeInfo = {
    make: new (buffer: ArrayBuffer, offset: number, length: number) => Column;
    size: number;
    low: number;
    high: number;
};
const TYPES: Record<FieldType, TypeInfo> = {
    bool: { make: Uint8Array, size: 1, low: 0, high: 1 },
    enum: { make: Uint8Array, size: 1, low: 0, high: 255 },
    int8: { make: Int8Array, size: 1, low: -128, high: 127 },
    uint8: { make: Uint8Array, size: 1, low: 0, high: 255 },
    int16: { make: Int16Array, size: 2, low: -32768, high: 32767 },
    uint16: { make: Uint16Array, size: 2, low: 0, high: 65535 },
    int: { make: Int32Array, size: 4, low: -(2 ** 31), high: 2 ** 31 - 1 },
    float: { make: Float32Array, size: 4, low: -Infinity, high: Infinity },
};
type Described = { name: string; type: FieldType; values?: readonly string[] };

export function columnAt(engine: Engine, pointer: Pointer, type: FieldType, length: number): Column {
    return new TYPES[type].make(engine.x.memory.buffer as ArrayBuffer, pointer, length);
}

/** The number that is stored for a value. Throws if the field cannot have it. */
export function toNumber(field: Described, value: unknown): number {
    if (field.type === "bool") {
        if (typeof value === "boolean") {
            return value ? 1 : 0;
        }
        throw new ValueError("type", `field '${field.name}' is a bool, not ${show(value)}`);
    }
    if (field.type === "enum") {
        const at = field.values!.indexOf(value as string);
        if (at < 0) {
            throw new ValueError("value", `field '${field.name}' is ${list(field.values!)}, not ${show(value)}`);
        }
        return at;
    }
    if (typeof value !== "number") {
        throw new ValueError("type", `field '${field.name}' is a number (${field.type}), not ${show(value)}`);
    }
    const { low, high } = TYPES[field.type];
    if (field.type !== "float" && !(Number.isInteger(value) && value >= low && value <= high)) {
        throw new ValueError("range", `field '${field.name}' is an integer from ${low} to ${high}, not ${value}`);
    }
    return value;
}

export function fromNumber(field: Described, value: number): FieldValue {
    return field.type === "bool" ? value !== 0 : field.type === "enum" ? field.values![value]! : value;
}

/** Stores one value. Every NaN gets the same bits. */
export function store(engine: Engine, base: Pointer, row: number, field: Described, value: unknown): void {
    const number = toNumber(field, value);
    if (number !== number) {
        engine.view.setUint32(base + row * 4, 0x7fc00000, true);
    } else {
        columnAt(engine, base + row * TYPES[field.type].size, field.type, 1)[0] = number;
    }
}

export function fetchValue(engine: Engine, base: Pointer, row: number, field: Described): FieldValue {
    return fromNumber(field, columnAt(engine, base + row * TYPES[field.type].size, field.type, 1)[0]!);
}

/** Copies a whole column into memory of the library. `what` is for messages. */
export function storeColumn(
    engine: Engine, base: Pointer, field: Described, values: ArrayLike<unknown>, count: number, what: string,
): void {
    if (values === null || typeof values !== "object" || values.length !== count) {
        throw new ValueError("length", `${what} needs ${count} values, not ${values?.length ?? show(values)}`);
    }
    const { make } = TYPES[field.type];
    const to = columnAt(engine, base, field.type, count);
    if (values instanceof make && field.type !== "enum" && field.type !== "bool") {
        to.set(values);
    } else if (ArrayBuffer.isView(values)) {
        throwUnlessNumbers(field, values as unknown as ArrayLike<number>, to);
    } else {
        const numbers = Array.from(values, (value) => toNumber(field, value));
        to.set(numbers);
    }
    if (field.type === "float") {
        const bits = new Uint32Array(to.buffer, to.byteOffset, count);
        for (let i = 0; i < count; i++) {
            if (to[i] !== to[i]) {
                bits[i] = 0x7fc00000;
            }
        }
    }
}

/** A typed array of numbers as stored. */
function throwUnlessNumbers(field: Described, values: ArrayLike<number>, to: Column): void {
    const { low } = TYPES[field.type];
    const high = field.type === "enum" ? field.values!.length - 1 : TYPES[field.type].high;
    for (let i = 0; i < values.length; i++) {
        const value = values[i]!;
        if (field.type !== "float" && !(Number.isInteger(value) && value >= low && value <= high)) {
            throw new ValueError("range", `column '${field.name}' has integers from ${low} to ${high}, not ${value} (row ${i})`);
        }
    }
    to.set(values);
}

export function find<T extends { name: string }>(what: string, all: readonly T[], name: string): number {
    const at = all.findIndex((one) => one.name === name);
    return at >= 0 ? at : unknown(what, name, all.map((one) => one.name));
}

export function unknown(what: string, name: unknown, all: readonly string[]): never {
    const names = all.length > 0 ? `; there are ${list(all.slice(0, 20))}${all.length > 20 ? ", …" : ""}` : "; there are none";
    throw new NameError("unknown", `unknown ${what} ${show(name)}${names}`);
}

function list(names: readonly string[]): string {
    return names.map((name) => `'${name}'`).join(", ");
}

export function show(value: unknown): string {
    return typeof value === "string" ? `'${value}'` : typeof value === "bigint" ? `${value}n` : Array.isArray(value) ? "an array" : typeof value === "object" && value ? "an object" : typeof value === "function" ? "a function" : String(value);
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
