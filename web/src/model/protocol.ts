// SPDX-License-Identifier: MIT
// The messages of docs/inspector.md.

/** A number of JSON, or one of the texts "nan", "inf" and "-inf". */
export type Real = number | "nan" | "inf" | "-inf" | null;

export function real(value: Real | undefined): number {
    return typeof value === "number" ? value : value === "inf" ? Infinity : value === "-inf" ? -Infinity : NaN;
}

export interface Hello {
    is: "hello";
    version: number;
    wits: string;
    allows: string[];
    commands: string[];
    limits: { watched: number; breaks: number; found: number; request: number };
}

export interface Curve {
    kind: string;
    m?: Real;
    k?: Real;
    b?: Real;
    c?: Real;
    knots?: [number, number][];
}

export interface Consideration {
    row: number;
    name?: string;
    group?: string;
    input?: string;
    gate?: string;
    low?: number;
    high?: number;
    weight?: number;
    depth: number;
    curves?: Curve[];
}

export interface State {
    name: string;
    path: string;
    parent: number | null;
    kind: string;
    end: number;
    considerations?: Consideration[];
    /** The rules of the state: texts and numbers, such as `score` and `hold`. */
    [rule: string]: unknown;
}

export interface Transition {
    from: number;
    to: number;
    any: boolean;
    event: number | null;
    when: string | null;
    after: number;
    run: string | null;
    reenter: boolean;
}

export interface Field {
    name: string;
    type: string;
    values: string[] | null;
    initial: Real | boolean;
    assigned: boolean;
    low?: Real | null;
    high?: Real | null;
    own?: boolean;
}

export interface Brain {
    is: "brain";
    name: string;
    hash: string;
    layout: string;
    agentSize: number;
    ticksPerSecond: number;
    states: State[];
    transitions: Transition[];
    fields: Field[];
    events: string[];
    functions: { name: string; kind: string }[];
    targets: { name: string; fields: Field[] }[];
}

export interface ExplainedTransition {
    row: number;
    tried: string;
    source: number;
    destination: number;
    elapsed: number;
    holds?: boolean[];
}

export interface ExplainedConsideration {
    row: number;
    holds: boolean;
    wasNan?: boolean;
    lookedAt?: boolean;
    wouldWin?: boolean;
    winsAbove?: boolean;
    winsBelow?: boolean;
    winsAt?: Real;
    raw: Real;
    normal: Real;
    curves?: Real[];
    value: Real;
    compensated?: Real;
    weighted?: Real;
}

export interface ExplainedTarget {
    id: number;
    row: number;
    verdict: string;
    isRemembered: boolean;
    raw: Real;
    score: Real;
    inertia: Real;
    competing: Real;
    rank: number;
    considerations?: ExplainedConsideration[];
}

export interface ExplainedOption {
    option: number;
    verdict: string;
    raw: Real;
    weight: Real;
    score: Real;
    inertia: Real;
    competing: Real;
    margin: Real;
    chance: Real;
    rank: number;
    cooldown: number;
    bestOption?: number | null;
    considerations?: ExplainedConsideration[];
    target?: number | null;
    targetsListed?: number;
    targets?: ExplainedTarget[];
}

export interface ExplainedChoice {
    composite: number;
    current: number | null;
    chosen: number | null;
    noCandidate: boolean;
    isDone: boolean;
    how: string;
    left: number;
    elapsed: number;
    draw: Real;
    total: Real;
    target?: number | null;
    options: ExplainedOption[];
}

export interface Explain {
    transitions: ExplainedTransition[];
    choices: ExplainedChoice[];
    beginnings?: { row: number; composite: number; child: number }[];
}

export interface Change {
    tick: number;
    left: number[];
    entered: number[];
    because: { transition: number } | { choice: number } | null;
}

export interface TargetList {
    kind: number;
    total: number;
    rows: { id: number; fields: (Real | boolean)[] }[];
}

export interface Focus {
    agent: number;
    gone?: boolean;
    active: number[];
    elapsed: [number, number][];
    pending: number[];
    fields: (Real | boolean)[];
    targets: [number, number][];
    explain?: Explain;
    lists: TargetList[];
    history: Change[];
}

export interface Seen {
    agent: number;
    gone?: boolean;
    states?: number[];
    fields?: (Real | boolean)[];
}

export interface Break {
    break: number;
    text: string;
    hits: number;
}

export interface Update {
    is: "update";
    tick: number;
    half: boolean;
    running: boolean;
    agents: number;
    dropped: number;
    stopped: number;
    counts?: number[];
    moves?: [number, number, number][];
    watch?: Seen[];
    focus?: Focus;
    breaks?: Break[];
}

export interface Problem {
    line: number;
    column: number;
    length: number;
    severity: "error" | "warning";
    text: string;
    /** An included file that has the problem. */
    file?: string;
}

/** The answer of `edit` and `check`. */
export interface Edited {
    applied: boolean;
    problems: Problem[];
    losses?: string[];
}

export interface Settings {
    agents: number;
    seed: number;
    speed: number | null;
    world: string;
    /** The world was made for the brain. */
    isDefault?: boolean;
    first: number;
    /** Only of a recording: the latest tick, and what is shown. */
    last?: number;
    recording?: { name: string; end: "complete" | "cut" | "damaged"; text: string };
}

export interface Broke {
    is: "broke";
    break: number;
    tick: number;
    count: number;
    agents: number[];
}

export interface Message {
    is: string;
    request?: number;
    [member: string]: unknown;
}

export interface Found {
    tick: number;
    total: number;
    agents: { agent: number; states: number[] }[];
}
