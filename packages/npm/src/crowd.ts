// SPDX-License-Identifier: MIT
// Crowds. Each has its own instance of the module, so its memory never moves and is freed with it.
import { type Brain, checkBrain } from "./brain.js";
import { type OptionTypes, toBig, toCount, toName, toOptions, toRows } from "./check.js";
import { Engine, engine, ROOM } from "./engine.js";
import { DisposedError, InitError, SnapshotError, ValueError } from "./errors.js";
import type { ExplainOptions, Explanation } from "./explain.js";
import { type Column, columnAt, fetchValue, type FieldValue, storeColumn, storeNumber, toColumn, toNumber } from "./fields.js";
import { type HostFunctions, type TargetLists, VERBS, World } from "./world.js";

/** Options of {@link Crowd}. */
export interface CrowdOptions {
    /** Number of agents, from 1. */
    agents: number;
    /** Default: 0. */
    seed?: number | bigint;
    /** Agent i has the id `firstId + i`, for randomness and `every`. Default: 0. */
    firstId?: number | bigint;
    /** For all agents, a value, or for each agent one: an array or typed array. */
    fields?: Readonly<Record<string, FieldValue | ArrayLike<FieldValue>>>;
    /** The conditions and scores that the brain calls. Actions are optional: without them nothing happens. */
    functions?: HostFunctions<Crowd>;
    /** Number of targets of each kind to take memory for, so that columns need not be read again after `setTargets`. */
    targets?: Readonly<Record<string, number>>;
    /** Starts the agents at once. Default: true. */
    start?: boolean;
}

/** Options of {@link Crowd.load}. */
export interface CrowdLoadOptions extends Pick<CrowdOptions, "functions" | "targets"> {
    /** New names by old ones, if the brain has changed; states by their paths. Default: `renames` of the brain's file. */
    renames?: Readonly<Partial<Record<"states" | "events" | "fields", Readonly<Record<string, string>>>>>;
}

const OPTIONS: OptionTypes<CrowdOptions> = {
    agents: "any", seed: "any", firstId: "any", fields: "object", functions: "object", targets: "object", start: "boolean",
};
const LOAD_OPTIONS: OptionTypes<CrowdLoadOptions> = { functions: "object", targets: "object", renames: "object" };

/** Something of an agent that the new version of its brain has no place for. */
export interface Loss {
    /** Row of the agent. A field that is gone is listed once, with the first agent. */
    readonly row: number;
    /** A text for users: "run: the state is gone; …". */
    readonly text: string;
}

/** The way in which a crowd runs; see `wits crowd --plan`. */
export interface Plan {
    readonly path: "single" | "masks" | "groups";
    readonly reason: string;
    /** Agents in a block. */
    readonly block: number;
    /** Without fields. */
    readonly bytesPerAgent: number;
}

/**
 * Many agents of one brain, decided together.
 *
 * ```ts
 * const crowd = new Crowd(brain, { agents: 100_000, seed: 1 });
 * crowd.columns.hunger.fill(0.5);
 * crowd.tick();
 * ```
 */
export class Crowd {
    /** Number of agents. */
    readonly agents: number;
    /**
     * A column for each field: live typed arrays over the fields of all agents, to read and to write. They stay valid
     * as long as the crowd, except if {@link setTargets} needs more memory than was reserved: then read them again.
     */
    readonly columns: Readonly<Record<string, Column>>;
    readonly brain: Brain;
    #own: World | undefined;
    #layout: bigint;

    /** @throws {ValueError} {NameError} */
    constructor(brain: Brain, options: CrowdOptions) {
        checkBrain(brain);
        const { agents, fields = {}, functions = {}, targets = {}, seed = 0, firstId = 0, start = true } = toOptions("a crowd", options, OPTIONS);
        this.agents = toCount("agents", agents, 1, 0xfffffffe);
        this.brain = brain;
        const first = toBig("firstId", firstId);
        const own = new Engine(engine().module);
        const pointer = own.put(brain.data.bytes);
        const world = new World(own, brain, pointer, this.agents, this, functions as HostFunctions, true, first, toBig("seed", seed));
        this.#own = world;
        this.#layout = BigInt.asUintN(64, own.x.brain_layout(pointer));
        if (world.hasFunctions) {
            own.need(own.x.world_keep(world.world));
        }
        for (const [kind, count] of Object.entries(targets)) {
            world.reserve(kind, toCount(`targets.${kind}`, count, 0, 0x7fffffff));
        }
        this.columns = columnsOf(() => this.#world);
        for (const [name, value] of Object.entries(fields)) {
            this.set(name, value);
        }
        if (start) {
            this.start();
        }
    }

    /**
     * Makes a crowd of the agents of a {@link snapshot}, with their fields, ids, seed and tick. It may come from another
     * machine or program, and from an earlier version of the brain: agents stay in the states of the same paths or
     * {@link CrowdLoadOptions.renames}, and `losses` lists what no longer fits. No action runs.
     *
     * ```ts
     * const { crowd, losses } = Crowd.load(brain, bytes, { functions });
     * ```
     *
     * @throws {SnapshotError} if the bytes are damaged, or agents do not have consecutive ids.
     */
    static load(brain: Brain, snapshot: Uint8Array, options: CrowdLoadOptions = {}): { crowd: Crowd; losses: Loss[] } {
        checkBrain(brain);
        const { functions, targets, renames } = toOptions("Crowd.load", options, LOAD_OPTIONS);
        const names = renames ? renamesOf(renames) : (brain.data.about.renames ?? []);
        if (!(snapshot instanceof Uint8Array)) {
            throw new SnapshotError("format", "these are not the bytes of a snapshot");
        }
        checkHead(snapshot);
        const view = new DataView(snapshot.buffer, snapshot.byteOffset, snapshot.byteLength);
        const [agents, firstId, seed] = [HEAD_COUNT, HEAD_COUNT + 8, HEAD_COUNT + 16].map((at) => view.getBigUint64(at, true)) as [bigint, bigint, bigint];
        if (agents === 0n || agents > BigInt(snapshot.length)) {
            throw new SnapshotError("size", agents === 0n ? "the snapshot has no agents" : "the snapshot is cut short");
        }
        const crowd = new Crowd(brain, { agents: Number(agents), seed, firstId, functions, targets, start: false });
        try {
            const losses = crowd.#load(snapshot, names);
            crowd.#world.setTick(view.getUint32(HEAD_TICK, true));
            return { crowd, losses };
        } catch (error) {
            crowd.dispose();
            throw error;
        }
    }

    #load(snapshot: Uint8Array, renames: readonly string[]): Loss[] {
        const world = this.#world;
        const { engine: own } = world;
        const pointer = own.put(snapshot);
        const names = own.put(new TextEncoder().encode(renames.map((name) => `${name}\0`).join("")));
        let isGood = 0;
        const told = own.collect(() =>
            world.run(() => {
                isGood = own.x.snapshot_load(world.world, pointer, snapshot.length, names, renames.length / 3);
            }),
        );
        own.x.release(pointer);
        own.x.release(names);
        return isGood ? (told as Loss[]) : refuse(told);
    }

    get #world(): World {
        if (!this.#own) {
            throw new DisposedError("crowd");
        }
        return this.#own;
    }

    #row(row: number): number {
        return toCount("the row of an agent", row, 0, this.agents - 1);
    }

    #call(verb: number, state = 0, first = 0, count?: number, isTick = false): this {
        const world = this.#world;
        const rows = toRows(this.agents, first, count);
        world.run(() => world.engine.x.crowd_call(world.world, ...rows, verb, state), isTick);
        return this;
    }

    /** Number of the next tick; see {@link Agent.tickNumber}. */
    get tickNumber(): number {
        return this.#world.tick;
    }

    /**
     * Runs ticks: each agent decides, then updates. Host actions run after the agents of their block, in order.
     * If a function throws, all agents and columns are as before that tick, and `tick` throws the same.
     */
    tick(ticks = 1): this {
        toCount("ticks", ticks, 0, 0xffffffff);
        for (let i = 0; i < ticks; i++) {
            this.#call(VERBS.tick, 0, 0, this.agents, true);
        }
        return this;
    }
    /** Starts agents that are stopped. */
    start(first = 0, count?: number): this {
        return this.#call(VERBS.start, 0, first, count, this.#world.tick === 0);
    }
    /** Exits all active states. */
    stop(first = 0, count?: number): this {
        return this.#call(VERBS.stop, 0, first, count);
    }
    /** Only the decision of a tick: then call {@link update}, which ends the tick. */
    decide(): this {
        return this.#call(VERBS.decide);
    }
    update(): this {
        return this.#call(VERBS.update, 0, 0, this.agents, true);
    }
    /** Fires a transition to a state, for a range of agents. */
    goto(state: string, first = 0, count?: number): this {
        return this.#call(VERBS.goto, this.brain.state(state), first, count);
    }
    /** As {@link goto}, but agents that are in the state exit and enter it again. */
    restart(state: string, first = 0, count?: number): this {
        const number = this.brain.state(state);
        const world = this.#world;
        const [from, length] = toRows(this.agents, first, count);
        world.run(() => {
            for (let row = from; row < from + length; row++) {
                world.engine.x.agent_call(world.world, row, VERBS.restart, number);
            }
        });
        return this;
    }
    /** Makes a state active without running actions. */
    setState(state: string, first = 0, count?: number): this {
        return this.#call(VERBS.setState, this.brain.state(state), first, count);
    }
    /** Makes an event pending for a range of agents. */
    raise(event: string, first = 0, count?: number): this {
        const world = this.#world;
        world.idle();
        const rows = toRows(this.agents, first, count);
        world.engine.x.world_raise(world.world, ...rows, this.brain.event(event));
        return this;
    }

    /** Sets a field of all agents: to one value, or to an array of one for each. */
    set(field: string, value: FieldValue | ArrayLike<FieldValue>): this {
        const world = this.#world;
        const { at, info } = this.#field(field);
        const base = world.columns[at]!;
        if (typeof value === "object" && value !== null) {
            storeColumn(world.engine, base, info, toColumn(info, value, this.agents, `column '${field}'`));
        } else {
            const number = toNumber(info, value);
            if (number !== number) {
                new Uint32Array(world.engine.x.memory.buffer, base, this.agents).fill(0x7fc00000);
            } else {
                columnAt(world.engine, base, info.type, this.agents).fill(number);
            }
        }
        return this;
    }
    /** Reads or writes a field of one agent, as {@link Agent.fields} does. */
    get(row: number, field: string): FieldValue {
        const { at, info } = this.#field(field);
        return fetchValue(this.#world.engine, this.#world.columns[at]!, this.#row(row), info);
    }
    put(row: number, field: string, value: FieldValue): this {
        const { at, info } = this.#field(field);
        const number = toNumber(info, value);
        storeNumber(this.#world.engine, this.#world.columns[at]!, this.#row(row), info, number);
        return this;
    }
    #field(name: string) {
        const at = this.brain.field(name);
        return { at, info: this.brain.fields[at]! };
    }

    /** Replaces the targets of a kind for all agents. They are checked, and stay until they are replaced. */
    setTargets(kind: string, lists: TargetLists): this {
        this.#world.setTargetColumns(kind, lists);
        return this;
    }

    /** Paths of the deepest active states of one agent. */
    active(row: number): string[] {
        return this.#world.active(this.#row(row));
    }
    isIn(row: number, state: string): boolean {
        const world = this.#world;
        return world.engine.x.world_is_in(world.world, this.#row(row), this.brain.state(state)) !== 0;
    }
    /** Id of the target that an active option of an agent chose. */
    target(row: number, option: string): number | undefined {
        const world = this.#world;
        const id = world.engine.x.world_target(world.world, this.#row(row), this.brain.state(option)) >>> 0;
        return id === 0xffffffff ? undefined : id;
    }
    /** Number of agents in each leaf, by path; also in other states that are the deepest active one of some agent. */
    counts(): Record<string, number> {
        const { engine, world } = this.#world;
        const numbers = engine.collect(() => engine.need(engine.x.crowd_counts(world))) as number[];
        const counts: Record<string, number> = {};
        this.brain.states.forEach(({ path, kind }, state) => {
            if (kind === "leaf" || numbers[state]! > 0) {
                counts[path] = numbers[state]!;
            }
        });
        return counts;
    }
    /** Rows of the agents that are in a state, ascending. */
    find(state: string): Uint32Array {
        const { engine, world } = this.#world;
        const number = this.brain.state(state);
        const all = new Uint32Array(this.agents);
        let found = 0;
        for (let first = 0; first < this.agents; first += ROOM) {
            const count = engine.x.crowd_find(world, first, this.agents - first < ROOM ? this.agents - first : ROOM, number);
            all.set(new Uint32Array(engine.x.memory.buffer, engine.x.room(), count), found);
            found += count;
        }
        return all.slice(0, found);
    }
    /**
     * For each agent the number of its deepest active state, a position in {@link Brain.states}; 65535 if it has none.
     * @param region only states inside this one: a brain with a parallel has a deepest state in each region
     * @param into receives the numbers instead of a new array
     */
    states(region = "", into: Uint16Array = new Uint16Array(this.agents)): Uint16Array {
        const { engine, world } = this.#world;
        const number = this.brain.state(region);
        if (!(into instanceof Uint16Array) || into.length !== this.agents) {
            throw new ValueError("length", `states need a Uint16Array of ${this.agents} elements`);
        }
        for (let first = 0; first < this.agents; first += ROOM) {
            const count = Math.min(ROOM, this.agents - first);
            engine.x.crowd_states(world, first, count, number);
            into.set(new Uint16Array(engine.x.memory.buffer, engine.x.room(), count), first);
        }
        return into;
    }

    /** As {@link Agent.explain}, for one agent. */
    explain(row: number, options: ExplainOptions = {}): Explanation {
        return this.#world.explain(this.#row(row), options);
    }
    /** Returns how the crowd runs, and why. */
    get plan(): Plan {
        const { engine, world } = this.#world;
        return engine.collect(() => engine.x.brain_plan(world))[0] as Plan;
    }

    /** Sum of the agents' hashes modulo 2^64, the same on every machine and for any division into slices. */
    hash(): bigint {
        const world = this.#world;
        return BigInt.asUintN(64, world.engine.x.world_hash(world.world));
    }
    /**
     * All agents with their fields, ids, seed and tick as bytes that outlive this version of the brain, for
     * {@link Crowd.load} and every other program with wits: "docs/snapshots.md" describes them.
     */
    snapshot(): Uint8Array {
        const { engine, world } = this.#world;
        needSnapshots(engine);
        const size = engine.x.snapshot_size(world);
        const pointer = engine.allocate(size);
        engine.x.snapshot_write(world, pointer, size);
        const bytes = engine.bytes.slice(pointer, pointer + size);
        engine.x.release(pointer);
        return bytes;
    }
    /** All agents, their fields and the tick number as bytes, for {@link restore}: faster, but only for this brain. */
    save(): Uint8Array {
        return this.#world.save(this.#layout);
    }
    /** Restores what {@link save} returned, for a crowd of the same brain, size, ids and seed. */
    restore(saved: Uint8Array): this {
        this.#world.restore(saved, this.#layout);
        return this;
    }

    /** Gives the memory back. Columns that you still hold keep it. */
    dispose(): void {
        this.#own?.idle();
        this.#own = undefined;
    }
    [Symbol.dispose](): void {
        this.dispose();
    }
}

/** Positions in the head of a snapshot. */
const HEAD_COUNT = 56;
const HEAD_TICK = 80;

/** The core has none: a new version of a brain needs the compiler of brains. */
function needSnapshots(engine: Engine): void {
    if (!engine.x.snapshot_size) {
        throw new InitError("core", "wits-ai/core has no snapshots; use save and restore, or import 'wits-ai'");
    }
}

function refuse(told: unknown[]): never {
    throw new SnapshotError(told[0] as string, told[1] as string);
}

function checkHead(snapshot: Uint8Array): void {
    const main = engine();
    needSnapshots(main);
    const pointer = main.put(snapshot);
    let isGood = 0;
    const told = main.collect(() => {
        isGood = main.x.snapshot_check(pointer, snapshot.length);
    });
    main.x.release(pointer);
    if (!isGood) {
        refuse(told);
    }
}

function renamesOf(given: NonNullable<CrowdLoadOptions["renames"]>): string[] {
    const tables = toOptions("renames", given, { states: "object", events: "object", fields: "object" });
    return Object.entries(tables).flatMap(([table, names]) =>
        Object.entries(names).flatMap(([from, to]) => [table, toName("an old name", from), toName(`the new name of '${from}'`, to)]),
    );
}

/** An object with an accessor for each column, which makes a new view only if the memory has grown. */
function columnsOf(get: () => World): Readonly<Record<string, Column>> {
    const object = Object.create(null);
    get().brain.fields.forEach((field, number) => {
        let view: Column | undefined;
        Object.defineProperty(object, field.name, {
            enumerable: true,
            get: () => {
                const { engine, columns, rows } = get();
                if (view?.buffer !== engine.x.memory.buffer) {
                    view = columnAt(engine, columns[number]!, field.type, rows);
                }
                return view;
            },
        });
    });
    return Object.freeze(object);
}
