// SPDX-License-Identifier: MIT
// node build.js OUT: bundles the extension into the folder OUT, as it is installed.
"use strict";
const { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { join, resolve } = require("node:path");
const { buildSync } = require("esbuild");

const out = resolve(process.argv[2] ?? join(__dirname, "../../build/vscode/extension"));
rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "dist"), { recursive: true });
const common = { absWorkingDir: __dirname, bundle: true, minify: true, external: ["vscode"], legalComments: "none" };
buildSync({ ...common, entryPoints: ["src/extension.ts"], platform: "node", format: "cjs", target: "node20", outfile: join(out, "dist/extension.js") });
const server = resolve(__dirname, "../../build/wasm/vscode/server.wasm");
const { devDependencies, private: _, browser, ...manifest } = JSON.parse(readFileSync(join(__dirname, "package.json"), "utf8"));
if (existsSync(server)) { // otherwise it is not a web extension
    const web = { ...common, platform: "browser", target: "es2022" };
    buildSync({ ...web, entryPoints: ["src/web.ts"], format: "cjs", outfile: join(out, "dist/web.js") });
    buildSync({ ...web, entryPoints: ["src/worker.ts"], format: "iife", outfile: join(out, "dist/worker.js") });
    cpSync(server, join(out, "dist/server.wasm"));
    manifest.browser = browser;
}
writeFileSync(join(out, "package.json"), JSON.stringify(manifest, null, 2) + "\n");
cpSync(join(__dirname, "README.md"), join(out, "README.md"));
cpSync(join(__dirname, "../../LICENSE"), join(out, "LICENSE.txt"));
