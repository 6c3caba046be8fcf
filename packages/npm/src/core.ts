// SPDX-License-Identifier: MIT
// wits-ai/core: without parser and prover, for brains that Brain.save() returned.
import { type InitSource, load } from "./engine.js";

export * from "./api.js";

/** As `init` of `wits-ai`, with the smaller `wits-core.wasm`: use `Brain.load` instead of `Brain.parse`. */
export function init(source?: InitSource | PromiseLike<InitSource>): Promise<void> {
    return load(() => source ?? new URL("./wits-core.wasm", import.meta.url));
}
