// SPDX-License-Identifier: MIT
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../../..");
/** The package, as `make npm` makes it. */
export const PACKAGE = resolve(process.env.WITS_NPM ?? join(ROOT, "build/npm/package"));

export const read = (path) => (existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), "utf8") : undefined);
export const load = (entry = "index.js") => import(join(PACKAGE, entry));
/** Does nothing, or false or 0, for each function of a brain. */
export const idle = (brain) =>
    Object.fromEntries(brain.functions.map(({ name, kind }) => [name, () => ({ condition: false, score: 0 })[kind]]));
