// SPDX-License-Identifier: MIT
// Runs the crowds of tests/golden through the API: 200 agents, 60 ticks, seed 3, with the inputs and targets of each
// brain. Runs in Node.js and in pages: `read` returns the text of a file of the repository, or undefined.

export const HASHES = ["tests/golden/crowd_hashes.txt", "tests/golden/pack/crowd_hashes.txt"];
const KINDS = { squad: ["cover", "enemy", "friend"] };

/** Rows of a CSV file as objects. */
function rowsOf(text) {
    const rows = text.trimEnd().split("\n").map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((cell) => cell.replaceAll('"', "")));
    const names = rows.shift();
    return rows.map((cells, i) => ({ tick: i + 1, ...Object.fromEntries(cells.map((cell, at) => [names[at], cell])) }));
}

function valueOf(type, cell) {
    return type === "bool" ? cell === "true" : type === "enum" ? cell : Number(cell);
}

function inputsOf(name, read) {
    const own = name === "guard" ? "examples/guard-night.csv" : `tests/golden/${name}.csv`;
    const text = read(own) ?? (name.startsWith("pack/") ? read("tests/golden/pack/intruder.csv") : undefined);
    return text === undefined ? [] : rowsOf(text);
}

/** The targets of one tick, the same for all agents. */
function setTargets(crowd, info, rows) {
    const given = rows.filter((row) => row.id !== "");
    const times = Array.from({ length: crowd.agents });
    const columns = {};
    for (const { name, type, values } of info.fields) {
        const empty = type === "enum" ? values[0] : type === "bool" ? "false" : "0";
        columns[name] = times.flatMap(() => given.map((row) => valueOf(type, row[name] || empty)));
    }
    const ids = times.flatMap(() => given.map((row) => Number(row.id)));
    crowd.setTargets(info.name, { ids, offsets: [...times.map((_, i) => i * given.length), ids.length], columns });
}

/** Applies a row of inputs and runs its calls. */
function runTick(crowd, row, answers) {
    const { fields } = crowd.brain;
    for (const [name, cell] of Object.entries(row)) {
        const field = fields.find((one) => one.name === name);
        if (field && cell !== "") {
            crowd.set(name, valueOf(field.type, cell));
        } else if (name.endsWith(")") && cell !== "") {
            answers[name] = valueOf(cell === "true" || cell === "false" ? "bool" : "float", cell);
        }
    }
    (row.raise ?? "").split(" ").filter(Boolean).forEach((event) => crowd.raise(event));
    const calls = (row.do || "tick").split(";").map((call) => call.trim().split(" "));
    for (const [verb, state] of calls) {
        const name = { set_state: "setState" }[verb] ?? verb;
        state === undefined ? crowd[name]() : crowd[name](state.replace(/^\/$/, ""));
    }
}

export function crowdHash({ Brain, Crowd }, name, read) {
    const path = `brains/${name}.yaml`;
    const brain = Brain.parse(read(path), { name: path, files: { "common.yaml": read("brains/pack/common.yaml") } });
    const answers = {};
    const functions = Object.fromEntries(
        brain.functions.filter(({ kind }) => kind !== "action").map(({ name: fn, kind }) => [
            fn,
            (_, ...args) => answers[`${fn}(${args.map((arg) => JSON.stringify(arg)).join(", ")})`] ?? answers[`${fn}()`] ?? (kind === "score" ? 0 : false),
        ]),
    );
    const crowd = new Crowd(brain, { agents: 200, seed: 3, start: false, functions });
    const inputs = inputsOf(name, read);
    const targets = (KINDS[name] ?? []).map((kind) => ({
        info: brain.targets.find((one) => one.name === kind),
        rows: rowsOf(read(`tests/golden/${name}.${kind}.csv`)),
    }));
    const rowOf = (tick) => inputs.find((row) => Number(row.tick) === tick) ?? {};
    const takeTargets = (tick) => {
        for (const { info, rows } of targets) {
            const now = rows.filter((row) => Number(row.tick) === tick);
            now.length > 0 && setTargets(crowd, info, now);
        }
    };
    takeTargets(0);
    runTick(crowd, { ...rowOf(0), do: "start" }, answers);
    for (let tick = 1; tick <= 60; tick++) {
        takeTargets(tick);
        runTick(crowd, rowOf(tick), answers);
    }
    const hash = crowd.hash().toString(16).padStart(16, "0");
    crowd.dispose();
    brain.dispose();
    return hash;
}

/** Returns the names of brains with another hash than the golden one, and the number of all. */
export function compareAll(api, read) {
    const all = HASHES.flatMap((file) => read(file).trim().split("\n").map((line) => line.split(" ")));
    const wrong = all.filter(([name, hash]) => crowdHash(api, name, read) !== hash).map(([name]) => name);
    return { count: all.length, wrong };
}
