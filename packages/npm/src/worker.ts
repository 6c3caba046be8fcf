// SPDX-License-Identifier: MIT
// The program of a worker: a slice of a pool's crowd, or a proof.
import { Brain, type BrainData, type Source } from "./brain.js";
import { Crowd, type CrowdOptions } from "./crowd.js";
import { engine, initSync } from "./engine.js";
import { type Limits, proveNow } from "./prover.js";

type Post = (message: unknown, transfer?: Transferable[]) => void;

let crowd: Crowd;
let post: Post;

/** Methods by name. A typed array in a result is transferred. */
const methods: Record<string, (id: number, ...args: any[]) => unknown> = {
    init: (_, module: WebAssembly.Module) => initSync(module),
    crowd: (_, data: BrainData, options: CrowdOptions) => {
        crowd = new Crowd(Brain.of(data), options);
    },
    tick: (_, ticks: number) => void crowd.tick(ticks),
    set: (_, field: string, value: any) => void crowd.set(field, value),
    raise: (_, event: string, first: number, count: number) => void crowd.raise(event, first, count),
    column: (_, field: string) => (crowd.get(0, field), crowd.columns[field]!.slice()),
    states: (_, region: string) => crowd.states(region),
    counts: () => crowd.counts(),
    hash: () => crowd.hash(),
    explain: (_, row: number, options: object) => crowd.explain(row, options),
    prove: (id, source: Source, limits: Limits) =>
        proveNow(engine().module, source, limits, (progress) => {
            post({ id, progress });
            return true;
        }),
};

function receive({ id, method, args }: { id: number; method: string; args: unknown[] }): void {
    try {
        const result = methods[method]!(id, ...args);
        post({ id, result }, ArrayBuffer.isView(result) ? [result.buffer as ArrayBuffer] : []);
    } catch (error) {
        const { name, code, message, problems } = error as any;
        post({ id, error: { name, code, message, problems } });
    }
}

async function listen(): Promise<void> {
    const scope = globalThis as any;
    if (typeof scope.postMessage === "function" && typeof scope.addEventListener === "function") {
        post = (message, transfer) => scope.postMessage(message, transfer);
        scope.onmessage = (event: MessageEvent) => receive(event.data);
    } else {
        const name = ["node:worker", "threads"].join("_");
        const { parentPort } = await import(/* @vite-ignore */ /* webpackIgnore: true */ name);
        post = (message, transfer) => parentPort.postMessage(message, transfer);
        parentPort.on("message", receive);
    }
}

void listen();
