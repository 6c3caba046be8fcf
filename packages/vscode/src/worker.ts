// SPDX-License-Identifier: MIT
// The language server in a worker: wasm/server.c. The first message has the module, all others are messages of the
// Language Server Protocol.
import { systemCalls } from "../../npm/src/system";

interface Exports {
    memory: WebAssembly.Memory;
    _initialize(): void;
    lsp_room(size: number): number;
    lsp_read(size: number): number;
}

const NOT_SUPPORTED = 52;
let exports: Exports | undefined;

/** Returns the imports of a module. Functions of WASI that nothing implements return an error. */
function importsOf(module: WebAssembly.Module): WebAssembly.Imports {
    const of = { get view() { return new DataView(exports!.memory.buffer); } };
    const calls: WebAssembly.ModuleImports = systemCalls(of, () => { throw new Error("the language server has ended"); });
    for (const one of WebAssembly.Module.imports(module)) {
        if (one.module === "wasi_snapshot_preview1" && !(one.name in calls)) {
            calls[one.name] = () => NOT_SUPPORTED;
        }
    }
    return { wasi_snapshot_preview1: calls, wits: { lsp_write: send } };
}

function bytesAt(pointer: number, size: number): Uint8Array {
    return new Uint8Array(exports!.memory.buffer, pointer, size);
}

/** Takes a message of the server, with its header. */
function send(pointer: number, size: number): void {
    const message = new TextDecoder().decode(bytesAt(pointer, size));
    self.postMessage(JSON.parse(message.slice(message.indexOf("\r\n\r\n") + 4)));
}

function take(message: unknown): void {
    const body = new TextEncoder().encode(JSON.stringify(message));
    const head = new TextEncoder().encode(`Content-Length: ${body.length}\r\n\r\n`);
    const size = head.length + body.length;
    const pointer = exports!.lsp_room(size);
    bytesAt(pointer, size).set(head);
    bytesAt(pointer, size).set(body, head.length);
    exports!.lsp_read(size);
}

// Messages that arrive while the module is compiled wait for it.
let ready: Promise<void> | undefined;
self.onmessage = ({ data }: MessageEvent) => {
    if (ready === undefined) {
        ready = WebAssembly.compile(data.wasm).then(async (module) => {
            const instance = await WebAssembly.instantiate(module, importsOf(module));
            exports = instance.exports as unknown as Exports;
            exports._initialize();
        });
    } else {
        void ready.then(() => take(data));
    }
};
