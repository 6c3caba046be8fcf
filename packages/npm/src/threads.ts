// SPDX-License-Identifier: MIT
// Starting workers in browsers, Node.js, Deno and Bun, and talking to them.
import workerSource from "worker-source";
import { show } from "./check.js";
import { engine } from "./engine.js";
import { BrainError, NameError, SnapshotError, ValueError, WitsError } from "./errors.js";

/** The needed part of a worker, which both the web's and Node's have. */
export interface WorkerLike {
    postMessage(message: any, transfer?: any): void;
    terminate(): unknown;
}
/** Creates a worker that runs `wits-ai/worker`, for pages whose content security policy forbids `blob:` workers. */
export type WorkerFactory = () => WorkerLike;

export interface Reply {
    id: number;
    result?: unknown;
    progress?: unknown;
    error?: { name: string; code: string; message: string; problems?: any };
}

async function create(factory: WorkerFactory | undefined): Promise<WorkerLike> {
    if (factory) {
        let worker;
        try {
            worker = factory();
        } catch (cause) {
            throw new WitsError("worker", `option 'worker' must return a Worker, but throws: ${cause instanceof Error ? cause.message : show(cause)}`, { cause });
        }
        if (typeof worker?.postMessage !== "function") {
            throw new ValueError("type", `option 'worker' must return a Worker, not ${show(worker)}`);
        }
        return worker;
    }
    if (typeof Worker !== "undefined" && typeof URL.createObjectURL === "function") {
        const url = URL.createObjectURL(new Blob([workerSource], { type: "text/javascript" }));
        try {
            return new Worker(url);
        } finally {
            setTimeout(() => URL.revokeObjectURL(url), 10_000);
        }
    }
    const name = ["node:worker", "threads"].join("_"); // not seen by bundlers
    const threads = await import(/* @vite-ignore */ /* webpackIgnore: true */ name).catch(() => undefined);
    if (!threads) {
        throw new WitsError("no-worker", "this host has no workers");
    }
    return new threads.Worker(workerSource, { eval: true });
}

function errorOf({ name, code, message, problems }: NonNullable<Reply["error"]>): WitsError {
    switch (name) {
        case "BrainError":
            return new BrainError(problems);
        case "NameError":
            return new NameError(code, message);
        case "ValueError":
            return new ValueError(code, message);
        case "SnapshotError":
            return new SnapshotError(code, message);
        default:
            return new WitsError(code ?? "worker", message);
    }
}

/** A worker with its own instance of the module. Replies arrive in the order of requests. */
export class Thread {
    #waiting = new Map<number, { resolve(value: any): void; reject(error: unknown): void; progress?: (value: any) => void }>();
    #next = 0;
    #ended: WitsError | undefined;

    private constructor(readonly worker: WorkerLike) {
        const target = worker as any;
        const receive = (reply: Reply) => {
            const one = this.#waiting.get(reply.id);
            if (reply.progress !== undefined) {
                one?.progress?.(reply.progress);
                return;
            }
            this.#waiting.delete(reply.id);
            if (reply.error) {
                one?.reject(errorOf(reply.error));
            } else {
                one?.resolve(reply.result);
            }
            if (this.#waiting.size === 0) {
                target.unref?.();
            }
        };
        const fail = (error: any) =>
            this.#end(new WitsError("worker", `a worker of wits failed: ${error?.message || "it could not be started; a content security policy may forbid blob: workers"}`));
        if (target.on) {
            target.on("message", receive).on("error", fail);
        } else {
            target.onmessage = (event: MessageEvent<Reply>) => receive(event.data);
            target.onerror = fail;
        }
        target.unref?.();
    }

    static async start(factory: WorkerFactory | undefined): Promise<Thread> {
        const thread = new Thread(await create(factory));
        try {
            await thread.request("init", [engine().module]);
        } catch (error) {
            thread.end();
            throw error;
        }
        return thread;
    }

    request(method: string, args: unknown[], transfer: Transferable[] = [], progress?: (value: any) => void): Promise<any> {
        if (this.#ended) {
            return Promise.reject(this.#ended);
        }
        const id = this.#next++;
        (this.worker as any).ref?.();
        this.worker.postMessage({ id, method, args }, transfer);
        return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject, progress }));
    }

    #end(error: WitsError): void {
        this.#ended ??= error;
        for (const { reject } of this.#waiting.values()) {
            reject(error);
        }
        this.#waiting.clear();
    }

    end(error = new WitsError("worker", "the worker was ended")): void {
        this.#end(error);
        this.worker.terminate();
    }
}
