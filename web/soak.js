// SPDX-License-Identifier: MIT
// node soak.js [MINUTES [AGENTS]]: uses the page of a running program for an hour (or MINUTES): changes views, agents and
// what is found every ten seconds, and prints the memory of the page and of the program every minute. Fails if either
// grows after the first sixth. Needs build/web and the program.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { closeBrowser, finish, inspect, open, ready, until } from "./test/support.js";

const minutes = Number(process.argv[2] ?? 60);
const agents = Number(process.argv[3] ?? 100_000);
const program = await inspect("brains/guard.yaml", "--agents", String(agents), "--memory", "16");  // full soon
const page = await open(program.address);
page.program = program;
await ready(page);
await page.evaluate(() => {
    globalThis.updates = 0;
    globalThis.wits.session.update.follow(() => globalThis.updates++);
});

/** Returns megabytes of the page and of the program, and the number of elements. */
async function measure() {
    const [heap, elements, updates, tick] = await page.evaluate(() => {
        globalThis.gc?.();
        return [performance.memory.usedJSHeapSize / 1e6, document.querySelectorAll("*").length, globalThis.updates, globalThis.wits.session.update.value.tick];
    });
    const resident = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.child.pid}/status`, "utf8"))[1]) / 1000;
    return { heap, resident, elements, updates, tick };
}

const begin = Date.now();
const passed = () => (Date.now() - begin) / 60_000;
const states = ["/", "patrol", "combat", "combat/flee"];
const measured = [];
let shown = -1;
for (let round = 0; passed() < minutes; round++) {
    await page.keyboard.press("12345"[round % 5]);
    await page.evaluate((agent) => globalThis.wits.session.setFocus(agent), (round * 7919) % agents);
    await page.evaluate((state) => globalThis.wits.session.find(state, ""), states[round % states.length]);
    if (round % 5 === 4) {
        await page.evaluate(() => globalThis.wits.session.port.send("pause"));
        await page.evaluate(() => globalThis.wits.session.port.send("step"));
        await page.evaluate(() => globalThis.wits.session.port.send("go"));
    }
    const { updates } = await measure();
    await until(page, (before) => globalThis.updates > before, updates);
    await page.waitForTimeout(10_000);
    // Every view has been shown, and the text has no focus, in every fifth round only: measures like with like.
    if (round % 5 === 0 && Math.floor(passed()) !== shown) {
        shown = Math.floor(passed());
        const now = { minute: passed(), ...(await measure()) };
        measured.push(now);
        console.log(Object.entries(now).map(([name, value]) => `${name} ${value.toFixed(name === "minute" || name === "heap" ? 1 : 0)}`).join("  "));
    }
}
await finish(page);
await closeBrowser();
const early = measured.filter(({ minute }) => minute > 0.5).slice(0, Math.max(2, measured.length / 6));
const late = measured.slice(-early.length);
for (const name of ["heap", "resident", "elements"]) {
    const [before, last] = [early, late].map((list) => Math.max(...list.map((one) => one[name])));
    console.log(`${name}: at most ${before.toFixed(1)} at first, ${last.toFixed(1)} at last`);
    assert.ok(last < before * 1.2 + 2, `${name} grows`);
}
