// SPDX-License-Identifier: MIT
// Proofs of the properties of the brain in the editor. A prover registers here; without one there is no panel.
import { Signal } from "./signal";

/** One situation of a counterexample: the paths of the active states and all fields after a tick, and the inputs of that
 * tick that are no fields. The first one is tick 0. */
export interface Step {
    active: string[];
    inputs: string;
    fields: Record<string, Value>;
}

export type Value = number | boolean | string;

/** A run of a property that the chart shows instead of the agents. */
export interface Walk {
    property: Property;
    steps: Step[];
    at: number;
    isPlaying: boolean;
}

export interface Property {
    name: string;
    text: string;
    verdict: "working" | "proven" | "refuted" | "reached" | "not found";
    /** Extent of the search, or the reason why nothing was found. */
    note?: string;
    /** A counterexample, or the run that reaches the goal. */
    steps?: Step[];
    /** The line of the brain file, from 1. */
    line?: number;
}

export interface Prover {
    /** Begins with this text, and ends what runs. `tell` gets all properties whenever one has changed. `goal` is a
     * condition; whether it can be reached is proven, too. */
    prove(text: string, tell: (properties: Property[]) => void, goal?: string): void;
}

export const prover = new Signal<Prover | null>(null);
/** Path of the state that the user wants to reach. */
export const goal = new Signal<string | null>(null);
export const properties = new Signal<Property[]>([]);
export const walk = new Signal<Walk | null>(null);
