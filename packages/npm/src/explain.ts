// SPDX-License-Identifier: MIT
// Explanations, with the texts of the file.
import type { Brain } from "./brain.js";

/** Options of `explain`. */
export interface ExplainOptions {
    /** Also searches which input would have made each rejected option win. Default: false. */
    counterfactuals?: boolean;
}

/** A transition that was tried. */
export interface ExplainedTransition {
    readonly from: string;
    readonly to: string;
    /** `"fired"`, or the first requirement that was not met: `"event"`, `"after"`, `"condition"`; `"active"` for an `any` transition to an active state. */
    readonly tried: "fired" | "event" | "after" | "condition" | "active";
    readonly event?: string;
    /** Ticks that its source must have been active, and has been. */
    readonly after?: number;
    readonly elapsed?: number;
    /** Its condition, as text with constants replaced. */
    readonly when?: string;
    /** The operands of its outermost `and`s, if the condition was evaluated. */
    readonly parts?: readonly { readonly text: string; readonly holds: boolean }[];
    readonly file: string;
    readonly line: number;
}

/** A consideration, a gate or a group of an option: it has exactly one of `input`, `gate` and `group`. */
export type ExplainedConsideration = ExplainedValue & (
    | { readonly input: string; readonly gate?: undefined; readonly group?: undefined }
    | { readonly gate: string; readonly input?: undefined; readonly group?: undefined }
    | { readonly group: string; readonly input?: undefined; readonly gate?: undefined }
);

/** Values that considerations, gates and groups share. */
export interface ExplainedValue {
    /** 0: the score itself; a member of a group is one deeper. */
    readonly depth: number;
    readonly line: number;
    /** For a gate; else true. */
    readonly holds: boolean;
    /** The input. Missing numbers are NaN. */
    readonly raw: number;
    /** Scaled to 0 to 1 by its range. */
    readonly normal: number;
    /** After its curves; for a group its result. */
    readonly value: number;
    /** Its contribution to its group. */
    readonly weighted: number;
    /** Tells whether some other input would have made the option win; undefined if none was tried. */
    readonly wouldWin?: boolean;
    /** The nearest such input, and whether all larger or smaller ones would do. */
    readonly winsAt?: number;
    readonly winsAbove?: boolean;
    readonly winsBelow?: boolean;
}

/** A field in the score of an option, if that is an expression; with `counterfactuals`. */
export interface ExplainedField {
    readonly field: string;
    readonly now: number;
    /** Tells whether some other value would have made the option win. */
    readonly wouldWin: boolean;
    /** The nearest such value, and whether all larger or smaller ones would do. */
    readonly winsAt?: number;
    readonly winsAbove?: boolean;
    readonly winsBelow?: boolean;
}

/** Outcome of an option, or of a target of it. */
export type OptionVerdict =
    | "chosen" | "lost" | "not_drawn" | "not_among" | "gated" | "not_a_number" | "floor" | "cooling" | "default" | "rank"
    | "not_needed" | "no_target";

/** An option of a choice. */
export interface ExplainedOption {
    readonly option: string;
    readonly verdict: OptionVerdict;
    /** Its score expression; undefined with considerations. */
    readonly text?: string;
    readonly raw: number;
    readonly weight: number;
    /** `raw * weight`. */
    readonly score: number;
    readonly inertia: number;
    /** `score + inertia`, which is compared. */
    readonly competing: number;
    /** Distance to the best other candidate; NaN if there is none. */
    readonly margin: number;
    /** Share in a draw, from 0 to 1. */
    readonly chance: number;
    readonly rank: number;
    /** Ticks until it is a candidate again. */
    readonly cooldown: number;
    /** Id of the target that the rows are about. */
    readonly target?: number;
    readonly bestOption?: string;
    readonly considerations: readonly ExplainedConsideration[];
    readonly fields: readonly ExplainedField[];
    readonly targets: readonly {
        readonly id: number;
        readonly verdict: OptionVerdict;
        readonly remembered: boolean;
        readonly score: number;
        readonly competing: number;
        readonly considerations: readonly ExplainedConsideration[];
    }[];
}

/** A choice of a utility. */
export interface ExplainedChoice {
    /** Path of the utility. */
    readonly of: string;
    readonly current?: string;
    readonly chosen?: string;
    /** `"scored"`, `"entered"`, or the reason why nothing was scored: `"held"`, `"not_due"`, `"committed"`. */
    readonly how: "scored" | "entered" | "held" | "not_due" | "committed";
    /** Ticks until it scores again. */
    readonly left: number;
    readonly isDone: boolean;
    /** The random number of a draw; NaN without. */
    readonly draw: number;
    readonly target?: number;
    readonly options: readonly ExplainedOption[];
}

/** A decision and its reasons. */
export interface Explanation {
    readonly tick: number;
    /** The deepest active states after the decision. */
    readonly active: readonly string[];
    readonly transitions: readonly ExplainedTransition[];
    readonly choices: readonly ExplainedChoice[];
}

/** Adds the texts of the file to what the library emitted. */
export function explanationOf(brain: Brain, tick: number, told: any): Explanation {
    const { transitions, considerations, scores } = brain.data.about;
    const rows = (all: any[]) => all.map(({ row, ...one }) => ({ ...considerations[row], ...one }));
    return {
        tick,
        active: told.active,
        transitions: told.transitions.map(({ row, holds, elapsed, ...one }: any) => {
            const { any: _, parts, ...rule } = transitions[row]!;
            const evaluated = holds.length > 0 && parts && holds.length <= parts.length;
            return {
                ...rule,
                ...one,
                ...(rule.after ? { elapsed } : {}),
                ...(evaluated ? { parts: holds.map((holds: boolean, part: number) => ({ text: parts[part], holds })) } : {}),
            };
        }),
        choices: told.choices.map((choice: any) => ({
            ...choice,
            options: choice.options.map((option: any) => {
                const text = scores[brain.state(option.option)];
                return {
                    ...option,
                    ...(text ? { text } : {}),
                    considerations: rows(option.considerations),
                    fields: option.fields.map((one: any) => ({ ...one, field: brain.fields[one.field]!.name })),
                    targets: option.targets.map((one: any) => ({ ...one, considerations: rows(one.considerations) })),
                };
            }),
        })),
    };
}
