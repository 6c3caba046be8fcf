// SPDX-License-Identifier: MIT
// Agents with their fields in an instance: what Agent and Crowd share.
import type { Brain, FunctionInfo } from "./brain.js";
import { nearest, show, toArray, toCount, toOptions } from "./check.js";
import type { Engine, Host, Pointer } from "./engine.js";
import { NameError, SnapshotError, ValueError, WitsError } from "./errors.js";
import { type ExplainOptions, type Explanation, explanationOf } from "./explain.js";
import { storeColumn, storeNumber, toColumn, toNumber } from "./fields.js";

/** The first argument of functions of the host, valid during the call only. */
export class HostCall<Self = unknown> {
    #world: World;
    #at: Pointer;
    #isAction: boolean;
    /** @internal */
    constructor(world: World, at: Pointer, readonly self: Self, isAction: boolean) {
        this.#world = world;
        this.#at = at;
        this.#isAction = isAction;
    }
    /** @internal */
    end(): void {
        this.#at = 0;
    }
    get #call(): Pointer {
        if (this.#at === 0) {
            throw new WitsError("call", "the call has ended; read what you need before the function returns");
        }
        return this.#at;
    }
    get #action(): Pointer {
        if (!this.#isAction) {
            throw new WitsError("call", "only actions may use isIn, elapsed and raise; conditions and scores are pure");
        }
        return this.#call;
    }
    get #x() {
        return this.#world.engine.x;
    }
    /** The agent's row in its crowd; 0 for a single agent. */
    get row(): number {
        return this.#x.call_row(this.#call);
    }
    /** Path of the state that the function belongs to. */
    get state(): string {
        return this.#world.brain.states[this.#x.call_state(this.#call)]?.path ?? "";
    }
    /** Ticks since that state was entered. For actions. */
    get elapsed(): number {
        return this.#x.call_elapsed(this.#action);
    }
    /** When an action runs: `"enter"`, `"exit"`, `"update"`, `"decide"`, `"step"`, `"transition"` or `"retarget"`. */
    get kind(): string {
        return this.#world.engine.collect(() => this.#x.call_kind(this.#call))[0] as string;
    }
    /** The target of the innermost option around the state: the one being scored, or the one that the agent chose. */
    get target(): { kind: string; id: number; row?: number } | undefined {
        return this.#world.engine.collect(() => this.#x.call_target(this.#call))[0] as never;
    }
    /** Returns whether a state is active at this moment. For actions. */
    isIn(state: string): boolean {
        return this.#x.call_is_in(this.#action, this.#world.brain.state(state)) !== 0;
    }
    /** Makes an event pending. For actions. */
    raise(event: string): void {
        this.#x.call_raise(this.#action, this.#world.brain.event(event));
    }
}

/** One target: its id, from 0 to 2^32 - 2, and its fields. */
export type Target = { id: number } & Record<string, boolean | number | string>;

type Code = (call: HostCall, ...args: unknown[]) => unknown;
/** Functions of the host by name. Conditions return a boolean, scores a number; arguments follow the call. */
export type HostFunctions<Self = unknown> = Record<string, (call: HostCall<Self>, ...args: any[]) => unknown>;

export const VERBS = { start: 0, stop: 1, goto: 2, decide: 3, update: 4, tick: 5, restart: 6, setState: 7 } as const;
const HEADER = 48;
const MAGIC = 0x53544957; // "WITS"

export class World implements Host {
    isBusy = false;
    thrown?: { error: unknown };
    /** Number of the next tick. The start is tick 0. */
    tick = 0;
    readonly world: Pointer;
    readonly columns: Pointer[];
    readonly hasFunctions: boolean;
    #functions: (Code | undefined)[];
    #fieldsHash: number;

    constructor(
        readonly engine: Engine,
        readonly brain: Brain,
        pointer: Pointer,
        readonly rows: number,
        readonly self: unknown,
        readonly given: HostFunctions,
        isCrowd: boolean,
        readonly firstId: bigint,
        readonly seed: bigint,
    ) {
        this.#functions = bind(brain, given, isCrowd);
        this.hasFunctions = this.#functions.some((code) => code);
        const runsActions = this.#functions.some((code, i) => code && brain.functions[i]!.kind === "action");
        this.world = engine.need(engine.x.world_new(pointer, rows, isCrowd, runsActions));
        this.columns = brain.fields.map((_, field) => engine.x.world_column(this.world, field));
        this.#fieldsHash = fieldsHash(brain);
        this.setTick(0);
    }

    setTick(tick: number): void {
        this.tick = tick;
        this.engine.x.world_set(this.world, tick, this.firstId, this.seed);
    }

    // ---------------------------------------------------------------------------------------------------- functions

    call(fn: number, at: Pointer): unknown {
        const code = this.#functions[fn];
        if (!code) {
            return undefined;
        }
        const takes = this.brain.functions[fn]!;
        const call = new HostCall(this, at, this.self, takes.kind === "action");
        const args = takes.parameters.length > 0 ? this.engine.collect(() => this.engine.x.call_arguments(at)) : [];
        try {
            return code.call(this.given, call, ...args);
        } finally {
            call.end();
        }
    }

    expect(fn: number, result: unknown, type: "boolean" | "number"): void {
        if (typeof result !== type) {
            const { name, kind } = this.brain.functions[fn]!;
            throw new ValueError("type", `${kind} '${name}' must return a ${type}, not ${show(result)}`);
        }
    }

    /**
     * Runs a call as a whole: if a function throws, bytes and fields are as before, and the exception is thrown.
     * Else, a call that is the last one of a tick ends it.
     */
    run(call: () => void, isTick = false): void {
        const { engine } = this;
        if (this.hasFunctions && !this.isBusy) {
            engine.need(engine.x.world_keep(this.world));
        }
        try {
            engine.run(this, call);
        } catch (error) {
            if (this.hasFunctions && !this.isBusy) {
                engine.x.world_revert(this.world);
            }
            throw error;
        }
        if (isTick) {
            this.setTick((this.tick + 1) >>> 0);
        }
    }

    /** For calls that must not happen while the agents run. */
    idle(): void {
        if (this.isBusy) {
            throw new WitsError("busy", "an agent cannot be changed from inside one of its own functions");
        }
    }

    // -------------------------------------------------------------------------------------------------------- queries

    active(row: number): string[] {
        return this.engine.collect(() => this.engine.x.world_active(this.world, row)) as string[];
    }

    explain(row: number, options: ExplainOptions): Explanation {
        const { engine, world } = this;
        const { counterfactuals = false } = toOptions<ExplainOptions>("explain", options, { counterfactuals: "boolean" });
        const [told] = engine.run(this, () =>
            engine.collect(() => engine.need(engine.x.world_explain(world, row, counterfactuals))),
        );
        return explanationOf(this.brain, this.tick, told);
    }

    // -------------------------------------------------------------------------------------------------------- targets

    #targetInfo(kind: string) {
        const at = this.brain.target(kind);
        return { at, info: this.brain.targets[at]! };
    }

    #check(): void {
        const problems = this.engine.collect(() => this.engine.x.world_check(this.world)) as string[];
        if (problems.length > 0) {
            throw new ValueError("targets", problems.join("\n"));
        }
    }

    reserve(kind: string, rows: number): void {
        this.engine.need(this.engine.x.targets_set(this.world, this.#targetInfo(kind).at, rows, true));
    }

    setTargetRows(kind: string, rows: readonly Target[]): void {
        this.idle();
        const { at, info } = this.#targetInfo(kind);
        if (!Array.isArray(rows)) {
            throw new ValueError("type", `targets must be an array of objects with an id, not ${show(rows)}`);
        }
        const ids = Array.from(rows, (row) => idOf(row?.id));
        const columns = info.fields.map((field) => rows.map((row, i) => {
            const value = row[field.name];
            if (value === undefined) {
                throw new NameError("missing", `target ${i} of kind '${kind}' lacks the field '${field.name}'`);
            }
            return toNumber(field, value);
        }));
        const { engine, world } = this;
        engine.need(engine.x.targets_set(world, at, ids.length, false));
        this.#atomic(at, () => {
            new Uint32Array(engine.x.memory.buffer, engine.x.targets_ids(world, at), ids.length).set(ids);
            info.fields.forEach((field, number) => {
                const base = engine.x.targets_column(world, at, number);
                columns[number]!.forEach((value, i) => storeNumber(engine, base, i, field, value));
            });
        });
    }

    setTargetColumns(kind: string, lists: TargetLists): void {
        this.idle();
        const { at, info } = this.#targetInfo(kind);
        const given = toOptions<TargetLists>("targets", lists, { ids: "any", offsets: "any", columns: "object" });
        const ids = Array.from(toArray("ids of targets", given.ids), idOf);
        if (toArray("offsets of targets", given.offsets).length !== this.rows + 1) {
            throw new ValueError("length", `targets need ${this.rows + 1} offsets: one for each agent and a last one`);
        }
        const offsets = Array.from(given.offsets, (offset) => toCount("an offset of targets", offset, 0, ids.length));
        const { columns = {} } = given;
        const stored = info.fields.map((field) => {
            const values = Object.hasOwn(columns, field.name) ? columns[field.name] : undefined;
            if (values === undefined) {
                throw new NameError("missing", `targets of kind '${kind}' lack the column '${field.name}'`);
            }
            return toColumn(field, values, ids.length, `column '${field.name}' of '${kind}'`);
        });
        const { engine, world } = this;
        engine.need(engine.x.targets_set(world, at, ids.length, false));
        this.#atomic(at, () => {
            const memory = engine.x.memory.buffer;
            new Uint32Array(memory, engine.x.targets_ids(world, at), ids.length).set(ids);
            new Uint32Array(memory, engine.x.targets_offsets(world, at), offsets.length).set(offsets);
            info.fields.forEach((field, number) => storeColumn(engine, engine.x.targets_column(world, at, number), field, stored[number]!));
        });
    }

    /** Empties a kind's lists if they cannot be filled. */
    #atomic(kind: number, fill: () => void): void {
        try {
            fill();
            this.#check();
        } catch (error) {
            this.engine.x.targets_set(this.world, kind, 0, false);
            const offsets = this.engine.x.targets_offsets(this.world, kind);
            new Uint32Array(this.engine.x.memory.buffer, offsets, this.rows + 1).fill(0);
            throw error;
        }
    }

    // ------------------------------------------------------------------------------------------------------ snapshots

    #data(): Uint8Array {
        const { engine, world } = this;
        return engine.bytes.subarray(engine.x.world_data(world)).subarray(0, engine.x.world_data_size(world));
    }

    /** Header of a snapshot: magic, version, layout, fields, rows, tick, first id, seed; then the block of the world. */
    save(layout: bigint): Uint8Array {
        const data = this.#data();
        const saved = new Uint8Array(HEADER + data.length);
        const view = new DataView(saved.buffer);
        view.setUint32(0, MAGIC, true);
        view.setUint32(4, 1, true);
        view.setBigUint64(8, layout, true);
        view.setUint32(16, this.#fieldsHash, true);
        view.setUint32(20, this.rows, true);
        view.setUint32(24, this.tick, true);
        view.setBigUint64(32, this.firstId, true);
        view.setBigUint64(40, this.seed, true);
        saved.set(data, HEADER);
        return saved;
    }

    restore(saved: Uint8Array, layout: bigint): void {
        this.idle();
        const refuse = (code: string, message: string): never => {
            throw new SnapshotError(code, message);
        };
        if (!(saved instanceof Uint8Array) || saved.length < HEADER) {
            refuse("format", "these are not the bytes of a snapshot");
        }
        const view = new DataView(saved.buffer, saved.byteOffset, saved.byteLength);
        if (view.getUint32(0, true) !== MAGIC || view.getUint32(4, true) !== 1) {
            refuse("format", "these are not the bytes of a snapshot of this version");
        }
        if (view.getBigUint64(8, true) !== layout) {
            refuse("brain", "the snapshot is of another brain, or of a version of it with other states or events");
        }
        if (view.getUint32(16, true) !== this.#fieldsHash) {
            refuse("fields", "the snapshot is of a version of this brain with other fields");
        }
        if (view.getUint32(20, true) !== this.rows) {
            refuse("size", `the snapshot has ${view.getUint32(20, true)} agents, not ${this.rows}`);
        }
        if (view.getBigUint64(32, true) !== this.firstId || view.getBigUint64(40, true) !== this.seed) {
            refuse("seed", "the snapshot has another seed or other ids: create the agents with the same ones");
        }
        const data = this.#data();
        if (saved.length !== HEADER + data.length) {
            refuse("size", `the snapshot has ${saved.length} bytes, expected ${HEADER + data.length}`);
        }
        const before = data.slice();
        data.set(saved.subarray(HEADER));
        if (!this.engine.x.world_is_valid(this.world)) {
            this.#data().set(before);
            refuse("damaged", "the snapshot is damaged: this brain could not have made its bytes");
        }
        this.setTick(view.getUint32(24, true));
    }
}

/** Targets of all agents of a crowd: those of agent i are the rows from `offsets[i]` up to `offsets[i + 1]`. */
export interface TargetLists {
    ids: ArrayLike<number>;
    /** One for each agent, and the number of rows at the end. */
    offsets: ArrayLike<number>;
    /** A column for each field of the kind. */
    columns?: Readonly<Record<string, ArrayLike<boolean | number | string>>>;
}

function idOf(id: unknown): number {
    if (!Number.isInteger(id) || (id as number) < 0 || (id as number) > 0xfffffffe) {
        throw new ValueError("range", `the id of a target is a whole number from 0 to 4294967294, not ${show(id)}`);
    }
    return id as number;
}

/**
 * Arranges functions in the brain's order. Actions of a crowd are optional. Functions of other brains may be among those
 * given, but not one with nearly the name of a function that is not given.
 */
function bind(brain: Brain, given: HostFunctions, isCrowd: boolean): (Code | undefined)[] {
    const absent: FunctionInfo[] = [];
    const found = brain.functions.map((info) => {
        const code: unknown = info.name in given ? given[info.name] : undefined;
        if (code !== undefined && typeof code !== "function") {
            throw new ValueError("type", `'${info.name}' in functions must be a function, not ${show(code)}`);
        }
        if (!code) {
            absent.push(info);
        }
        return code as Code | undefined;
    });
    const names = absent.map(({ name }) => name);
    for (const name of names.length > 0 ? Object.keys(given) : []) {
        const near = brain.functions.some((info) => info.name === name) ? undefined : nearest(name, names);
        if (near !== undefined) {
            throw new NameError("unknown", `brain '${brain.name}' calls no function '${name}'; did you mean '${near}'?`);
        }
    }
    const missing = absent.filter(({ kind }) => !(isCrowd && kind === "action"));
    if (missing.length > 0) {
        const list = missing.map((info) => `'${info.name}' (${info.kind})`).join(", ");
        throw new NameError("missing", `brain '${brain.name}' calls functions that are not given: ${list}`);
    }
    return found;
}

function fieldsHash(brain: Brain): number {
    const text = JSON.stringify(brain.fields.map(({ name, type, values }) => [name, type, values]));
    let hash = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) {
        hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    }
    return hash >>> 0;
}
