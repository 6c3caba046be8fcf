// SPDX-License-Identifier: MIT
// One instance of the WebAssembly module: memory, texts, emitted values, and calls of host functions.
import { InitError, WitsError } from "./errors.js";
import { systemCalls } from "./system.js";

export type Pointer = number;

/** Functions of wasm/*.c. */
interface Exports {
    memory: WebAssembly.Memory;
    __heap_base: WebAssembly.Global;
    _initialize(): void;
    allocate(size: number): Pointer;
    release(pointer: Pointer): void;
    version(): number;
    parse(text: Pointer, length: number, name: Pointer, constants: Pointer, count: number): Pointer;
    file_free(file: Pointer): void;
    file_brain(file: Pointer): Pointer;
    describe(file: Pointer): void;
    prove(file: Pointer, situations: number, memory: number, ticks: number, worst: number, ranges: boolean): number;
    brain_bytes(brain: Pointer): number;
    brain_is_valid(bytes: Pointer, size: number): number;
    brain_hash(brain: Pointer): bigint;
    brain_layout(brain: Pointer): bigint;
    brain_plan(world: Pointer): void;
    world_new(brain: Pointer, rows: number, isCrowd: boolean, runsActions: boolean): Pointer;
    world_free(world: Pointer): void;
    world_data(world: Pointer): Pointer;
    world_data_size(world: Pointer): number;
    world_column(world: Pointer, field: number): Pointer;
    world_set(world: Pointer, tick: number, firstId: bigint, seed: bigint): void;
    world_keep(world: Pointer): number;
    world_revert(world: Pointer): void;
    world_is_valid(world: Pointer): number;
    world_raise(world: Pointer, first: number, count: number, event: number): void;
    world_active(world: Pointer, row: number): void;
    world_is_started(world: Pointer, row: number): number;
    world_is_in(world: Pointer, row: number, state: number): number;
    world_is_done(world: Pointer, row: number, state: number, tick: number): number;
    world_elapsed(world: Pointer, row: number, state: number, tick: number): number;
    world_target(world: Pointer, row: number, option: number): number;
    world_hash(world: Pointer): bigint;
    world_explain(world: Pointer, row: number, counterfactuals: boolean): number;
    world_check(world: Pointer): void;
    agent_call(world: Pointer, row: number, verb: number, state: number): number;
    snapshot_size(world: Pointer): number;
    snapshot_write(world: Pointer, bytes: Pointer, size: number): void;
    snapshot_check(bytes: Pointer, size: number): number;
    snapshot_load(world: Pointer, bytes: Pointer, size: number, renames: Pointer, count: number): number;
    crowd_call(world: Pointer, first: number, count: number, verb: number, state: number): void;
    crowd_counts(world: Pointer): number;
    crowd_find(world: Pointer, first: number, count: number, state: number): number;
    crowd_states(world: Pointer, first: number, count: number, region: number): void;
    room(): Pointer;
    targets_set(world: Pointer, kind: number, rows: number, onlyReserve: boolean): number;
    targets_ids(world: Pointer, kind: number): Pointer;
    targets_offsets(world: Pointer, kind: number): Pointer;
    targets_column(world: Pointer, kind: number, field: number): Pointer;
    call_row(call: Pointer): number;
    call_state(call: Pointer): number;
    call_elapsed(call: Pointer): number;
    call_is_in(call: Pointer, state: number): number;
    call_raise(call: Pointer, event: number): void;
    call_kind(call: Pointer): void;
    call_arguments(call: Pointer): void;
    call_target(call: Pointer): void;
}

/** Receives the calls of host functions. An exception is kept in `thrown` until the call of the library ends. */
export interface Host {
    thrown?: { error: unknown };
    isBusy: boolean;
    call(fn: number, call: Pointer): unknown;
    expect(fn: number, result: unknown, type: "boolean" | "number"): void;
}

/** Number of agents that one call of crowd_find or crowd_states covers. */
export const ROOM = 4096;

type Emitted = unknown[] | Record<string, unknown>;

export class Engine {
    readonly x: Exports;
    /** Finds an included file. */
    open?: (name: string) => string | Uint8Array | undefined;
    progress?: (situations: number, explored: number, ticks: number, depth: number) => boolean;
    #host: Host | undefined;
    #stack: Emitted[] = [];
    #keys = new Map<Pointer, string>();
    #heap = 0;
    #view!: DataView;
    #bytes!: Uint8Array;
    #decoder = new TextDecoder();
    #found: Uint8Array = new Uint8Array(0);

    constructor(readonly module: WebAssembly.Module) {
        const instance = instantiate(module, {
            js: {
                open: (key: Pointer, isList: number) => this.#add(key, isList ? [] : {}, true),
                close: () => void this.#stack.pop(),
                number: (key: Pointer, value: number) => this.#add(key, value),
                text: (key: Pointer, text: Pointer) => this.#add(key, text === 0 ? undefined : this.text(text)),
                flag: (key: Pointer, value: number) => this.#add(key, value !== 0),
                condition: (fn: number, call: Pointer) => (this.#ask(fn, call, "boolean") ? 1 : 0),
                score: (fn: number, call: Pointer) => this.#ask(fn, call, "number") ?? 0,
                action: (fn: number, call: Pointer) => void this.#ask(fn, call),
                find: (name: Pointer) => {
                    const text = this.open?.(this.text(name));
                    this.#found = text instanceof Uint8Array ? text : new TextEncoder().encode(text ?? "");
                    return text === undefined ? -1 : this.#found.length;
                },
                copy: (to: Pointer) => this.bytes.set(this.#found, to),
                progress: (...numbers: [number, number, number, number]) => (this.progress?.(...numbers) ?? true ? 1 : 0),
            },
            wasi_snapshot_preview1: systemCalls(this, (status) => {
                throw new WitsError("exit", `the library ended with status ${status}`);
            }),
        });
        this.x = instance.exports as unknown as Exports;
        this.#heap = this.x.__heap_base.value as number;
        this.x._initialize();
    }

    /** All memory. Use it at once: a call of the library may replace it. */
    get bytes(): Uint8Array {
        if (this.#bytes?.buffer !== this.x.memory.buffer) {
            this.#bytes = new Uint8Array(this.x.memory.buffer);
        }
        return this.#bytes;
    }

    get view(): DataView {
        if (this.#view?.buffer !== this.x.memory.buffer) {
            this.#view = new DataView(this.x.memory.buffer);
        }
        return this.#view;
    }

    text(pointer: Pointer): string {
        const bytes = this.bytes;
        return this.#decoder.decode(bytes.subarray(pointer, bytes.indexOf(0, pointer)));
    }

    allocate(size: number): Pointer {
        return this.need(this.x.allocate(size));
    }

    /** Copies bytes and a final zero. */
    put(bytes: Uint8Array): Pointer {
        const pointer = this.allocate(bytes.length + 1);
        this.bytes.set(bytes, pointer);
        this.bytes[pointer + bytes.length] = 0;
        return pointer;
    }

    /** Throws if the library ran out of memory. */
    need<T>(result: T): T {
        if (!result) {
            throw new WitsError("memory", "out of memory: WebAssembly has at most 4 GiB, and this host may allow less");
        }
        return result;
    }

    /** Runs a call and returns the values that it emits. */
    collect(call: () => void): unknown[] {
        const before = this.#stack;
        const all: unknown[] = [];
        this.#stack = [all];
        try {
            call();
        } finally {
            this.#stack = before;
        }
        return all;
    }

    /** Runs a call for a host whose functions it may call, and throws what they threw. */
    run<T>(host: Host, call: () => T): T {
        if (host.isBusy) {
            throw new WitsError("busy", "an agent cannot be called from inside one of its own functions");
        }
        const before = this.#host;
        this.#host = host;
        host.isBusy = true;
        host.thrown = undefined;
        let result: T;
        try {
            result = call();
        } finally {
            this.#host = before;
            host.isBusy = false;
        }
        const { thrown } = host as Host;
        if (thrown) {
            host.thrown = undefined;
            throw (thrown as { error: unknown }).error;
        }
        return result;
    }

    #ask(fn: number, call: Pointer, type?: "boolean" | "number"): any {
        const host = this.#host;
        if (!host || host.thrown) {
            return undefined;
        }
        try {
            const result = host.call(fn, call);
            if (type) {
                host.expect(fn, result, type);
            }
            return result;
        } catch (error) {
            host.thrown = { error };
            return undefined;
        }
    }

    #key(pointer: Pointer): string {
        let key = this.#keys.get(pointer);
        if (key === undefined) {
            key = this.text(pointer);
            if (pointer < this.#heap) {
                this.#keys.set(pointer, key); // a literal of the program
            }
        }
        return key;
    }

    #add(key: Pointer, value: unknown, isOpen = false): void {
        const top = this.#stack[this.#stack.length - 1];
        if (Array.isArray(top)) {
            top.push(value);
        } else if (top && value !== undefined) {
            top[this.#key(key)] = value;
        }
        if (isOpen) {
            this.#stack.push(value as Emitted);
        }
    }
}

/** Browsers limit the number of memories that exist at once. */
function instantiate(module: WebAssembly.Module, imports: WebAssembly.Imports): WebAssembly.Instance {
    try {
        return new WebAssembly.Instance(module, imports);
    } catch (cause) {
        if (cause instanceof RangeError) {
            throw new WitsError("memory", "this host has no memory for one more crowd; dispose of others first", { cause });
        }
        throw cause;
    }
}

/** Frees unreachable objects, on hosts with FinalizationRegistry. */
export function registry<T>(free: (held: T) => void): Pick<FinalizationRegistry<T>, "register" | "unregister"> {
    return typeof FinalizationRegistry === "undefined"
        ? { register: () => undefined, unregister: () => false }
        : new FinalizationRegistry<T>(free);
}

// ---------------------------------------------------------------------------------------------------------------- init

/** Sources that `init` accepts: a compiled module, its bytes, a URL, a response, or a promise of one of them. */
export type InitSource = WebAssembly.Module | BufferSource | string | URL | Response;

let main: Engine | undefined;
let starting: Promise<void> | undefined;

/** A function that returns a v128: hosts without SIMD do not validate it. */
const SIMD = Uint8Array.of(
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
);

export function requireSimd(): void {
    if (typeof WebAssembly === "undefined") {
        throw new InitError("no-wasm", "this host has no WebAssembly");
    }
    if (!WebAssembly.validate(SIMD)) {
        throw new InitError("no-simd", "this host has no WebAssembly SIMD; it needs Chrome 91, Firefox 89, Safari 16.4 or Node.js 20");
    }
}

// TypeScript's WebAssembly.Module is an empty interface, so these are not both type guards.
const isModule = (source: unknown): boolean => source instanceof WebAssembly.Module;
const isBytes = (source: unknown): source is BufferSource => source instanceof ArrayBuffer || ArrayBuffer.isView(source);

async function read(source: InitSource): Promise<WebAssembly.Module | BufferSource> {
    if (isModule(source)) {
        return source as WebAssembly.Module;
    }
    if (isBytes(source)) {
        return source;
    }
    let response: Response;
    if (typeof Response !== "undefined" && source instanceof Response) {
        response = source;
    } else {
        const url = String(source);
        if (url.startsWith("file:") && typeof process !== "undefined") {
            const name = ["node:fs", "promises"].join("/"); // not seen by bundlers
            const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ name);
            return readFile(new URL(url));
        }
        response = await fetch(url);
    }
    if (!response.ok) {
        throw new Error(`${response.url || "the response"} has status ${response.status}`);
    }
    return response.arrayBuffer();
}

function begin(module: WebAssembly.Module): void {
    let engine;
    try {
        engine = new Engine(module);
    } catch (cause) {
        throw new InitError("other", "this module is not wits.wasm of this version of wits-ai", { cause });
    }
    if (engine.x.version() !== VERSION) {
        throw new InitError("version", `wits.wasm has version ${engine.x.version()}, expected ${VERSION}; a cached file?`);
    }
    main = engine;
}

/** WITS_VERSION_NUMBER of the library; replaced by the build. */
declare const WITS_VERSION_NUMBER: number;
/** Node.js and its like. */
declare const process: object | undefined;
const VERSION = WITS_VERSION_NUMBER;

function compileError(cause: unknown): InitError {
    return cause instanceof InitError
        ? cause
        : new InitError("load", `wits.wasm could not be loaded: ${cause instanceof Error ? cause.message : cause}`, { cause });
}

async function loadFrom(source: () => InitSource | PromiseLike<InitSource>): Promise<void> {
    try {
        requireSimd();
        const found = await read(await source());
        begin(isModule(found) ? (found as WebAssembly.Module) : await WebAssembly.compile(found as BufferSource));
    } catch (cause) {
        throw compileError(cause);
    }
}

export function load(source: () => InitSource | PromiseLike<InitSource>): Promise<void> {
    if (!starting) {
        const begun = loadFrom(source);
        starting = begun;
        begun.catch(() => {
            starting = starting === begun ? undefined : starting; // the next call tries again
        });
    }
    return starting;
}

/** As `init`, without waiting: for a module that is compiled already, or for bytes. */
export function initSync(source: WebAssembly.Module | BufferSource): void {
    try {
        requireSimd();
        if (!isModule(source) && !isBytes(source)) {
            throw new InitError("load", "initSync needs a WebAssembly.Module or bytes");
        }
        begin(isModule(source) ? (source as WebAssembly.Module) : new WebAssembly.Module(source as BufferSource));
    } catch (cause) {
        throw compileError(cause);
    }
    starting = Promise.resolve();
}

/** The instance that parses brains and runs single agents. */
export function engine(): Engine {
    if (!main) {
        throw new InitError("not-ready", "wits is not loaded; call `await init()` first");
    }
    return main;
}
