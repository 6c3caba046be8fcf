// SPDX-License-Identifier: MIT
// The way to an inspector: requests in, messages out. docs/inspector.md describes both.
import type { Message } from "../model/protocol";

export type Connection = "connecting" | "open" | "lost" | "denied";

export interface Port {
    readonly kind: "http" | "worker";
    /** Sends a request without its number and resolves with the message that answers it; rejects with an Error that has
     * the reason if it is refused or the connection is lost. `next` is answered by an update: use `post`. */
    send(request: string, text?: string): Promise<Message>;
    /** Sends a request without waiting for an answer. */
    post(request: string, text?: string): void;
    /** Begins; the functions below are called from then on. */
    open(): void;
    /** Ends for good. */
    close(): void;
    onmessage: (message: Message) => void;
    onconnection: (connection: Connection, why: string) => void;
}

/** Numbers requests and finds the answer of each. */
export abstract class NumberedPort implements Port {
    abstract readonly kind: "http" | "worker";
    onmessage: (message: Message) => void = () => {};
    onconnection: (connection: Connection, why: string) => void = () => {};
    readonly #waiting = new Map<number, { resolve: (message: Message) => void; reject: (error: Error) => void }>();
    #last = 0;

    abstract open(): void;
    abstract close(): void;
    /** Passes a complete request on. */
    protected abstract transmit(request: string): Promise<void>;

    send(request: string, text?: string): Promise<Message> {
        this.#last = (this.#last % 999_999_999) + 1;
        const id = this.#last;
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { resolve, reject });
            this.transmit(whole(`#${id} ${request}`, text)).catch((error: Error) => {
                this.#waiting.delete(id);
                reject(error);
            });
        });
    }

    post(request: string, text?: string): void {
        this.transmit(whole(request, text)).catch(() => {});
    }

    /** Takes a message from the other side. */
    protected receive(message: Message): void {
        const waiting = message.request === undefined ? undefined : this.#waiting.get(message.request);
        if (waiting === undefined) {
            this.onmessage(message);
            return;
        }
        this.#waiting.delete(message.request as number);
        if (message.is === "refused") {
            waiting.reject(new Error(String(message.why)));
        } else {
            waiting.resolve(message);
        }
    }

    /** Rejects all requests that wait. */
    protected drop(why: string): void {
        const waiting = [...this.#waiting.values()];
        this.#waiting.clear();
        waiting.forEach(({ reject }) => reject(new Error(why)));
    }
}

function whole(request: string, text: string | undefined): string {
    return text === undefined ? request : `${request}\n${text}`;
}
