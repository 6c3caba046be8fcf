#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// The program `wits`, as WebAssembly: npx wits-ai check guard.yaml
// It runs in a worker, so that this thread sees signals such as Ctrl-C. The program asks for them with sched_yield.
"use strict";
const { readFileSync, writeSync } = require("node:fs");
const { constants } = require("node:os");
const { join } = require("node:path");
const { setFlagsFromString } = require("node:v8");
const { isMainThread, parentPort, SHARE_ENV, Worker, workerData } = require("node:worker_threads");
const { brotliDecompressSync } = require("node:zlib");

/** Positions in shared memory: whether the program asks for signals, and the number of one that has arrived. */
const ASKS = 0;
const ARRIVED = 1;
/** Added to a signal's number where the program asks: tools/wits/common/platform_wasi.c. */
const FIRST_SIGNAL = 256;
/** npm passes Ctrl-C on to the program, which then gets it twice. Milliseconds. */
const SAME_SIGNAL = 250;

function start() {
    // With fast calls, the garbage collector may run inside of a function of WASI, where Node.js 20 does not expect it
    // and crashes.
    setFlagsFromString("--no-turbo-fast-api-calls");
    const shared = new Int32Array(new SharedArrayBuffer(8));
    let first; // time of the first signal that the program gets; the second one ends the program at once
    const end = (signal) => {
        process.removeAllListeners(signal);
        process.kill(process.pid, signal);
    };
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    for (const signal of signals) {
        process.on(signal, () => {
            if (first === undefined && Atomics.load(shared, ASKS) !== 0) {
                first = performance.now();
                Atomics.store(shared, ARRIVED, constants.signals[signal]);
            } else if (first === undefined || performance.now() - first > SAME_SIGNAL) {
                end(signal);
            }
        });
    }
    // The program writes to the files themselves. Node.js would make a pipe non-blocking to print for the worker: then
    // writes to a full pipe fail.
    const worker = new Worker(__filename, {
        workerData: { shared, args: process.argv.slice(2) }, env: SHARE_ENV, stdout: true, stderr: true,
    });
    worker.stderr.on("data", (warning) => writeSync(2, warning));
    worker.on("exit", (status) => {
        process.exitCode = status;
        // The program has no handler for these. After SIGINT, 130 means that it has completed its results.
        signals.slice(1).filter((signal) => status === 128 + constants.signals[signal]).forEach(end);
    });
    // Compiles it while the worker starts.
    const bytes = brotliDecompressSync(readFileSync(join(__dirname, "../wits-program.wasm.br")));
    worker.postMessage(new WebAssembly.Module(bytes));
}

function run({ shared, args }, module) {
    // Node 20 and 22 warn that node:wasi is experimental. All other warnings are printed.
    const { emitWarning } = process;
    process.emitWarning = (warning, ...rest) => {
        if (!/WASI/.test(String(warning?.message ?? warning))) {
            emitWarning.call(process, warning, ...rest);
        }
    };
    const { WASI } = require("node:wasi");
    process.emitWarning = emitWarning;

    // The program changes to the folder PWD. Paths with drives of Windows are unknown to WASI: there the root is this
    // folder.
    const isWindows = process.platform === "win32";
    const wasi = new WASI({
        version: "preview1",
        args: ["wits", ...args],
        env: { ...process.env, PWD: isWindows ? "/" : process.cwd() },
        preopens: { "/": isWindows ? process.cwd() : "/" },
        returnOnExit: true,
    });
    const imports = wasi.getImportObject();
    imports.wasi_snapshot_preview1.sched_yield = () => {
        Atomics.store(shared, ASKS, 1);
        const arrived = Atomics.exchange(shared, ARRIVED, 0);
        return arrived === 0 ? 0 : FIRST_SIGNAL + arrived;
    };
    process.exitCode = wasi.start(new WebAssembly.Instance(module, imports));
}

if (isMainThread) {
    start();
} else {
    parentPort.once("message", (module) => run(workerData, module));
}
