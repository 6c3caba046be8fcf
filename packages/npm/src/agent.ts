// SPDX-License-Identifier: MIT
// Single agents.
import { type Brain, type BrainMemory, checkBrain } from "./brain.js";
import { type OptionTypes, show, toBig, toObject, toOptions } from "./check.js";
import { type Pointer, registry } from "./engine.js";
import { DisposedError, ValueError } from "./errors.js";
import type { ExplainOptions, Explanation } from "./explain.js";
import { fetchValue, type Fields, storeNumber, toNumber } from "./fields.js";
import { type HostFunctions, type Target, VERBS, World } from "./world.js";

/** Options of {@link Brain.agent}. */
export interface AgentOptions<F extends object = Fields> {
    /** Values other than the initial ones of the file. */
    fields?: Partial<F>;
    /** The functions that the brain calls: actions, conditions and scores. `this` is this object. */
    functions?: HostFunctions<Agent<F>>;
    /** The agent's id, for randomness and `every`. Default: 0. */
    id?: number | bigint;
    /** Default: 0. */
    seed?: number | bigint;
    /** Starts it at once. Default: true. */
    start?: boolean;
}

const OPTIONS: OptionTypes<AgentOptions<any>> = { fields: "object", functions: "object", id: "any", seed: "any", start: "boolean" };

const forgotten = /* @__PURE__ */ registry<() => void>((free) => free());

/** Frees an agent. Refers to no object of the user, which would keep it alive. */
function release(memory: BrainMemory, world: Pointer): () => void {
    return () => {
        memory.engine.x.world_free(world);
        memory.drop();
    };
}

const lastTick = (world: World): number => Math.max(world.tick - 1, 0);

/** An object with an accessor for each field. */
function fieldsOf<F>(get: () => World): F {
    const world = get();
    const object = Object.create(null);
    world.brain.fields.forEach((field, number) => {
        Object.defineProperty(object, field.name, {
            enumerable: true,
            get: () => fetchValue(get().engine, world.columns[number]!, 0, field),
            set: (value) => {
                const stored = toNumber(field, value);
                storeNumber(get().engine, world.columns[number]!, 0, field, stored);
            },
        });
    });
    return Object.preventExtensions(object);
}

/** One agent of a brain with its fields. For more than some hundred agents use a {@link Crowd}. */
export class Agent<F extends object = Fields> {
    /** The fields, by name. Assigning another type or an unknown name throws. */
    readonly fields: F;
    #own: World | undefined;
    #free: () => void;
    #brain: Brain;

    /** The same as {@link Brain.agent}. */
    constructor(brain: Brain, options: AgentOptions<F> = {}) {
        checkBrain(brain);
        const { fields = {}, functions = {}, id = 0, seed = 0, start = true } = toOptions<AgentOptions<F>>("an agent", options, OPTIONS);
        const memory = brain.memory();
        this.#brain = brain;
        const first = toBig("id", id);
        const world = new World(memory.engine, brain, memory.pointer, 1, this, functions as HostFunctions, false, first, toBig("seed", seed));
        this.#own = world;
        this.#free = release(memory.add(), world.world);
        forgotten.register(this, this.#free, this);
        this.fields = fieldsOf<F>(() => this.#world);
        try {
            this.#assign(fields);
            if (start) {
                this.start();
            }
        } catch (error) {
            this.dispose();
            throw error;
        }
    }

    get brain(): Brain {
        return this.#brain;
    }

    get #world(): World {
        if (!this.#own) {
            throw new DisposedError("agent");
        }
        this.#brain.check();
        return this.#own;
    }

    /** Assigns all fields or, if it throws, none. */
    #assign(fields: object): void {
        const { engine, columns } = this.#world;
        const brain = this.#brain;
        const names = Object.keys(toObject("fields", fields));
        const rows: number[] = [];
        const numbers: number[] = [];
        for (const name of names) {
            const row = brain.field(name);
            rows.push(row);
            numbers.push(toNumber(brain.fields[row]!, (fields as Fields)[name]));
        }
        rows.forEach((row, i) => storeNumber(engine, columns[row]!, 0, brain.fields[row]!, numbers[i]!));
    }

    #raise(event: number): void {
        const world = this.#world;
        world.engine.x.world_raise(world.world, 0, 1, event);
    }

    #call(verb: number, state = 0, isTick = false): this {
        const world = this.#world;
        world.run(() => void world.engine.x.agent_call(world.world, 0, verb, state), isTick);
        return this;
    }

    /** Number of the next tick, to which calls such as {@link goto} belong. The start is tick 0, so the first is 1. */
    get tickNumber(): number {
        return this.#world.tick;
    }

    /**
     * Decides, then runs the actions of the active states, as the next tick.
     * If a function throws, the agent and its fields are as before the tick, and `tick` throws the same.
     * @param fields values to assign first
     * @param events an event to raise first, or several
     */
    tick(fields?: Partial<F>, events?: string | readonly string[]): this {
        this.#world.idle();
        const numbers = events === undefined ? undefined : this.#events(events);
        if (fields !== undefined) {
            this.#assign(fields);
        }
        numbers?.forEach((event) => this.#raise(event));
        return this.#call(VERBS.tick, 0, true);
    }
    #events(events: string | readonly string[]): number[] {
        const names = typeof events === "string" ? [events] : events;
        const numbers: number[] = [];
        if (!Array.isArray(names)) {
            throw new ValueError("type", `events of a tick must be a string or an array of strings, not ${show(events)}`);
        }
        for (let i = 0; i < names.length; i++) {
            numbers.push(this.#brain.event(names[i]!));
        }
        return numbers;
    }
    /** Enters the root, then its children. Does nothing if the agent is started. */
    start(): this {
        return this.#call(VERBS.start, 0, this.#world.tick === 0);
    }
    /** Exits all active states. */
    stop(): this {
        return this.#call(VERBS.stop);
    }
    /** Only the decision of a tick: then call {@link update}, which ends the tick. */
    decide(): this {
        return this.#call(VERBS.decide);
    }
    update(): this {
        return this.#call(VERBS.update, 0, true);
    }
    /** Fires a transition to a state. Does nothing if it is active. */
    goto(state: string): this {
        return this.#call(VERBS.goto, this.#brain.state(state));
    }
    /** As {@link goto}, but an active state exits and is entered again. */
    restart(state: string): this {
        return this.#call(VERBS.restart, this.#brain.state(state));
    }
    /** Makes a state active without running actions. */
    setState(state: string): this {
        return this.#call(VERBS.setState, this.#brain.state(state));
    }
    /** Makes an event pending for the next decision. Inside functions use `call.raise`. */
    raise(event: string): this {
        this.#world.idle();
        this.#raise(this.#brain.event(event));
        return this;
    }
    /** Replaces the targets of a kind. They stay until they are replaced. */
    setTargets(kind: string, targets: readonly Target[]): this {
        this.#world.setTargetRows(kind, targets);
        return this;
    }

    /** Paths of the deepest active states: one for each active region, so one without parallels. */
    get active(): string[] {
        return this.#world.active(0);
    }
    get isStarted(): boolean {
        const world = this.#world;
        return world.engine.x.world_is_started(world.world, 0) !== 0;
    }
    isIn(state: string): boolean {
        const world = this.#world;
        return world.engine.x.world_is_in(world.world, 0, this.#brain.state(state)) !== 0;
    }
    /** Returns whether an active state is done, by `lasts`, `done` or a final child. May call functions. */
    isDone(state: string): boolean {
        const world = this.#world;
        const number = this.#brain.state(state);
        return world.engine.run(world, () => world.engine.x.world_is_done(world.world, 0, number, lastTick(world)) !== 0);
    }
    /** Ticks from the one in which a state was entered to the last one; 0 if it is not active or has no clock. */
    elapsed(state: string): number {
        const world = this.#world;
        return world.engine.x.world_elapsed(world.world, 0, this.#brain.state(state), lastTick(world)) >>> 0;
    }
    /** Id of the target that an active option chose. */
    target(option: string): number | undefined {
        const world = this.#world;
        const id = world.engine.x.world_target(world.world, 0, this.#brain.state(option)) >>> 0;
        return id === 0xffffffff ? undefined : id;
    }

    /**
     * Explains what the agent would decide in the next tick with its present fields. Changes nothing: no action runs.
     */
    explain(options: ExplainOptions = {}): Explanation {
        return this.#world.explain(0, options);
    }

    /** Hash of id and bytes, the same on every machine. Fields are not included. */
    hash(): bigint {
        const world = this.#world;
        return BigInt.asUintN(64, world.engine.x.world_hash(world.world));
    }
    /** The agent, its fields and its tick number as bytes. */
    save(): Uint8Array {
        return this.#world.save(this.#layout());
    }
    /**
     * Restores what {@link save} returned, for an agent of the same brain, id and seed. No action runs.
     * @throws {SnapshotError} and changes nothing if the bytes are damaged or of another brain.
     */
    restore(saved: Uint8Array): this {
        this.#world.restore(saved, this.#layout());
        return this;
    }

    #layout(): bigint {
        const { engine, pointer } = this.#brain.memory();
        return BigInt.asUintN(64, engine.x.brain_layout(pointer));
    }

    /** Frees memory at once instead of when the agent is collected. */
    dispose(): void {
        const world = this.#own;
        if (world) {
            world.idle();
            forgotten.unregister(this);
            this.#own = undefined;
            this.#free();
        }
    }
    [Symbol.dispose](): void {
        this.dispose();
    }
}
