// SPDX-License-Identifier: MIT
// Writes a brain as C: the header, then the source.
#include "program.h"

#include <stdlib.h>
#include <string.h>

// clang-format off
enum { TAKEN_WITH_TARGETS = 5 };
/// Names after the prefix in every header, independent of the brain. The first TAKEN_WITH_TARGETS are used only with
/// targets.
static const char *const taken[] = {
    "NO_TARGET", "ACTION_RETARGET", "call_target", "target_of", "targets",
    "API", "ASSERT", "AGENT_SIZE", "BRAIN_HASH", "STATE_COUNT", "TRANSITION_COUNT", "STEP_COUNT", "EVENT_COUNT", "NONE",
    "ROOM_START", "ROOM_STOP", "ROOM_GOTO", "ROOM_DECIDE", "ROOM_UPDATE", "ROOM_TICK", "ACTION_ENTER", "ACTION_EXIT",
    "ACTION_UPDATE", "ACTION_DECIDE", "ACTION_STEP", "ACTION_TRANSITION", "ARGUMENT_NONE", "ARGUMENT_INT",
    "ARGUMENT_FLOAT", "ARGUMENT_BOOL", "ARGUMENT_ENUM", "ARGUMENT_TEXT", "ARGUMENT_ROOM_START", "ARGUMENT_ROOM_STOP",
    "ARGUMENT_ROOM_GOTO", "ARGUMENT_ROOM_DECIDE", "ARGUMENT_ROOM_UPDATE", "ARGUMENT_ROOM_TICK", "CHECKS", "action_record", "list", "action_kind", "argument_kind", "argument", "call", "start",
    "stop", "decide", "update", "tick", "goto", "restart", "set_state", "raise", "is_pending", "run_record",
    "set_initial_fields", "is_started", "is_in", "active", "deepest", "elapsed", "agent_is_valid", "agent_hash",
    "call_is_in", "call_elapsed", "state_name", "event_name", "function_name", "columns", "crowd", "crowd_run",
    "crowd_scratch_size", "crowd_start", "crowd_stop", "crowd_decide", "crowd_update", "crowd_tick", "crowd_count",
    "crowd_hash", "is_done", NULL,
};
// clang-format on

/// Functions of the C library that units need.
typedef struct library_needs {
    bool memory;  ///< declares memory functions, which compilers need even without a C library
    bool roots;   ///< declares roots; in C++ only after the library's own declaration, which has `noexcept`
} library_needs;

static library_needs needs_of(const char *units) {
    return (library_needs){.memory = strstr(units, "memcpy(") != NULL || strstr(units, "memset(") != NULL,
                           .roots = strstr(units, "sqrtf(") != NULL};
}

static void make_includes(maker *m, library_needs needs) {
    line(m, "#include <float.h>");
    if (needs.memory) {
        line(m, "#if __STDC_HOSTED__");
        line(m, "#include <string.h>");
        line(m, "#endif");
    }
    if (needs.roots) {
        line(m, "#if defined(__cplusplus) && __STDC_HOSTED__");
        line(m, "#include <math.h>");
        line(m, "#endif");
    }
}

/// Sets the compiler options for exact floats. A source that is included restores them at its end.
static void make_float_options(maker *m) {
    if (m->options->is_static) {
        line(m, "#if defined(__GNUC__) && !defined(__clang__)");
        line(m, "#pragma GCC push_options");
        line(m, "#endif");
    }
    line(m, "#if defined(__clang__)");
    line(m, "#pragma STDC FP_CONTRACT OFF");
    line(m, "// gcc fuses products and sums in C++, but not in strict C.");
    line(m,
         "#elif defined(__GNUC__) && defined(__FP_FAST_FMAF) && (defined(__cplusplus) || !defined(__STRICT_ANSI__))");
    line(m, "#pragma GCC optimize(\"fp-contract=off\")");
    line(m, "#elif defined(_MSC_VER)");
    line(m, "#pragma fp_contract(off)");
    line(m, "#endif");
    line(m, "// Floating-point exceptions are not used. Otherwise gcc keeps branches for their sake and does not "
            "vectorize;");
    line(m, "// results are the same.");
    line(m, "#if defined(__GNUC__) && !defined(__clang__)");
    line(m, "#pragma GCC optimize(\"no-trapping-math\")");
    line(m, "#endif");
}

static void make_head(maker *m, library_needs needs) {
    line(m, "// Made by 'wits compile' from %s; do not edit.", m->options->file);
    if (m->options->header != NULL) {
        line(m, "#include \"%s\"", m->options->header);
    }
    empty_line(m);
    make_includes(m, needs);
    empty_line(m);
    line(m, "#if FLT_EVAL_METHOD == 1 || FLT_EVAL_METHOD == 2");
    line(m, "#error \"floats must be computed as floats: on 32-bit x86 by -msse2 -mfpmath=sse\"");
    line(m, "#endif");
    line(m, "#ifdef __FAST_MATH__");
    line(m, "#error \"-ffast-math gives other results on each machine\"");
    line(m, "#endif");
    make_float_options(m);
    empty_line(m);
    line(m, "// With @CHECKS defined, every call asserts that its bytes are an agent of this brain.");
    line(m, "#ifndef @ASSERT");
    line(m, "#ifdef @CHECKS");
    line(m, "#undef NDEBUG");
    line(m, "#include <assert.h>");
    line(m, "#define @ASSERT(condition) assert(condition)");
    line(m, "#else");
    line(m, "#define @ASSERT(condition) ((void)0)");
    line(m, "#endif");
    line(m, "#endif");
    empty_line(m);
    line(m, "// Conditions of a brain file may be always true, or always false.");
    line(m, "#if defined(__GNUC__)");
    line(m, "#pragma GCC diagnostic push");
    line(m, "#pragma GCC diagnostic ignored \"-Wtype-limits\"");
    line(m, "#pragma GCC diagnostic ignored \"-Wtautological-compare\"");
    if (m->options->is_static) {
        line(m, "#pragma GCC diagnostic ignored \"-Wshadow\"  // names of the including file");
    }
    if (needs.roots) {
        line(m, "#pragma GCC diagnostic ignored \"-Wredundant-decls\"");
    }
    line(m, "#endif");
    line(m, "// One of two square roots is unused, and some loops over agents cannot be vectorized.");
    line(m, "#if defined(__clang__)");
    line(m, "#pragma clang diagnostic ignored \"-Wunused-function\"");
    line(m, "#pragma clang diagnostic ignored \"-Wpass-failed\"");
    line(m, "#endif");
    empty_line(m);
    line(m, "#ifdef __cplusplus");
    line(m, "extern \"C\" {");
    line(m, "#endif");
    if (needs.memory) {
        empty_line(m);
        line(m, "#if !__STDC_HOSTED__");
        line(m, "void *memcpy(void *to, const void *from, size_t size);");
        line(m, "void *memset(void *to, int byte, size_t size);");
        line(m, "#endif");
    }
}

static void make_source(maker *m, text *source) {
    load_units(m);
    make_targets(m);
    make_actions(m);
    make_dones(m);
    make_choices(m);
    make_programs(m);
    make_calls(m);
    if (!m->options->no_crowd) {
        make_crowd(m);
    }
    if (m->options->is_native) {
        make_native(m);
    }
    m->to = source;
    m->indent = 0;
    text units = {0};
    print_units(m, &units);
    make_head(m, needs_of(text_of(&units)));
    text_add(source, text_of(&units));
    text_free(&units);
    empty_line(m);
    line(m, "#ifdef __cplusplus");
    line(m, "}");
    line(m, "#endif");
    empty_line(m);
    line(m, "#if defined(__GNUC__)");
    line(m, "#pragma GCC diagnostic pop");
    line(m, "#endif");
    if (m->options->is_static) {
        line(m, "#if defined(__clang__)");
        line(m, "#pragma STDC FP_CONTRACT DEFAULT");
        line(m, "#elif defined(__GNUC__)");
        line(m, "#pragma GCC pop_options");
        line(m, "#endif");
    }
}

static const char *const *first_taken(const wits_brain *brain) {
    return brain->target_count != 0 ? taken : taken + TAKEN_WITH_TARGETS;
}

bool compile_brain(text *declarations, text *source, const wits_desc *desc, const wits_brain *brain,
                   const compile_options *options) {
    const header_options names = {.enum_name = options->enum_name,
                                  .brain_file = options->brain_file,
                                  .prefix = options->prefix,
                                  .context = options->context,
                                  .taken = first_taken(brain)};
    maker m = {.brain = brain, .desc = desc, .options = options, .to = declarations};
    m.names = (struct header){.brain = brain, .options = &names, .file = options->file};
    header_name_all(&m.names);
    name_paths(&m);
    make_declarations(&m);
    mark_names(&m);
    make_source(&m, source);
    lay_out(declarations);
    lay_out(source);
    free_units(&m);
    free(m.words);
    free_paths(&m);
    free_marked(&m);
    text_free(&m.names.to);
    header_free(&m.names);
    return declarations->length + source->length <= COMPILE_MOST_BYTES;
}

bool compile_native(text *source, const wits_desc *desc, const wits_brain *brain) {
    const compile_options options = {
        .prefix = "brain", .file = "a brain", .no_names = true, .is_static = true, .is_native = true};
    text declarations = {0}, code = {0};
    const bool fits = compile_brain(&declarations, &code, desc, brain, &options);
    put_native_interface(source);
    text_add_bytes(source, text_of(&declarations), declarations.length);
    text_add_bytes(source, text_of(&code), code.length);
    text_free(&declarations);
    text_free(&code);
    return fits;
}
