// SPDX-License-Identifier: MIT
// The WebAssembly module that the page carries, and workers that run it.
import source from "worker-source";
import packed from "wasm-text";

async function unpack(): Promise<WebAssembly.Module> {
    const letters = atob(packed);
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

let compiled: Promise<WebAssembly.Module> | undefined;
let address: string | undefined;

/** Returns a worker that gets the module first; what is posted to it waits for that. */
export async function beginWorker(): Promise<Worker> {
    compiled ??= unpack();
    const module = await compiled;
    address ??= URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const worker = new Worker(address);
    worker.postMessage({ module });
    return worker;
}
