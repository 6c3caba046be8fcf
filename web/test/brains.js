// SPDX-License-Identifier: MIT
// Brain files of many states.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Machines of machines with about `count` states, in a file. */
export function bigBrain(count) {
    const lines = ["wits: 1", `brain: city${count}`, "context:", "  mood: {type: float, initial: 0.5, range: [0, 1]}", "  busy: bool", "events: [bell]", "root:", "  states:"];
    const districts = Math.max(Math.round(count / 50), 1);
    for (let i = 0; i < districts; i++) {
        lines.push(`    district_${i}:`, `      transitions: [{to: district_${(i + 1) % districts}, when: mood < 0.${1 + (i % 6)}, after: ${30 + 7 * i}}]`, "      states:");
        for (let j = 0; j < 7; j++) {
            lines.push(`        street_${i}_${j}:`, `          transitions: [{to: street_${i}_${(j + 1) % 7}, when: busy, after: ${5 + j}}]`, "          states:");
            for (let k = 0; k < 6; k++) {
                lines.push(`            house_${i}_${j}_${k}: {transitions: [{to: house_${i}_${j}_${(k + 1 + (k % 2)) % 6}, when: mood > 0.${3 + (k % 5)}, after: ${1 + (k % 3)}}]}`);
            }
        }
    }
    const file = join(mkdtempSync(join(tmpdir(), "wits-page-")), `city${count}.yaml`);
    writeFileSync(file, lines.join("\n") + "\n");
    return file;
}
