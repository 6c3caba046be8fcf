// SPDX-License-Identifier: MIT
// A session inside the page: the library as WebAssembly in a worker. The worker gets {request: string} with complete
// requests, and posts {ready: true} once, then {message: string} for each message of docs/inspector.md, or
// {failed: string}. While the page is hidden it does nothing.
import type { Message } from "../model/protocol";
import type { Begin } from "../worker/session";
import { beginWorker } from "./module";
import { NumberedPort } from "./port";

type FromWorker = { ready: true } | { message: string } | { failed: string };

export class WorkerPort extends NumberedPort {
    readonly kind = "worker";
    readonly #first: () => Promise<Begin>;
    readonly #recover: (why: string, hasBegun: boolean) => Begin | null;
    #worker: Worker | undefined;
    #hasBegun = false;
    #turn = 0;

    /** `recover` returns what to begin instead after a failure; null: nothing. */
    constructor(first: () => Promise<Begin>, recover: (why: string, hasBegun: boolean) => Begin | null) {
        super();
        this.#first = first;
        this.#recover = recover;
        document.addEventListener("visibilitychange", () => this.#worker?.postMessage({ isHidden: document.hidden }));
    }

    open(): void {
        void this.#open(this.#first());
    }

    /** Ends the session and begins another. */
    restart(begin: Begin): void {
        this.close();
        this.drop("another world begins");
        void this.#open(Promise.resolve(begin));
    }

    /** Replaces the session by another, as soon as that has begun: then calls `replaced`. If it cannot begin, rejects
    with the reason, and the old one continues. */
    async replace(begin: Begin, replaced: () => void): Promise<void> {
        const worker = await beginWorker();
        try {
            await new Promise<void>((resolve, reject) => {
                worker.onmessage = ({ data }: MessageEvent<FromWorker>) => ("failed" in data ? reject(new Error(data.failed)) : resolve());
                worker.onerror = (event) => reject(new Error(event.message));
                worker.postMessage({ begin });
            });
        } catch (error) {
            worker.terminate();
            throw error;
        }
        this.close();
        this.drop("another world begins");
        replaced();
        this.#listen(worker);
        this.#hasBegun = true;
        this.onconnection("open", "");
    }

    close(): void {
        this.#turn++;
        this.#worker?.terminate();
        this.#worker = undefined;
    }

    async #open(begin: Promise<Begin>): Promise<void> {
        const turn = ++this.#turn;
        this.#hasBegun = false;
        this.onconnection("connecting", "");
        try {
            const [worker, of] = await Promise.all([beginWorker(), begin]);
            if (turn === this.#turn) {
                this.#listen(worker);
                worker.postMessage({ begin: of });
            } else {
                worker.terminate();
            }
        } catch (error) {
            turn === this.#turn && this.#end(`this browser cannot run the simulation: ${(error as Error).message}`);
        }
    }

    #listen(worker: Worker): void {
        this.#worker = worker;
        worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
            if ("ready" in data) {
                this.#hasBegun = true;
                this.onconnection("open", "");
            } else if ("message" in data) {
                this.receive(JSON.parse(data.message) as Message);
            } else {
                this.#fail(data.failed);
            }
        };
        worker.onerror = (event) => this.#fail(event.message);
        worker.postMessage({ isHidden: document.hidden });
    }

    #fail(why: string): void {
        const instead = this.#recover(why, this.#hasBegun);
        if (instead === null) {
            this.#end(why);
        } else {
            this.restart(instead);
        }
    }

    #end(why: string): void {
        this.close();
        this.drop(why);
        this.onconnection("denied", why);
    }

    protected async transmit(request: string): Promise<void> {
        if (this.#worker === undefined) {
            throw new Error("the simulation has not begun");
        }
        this.#worker.postMessage({ request });
    }
}
