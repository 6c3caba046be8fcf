// SPDX-License-Identifier: MIT
// Choices of the user that outlive the page, if the browser keeps them.
import { Signal } from "./signal";

function read(key: string): string | null {
    try {
        return localStorage.getItem(`wits.${key}`);
    } catch {
        return null;
    }
}

export function write(key: string, value: string): void {
    try {
        localStorage.setItem(`wits.${key}`, value);
    } catch {
        // Private windows and full disks: the choice lasts as long as the page.
    }
}

export type Theme = "auto" | "light" | "dark";
const THEMES: Theme[] = ["auto", "light", "dark"];

export const theme = new Signal<Theme>(THEMES.find((name) => name === read("theme")) ?? "auto");

const system = matchMedia("(prefers-color-scheme: dark)");
/** The page is dark now. */
export const isDark = new Signal(false);

function apply(): void {
    const dark = theme.value === "dark" || (theme.value === "auto" && system.matches);
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    isDark.value = dark;
}

export function beginTheme(): void {
    system.addEventListener("change", apply);
    theme.follow((value) => {
        write("theme", value);
        apply();
    });
    apply();
}

export function nextTheme(): void {
    theme.value = isDark.value ? "light" : "dark";
}

/** A short name of a text, the same for the same text: FNV-1a over its UTF-16 units, and its length. */
function hash(text: string): string {
    let sum = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) {
        sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193) >>> 0;
    }
    return `${sum.toString(16)}-${text.length}`;
}

/** Drafts of brain files survive a reload of the page. One belongs to the text from which it was begun. */
export const drafts = {
    read: (brain: string, base: string): { text: string; isOfBase: boolean } | null => {
        try {
            const kept = JSON.parse(read(`draft.${brain}`) ?? "null") as { base?: string; text?: string } | null;
            return typeof kept?.text === "string" ? { text: kept.text, isOfBase: kept.base === hash(base) } : null;
        } catch {
            return null; // of an earlier version
        }
    },
    write: (brain: string, base: string, text: string | null): void => {
        if (text === null) {
            try {
                localStorage.removeItem(`wits.draft.${brain}`);
            } catch {
                // As above.
            }
        } else {
            write(`draft.${brain}`, JSON.stringify({ base: hash(base), text }));
        }
    },
};
