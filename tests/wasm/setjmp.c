// SPDX-License-Identifier: MIT
// The functions into which clang translates setjmp() and longjmp() with -mllvm -wasm-enable-sjlj. A jump is an
// exception of WebAssembly, which functions with a setjmp() catch.
#include <setjmp.h>
#include <stdint.h>

typedef struct wasm_jump wasm_jump;

void __wasm_setjmp(wasm_jump *to, uint32_t label, void *call);
uint32_t __wasm_setjmp_test(const wasm_jump *target, const void *call);
_Noreturn void __wasm_longjmp(wasm_jump *to, int value);

void __wasm_setjmp(wasm_jump *to, uint32_t label, void *call) {
    to->call = call;
    to->label = label;
}

/// Returns the label of the setjmp() if this call of a function contains it, else 0.
uint32_t __wasm_setjmp_test(const wasm_jump *target, const void *call) {
    return target->call == call ? target->label : 0;
}

void __wasm_longjmp(wasm_jump *to, int value) {
    enum { TAG_OF_C = 1 };
    to->thrown.target = to;
    to->thrown.value = value != 0 ? value : 1;
    __builtin_wasm_throw(TAG_OF_C, &to->thrown);
}
