// SPDX-License-Identifier: MIT
// The few calls of WASI that the C library is linked with, for hosts without files.

const BAD_FILE = 8;
const NAMES = [
    "fd_close", "fd_fdstat_get", "fd_fdstat_set_flags", "fd_filestat_get", "fd_prestat_get", "fd_prestat_dir_name",
    "fd_read", "fd_seek", "fd_sync", "fd_write", "path_filestat_get", "path_link", "path_open", "path_readlink",
    "path_rename", "path_unlink_file",
];

/** The system has no files, no environment, and one clock, which proofs need. `exit` throws. */
export function systemCalls(of: { readonly view: DataView }, exit: (status: number) => never): WebAssembly.ModuleImports {
    return {
        ...Object.fromEntries(NAMES.map((name) => [name, () => BAD_FILE])),
        clock_time_get: (_clock: number, _precision: bigint, to: number) => {
            of.view.setBigUint64(to, BigInt(Math.round(performance.now() * 1e6)), true);
            return 0;
        },
        environ_get: () => 0,
        environ_sizes_get: (count: number, size: number) => {
            of.view.setUint32(count, 0, true);
            of.view.setUint32(size, 0, true);
            return 0;
        },
        proc_exit: exit,
        sched_yield: () => 0,
    };
}
