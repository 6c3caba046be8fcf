// SPDX-License-Identifier: MIT
// The library's verdicts in words for people.
import type { ExplainedChoice, ExplainedOption, ExplainedTransition } from "./protocol";

const VERDICTS: Record<string, string> = {
    chosen: "chosen",
    lost: "another scores more",
    not_drawn: "in the draw, not drawn",
    not_among: "left out of the draw",
    gated: "a gate is closed",
    not_a_number: "its score is not a number",
    floor: "below the floor",
    default: "scores no more than the default option",
    rank: "others have a higher rank",
    not_needed: "default option, not needed",
    no_target: "has no target",
};

export function verdict(option: Pick<ExplainedOption, "verdict"> & { cooldown?: number }): string {
    return option.verdict === "cooling"
        ? `on cooldown for ${ticks(option.cooldown ?? 0)}`
        : (VERDICTS[option.verdict] ?? option.verdict);
}

export function tried(transition: ExplainedTransition): string {
    switch (transition.tried) {
        case "fired":
            return "fires";
        case "event":
            return "event not pending";
        case "after":
            return `too early: ${ticks(transition.elapsed)} so far`;
        case "condition":
            return "condition is false";
        case "active":
            return "already there";
        default:
            return transition.tried;
    }
}

export function how(choice: ExplainedChoice): string {
    switch (choice.how) {
        case "scored":
            return "scores its options";
        case "entered":
            return "scores its options on entry";
        case "held":
            return `holds its option for ${ticks(choice.left)} more`;
        case "not_due":
            return `chooses again in ${ticks(choice.left)}`;
        case "committed":
            return choice.left > 0 ? `committed for ${ticks(choice.left)} more` : "committed until it is done";
        default:
            return choice.how;
    }
}

export function ticks(count: number): string {
    return count === 1 ? "1 tick" : `${count} ticks`;
}
