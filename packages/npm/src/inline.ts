// SPDX-License-Identifier: MIT
// wits-ai/inline: with wits.wasm inside, so there is nothing to fetch.
import text from "wasm-text";
import { type InitSource, load } from "./engine.js";

export * from "./api.js";
export { prove, type ProveOptions, type Proving } from "./prove.js";
export type { ProofRun, ProveProgress, ProveReport, Refutation, Verdict, VerdictAbout } from "./prover.js";

async function unpack(): Promise<BufferSource> {
    const letters = atob(text);
    const packed = new Uint8Array(letters.length);
    for (let i = 0; i < packed.length; i++) {
        packed[i] = letters.charCodeAt(i);
    }
    // Node's streams take ten times as long as its zlib.
    const zlib = (globalThis as any).process?.getBuiltinModule?.("node:zlib");
    return zlib ? zlib.gunzipSync(packed) : new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** As `init` of `wits-ai`, with the module that is inside this file. */
export function init(source?: InitSource | PromiseLike<InitSource>): Promise<void> {
    return load(() => source ?? unpack());
}
