// SPDX-License-Identifier: MIT
// What the code asks of the compiler. It is said here, not by flags, so that the library means the same however it is
// compiled. Every file with floats includes this one, through its layer's headers, before it defines a function.
#ifndef WITS_EXPR_COMPILER_H
#define WITS_EXPR_COMPILER_H

#include <float.h>

#if FLT_EVAL_METHOD == 1 || FLT_EVAL_METHOD == 2
#error "floats must be computed as floats: on 32-bit x86 by -msse2 -mfpmath=sse, on s390x by -fexcess-precision=fast"
#endif
#ifdef __FAST_MATH__
#error "-ffast-math gives other results on each machine: wits computes by IEEE 754"
#endif

// A product and a sum must not become one operation: it rounds once instead of twice. gcc does that by default where
// the machine can (-march=native, aarch64). It puts no function with options of its own into one with others, so what
// the kernels need for speed stands here too; elsewhere it stands around them only.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__) && (defined(__FP_FAST_FMAF) || defined(__FP_FAST_FMA))
#ifdef __OPTIMIZE__
#pragma GCC optimize("O3", "fp-contract=off")
#else
#pragma GCC optimize("fp-contract=off")
#endif
#define COMPILER_OPTIONS_ARE_SET
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif

// The loops of one agent are instructions that jump to one another: what they share is better computed anew. All that
// they call in their file stands between these, too.
#if defined(__GNUC__) && !defined(__clang__) && !defined(COMPILER_OPTIONS_ARE_SET)
#define COMPILER_LOOP_BEGINS _Pragma("GCC push_options") _Pragma("GCC optimize(\"no-gcse\", \"no-tree-pre\")")
#define COMPILER_LOOP_ENDS _Pragma("GCC pop_options")
#else
#define COMPILER_LOOP_BEGINS
#define COMPILER_LOOP_ENDS
#endif

#endif
