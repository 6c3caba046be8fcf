// SPDX-License-Identifier: MIT
// Fields: their types, and reading and writing their values.
import type { Engine, Pointer } from "./engine.js";
import { list, show, toArray } from "./check.js";
import { ValueError } from "./errors.js";

/** Type of a field. An `enum` is one of a list of names. */
export type FieldType = "bool" | "enum" | "int8" | "uint8" | "int16" | "uint16" | "int" | "float";
/** Value of a field in JavaScript: a bool is a boolean, an enum the name of its value, all others are numbers. */
export type FieldValue = boolean | number | string;
export type Fields = Record<string, FieldValue>;

/** Type of a field and, for an enum, the names of its values: columns have their positions in this list. */
export type TypedField =
    | { readonly type: "bool"; readonly values?: undefined }
    | { readonly type: "enum"; readonly values: readonly string[] }
    | { readonly type: Exclude<FieldType, "bool" | "enum">; readonly values?: undefined };

/** A field of a brain. `isAssigned`: actions of the brain assign it. */
export type FieldInfo = { readonly name: string; readonly isAssigned: boolean } & (
    | (TypedField & { readonly type: "bool"; readonly initial: boolean })
    | (TypedField & { readonly type: "enum"; readonly initial: string })
    | (TypedField & { readonly type: Exclude<FieldType, "bool" | "enum">; readonly initial: number })
);

/** Column of a field, by its type: bools are 0 and 1, enums positions in `values`. */
export type Column = Uint8Array | Int8Array | Int16Array | Uint16Array | Int32Array | Float32Array;

type TypeInfo = {
    make: { new (buffer: ArrayBuffer, offset: number, length: number): Column; from(values: ArrayLike<number>): Column };
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

/** Stores what `toNumber` returned. Every NaN gets the same bits. */
export function storeNumber({ view }: Engine, base: Pointer, row: number, { type }: Described, number: number): void {
    if (type === "float") {
        const at = base + row * 4;
        if (number !== number) {
            view.setUint32(at, 0x7fc00000, true);
        } else {
            view.setFloat32(at, number, true);
        }
    } else if (type === "int") {
        view.setInt32(base + row * 4, number, true);
    } else if (type === "int16" || type === "uint16") {
        view.setInt16(base + row * 2, number, true);
    } else {
        view.setInt8(base + row, number);
    }
}

export function fetchValue(engine: Engine, base: Pointer, row: number, field: Described): FieldValue {
    return fromNumber(field, columnAt(engine, base + row * TYPES[field.type].size, field.type, 1)[0]!);
}

/** The column that is stored for the values. Throws if the field cannot have one. `what` is for messages. */
export function toColumn(field: Described, values: ArrayLike<unknown>, count: number, what: string): Column {
    const { make } = TYPES[field.type];
    if (toArray(what, values).length !== count) {
        throw new ValueError("length", `${what} needs ${count} values, not ${values.length}`);
    }
    if (values instanceof make && field.type !== "enum" && field.type !== "bool") {
        return values;
    }
    return make.from(ArrayBuffer.isView(values) ? numbersOf(field, values as unknown as ArrayLike<number>) : Array.from(values, (value) => toNumber(field, value)));
}

/** Copies a column into memory of the library. */
export function storeColumn(engine: Engine, base: Pointer, field: Described, values: Column): void {
    const to = columnAt(engine, base, field.type, values.length);
    to.set(values);
    if (field.type === "float") {
        const bits = new Uint32Array(to.buffer, to.byteOffset, to.length);
        for (let i = 0; i < to.length; i++) {
            if (to[i] !== to[i]) {
                bits[i] = 0x7fc00000;
            }
        }
    }
}

/** A typed array of numbers as stored. */
function numbersOf(field: Described, values: ArrayLike<number>): ArrayLike<number> {
    const { low } = TYPES[field.type];
    const high = field.type === "enum" ? field.values!.length - 1 : TYPES[field.type].high;
    for (let i = 0; i < values.length; i++) {
        const value = values[i]!;
        if (typeof value !== "number" || (field.type !== "float" && !(Number.isInteger(value) && value >= low && value <= high))) {
            const numbers = field.type === "float" ? "numbers" : `integers from ${low} to ${high}`;
            throw new ValueError("range", `column '${field.name}' has ${numbers}, not ${show(value)} (row ${i})`);
        }
    }
    return values;
}
