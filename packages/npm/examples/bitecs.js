// SPDX-License-Identifier: MIT
// bitECS: the columns of a crowd are components, and deciding is a system. node bitecs.js VILLAGER.yaml
import { readFileSync } from "node:fs";
import { addComponent, addEntity, createWorld, query } from "bitecs";
import { Brain, Crowd, init } from "wits-ai";

const COUNT = 10_000;

await init();
const brain = Brain.parse(readFileSync(process.argv[2], "utf8"));
// Entities of bitECS count from 1, so row 0 stays unused.
const crowd = new Crowd(brain, { agents: COUNT + 1, seed: 1 });
const { hunger, food } = crowd.columns; // typed arrays by entity, which both libraries read and write
const Villager = { hunger, food };
const Position = { x: new Float32Array(COUNT + 1) };

const world = createWorld();
for (let i = 0; i < COUNT; i++) {
    const entity = addEntity(world);
    addComponent(world, entity, Villager);
    addComponent(world, entity, Position);
    hunger[entity] = (i % 100) / 100;
}

const at = (path) => brain.states.findIndex((state) => state.path === path);
const [TOIL, EAT, SLEEP] = ["mind/toil", "mind/eat", "mind/sleep"].map(at);
let states = crowd.states("mind");

function decide() {
    crowd.tick();
    states = crowd.states("mind", states);
}

function walk() {
    for (const entity of query(world, [Villager, Position])) {
        const goal = states[entity] >= TOIL && states[entity] < EAT ? 100 : 0; // the field, or home
        Position.x[entity] += Math.sign(goal - Position.x[entity]);
    }
}

for (let tick = 1; tick <= 50; tick++) {
    decide();
    walk();
}
const sum = (column) => query(world, [Villager]).reduce((all, entity) => all + column[entity], 0);
console.log("eating", crowd.find("mind/eat").length, "sleeping", crowd.find(brain.states[SLEEP].path).length);
console.log("loaves", sum(food), "in the field", query(world, [Position]).filter((entity) => Position.x[entity] > 10).length);
console.log("hash", crowd.hash().toString(16));
