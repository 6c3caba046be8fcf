// SPDX-License-Identifier: MIT
// Small parts that several panels use.
import type { ComponentChildren } from "preact";
import { useSession } from "./context";
import { Icon, type IconName } from "./icons";
import { use } from "../model/signal";

interface ButtonProps {
    label: string;
    /** Missing for the button that sends a form. */
    onClick?: () => void;
    icon?: IconName;
    keys?: string;
    text?: string;
    primary?: boolean;
    pressed?: boolean;
    disabled?: boolean;
}

/** A button with an icon, a text, or both. Its name and its key are in the tip. */
export function Button({ label, onClick, icon, keys, text, primary, pressed, disabled }: ButtonProps) {
    return (
        <button
            type={onClick ? "button" : "submit"}
            class={`button${primary ? " primary" : ""}${text === undefined ? " plain" : ""}`}
            aria-label={label}
            aria-keyshortcuts={keys}
            aria-pressed={pressed}
            title={keys ? `${label} (${keys})` : label}
            disabled={disabled}
            onClick={onClick}
        >
            {icon && <Icon name={icon} />}
            {text}
        </button>
    );
}

export function Section({ title, extra, children, id }: { title: string; extra?: ComponentChildren; children: ComponentChildren; id?: string }) {
    return (
        <section class="section" aria-label={title} id={id}>
            <div class="section-head">
                <h2>{title}</h2>
                {extra}
            </div>
            {children}
        </section>
    );
}

/** A link to a state in the chart. */
export function StateLink({ row, full }: { row: number | null | undefined; full?: boolean }) {
    const session = useSession();
    const tree = use(session.tree);
    if (tree === null || row === null || row === undefined) {
        return <span class="muted">none</span>;
    }
    return (
        <button type="button" class="link" title={tree.path(row)} onClick={() => (session.selected.value = row)}>
            {full ? tree.path(row) : tree.name(row)}
        </button>
    );
}

export function AgentLink({ agent }: { agent: number }) {
    const session = useSession();
    return (
        <button type="button" class="link mono" aria-label={`Focus agent ${agent}`} onClick={() => session.setFocus(agent)}>
            {agent}
        </button>
    );
}

export function Empty({ children }: { children: ComponentChildren }) {
    return <p class="empty">{children}</p>;
}

/** Names of states for fields in which a state is typed. */
export function StateNames() {
    const tree = use(useSession().tree);
    return <datalist id="states">{tree?.brain.states.slice(0, 600).map((_, row) => <option value={tree.path(row)} />)}</datalist>;
}
