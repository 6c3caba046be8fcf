// SPDX-License-Identifier: MIT
// node build.js OUT: bundles the extension into the folder OUT, as it is installed.
"use strict";
const { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { join, resolve } = require("node:path");
const { buildSync } = require("esbuild");

const out = resolve(process.argv[2] ?? join(__dirname, "../../build/vscode/extension"));
rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "dist"), { recursive: true });
buildSync({
    absWorkingDir: __dirname,
    entryPoints: ["src/extension.ts"],
    bundle: true,
    minify: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
    legalComments: "none",
    outfile: join(out, "dist/extension.js"),
});
const { devDependencies, private: _, ...manifest } = JSON.parse(readFileSync(join(__dirname, "package.json"), "utf8"));
writeFileSync(join(out, "package.json"), JSON.stringify(manifest, null, 2) + "\n");
cpSync(join(__dirname, "README.md"), join(out, "README.md"));
cpSync(join(__dirname, "../../LICENSE"), join(out, "LICENSE.txt"));
