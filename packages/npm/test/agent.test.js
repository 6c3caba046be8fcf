// SPDX-License-Identifier: MIT
// Brains, single agents, errors, leaks.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { idle, load, read } from "./support.js";

const GUARD = `wits: 1
brain: guard
context:
  distance: {type: float, initial: 20}
  mood: {type: [calm, angry]}
  ammo: {type: int8, initial: 3}
  alert: bool
events: [noise]
root:
  states:
    patrol:
      transitions:
        - {to: combat, when: distance < 10 and sees("thief")}
        - {to: listen, event: noise}
    listen: {enter: stop("who"), transitions: [{to: patrol, after: 2}]}
    combat:
      kind: utility
      transitions: [{to: patrol, when: distance >= 10, after: 2}]
      states:
        attack: {score: threat() * 1.5, update: [strike(), ammo = ammo - 1]}
        flee: {score: 1 - threat(), update: run_away()}
prove:
  - never: in(combat/flee) and in(combat/attack)
  - always: ammo > 2
`;

let api;
let brain;
const done = [];
const functions = {
    sees: (_, what) => what === "thief",
    threat: () => 0.5,
    stop: (_, what) => done.push(`stop ${what}`),
    strike: (call) => done.push(`strike in ${call.state} at ${call.elapsed}`),
    run_away: () => done.push("run"),
};
before(async () => {
    api = await load();
    assert.throws(() => api.Brain.parse(GUARD), { name: "InitError", code: "not-ready" });
    await api.init();
    brain = api.Brain.parse(GUARD, { name: "guard.yaml" });
});

test("a brain describes itself", () => {
    assert.equal(brain.name, "guard");
    assert.deepEqual(brain.events, ["noise"]);
    assert.deepEqual(brain.states.map(({ path, kind }) => `${path} ${kind}`), [" fsm", "patrol leaf", "listen leaf", "combat utility", "combat/attack leaf", "combat/flee leaf"]);
    assert.deepEqual(brain.fields[1], { name: "mood", type: "enum", initial: "calm", isAssigned: false, values: ["calm", "angry"] });
    assert.deepEqual(brain.functions.find(({ name }) => name === "sees"), { name: "sees", kind: "condition", parameters: ["text"] });
    assert.deepEqual(brain.properties.map(({ name, kind }) => [name, kind]), [["never 1", "never"], ["always 2", "always"]]);
    assert.equal(typeof brain.hash, "bigint");
    assert.deepEqual(brain.warnings, []);
});

test("an agent ticks, calls functions, saves and restores", () => {
    const guard = brain.agent({ functions, fields: { distance: 12, mood: "angry" } });
    done.length = 0;
    assert.deepEqual(guard.active, ["patrol"]);
    guard.fields.distance = 3;
    guard.tick();
    assert.deepEqual(guard.active, ["combat/attack"]);
    assert.deepEqual(done, ["strike in combat/attack at 0"]);
    assert.equal(guard.fields.ammo, 2);
    assert.equal(guard.fields.mood, "angry");
    assert.equal(guard.isIn("combat"), true);
    assert.equal(guard.isIn("attack"), true);
    assert.equal(guard.elapsed("combat"), 0);
    const saved = guard.save();
    const hash = guard.hash();
    guard.tick({ distance: 30 }).tick().tick({}, "noise");
    assert.deepEqual(guard.active, ["listen"]);
    assert.equal(done.at(-1), "stop who");
    guard.restore(saved);
    assert.equal(guard.hash(), hash);
    assert.deepEqual({ ...guard.fields }, { distance: 3, mood: "angry", ammo: 2, alert: false });
    assert.equal(guard.tickNumber, 2);
    guard.goto("listen").restart("listen").setState("combat/flee").tick();
    assert.equal(guard.stop().isStarted, false);
    assert.deepEqual(guard.start().active, ["patrol"]);
    assert.equal(brain.agent({ functions, start: false }).isStarted, false);
});

test("an explanation has texts, parts and counterfactuals, and changes nothing", () => {
    const guard = brain.agent({ functions, fields: { distance: 3 } });
    const hash = guard.hash();
    done.length = 0;
    const { active, transitions, choices, tick } = guard.explain({ counterfactuals: true });
    assert.equal(tick, 1);
    assert.deepEqual(active, ["combat/attack"]);
    assert.equal(transitions[0].tried, "fired");
    assert.equal(transitions[0].line, 13);
    assert.deepEqual(transitions[0].parts, [{ text: "distance < 10", holds: true }, { text: 'sees("thief")', holds: true }]);
    assert.equal(choices[0].chosen, "combat/attack");
    assert.deepEqual(choices[0].options.map(({ option, verdict, score, text }) => [option, verdict, score, text]), [["combat/attack", "chosen", 0.75, "threat() * 1.5"], ["combat/flee", "lost", 0.5, "1 - threat()"]]);
    assert.ok(choices[0].options.every(({ fields }) => fields.length === 0), "its expressions read no field");
    assert.equal(guard.hash(), hash);
    assert.deepEqual(done, []);
    const shipped = api.Brain.parse(read("brains/guard.yaml"));
    const { choices: [combat] } = shipped.agent({ functions: idle(shipped), fields: { sees_player: true, distance: 16 } }).explain({ counterfactuals: true });
    const flee = combat.options.find(({ option }) => option === "combat/flee");
    assert.deepEqual(flee.fields.map(({ field, now, wouldWin, winsBelow }) => [field, now, wouldWin, winsBelow]), [["health", 1, true, true]]);
    assert.ok(flee.fields[0].winsAt < 0.25 && flee.fields[0].winsAt > 0.2499);
    const wolf = api.Brain.parse(read("brains/wolf.yaml"));
    const why = wolf.agent({ functions: idle(wolf) }).explain({ counterfactuals: true });
    assert.ok(why.choices.some(({ options }) => options.some(({ considerations }) => considerations.some((row) => row.input && "winsAt" in row))));
});

test("a brain file with mistakes throws one error with all of them", () => {
    const text = `wits: 1\nbrain: x\ncontext: {health: float}\nroot:\n  states:\n    a: {transitions: [{to: b, whne: helth > 1}]}\n    b: {transitions: [{to: a, when: helth > 1}]}\n`;
    assert.throws(() => api.Brain.parse(text, { name: "x.yaml" }), (error) => {
        assert.ok(error instanceof api.BrainError && error instanceof api.WitsError && error instanceof Error);
        assert.deepEqual(error.problems.map(({ file, line, column, suggestion }) => [file, line, column, suggestion]), [["x.yaml", 6, 23, "health"], ["x.yaml", 6, 31, "when"], ["x.yaml", 7, 37, "health"]]);
        assert.match(error.message, /^x\.yaml:6:23: .*\nx\.yaml:6:31: .*'whne'/);
        return true;
    });
    assert.throws(() => api.Brain.parse(""), api.BrainError);
    assert.throws(() => api.Brain.parse(undefined), { name: "ValueError", message: "a brain file must be a string or a Uint8Array, not undefined" });
    assert.throws(() => api.Brain.parse("include: [a.yaml]\n" + GUARD), api.BrainError);
    assert.throws(() => api.Brain.parse(GUARD, { constants: { sight: 1 } }), (error) => /sight/.test(error.message));
    assert.throws(() => api.Brain.parse(GUARD, { constants: { sight: {} } }), api.ValueError);
});

test("included files and constants", () => {
    const text = `wits: 1\nbrain: x\ninclude: lib/common.yaml\ncontext: {a: float}\nroot:\n  states:\n    s: {transitions: [{to: t, when: a > sight}]}\n    t: {}\n`;
    const files = { "lib/common.yaml": "wits: 1\nconstants: {sight: 5}\n" };
    const x = api.Brain.parse(text, { name: "brains/x.yaml", files });
    assert.deepEqual(x.files, ["brains/x.yaml", "brains/lib/common.yaml"]);
    const other = api.Brain.parse(text, { name: "brains/x.yaml", files, constants: { sight: 7 } });
    assert.notEqual(other.hash, x.hash);
    assert.deepEqual(x.agent({ fields: { a: 6 } }).tick().active, ["t"]);
    assert.deepEqual(other.agent({ fields: { a: 6 } }).tick().active, ["s"]);
});

test("brain files as bytes, as readFileSync returns them", () => {
    const bytes = new TextEncoder().encode(GUARD);
    assert.equal(api.Brain.parse(bytes).hash, brain.hash);
    assert.equal(api.Brain.parse(Buffer.from(GUARD)).hash, brain.hash);
    const common = Buffer.from("wits: 1\nconstants: {sight: 5}\n");
    assert.deepEqual(api.Brain.parse(`include: common.yaml\n${GUARD}`, { files: { "common.yaml": common } }).files.length, 2);
    bytes[20] = 0xff;
    assert.throws(() => api.Brain.parse(bytes), { name: "BrainError", message: /UTF-8/ });
});

test("a proof of nothing is an error, as in the program", async () => {
    const error = { name: "WitsError", code: "properties", message: "brain.yaml has no properties to prove; add them under 'prove'" };
    for (const text of [GUARD.slice(0, GUARD.indexOf("prove:")), GUARD.replace(/prove:[^]*/, "prove: []\n"), GUARD.replace(/prove:[^]*/, "prove: [{assume: distance > 1}]\n")]) {
        const none = api.Brain.parse(text);
        for (const options of [{ worker: true }, { worker: false }, { ranges: true }]) {
            await assert.rejects(() => api.prove(none, options).then(), error);
        }
    }
    const ranges = api.Brain.parse("wits: 1\nbrain: x\ncontext: {n: {type: uint8, range: [0, 9]}}\nroot: {states: {a: {update: n = 3}}}");
    assert.ok((await api.prove(ranges, { ranges: true })).isProven);
    await assert.rejects(() => api.prove(ranges).then(), error);
});

test("wrong values and names are errors", () => {
    const guard = brain.agent({ functions });
    const before = guard.save();
    for (const [name, value] of [["distance", "3"], ["distance", true], ["distance", undefined], ["ammo", 128], ["ammo", 1.5], ["ammo", NaN], ["mood", "furious"], ["mood", 1], ["alert", 1], ["alert", null]]) {
        assert.throws(() => (guard.fields[name] = value), api.ValueError, `${name} ${value}`);
    }
    assert.throws(() => (guard.fields.distanse = 1), TypeError);
    assert.throws(() => guard.tick({ distanse: 1 }), { name: "NameError", message: "unknown field 'distanse'; did you mean 'distance'?" });
    assert.throws(() => guard.tick({ far: 1 }), { name: "NameError", message: /unknown field 'far'; there are 'distance', 'mood'/ });
    for (const events of ["nois", ["noise", "nois"]]) {
        assert.throws(() => guard.tick({ distance: 1 }, events), { name: "NameError", message: "unknown event 'nois'; did you mean 'noise'?" });
    }
    assert.throws(() => guard.tick({ distance: 1 }, 5), { name: "ValueError", message: "events of a tick must be a string or an array of strings, not 5" });
    assert.throws(() => guard.tick({ distance: 1, ammo: "few" }), api.ValueError);
    assert.throws(() => guard.tick("noise"), { name: "ValueError", message: "fields must be an object, not 'noise'" });
    assert.throws(() => guard.goto("attak"), api.NameError);
    assert.throws(() => guard.setTargets("enemy", []), api.NameError);
    assert.deepEqual(guard.save(), before);
    assert.throws(() => brain.agent({}), { name: "NameError", message: /'sees' \(condition\), 'stop' \(action\), 'threat' \(score\)/ });
    assert.throws(() => brain.agent({ functions: { ...functions, strike: 5 } }), api.ValueError);
    assert.throws(() => brain.agent({ fuctions: functions }), { name: "NameError", message: "unknown option of an agent 'fuctions'; did you mean 'functions'?" });
    const { strike, ...others } = functions;
    assert.throws(() => brain.agent({ functions: { ...others, strik: strike } }), { name: "NameError", message: "brain 'guard' calls no function 'strik'; did you mean 'strike'?" });
    brain.agent({ functions: { ...functions, strik: strike, other_brain: strike } }); // several brains may share an object
    assert.throws(() => brain.agent({ functions, id: -1 }), api.ValueError);
    assert.throws(() => brain.agent({ functions, fields: { distance: "far" } }), api.ValueError);
    const wrong = brain.agent({ functions: { ...functions, sees: () => undefined } });
    assert.throws(() => wrong.tick({ distance: 1 }), { name: "ValueError", message: "condition 'sees' must return a boolean, not undefined" });
    const score = brain.agent({ functions: { ...functions, threat: () => "high" } });
    assert.throws(() => score.tick({ distance: 1 }), { name: "ValueError", message: /score 'threat' must return a number/ });
});

/** Calls of every public method, with one argument that is wrong. */
function callsWith(value) {
    const guard = brain.agent({ functions });
    const squad = api.Brain.parse(read("brains/squad.yaml"));
    const soldier = squad.agent({ functions: idle(squad) });
    const crowd = new api.Crowd(squad, { agents: 9, functions: idle(squad) });
    const option = (names) => names.map((name) => ({ [name]: value }));
    const offsets = new Array(10).fill(0);
    const agents = [
        ...option(["fields", "functions", "id", "seed", "start"]).map((one) => () => brain.agent({ functions, ...one })),
        () => brain.agent(value), () => new api.Agent(value, { functions }),
        () => brain.agent({ functions: { ...functions, strike: value } }),
    ];
    const parses = [
        () => api.Brain.parse(value), () => api.Brain.parse(GUARD, value), () => api.Brain.load(value),
        ...option(["name", "files", "constants"]).map((one) => () => api.Brain.parse(GUARD, one)),
        () => api.Brain.parse(`include: x.yaml\n${GUARD}`, { files: { "x.yaml": value } }), () => api.Brain.parse(GUARD, { constants: { sight: value } }),
    ];
    const ofGuard = [
        () => guard.tick(value), () => guard.tick({ distance: value }), () => guard.tick({ mood: value }), () => guard.tick({}, value), () => guard.tick({}, [value]),
        ...["goto", "restart", "setState", "raise", "isIn", "isDone", "elapsed", "target", "restore"].map((name) => () => guard[name](value)),
        () => guard.explain(value), () => guard.explain({ counterfactuals: value }),
        ...["distance", "mood", "ammo", "alert"].map((name) => () => (guard.fields[name] = value)),
    ];
    const ofSoldier = [
        () => soldier.setTargets(value, []), () => soldier.setTargets("cover", value), () => soldier.setTargets("cover", [value]),
        ...["id", "distance", "shelter"].map((name) => () => soldier.setTargets("cover", [{ id: 1, distance: 1, shelter: 1, [name]: value }])),
    ];
    const ofCrowd = [
        ...option(["agents", "seed", "firstId", "fields", "functions", "targets", "start"]).map((one) => () => new api.Crowd(squad, { agents: 2, functions: idle(squad), ...one })),
        () => new api.Crowd(value, { agents: 2 }), () => new api.Crowd(squad, value), () => api.Crowd.load(value, crowd.snapshot()), () => api.Crowd.load(squad, value),
        () => api.Crowd.load(squad, crowd.snapshot(), value), () => api.Crowd.load(squad, crowd.snapshot(), { functions: idle(squad), renames: value }),
        ...["states", "events", "fields", "x"].map((table) => () => api.Crowd.load(squad, crowd.snapshot(), { functions: idle(squad), renames: { [table]: value } })),
        () => api.Crowd.load(squad, crowd.snapshot(), { functions: idle(squad), renames: { states: { a: value } } }),
        () => crowd.tick(value), () => crowd.start(value), () => crowd.start(0, value), () => crowd.stop(value), () => crowd.stop(9, value),
        ...["goto", "restart", "setState", "raise"].flatMap((name) => [() => crowd[name](value), () => crowd[name]("advance", value), () => crowd[name]("advance", 0, value)]),
        () => crowd.set(value, 1), () => crowd.set("health", value), () => crowd.set("health", new Array(9).fill(value)), () => crowd.get(value, "health"), () => crowd.get(0, value),
        () => crowd.put(value, "health", 1), () => crowd.put(0, value, 1), () => crowd.put(0, "health", value), () => crowd.setTargets(value, {}), () => crowd.setTargets("cover", value),
        ...option(["ids", "offsets", "columns"]).map((one) => () => crowd.setTargets("cover", { ids: [], offsets, columns: { distance: [], shelter: [] }, ...one })),
        () => crowd.setTargets("cover", { ids: [value], offsets, columns: { distance: [1], shelter: [1] } }), () => crowd.setTargets("cover", { ids: [], offsets: new Array(10).fill(value), columns: {} }),
        ...option(["distance", "shelter"]).map((one) => () => crowd.setTargets("cover", { ids: [], offsets, columns: { distance: [], shelter: [], ...one } })),
        () => crowd.active(value), () => crowd.isIn(value, "advance"), () => crowd.isIn(0, value), () => crowd.target(value, "advance"), () => crowd.target(0, value),
        () => crowd.find(value), () => crowd.states(value), () => crowd.states("", value), () => crowd.explain(value), () => crowd.explain(0, value), () => crowd.restore(value),
    ];
    const proofs = [() => api.prove(value), () => api.prove(brain, value), ...option(["signal", "situations", "memory", "ticks", "worstTicks", "ranges", "worker"]).map((one) => () => api.prove(brain, { worker: false, ticks: 10, ...one }))];
    return { calls: [...parses, ...agents, ...ofGuard, ...ofSoldier, ...ofCrowd, ...proofs, () => api.initSync(value)], guard, soldier, crowd };
}

test("hostile arguments: only errors of the package come out, and nothing is damaged", async (t) => {
    const mine = new Error("mine");
    const thrower = { get: () => { throw mine; }, enumerable: true };
    const names = ["length", "fields", "id", "agents", "ids", "name", "counterfactuals", "worker", "distance", "states", "0"];
    const values = [
        0, 7, -1, 1.5, NaN, Infinity, 1e300, 2 ** 53, 5n, -5n, 10n ** 40n, true, null, "", "x", "a\0b", "\ud800", "x".repeat(1e5), Symbol("s"), Symbol.iterator, () => 5, class {}, [], [null], [[]], new Array(5),
        {}, { x: 1 }, { length: 3 }, { length: -1 }, { length: 1e9 }, Object.create(null), new Date(NaN), new Map(), new Uint8Array(9), new BigInt64Array(9), new DataView(new ArrayBuffer(9)), new ArrayBuffer(9), Promise.resolve(), new Proxy({}, {}),
        Object.defineProperties({}, Object.fromEntries(names.map((name) => [name, thrower]))), { toString: thrower.get, valueOf: thrower.get, [Symbol.toPrimitive]: thrower.get },
    ];
    let count = 0;
    for (const value of values) {
        const { calls, guard, soldier, crowd } = callsWith(value);
        for (const call of calls) {
            const before = [guard.save(), soldier.save(), crowd.save()];
            let error;
            try {
                const result = call();
                await result?.then?.((done) => done); // proofs
            } catch (caught) {
                error = caught;
            }
            const about = `${call} with ${typeof value === "string" ? JSON.stringify(value).slice(0, 20) : typeof value}`;
            if (error) {
                assert.ok(error instanceof api.WitsError || error === mine, `${about}: ${error?.stack}`);
                assert.ok(error === mine || error.message.length < 3000, about);
                assert.deepEqual([guard.save(), soldier.save(), crowd.save()], before, about);
                count++;
            }
        }
        guard.goto("patrol").tick();
        soldier.tick();
        crowd.tick().dispose();
    }
    t.diagnostic(`${count} errors`);
    assert.ok(count > 4000, String(count));
});

test("a function that throws: bytes, fields and tick are as before, and the exception is the same", () => {
    const oops = new Error("oops");
    for (const name of ["sees", "threat", "strike"]) {
        let isBad = false;
        const bad = () => { throw oops; };
        const guard = brain.agent({ functions: { ...functions, [name]: (...args) => (isBad ? bad() : functions[name](...args)) }, fields: { distance: 3 } });
        const before = guard.save();
        isBad = true;
        done.length = 0;
        assert.throws(() => guard.tick({ alert: true }), (error) => error === oops);
        assert.deepEqual(done, [], name);
        assert.equal(guard.fields.alert, true); // assigned before the tick
        guard.fields.alert = false;
        assert.deepEqual(guard.save(), before, name);
        isBad = false;
        assert.deepEqual(guard.tick().active, ["combat/attack"]);
    }
});

test("calls from inside a function", () => {
    let kept;
    let inside;
    const other = brain.agent({ functions, fields: { distance: 3 } });
    const guard = brain.agent({
        fields: { distance: 3 },
        functions: {
            ...functions,
            strike(call) {
                kept = call;
                inside = [call.isIn("combat"), call.self.fields.distance, call.row, call.target, other.tick().active];
                call.raise("noise");
                call.self.fields.alert = true;
                for (const wrong of [() => call.self.tick(), () => call.self.restore(new Uint8Array(9)), () => call.self.dispose(), () => call.self.raise("noise"), () => call.raise("nois")]) {
                    assert.throws(wrong, api.WitsError);
                }
            },
        },
    });
    guard.tick();
    assert.deepEqual(inside, [true, 3, 0, undefined, ["combat/attack"]]);
    assert.equal(guard.fields.alert, true);
    assert.throws(() => kept.state, { code: "call" });
    for (const wrong of [(call) => call.isIn("patrol"), (call) => call.elapsed > 0, (call) => call.raise("noise")]) {
        const pure = brain.agent({ functions: { ...functions, sees: wrong }, fields: { distance: 3 } });
        assert.throws(() => pure.tick(), { code: "call", message: /only actions/ });
    }
});

test("targets of one agent", () => {
    const squad = api.Brain.parse(read("brains/squad.yaml"));
    const soldier = squad.agent({ functions: idle(squad) });
    soldier.setTargets("cover", [{ id: 101, distance: 12, shelter: 0.9 }, { id: 102, distance: 6, shelter: 0.5 }]);
    soldier.setTargets("enemy", [{ id: 7, distance: 8, visible: true, health: 1, weapon: "rifle" }]).tick();
    assert.ok(soldier.explain().choices.some(({ options }) => options.some(({ targets }) => targets.some(({ id }) => id === 7))));
    assert.throws(() => soldier.setTargets("enemy", [{ id: 7, distance: 8 }]), { name: "NameError", message: /lacks the field/ });
    assert.throws(() => soldier.setTargets("cover", [{ id: 1.5, distance: 8, shelter: 1 }]), api.ValueError);
    assert.throws(() => soldier.setTargets("cover", [{ id: 1, distance: "8", shelter: 1 }]), api.ValueError);
    assert.throws(() => soldier.setTargets("cover", "x"), api.ValueError);
    soldier.tick().setTargets("cover", []).tick();
});

test("snapshots that are damaged, cut or of other brains are refused, and change nothing", () => {
    const guard = brain.agent({ functions, fields: { distance: 3 } }).tick();
    const saved = guard.save();
    const hash = guard.hash();
    for (let length = 0; length < saved.length; length++) {
        assert.throws(() => guard.restore(saved.slice(0, length)), api.SnapshotError);
    }
    const other = api.Brain.parse(GUARD.replace("listen: {enter", "hear: {enter").replace("to: listen", "to: hear"));
    assert.throws(() => other.agent({ functions }).restore(saved), { name: "SnapshotError", code: "brain" });
    const fields = api.Brain.parse(GUARD.replace("ammo: {type: int8", "ammo: {type: int16"));
    assert.throws(() => fields.agent({ functions }).restore(saved), { name: "SnapshotError", code: "fields" });
    assert.throws(() => brain.agent({ functions, id: 4 }).restore(saved), { name: "SnapshotError", code: "seed" });
    const damaged = saved.slice();
    damaged[48] = 0xee;
    assert.throws(() => guard.restore(damaged), { name: "SnapshotError", code: "damaged" });
    assert.throws(() => guard.restore("text"), { name: "SnapshotError", code: "format" });
    assert.equal(guard.hash(), hash);
});

test("compiled brains: save, load, and the entry without parser", async () => {
    const saved = brain.save();
    const loaded = api.Brain.load(saved);
    assert.equal(loaded.hash, brain.hash);
    assert.deepEqual(loaded.states, brain.states);
    for (const bad of [saved.slice(0, 10), saved.slice(0, -1), new Uint8Array(3), saved.map((byte, i) => (i === saved.length - 9 ? byte ^ 1 : byte))]) {
        assert.throws(() => api.Brain.load(bad), api.SnapshotError);
    }
    assert.throws(() => api.prove(loaded), { code: "source" });
    const core = await load("core.js");
    await core.init();
    assert.throws(() => core.Brain.parse(GUARD), { name: "InitError", code: "core" });
    const guard = core.Brain.load(saved).agent({ functions, fields: { distance: 3 } });
    assert.equal(guard.tick().hash(), loaded.agent({ functions, fields: { distance: 3 } }).tick().hash());
    const crowd = new core.Crowd(core.Brain.load(saved), { agents: 100, functions });
    assert.throws(() => crowd.snapshot(), { name: "InitError", code: "core" });
    assert.throws(() => core.Crowd.load(core.Brain.load(saved), new Uint8Array(200)), { name: "InitError", code: "core" });
    assert.equal(crowd.tick(5).hash(), new api.Crowd(brain, { agents: 100, functions }).tick(5).hash());
});

test("disposed objects throw", () => {
    const own = api.Brain.parse(GUARD);
    const guard = own.agent({ functions });
    const second = own.agent({ functions });
    guard.dispose();
    guard.dispose();
    for (const call of [() => guard.tick(), () => guard.fields.ammo, () => (guard.fields.ammo = 1), () => guard.active, () => guard.save(), () => guard.explain()]) {
        assert.throws(call, api.DisposedError);
    }
    second.tick();
    own.dispose();
    assert.throws(() => second.tick(), api.DisposedError);
    assert.throws(() => own.agent({ functions }), api.DisposedError);
    assert.throws(() => new api.Crowd(own, { agents: 1, functions }), api.DisposedError);
    second.dispose();
    brain.agent({ functions })[Symbol.dispose]?.();
});

/** Bytes of the process after garbage is collected and finalizers have run. */
async function settled() {
    for (let i = 0; i < 3; i++) {
        globalThis.gc();
        await new Promise((next) => setTimeout(next, 5));
    }
    return process.memoryUsage().rss;
}

test("10,000 brains and agents, disposed or forgotten, hold memory flat", { skip: !globalThis.gc && "needs node --expose-gc" }, async () => {
    const cycles = async (count) => {
        for (let i = 0; i < count; i++) {
            const own = api.Brain.parse(GUARD);
            const guard = own.agent({ functions }).tick();
            if (i % 10 !== 0) {
                guard.dispose();
                own.dispose();
            }
            if (i % 500 === 499) {
                await settled();
            }
        }
    };
    await cycles(2000);
    const before = await settled();
    await cycles(10_000); // each has some 10 kB: a leak of all would be 100 MB
    const more = (await settled()) - before;
    assert.ok(more < 10e6, `${more} bytes more`);
});

test("300 crowds, disposed or forgotten, hold memory flat", { skip: !globalThis.gc && "needs node --expose-gc" }, async () => {
    const villager = api.Brain.parse(read("brains/villager.yaml"));
    const cycles = async (count) => {
        for (let i = 0; i < count; i++) {
            const crowd = new api.Crowd(villager, { agents: 10_000 }).tick();
            if (i % 2 === 0) {
                crowd.dispose();
            }
            if (i % 20 === 19) {
                await settled();
            }
        }
    };
    await cycles(60);
    const before = await settled();
    await cycles(300); // each has some 500 kB
    const more = (await settled()) - before;
    assert.ok(more < 20e6, `${more} bytes more`);
});
