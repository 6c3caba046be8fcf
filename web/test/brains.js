// SPDX-License-Identifier: MIT
// Brain files for tests: a shop, and machines of many states.
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

export const SHOP = `# Customers of a shop: they browse, choose by their wishes, queue, and pay. A thief makes all of them flee.
wits: 1
brain: shop
context:
  patience: {type: float, range: [0, 1], initial: 1}
  money: {type: int, range: [0, 20], initial: 10}
  queue_length: {type: int, range: [0, 12]}
  open: bool
  visits: {type: int, initial: 0}
events: [thief, paid]

root:
  initial: browse
  any:
    - {to: flee, event: thief}
  states:
    browse:
      kind: utility
      transitions:
        - {to: queue, when: money > 3 and open, after: 2}
      states:
        look: {score: 0.4}
        taste: {score: patience * (1 if open else 0)}
        haggle: {score: 1 - money / 20}
    queue:
      transitions:
        - {to: pay, when: queue_length < 2}
        - {to: browse, when: patience < 0.2, after: 4}
    pay:
      enter: visits = min(visits + 1, 3)
      transitions:
        - {to: browse, event: paid}
    flee:
      transitions:
        - {to: browse, after: 3}

prove:
  - never: in(pay) and money < 1
  - {name: closed, never: in(queue) and not open and visits > 1}
`;

/** The shop in a file of its own. */
export function shopFile(text = SHOP) {
    const file = join(mkdtempSync(join(tmpdir(), "wits-page-")), "shop.yaml");
    writeFileSync(file, text);
    return file;
}
