// SPDX-License-Identifier: MIT
// Compiled with tsc --strict, never run: the types say what the documentation says.
import { Agent, Brain, BrainError, Crowd, CrowdPool, init, initSync, prove, type Explanation, type Problem, type Verdict } from "wits-ai";
import { init as initInline } from "wits-ai/inline";
import { Brain as CoreBrain, init as initCore } from "wits-ai/core";

await init();
await init(new URL("https://example.org/wits.wasm"));
await init(fetch("wits.wasm"));
await init(new Uint8Array(8));
await initInline();
await initCore("wits-core.wasm");
declare const module: WebAssembly.Module;
initSync(module);

const brain: Brain = Brain.parse("wits: 1", { name: "x.yaml", files: { "a.yaml": "" }, constants: { sight: 5, brave: true, pause: "400ms" } });
const loaded = CoreBrain.load(brain.save());
loaded.states[0]?.path satisfies string | undefined;

interface Fields {
    distance: number;
    alert: boolean;
}
const guard: Agent<Fields> = brain.agent<Fields>({
    fields: { distance: 3 },
    functions: {
        strike(call) {
            call.self.fields.distance += 1;
            call.raise("noise");
        },
        sees: (call, what: string) => what === "thief" && call.isIn("patrol"),
    },
});
guard.tick({ alert: true }, ["noise"]).tick({}, "noise");
// @ts-expect-error: an event is a name
guard.tick({}, 5);
guard.fields.distance = 4;
// @ts-expect-error: a number
guard.fields.distance = "far";
// @ts-expect-error: no such field
guard.tick({ distanse: 3 });
// @ts-expect-error: read only
guard.brain = brain;
// @ts-expect-error: a brain is required
new Agent<Fields>();
// @ts-expect-error: use Brain.parse
new Brain({});
guard.active satisfies string[];
const why: Explanation = guard.explain({ counterfactuals: true });
why.choices[0]?.options[0]?.considerations[0]?.winsAt satisfies number | undefined;
for (const one of why.choices[0]?.options[0]?.considerations ?? []) {
    (one.input !== undefined ? one.input : one.gate !== undefined ? one.gate : one.group) satisfies string;
}
for (const field of brain.fields) {
    if (field.type === "enum") {
        field.values satisfies readonly string[];
        field.initial satisfies string;
    } else {
        (field.type === "bool" ? 0 : field.initial) satisfies number;
    }
}
Brain.parse(new Uint8Array(8), { files: { "a.yaml": new Uint8Array(8) } });
const saved: Uint8Array = guard.save();
guard.restore(saved);
guard.hash() satisfies bigint;
guard.setTargets("enemy", [{ id: 1, distance: 4, visible: true }]);

const free: Agent = brain.agent();
free.fields.anything = 4;

const crowd = new Crowd(brain, { agents: 10, seed: 1n, fields: { hunger: new Float32Array(10), night: true } });
crowd.columns.hunger?.fill(1);
crowd.tick(3).counts() satisfies Record<string, number>;
crowd.setTargets("enemy", { ids: [1], offsets: new Uint32Array(11), columns: { distance: [3] } });
// @ts-expect-error: agents are required
new Crowd(brain, {});

const proving = prove(brain, { signal: AbortSignal.timeout(10), worker: () => new Worker("worker.js") });
for await (const { situations } of proving) {
    situations satisfies number;
}
const { verdicts } = await proving;
verdicts.filter((one: Verdict) => one.verdict === "refuted").map(({ run }) => run?.inputs[0]?.["health"]);
for (const one of verdicts) {
    if (one.kind === "settles") {
        one.cycle satisfies readonly string[] | undefined;
    } else if (one.kind === "within") {
        one.worst?.ticks satisfies number | undefined;
    } else if (one.kind === "reach" ? one.verdict === "proven" : one.verdict === "refuted") {
        one.run satisfies { readonly ticks: number } | undefined;
    }
    if (one.kind === "never" && one.verdict === "refuted") {
        one.run.inputs.length satisfies number;
    }
    // @ts-expect-error: a cycle only for `settles`
    one.cycle;
}
// @ts-expect-error: no such verdict
verdicts[0]?.verdict === "maybe";

await using pool = await CrowdPool.create({ text: "wits: 1", agents: 1e6, workers: 4 });
(await pool.column("hunger")) satisfies ArrayLike<number>;

try {
    brain.dispose();
} catch (error) {
    if (error instanceof BrainError) {
        error.problems satisfies readonly Problem[];
    }
}
