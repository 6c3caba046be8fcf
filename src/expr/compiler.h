// SPDX-License-Identifier: MIT
// Compiler settings. They are pragmas and not flags, so that results do not depend on how the library is compiled.
// Every file that uses floats includes this file, through its layer's headers, before it defines a function.
#ifndef WITS_EXPR_COMPILER_H
#define WITS_EXPR_COMPILER_H

#include <float.h>

#if FLT_EVAL_METHOD == 1 || FLT_EVAL_METHOD == 2
#error "floats must be computed as floats: on 32-bit x86 by -msse2 -mfpmath=sse, on s390x by -fexcess-precision=fast"
#endif
#ifdef __FAST_MATH__
#error "-ffast-math gives other results on each machine: wits computes by IEEE 754"
#endif

// Products and sums must not be fused: that rounds once instead of twice. gcc fuses them by default where the machine
// can (-march=native, aarch64). gcc does not inline functions with different options, so the kernels' options for speed
// are set here, too; otherwise only around the kernels.
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

// The interpreter loops consist of instructions that jump to one another: recomputing shared expressions is faster than
// keeping them. Every function that they call in their file must also be between these.
#if defined(__GNUC__) && !defined(__clang__) && !defined(COMPILER_OPTIONS_ARE_SET)
#define COMPILER_LOOP_BEGINS _Pragma("GCC push_options") _Pragma("GCC optimize(\"no-gcse\", \"no-tree-pre\")")
#define COMPILER_LOOP_ENDS _Pragma("GCC pop_options")
#else
#define COMPILER_LOOP_BEGINS
#define COMPILER_LOOP_ENDS
#endif

#endif
