// SPDX-License-Identifier: MIT
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Session } from "../model/session";
import { Signal } from "../model/signal";

const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext.Provider;

export function useSession(): Session {
    const session = useContext(SessionContext);
    if (session === null) {
        throw new Error("no session");
    }
    return session;
}

export const PANELS = ["chart", "editor", "population", "agent", "control", "proof"] as const;
export type Panel = (typeof PANELS)[number];
export const TITLES: Record<Panel, string> = {
    chart: "Chart",
    editor: "Editor",
    population: "Population",
    agent: "Agent",
    control: "World",
    proof: "Proofs",
};
/** Panels of the left side; the others are on the right. On a narrow screen one panel is visible. */
export const LEFT: readonly Panel[] = ["chart", "editor"];

export const view = {
    left: new Signal<Panel>("chart"),
    right: new Signal<Panel>("population"),
    /** The panel of a narrow screen. */
    only: new Signal<Panel>("chart"),
    isNarrow: new Signal(false),
    isHelpOpen: new Signal(false),
    /** The decision map below the editor. */
    isMapOpen: new Signal(innerWidth > 760 && innerHeight > 600),
    isFollowing: new Signal(true),
    search: new Signal(""),
};

/** Shows a panel, and on a narrow screen only that. */
export function showPanel(panel: Panel): void {
    (LEFT.includes(panel) ? view.left : view.right).value = panel;
    view.only.value = panel;
}
