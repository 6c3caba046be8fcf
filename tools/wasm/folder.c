// SPDX-License-Identifier: MIT
// A WASI program starts in the root folder. Part of every program: changes to the folder of the caller, which
// tools/wasm-run passes as PWD. A folder that the host does not share is ignored.
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void enter_folder(void) {
    const char *folder = getenv("PWD");
    if (folder != NULL) {
        (void)chdir(folder);
    }
}
