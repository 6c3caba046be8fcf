// SPDX-License-Identifier: MIT
// A crowd divided among workers, each with its own memory: no SharedArrayBuffer, no special headers.
import { Brain, type BrainData, checkBrain, type ParseOptions } from "./brain.js";
import { type OptionTypes, toBig, toCount, toOptions, toRows } from "./check.js";
import { DisposedError } from "./errors.js";
import type { ExplainOptions, Explanation } from "./explain.js";
import { type Column, type FieldValue, toColumn, toNumber } from "./fields.js";
import { Thread, type WorkerFactory } from "./threads.js";

/** Options of {@link CrowdPool.create}: a brain, or the text of one with the options of {@link Brain.parse}. */
export interface CrowdPoolOptions extends ParseOptions {
    brain?: Brain;
    text?: string | Uint8Array;
    /** Number of agents of all workers. */
    agents: number;
    /** Default: the number of processors, at most 8. */
    workers?: number;
    seed?: number | bigint;
    firstId?: number | bigint;
    /** For all agents, a value, or for each agent one. */
    fields?: Readonly<Record<string, FieldValue | ArrayLike<FieldValue>>>;
    start?: boolean;
    /** Creates each worker, for pages whose content security policy forbids `blob:` workers. */
    worker?: WorkerFactory;
}

const OPTIONS: OptionTypes<CrowdPoolOptions> = {
    brain: "any", text: "any", name: "string", files: "object", constants: "object", agents: "any", workers: "any", seed: "any",
    firstId: "any", fields: "object", start: "boolean", worker: "function",
};

/**
 * A crowd in workers. Calls return promises and run in their order. Agents decide exactly as in one {@link Crowd}: the
 * hash does not depend on the number of workers. Brains that call conditions or scores need a {@link Crowd}.
 *
 * ```ts
 * const pool = await CrowdPool.create({ text, agents: 1_000_000, workers: 4 });
 * await pool.tick();
 * const hunger = await pool.column("hunger");   // a copy
 * ```
 */
export class CrowdPool {
    #threads: Thread[];
    #isDisposed = false;

    private constructor(readonly brain: Brain, readonly agents: number, threads: Thread[], readonly firsts: readonly number[]) {
        this.#threads = threads;
    }

    static async create(options: CrowdPoolOptions): Promise<CrowdPool> {
        const given = toOptions("CrowdPool.create", options, OPTIONS);
        const { text, name, files, constants, worker, start } = given;
        const brain = given.brain ?? Brain.parse(text as string, { name, files, constants });
        checkBrain(brain);
        const agents = toCount("agents", given.agents, 1, 0xfffffffe);
        const fields = Object.entries(given.fields ?? {}).map(([field, value]) => [field, checked(brain, field, value, agents)] as const);
        const processors = globalThis.navigator?.hardwareConcurrency ?? 4;
        const workers = Math.min(agents, toCount("workers", given.workers ?? Math.min(processors, 8), 1, 256));
        const seed = toBig("seed", given.seed ?? 0);
        const firstId = toBig("firstId", given.firstId ?? 0);
        const firsts = Array.from({ length: workers + 1 }, (_, i) => Math.floor((agents * i) / workers));
        const started = await Promise.allSettled(firsts.slice(1).map(() => Thread.start(worker)));
        const threads = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
        try {
            for (const one of started) {
                if (one.status === "rejected") {
                    throw one.reason;
                }
            }
            const { bytes, about } = brain.data;
            const data: BrainData = { bytes, about, warnings: [], source: undefined };
            await Promise.all(
                threads.map((thread, i) => {
                    const [first, end] = [firsts[i]!, firsts[i + 1]!];
                    const own = fields.map(([field, values]) => [field, part(values, first, end)]);
                    const options = { agents: end - first, seed, firstId: firstId + BigInt(first), fields: Object.fromEntries(own), start };
                    return thread.request("crowd", [data, options]);
                }),
            );
        } catch (error) {
            threads.forEach((thread) => thread.end());
            throw error;
        }
        return new CrowdPool(brain, agents, threads, firsts);
    }

    #all<T>(method: string, args: (first: number, end: number) => unknown[]): Promise<T[]> {
        if (this.#isDisposed) {
            return Promise.reject(new DisposedError("pool"));
        }
        return Promise.all(this.#threads.map((thread, i) => thread.request(method, args(this.firsts[i]!, this.firsts[i + 1]!))));
    }

    get workers(): number {
        return this.#threads.length;
    }

    /** Runs ticks on all workers. */
    async tick(ticks = 1): Promise<void> {
        toCount("ticks", ticks, 0, 0xffffffff);
        await this.#all("tick", () => [ticks]);
    }
    /** Sets a field of all agents: to one value, or to an array of one for each. */
    async set(field: string, value: FieldValue | ArrayLike<FieldValue>): Promise<void> {
        const values = checked(this.brain, field, value, this.agents);
        await this.#all("set", (first, end) => [field, part(values, first, end)]);
    }
    /** Makes an event pending for a range of agents. */
    async raise(event: string, first = 0, count?: number): Promise<void> {
        this.brain.event(event);
        const [begin, length] = toRows(this.agents, first, count);
        await this.#all("raise", (from, end) => {
            const own = Math.min(Math.max(begin, from), end);
            return [event, own - from, Math.max(0, Math.min(begin + length, end) - own)];
        });
    }
    /** A copy of a field of all agents. */
    async column(field: string): Promise<Column> {
        this.brain.field(field);
        return joined((await this.#all<Column>("column", () => [field])) as Column[]);
    }
    /** As {@link Crowd.states}. */
    async states(region = ""): Promise<Uint16Array> {
        this.brain.state(region);
        return joined((await this.#all<Uint16Array>("states", () => [region])) as Column[]) as Uint16Array;
    }
    async counts(): Promise<Record<string, number>> {
        const sum: Record<string, number> = {};
        for (const counts of await this.#all<Record<string, number>>("counts", () => [])) {
            for (const [path, count] of Object.entries(counts)) {
                sum[path] = (sum[path] ?? 0) + count;
            }
        }
        return sum;
    }
    /** The same for any number of workers, and as {@link Crowd.hash}. */
    async hash(): Promise<bigint> {
        const hashes = await this.#all<bigint>("hash", () => []);
        return BigInt.asUintN(64, hashes.reduce((sum, hash) => sum + hash, 0n));
    }
    async explain(row: number, options: ExplainOptions = {}): Promise<Explanation> {
        const given = toOptions<ExplainOptions>("explain", options, { counterfactuals: "boolean" });
        toCount("the row of an agent", row, 0, this.agents - 1);
        const at = this.firsts.findLastIndex((first) => first <= row);
        if (this.#isDisposed) {
            throw new DisposedError("pool");
        }
        return this.#threads[at]!.request("explain", [row - this.firsts[at]!, given]);
    }

    /** Ends the workers. Calls that still run reject. */
    dispose(): void {
        this.#isDisposed = true;
        this.#threads.forEach((thread) => thread.end(new DisposedError("pool")));
    }
    [Symbol.dispose](): void {
        this.dispose();
    }
    async [Symbol.asyncDispose](): Promise<void> {
        this.dispose();
    }
}

/** A value or a column that workers can set. */
function checked(brain: Brain, field: string, value: FieldValue | ArrayLike<FieldValue>, count: number): FieldValue | Column {
    const info = brain.fields[brain.field(field)]!;
    if (typeof value === "object" && value !== null) {
        return toColumn(info, value, count, `column '${field}'`);
    }
    toNumber(info, value);
    return value;
}

function part(values: FieldValue | Column, first: number, end: number): FieldValue | Column {
    return typeof values === "object" ? values.slice(first, end) : values;
}

function joined(parts: Column[]): Column {
    const all = new (parts[0]!.constructor as new (length: number) => Column)(parts.reduce((sum, one) => sum + one.length, 0));
    let at = 0;
    for (const one of parts) {
        all.set(one, at);
        at += one.length;
    }
    return all;
}
