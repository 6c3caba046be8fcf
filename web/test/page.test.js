// SPDX-License-Identifier: MIT
// Tests of the page with the real program: chart, population, agent, time, breakpoints, editor and world.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { closeBrowser, counts, finish, inspect, matches, open, ready, state, type, until, update } from "./support.js";

after(closeBrowser);

/** Opens the page of a program of its own. */
async function begin(file = "brains/guard.yaml", ...words) {
    const program = await inspect(file, "--agents", "1000", "--seed", "3", ...words);
    after(() => program.end());
    const page = await open(program.address);
    page.program = program;
    await ready(page);
    return page;
}

const paused = (file) => begin(file, "--paused");

/** Sends a request as a test of the program's side, and waits until the page has seen its effect. */
const request = (page, text) => page.evaluate((words) => globalThis.wits.session.port.send(words), text);
const tickIs = (page, tick) => until(page, (wanted) => globalThis.wits.session.update.value?.tick === wanted, tick);

test("chart: every state has its number of agents, live", async () => {
    const page = await begin();
    const now = await update(page);
    assert.equal(now.counts[0], 1000);
    const before = await page.locator(".tick b").textContent();
    await until(page, (text) => document.querySelector(".tick b").textContent !== text, before);
    const shown = await page.locator(".box.leaf .count").allTextContents();
    assert.equal(shown.length, 8);
    assert.ok(shown.every((text) => /^\d+$/.test(text)), shown.join());
    await finish(page);
});

test("chart: a click selects, shows rules and arrows; a double click finds the agents", async () => {
    const page = await paused();
    await (await state(page, "patrol/walk")).click();
    await matches(page.locator(".card"), /patrol\/walk.*walk_the_wall.*look.*after 3 ticks/s);
    await counts(page.locator(".arrow.out"), 1);
    await counts(page.locator(".arrow.into"), 1);
    await (await state(page, "patrol/walk")).dblclick();
    await page.locator(".agents-list tbody tr").first().waitFor();
    const count = (await update(page)).counts[2];
    await matches(page.getByRole("region", { name: "Agents", exact: true }), new RegExp(`${count.toLocaleString("en")} found`));
    await finish(page);
});

test("chart: keys fold, unfold, move and select; search finds states", async () => {
    const page = await paused();
    await page.locator('.box[tabindex="0"]').focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowLeft");
    await counts(page.locator('.box[aria-expanded="false"] > .box-head > .name', { hasText: "patrol" }), 1);
    await counts((await state(page, "patrol/walk")), 0);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await matches(page.locator(".card h2"), /patrol\/walk/);
    await page.keyboard.press("/");
    await page.keyboard.type("flee");
    await counts(page.locator(".box.match"), 1);
    await page.keyboard.press("Enter");
    await matches(page.locator(".card h2"), /combat\/flee/);
    await finish(page);
});

test("population: find by state and condition; a wrong field is named where it was typed", async () => {
    const page = await paused();
    await page.keyboard.press("3");
    await page.getByLabel("State", { exact: true }).fill("combat");
    await page.getByLabel("Condition").fill("health < 0.3");
    await page.getByRole("button", { name: "Find agents", exact: true }).click();
    await page.locator(".agents-list, .section .empty").first().waitFor();
    await page.getByLabel("Condition").fill("helth < 0.3");
    await page.keyboard.press("Enter");
    await page.locator(".section .error").waitFor();
    await matches(page.locator(".section .error"), /helth/);
    assert.equal(await page.getByLabel("Condition").inputValue(), "helth < 0.3");
    await page.getByLabel("State", { exact: true }).fill("");
    await page.getByLabel("Condition").fill("");
    await page.keyboard.press("Enter");
    await until(page, () => globalThis.wits.session.found.value?.total === 1000);
    await page.locator(".agents-list tbody tr").nth(3).click();
    await until(page, () => globalThis.wits.session.update.value?.focus?.agent === 3);
    await finish(page);
});

test("population: counts over time, and the matrix of moves", async () => {
    const page = await begin();
    await page.keyboard.press("3");
    await page.locator(".matrix tbody td[title*='walk to']").first().waitFor();
    await until(page, () => document.querySelectorAll(".matrix tbody tr").length >= 5 && document.querySelector(".plot canvas") !== null);
    await finish(page);
});

test("agent: fields can be set, events raised, and history has reasons", async () => {
    const page = await paused();
    await page.keyboard.press("i");
    await page.keyboard.type("7");
    await page.keyboard.press("Enter");
    await until(page, () => globalThis.wits.session.update.value?.focus?.agent === 7);
    const health = page.getByLabel("health, float");
    await health.fill("0.125");
    await health.press("Enter");
    await until(page, () => globalThis.wits.session.update.value?.focus?.fields[2] === 0.125);
    await page.getByTitle("Raise alarm for this agent").click();
    await until(page, () => document.querySelector(".chip.on[aria-pressed=true]")?.textContent === "alarm");
    await page.keyboard.press(".");
    await until(page, () => document.querySelectorAll(".history li").length > 0);
    await matches(page.locator(".history"), /combat|flee|cover/);
    await matches(page.locator(".history"), /on alarm|sees_player/);
    await until(page, () => /guard.*combat/.test(document.querySelector(".path").textContent));
    await finish(page);
});

test("agent: options have scores and verdicts, and 'why not?' is answered", async () => {
    const page = await paused();
    await request(page, "goto 7 combat");
    await page.evaluate(() => globalThis.wits.session.setFocus(7));
    await page.locator(".option").nth(4).waitFor();
    await counts(page.locator(".option.chosen"), 1);
    assert.ok((await page.locator(".option .verdict").allTextContents()).every((text) => text.length > 3));
    await page.getByRole("button", { name: "why not?" }).first().click();
    await page.locator("#why .why").waitFor();
    await matches(page.locator("#why"), /Why not \w+\?.*another scores more/s);
    await finish(page);
});

test("agent: considerations with curves and the input that would change the choice", async () => {
    const page = await paused("brains/person.yaml");
    await page.evaluate(() => globalThis.wits.session.port.send("step 3"));
    const agents = await page.evaluate(() => globalThis.wits.session.port.send("find /"));
    const scores = () => globalThis.wits.session.update.value.focus.explain.choices.some(({ options }) => options.some(({ considerations }) => considerations?.length > 0));
    let isFound = false;
    for (const { agent } of agents.agents.slice(0, 10)) {
        await page.evaluate((id) => globalThis.wits.session.setFocus(id), agent);
        await until(page, (id) => globalThis.wits.session.update.value?.focus?.agent === id, agent);
        isFound = await page.evaluate(scores);
        if (isFound) {
            await page.locator(".option .twist-button[aria-expanded]").first().click();
            await page.locator(".considerations .curve").first().waitFor();
            break;
        }
    }
    assert.ok(isFound);
    await finish(page);
});

test("agent: one that is gone is reported as gone, and an unknown one too", async () => {
    const page = await paused();
    await page.evaluate(() => globalThis.wits.session.setFocus(900));
    await until(page, () => document.querySelector(".path") !== null);
    await request(page, "agents 100");
    await until(page, () => /Agent 900 is gone/.test(document.querySelector(".notice")?.textContent ?? ""));
    await finish(page);
});

test("time: pause, one tick, half a tick, ten, back, to; by keys and by buttons", async () => {
    const page = await paused();
    const { tick: first } = await update(page);
    await page.keyboard.press(".");
    await tickIs(page, first + 1);
    await page.keyboard.press(">");
    await tickIs(page, first + 11);
    await page.keyboard.press(",");
    await tickIs(page, first + 10);
    await page.keyboard.press("h");
    await until(page, () => globalThis.wits.session.update.value?.half);
    await page.locator(".tick i").waitFor();
    await page.getByRole("button", { name: "One tick", exact: true }).click();
    await until(page, () => !globalThis.wits.session.update.value?.half);
    await page.keyboard.press("g");
    await until(page, () => document.activeElement?.tagName === "INPUT");
    await page.keyboard.type("4");
    await page.keyboard.press("Enter");
    await tickIs(page, 4);
    await page.keyboard.press(" ");
    await until(page, () => globalThis.wits.session.update.value?.running);
    await page.keyboard.press("Space");
    await until(page, () => !globalThis.wits.session.update.value?.running);
    await finish(page);
});

test("time: going back gives the same world again", async () => {
    const page = await paused();
    const { tick } = await update(page);
    await request(page, "step 40");
    await tickIs(page, tick + 40);
    const { hash } = await request(page, "hash");
    await request(page, "back 30");
    await tickIs(page, tick + 10);
    await request(page, "step 30");
    await tickIs(page, tick + 40);
    assert.equal((await request(page, "hash")).hash, hash);
    await finish(page);
});

test("breakpoints: state, transition and condition; hits are counted, and the agents are links", async () => {
    const page = await paused();
    await page.keyboard.press("5");
    const form = page.getByRole("region", { name: "Breakpoints" });
    await form.getByLabel("State", { exact: true }).fill("combat/flee");
    await form.getByRole("button", { name: "Add the breakpoint" }).click();
    await page.locator(".breaks li").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("body").click({ position: { x: 700, y: 500 } });
    await page.keyboard.press("Space");
    await page.locator(".banner.hit").waitFor();
    await matches(page.locator(".banner.hit"), /Stopped at tick \d+ by combat\/flee/);
    await until(page, () => /[1-9]\d* hits?/.test(document.querySelector(".breaks")?.textContent));
    await page.locator(".banner.hit .link").first().click();
    await until(page, () => globalThis.wits.session.update.value?.focus?.active.includes(9));
    await page.keyboard.press("5");
    await form.getByRole("button", { name: "Remove breakpoint combat/flee" }).click();
    await until(page, () => document.querySelectorAll(".breaks li").length === 0);
    await form.getByLabel("State", { exact: true }).fill("patrol/walk");
    await form.getByLabel("To state").fill("patrol/look");
    await form.getByRole("button", { name: "Add the breakpoint" }).click();
    await page.locator(".breaks li").waitFor();
    await matches(page.locator(".breaks"), /patrol\/walk to patrol\/look/);
    await request(page, "unbreak all");
    await form.getByLabel("Condition").fill("healthy > 1");
    await form.getByRole("button", { name: "Add the breakpoint" }).click();
    await form.locator(".error").waitFor();
    await matches(form.locator(".error"), /healthy/);
    assert.equal(await form.getByLabel("Condition").inputValue(), "healthy > 1");
    await finish(page);
});

test("editor: an error at its line while typing; a right text is applied and agents migrate", async () => {
    const page = await paused();
    await page.keyboard.press("2");
    await page.locator(".cm-content").waitFor();
    const text = readFileSync(new URL("../../brains/guard.yaml", import.meta.url), "utf8");
    await type(page, text.replace("to: look, after: 3", "to: lok, after: 3"));
    await page.locator(".problem.error").first().waitFor();
    await matches(page.locator(".problem.error").first(), /34:.*lok/);
    await page.locator(".cm-lintRange-error").first().waitFor();
    await type(page, text.replace("to: look, after: 3", "to: look, after: 9"));
    await until(page, () => document.querySelectorAll(".problem.error").length === 0);
    const before = (await update(page)).agents;
    await page.locator(".cm-content").press("Control+s");
    await until(page, () => globalThis.wits.session.tree.value?.brain.transitions.some(({ after }) => after === 9));
    await until(page, () => globalThis.wits.session.update.value !== null);
    assert.equal((await update(page)).agents, before);
    await matches(page.locator(".editor .status"), /applied/);
    await page.evaluate((whole) => globalThis.wits.session.edit(whole, true), text);
    await finish(page);
});

test("editor: completion has the keys of brain files", async () => {
    const page = await paused();
    await page.keyboard.press("2");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\ncool");
    await page.locator(".cm-tooltip-autocomplete").waitFor();
    await matches(page.locator(".cm-tooltip-autocomplete"), /cooldown/);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Return to the text that runs" }).click();
    await finish(page);
});

test("world: number of agents, seed and values begin the world again", async () => {
    const page = await paused();
    await page.keyboard.press("5");
    await page.getByRole("textbox", { name: "Number of agents" }).fill("64");
    await page.getByRole("textbox", { name: "Number of agents" }).press("Enter");
    await until(page, () => globalThis.wits.session.update.value?.agents === 64);
    await page.getByRole("textbox", { name: "Values of fields" }).fill("sees_player=true\ndistance=3\nhealth=0.75\n");
    await page.getByRole("button", { name: "Begin again with these values" }).click();
    await until(page, () => globalThis.wits.session.settings.value?.world.includes("0.75"));
    assert.equal((await request(page, "find / where health == 0.75")).total, 64);
    await page.getByRole("textbox", { name: "Values of fields" }).fill("helth=1\n");
    await page.getByRole("button", { name: "Begin again with these values" }).click();
    await page.getByRole("region", { name: "World" }).locator(".error").waitFor();
    await page.getByLabel("Field", { exact: true }).selectOption("health");
    await page.getByRole("textbox", { name: "Value for all agents" }).fill("0.5");
    await page.getByRole("button", { name: "Set the field of all agents" }).click();
    await until(page, async () => (await globalThis.wits.session.port.send("find / where health == 0.5")).total === 64);
    await finish(page);
});
