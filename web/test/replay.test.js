// SPDX-License-Identifier: MIT
// Recordings: served by `wits inspect --replay`, and dropped on the page without a server.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { closeBrowser, counts, drop, finish, inspect, open, openAlone, PROGRAM, ready, ROOT, SHOTS, until, update } from "./support.js";

const folder = mkdtempSync(join(tmpdir(), "wits-replay-"));
const day = join(folder, "day.rec");
const WORLD = ["--agents", "2000", "--seed", "3", "--set", "health=random", "--set", "distance=40 * random", "--set", "sees_player=random < 0.4"];
const wits = (...words) => execFileSync(PROGRAM, words, { cwd: ROOT, encoding: "utf8" });
const nativeHash = (tick) => /hash ([0-9a-f]{16})/.exec(wits("crowd", "brains/guard.yaml", ...WORLD, "--ticks", String(tick - 1)))[1];
const hash = (page) => page.evaluate(() => globalThis.wits.session.port.send("hash"));

before(() => wits("crowd", "brains/guard.yaml", ...WORLD, "--ticks", "200", "--record", day, "--keyframes", "50"));
after(async () => {
    await closeBrowser();
    rmSync(folder, { recursive: true });
});

/** Moves the slider, as a user does. */
async function scrub(page, tick) {
    await page.getByRole("slider", { name: "Tick of the recording" }).fill(String(tick));
    await until(page, (at) => globalThis.wits.session.update.value?.tick === at, tick);
}

test("a recording is served: the slider goes to any tick, with the recorded agents", async () => {
    const program = await inspect("--replay", day, "--paused");
    const page = await open(program.address);
    await ready(page);
    // It opens where the agents have begun, not at the empty tick before.
    await until(page, () => globalThis.wits.session.update.value?.tick === 1 && globalThis.wits.session.update.value.counts?.[0] === 2000);
    for (const tick of [120, 7, 201, 50, 51]) {
        await scrub(page, tick);
        assert.deepEqual(await hash(page).then(({ tick: at, hash: of }) => [at, of]), [tick, nativeHash(tick)]);
    }
    await page.locator("#timeline").focus();
    await page.keyboard.press("ArrowRight");
    await until(page, () => globalThis.wits.session.update.value?.tick === 52);
    await page.keyboard.press("Home");
    await until(page, () => globalThis.wits.session.update.value?.tick === 0);
    await page.locator("#timeline").blur();
    await page.keyboard.press(".");
    await until(page, () => globalThis.wits.session.update.value?.tick === 1);
    await until(page, () => document.getElementById("timeline").value === "1");
    await page.keyboard.press("Space");
    await until(page, () => globalThis.wits.session.update.value?.tick === 201 && !globalThis.wits.session.update.value.running);
    page.program = program;
    await finish(page);
});

test("what would change a recording is not offered, or refused where the user looks", async () => {
    const program = await inspect("--replay", day, "--paused");
    const page = await open(program.address);
    await ready(page);
    await page.evaluate(() => globalThis.wits.session.setFocus(7));
    await scrub(page, 90);
    await page.locator(".fields").waitFor();
    await counts(page.locator(".fields input, .fields select, .fields button"), 0);
    await page.getByRole("tab", { name: "World" }).click();
    await page.getByText("This is a recording: what has happened cannot be changed.").waitFor();
    await page.getByRole("tab", { name: "Editor" }).click();
    await page.locator(".cm-content").click();
    await page.keyboard.type("# a thought\n");
    await page.keyboard.press("Control+s");
    await page.locator(".status", { hasText: "this is a recording: what has happened cannot be changed" }).waitFor();
    page.program = program;
    await finish(page);
});

for (const colorScheme of ["light", "dark"]) {
    test(`a recording is dropped on the page without a server, ${colorScheme}`, async () => {
        const page = await openAlone(undefined, { colorScheme });
        await drop(page, "day.rec", readFileSync(day));
        await page.locator(".timeline").waitFor();
        await until(page, () => globalThis.wits.session.update.value?.counts?.[0] === 2000 && globalThis.wits.session.update.value.tick === 1);
        for (const tick of [150, 20, 201]) {
            await scrub(page, tick);
            assert.equal((await hash(page)).hash, nativeHash(tick));
        }
        await page.evaluate(() => globalThis.wits.session.setFocus(42));
        await scrub(page, 66);
        await until(page, () => globalThis.wits.session.update.value?.focus?.explain !== undefined);
        await page.waitForTimeout(200);
        await page.screenshot({ path: join(SHOTS, `replay-wide-${colorScheme}.png`) });
        await page.setViewportSize({ width: 390, height: 844 });
        await page.waitForTimeout(300);
        await page.screenshot({ path: join(SHOTS, `replay-phone-${colorScheme}.png`) });
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
        // Opening a brain starts a new world.
        await page.getByRole("combobox", { name: "Begin with another brain" }).selectOption("guard");
        await until(page, () => globalThis.wits.session.update.value?.agents === 1000 && !globalThis.wits.session.settings.value?.recording);
        await counts(page.locator(".timeline"), 0);
        await finish(page);
    });
}

test("a file that cannot be shown is one message, and the world goes on", async () => {
    const page = await openAlone();
    await page.evaluate(() => (globalThis.wits.session.draft.value = "# unsaved\n"));
    const whole = readFileSync(day);
    const flipped = Buffer.from(whole);
    flipped[60] ^= 1;
    for (const [name, bytes, message] of [
        ["short.rec", whole.subarray(0, 40), /short\.rec: cut short; its first agents are not complete/],
        ["damaged.rec", flipped, /damaged\.rec: damaged in/],
        ["noise.rec", Buffer.from([0, 1, 2, 0, 255]), /noise\.rec is neither a brain file nor a recording/],
    ]) {
        await drop(page, name, bytes);
        await page.locator(".note.error", { hasText: message }).waitFor();
        assert.equal(await page.locator(".note.error").count(), 1);
        await page.getByRole("button", { name: "Close the message" }).click();
        await counts(page.locator(".note.error"), 0);
    }
    const { tick } = await update(page);
    await until(page, (before) => globalThis.wits.session.update.value.tick > before, tick);
    assert.equal(await page.evaluate(() => globalThis.wits.session.draft.value), "# unsaved\n");
    // A recording that is cut off is shown up to its end, with a message.
    await drop(page, "cut.rec", whole.subarray(0, whole.length - 300));
    await page.locator(".timeline", { hasText: /the recording is cut off after tick \d+/ }).waitFor();
    await finish(page);
});
