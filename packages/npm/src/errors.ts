// SPDX-License-Identifier: MIT

/** Base class of all errors of this package. `code` is stable; messages may change. */
export class WitsError extends Error {
    override name = "WitsError";
    constructor(
        /** A short word for programs, such as `"memory"`. */
        readonly code: string,
        message: string,
        options?: ErrorOptions,
    ) {
        super(message, options);
    }
}

/** The WebAssembly module could not be loaded, or `init()` has not finished. */
export class InitError extends WitsError {
    override name = "InitError";
}

/** A mistake or warning in a brain file. */
export interface Problem {
    /** Name of the file, as given to {@link Brain.parse} or in `include`. */
    readonly file: string;
    /** From 1; 0 for a problem of the whole file. */
    readonly line: number;
    /** In characters from 1; 0 if the line is 0. */
    readonly column: number;
    /** One line without the position: the thing, the fault, the fix. */
    readonly message: string;
    /** A stable name, such as `"KEY_UNKNOWN"`. */
    readonly code: string;
    /** The name that was probably meant, which the message mentions, too. */
    readonly suggestion?: string;
}

/** A brain file, or one of its properties, has mistakes. `message` lists the first ones, `problems` has all. */
export class BrainError extends WitsError {
    override name = "BrainError";
    constructor(readonly problems: readonly Problem[]) {
        const lines = problems.slice(0, 20).map((p) => `${p.file}:${p.line}:${p.column}: ${p.message}`);
        const rest = problems.length - lines.length;
        super("brain", lines.join("\n") + (rest > 0 ? `\n${rest} more problems` : ""));
    }
}

/** An unknown or missing state, event, field, function or kind of targets. */
export class NameError extends WitsError {
    override name = "NameError";
}

/** A value of another type, out of range, or of another length than required. */
export class ValueError extends WitsError {
    override name = "ValueError";
}

/** Bytes that are not a snapshot, damaged, or of another brain. Nothing was changed. */
export class SnapshotError extends WitsError {
    override name = "SnapshotError";
}

/** An object was used after `dispose()`. */
export class DisposedError extends WitsError {
    override name = "DisposedError";
    constructor(what: string) {
        super("disposed", `this ${what} was disposed`);
    }
}
