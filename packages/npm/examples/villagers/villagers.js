// SPDX-License-Identifier: MIT
// 100,000 villagers who decide four times a second in workers, and walk sixty times a second on this page.
import { CrowdPool, init } from "wits-ai";

const COUNT = 100_000;
const FRAMES_PER_TICK = 15;
const NIGHT = 150; // ticks of a day, and as many of a night
const ACTIVITIES = [
    { path: "mind/toil", name: "toil", light: 0xff3f7d20, dark: 0xff7fc95f },
    { path: "mind/eat", name: "eat", light: 0xff1f7ad6, dark: 0xff4aa5ff },
    { path: "mind/sleep", name: "sleep", light: 0xffb3683a, dark: 0xffe8a06a },
    { path: "mind/talk", name: "talk", light: 0xff8a3aa8, dark: 0xffd78ae8 },
]; // colours as ABGR, the order of bytes in a canvas

const canvas = document.getElementById("village");
const { width, height } = canvas;
const context = canvas.getContext("2d");
const image = context.createImageData(width, height);
const pixels = new Uint32Array(image.data.buffer);
const scheme = matchMedia("(prefers-color-scheme: dark)");

await init();
const text = await (await fetch("./villager.yaml")).text();
const random = (low, high) => low + Math.random() * (high - low);
const column = (low, high) => Float32Array.from({ length: COUNT }, () => random(low, high));
const pool = await CrowdPool.create({
    text,
    agents: COUNT,
    workers: Math.min(4, navigator.hardwareConcurrency),
    seed: 1,
    fields: { hunger: column(0, 1), tiredness: column(0, 1), loneliness: column(0, 1) },
});
const ends = ACTIVITIES.map(({ path }) => pool.brain.states.findLastIndex((state) => state.path.startsWith(path)));

// Each has a house, a place in the fields, and one in the square.
const x = new Float32Array(COUNT);
const y = new Float32Array(COUNT);
const speed = column(2.5, 5); // pixels in a frame
const placesX = ACTIVITIES.map(() => new Float32Array(COUNT));
const placesY = ACTIVITIES.map(() => new Float32Array(COUNT));
for (let i = 0; i < COUNT; i++) {
    const house = i % 48;
    const home = [70 + (house % 6) * 58 + random(-17, 17), 55 + Math.floor(house / 6) * 64 + random(-17, 17)];
    const radius = 62 * Math.sqrt(Math.random());
    const angle = random(0, 2 * Math.PI);
    const square = [505 + radius * Math.cos(angle), 280 + radius * Math.sin(angle)];
    const furrow = Math.floor(random(0, 22));
    const field = [random(620, 930), 30 + furrow * 24 + random(-5, 5)];
    [field, home, home, square].forEach(([placeX, placeY], activity) => {
        placesX[activity][i] = placeX;
        placesY[activity][i] = placeY;
    });
    [x[i], y[i]] = home;
}

const activities = new Uint8Array(COUNT);
const numbers = new Uint32Array(ACTIVITIES.length);
let tick = 0;
let isDeciding = false;

async function decide() {
    isDeciding = true;
    if (tick % NIGHT === 0) {
        await pool.set("night", Math.floor(tick / NIGHT) % 2 === 1);
    }
    const [, states, hash] = await Promise.all([pool.tick(), pool.states("mind"), pool.hash()]);
    numbers.fill(0);
    for (let i = 0; i < COUNT; i++) {
        let activity = 0;
        while (states[i] > ends[activity]) {
            activity++;
        }
        activities[i] = activity;
        numbers[activity]++;
    }
    tick++;
    document.getElementById("hash").textContent = `tick ${tick}, hash ${hash.toString(16).padStart(16, "0")}`;
    isDeciding = false;
}

function walkAndDraw() {
    pixels.fill(scheme.matches ? 0xff201e1d : 0xfffcfdfd);
    const colours = ACTIVITIES.map(({ light, dark }) => (scheme.matches ? dark : light));
    for (let i = 0; i < COUNT; i++) {
        const activity = activities[i];
        const dx = placesX[activity][i] - x[i];
        const dy = placesY[activity][i] - y[i];
        const far = Math.sqrt(dx * dx + dy * dy);
        const step = far > speed[i] ? speed[i] / far : 1;
        x[i] += dx * step;
        y[i] += dy * step;
        pixels[(y[i] | 0) * width + (x[i] | 0)] = colours[activity];
    }
    context.putImageData(image, 0, 0);
}

const list = document.getElementById("counts");
for (const { name } of ACTIVITIES) {
    list.append(Object.assign(document.createElement("li"), { textContent: name }));
}
function show(frames, work) {
    document.getElementById("speed").textContent = `${frames} frames a second, ${work.toFixed(1)} ms each, workers: ${pool.workers}`;
    [...list.children].forEach((item, activity) => {
        const { name, light, dark } = ACTIVITIES[activity];
        const abgr = scheme.matches ? dark : light;
        item.textContent = `${name} ${numbers[activity].toLocaleString("en")}`;
        item.style.setProperty("--dot", `rgb(${abgr & 255} ${(abgr >> 8) & 255} ${(abgr >> 16) & 255})`);
    });
}

let frame = 0;
let shownAt = performance.now();
let work = 0;
let shownFrame = 0;
function run(now) {
    const begin = performance.now();
    if (frame % FRAMES_PER_TICK === 0 && !isDeciding) {
        decide();
    }
    walkAndDraw();
    frame++;
    work += performance.now() - begin;
    if (now - shownAt >= 500) {
        const frames = frame - shownFrame;
        show(Math.round((frames * 1000) / (now - shownAt)), work / frames);
        globalThis.villagers = { frame, tick, work: work / frames, counts: [...numbers] }; // for tests
        [shownAt, shownFrame, work] = [now, frame, 0];
    }
    requestAnimationFrame(run);
}
requestAnimationFrame(run);
