// SPDX-License-Identifier: MIT
// Everything that the page knows: the brain, the last update, and what the user has selected. It asks for updates while
// the page is visible, and asks for everything again after a lost connection.
import type { Connection, Port } from "../port/port";
import { Tree } from "./brain";
import type { Brain, Break, Broke, Change, Edited, Explain, Found, Hello, Message, Problem, Settings, Update } from "./protocol";
import { real } from "./protocol";
import { Ring } from "./ring";
import { Signal } from "./signal";

const SHORTEST_PAUSE = 1000 / 31;
/** Milliseconds until an update is requested again. */
const LONGEST_WAIT = 2000;
const MOST_ROWS = 600;
const MOST_NUMBERS = 1_000_000;
const MOST_CHANGES = 200;
const MOST_OPTIONS = 64;
/** Commands of the program that need no permission, or `control`; the others need `change`. */
const FREE = ["check", "settings"];
const CONTROL = ["speed", "to", "back"];

export interface Note {
    kind: "info" | "error";
    text: string;
    id: number;
}

export interface Why {
    agent: number;
    state: number;
    tick: number;
    explain?: Explain;
    error?: string;
}

export class Session {
    readonly connection = new Signal<Connection>("connecting");
    readonly connectionWhy = new Signal("");
    readonly hello = new Signal<Hello | null>(null);
    readonly tree = new Signal<Tree | null>(null);
    readonly update = new Signal<Update | null>(null);
    readonly breaks = new Signal<Break[]>([]);
    readonly broke = new Signal<Broke | null>(null);
    readonly notes = new Signal<Note[]>([]);
    readonly settings = new Signal<Settings | null>(null);
    readonly selected = new Signal<number | null>(null);
    readonly focus = new Signal<number | null>(null);
    readonly watched = new Signal<number[]>([]);
    readonly found = new Signal<Found | null>(null);
    readonly findText = new Signal({ state: "", where: "" });
    readonly findError = new Signal("");
    readonly changes = new Signal<Change[]>([]);
    readonly why = new Signal<Why | null>(null);
    /** The brain file as the program has it, and as the user has edited it; null before the first answer. */
    readonly text = new Signal<string | null>(null);
    readonly draft = new Signal<string | null>(null);
    /** The text from which the draft was begun. */
    readonly base = new Signal<string | null>(null);
    /** A draft that has given way to another text. */
    readonly aside = new Signal<string | null>(null);
    readonly problems = new Signal<Problem[]>([]);
    /** The text of which `problems` are; null while it is being checked. */
    readonly checked = new Signal<string | null>(null);
    /** Losses of the agents by the last edit. */
    readonly losses = new Signal<string[]>([]);
    /** Errors of the file that another editor has saved: the page does not have its text. */
    readonly fileProblems = new Signal<Problem[]>([]);
    /** Tick and counts of each state, one row for each update. */
    counts = new Ring(1, 1);
    /** Ticks and competing scores of the options of `scored`. */
    scores = new Ring(1, 1);
    scored: { agent: number; options: number[] } = { agent: -1, options: [] };
    /** Moves between states, summed since the brain was loaded: key from * 65536 + to. */
    readonly moves = new Map<number, number>();
    #isAsked = false;
    #timer = 0;
    #frame = 0;
    #asked = 0;
    #showing = "";
    #shows = { counts: true, moves: false };
    #notes = 0;
    /** Problems of a file that has been applied, until its text is here. */
    #awaited: Problem[] | null = null;

    constructor(readonly port: Port) {
        port.onmessage = (message) => this.#receive(message);
        port.onconnection = (connection, why) => this.#connect(connection, why);
        this.draft.follow((draft) => {
            this.base.value = draft === null ? null : (this.base.value ?? this.text.value);
        });
        document.addEventListener("visibilitychange", () => this.#plan());
        // A request for an update that was lost is sent again; one too many does no harm.
        setInterval(() => {
            if (this.#isAsked && performance.now() - this.#asked > LONGEST_WAIT && !document.hidden) {
                this.#asked = performance.now();
                this.#wake();
            }
        }, LONGEST_WAIT);
    }

    open(): void {
        this.port.open();
    }

    allows(what: "control" | "change"): boolean {
        return this.connection.value === "open" && (this.hello.value?.allows.includes(what) ?? false);
    }

    /** Returns whether the program has a command, and lets this page use it. */
    has(command: string): boolean {
        const hello = this.hello.value;
        const needs = FREE.includes(command) ? null : CONTROL.includes(command) ? "control" : "change";
        return hello !== null && hello.commands.includes(command) && (needs === null || hello.allows.includes(needs));
    }

    // ------------------------------------------------------------------------------------------------- requests

    /** Sends a request, and shows the reason if it is refused. Returns null then. */
    async ask(request: string, text?: string): Promise<Message | null> {
        try {
            const answer = await this.port.send(request, text);
            this.notes.value = this.notes.value.filter(({ kind }) => kind !== "error");
            return answer;
        } catch (error) {
            this.note("error", (error as Error).message);
            return null;
        }
    }

    note(kind: Note["kind"], text: string): void {
        const id = ++this.#notes;
        const others = this.notes.value.filter((note) => note.text !== text).slice(-3);
        this.notes.value = [...others, { kind, text, id }];
        setTimeout(() => this.forget(id), kind === "error" ? 12_000 : 5_000);
    }

    forget(id: number): void {
        this.notes.value = this.notes.value.filter((note) => note.id !== id);
    }

    setFocus(agent: number | null): void {
        if (agent === this.focus.value) {
            return;
        }
        this.focus.value = agent;
        this.changes.value = [];
        this.why.value = null;
        this.#track(-1, []);
        this.port.post(agent === null ? "focus none" : `focus ${agent}`);
        this.#wake();
    }

    /** Watches agents, at most as many as the inspector allows. */
    watch(agents: number[]): void {
        const most = this.hello.value?.limits.watched ?? 64;
        this.watched.value = agents.slice(0, most);
        this.port.post(["watch", ...this.watched.value].join(" "));
        this.#wake();
    }

    /** Says what the visible panels need. */
    show(counts: boolean, moves: boolean): void {
        this.#shows = { counts, moves };
        this.#show();
    }

    async find(state: string, where: string): Promise<void> {
        this.findText.value = { state, where };
        this.findError.value = "";
        try {
            const answer = await this.port.send(`find ${state || "/"}${where.trim() ? ` where ${where.trim()}` : ""}`);
            if (where !== this.findText.value.where || state !== this.findText.value.state) {
                return; // another search has begun
            }
            this.found.value = answer as unknown as Found;
            this.watch(this.found.value.agents.map(({ agent }) => agent));
        } catch (error) {
            this.findError.value = (error as Error).message;
        }
    }

    async askWhy(agent: number, state: number): Promise<void> {
        const tick = this.update.value?.tick ?? 0;
        try {
            const answer = await this.port.send(`why ${agent} ${this.tree.value?.path(state) ?? ""}`);
            this.why.value = { agent, state, tick, explain: answer.explain as Explain };
        } catch (error) {
            this.why.value = { agent, state, tick, error: (error as Error).message };
        }
    }

    /** Runs a request that changes the program's settings, and reads them again. */
    async command(request: string, text?: string): Promise<boolean> {
        const answer = await this.ask(request, text);
        await this.readSettings();
        return answer !== null;
    }

    /** Checks the draft, or applies it. */
    async edit(text: string, isApplied: boolean): Promise<Edited> {
        const answer = await this.port.send(isApplied ? "edit" : "check", text);
        const edited = answer.data as Edited;
        if (text === (this.draft.value ?? this.text.value)) {
            this.problems.value = edited.problems;
            this.checked.value = text;
        }
        if (edited.applied) {
            this.text.value = text;
            this.base.value = this.draft.value === null ? null : text;
            this.#applied(edited);
        }
        return edited;
    }

    /** Tells what an edit that was applied, here or elsewhere, has cost. */
    #applied({ losses = [], problems }: Edited): void {
        this.losses.value = losses;
        this.fileProblems.value = [];
        this.notes.value = this.notes.value.filter(({ kind }) => kind !== "error");
        const ofWorld = problems.filter(({ line, file }) => line === 0 && file === undefined).map(({ text }) => text);
        ofWorld.length > 0 && this.note("error", [...ofWorld.slice(0, 3), ...(ofWorld.length > 3 ? [`and ${ofWorld.length - 3} more`] : [])].join(". "));
    }

    /** Lets the draft give way to the text that runs. It can be restored. */
    dropDraft(): void {
        this.aside.value = this.draft.value;
        this.draft.value = null;
        this.problems.value = [];
    }

    // ------------------------------------------------------------------------------------------------- messages

    #connect(connection: Connection, why: string): void {
        this.connectionWhy.value = why;
        this.connection.value = connection;
        if (connection === "open") {
            void this.#begin();
        } else {
            this.#isAsked = false;
        }
    }

    /** Asks for everything, again after a lost connection. */
    async #begin(): Promise<void> {
        const breaks = this.breaks.value; // the first update has none of them
        try {
            this.hello.value = (await this.port.send("hello")) as unknown as Hello;
            await this.#readBrain();
            this.#showing = "";
            this.#show();
            if (this.focus.value !== null) {
                this.port.post(`focus ${this.focus.value}`);
            }
            if (this.watched.value.length > 0) {
                this.port.post(["watch", ...this.watched.value].join(" "));
            }
            if (this.allows("control")) {
                breaks.forEach(({ text }) => this.port.post(`break ${text}`));
            }
            await this.readSettings();
        } catch (error) {
            if (this.connection.value === "open") {
                this.note("error", (error as Error).message);
            }
            return;
        }
        this.#isAsked = false;
        this.#plan();
    }

    async readSettings(): Promise<void> {
        if (this.has("settings")) {
            const answer = await this.port.send("settings").catch(() => null);
            this.settings.value = (answer?.data as Settings | undefined) ?? this.settings.value;
        }
    }

    async #readBrain(): Promise<void> {
        const brain = (await this.port.send("brain")) as unknown as Brain;
        const before = this.tree.value;
        const tree = new Tree(brain);
        const rows = Math.max(60, Math.min(MOST_ROWS, Math.floor(MOST_NUMBERS / (tree.size + 1))));
        if (before === null || before.brain.states.some((state, row) => state.path !== brain.states[row]?.path) || before.size !== tree.size) {
            this.counts = new Ring(rows, tree.size + 1);
            this.moves.clear();
            this.#track(-1, []);
            this.changes.value = [];
            this.why.value = null;
            const path = this.selected.value === null ? null : before?.path(this.selected.value);
            const row = path ? tree.find(path) : -1;
            this.selected.value = row >= 0 ? row : null;
        }
        if (this.update.value?.counts && this.update.value.counts.length !== tree.size) {
            this.update.value = null;
        }
        this.tree.value = tree;
        this.#wake();
        const text = await this.port.send("brain text").catch(() => null);
        if (text !== null && this.text.value !== text.text) {
            this.text.value = String(text.text);
            if (this.draft.value === null) {
                this.problems.value = this.#awaited ?? [];
                this.checked.value = this.text.value;
            }
        }
        this.#awaited = null;
        if (before !== null && before.brain.hash !== brain.hash) {
            await this.readSettings();
            this.found.value && void this.find(this.findText.value.state, this.findText.value.where);
        }
    }

    #receive(message: Message): void {
        switch (message.is) {
            case "update":
                this.#updated(message as unknown as Update);
                break;
            case "changed":
                void this.#readBrain().catch(() => {});
                break;
            case "broke":
                this.broke.value = message as unknown as Broke;
                break;
            case "file":
                this.#fileChanged(message.data as Edited);
                break;
            case "fault":
                this.note("error", (message.data as { text: string }).text);
                break;
            case "refused":
                this.note("error", String(message.why));
                break;
        }
    }

    /** The brain file was edited elsewhere. */
    #fileChanged(edited: Edited): void {
        if (edited.applied) {
            this.#applied(edited);
            this.#awaited = edited.problems;
            this.note("info", "the brain file has changed: the agents go on in the new brain");
        } else {
            this.fileProblems.value = edited.problems.filter(({ severity }) => severity === "error");
        }
    }

    #updated(update: Update): void {
        this.#isAsked = false;
        const tree = this.tree.value;
        if (tree !== null && update.counts?.length === tree.size) {
            this.counts.cut(0, update.tick);
            this.counts.push([update.tick, ...update.counts]);
        }
        for (const [from, to, count] of update.moves ?? []) {
            const key = from * 65536 + to;
            this.moves.set(key, (this.moves.get(key) ?? 0) + count);
        }
        if (update.running && this.broke.value !== null) {
            this.broke.value = null;
        }
        const { focus } = update;
        if (focus && !focus.gone && focus.agent === this.focus.value) {
            this.#followScores(update);
            if (focus.history.length > 0) {
                this.changes.value = [...this.changes.value.filter(({ tick }) => tick < update.tick), ...focus.history].slice(-MOST_CHANGES);
            }
        }
        this.breaks.value = update.breaks ?? [];
        this.update.value = update;
        this.#plan();
    }

    #followScores(update: Update): void {
        const options = (update.focus?.explain?.choices ?? []).flatMap((choice) => choice.options).slice(0, MOST_OPTIONS);
        if (options.length === 0) {
            // A row without scores is a gap in the lines.
            if (this.scored.options.length > 0) {
                this.scores.cut(0, update.tick);
                this.scores.push([update.tick]);
            }
            return;
        }
        const rows = options.map(({ option }) => option);
        if (this.scored.agent !== update.focus?.agent || rows.join() !== this.scored.options.join()) {
            this.#track(update.focus?.agent ?? -1, rows);
        }
        this.scores.cut(0, update.tick);
        this.scores.push([update.tick, ...options.map(({ competing }) => real(competing))]);
    }

    #track(agent: number, options: number[]): void {
        this.scored = { agent, options };
        this.scores = new Ring(300, options.length + 1);
    }

    // -------------------------------------------------------------------------------------------------- updates

    #show(): void {
        const { counts, moves } = this.#shows;
        const words = `${counts ? " counts" : ""}${moves ? " moves" : ""}` || " nothing";
        if (this.connection.value === "open" && words !== this.#showing) {
            this.#showing = words;
            this.port.post(`show${words}`);
            this.#wake();
        }
    }

    /** Asks although an update is awaited: a paused world may have nothing new, but the user looks at something else. */
    #wake(): void {
        if (this.connection.value === "open") {
            this.port.post("next");
        }
    }

    /** Asks for the next update in the next frame: a page that is hidden asks for nothing. */
    #plan(): void {
        if (this.#isAsked || this.#frame !== 0 || this.#timer !== 0 || this.connection.value !== "open" || document.hidden) {
            return;
        }
        const wait = this.#asked + SHORTEST_PAUSE - performance.now();
        const request = () => {
            this.#timer = 0;
            this.#frame = requestAnimationFrame(() => {
                this.#frame = 0;
                if (this.connection.value === "open" && !this.#isAsked) {
                    this.#isAsked = true;
                    this.#asked = performance.now();
                    this.port.post("next");
                }
            });
        };
        if (wait > 4) {
            this.#timer = window.setTimeout(request, wait);
        } else {
            request();
        }
    }
}
