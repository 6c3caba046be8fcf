// SPDX-License-Identifier: MIT
// A value that components and functions follow.
import { useEffect, useLayoutEffect, useReducer } from "preact/hooks";

export class Signal<T> {
    readonly #followers = new Set<(value: T) => void>();
    #value: T;

    constructor(value: T) {
        this.#value = value;
    }

    get value(): T {
        return this.#value;
    }

    set value(value: T) {
        if (!Object.is(value, this.#value)) {
            this.#value = value;
            this.tell();
        }
    }

    /** Tells the followers that something inside the value has changed. */
    tell(): void {
        for (const follower of [...this.#followers]) {
            follower(this.#value);
        }
    }

    /** Calls `follower` after each change. Returns a function that ends this. */
    follow(follower: (value: T) => void): () => void {
        this.#followers.add(follower);
        return () => this.#followers.delete(follower);
    }
}

/** Returns the value of a signal; the component is drawn again when it changes. */
export function use<T>(signal: Signal<T>): T {
    const [, draw] = useReducer<number, void>((count) => count + 1, 0);
    const drawn = signal.value;
    useLayoutEffect(() => {
        // An effect that ran before may have changed it.
        if (!Object.is(drawn, signal.value)) {
            draw();
        }
        return signal.follow(() => draw());
    }, [signal]);
    return drawn;
}

/** Calls `follower` at once, after each change, and never more often than each `pause` milliseconds. */
export function useFollower<T>(signal: Signal<T>, follower: (value: T) => void, inputs: readonly unknown[], pause = 0): void {
    useEffect(() => {
        let last = 0;
        let timer = 0;
        const call = () => {
            timer = 0;
            last = performance.now();
            follower(signal.value);
        };
        call();
        const end = signal.follow(() => {
            const wait = last + pause - performance.now();
            if (wait <= 0) {
                clearTimeout(timer);
                call();
            } else if (timer === 0) {
                timer = window.setTimeout(call, wait);
            }
        });
        return () => {
            end();
            clearTimeout(timer);
        };
    }, [signal, ...inputs]);
}
