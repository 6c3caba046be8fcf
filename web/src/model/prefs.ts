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

/** Drafts of brain files survive a reload of the page. */
export const drafts = {
    read: (brain: string) => read(`draft.${brain}`),
    write: (brain: string, text: string | null) => {
        if (text === null) {
            try {
                localStorage.removeItem(`wits.draft.${brain}`);
            } catch {
                // As above.
            }
        } else {
            write(`draft.${brain}`, text);
        }
    },
};
