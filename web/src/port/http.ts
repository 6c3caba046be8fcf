// SPDX-License-Identifier: MIT
// `wits inspect` or a game on this machine: messages as server-sent events, requests by POST. The token is in the
// fragment of the page's address, and goes into a header.
import type { Message } from "../model/protocol";
import { NumberedPort } from "./port";

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;

/** The program has as many viewers as it takes. */
class Busy extends Error {}

export class HttpPort extends NumberedPort {
    readonly kind = "http";
    readonly #token: string;
    #viewer: string | undefined;
    #abort: AbortController | undefined;
    #isClosed = false;

    constructor(token: string) {
        super();
        this.#token = token;
    }

    open(): void {
        void this.#run();
    }

    close(): void {
        this.#isClosed = true;
        this.#abort?.abort();
    }

    /** Ends the stream as a lost connection does; the page connects again. */
    interrupt(): void {
        this.#abort?.abort();
    }

    async #run(): Promise<void> {
        let pause = FIRST_PAUSE;
        this.onconnection("connecting", "");
        while (!this.#isClosed) {
            let why = "connection lost, trying again";
            try {
                await this.#listen(() => (pause = FIRST_PAUSE));
            } catch (error) {
                // Lost, or nothing listens yet: tried again below.
                why = error instanceof Busy ? "other pages are connected already; trying again" : why;
            }
            this.#viewer = undefined;
            this.drop("connection lost");
            if (this.#isClosed) {
                return;
            }
            this.onconnection("lost", why);
            await new Promise((done) => setTimeout(done, pause));
            pause = Math.min(pause * 2, LONGEST_PAUSE);
        }
    }

    async #listen(opened: () => void): Promise<void> {
        this.#abort = new AbortController();
        const { signal } = this.#abort;
        const response = await fetch("events", { headers: { Authorization: `Bearer ${this.#token}` }, cache: "no-store", signal });
        if (response.status === 401 || response.status === 403) {
            this.#isClosed = true;
            this.onconnection("denied", "wrong token: open the address that the program has printed");
            return;
        }
        if (response.status === 503) {
            throw new Busy();
        }
        if (!response.ok || response.body === null) {
            throw new Error(`HTTP ${response.status}`);
        }
        let rest = "";
        for await (const bytes of response.body.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
            rest += bytes;
            const events = rest.split("\n\n");
            rest = events.pop() ?? "";
            for (const event of events) {
                this.#event(event, opened);
            }
        }
    }

    #event(event: string, opened: () => void): void {
        let name = "message";
        let data = "";
        for (const line of event.split("\n")) {
            if (line.startsWith("data:")) {
                data += line.slice(5);
            } else if (line.startsWith("event:")) {
                name = line.slice(6).trim();
            }
        }
        if (name === "viewer") {
            this.#viewer = data.trim();
            opened();
            this.onconnection("open", "");
        } else if (data !== "") {
            this.receive(JSON.parse(data) as Message);
        }
    }

    protected async transmit(request: string): Promise<void> {
        for (let attempt = 0; attempt < 20; attempt++) {
            if (this.#viewer === undefined) {
                throw new Error("connection lost");
            }
            const response = await fetch("request", {
                method: "POST",
                body: request,
                headers: { Authorization: `Bearer ${this.#token}`, "Wits-Viewer": this.#viewer },
            }).catch(() => {
                throw new Error("connection lost");
            });
            if (response.ok) {
                return;
            }
            if (response.status === 413) {
                throw new Error("this text is too large: at most 1 MiB");
            }
            if (response.status !== 429) {
                throw new Error(`the program refused the request (HTTP ${response.status})`);
            }
            // Too many requests wait: again after some frames.
            await new Promise((done) => setTimeout(done, 50));
        }
        throw new Error("the program is busy; try again");
    }
}
