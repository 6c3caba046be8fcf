#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// The program `wits`, as WebAssembly: npx wits-ai check guard.yaml
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

// With fast calls, the garbage collector may run inside of a function of WASI, where Node.js 20 does not expect it and
// crashes.
setFlagsFromString("--no-turbo-fast-api-calls");

// Node 20 and 22 warn that node:wasi is experimental. All other warnings are printed.
const { emitWarning } = process;
process.emitWarning = (warning, ...rest) => {
    if (!/WASI/.test(String(warning?.message ?? warning))) {
        emitWarning.call(process, warning, ...rest);
    }
};
const { WASI } = await import("node:wasi");
process.emitWarning = emitWarning;

// The program changes to the folder PWD. Paths with drives of Windows are unknown to WASI: there the root is this folder.
const isWindows = process.platform === "win32";
const wasi = new WASI({
    version: "preview1",
    args: ["wits", ...process.argv.slice(2)],
    env: { ...process.env, PWD: isWindows ? "/" : process.cwd() },
    preopens: { "/": isWindows ? process.cwd() : "/" },
    returnOnExit: true,
});
const module = new WebAssembly.Module(readFileSync(new URL("../wits-program.wasm", import.meta.url)));
process.exitCode = wasi.start(new WebAssembly.Instance(module, wasi.getImportObject()));
