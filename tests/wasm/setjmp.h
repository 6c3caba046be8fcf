// SPDX-License-Identifier: MIT
// wasi-libc has no <setjmp.h>, which cmocka needs. tools/setup --wasm installs this one beside cmocka.
#ifndef WITS_TEST_SETJMP_H
#define WITS_TEST_SETJMP_H

#define _UINTPTR_T  // otherwise cmocka.h defines uintptr_t, with another type than <stdint.h>

/// Filled by functions that the compiler calls; see setjmp.c.
typedef struct wasm_jump {
    void *call;      ///< the call of the function that contains setjmp()
    unsigned label;  ///< the setjmp() within this function
    struct {
        void *target;
        int value;
    } thrown;
} jmp_buf[1];

int setjmp(jmp_buf target) __attribute__((returns_twice));
_Noreturn void longjmp(jmp_buf target, int value);

#endif
