// SPDX-License-Identifier: MIT
// node build.js BUILD OUT: makes the package in the folder OUT from the modules of a build for WebAssembly.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const [modules, out] = process.argv.slice(2).map((path) => resolve(path));
if (out === undefined) {
    console.error("usage: node build.js BUILD OUT");
    process.exit(2);
}

const number = Number(/WITS_VERSION_NUMBER (\d+)/.exec(readFileSync(join(root, "include/wits/api.h"), "utf8"))[1]);
const about = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
const library = `${Math.floor(number / 10000)}.${Math.floor(number / 100) % 100}.${number % 100}`;
if (about.version !== library) {
    throw new Error(`package.json has version ${about.version}, include/wits/api.h ${library}`);
}

const module = readFileSync(join(modules, "npm/wits.wasm"));
const texts = { "wasm-text": gzipSync(module, { level: 9 }).toString("base64") };
/** Modules whose only export is a text. */
const textModules = {
    name: "texts",
    setup(of) {
        of.onResolve({ filter: /^(wasm-text|worker-source)$/ }, ({ path }) => ({ path, namespace: "text" }));
        of.onLoad({ filter: /.*/, namespace: "text" }, ({ path }) => ({ contents: texts[path], loader: "text" }));
    },
};
const common = {
    absWorkingDir: here,
    bundle: true,
    target: "es2022",
    define: { WITS_VERSION_NUMBER: String(number) },
    legalComments: "none",
    plugins: [textModules],
};
const banner = { js: `// SPDX-License-Identifier: MIT\n// wits-ai ${about.version}; sources: packages/npm` };
// Readable, so that an uncaught error shows a short line. Bundlers minify it. Only the text of the worker is minified here.
const worker = await build({ ...common, minify: true, entryPoints: ["src/worker.ts"], format: "iife", write: false });
texts["worker-source"] = worker.outputFiles[0].text;

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build({ ...common, banner, entryPoints: ["src/index.ts", "src/core.ts", "src/inline.ts"], format: "esm", outdir: out });
writeFileSync(join(out, "worker.js"), `${banner.js}\n${texts["worker-source"]}`);
execFileSync(process.execPath, [join(here, "node_modules/typescript/bin/tsc"), "-p", here, "--outDir", join(out, "types")], { stdio: "inherit" });
cpSync(join(modules, "npm/wits.wasm"), join(out, "wits.wasm"));
cpSync(join(modules, "npm/wits-core.wasm"), join(out, "wits-core.wasm"));
writeFileSync(join(out, "wits-program.wasm.br"), brotliCompressSync(readFileSync(join(modules, "bin/wits.wasm"))));
cpSync(join(here, "bin"), join(out, "bin"), { recursive: true });
cpSync(join(here, "README.md"), join(out, "README.md"));
cpSync(join(root, "LICENSE"), join(out, "LICENSE"));
delete about.devDependencies;
writeFileSync(join(out, "package.json"), JSON.stringify(about, null, 2) + "\n");

const kilobytes = (name) => Math.round(gzipSync(readFileSync(join(out, name)), { level: 9 }).length / 1000);
const names = ["core.js", "wits-core.wasm", "index.js", "wits.wasm", "inline.js", "worker.js", "wits-program.wasm.br"];
console.log(`compressed, in kB: ${names.map((name) => `${name} ${kilobytes(name)}`).join(", ")}`);
