// SPDX-License-Identifier: MIT
// A guard's night, from brains/guard.yaml and recorded inputs: node guard.js GUARD.yaml NIGHT.csv
import { readFileSync } from "node:fs";
import { Brain, init } from "wits-ai";

const SAYS = {
    walk_the_wall: "walks the wall",
    look_around: "lifts his lantern, looks around",
    search_yard: "searches the yard",
    draw_sword: "draws his sword",
    sheathe: "sheathes his sword",
    step_closer: "steps closer",
    strike: "strikes",
    mend: "ducks behind the well, binds his wounds",
    run_away: "runs for the tower",
    listen: "listens",
};
const [path, night] = process.argv.slice(2);

await init();
const brain = Brain.parse(readFileSync(path, "utf8"), { name: path });
let does = [];
const functions = Object.fromEntries(Object.entries(SAYS).map(([name, what]) => [name, () => does.push(what)]));
const guard = brain.agent({ functions });

console.log("tick  state              what he does");
const [, ...rows] = readFileSync(night, "utf8").trimEnd().split("\n");
for (const row of rows) {
    const [sees, distance, health, event] = row.split(",");
    const tick = guard.tickNumber;
    does = [];
    guard.tick(
        {
            ...(sees && { sees_player: sees === "true" }),
            ...(distance && { distance: Number(distance) }),
            ...(health && { health: Number(health) }),
        },
        event ? [event] : [],
    );
    console.log(`${String(tick).padStart(4)}  ${guard.active[0].padEnd(17)}  ${does.join(", ")}`);
}
