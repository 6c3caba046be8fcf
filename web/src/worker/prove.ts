// SPDX-License-Identifier: MIT
// A proof in a worker.
import { Instance } from "./instance";

export interface Prove {
    brain: string;
    /** A condition; whether it can be reached is proven, too. */
    goal?: string;
    /** 0: no limit. */
    ticks: number;
    /** The search ends after this time. */
    seconds: number;
}

/** Posted by a worker that proves. `proof` is written by `prove` of page.c. */
export type FromProver = { proof: string } | { situations: number } | { failed: string };

export function prove(module: WebAssembly.Module, { brain, goal, ticks, seconds }: Prove): void {
    const instance = new Instance(module);
    const end = performance.now() + seconds * 1000;
    instance.onmessage = (proof) => self.postMessage({ proof });
    instance.onprogress = (situations) => {
        self.postMessage({ situations });
        return performance.now() < end;
    };
    instance.x.prove(instance.put("brain"), instance.put(brain), instance.put(goal), ticks);
}
