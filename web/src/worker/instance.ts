// SPDX-License-Identifier: MIT
// An instance of the module: web/wasm/page.c.
import { systemCalls } from "../../../packages/npm/src/system";

interface Exports {
    memory: WebAssembly.Memory;
    _initialize(): void;
    allocate(size: number): number;
    session_begin(name: number, brain: number, world: number, agents: number, seed: bigint, speed: number): number;
    session_replay(name: number, bytes: number, size: number, speed: number): number;
    session_request(bytes: number, size: number): number;
    session_run(now: number, mostTicks: number): number;
    map(name: number, brain: number, state: number, x: number, y: number, sets: number): void;
    prove(name: number, brain: number, goal: number, mostTicks: number): void;
}

export class Instance {
    readonly x: Exports;
    onmessage: (message: string) => void = () => {};
    /** Returns false to end a proof. */
    onprogress: (situations: number, explored: number, ticks: number) => boolean = () => true;
    /** Messages of the program that nothing has taken: the reason if it ends. */
    #errors = "";
    #message = "";
    #decoder = new TextDecoder();
    #room = 0;
    #roomSize = 0;

    constructor(module: WebAssembly.Module) {
        const exit = (): never => {
            throw new Error(this.#errors.trim() || "the simulation has ended");
        };
        const instance = new WebAssembly.Instance(module, {
            page: {
                write: (bytes: number, size: number, isLast: number) => this.#write(bytes, size, isLast !== 0),
                progress: (...numbers: [number, number, number]) => (this.onprogress(...numbers) ? 1 : 0),
            },
            wasi_snapshot_preview1: { ...systemCalls(this, exit), fd_write: this.#print.bind(this) },
        });
        this.x = instance.exports as unknown as Exports;
        this.x._initialize();
    }

    get view(): DataView {
        return new DataView(this.x.memory.buffer);
    }

    #bytes(pointer: number, size: number): Uint8Array {
        return new Uint8Array(this.x.memory.buffer, pointer, size);
    }

    /** Copies a text and a final zero; null is a null pointer. */
    put(text: string | null | undefined): number {
        if (text === null || text === undefined) {
            return 0;
        }
        const bytes = new TextEncoder().encode(`${text}\0`);
        const pointer = this.#allocate(bytes.length);
        this.#bytes(pointer, bytes.length).set(bytes);
        return pointer;
    }

    /** Copies bytes, which the module frees. */
    putBytes(bytes: Uint8Array): number {
        const pointer = this.#allocate(bytes.length + 1);
        this.#bytes(pointer, bytes.length).set(bytes);
        return pointer;
    }

    /** Passes a request on. Returns a wits_inspect_result. */
    request(bytes: Uint8Array): number {
        if (bytes.length > this.#roomSize) {
            this.#roomSize = 2 * bytes.length;
            this.#room = this.#allocate(this.#roomSize);
        }
        this.#bytes(this.#room, bytes.length).set(bytes);
        return this.x.session_request(this.#room, bytes.length);
    }

    #allocate(size: number): number {
        const pointer = this.x.allocate(size);
        if (pointer === 0) {
            throw new Error("out of memory: a browser gives a page at most 4 GiB");
        }
        return pointer;
    }

    #write(bytes: number, size: number, isLast: boolean): void {
        this.#message += this.#decoder.decode(this.#bytes(bytes, size), { stream: !isLast });
        if (isLast) {
            const message = this.#message;
            this.#message = "";
            this.onmessage(message);
        }
    }

    /** Takes what the program prints: `count` pieces, each with its address and size. */
    #print(_file: number, pieces: number, count: number, written: number): number {
        let all = 0;
        for (let i = 0; i < count; i++) {
            const size = this.view.getUint32(pieces + 8 * i + 4, true);
            this.#errors = (this.#errors + new TextDecoder().decode(this.#bytes(this.view.getUint32(pieces + 8 * i, true), size))).slice(-1000);
            all += size;
        }
        this.view.setUint32(written, all, true);
        return 0;
    }
}
