// SPDX-License-Identifier: MIT
// npm.js [PACKAGE] [--agents N] [--ticks N] [--rounds N]: measures crowds of the npm package in Node.js, with one worker
// and with two. Each line is a JSON object; `frames` is how many ticks of the whole crowd a second has. PACKAGE is the
// folder that `make npm` writes, by default build/npm/package.
//
// A million agents need 30 frames: the flat machine, the nested one and the utility (bench/brains) with one worker, the
// guard and the villager (brains/) with two. The fastest round counts. Hashes of one and two workers must be equal.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const root = new URL("../", import.meta.url);
const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { agents: { type: "string", default: "1000000" }, ticks: { type: "string", default: "30" }, rounds: { type: "string", default: "3" } },
});
const [agents, ticks, rounds] = [values.agents, values.ticks, values.rounds].map(Number);
const folder = positionals[0] ? pathToFileURL(`${positionals[0]}/`) : new URL("build/npm/package/", root);
const { exports } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
const { CrowdPool, init } = await import(new URL(exports["."].default, folder));
await init();

/** Different values for each agent, from 0 to `most`: a multiplicative sequence, so that every run is the same. */
const spread = (most, step) => Float32Array.from({ length: agents }, (_, i) => (((i * step) % 1009) / 1009) * most);
const flags = (share) => Array.from(spread(1, 617), (value) => value < share);
const crowds = {
    "bench/brains/w1.yaml": { turns: Array.from(spread(3, 389), Math.floor) },
    "bench/brains/w2.yaml": {},
    "bench/brains/w3_own.yaml": {},
    "brains/guard.yaml": { sees_player: flags(0.4), distance: spread(40, 389), health: spread(1, 283) },
    "brains/villager.yaml": { hunger: spread(1, 389), tiredness: spread(1, 283), loneliness: spread(1, 617), food: Array.from(spread(4, 727), Math.floor) },
};

async function measure(path, fields, workers) {
    const pool = await CrowdPool.create({ text: readFileSync(new URL(path, root), "utf8"), name: path, agents, seed: 1, workers, fields });
    await pool.tick(ticks); // compiles the code, and leaves the first states
    let best = Infinity;
    for (let round = 0; round < rounds; round++) {
        const begin = performance.now();
        await pool.tick(ticks);
        best = Math.min(best, (performance.now() - begin) / ticks);
    }
    const hash = await pool.hash();
    pool.dispose();
    return { best, hash };
}

for (const [path, fields] of Object.entries(crowds)) {
    let expected;
    for (const workers of [1, 2]) {
        const { best, hash } = await measure(path, fields, workers);
        expected ??= hash;
        if (hash !== expected) {
            throw new Error(`${path}: ${workers} workers give hash ${hash}, one gives ${expected}`);
        }
        const ns = (best * 1e6) / agents;
        console.log(JSON.stringify({ brain: path, agents, workers, ns: Number(ns.toFixed(2)), frames: Math.round(1000 / best) }));
    }
}
process.exit(0);
