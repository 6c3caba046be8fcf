// SPDX-License-Identifier: MIT
// Brains: parsed files, as bytes and a description. They are plain data, so they can be sent to workers.
import { Agent, type AgentOptions } from "./agent.js";
import { type OptionTypes, show, toName, toOptions, toText, unknown } from "./check.js";
import { type Engine, engine, type Pointer, registry } from "./engine.js";
import { BrainError, DisposedError, InitError, type Problem, SnapshotError, ValueError } from "./errors.js";
import type { FieldInfo, Fields, TypedField } from "./fields.js";

/** Options of {@link Brain.parse}. */
export interface ParseOptions {
    /** Name of the file in messages, and the base of relative `include`s. Default: `"brain.yaml"`. */
    name?: string;
    /** Included files, as text or UTF-8, by path relative to the folder of `name`. */
    files?: Readonly<Record<string, string | Uint8Array>>;
    /** Overrides constants of the file. A text is written as in the file: `"400ms"`, `"mood.calm"`. */
    constants?: Readonly<Record<string, number | boolean | string>>;
}

export interface StateInfo {
    /** Path from below the root, such as `"combat/attack"`; `""` for the root. */
    readonly path: string;
    readonly kind: "leaf" | "fsm" | "utility" | "parallel";
}

/** A function of the host that the brain calls. */
export interface FunctionInfo {
    readonly name: string;
    readonly kind: "condition" | "score" | "action";
    /** Kinds of its parameters; empty also if calls differ in number. */
    readonly parameters: readonly ("int" | "float" | "bool" | "enum" | "text" | "none")[];
}

/** A kind of targets. */
export interface TargetInfo {
    readonly name: string;
    readonly fields: readonly (TypedField & { readonly name: string; readonly isOwn: boolean })[];
}

/** A property under `prove` in the file. */
export interface PropertyInfo {
    readonly name: string;
    readonly kind: string;
    readonly text: string;
    readonly line: number;
}

/** @internal */
export interface Description {
    name: string;
    ticksPerSecond?: number;
    states: StateInfo[];
    events: string[];
    fields: FieldInfo[];
    functions: FunctionInfo[];
    targets: TargetInfo[];
    transitions: { from: string; to: string; any: boolean; event?: string; after?: number; when?: string; parts?: string[]; file: string; line: number }[];
    considerations: { depth: number; group?: string; gate?: string; input?: string; file: string; line: number }[];
    scores: (string | undefined)[];
    properties: PropertyInfo[];
    /** Table, old and new name, one after another. */
    renames?: string[];
    files: string[];
}

/** The text that a brain was parsed from: provers parse it again. @internal */
export interface Source {
    text: string | Uint8Array;
    name: string;
    files: Readonly<Record<string, string | Uint8Array>>;
    constants: Readonly<Record<string, number | boolean | string>>;
}

/** The brain in the memory of the main instance, freed with its last user. @internal */
export class BrainMemory {
    #users = 1;
    readonly pointer: Pointer;
    constructor(readonly engine: Engine, bytes: Uint8Array) {
        this.pointer = engine.put(bytes);
    }
    add(): this {
        this.#users++;
        return this;
    }
    drop(): void {
        if (--this.#users === 0) {
            this.engine.x.release(this.pointer);
        }
    }
}

const forgotten = /* @__PURE__ */ registry<BrainMemory>((memory) => memory.drop());

/** The library writes suggestions into messages. */
function suggest(problem: Problem): Problem {
    const suggestion = problem.suggestion ?? /; did you mean '([^']+)'\?$/.exec(problem.message)?.[1];
    return suggestion === undefined ? problem : { ...problem, suggestion };
}

/** Parses in an instance and returns the file, which the caller frees. @internal */
export function parseIn(engine: Engine, source: Source): { file: Pointer; problems: Problem[]; warnings: Problem[] } {
    if (!engine.x.parse) {
        throw new InitError("core", "wits-ai/core has no parser; load brains that `brain.save()` returned, or import 'wits-ai'");
    }
    const encoder = new TextEncoder();
    const constants = Object.entries(source.constants);
    const text = typeof source.text === "string" ? encoder.encode(source.text) : source.text;
    const memory = [text, encoder.encode(source.name), encoder.encode(constants.map((pair) => pair.join("\0") + "\0").join(""))].map(
        (bytes) => engine.put(bytes),
    );
    engine.open = (name) => {
        const short = name.slice(source.name.lastIndexOf("/") + 1);
        return Object.hasOwn(source.files, name) ? source.files[name] : Object.hasOwn(source.files, short) ? source.files[short] : undefined;
    };
    try {
        let file = 0;
        const [told] = engine.collect(() => {
            file = engine.x.parse(memory[0]!, text.length, memory[1]!, memory[2]!, constants.length);
        }) as [{ problems: Problem[]; warnings: Problem[] }];
        engine.need(file);
        return { file, problems: told.problems.map(suggest), warnings: told.warnings.map(suggest) };
    } finally {
        engine.open = undefined;
        memory.forEach((pointer) => engine.x.release(pointer));
    }
}

const PARSE_OPTIONS: OptionTypes<ParseOptions> = { name: "string", files: "object", constants: "object" };

function toFile(what: string, file: string | Uint8Array): string | Uint8Array {
    if (file instanceof Uint8Array) {
        return file.slice();
    }
    if (typeof file !== "string") {
        throw new ValueError("type", `${what} must be a string or a Uint8Array, not ${show(file)}`);
    }
    return file;
}

function filesOf(files: NonNullable<ParseOptions["files"]>): Source["files"] {
    return Object.fromEntries(Object.entries(files).map(([name, file]) => [name, toFile(`file '${name}'`, file)]));
}

function constantsOf(constants: NonNullable<ParseOptions["constants"]>): Source["constants"] {
    const entries = Object.entries(constants);
    for (const [name, value] of entries) {
        toName("the name of a constant", name);
        if (typeof value === "string") {
            toName(`constant '${name}'`, value);
        } else if (!["number", "boolean"].includes(typeof value)) {
            throw new ValueError("type", `constant '${name}' must be a number, boolean or string, not ${show(value)}`);
        }
    }
    return Object.fromEntries(entries);
}

/** @internal */
export interface BrainData {
    bytes: Uint8Array;
    about: Description;
    warnings: Problem[];
    source: Source | undefined;
}

const MAGIC = "wits-ai brain 1\n";

/**
 * A compiled brain: immutable, shared by any number of agents and crowds.
 *
 * ```ts
 * const brain = Brain.parse(await (await fetch("guard.yaml")).text());
 * ```
 */
export class Brain {
    /** @internal */
    readonly data: BrainData;
    #memory: BrainMemory | undefined;
    #isDisposed = false;
    #numbers = new Map<string, number>();
    #fields = new Map<string, number>();

    /** Use {@link Brain.parse} or {@link Brain.load}. */
    private constructor(data: object) {
        this.data = data as BrainData;
        this.data.about.states.forEach((state, number) => this.#numbers.set(state.path, number));
        this.data.about.fields.forEach((field, number) => this.#fields.set(field.name, number));
    }

    /** @internal */
    static of(data: BrainData): Brain {
        return new Brain(data);
    }

    /**
     * Parses a brain file, YAML or JSON: a string, or UTF-8 as `readFileSync` returns it.
     * @throws {BrainError} with all mistakes of the file, each with its line and column.
     */
    static parse(text: string | Uint8Array, options: ParseOptions = {}): Brain {
        const { name = "brain.yaml", files = {}, constants = {} } = toOptions<ParseOptions>("Brain.parse", options, PARSE_OPTIONS);
        toName("name", name);
        const source = { text: toFile("a brain file", text), name, files: filesOf(files), constants: constantsOf(constants) };
        const wits = engine();
        const { file, problems, warnings } = parseIn(wits, source);
        try {
            if (problems.length > 0) {
                throw new BrainError(problems);
            }
            const at = wits.x.file_brain(file);
            const bytes = wits.bytes.slice(at, at + wits.x.brain_bytes(at));
            const [about] = wits.collect(() => wits.x.describe(file)) as [Description];
            return new Brain({ bytes, about, warnings, source });
        } finally {
            wits.x.file_free(file);
        }
    }

    /**
     * Loads what {@link Brain.save} returned, without a parser. The bytes must come from the same version of this
     * package and from somebody you trust as you trust code.
     * @throws {SnapshotError} if the bytes are damaged or of another version.
     */
    static load(saved: Uint8Array): Brain {
        const wits = engine();
        try {
            if (!(saved instanceof Uint8Array)) {
                throw new TypeError("no bytes");
            }
            const head = new TextDecoder().decode(saved.subarray(0, MAGIC.length));
            const view = new DataView(saved.buffer, saved.byteOffset, saved.byteLength);
            const length = head === MAGIC ? view.getUint32(MAGIC.length, true) : -1;
            const at = MAGIC.length + 4 + length;
            const data = JSON.parse(new TextDecoder().decode(saved.subarray(MAGIC.length + 4, at))) as BrainData;
            const bytes = saved.slice(at);
            const pointer = wits.put(bytes);
            const isValid = wits.x.brain_is_valid(pointer, bytes.length);
            wits.x.release(pointer);
            if (isValid) {
                return new Brain({ ...data, bytes, source: undefined });
            }
        } catch (error) {
            if (!(error instanceof SyntaxError || error instanceof RangeError || error instanceof TypeError)) {
                throw error;
            }
        }
        throw new SnapshotError("brain", "these bytes are not a brain that this version of wits-ai saved");
    }

    /** The compiled brain as bytes, for {@link Brain.load}: a game can ship them with `wits-ai/core`, without a parser. */
    save(): Uint8Array {
        const { about, bytes } = this.data;
        const text = new TextEncoder().encode(JSON.stringify({ about, warnings: [] }));
        const saved = new Uint8Array(MAGIC.length + 4 + text.length + bytes.length);
        saved.set(new TextEncoder().encode(MAGIC));
        new DataView(saved.buffer).setUint32(MAGIC.length, text.length, true);
        saved.set(text, MAGIC.length + 4);
        saved.set(bytes, MAGIC.length + 4 + text.length);
        return saved;
    }

    get name(): string {
        return this.data.about.name;
    }
    /** Likely mistakes in the file. */
    get warnings(): readonly Problem[] {
        return this.data.warnings;
    }
    /** All states; the position in the list is the state's number in columns of {@link Crowd.states}. */
    get states(): readonly StateInfo[] {
        return this.data.about.states;
    }
    get events(): readonly string[] {
        return this.data.about.events;
    }
    get fields(): readonly FieldInfo[] {
        return this.data.about.fields;
    }
    get functions(): readonly FunctionInfo[] {
        return this.data.about.functions;
    }
    get targets(): readonly TargetInfo[] {
        return this.data.about.targets;
    }
    /** Properties for {@link prove}. */
    get properties(): readonly PropertyInfo[] {
        return this.data.about.properties;
    }
    /** Names of the file and of all included ones. */
    get files(): readonly string[] {
        return this.data.about.files;
    }
    /** As declared in the file; undefined if it does not. */
    get ticksPerSecond(): number | undefined {
        return this.data.about.ticksPerSecond;
    }
    /** Hash of the compiled bytes, the same on every machine: equal brains have equal hashes. */
    get hash(): bigint {
        return BigInt.asUintN(64, engine().x.brain_hash(this.memory().pointer));
    }

    /**
     * Creates an agent and starts it: `enter` actions run. Every function that the brain calls must be given.
     *
     * ```ts
     * const guard = brain.agent({ fields: { health: 1 }, functions: { strike() { … }, sees: () => true } });
     * ```
     */
    agent<F extends object = Fields>(options: AgentOptions<F> = {}): Agent<F> {
        return new Agent<F>(this, options);
    }

    /** Frees memory at once. Agents of this brain cannot be used afterwards; crowds can, because they have a copy. */
    dispose(): void {
        this.#isDisposed = true;
        if (this.#memory) {
            forgotten.unregister(this);
            this.#memory.drop();
            this.#memory = undefined;
        }
    }
    [Symbol.dispose](): void {
        this.dispose();
    }

    /** @internal */
    check(): void {
        if (this.#isDisposed) {
            throw new DisposedError("brain");
        }
    }

    /** @internal */
    memory(): BrainMemory {
        this.check();
        if (!this.#memory) {
            this.#memory = new BrainMemory(engine(), this.data.bytes);
            forgotten.register(this, this.#memory, this);
        }
        return this.#memory;
    }

    /** Finds a state by its path, or by a unique name. @internal */
    state(name: string): number {
        const known = this.#numbers.get(toText("a state", name)) ?? this.#numbers.get(name.replace(/^\//, ""));
        if (known !== undefined) {
            return known;
        }
        const { states } = this;
        const found = states.flatMap(({ path }, number) => (path.endsWith(`/${name}`) ? [number] : []));
        return found.length === 1 ? found[0]! : unknown("state", name, states.slice(1).map((state) => state.path));
    }

    /** @internal */
    event(name: string): number {
        const at = this.events.indexOf(toText("an event", name));
        return at >= 0 ? at : unknown("event", name, this.events);
    }

    /** @internal */
    field(name: string): number {
        return this.#fields.get(toText("a field", name)) ?? unknown("field", name, this.fields.map((field) => field.name));
    }

    /** Finds a kind of targets. @internal */
    target(name: string): number {
        const at = this.targets.findIndex((kind) => kind.name === toText("a kind of targets", name));
        return at >= 0 ? at : unknown("kind of targets", name, this.targets.map((kind) => kind.name));
    }
}

/** @internal */
export function checkBrain(brain: Brain): void {
    if (!(brain instanceof Brain)) {
        throw new ValueError("type", `expected a Brain, of the same entry of wits-ai, not ${show(brain)}`);
    }
    brain.check();
}
