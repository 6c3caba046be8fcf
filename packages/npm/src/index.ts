// SPDX-License-Identifier: MIT
// wits-ai: fetches wits.wasm, which is beside this file.
import { type InitSource, load } from "./engine.js";

export * from "./api.js";
export { prove, type ProveOptions, type Proving } from "./prove.js";
export type { ProofRun, ProveProgress, ProveReport, Refutation, Verdict, VerdictAbout } from "./prover.js";

/**
 * Loads the library. Call it once, and wait for it, before everything else; more calls return the same promise.
 *
 * @param source `wits.wasm` from elsewhere: a URL, a `Response`, its bytes, or a compiled module, for hosts that forbid
 * to fetch or to compile. Default: the file beside this one.
 * @throws {InitError} if it cannot be loaded, or the host has no SIMD. The next call tries again.
 */
export function init(source?: InitSource | PromiseLike<InitSource>): Promise<void> {
    return load(() => source ?? new URL("./wits.wasm", import.meta.url));
}
