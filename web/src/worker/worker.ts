// SPDX-License-Identifier: MIT
// The program of a worker: runs a session, or proves. Its first message has the module and what to do.
import { type Begin, beginSession, type ToSession } from "./session";
import { map, type MapOf } from "./map";
import { prove, type Prove } from "./prove";

type ToWorker = { module: WebAssembly.Module } | { begin: Begin } | { prove: Prove } | { map: MapOf } | ToSession;

let module: WebAssembly.Module;
let take: ((message: ToSession) => void) | undefined;

function receive(message: ToWorker): void {
    if ("module" in message) {
        ({ module } = message);
    } else if ("begin" in message) {
        take = beginSession(module, message.begin);
    } else if ("prove" in message) {
        prove(module, message.prove);
    } else if ("map" in message) {
        map(module, message.map);
    } else {
        take?.(message);
    }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    try {
        receive(data);
    } catch (error) {
        self.postMessage({ failed: (error as Error).message });
    }
};
