// SPDX-License-Identifier: MIT
// node picture.js: makes docs/images/page.webp, the animated picture of the README, from the page without a server:
// a population, one agent and its reasons, an edit that breaks a promise, and the counterexample. Needs build/web and
// img2webp (Debian: webp, chromium).
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { closeBrowser, openBrowser, PAGE, ready, ROOT, until } from "./test/support.js";

const PAUSE = 130; // milliseconds of a frame
const OUT = join(ROOT, "docs/images/page.webp");
const folder = mkdtempSync(join(tmpdir(), "wits-picture-"));
const frames = [];
const page = await (await openBrowser()).newPage({ viewport: { width: 1000, height: 620 }, colorScheme: "light", reducedMotion: "reduce" });

/** Takes a picture that is shown for some frames. */
async function shot(count = 1) {
    const path = join(folder, `${frames.length}.png`);
    await page.waitForTimeout(60);
    await page.screenshot({ path });
    frames.push([path, count]);
}

/** Runs ticks one after another, with a picture of each if they are shown. */
async function run(count, isShown = true) {
    for (let i = 0; i < count; i++) {
        const tick = await page.evaluate(() => globalThis.wits.session.update.value.tick);
        await page.evaluate(() => globalThis.wits.session.port.send("step"));
        await until(page, (before) => globalThis.wits.session.update.value.tick > before, tick);
        if (isShown) {
            await page.waitForTimeout(70);
            await shot();
        }
    }
}

const proven = () => until(page, () => globalThis.wits.properties.value.length === 7 && globalThis.wits.properties.value.every(({ verdict }) => verdict !== "working"), undefined, 60_000);

/** Selects words in the editor, and scrolls to them. */
const select = (part) => page.evaluate((words) => {
    const content = document.querySelector(".cm-content");
    const view = content.cmTile?.view ?? content.cmView.view;
    const anchor = view.state.doc.toString().indexOf(words) + words.lastIndexOf(" ") + 1;
    view.scrollDOM.scrollTop = view.lineBlockAt(anchor).top - 90;
    view.dispatch({ selection: { anchor, head: anchor + words.split(" ").at(-1).length } });
    view.focus();
}, part);

async function type(text) {
    for (const letter of text) {
        await page.keyboard.type(letter);
        await page.waitForTimeout(250);
        await shot(2);
    }
}

await page.goto(pathToFileURL(PAGE).href);
await ready(page);
await page.evaluate(() => globalThis.wits.session.port.send("pause"));
await page.evaluate(() => globalThis.wits.session.port.send("agents 10000"));
await proven();
await until(page, () => globalThis.wits.session.update.value?.agents === 10_000);
await run(40, false);
await run(16);

await page.evaluate(() => {
    globalThis.wits.session.selected.value = null;
    globalThis.wits.session.setFocus(4711);
});
await until(page, () => globalThis.wits.session.update.value?.focus?.explain);
await run(14);

await page.getByRole("tab", { name: "Editor" }).click();
await page.getByRole("tab", { name: "Proofs" }).click();
await until(page, () => document.querySelector(".map canvas") !== null);
await select("1 if health < 0.25");
await shot(8);
await type("0.6");
await until(page, () => /flee 60 %/.test(document.querySelector(".map canvas").getAttribute("aria-label")));
await until(page, () => globalThis.wits.properties.value.some(({ verdict }) => verdict === "refuted"), undefined, 60_000);
await proven();
await shot(10);
await page.locator(".property.refuted").first().getByRole("button", { name: /Walk/ }).click();
const steps = await page.evaluate(() => globalThis.wits.properties.value.find(({ verdict }) => verdict === "refuted").steps.length);
for (let step = 0; step < steps; step++) {
    await page.getByRole("slider", { name: "Situation" }).fill(String(step));
    await shot(7);
}
await page.getByRole("tab", { name: "Editor" }).click();
await select("1 if health < 0.6");
await type("0.25");
await proven();
await page.waitForTimeout(400);
await shot(9);
await closeBrowser();

execFileSync("img2webp", ["-loop", "0", "-min_size", ...frames.flatMap(([path, count]) => ["-lossless", "-m", "6", "-d", String(count * PAUSE), path]), "-o", OUT]);
rmSync(folder, { recursive: true });
console.log(`${OUT}: ${frames.length} pictures, ${frames.reduce((sum, [, count]) => sum + count, 0) * PAUSE / 1000} s, ${statSync(OUT).size} bytes`);
