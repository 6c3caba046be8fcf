// SPDX-License-Identifier: MIT
// A session inside the page: the library as WebAssembly in a worker. The worker takes messages {request: string} with
// complete requests, and posts {ready: true} once, then {message: string} for each message of docs/inspector.md, or
// {failed: string}.
import type { Message } from "../model/protocol";
import { NumberedPort } from "./port";

export type FromWorker = { ready: true } | { message: string } | { failed: string };

export class WorkerPort extends NumberedPort {
    readonly kind = "worker";
    readonly #begin: () => Worker;
    #worker: Worker | undefined;

    /** `begin` makes the worker. */
    constructor(begin: () => Worker) {
        super();
        this.#begin = begin;
    }

    open(): void {
        this.onconnection("connecting", "");
        const worker = this.#begin();
        this.#worker = worker;
        worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
            if ("ready" in data) {
                this.onconnection("open", "");
            } else if ("message" in data) {
                this.receive(JSON.parse(data.message) as Message);
            } else {
                this.#fail(data.failed);
            }
        };
        worker.onerror = (event) => this.#fail(event.message);
    }

    close(): void {
        this.#worker?.terminate();
        this.#worker = undefined;
    }

    #fail(why: string): void {
        this.close();
        this.drop(why);
        this.onconnection("denied", why);
    }

    protected async transmit(request: string): Promise<void> {
        if (this.#worker === undefined) {
            throw new Error("the worker has ended");
        }
        this.#worker.postMessage({ request });
    }
}
