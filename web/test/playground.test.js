// SPDX-License-Identifier: MIT
// The page without a server: opened as a file, it simulates, proves and shares by itself.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { ALONE, closeBrowser, finish, matches, openAlone as open, openBrowser, PROGRAM, ready, ROOT, SHOTS, until } from "./support.js";

const GUARD = readFileSync(join(ROOT, "brains/guard.yaml"), "utf8");
after(closeBrowser);

const ask = (page, request, text) => page.evaluate(([words, more]) => globalThis.wits.session.port.send(words, more), [request, text]);
const edit = (page, text) => page.evaluate((now) => (globalThis.wits.session.draft.value = now), text);
const shown = (page) => page.evaluate(() => globalThis.wits.properties.value.map(({ text, verdict }) => [text, verdict]));

/** Waits until all proofs have ended. */
async function proven(page, count) {
    await until(page, (most) => {
        const all = globalThis.wits.properties.value;
        return all.length === most && all.every(({ verdict }) => verdict !== "working");
    }, count, 60_000);
}

test("opens as a file, with the guard, and asks for nothing else", async () => {
    const page = await open();
    await matches(page.locator("h1 .brain"), /^guard$/);
    const before = await page.evaluate(() => globalThis.wits.session.update.value.tick);
    await until(page, (tick) => (globalThis.wits.session.update.value?.tick ?? 0) > tick + 10, before);
    assert.equal((await page.evaluate(() => globalThis.wits.session.update.value.counts))[0], 1000);
    await page.screenshot({ path: join(SHOTS, "playground.png") });
    await finish(page);
});

test("proves the properties, refutes a wrong one with a counterexample that walks, and proves it again", async () => {
    const page = await open();
    await proven(page, 7);
    assert.deepEqual((await shown(page)).map(([, verdict]) => verdict), ["proven", "proven", "proven", "reached", "proven", "proven", "proven"]);
    await page.getByRole("tab", { name: "Proofs" }).click();
    const wrong = GUARD.replace("never: in(combat/flee) and health >= 0.5", "never: in(combat/flee) and health < 0.2");
    await edit(page, wrong);
    const refuted = await until(page, () => globalThis.wits.properties.value.find(({ verdict }) => verdict === "refuted"), undefined, 60_000);
    assert.equal(refuted.text, "never: in(combat/flee) and health < 0.2");
    assert.deepEqual(refuted.steps[0].active, ["patrol/walk"]);
    assert.deepEqual(refuted.steps.at(-1).active, ["combat/flee"]);
    assert.ok(refuted.steps.some(({ inputs, fields }) => inputs.includes("alarm!") || fields.sees_player));
    await page.getByRole("button", { name: /Walk/ }).last().scrollIntoViewIfNeeded();
    await page.locator(".property.refuted").getByRole("button", { name: /Walk/ }).click();
    await page.locator(".playback").waitFor();
    await page.screenshot({ path: join(SHOTS, "playground-refuted.png") });
    await edit(page, GUARD);
    await until(page, () => globalThis.wits.properties.value.every(({ verdict }) => verdict === "proven" || verdict === "reached"), undefined, 60_000);
    await finish(page);
});

test("proves every edit of several brains, also while the one before is being proven", async () => {
    const page = await open();
    for (const name of ["person", "dialogue", "enemy_3", "guard"]) {
        const text = readFileSync(join(ROOT, `brains/${name}.yaml`), "utf8");
        await page.evaluate((of) => globalThis.wits.playground.value.begin(of), name);
        await until(page, (of) => globalThis.wits.session.text.value === of, text);
        const proves = text.match(/^prove:\n/m) ? text : `${text}prove:\n`;
        for (let turn = 0; turn < 5; turn++) {
            await edit(page, proves.replace(/^prove:\n/m, `prove:\n  - always: 1 < ${turn + 2}\n`));
            await page.waitForTimeout([0, 130, 40, 350, 0][turn]);
        }
        await until(page, () => globalThis.wits.properties.value.some(({ text: of }) => of === "always: 1 < 6") && globalThis.wits.properties.value.every(({ verdict }) => verdict === "proven" || verdict === "reached"), undefined, 60_000);
    }
    // A search without an end in sight gives way to the next edit.
    const wolf = readFileSync(join(ROOT, "brains/wolf.yaml"), "utf8");
    await page.evaluate(() => globalThis.wits.playground.value.begin("wolf"));
    await until(page, (of) => globalThis.wits.session.text.value === of, wolf);
    await edit(page, wolf.replace(/^prove:\n/m, "prove:\n  - always: 1 < 2\n"));
    await until(page, () => globalThis.wits.properties.value.some(({ verdict, note }) => verdict === "working" && /situations so far/.test(note ?? "")), undefined, 60_000);
    await edit(page, wolf);
    await until(page, () => globalThis.wits.properties.value.length === 2 && globalThis.wits.properties.value.every(({ verdict }) => verdict === "reached"));
    await finish(page);
});

test("proves that a state can be reached, and that another cannot", async () => {
    const page = await open();
    await proven(page, 7);
    await edit(page, GUARD.replace("    search:\n", "    lost: {}\n    search:\n"));
    for (const [path, verdict] of [["combat/listen", "reached"], ["lost", "refuted"]]) {
        await page.evaluate((state) => (globalThis.wits.goal.value = state), path);
        const of = await until(page, (at) => globalThis.wits.properties.value.find((one) => one.text === `reach: in(${at})` && one.name === "reach" && one.verdict !== "working"), path, 60_000);
        assert.equal(of.verdict, verdict);
    }
    await finish(page);
});

test("keeps the old brain while a text is broken, and shows the problem at its line", async () => {
    const page = await open();
    await page.getByRole("tab", { name: "Editor" }).click();
    await edit(page, GUARD.replace("to: combat, event: alarm", "to: combatt, event: alarm"));
    const problem = await until(page, () => globalThis.wits.session.problems.value[0]);
    assert.equal(problem.line, GUARD.split("\n").findIndex((line) => line.includes("event: alarm")) + 1);
    assert.match(problem.text, /combatt/);
    await page.getByText(/there is no state 'combatt'/).first().waitFor();
    const answer = await ask(page, "edit", GUARD.replace("to: combat, event", "to: combatt, event"));
    assert.equal(answer.data.applied, false);
    const before = await page.evaluate(() => globalThis.wits.session.update.value.tick);
    await until(page, (tick) => (globalThis.wits.session.update.value?.tick ?? 0) > tick, before);
    await page.screenshot({ path: join(SHOTS, "playground-broken.png") });
    assert.equal((await ask(page, "edit", GUARD.replace("after: 6", "after: 7"))).data.applied, true);
    await finish(page);
});

test("draws the decision map of the state at the cursor, also after an edit", async () => {
    const page = await open();
    await page.getByRole("tab", { name: "Editor" }).click();
    const title = page.locator(".map h2");
    const picture = page.locator(".map canvas");
    const shares = async () => Object.fromEntries([...(await picture.getAttribute("aria-label")).matchAll(/(\S+) (\d+) %/g)].map(([, path, percent]) => [path, Number(percent)]));
    const cursor = (line) => page.evaluate(([at, text]) => {
        const place = document.querySelector(".cm-content").cmTile?.view ?? document.querySelector(".cm-content").cmView.view;
        place.dispatch({ selection: { anchor: text.split("\n").slice(0, at).join("\n").length } });
    }, [line, GUARD]);
    const lineOf = (part) => GUARD.split("\n").findIndex((line) => line.includes(part)) + 1;

    await title.filter({ hasText: "combat" }).waitFor();
    await until(page, () => /^Over health and distance: /.test(document.querySelector(".map canvas")?.getAttribute("aria-label")));
    assert.deepEqual(await shares(), { "combat/close_in": 33, "combat/cover": 28, "combat/flee": 25, "combat/attack": 14 });
    // He flees earlier.
    await edit(page, GUARD.replace("1 if health < 0.25", "1 if health < 0.5"));
    await until(page, () => /combat\/flee 50 %/.test(document.querySelector(".map canvas")?.getAttribute("aria-label")));
    // While the text is broken, the last map stays, with the reason.
    await edit(page, GUARD.replace("1 if health < 0.25", "1 if helth < 0.25"));
    await page.locator(".map [role=status]", { hasText: "helth" }).waitFor();
    assert.equal((await shares())["combat/flee"], 50);
    await edit(page, GUARD);
    await until(page, () => /combat\/flee 25 %/.test(document.querySelector(".map canvas")?.getAttribute("aria-label")));
    // Other fields, other axes.
    await page.getByRole("textbox", { name: "Values of other fields" }).fill("sees_player=false");
    await page.keyboard.press("Enter");
    await until(page, () => !/attack/.test(document.querySelector(".map canvas")?.getAttribute("aria-label")));
    await page.getByRole("combobox", { name: "Field of the vertical axis" }).selectOption("sees_player");
    await until(page, () => /^Over health and sees_player: /.test(document.querySelector(".map canvas")?.getAttribute("aria-label")));
    // The cursor decides, and outside of the states there is none.
    await cursor(lineOf("walk:"));
    await title.filter({ hasText: "patrol" }).waitFor();
    await cursor(lineOf("attack:"));
    await title.filter({ hasText: "combat" }).waitFor();
    await cursor(1);
    await page.getByText("move the cursor into a state").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("h1").click();
    await page.keyboard.press("m");
    await page.locator(".map").waitFor({ state: "detached" });
    await finish(page);
});

test("a field that is set at the same moment as an edit is not lost", async () => {
    const page = await open();
    await ask(page, "pause");
    // One task: the worker has both before its next frame.
    const [edited, set] = await page.evaluate((text) => Promise.all([
        globalThis.wits.session.port.send("edit", text),
        globalThis.wits.session.port.send("set all health 0.375"),
    ]), GUARD.replace("after: 6", "after: 7"));
    assert.equal(edited.data.applied, true);
    assert.equal(set.is, "done");
    assert.equal((await ask(page, "find / where health == 0.375")).total, 1000);
    // Steps back that arrive together add up.
    await ask(page, "to 40");
    await until(page, () => globalThis.wits.session.update.value?.tick === 40);
    await page.evaluate(() => Promise.all([1, 1, 1].map(() => globalThis.wits.session.port.send("back 1"))));
    await until(page, () => globalThis.wits.session.update.value?.tick === 37);
    await finish(page);
});

test("has the same agents as wits crowd", async () => {
    const page = await open();
    const world = "health=random\ndistance=40 * random\nsees_player=random < 0.3\n";
    await ask(page, "pause");
    await ask(page, "agents 5000");
    await ask(page, "seed 7");
    await ask(page, "world", world);
    await ask(page, "to 201");
    await until(page, () => globalThis.wits.session.update.value?.tick === 201);
    const { hash, tick } = await ask(page, "hash");
    const sets = world.trim().split("\n").flatMap((line) => ["--set", line]);
    const native = execFileSync(PROGRAM, ["crowd", "brains/guard.yaml", "--agents", "5000", "--seed", "7", "--ticks", "200", ...sets], { cwd: ROOT, encoding: "utf8" });
    assert.equal(tick, 201);
    assert.match(native, new RegExp(hash));
    await finish(page);
});

test("shares the brain and its world by the address", async () => {
    const page = await open();
    const brain = GUARD.replace("brain: guard", "brain: watchman");
    const fragment = await page.evaluate((shared) => globalThis.wits.toFragment(shared), { brain, world: "health=0.4\n", agents: 321, seed: 9 });
    await finish(page);
    const other = await open(`${ALONE}#${fragment}`);
    await matches(other.locator("h1 .brain"), /^watchman$/);
    const settings = (await ask(other, "settings")).data;
    assert.deepEqual([settings.agents, settings.seed, settings.world], [321, 9, "health=0.4\n"]);
    assert.equal(await other.evaluate(() => globalThis.wits.session.text.value), brain);
    await finish(other);

    const broken = await openBrowser().then((browser) => browser.newPage());
    await broken.goto(`${ALONE}#brain=abc`);
    await ready(broken);
    await broken.getByText("this address is damaged").waitFor();
    await broken.close();
});

test("opens every brain of the menu", async () => {
    const page = await open();
    const names = await page.evaluate(() => globalThis.wits.playground.value.brains);
    assert.ok(names.length >= 10);
    for (const name of names) {
        const text = readFileSync(join(ROOT, `brains/${name}.yaml`), "utf8");
        await page.getByRole("combobox", { name: "Begin with another brain" }).selectOption(name);
        await until(page, (of) => globalThis.wits.session.text.value === of && globalThis.wits.session.update.value?.tick > 3, text);
    }
    await finish(page);
});

test("runs a million agents, and refuses more than fit", async () => {
    const page = await open();
    await ask(page, "agents 1000000");
    await until(page, () => globalThis.wits.session.update.value?.counts?.[0] === 1_000_000, undefined, 60_000);
    const before = await page.evaluate(() => globalThis.wits.session.update.value.tick);
    await until(page, (tick) => (globalThis.wits.session.update.value?.tick ?? 0) > tick + 2, before, 60_000);
    await page.screenshot({ path: join(SHOTS, "playground-million.png") });
    const why = await page.evaluate(() => globalThis.wits.session.port.send("agents 4000000000").catch((error) => error.message));
    assert.match(why, /memory/);
    assert.equal(await page.evaluate(() => globalThis.wits.session.connection.value), "open");
    await finish(page);
});

test("does nothing while the page is hidden", async () => {
    const page = await open();
    const hide = (isHidden) => page.evaluate((hidden) => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
    await hide(true);
    const tick = () => page.evaluate(() => globalThis.wits.session.update.value.tick);
    const later = (pause) => new Promise((done) => setTimeout(done, pause)).then(tick);
    let before = -1;
    for (let now = await tick(); now !== before; now = await later(300)) {
        before = now; // the last updates may be under way
    }
    assert.equal(await later(1000), before);
    const begun = performance.now();
    await hide(false);
    // The world was not running either: a second's ticks are missing.
    const now = await until(page, (of) => globalThis.wits.session.update.value.tick > of && globalThis.wits.session.update.value.tick, before);
    const most = before + 10 + (40 * (performance.now() - begun)) / 1000;
    assert.ok(now < most, `${before} to ${now}, at most ${most}`);
    await finish(page);
});
