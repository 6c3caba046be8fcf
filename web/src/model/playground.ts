// SPDX-License-Identifier: MIT
// The playground: its example brains. Null if the page shows a program.
import { Signal } from "./signal";

export interface Playground {
    readonly brains: string[];
    /** Returns the label of one of them in the menu, and its first comment. */
    describe(brain: string): { label: string; about: string };
    /** Begins a new world with one of them. */
    begin(brain: string): void;
    /** Begins a new world with a small brain to edit. */
    beginNew(): void;
    /** Begins a new world with the text of a brain file. */
    beginText(name: string, brain: string): void;
    /** Shows a recording. If it cannot, rejects with the reason, and the world continues. */
    replay(file: File): Promise<void>;
}

export const playground = new Signal<Playground | null>(null);
