// SPDX-License-Identifier: MIT
// The playground: brains to begin with. Null if the page shows a program.
import { Signal } from "./signal";

export interface Playground {
    readonly brains: string[];
    /** Begins a new world with one of them. */
    begin(brain: string): void;
}

export const playground = new Signal<Playground | null>(null);
