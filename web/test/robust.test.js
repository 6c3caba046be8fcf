// SPDX-License-Identifier: MIT
// Sizes, speed, memory, lost connections, permissions, hidden tabs, and people who do not use a mouse or a bright screen.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { bigBrain } from "./brains.js";
import { closeBrowser, counts, finish, inspect, matches, open, openBrowser, ready, SHOTS, until, update } from "./support.js";

after(closeBrowser);

test("read only: nothing that controls or changes is there", async () => {
    const program = await inspect("brains/guard.yaml", "--agents", "100", "--read-only");
    const page = await open(program.address);
    await ready(page);
    await counts(page.locator(".time"), 0);
    await page.keyboard.press("5");
    await matches(page.locator(".panel.control"), /lets the page look, and nothing else/);
    await page.evaluate(() => globalThis.wits.session.setFocus(1));
    await page.locator(".path").waitFor();
    await counts(page.locator(".field-row input, .field-row button, .events button"), 0);
    await counts(page.getByRole("button", { name: "hold" }), 0);
    await page.keyboard.press("2");
    await page.locator(".cm-content").waitFor();
    await counts(page.getByRole("button", { name: "Apply to the running agents" }), 0);
    await finish(page);
    await program.end();
});

test("a lost connection is told, the text is kept, and the page connects again by itself", async () => {
    const program = await inspect("brains/guard.yaml", "--agents", "100");
    const page = await open(program.address);
    await ready(page);
    await page.evaluate(() => globalThis.wits.session.setFocus(5));
    await page.evaluate(() => globalThis.wits.session.port.send("break combat/flee where health > 1000"));
    await until(page, () => globalThis.wits.session.breaks.value.length === 1);
    await page.keyboard.press("2");
    await page.locator(".cm-content").click();
    await page.keyboard.type("# mine");
    // Ends the stream as a broken connection does.
    await page.context().setOffline(true);
    await page.evaluate(() => globalThis.wits.session.port.interrupt());
    await page.locator(".banner.error").waitFor();
    await matches(page.locator(".banner.error"), /connection lost, trying again/);
    await matches(page.locator(".cm-content"), /# mine/);
    await matches(page.locator(".editor .status"), /the text is kept/);
    const { tick } = await update(page);
    // An update that comes before everything is asked again does not take the breakpoints away.
    await page.evaluate(() => {
        const { port } = globalThis.wits.session;
        const send = port.send.bind(port);
        port.send = async (request, text) => {
            const answer = await send(request, text);
            request === "brain text" && (await new Promise((done) => setTimeout(done, 1000)));
            return answer;
        };
    });
    await page.context().setOffline(false);
    await until(page, () => globalThis.wits.session.connection.value === "open");
    await until(page, (before) => {
        const { tick, focus, breaks } = globalThis.wits.session.update.value ?? {};
        return tick > before && focus?.agent === 5 && breaks?.length === 1;
    }, tick);
    await matches(page.locator(".cm-content"), /# mine/);
    await counts(page.locator(".banner.error"), 0);
    await program.end();
    await page.locator(".banner.error").waitFor();
    await finish(page);
});

test("a wrong token is told", async () => {
    const program = await inspect("brains/guard.yaml", "--agents", "10");
    const page = await open(program.address.replace(/#.*/, "#wrong"));
    await page.locator(".banner.error").waitFor();
    await matches(page.locator(".banner.error"), /wrong token/);
    await finish(page);
    await program.end();
});

test("a hidden tab asks for nothing, and goes on when it is shown", async () => {
    const program = await inspect("brains/guard.yaml", "--agents", "100");
    const page = await open(program.address);
    await ready(page);
    const hide = (hidden) =>
        page.evaluate((value) => {
            Object.defineProperty(document, "hidden", { value, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }, hidden);
    await hide(true);
    await page.waitForTimeout(300);
    let requests = 0;
    page.on("request", () => requests++);
    await page.waitForTimeout(700);
    assert.equal(requests, 0);
    const { tick } = await update(page);
    await hide(false);
    await until(page, (before) => globalThis.wits.session.update.value.tick > before + 10, tick);
    await finish(page);
    await program.end();
});

// Also prints the page's own processor time; it is not a condition, because machines differ.
for (const [agents, states] of [[1, 5], [10_000, 500], [1_000_000, 500], [1_000_000, 5]]) {
    test(`${agents} agents, ${states} states: memory does not grow with updates and 64 watched agents`, async (t) => {
        const program = await inspect(bigBrain(states), "--agents", String(agents));
        after(() => program.end());
        const page = await (await openBrowser()).newPage();
        const devtools = await page.context().newCDPSession(page);
        await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
        const spent = async () => {
            const { metrics } = await devtools.send("Performance.getMetrics");
            return 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
        };
        await open(program.address, { page });
        await ready(page, 60_000);
        const first = await spent();
        await page.evaluate(() => globalThis.wits.session.find("/", ""));
        await page.evaluate(() => globalThis.wits.session.setFocus(0));
        await until(page, (most) => globalThis.wits.session.update.value?.watch?.length === most, Math.min(agents, 64), 60_000);
        await page.keyboard.press("3");
        await page.evaluate(() => {
            globalThis.updates = 0;
            globalThis.wits.session.update.follow(() => globalThis.updates++);
        });
        const measure = async () => {
            const [count, time] = [await page.evaluate(() => globalThis.updates), await spent()];
            await until(page, (wanted) => globalThis.updates >= wanted, count + 60, 120_000);
            const [more, later] = [await page.evaluate(() => globalThis.updates), await spent()];
            return { each: (later - time) / (more - count), heap: await page.evaluate(() => (globalThis.gc?.(), performance.memory.usedJSHeapSize / 1e6)) };
        };
        const before = await measure();
        const last = await measure();
        t.diagnostic(`first picture ${first.toFixed(0)} ms; an update ${last.each.toFixed(1)} ms; heap ${before.heap.toFixed(1)} then ${last.heap.toFixed(1)} MB`);
        assert.ok(last.heap < before.heap * 1.3 + 3, "memory grows");
        await page.close();
        await program.end();
    });
}

test("every control has a name, every tab a panel; the theme is kept", async () => {
    const program = await inspect("brains/guard.yaml", "--agents", "100");
    const page = await open(program.address, { colorScheme: "light" });
    await ready(page);
    await page.evaluate(() => globalThis.wits.session.setFocus(1));
    for (const key of ["1", "2", "3", "4", "5"]) {
        await page.keyboard.press(key);
        await page.waitForTimeout(150);
        const nameless = await page.evaluate(() =>
            [...document.querySelectorAll("button, input, select, textarea, [role=treeitem], [role=tab]")]
                .filter((one) => !(one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.[0]?.textContent.trim()))
                .map((one) => one.outerHTML.slice(0, 120)),
        );
        assert.deepEqual(nameless, []);
    }
    await page.keyboard.press("t");
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    await page.reload();
    await ready(page);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "hidden" });
    await finish(page);
    await program.end();
});

test("nothing moves for those who want that", async () => {
    const program = await inspect("brains/guard.yaml", "--agents", "100");
    const moving = {};
    for (const reducedMotion of ["reduce", "no-preference"]) {
        const page = await open(program.address, { reducedMotion });
        await ready(page);
        await page.evaluate(() => globalThis.wits.session.setFocus(1));
        await page.locator(".field-row").first().waitFor();
        const seen = new Set();
        // Something moves sooner or later, or nothing for a second.
        for (let i = 0; i < 40 || (i < 400 && seen.size === 0 && reducedMotion !== "reduce"); i++) {
            (await page.evaluate(() => document.getAnimations().map(({ animationName, transitionProperty }) => animationName ?? transitionProperty))).forEach((name) => seen.add(name));
            await page.waitForTimeout(25);
        }
        moving[reducedMotion] = [...seen];
        await finish(page);
    }
    assert.deepEqual(moving.reduce, []);
    assert.ok(moving["no-preference"].length > 0, "fields that change flash for the others");
    await program.end();
});

for (const colorScheme of ["light", "dark"]) {
    test(`with the colours of the system, what is chosen is still seen, ${colorScheme}`, async () => {
        const program = await inspect("brains/guard.yaml", "--agents", "100");
        const page = await open(program.address, { forcedColors: "active", colorScheme });
        await ready(page);
        await page.evaluate(() => {
            globalThis.wits.session.setFocus(1);
            globalThis.wits.session.selected.value = 4;
        });
        await page.locator(".field-row").first().waitFor();
        await page.locator(".box.selected").waitFor();
        const styles = (selector, ...names) => page.evaluate(([of, all]) => {
            const style = getComputedStyle(document.querySelector(of));
            return all.map((name) => style[name]);
        }, [selector, names]);
        assert.notDeepEqual(await styles(".tabs [aria-selected=true]", "borderBottomColor"), await styles(".tabs [aria-selected=false]", "borderBottomColor"));
        assert.deepEqual(await styles(".box.selected", "outlineStyle"), ["double"]);
        assert.deepEqual(await styles(".button[aria-pressed=true]", "outlineStyle"), ["solid"]);
        assert.deepEqual(await styles(".button:not(.primary, [aria-pressed=true])", "outlineStyle"), ["none"]);
        const [lamp] = await styles(".lamp", "backgroundColor");
        assert.notEqual(lamp, (await styles("body", "backgroundColor"))[0]);
        await page.waitForTimeout(200);
        await page.screenshot({ path: join(SHOTS, `forced-chart-${colorScheme}.png`) });
        await page.keyboard.press("2");
        await page.keyboard.press("3");
        await page.locator(".map canvas").waitFor();
        await until(page, () => new Set([...document.querySelectorAll(".map-legend i, .legend i")].map((one) => getComputedStyle(one).backgroundColor)).size >= 3);
        await page.screenshot({ path: join(SHOTS, `forced-editor-${colorScheme}.png`) });
        await finish(page);
        await program.end();
    });
}

test("pictures of the chart, and a brain file that is saved", async () => {
    const program = await inspect("brains/guard.yaml", "--agents", "100");
    const page = await open(program.address);
    await ready(page);
    const download = async (name) => {
        const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
        return readFileSync(await file.path());
    };
    const svg = (await download("Save the chart as SVG")).toString();
    assert.match(svg, /^<svg .*patrol.*combat.*<\/svg>$/s);
    const png = await download("Save the chart as PNG");
    assert.equal(png.subarray(1, 4).toString(), "PNG");
    await page.keyboard.press("2");
    assert.equal((await download("Save the text as a file")).toString(), readFileSync(new URL("../../brains/guard.yaml", import.meta.url), "utf8"));
    await finish(page);
    await program.end();
});
