// SPDX-License-Identifier: MIT
// Pictures of every view in both themes and sizes, in build/web/shots; nothing is wider than the page.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { bigBrain } from "./brains.js";
import { closeBrowser, finish, inspect, open, ready, SHOTS, until } from "./support.js";

const SIZES = { wide: { width: 1280, height: 720 }, phone: { width: 390, height: 844 } };
const VIEWS = ["chart", "editor", "population", "agent", "control", "proof"];
let guard;
let city;

before(async () => {
    guard = await inspect("brains/guard.yaml", "--agents", "10000");
    city = await inspect(bigBrain(500), "--agents", "10000");
});
after(async () => {
    await closeBrowser();
    await guard?.end();
    await city?.end();
});

async function prepare(page) {
    await ready(page);
    await page.evaluate(() => {
        const { session } = globalThis.wits;
        void session.find("/", "");
        const { brain } = session.tree.value;
        session.port.post(`break ${session.tree.value.path(5)} where ${brain.fields.find(({ type }) => type === "float").name} > 1000`);
        session.selected.value = Math.min(5, session.tree.value.size - 1);
        session.setFocus(42);
    });
    await until(page, () => globalThis.wits.session.counts.length > 40, undefined, 120_000);
}

for (const colorScheme of ["light", "dark"]) {
    for (const [size, viewport] of Object.entries(SIZES)) {
        for (const brain of ["guard", "city"]) {
            test(`${brain}, ${size}, ${colorScheme}`, async () => {
                const page = await open((brain === "guard" ? guard : city).address, { colorScheme, viewport });
                await prepare(page);
                for (const [index, view] of VIEWS.entries()) {
                    index > 1 && size === "wide" && (await page.keyboard.press("1"));
                    await page.keyboard.press(String(index + 1));
                    await page.waitForTimeout(view === "proof" ? 4000 : 350);
                    await page.screenshot({ path: join(SHOTS, `${brain}-${view}-${size}-${colorScheme}.png`) });
                    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
                    assert.ok(wide <= 0, `${view} is ${wide} pixels too wide`);
                }
                if (brain === "guard") {
                    await page.keyboard.press("?");
                    await page.waitForTimeout(100);
                    await page.screenshot({ path: join(SHOTS, `help-${size}-${colorScheme}.png`) });
                }
                await finish(page);
            });
        }
    }
}
