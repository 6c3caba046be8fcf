// SPDX-License-Identifier: MIT
// A decision map in a worker.
import { Instance } from "./instance";

export interface MapOf {
    brain: string;
    /** Path of a state; the map is of the fsm or utility around it. */
    state: string;
    /** Fields; without them, only the fields are listed. */
    x?: string;
    y?: string;
    /** Lines NAME=EXPRESSION for the other fields. */
    sets: string;
}

/** Posted by a worker that draws maps. `map` is written by `map` of page.c. */
export type FromMapper = { map: string } | { failed: string };

export function map(module: WebAssembly.Module, { brain, state, x, y, sets }: MapOf): void {
    const instance = new Instance(module);
    instance.onmessage = (drawn) => self.postMessage({ map: drawn });
    instance.x.map(instance.put("brain"), instance.put(brain), instance.put(state), instance.put(x), instance.put(y), instance.put(sets));
}
