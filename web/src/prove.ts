// SPDX-License-Identifier: MIT
// Proofs in a worker. A first search ends early: most counterexamples are short. A second one takes its time. An edit
// ends the worker, and another one is ready.
import type { Property, Prover, Step } from "./model/proof";
import { beginWorker } from "./port/module";
import type { FromProver, Prove } from "./worker/prove";

const FIRST_TICKS = 30_000;
const MOST_SECONDS = 60;

interface Report {
    name: string;
    kind: string;
    text: string;
    line: number;
    verdict: "proven" | "refuted" | "not_found";
    vacuous: boolean;
    complete: boolean;
    situations: number;
    ticks: number;
    why: string[];
    worst: { ticks: number | "never"; more?: boolean } | null;
}

/** Result of `prove` of wasm/page.c. */
interface Proof {
    problems: { line: number; text: string }[];
    runs?: (Step[] | null)[];
    report?: { properties: Report[] };
}

const number = (value: number) => value.toLocaleString("en");
const many = (value: number, noun: string) => `${number(value)} ${noun}${value === 1 ? "" : "s"}`;

function note(of: Report): string {
    const parts: string[] = of.verdict === "not_found" ? [...of.why] : of.vacuous ? ["it never applied"] : [];
    if (of.verdict === "proven" && of.worst) {
        parts.push(of.worst.ticks === "never" ? "it may take forever" : `it takes at most ${many(of.worst.ticks, "tick")}`);
    }
    parts.push(`${many(of.situations, "situation")}${of.complete ? "" : " so far"}, ${many(of.ticks, "tick")}`);
    return parts.join("; ");
}

function propertyOf(of: Report, steps: Step[] | null | undefined): Property {
    const verdict = of.verdict === "not_found" ? "not found" : of.kind === "reach" && of.verdict === "proven" ? "reached" : of.verdict;
    return { name: of.name, text: `${of.kind}: ${of.text}`, verdict, note: note(of), line: of.line || undefined, steps: steps ?? undefined };
}

export class PageProver implements Prover {
    #last: Property[] = [];
    #worker: Promise<Worker> | undefined;
    #isBusy = false;
    #turn = 0;

    prove(text: string, tell: (properties: Property[]) => void, goal?: string): void {
        const turn = ++this.#turn;
        const isLatest = () => turn === this.#turn;
        const show = (properties: Property[]) => {
            this.#last = properties;
            tell(properties);
        };
        const later = setTimeout(() => isLatest() && show(this.#last.map((one) => ({ ...one, verdict: "working" }))), 150);
        const done = (proof: Proof, isFinal: boolean) => {
            clearTimeout(later);
            if (!isLatest()) {
                return;
            }
            const { properties } = proof.report ?? {};
            if (properties === undefined) {
                show(this.#faulty(proof.problems));
                return;
            }
            const all = properties.map((one, i) => propertyOf(one, proof.runs?.[i]));
            const shown = all.filter((one, i) => one.line || one.verdict === "refuted" || properties[i]?.name === "reach");
            const isOpen = properties.some(({ verdict, complete }) => verdict === "not_found" && !complete);
            if (isFinal || !isOpen) {
                show(shown);
                return;
            }
            show(shown.map((one) => (one.verdict === "not found" ? { ...one, verdict: "working", note: undefined } : one)));
            this.#run({ brain: text, goal, ticks: 0, seconds: MOST_SECONDS }, isLatest, (more) => done(more, true), (count) => {
                show(this.#last.map((one) => (one.verdict === "working" ? { ...one, note: `${many(count, "situation")} so far` } : one)));
            });
        };
        this.#run({ brain: text, goal, ticks: FIRST_TICKS, seconds: MOST_SECONDS }, isLatest, (proof) => done(proof, false), () => {});
    }

    /** Keeps what is known while the brain has errors. */
    #faulty(problems: Proof["problems"]): Property[] {
        const lines = new Set(this.#last.map(({ line }) => line));
        const here = this.#last.map((one): Property => {
            const problem = problems.find(({ line }) => line === one.line);
            return { ...one, verdict: "not found", steps: undefined, note: problem?.text ?? "the brain file has errors" };
        });
        const others = problems.filter(({ line }) => !lines.has(line)).map(({ line, text }): Property => ({ name: line ? `line ${line}` : "", text, verdict: "not found", line: line || undefined }));
        return [...here, ...others.slice(0, 5)];
    }

    /** Runs a search, and ends the one that runs. */
    #run(what: Prove, isLatest: () => boolean, done: (proof: Proof) => void, progress: (situations: number) => void): void {
        if (this.#isBusy) {
            void this.#worker?.then((worker) => worker.terminate());
            this.#worker = undefined;
        }
        this.#isBusy = true;
        const current = (this.#worker ??= beginWorker());
        const failed = (why: string) => {
            if (this.#worker === current) {
                this.#worker = undefined;
                this.#isBusy = false;
            }
            isLatest() && done({ problems: [{ line: 0, text: why }] });
        };
        current.then(
            (worker) => {
                if (this.#worker !== current) {
                    return;
                }
                worker.onmessage = ({ data }: MessageEvent<FromProver>) => {
                    if ("situations" in data) {
                        isLatest() && progress(data.situations);
                    } else if ("failed" in data) {
                        worker.terminate();
                        failed(data.failed);
                    } else {
                        this.#isBusy = this.#worker !== current && this.#isBusy;
                        isLatest() && done(JSON.parse(data.proof) as Proof);
                    }
                };
                worker.onerror = (event) => failed(event.message);
                worker.postMessage({ prove: what });
            },
            (error: Error) => failed(error.message),
        );
    }
}
