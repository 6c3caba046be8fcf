// SPDX-License-Identifier: MIT
// `wits mcp` and the official client of the Model Context Protocol: every tool, the resources, and what a client must
// not reach.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const root = path.resolve(import.meta.dirname, "../..");
const program = path.resolve(root, process.env.WITS ?? "build/release/bin/wits");
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "mcp-test-")));
const outside = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "mcp-outside-")));

const LAMP = `wits: 1
brain: lamp
context: {pressed: bool}
functions: {shine: action}
root:
  states:
    off: {transitions: [{to: on, when: pressed}]}
    on: {update: shine(), transitions: [{to: off, when: not pressed}]}
prove:
  - never: in(on) and not pressed
`;
// Its situations are without bound, so that only a limit ends a proof.
const ENDLESS = `wits: 1
brain: counter
context: {up: bool, a: int, b: int}
root:
  states:
    on:
      update: [a = a + 1, "b = b * 3 + (a if up else 1)"]
prove:
  - never: a == 2147483646 and b == 7
`;
const GAME = `wits: 1
brain: duel
context: {courage: {type: float, range: [0, 1], initial: 1}, distance: {type: float, range: [0, 20]}}
targets: {foe: {near: {type: float, range: [0, 10]}}}
root:
  kind: utility
  states:
    fight: {target: foe, score: courage * foe.near / 10}
    flee: {score: 1 - courage}
    wait: {score: 0.2}
`;

const client = new Client({ name: "wits-test", version: "1.0.0" });

before(async () => {
    fs.writeFileSync(path.join(folder, "lamp.yaml"), LAMP);
    fs.writeFileSync(path.join(folder, "endless.yaml"), ENDLESS);
    fs.mkdirSync(path.join(folder, "inner"));
    fs.writeFileSync(path.join(folder, "inner/shared.yaml"), "wits: 1\nconditions: {unlit: not pressed}\n");
    fs.writeFileSync(path.join(folder, "inner/whole.yaml"), `include: [shared.yaml]\n${LAMP}`);
    fs.writeFileSync(path.join(outside, "secret.yaml"), LAMP.replace("lamp", "secret"));
    fs.symlinkSync(path.join(outside, "secret.yaml"), path.join(folder, "link.yaml"));
    fs.symlinkSync(outside, path.join(folder, "linked"));
    fs.symlinkSync(path.join(outside, "none.svg"), path.join(folder, "dangling.svg"));
    await client.connect(new StdioClientTransport({ command: program, args: ["mcp", folder], stderr: "inherit" }));
    await client.listTools(); // the client then checks results by their schemas
});

after(async () => {
    await client.close();
    fs.rmSync(folder, { recursive: true });
    fs.rmSync(outside, { recursive: true });
});

async function call(name, args, options) {
    return await client.callTool({ name, arguments: args }, undefined, options);
}

/// The text of a result that is not an error.
async function text(name, args) {
    const result = await call(name, args);
    assert.ok(!result.isError, result.content[0].text);
    return result.content[0].text;
}

async function refused(name, args, words) {
    const result = await call(name, args);
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, words);
}

test("the server says who it is and what it can do", async () => {
    assert.equal(client.getServerVersion().name, "wits");
    assert.deepEqual(Object.keys(client.getServerCapabilities()).sort(), ["resources", "tools"]);
    assert.match(client.getInstructions(), /brain-files\.md/);
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map((tool) => tool.name).sort(), [
        "check", "cover", "crowd", "docs", "exercise", "expand", "explain", "graph", "map", "prove", "reach", "run",
        "same", "test", "why_not",
    ]);
    for (const tool of tools) {
        assert.equal(tool.inputSchema.additionalProperties, false);
        const writes = "output" in tool.inputSchema.properties;
        assert.equal(tool.annotations.readOnlyHint, !writes);
    }
    await client.ping();
});

test("check", async () => {
    assert.equal(await text("check", { brain: "lamp.yaml" }), "lamp.yaml: ok\n");
    const wrong = await call("check", { brain: LAMP.replace("to: on", "to: onn") });
    assert.equal(wrong.content[0].text, "brain.yaml:7:30: there is no state 'onn'; did you mean 'on'?\n");
    assert.deepEqual([wrong.structuredContent.status, wrong.structuredContent.meaning], [1, "the brain has errors"]);
    const asJson = await call("check", { brain: "lamp.yaml", format: "json", deep: true });
    assert.deepEqual(asJson.structuredContent.result.problems, []);
});

test("expand", async () => {
    assert.match(await text("expand", { brain: "inner/whole.yaml" }), /^wits: 1\nbrain: lamp\n/);
    await text("expand", { brain: LAMP, output: "inner/made.yaml" });
    assert.match(fs.readFileSync(path.join(folder, "inner/made.yaml"), "utf8"), /^wits: 1/);
});

test("run", async () => {
    const inputs = "tick,pressed\n2,true\n4,false\n";
    const ran = await text("run", { brain: "lamp.yaml", inputs, ticks: 5 });
    assert.match(ran, /     2  → on     shine\(\)  pressed false → true\n/);
    assert.match(ran, /     4  → off             pressed true → false\n/);
    const from = await text("run", { brain: LAMP, from: "on", set: { pressed: true }, ticks: 1, trace: true, seed: 3 });
    assert.match(from, /on/);
    const targets = { foe: "tick,id,near\n0,7,9\n" };
    assert.match(await text("run", { brain: GAME, targets, ticks: 1 }), /fight → 7/);
    assert.match(await text("run", { brain: GAME, targets, ticks: 1, set: { courage: 0.1 } }), /flee/);
});

test("crowd", async () => {
    const args = { brain: "lamp.yaml", agents: 200, ticks: 10, set: { pressed: "random < 0.5" }, fields: "pressed" };
    assert.match(await text("crowd", args), /lamp: 200 agents, 10 ticks/);
    const asJson = await call("crowd", { ...args, format: "json" });
    assert.equal(asJson.structuredContent.result.agents, 200);
});

test("explain", async () => {
    const args = { brain: "lamp.yaml", inputs: "tick,pressed\n2,true\n", at: 2 };
    assert.match(await text("explain", args), /lamp went from off to on: off → on fired, because pressed/);
    assert.ok((await call("explain", { ...args, format: "json" })).structuredContent.result);
});

test("why_not", async () => {
    assert.match(await text("why_not", { brain: "lamp.yaml", state: "on" }), /on can be active\./);
    const args = { brain: "lamp.yaml", state: "on", inputs: "tick,pressed\n2,false\n", at: 2 };
    assert.match(await text("why_not", args), /pressed/);
    await refused("why_not", { brain: "lamp.yaml", state: "onn" }, /did you mean 'on'/);
});

test("map", async () => {
    const result = await call("map", { brain: GAME, x: "courage", y: "distance" });
    assert.match(result.content[0].text, /^duel over courage and distance\n/);
    assert.match(result.content[0].text, /\nflee \d+ %\n/);
    const picture = result.content[1];
    assert.deepEqual([picture.type, picture.mimeType], ["image", "image/svg+xml"]);
    assert.match(Buffer.from(picture.data, "base64").toString(), /^<svg .*<\/svg>\s*$/s);
    const written = await call("map", { brain: GAME, x: "courage", y: "distance", output: "map.svg" });
    assert.equal(written.content.length, 1);
    assert.match(fs.readFileSync(path.join(folder, "map.svg"), "utf8"), /^<svg /);
});

test("graph", async () => {
    const result = await call("graph", { brain: "lamp.yaml", actions: true });
    assert.match(result.content[0].text, /^flowchart TB\n/);
    if (result.content.length === 1) { // there is no Graphviz
        assert.match(result.content[0].text, /There is no picture: .*Graphviz/s);
        return;
    }
    assert.equal(result.content[1].mimeType, "image/png");
    assert.equal(Buffer.from(result.content[1].data, "base64").subarray(1, 4).toString(), "PNG");
    const svg = await call("graph", { brain: "lamp.yaml", picture: "svg", of: "on" });
    assert.match(Buffer.from(svg.content[1].data, "base64").toString(), /<svg /);
});

test("prove", async () => {
    const proven = await call("prove", { brain: "lamp.yaml" });
    assert.match(proven.content[0].text, /^proven     never 1: in\(on\) and not pressed\n/);
    assert.equal(proven.structuredContent.meaning, "all properties are proven");
    const properties = "- {name: always dark, never: in(on)}\n";
    const refuted = await call("prove", { brain: "lamp.yaml", properties, only: ["always dark"] });
    assert.equal(refuted.isError, false);
    assert.equal(refuted.structuredContent.status, 3);
    assert.match(refuted.content[0].text, /     1  → on     shine\(\)  pressed false → true\n/);
    const asJson = await call("prove", { brain: LAMP, format: "json" });
    assert.equal(asJson.structuredContent.result.properties[0].verdict, "proven");
});

test("reach", async () => {
    assert.match(await text("reach", { brain: "lamp.yaml", state: "in(on) and pressed" }), /→ on/);
    const never = await call("reach", { brain: "lamp.yaml", state: "in(on) and not pressed" });
    assert.equal(never.structuredContent.meaning, "proven to be unreachable");
    await text("reach", { brain: "lamp.yaml", state: "on", output: "on.csv" });
    assert.match(fs.readFileSync(path.join(folder, "on.csv"), "utf8"), /^pressed,raise,do\ntrue,,tick\n/);
});

test("cover", async () => {
    const inputs = ["tick,pressed\n1,false\n2,true\n4,false\n", "on.csv"];
    const all = await call("cover", { brain: "lamp.yaml", inputs });
    assert.deepEqual([all.structuredContent.status, all.isError], [0, false], all.content[0].text);
    const part = await call("cover", { brain: "lamp.yaml", inputs: ["tick,pressed\n1,true\n"] });
    assert.match(part.content[0].text, /not covered: the transition from on to off/);
});

test("same", async () => {
    const other = LAMP.replace("when: pressed", "when: not not pressed");
    assert.equal((await call("same", { brain: "lamp.yaml", other })).structuredContent.status, 0);
    const late = await call("same", { brain: LAMP, other: LAMP.replace("when: pressed", "when: pressed, after: 2") });
    assert.equal(late.structuredContent.meaning, "they differ");
    assert.match(late.content[0].text, /^they differ after 1 tick.*\nbrain\.yaml:\n.*\nother\.yaml:\n/s);
});

test("test", async () => {
    const scenarios = "- scenario: a press\n  when: {pressed: true}\n  expect: {active: on, calls: shine}\n";
    assert.match(await text("test", { brain: "lamp.yaml", scenarios }), /^scenarios\.test\.yaml: 1 passed\n/);
    const failed = await call("test", { brain: LAMP, scenarios: scenarios.replace("on,", "off,") });
    assert.match(failed.content[0].text, /failed: a press\n  expected  active: off\n/);
});

test("exercise", async () => {
    assert.match(await text("exercise", {}), /^ 1  lamp +Lamp: two states and a switch\n/);
    assert.match(await text("exercise", { task: "lamp" }), /^# Lamp: two states and a switch\n/);
    const passed = await call("exercise", { task: "lamp", brain: LAMP, format: "json" });
    assert.equal(passed.structuredContent.result.passed, true);
    const wrong = await call("exercise", { task: "lamp", brain: LAMP.replace("when: not pressed", "after: 1") });
    assert.equal(wrong.structuredContent.status, 1);
    assert.match(wrong.content[0].text, /refuted    on while pressed/);
    await refused("exercise", { task: "../lamp", brain: LAMP }, /a name has letters/);
    await refused("exercise", { task: "lamp.yaml" }, /a name has letters/);
});

test("docs", async () => {
    assert.match(await text("docs", {}), /\nproving\.md: Proving: what a brain can never do\n/);
    assert.match(await text("docs", { topic: "proving.md#deadlines" }), /^## Deadlines\n/);
    assert.match(await text("docs", { topic: "deadlines" }), /^proving\.md#deadlines: Deadlines\n\n## Deadlines/);
    assert.match(await text("docs", { topic: "inertia of a utility" }), /inertia/);
    await refused("docs", { topic: "xyzzyplugh" }, /nothing found in the documentation/);
});

test("resources", async () => {
    const { resources } = await client.listResources();
    const uris = resources.map((resource) => resource.uri);
    for (const uri of ["wits://docs/brain-files.md", "wits://schema/brain.schema.json", "wits://brains/guard.yaml"]) {
        assert.ok(uris.includes(uri));
    }
    for (const uri of uris) {
        const { contents } = await client.readResource({ uri });
        assert.ok(contents[0].text.length > 100);
    }
    for (const uri of ["wits://docs/../README.md", "wits://docs/", "file:///etc/passwd", "wits://brains/none.yaml"]) {
        await assert.rejects(client.readResource({ uri }), /there is no resource/);
    }
    assert.deepEqual((await client.listResourceTemplates()).resourceTemplates, []);
});

test("files outside of the folder are refused", async () => {
    for (const brain of [path.join(outside, "secret.yaml"), "link.yaml", "linked/secret.yaml", "../x.yaml",
        `inner/../../${path.basename(outside)}/secret.yaml`]) {
        await refused("check", { brain }, /not below the folders|No such file/);
    }
    await refused("check", { brain: "inner" }, /not a regular file/);
    await refused("check", { brain: "/dev/stdin" }, /not below the folders|No such file/);
    await refused("check", { brain: "-" }, /No such file/);
    await refused("run", { brain: "lamp.yaml", inputs: "/etc/passwd" }, /not below the folders/);
    await refused("run", { brain: GAME, targets: { foe: "/etc/passwd" } }, /not below the folders/);
    await refused("test", { brain: "link.yaml", scenarios: "- scenario: a\n" }, /not below the folders/);
    await refused("map", { brain: GAME, x: "courage", y: "distance", output: path.join(outside, "a.svg") }, /not below/);
    await refused("map", { brain: GAME, x: "courage", y: "distance", output: "linked/a.svg" }, /not below/);
    await refused("map", { brain: GAME, x: "courage", y: "distance", output: "dangling.svg" }, /No such file/);
    await refused("map", { brain: GAME, x: "courage", y: "distance", output: "lamp.yaml" }, /must end with \.svg/);
    await refused("expand", { brain: "lamp.yaml", output: "lamp.yaml" }, /is an input/);
    const include = `include: [${path.relative(folder, outside)}/secret.yaml]\n`;
    assert.match((await call("check", { brain: include + LAMP })).content[0].text, /secret\.yaml/);
    fs.writeFileSync(path.join(folder, "includes.yaml"), `include: [link.yaml]\n${LAMP}`);
    const through = (await call("check", { brain: "includes.yaml" })).content[0].text;
    assert.match(through, /^includes\.yaml:1:\d+: /);
    assert.doesNotMatch(through, /brain: secret/);
    assert.equal(fs.readdirSync(outside).length, 1);
});

test("wrong arguments are explained", async () => {
    await refused("check", { brian: "lamp.yaml" }, /unknown argument 'brian'; did you mean 'brain'\?/);
    await refused("check", {}, /argument 'brain': missing/);
    await refused("check", { brain: 7 }, /argument 'brain': expected a text/);
    await refused("run", { brain: "lamp.yaml", ticks: 1.5 }, /expected a whole number/);
    await refused("run", { brain: "lamp.yaml", trace: "yes" }, /expected true or false/);
    await refused("run", { brain: "lamp.yaml", set: { "a=b": 1 } }, /a name is missing or has a '='/);
    await refused("run", { brain: "lamp.yaml", set: { "--record": "x" } }, /--record/);
    await refused("run", { brain: "lamp.yaml", raise: ["--record=x"] }, /wits run: /);
    await refused("run", { brain: GAME, targets: { "../foe": "a\n" } }, /unknown kind of targets/);
    await refused("check", { brain: "lamp.yaml", format: "xml" }, /expected text or json/);
    await refused("check", { brain: "lamp.yaml", seconds: 0 }, /whole number from 1 to 600/);
    await refused("check", { brain: "a\u0000b" }, /a zero byte is not allowed/);
    await refused("why_not", { brain: "lamp.yaml", state: "--output=x.csv" }, /--output=x\.csv/);
    await assert.rejects(call("chekc", {}), /unknown tool 'chekc'/);
    assert.deepEqual(fs.readdirSync(folder).filter((name) => name.includes("record") || name === "x.csv"), []);
});

test("long answers are cut, and read on", async () => {
    const first = await call("run", { brain: "lamp.yaml", ticks: 5000, fields: true });
    const { lines, last_line } = first.structuredContent;
    assert.equal(lines, 5002);
    assert.ok(first.content[0].text.length < 21000);
    assert.ok(first.content[0].text.endsWith(
        `[lines 1 to ${last_line} of 5002; "first_line": ${last_line + 1} continues]\n`));
    let all = "";
    for (let line = 1; line <= lines;) {
        const part = await call("run", { brain: "lamp.yaml", ticks: 5000, fields: true, first_line: line });
        all += part.content[0].text.replace(/\[lines .*\]\n$/, "");
        line = part.structuredContent.last_line + 1;
    }
    assert.equal(all.split("\n").length, 5003);
    await refused("run", { brain: "lamp.yaml", ticks: 4000000000 }, /more than 16 MiB/);
    const beyond = await call("run", { brain: "lamp.yaml", first_line: 1000 });
    assert.match(beyond.content[0].text, /there are only 12 lines/);
});

test("a search ends in time with what it has", async () => {
    const result = await call("prove", { brain: "endless.yaml", seconds: 1, limit: 400000000 });
    assert.equal(result.structuredContent.status, 130);
    assert.match(result.content[0].text, /^not found  never 1: /);
    assert.match(result.content[0].text, /interrupted/);
});

test("a search can be cancelled, and reports progress", async () => {
    const abort = new AbortController();
    const progress = [];
    const begun = Date.now();
    const running = call("prove", { brain: "endless.yaml", seconds: 300, limit: 400000000 }, {
        signal: abort.signal,
        timeout: 200000,
        onprogress: (one) => {
            progress.push(one);
            if (progress.length === 2) {
                abort.abort("enough");
            }
        },
    });
    await assert.rejects(running);
    assert.ok(progress[1].progress > progress[0].progress);
    assert.match(progress[0].message, /^prove has run for \d+ s$/);
    assert.equal(await text("check", { brain: "lamp.yaml" }), "lamp.yaml: ok\n"); // the server continues at once
    assert.ok(Date.now() - begun < 100000);
});

test("hundred calls at once are answered", async () => {
    const brains = Array.from({ length: 100 }, (_, i) => LAMP.replace("lamp", `lamp_${i}`));
    const results = await Promise.all(brains.map((brain) => call("expand", { brain })));
    results.forEach((result, i) => assert.match(result.content[0].text, new RegExp(`brain: lamp_${i}\\n`)));
});
