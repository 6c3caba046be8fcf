// SPDX-License-Identifier: MIT
// Proofs: in a worker, or in slices on this thread.
import { type Brain, checkBrain, type Source } from "./brain.js";
import { type OptionTypes, show, toCount, toOptions } from "./check.js";
import { engine } from "./engine.js";
import { ValueError, WitsError } from "./errors.js";
import { type Limits, proveNow, type ProveProgress, type ProveReport } from "./prover.js";
import { Thread, type WorkerFactory } from "./threads.js";

/** Options of {@link prove}. */
export interface ProveOptions {
    /** Ends the proof: the promise and the iterator reject with its reason. */
    signal?: AbortSignal;
    /** Limits, after which the verdict is "not found". Defaults: 1,000,000 situations, 1 GiB, no limit. */
    situations?: number;
    memory?: number;
    ticks?: number;
    /** For `within`: searches the worst case up to this many ticks, even if the property is refuted. */
    worstTicks?: number;
    /** Also proves that fields with a range that the brain assigns stay within it. */
    ranges?: boolean;
    /** `false`: runs on this thread, in slices. A function: creates the worker. */
    worker?: boolean | WorkerFactory;
}

const OPTIONS: OptionTypes<ProveOptions> = {
    signal: "object", situations: "any", memory: "any", ticks: "any", worstTicks: "any", ranges: "boolean", worker: "any",
};

/** A proof that runs. Await it for the report, iterate over it for progress, or both. */
export class Proving implements PromiseLike<ProveReport>, AsyncIterable<ProveProgress> {
    #report: Promise<ProveReport>;
    #latest: ProveProgress | undefined;
    #wake: (() => void)[] = [];

    /** @internal */
    constructor(start: (progress: (value: ProveProgress) => void) => Promise<ProveReport>) {
        this.#report = start((value) => {
            this.#latest = value;
            this.#awake();
        });
        this.#report.then(() => this.#awake(), () => this.#awake()); // never unhandled: `then` and the iterator throw
    }

    #awake(): void {
        this.#wake.splice(0).forEach((wake) => wake());
    }

    then<A = ProveReport, B = never>(
        done?: ((report: ProveReport) => A | PromiseLike<A>) | null,
        failed?: ((error: unknown) => B | PromiseLike<B>) | null,
    ): Promise<A | B> {
        return this.#report.then(done, failed);
    }

    /** Yields progress several times a second, always the latest. Ends with the proof. */
    async *[Symbol.asyncIterator](): AsyncGenerator<ProveProgress, ProveReport, undefined> {
        let seen: ProveProgress | undefined;
        let isDone = false;
        const end = this.#report.finally(() => (isDone = true));
        end.catch(() => undefined);
        while (!isDone) {
            if (this.#latest !== seen) {
                seen = this.#latest;
                yield seen!;
            } else {
                await Promise.race([end, new Promise<void>((wake) => this.#wake.push(wake))]);
            }
        }
        return this.#report;
    }
}

const FIRST_SLICE = 50; // milliseconds

/** On this thread: restarts from the beginning with twice the time until the search completes. Other tasks run in
between. */
async function proveInSlices(source: Source, limits: Limits, signal: AbortSignal | undefined, progress: (value: ProveProgress) => void) {
    for (let slice = FIRST_SLICE; ; slice *= 2) {
        signal?.throwIfAborted();
        const end = performance.now() + slice;
        let isEnded = true;
        const report = proveNow(engine().module, source, limits, (value) => {
            progress(value);
            isEnded = performance.now() < end;
            return isEnded;
        });
        if (isEnded) {
            return report;
        }
        await new Promise((next) => setTimeout(next, 0));
    }
}

async function proveInWorker(
    source: Source, limits: Limits, signal: AbortSignal | undefined, factory: WorkerFactory | undefined, progress: (value: ProveProgress) => void,
) {
    const thread = await Thread.start(factory);
    const abort = () => thread.end();
    signal?.addEventListener("abort", abort);
    try {
        signal?.throwIfAborted();
        return (await thread.request("prove", [source, limits], [], progress)) as ProveReport;
    } catch (error) {
        signal?.throwIfAborted();
        throw error;
    } finally {
        signal?.removeEventListener("abort", abort);
        thread.end();
    }
}

/**
 * Proves the properties under `prove` of a brain file: each is proven, or refuted by a shortest run. It rejects with a
 * {@link WitsError} of the code `properties` if there are none.
 *
 * The search runs in a worker, so this thread stays free and `signal` ends it at once. Where there are no workers, or
 * with `worker: false`, it runs here in slices of 50 ms, 100 ms, 200 ms, … , each from the beginning: that takes up to
 * three times as long, and `signal` is seen between two slices.
 *
 * ```ts
 * const proving = prove(brain, { signal: AbortSignal.timeout(10_000) });
 * for await (const { situations } of proving) console.log(situations);
 * for (const { name, verdict } of (await proving).verdicts) console.log(name, verdict);
 * ```
 */
export function prove(brain: Brain, options: ProveOptions = {}): Proving {
    checkBrain(brain);
    const { signal, worker = true, situations = 0, memory = 2 ** 30, ticks = 0, worstTicks = 0, ranges = false } = toOptions("prove", options, OPTIONS);
    const { source } = brain.data;
    if (!source) {
        throw new WitsError("source", "a brain that was loaded has no text to prove; use Brain.parse");
    }
    if (signal && typeof signal.throwIfAborted !== "function") {
        throw new ValueError("type", `option 'signal' of prove must be an AbortSignal, not ${show(signal)}`);
    }
    if (typeof worker !== "boolean" && typeof worker !== "function") {
        throw new ValueError("type", `option 'worker' of prove must be a boolean or a function, not ${show(worker)}`);
    }
    const limits = {
        situations: toCount("situations", situations, 0, 0xffffffff),
        memory: toCount("memory", memory, 0, 0xffffffff),
        ticks: toCount("ticks", ticks, 0, Number.MAX_SAFE_INTEGER),
        worstTicks: toCount("worstTicks", worstTicks, 0, 0xffffffff),
        ranges,
    };
    const factory = typeof worker === "function" ? worker : undefined;
    return new Proving(async (progress) => {
        signal?.throwIfAborted();
        if (worker !== false) {
            try {
                return await proveInWorker(source, limits, signal, factory, progress);
            } catch (error) {
                if (!(error instanceof WitsError && error.code === "no-worker")) {
                    throw error;
                }
            }
        }
        return proveInSlices(source, limits, signal, progress);
    });
}
