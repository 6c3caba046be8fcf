// SPDX-License-Identifier: MIT
// A session in a worker: requests are answered, and ticks run in slices, between which the worker takes messages.
import { Instance } from "./instance";

/** A world to start with, or a recording. */
export interface Begin {
    /** Name of the file, for messages. */
    name: string;
    brain: string;
    /** The bytes of a recording; then all below is missing. */
    recording?: ArrayBuffer;
    world?: string;
    agents?: number;
    seed?: number;
    /** Ticks per second; 0: as many as possible. */
    speed?: number;
}

export type ToSession = { request: string } | { isHidden: boolean };

const SLICE = 8; // milliseconds
const MOST_TICKS = 1024;
const TOO_LARGE = 1;
const TOO_MANY = 2;

export function beginSession(module: WebAssembly.Module, of: Begin): (message: ToSession) => void {
    const instance = new Instance(module);
    const { x } = instance;
    const requests: Uint8Array[] = [];
    const channel = new MessageChannel(); // later, but without the pause of a timer
    let isPlanned = false;
    let isHidden = false;
    let timer = 0;
    let ticks = 1;

    const name = instance.put(of.name);
    const speed = of.speed ?? 30;
    let failure = "";
    instance.onmessage = (message) => (failure = message);
    const hasBegun = of.recording
        ? x.session_replay(name, instance.putBytes(new Uint8Array(of.recording)), of.recording.byteLength, speed)
        : x.session_begin(name, instance.put(of.brain), instance.put(of.world), of.agents ?? 0, BigInt(of.seed ?? 0), speed);
    if (!hasBegun) {
        throw new Error(failure.trim());
    }
    instance.onmessage = (message) => self.postMessage({ message });
    self.postMessage({ ready: true });

    function pass(): void {
        while (requests[0]) {
            const result = instance.request(requests[0]);
            if (result === TOO_MANY) {
                return; // again after the next frame
            }
            if (result === TOO_LARGE) {
                const id = /^#(\d+)/.exec(new TextDecoder().decode(requests[0].subarray(0, 20)))?.[1];
                const refused = { is: "refused", ...(id && { request: Number(id) }), why: "this text is too large: at most 1 MiB" };
                self.postMessage({ message: JSON.stringify(refused) });
            }
            requests.shift();
        }
    }

    function run(): void {
        const end = performance.now() + SLICE;
        let wait = 0;
        for (let now = performance.now(); wait === 0 && now < end; ) {
            pass();
            wait = x.session_run(now / 1000, ticks);
            const took = performance.now() - now;
            ticks = took > SLICE / 2 ? Math.max(ticks >> 1, 1) : took < SLICE / 8 ? Math.min(2 * ticks, MOST_TICKS) : ticks;
            now += took;
        }
        plan(wait);
    }

    function guarded(): void {
        try {
            isPlanned = false;
            isHidden || run();
        } catch (error) {
            self.postMessage({ failed: (error as Error).message });
        }
    }

    function plan(wait: number): void {
        clearTimeout(timer);
        if (wait > 0) {
            timer = self.setTimeout(guarded, Math.min(wait, 60) * 1000);
        } else if (!isPlanned) {
            isPlanned = true;
            channel.port2.postMessage(0);
        }
    }

    channel.port1.onmessage = guarded;
    plan(0);
    return (message) => {
        if ("request" in message) {
            requests.push(new TextEncoder().encode(message.request));
        } else {
            ({ isHidden } = message);
        }
        isHidden || plan(0);
    };
}
