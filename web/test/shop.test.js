// SPDX-License-Identifier: MIT
// A designer works on a brain of her own, a shop: edits here and in another editor, drafts, links, walks, maps.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { SHOP, shopFile } from "./brains.js";
import { ALONE, closeBrowser, drop, finish, inspect, matches, open, openAlone, openBrowser, PROGRAM, ready, ROOT, SHOTS, type, until, update } from "./support.js";

const GUARD = readFileSync(join(ROOT, "brains/guard.yaml"), "utf8");
const PHONE = { width: 390, height: 844 };
after(closeBrowser);

const ask = (page, request, text) => page.evaluate(([words, more]) => globalThis.wits.session.port.send(words, more), [request, text]);
const edit = (page, text) => page.evaluate((now) => (globalThis.wits.session.draft.value = now), text);
const tab = (page, name) => page.getByRole("tab", { name }).click();
const button = (page, name) => page.getByRole("button", { name, exact: true });
const running = (page, wanted) => until(page, (is) => globalThis.wits.session.update.value?.running === is, wanted);
const shows = (page, text) => until(page, (part) => document.querySelector(".cm-content")?.textContent.includes(part), text);
const fragment = (page, shared) => page.evaluate((of) => globalThis.wits.toFragment(of), shared);

/** The page without a server, with the shop. */
async function openShop(more = {}, options = {}) {
    const page = await openAlone(undefined, options);
    const address = `${ALONE}#${await fragment(page, { brain: SHOP, agents: 200, seed: 3, ...more })}`;
    await page.goto(address);
    await until(page, (of) => globalThis.wits.session.text.value === of && globalThis.wits.session.update.value?.agents === 200, more.brain ?? SHOP);
    return page;
}

/** A program with the shop, and its page. */
async function inspectShop(file = shopFile(), ...words) {
    const program = await inspect(file, "--agents", "200", "--seed", "3", ...words);
    after(() => program.end());
    const page = await open(program.address);
    page.program = program;
    await ready(page);
    return page;
}

test("a world gives way to a brain that it does not fit, with a notice", async () => {
    const page = await openShop({ world: "money=7\npatience=random\n" });
    assert.equal((await ask(page, "settings")).data.world, "money=7\npatience=random\n");
    await drop(page, "guard.yaml", Buffer.from(GUARD));
    await button(page, "Apply to the running agents").click();
    await page.locator(".note", { hasText: "money=7: unknown field 'money'" }).waitFor();
    await until(page, () => globalThis.wits.session.settings.value?.world.includes("health=floor(random * 21) / 20"));
    await tab(page, "World");
    await button(page, "Begin again with these values").click();
    await until(page, () => globalThis.wits.session.update.value?.tick < 20 && document.querySelector(".panel.control .error") === null);
    // A renamed field costs its lines only.
    await ask(page, "edit", SHOP);
    await until(page, () => globalThis.wits.session.tree.value?.brain.name === "shop");
    await ask(page, "world", "money=7\npatience=random\n");
    await ask(page, "edit", SHOP.replaceAll("money", "coins"));
    await until(page, () => globalThis.wits.session.settings.value?.world === "patience=random\n");
    // An address with a world of another brain.
    await page.goto(`${ALONE}#${await fragment(page, { brain: SHOP, world: "health=1\n", agents: 200 })}`);
    await page.locator(".note", { hasText: "unknown field 'health'" }).waitFor();
    await until(page, (of) => globalThis.wits.session.text.value === of && globalThis.wits.session.settings.value?.world.includes("money="), SHOP);
    await finish(page);
});

test("the map's values of another brain are not used", async () => {
    const page = await openAlone();
    await tab(page, "Editor");
    const sets = page.getByRole("textbox", { name: "Values of other fields" });
    await sets.fill("sees_player=false");
    await page.keyboard.press("Enter");
    await until(page, () => !/attack/.test(document.querySelector(".map canvas")?.getAttribute("aria-label")));
    await edit(page, GUARD.replace("brain: guard", "brain: other").replaceAll("sees_player", "sees_hero"));
    await until(page, () => /attack/.test(document.querySelector(".map canvas")?.getAttribute("aria-label")) && document.querySelector(".map [role=status]") === null);
    await finish(page);
});

test("a link says what it contains, and a text with errors opens with its errors", async () => {
    const page = await openShop();
    await tab(page, "Editor");
    await button(page, "Copy an address of the brain that runs").click();
    await until(page, (of) => location.hash.startsWith("#brain=") && globalThis.wits.session.text.value === of, SHOP);
    const broken = SHOP.replace("to: pay, when: queue_length", "to: pay, when: queue_len");
    await type(page, broken);
    await page.locator(".problem.error").waitFor();
    await button(page, "Copy an address of the brain that runs").click();
    await page.locator(".note", { hasText: "without your edit, which has errors" }).waitFor();
    const ofBrain = page.url();
    const mended = SHOP.replace("after: 3", "after: 4");
    await type(page, mended);
    await button(page, "Copy an address of the text in the editor").click();
    await page.locator(".note", { hasText: "the address of the text in the editor" }).waitFor();
    const ofDraft = page.url();
    assert.equal(await page.evaluate(() => globalThis.wits.session.draft.value), mended, "the address does not replace the draft");
    const ofBroken = `${ALONE}#${await fragment(page, { brain: broken, world: "money=7\n", agents: 200 })}`;
    await finish(page);
    for (const [address, text] of [[ofBrain, SHOP], [ofDraft, mended]]) {
        const other = await openAlone(address);
        await until(other, (of) => globalThis.wits.session.text.value === of, text);
        assert.deepEqual((await ask(other, "settings")).data.seed, 3);
        await finish(other);
    }
    const other = await openAlone();
    await other.goto(ofBroken);
    await other.reload();
    await shows(other, "queue_len");
    await other.locator(".problem.error", { hasText: "queue_len" }).waitFor();
    await matches(other.locator("h1 .brain"), /^new$/);
    await other.locator(".note", { hasText: "this brain has errors" }).waitFor();
    await type(other, SHOP);
    await until(other, () => document.querySelectorAll(".problem.error").length === 0);
    await button(other, "Apply to the running agents").click();
    await until(other, () => globalThis.wits.session.tree.value?.brain.name === "shop");
    await finish(other);
});

test("a draft survives a reload, but not another text in its place", async () => {
    const page = await inspectShop();
    await page.keyboard.press("2");
    await page.locator(".cm-content").waitFor();
    const draft = SHOP.replace("after: 3", "after: 5");
    await type(page, draft);
    await until(page, () => JSON.parse(localStorage.getItem("wits.draft.shop"))?.text.includes("after: 5"));
    await page.reload();
    await ready(page);
    await page.keyboard.press("2");
    await shows(page, "after: 5");
    await button(page, "Apply to the running agents").waitFor();
    // Another page applies another text, and the draft of this one stays behind in the browser's storage.
    const kept = await page.evaluate(() => localStorage.getItem("wits.draft.shop"));
    const other = SHOP.replace("after: 3", "after: 6");
    await page.evaluate((text) => globalThis.wits.session.port.send("edit", text), other);
    await page.evaluate((text) => localStorage.setItem("wits.draft.shop", text), kept);
    await page.reload();
    await ready(page);
    await page.keyboard.press("2");
    await shows(page, "after: 6");
    assert.equal(await page.evaluate(() => globalThis.wits.session.draft.value), null);
    // It is not lost either.
    await button(page, "Show your edit again").click();
    await shows(page, "after: 5");
    await finish(page);
});

test("H runs one half of a tick after the other", async () => {
    const page = await inspectShop(undefined, "--paused");
    const { tick } = await update(page);
    for (const [half, at] of [[true, tick], [false, tick + 1], [true, tick + 1], [false, tick + 2]]) {
        await page.keyboard.press("h");
        await until(page, ([is, now]) => globalThis.wits.session.update.value?.half === is && globalThis.wits.session.update.value.tick === now, [half, at]);
    }
    await finish(page);
});

test("an error of the file on disk is a notice with its line, not a mark in another text", async () => {
    const file = shopFile();
    const page = await inspectShop(file);
    await page.keyboard.press("2");
    await page.locator(".cm-content").waitFor();
    writeFileSync(file, `# a line more\n${SHOP.replace("to: pay, when", "to: pai, when")}`);
    const line = SHOP.split("\n").findIndex((one) => one.includes("to: pay, when")) + 2;
    await page.locator(".banner.error", { hasText: `The file on disk, line ${line}: there is no state 'pai'` }).waitFor();
    assert.equal(await page.locator(".problem, .cm-lintRange-error").count(), 0);
    await page.screenshot({ path: join(SHOTS, "shop-file-error.png") });
    writeFileSync(file, `# a line more\n${SHOP}`);
    await page.locator(".banner.error").waitFor({ state: "detached" });
    await shows(page, "# a line more");
    await finish(page);
});

test("a file that is newer than an edit: take it, or keep the edit; nothing is lost", async () => {
    const file = shopFile();
    const page = await inspectShop(file);
    await page.keyboard.press("2");
    await page.locator(".cm-content").waitFor();
    const mine = SHOP.replace("after: 3", "after: 5");
    await type(page, mine);
    writeFileSync(file, SHOP.replace("after: 3", "after: 7"));
    await button(page, "Show the new text of the file; your edit can be restored").waitFor();
    await shows(page, "after: 5");
    await page.screenshot({ path: join(SHOTS, "shop-newer-file.png") });
    await button(page, "Show the new text of the file; your edit can be restored").click();
    await shows(page, "after: 7");
    await button(page, "Show your edit again").click();
    await shows(page, "after: 5");
    writeFileSync(file, SHOP.replace("after: 3", "after: 8"));
    await button(page, "Continue with your edit").click();
    await button(page, "Continue with your edit").waitFor({ state: "detached" });
    await shows(page, "after: 5");
    await button(page, "Apply to the running agents").click();
    await until(page, (text) => globalThis.wits.session.text.value === text && globalThis.wits.session.draft.value === null, mine);
    await finish(page);
});

test("what an edit costs is listed in full", async () => {
    const page = await inspectShop();
    await page.keyboard.press("2");
    await page.locator(".cm-content").waitFor();
    await type(page, SHOP.replaceAll("visits", "calls").replaceAll("flee", "run_away"));
    await until(page, () => document.querySelectorAll(".problem.error").length === 0);
    await page.locator(".cm-content").press("Control+s");
    const losses = page.getByRole("region", { name: "Losses" });
    await losses.waitFor();
    assert.match(await losses.textContent(), /visits: /);
    assert.ok(await losses.locator("li").first().evaluate((one) => one.scrollWidth <= one.clientWidth), "nothing is cut");
    await page.screenshot({ path: join(SHOTS, "shop-losses.png") });
    await button(page, "Close the list of losses").click();
    await losses.waitFor({ state: "detached" });
    await finish(page);
});

test("the map of a chosen agent has that agent's values", async () => {
    const page = await openShop();
    await ask(page, "pause");
    await ask(page, "set all open false");
    await tab(page, "Editor");
    const winners = async (has, no) => until(page, ([one, other]) => {
        const label = document.querySelector(".map canvas")?.getAttribute("aria-label") ?? "";
        return label.includes(one) && !label.includes(other);
    }, [has, no]);
    await winners("browse/taste", "nothing"); // by default the flag is true
    await page.evaluate(() => globalThis.wits.session.setFocus(17));
    await page.getByText("The other fields are those of agent 17.").waitFor();
    await winners("browse/haggle", "browse/taste");
    await ask(page, "set 17 open true");
    await winners("browse/taste", "nothing");
    await page.screenshot({ path: join(SHOTS, "shop-map.png") });
    // A value that the user types is stronger.
    await page.getByRole("textbox", { name: "Values of other fields" }).fill("open=false");
    await page.keyboard.press("Enter");
    await winners("browse/haggle", "browse/taste");
    await page.evaluate(() => globalThis.wits.session.setFocus(null));
    await page.locator(".map-of").waitFor({ state: "detached" });
    await finish(page);
});

test("a walk has the ticks, states and fields of wits prove and wits run", async () => {
    const folder = mkdtempSync(join(tmpdir(), "wits-page-"));
    const file = shopFile();
    const wits = (...words) => {
        try {
            return execFileSync(PROGRAM, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
        } catch (error) {
            return error.stdout; // a property is refuted
        }
    };
    const report = JSON.parse(wits("prove", file, "--format", "json", "--output", folder));
    const page = await openShop();
    await until(page, () => globalThis.wits.properties.value.length === 2 && globalThis.wits.properties.value.every(({ verdict }) => verdict === "refuted"), undefined, 60_000);
    const all = await page.evaluate(() => globalThis.wits.properties.value);
    await tab(page, "Proofs");
    for (const [i, { name, run }] of report.properties.entries()) {
        const lines = wits("run", file, "--inputs", run.file, "--format", "jsonl").trim().split("\n").map((line) => JSON.parse(line));
        assert.equal(all[i].name, name);
        assert.equal(all[i].steps.length - 1, run.ticks);
        assert.deepEqual(all[i].steps.map(({ active, fields }) => ({ active, fields })), lines.map(({ active, context }) => ({ active, fields: context })));
        await button(page, `Walk through the ticks of ${name}`).click();
        const at = page.getByRole("slider", { name: "Tick of the walk" });
        for (const [tick, { active, context }] of lines.entries()) {
            await at.fill(String(tick));
            await page.locator(".walk .tabular", { hasText: `tick ${tick} of ${run.ticks}` }).waitFor();
            await page.locator(".playback", { hasText: `tick ${tick} of ${run.ticks}` }).waitFor();
            assert.equal(await page.locator(".walk-states").textContent(), active.join(""));
            assert.deepEqual(
                Object.fromEntries(await page.locator(".walk-fields > div").evaluateAll((rows) => rows.map((row) => [row.children[0].textContent, row.children[1].textContent]))),
                Object.fromEntries(Object.entries(context).map(([key, value]) => [key, String(value)])),
            );
        }
        assert.deepEqual(await page.locator(".walk-fields .own dt").allTextContents(), name === "closed" ? ["open", "visits"] : ["money"]);
        await page.screenshot({ path: join(SHOTS, `shop-walk-${i}.png`) });
        await button(page, `Walk through the ticks of ${name}`).click();
    }
    // The inputs are those of the tick itself: the customer has paid when the walk is out of the queue again.
    const paid = report.properties[1].run.csv.trim().split("\n").slice(1).findIndex((line) => line.includes("paid")) + 1;
    assert.match(all[1].steps[paid].inputs, /^paid!$/);
    assert.equal(all[1].steps[paid - 1].inputs, "");
    await finish(page);
});

test("agents wait while a walk is shown, and go on after it", async () => {
    const page = await openShop();
    await until(page, () => globalThis.wits.properties.value.some(({ verdict }) => verdict === "refuted"), undefined, 60_000);
    await tab(page, "Proofs");
    const walk = button(page, "Walk through the ticks of closed");
    await walk.click();
    await running(page, false);
    await page.locator(".box.active").first().waitFor();
    await walk.click();
    await running(page, true);
    // A user who lets the agents go on does not look at the walk any more.
    await walk.click();
    await running(page, false);
    await page.keyboard.press("Space");
    await page.locator(".playback").waitFor({ state: "detached" });
    await running(page, true);
    // A world that was paused stays so.
    await page.keyboard.press("Space");
    await running(page, false);
    await walk.click();
    await page.locator(".playback").waitFor();
    await button(page, "Show the agents again").click();
    await page.locator(".walk").waitFor({ state: "detached" });
    await running(page, false);
    // An edit that takes the run away ends its walk.
    await walk.click();
    await edit(page, SHOP.replace("  - {name: closed, never: in(queue) and not open and visits > 1}\n", ""));
    await page.locator(".playback").waitFor({ state: "detached" });
    await finish(page);
});

for (const colorScheme of ["light", "dark"]) {
    test(`on a phone: the walk shows its states, and the header the whole tick, ${colorScheme}`, async () => {
        const page = await openShop({ brain: SHOP.replace("brain: shop", "brain: shop_of_the_old_town") }, { viewport: PHONE, colorScheme });
        await until(page, () => globalThis.wits.properties.value.some(({ verdict }) => verdict === "refuted"), undefined, 60_000);
        await tab(page, "Proofs");
        await button(page, "Walk through the ticks of closed").click();
        await page.getByRole("slider", { name: "Tick of the walk" }).fill("3");
        await page.locator(".walk-states", { hasText: "pay" }).waitFor();
        await page.screenshot({ path: join(SHOTS, `shop-phone-walk-${colorScheme}.png`) });
        await tab(page, "Chart");
        await page.locator(".box.active .name", { hasText: "pay" }).waitFor();
        await page.screenshot({ path: join(SHOTS, `shop-phone-chart-${colorScheme}.png`) });
        await button(page, "Show the agents again").click();
        await running(page, true);
        await ask(page, "to 12345");
        await until(page, () => globalThis.wits.session.update.value?.tick === 12345, undefined, 60_000);
        await page.locator(".tick b", { hasText: "12,345" }).waitFor();
        await page.keyboard.press("h");
        await page.locator(".tick i").waitFor();
        const [tick, screen, next] = await page.evaluate(() => [".bar .tick", ".bar .state", ".bar > .button"].map((of) => {
            const { scrollWidth, clientWidth } = document.querySelector(of);
            const { left, right } = document.querySelector(of).getBoundingClientRect();
            return { left, right, isCut: clientWidth > 0 && scrollWidth > clientWidth };
        }));
        assert.ok(!screen.isCut && tick.right <= screen.right && screen.right <= next.left, JSON.stringify([tick, screen, next]));
        await page.screenshot({ path: join(SHOTS, `shop-phone-header-${colorScheme}.png`) });
        await finish(page);
    });
}

test("Space is for the world also after a click on a button", async () => {
    const page = await inspectShop();
    await page.keyboard.press("3");
    const tick = button(page, "One tick");
    await tick.click();
    await running(page, false);
    await page.keyboard.press("Space");
    await running(page, true);
    await button(page, "Find agents").click();
    await page.locator(".agents-list").waitFor();
    await page.keyboard.press("Space");
    await running(page, false);
    // With the keyboard, Space presses what has the focus.
    const { tick: at } = await update(page);
    await tick.focus();
    await page.keyboard.press("Space");
    await until(page, (next) => globalThis.wits.session.update.value?.tick === next && !globalThis.wits.session.update.value.running, at + 1);
    await finish(page);
});

test("agents that were found have the tick of the search, and can be found again", async () => {
    const page = await inspectShop(undefined, "--paused");
    await page.keyboard.press("3");
    await page.getByLabel("State", { exact: true }).fill("browse");
    await button(page, "Find agents").click();
    const { tick } = await update(page);
    const head = page.getByRole("region", { name: "Agents", exact: true }).locator(".section-head");
    await head.filter({ hasText: `found at tick ${tick}` }).waitFor();
    const again = button(page, "Find again, at the current tick");
    assert.ok(await again.isDisabled());
    await page.keyboard.press(">");
    await until(page, (of) => globalThis.wits.session.update.value?.tick === of, tick + 10);
    await until(page, () => !document.querySelector("[aria-label^='Find again']").disabled);
    assert.match(await head.textContent(), new RegExp(`found at tick ${tick}`));
    await again.click();
    await head.filter({ hasText: `found at tick ${tick + 10}` }).waitFor();
    const { total } = await page.evaluate(() => globalThis.wits.session.found.value);
    assert.equal(total, (await update(page)).counts[1]);
    await finish(page);
});

test("a new brain begins from the menu and from the editor", async () => {
    const page = await openShop();
    await page.getByRole("combobox", { name: "Begin with another brain" }).selectOption("a new brain");
    await until(page, () => globalThis.wits.session.tree.value?.brain.name === "new" && globalThis.wits.session.update.value?.tick > 3);
    await until(page, () => globalThis.wits.properties.value.length === 1 && globalThis.wits.properties.value[0].verdict === "reached");
    await page.locator(".cm-content").waitFor();
    assert.equal(await page.locator(".problem").count(), 0);
    await page.getByRole("combobox", { name: "Begin with another brain" }).selectOption("cross hierarchy (top)");
    await until(page, () => globalThis.wits.session.tree.value?.brain.name === "top");
    await button(page, "Begin a new brain").click();
    await until(page, () => globalThis.wits.session.tree.value?.brain.name === "new");
    await finish(page);
});

test("a message goes when it is over: after a request that works, by Escape, with a new world", async () => {
    const page = await openShop();
    const note = page.locator(".note.error");
    const fail = () => page.evaluate(() => globalThis.wits.session.ask("set 1 mony 3"));
    await fail();
    await note.waitFor();
    await page.keyboard.press(".");
    await note.waitFor({ state: "detached" });
    await fail();
    await note.waitFor();
    await page.keyboard.press("Escape");
    await note.waitFor({ state: "detached" });
    await fail();
    await note.waitFor();
    await page.getByRole("combobox", { name: "Begin with another brain" }).selectOption("guard");
    await note.waitFor({ state: "detached" });
    await finish(page);
});

test("scores have a gap while the agent does not score", async () => {
    const page = await openShop({ world: "open=true\nmoney=1\nqueue_length=12\n" });
    await ask(page, "pause");
    await page.evaluate(() => globalThis.wits.session.setFocus(4));
    const step = async (count) => {
        for (let i = 0; i < count; i++) {
            const { tick } = await update(page);
            await ask(page, "step");
            await until(page, (next) => globalThis.wits.session.update.value?.tick === next && globalThis.wits.session.update.value.focus?.agent === 4, tick + 1);
        }
    };
    await ask(page, "goto 4 browse");
    await step(5);
    await ask(page, "goto 4 queue");
    await step(4);
    await ask(page, "goto 4 browse");
    await step(5);
    const column = await page.evaluate(() => [...globalThis.wits.session.scores.column(1)].map(Number.isFinite));
    const text = column.map((one) => (one ? "x" : "-")).join("");
    assert.match(text, /x{3,}-{3,}x{3,}/);
    await page.locator(".plot[aria-label^='Scores'] canvas").waitFor();
    await page.screenshot({ path: join(SHOTS, "shop-gap.png") });
    // Between the two lines nothing is drawn: some column of pixels in the middle has no colour of a line.
    await until(page, () => {
        const canvas = document.querySelector(".plot[aria-label^='Scores'] canvas");
        const { width, height } = canvas;
        const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
        const isColoured = (x) => Array.from({ length: height - 40 }, (_, y) => 4 * ((y + 10) * width + x)).some((at) => Math.max(data[at], data[at + 1], data[at + 2]) - Math.min(data[at], data[at + 1], data[at + 2]) > 60 && data[at + 3] > 100);
        const columns = Array.from({ length: width - 80 }, (_, x) => isColoured(x + 60));
        const first = columns.indexOf(true), last = columns.lastIndexOf(true);
        return columns.slice(first, last).filter((one) => !one).length > (last - first) / 10;
    });
    await finish(page);
});
