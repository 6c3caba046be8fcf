// SPDX-License-Identifier: MIT
// Crowds, pools and targets.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { compareAll } from "./golden.js";
import { idle, load, read } from "./support.js";

let api;
let villager;
before(async () => {
    api = await load();
    await api.init();
    villager = api.Brain.parse(read("brains/villager.yaml"));
});

test("all golden crowds have the hashes of the native library", () => {
    const { count, wrong } = compareAll(api, read);
    assert.deepEqual(wrong, []);
    assert.ok(count >= 23);
});

test("a pool has the same hash, columns, states and counts for any number of workers", async () => {
    const crowd = new api.Crowd(villager, { agents: 1001, seed: 5 });
    crowd.set("hunger", Array.from({ length: 1001 }, (_, i) => i / 1000)).raise("visitor", 100, 500).tick(40);
    for (const workers of [1, 2, 3]) {
        const options = { brain: villager, agents: 1001, seed: 5, workers };
        const pool = await api.CrowdPool.create(options);
        await pool.set("hunger", Array.from({ length: 1001 }, (_, i) => i / 1000));
        await pool.raise("visitor", 100, 500);
        await pool.tick(40);
        assert.equal(await pool.hash(), crowd.hash());
        assert.deepEqual(await pool.column("hunger"), crowd.columns.hunger.slice());
        assert.deepEqual(await pool.states("mind"), crowd.states("mind"));
        assert.deepEqual(await pool.counts(), crowd.counts());
        assert.deepEqual(await pool.explain(777), crowd.explain(777));
        assert.equal(pool.workers, workers);
        await assert.rejects(pool.column("hungr"), api.NameError);
        await assert.rejects(pool.set("hunger", [1]), api.ValueError);
        pool.dispose();
        await assert.rejects(pool.tick(), api.DisposedError);
    }
    await assert.rejects(api.CrowdPool.create({ text: "wits: 2", agents: 1 }), api.BrainError);
    await assert.rejects(api.CrowdPool.create({ text: read("brains/villager.yaml"), agents: 4, workers: 2, fields: { night: 1 } }), api.ValueError);
});

test("hostile arguments of a pool: only errors of the package, and the pool goes on", async () => {
    const pool = await api.CrowdPool.create({ brain: villager, agents: 6, workers: 2 });
    const mine = new Error("mine");
    const thrower = Object.defineProperty({}, "agents", { get: () => { throw mine; }, enumerable: true });
    let count = 0;
    for (const value of [-1, 1.5, NaN, 1e300, -5n, null, "x", Symbol("s"), () => 5, [], [null], { x: 1 }, { length: 6 }, new BigInt64Array(6), new DataView(new ArrayBuffer(6)), thrower]) {
        for (const call of [
            () => api.CrowdPool.create(value), ...["brain", "text", "name", "files", "agents", "workers", "seed", "firstId", "fields", "start", "worker"].map((name) => () => api.CrowdPool.create({ brain: villager, agents: 6, workers: 1, [name]: value })),
            () => api.CrowdPool.create({ text: value, agents: 6 }), () => api.CrowdPool.create({ brain: villager, agents: 6, workers: 1, fields: { hunger: value } }),
            () => pool.tick(value), () => pool.set(value, 1), () => pool.set("hunger", value), () => pool.set("night", value), () => pool.set("hunger", new Array(6).fill(value)), () => pool.raise(value),
            () => pool.raise("visitor", value), () => pool.raise("visitor", 0, value), () => pool.column(value), () => pool.states(value), () => pool.explain(value), () => pool.explain(0, value),
        ]) {
            const hash = await pool.hash();
            try {
                (await call())?.dispose?.();
            } catch (error) {
                assert.ok(error instanceof api.WitsError || error === mine, `${call} with ${typeof value}: ${error?.stack}`);
                assert.equal(await pool.hash(), hash);
                count++;
            }
        }
    }
    assert.ok(count > 300, String(count));
    await pool.tick();
    pool.dispose();
});

test("columns are live, and stay valid when memory grows elsewhere", () => {
    const crowd = new api.Crowd(villager, { agents: 3000, fields: { hunger: 0.5, night: true } });
    const { hunger, food, night } = crowd.columns;
    assert.ok(hunger instanceof Float32Array && food instanceof Uint8Array && hunger.length === 3000);
    assert.equal(night[2999], 1);
    const others = [];
    for (let i = 0; i < 20; i++) {
        const wolf = api.Brain.parse(read("brains/wolf.yaml"));
        others.push(new api.Crowd(villager, { agents: 100_000 }), wolf.agent({ functions: idle(wolf) }));
    }
    hunger[7] = 0.25;
    assert.equal(crowd.get(7, "hunger"), 0.25);
    const { loneliness } = crowd.columns;
    crowd.put(8, "loneliness", 0.25).tick();
    assert.equal(crowd.columns.hunger, hunger);
    assert.equal(loneliness[8], Math.fround(Math.fround(0.25) + Math.fround(0.004)));
});

test("columns are read again after targets took more memory", () => {
    const squad = api.Brain.parse(read("brains/squad.yaml"));
    const crowd = new api.Crowd(squad, { agents: 100, functions: idle(squad) });
    const before = crowd.columns.health;
    const count = 400_000;
    const all = (value) => new Array(count).fill(value);
    const offsets = Array.from({ length: 101 }, (_, i) => i * (count / 100));
    crowd.columns.health[3] = 0.125;
    const columns = { distance: all(5), shelter: all(0.5) };
    crowd.setTargets("cover", { ids: all(0).map((_, i) => i), offsets, columns });
    assert.equal(before.length, 0);
    assert.equal(crowd.columns.health[3], 0.125);
    const reserved = new api.Crowd(squad, { agents: 100, functions: idle(squad), targets: { cover: count } });
    const same = reserved.columns.health;
    reserved.setTargets("cover", { ids: all(0).map((_, i) => i), offsets, columns });
    assert.equal(reserved.columns.health, same);
    assert.throws(() => crowd.setTargets("cover", { ids: [1], offsets: [0, 1], columns }), api.ValueError);
    assert.throws(() => crowd.setTargets("cover", { ids: [1], offsets: new Array(101).fill(1), columns: { distance: [1] } }), api.NameError);
    assert.throws(() => crowd.setTargets("cover", { ids: [1], offsets: [0, ...new Array(100).fill(7)], columns: { distance: [1], shelter: [1] } }), api.ValueError);
    assert.throws(() => crowd.setTargets("cover", { ids: [-1], offsets: new Array(101).fill(0), columns: { distance: [1], shelter: [1] } }), api.ValueError);
    crowd.tick();
});

test("functions of a crowd: conditions for each agent, actions in their order", () => {
    const text = `wits: 1
brain: sheep
context: {wool: float}
root:
  states:
    graze: {transitions: [{to: run, when: "hears(2, \\"wolf\\")"}]}
    run: {enter: bleat("loud"), update: wool = wool + size()}
`;
    const brain = api.Brain.parse(text);
    const bleated = [];
    const crowd = new api.Crowd(brain, {
        agents: 1000,
        functions: {
            hears: (call, times, what) => times === 2 && what === "wolf" && call.row % 3 === 0,
            size: (call) => call.row,
            bleat(call, how) {
                bleated.push([call.row, how, call.state, call.kind, call.self === crowd, this === undefined]);
            },
        },
    });
    crowd.tick();
    assert.deepEqual(bleated.slice(0, 2), [[0, "loud", "run", "enter", true, false], [3, "loud", "run", "enter", true, false]]);
    assert.equal(bleated.length, 334);
    assert.deepEqual(crowd.counts(), { graze: 666, run: 334 });
    assert.deepEqual([...crowd.find("run").slice(0, 3)], [0, 3, 6]);
    assert.equal(crowd.columns.wool[999], 999);
    assert.deepEqual([...crowd.states().slice(0, 3)], [2, 1, 1]);
    // Actions are optional, conditions are not.
    new api.Crowd(brain, { agents: 2, functions: { hears: () => true, size: () => 1 } }).tick();
    assert.throws(() => new api.Crowd(brain, { agents: 2 }), (error) => error instanceof api.NameError && /'hears' \(condition\), 'size' \(score\)/.test(error.message));
});

test("a function that throws undoes the tick of the whole crowd", () => {
    const brain = api.Brain.parse(`wits: 1
brain: x
context: {n: int}
root:
  states:
    a: {update: n = n + 1, transitions: [{to: b, when: bad()}]}
    b: {enter: act()}
`);
    let rows = 0;
    const crowd = new api.Crowd(brain, { agents: 5000, functions: { bad: (call) => ((rows = call.row), rows > 4500), act: () => { throw new RangeError("act"); } } });
    const hash = crowd.hash();
    assert.throws(() => crowd.tick(3), { name: "RangeError", message: "act" });
    assert.equal(crowd.hash(), hash);
    assert.equal(crowd.tickNumber, 1);
    assert.deepEqual(new Set(crowd.columns.n), new Set([0]));
});

const flock = (text) => api.Brain.parse(`wits: 1
brain: flock
${text}
`);
const OLD = `
context: {hunger: float, wool: uint8, gone: int16}
events: [wolf]
root:
  states:
    graze: {update: hunger = hunger + 0.25, transitions: [{to: run, event: wolf}, {to: sleep, when: hunger > 2}]}
    run: {update: bleat(), transitions: [{to: graze, after: 3}]}
    sleep: {enter: hunger = 0, exit: wool = wool + 1, transitions: [{to: graze, after: 2}]}
    shear: {}
`;
const NEW = OLD.replace(", gone: int16", "").replaceAll("sleep", "doze").replace("    shear: {}\n", "");

test("snapshots are loaded by the same brain, and by a new version of it", () => {
    const brain = flock(OLD), functions = { bleat: () => undefined };
    const crowd = new api.Crowd(brain, { agents: 300, seed: 2n ** 63n + 5n, firstId: 2n ** 40n, functions });
    crowd.columns.hunger.forEach((_, row) => { crowd.columns.hunger[row] = row / 100; });
    crowd.raise("wolf", 0, 10).tick(7).raise("wolf", 100, 200).goto("shear", 7, 1);
    const bytes = crowd.snapshot();
    assert.equal(new TextDecoder().decode(bytes.subarray(0, 8)), "wits snp");

    const same = api.Crowd.load(brain, bytes, { functions });
    assert.deepEqual(same.losses, []);
    assert.equal(same.crowd.tickNumber, crowd.tickNumber);
    assert.equal(same.crowd.hash(), crowd.hash());
    assert.deepEqual(same.crowd.snapshot(), bytes);
    assert.equal(same.crowd.tick(9).hash(), crowd.tick(9).hash());

    const again = api.Crowd.load(brain, bytes, { functions }).crowd;
    const old = again.counts();
    for (const [text, options] of [["renames: {states: {sleep: doze}}" + NEW, { functions }], [NEW, { functions, renames: { states: { sleep: "doze" } } }]]) {
        const { crowd: next, losses } = api.Crowd.load(flock(text), bytes, options);
        assert.deepEqual(losses.map(({ row, text }) => [row, text.replace(/;.*/, "")]), [[0, "gone: the field is gone"], [7, "shear: the state is gone"]]);
        assert.deepEqual(next.counts(), { graze: old.graze + 1, run: old.run, doze: old.sleep });
        assert.deepEqual(next.columns.hunger, again.columns.hunger);
        const runs = api.Crowd.load(brain, bytes, { functions }).crowd.tick().find("run");
        assert.ok(runs.length > old.run); // events were pending
        assert.deepEqual(next.tick().find("run"), runs);
        next.dispose();
    }
    const lost = api.Crowd.load(flock(NEW), bytes, { functions }).losses;
    assert.ok(lost.length > 2 && lost.some(({ text }) => /^sleep: the state is gone/.test(text)));

    // functions that a choice calls
    const chooser = flock(NEW.replace("root:", "root:\n  kind: utility").replace("graze: {", "graze: {score: 0.1, ").replace("run: {", "run: {score: calm(), ").replace("doze: {", "doze: {score: 0, "));
    let asked = 0;
    const { crowd: chosen } = api.Crowd.load(chooser, bytes, { functions: { ...functions, calm: () => (asked++, 0.5) } });
    assert.ok(asked > 0 && chosen.isIn(7, "run"));
    assert.throws(() => api.Crowd.load(chooser, bytes, { functions: { ...functions, calm: () => { throw new RangeError("calm"); } } }), RangeError);
    assert.throws(() => api.Crowd.load(chooser, bytes, { functions }), api.NameError);
});

test("snapshots that are wrong are refused", () => {
    const brain = flock(OLD), functions = { bleat: () => undefined };
    const bytes = new api.Crowd(brain, { agents: 20, functions }).tick(2).snapshot();
    const code = (call) => {
        try {
            call();
        } catch (error) {
            assert.ok(error instanceof api.SnapshotError, String(error));
            return error.code;
        }
        return undefined;
    };
    const load = (given, options) => code(() => api.Crowd.load(brain, given, { functions, ...options }));
    assert.equal(load(bytes), undefined);
    for (const given of [undefined, "wits snp", [...bytes], new Uint8Array(0), new TextEncoder().encode('{"json": 1}'), brain.save()]) {
        assert.equal(load(given), "format");
    }
    for (let size = 1; size < bytes.length; size += 3) {
        assert.equal(load(bytes.subarray(0, size)), "damaged", String(size));
    }
    for (let bit = 0; bit < bytes.length * 8; bit += 5) {
        const altered = bytes.slice();
        altered[bit >> 3] ^= 1 << (bit & 7);
        assert.match(load(altered) ?? "", /^(format|damaged)$/, String(bit));
    }
    assert.equal(load(bytes, { renames: { states: { graze: "nowhere" } } }), undefined); // the same brain: not used
    assert.equal(code(() => api.Crowd.load(flock(NEW), bytes, { functions, renames: { states: { sleep: "nowhere" } } })), "renames");
    const crowd = api.Crowd.load(brain, bytes, { functions }).crowd;
    crowd.dispose();
    assert.throws(() => crowd.snapshot(), api.DisposedError);
});

test("snapshots of a crowd, and wrong arguments", () => {
    const crowd = new api.Crowd(villager, { agents: 500, seed: 9n });
    crowd.tick(20);
    const saved = crowd.save();
    const after = crowd.tick(20).hash();
    assert.equal(crowd.restore(saved).tickNumber, 21);
    assert.equal(crowd.tick(20).hash(), after);
    assert.throws(() => new api.Crowd(villager, { agents: 400, seed: 9 }).restore(saved), { name: "SnapshotError", code: "size" });
    assert.throws(() => new api.Crowd(villager, { agents: 500, seed: 8 }).restore(saved), { name: "SnapshotError", code: "seed" });
    for (const agents of [0, -1, 1.5, NaN, "7", undefined, 2 ** 32]) {
        assert.throws(() => new api.Crowd(villager, { agents }), api.ValueError, String(agents));
    }
    for (const call of [
        () => crowd.set("hunger", "much"), () => crowd.set("hunger", [1, 2]), () => crowd.set("food", 256), () => crowd.set("food", 1.5),
        () => crowd.set("night", 1), () => crowd.set("food", new Float32Array(500).fill(300)), () => crowd.raise("visitor", 499, 2),
        () => crowd.start(501), () => crowd.active(500), () => crowd.explain(-1), () => crowd.states("", new Uint16Array(3)), () => crowd.tick(-1),
        () => new api.Crowd(villager, { agents: 1, seed: -1 }), () => new api.Crowd(villager, { agents: 1, firstId: 2n ** 64n }),
    ]) {
        assert.throws(call, api.ValueError, String(call));
    }
    for (const call of [() => crowd.set("hungr", 1), () => crowd.raise("visitr"), () => crowd.goto("nowhere"), () => crowd.states("x"), () => crowd.setTargets("enemy", {})]) {
        assert.throws(call, api.NameError, String(call));
    }
    assert.equal(crowd.hash(), after);
    crowd.dispose();
    for (const call of [() => crowd.tick(), () => crowd.columns.hunger, () => crowd.hash(), () => crowd.save(), () => crowd.set("hunger", 1)]) {
        assert.throws(call, api.DisposedError, String(call));
    }
    crowd.dispose();
});

test("more agents or targets than fit into memory are an error", () => {
    for (const agents of [4_294_967_294, 1_500_000_000, 700_000_000]) {
        assert.throws(() => new api.Crowd(villager, { agents }), { name: "WitsError", code: "memory" });
    }
    const squad = api.Brain.parse(read("brains/squad.yaml"));
    const functions = idle(squad);
    assert.throws(() => new api.Crowd(squad, { agents: 10, functions, targets: { enemy: 0x7fffffff } }), { code: "memory" });
    new api.Crowd(squad, { agents: 10, functions }).tick();
});

test("a NaN that is stored has the same bits everywhere", () => {
    const crowd = new api.Crowd(villager, { agents: 2, fields: { hunger: NaN } });
    const bits = (column) => [...new Uint32Array(column.buffer, column.byteOffset, 2)];
    assert.deepEqual(bits(crowd.columns.hunger), [0x7fc00000, 0x7fc00000]);
    const odd = new Float32Array(new Uint32Array([0xffc12345, 0x7f812345]).buffer);
    assert.deepEqual(bits(crowd.set("tiredness", odd).columns.tiredness), [0x7fc00000, 0x7fc00000]);
});
