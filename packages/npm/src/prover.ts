// SPDX-License-Identifier: MIT
// A proof on this thread, and its results.
import { parseIn, type Source } from "./brain.js";
import { Engine } from "./engine.js";
import { BrainError, type Problem, WitsError } from "./errors.js";
import type { FieldValue } from "./fields.js";

/** Progress of a proof. */
export interface ProveProgress {
    /** Situations found, and explored so far. */
    readonly situations: number;
    readonly explored: number;
    readonly ticks: number;
    /** All runs of up to this many ticks were explored. */
    readonly depth: number;
}

/** Inputs, tick by tick. The first item is the start; an input that a tick does not read is absent. */
export interface ProofRun {
    readonly ticks: number;
    /** Id of the agent. */
    readonly agent: number;
    readonly inputs: readonly Readonly<Record<string, FieldValue>>[];
}

/** Values that all verdicts share. */
export interface VerdictAbout {
    readonly name: string;
    readonly text: string;
    readonly line: number;
    /** The property never applied. */
    readonly isVacuous: boolean;
    /** All reachable situations were explored. */
    readonly isComplete: boolean;
    readonly situations: number;
    readonly ticks: number;
    readonly depth: number;
    /** Reasons why there is no proof; empty if there is one. */
    readonly why: readonly string[];
}

/** `run`: a shortest run that refutes the property. */
export type Refutation =
    | { readonly verdict: "refuted"; readonly run: ProofRun }
    | { readonly verdict: "not found"; readonly run?: ProofRun }
    | { readonly verdict: "proven"; readonly run?: undefined };

/** Verdict about one property. Its `kind` and its `verdict` tell what else it has. */
export type Verdict = VerdictAbout & (
    | ({ readonly kind: "never" | "always" | "returns" } & Refutation)
    /** A shortest run that gets there. */
    | ({ readonly kind: "reach" } & (
          | { readonly verdict: "proven"; readonly run: ProofRun }
          | { readonly verdict: "not found"; readonly run?: ProofRun }
          | { readonly verdict: "refuted"; readonly run?: undefined }
      ))
    /** The worst case in ticks, Infinity if it may never end. */
    | ({
          readonly kind: "within";
          readonly worst?: { readonly ticks: number; readonly isMore: boolean; readonly from?: string; readonly run?: ProofRun };
      } & Refutation)
    /** The endless cycle, as active states tick by tick. */
    | ({ readonly kind: "settles"; readonly cycle?: readonly string[] } & Refutation)
);

/** Results of {@link prove}. */
export interface ProveReport {
    /** One for each property, in the order of the file; at least one. */
    readonly verdicts: readonly Verdict[];
    /** Assumptions on which the results depend, as sentences. */
    readonly assumed: readonly string[];
    readonly notes: readonly string[];
    /** True if every property is proven. */
    readonly isProven: boolean;
}

export type Limits = { situations: number; memory: number; ticks: number; worstTicks: number; ranges: boolean };

/** Proves in a new instance, whose memory is freed with it. `goOn` returns false to end the search. @internal */
export function proveNow(module: WebAssembly.Module, source: Source, limits: Limits, goOn: (progress: ProveProgress) => boolean): ProveReport {
    const own = new Engine(module);
    const { file, problems } = parseIn(own, source);
    if (problems.length > 0) {
        throw new BrainError(problems);
    }
    own.progress = (situations, explored, ticks, depth) => goOn({ situations, explored, ticks, depth });
    const { situations, memory, ticks, worstTicks, ranges } = limits;
    const [told] = own.collect(() => own.need(own.x.prove(file, situations, memory, ticks, worstTicks, ranges))) as [
        { problems: Problem[]; verdicts: Verdict[]; assumed: string[]; notes: string[] },
    ];
    if (told.problems.length > 0) {
        throw new BrainError(told.problems);
    }
    const { verdicts, assumed, notes } = told;
    if (verdicts.length === 0) {
        throw new WitsError("properties", `${source.name} has no properties to prove; add them under 'prove'`);
    }
    // A missing run means that memory has run out.
    verdicts.forEach(({ kind, verdict, run }) => verdict === (kind === "reach" ? "proven" : "refuted") && own.need(run));
    return { verdicts, assumed, notes, isProven: verdicts.every(({ verdict }) => verdict === "proven") };
}
