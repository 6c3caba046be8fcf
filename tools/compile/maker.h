// SPDX-License-Identifier: MIT
// Shared by the files that write C: the tables of a brain, its names, and the text so far.
//
// The C consists of *units*: functions, types and tables, each with a name. Units are either copied from sources of
// this program or written for the brain. At the end, the units in use are printed, each after all that it uses.
//
// Format strings contain '@' for the prefix: "@tick" becomes "guard_tick", and "@AGENT_SIZE" "GUARD_AGENT_SIZE".
// Arguments of formats are not expanded.
#ifndef WITS_COMPILE_MAKER_H
#define WITS_COMPILE_MAKER_H

#include "compile.h"
#include "core/brain.h"
#include "expr/expr.h"
#include "header/header_parts.h"
#include "lower/lower.h"

typedef struct unit {
    char *text;      ///< with the prefix
    bool is_wanted;  ///< printed even if no unit uses it
    uint8_t visit;   ///< state of print_unit
} unit;

typedef struct maker {
    const wits_brain *brain;
    const wits_desc *desc;
    const compile_options *options;
    header names;        ///< names of states, events, functions, members, values and the context's type
    const char **paths;  ///< by state, for names of functions: "combat_attack", "root"
    text *to;            ///< receives lines
    uint32_t indent;     ///< current indent, in steps of 4
    // units
    unit *units;
    size_t unit_count, unit_capacity;
    size_t loaded_count;  ///< number of units from sources; those of the brain follow
    struct unit_name {
        char *name;
        size_t unit;
        char *other;  ///< replacement if the brain uses the name, else null
    } * unit_names;
    size_t unit_name_count, unit_name_capacity;
    bool has_lane_rules;
    bool has_others;
    uint32_t *unit_table;  ///< hash table: 1 + row in `unit_names`
    size_t unit_table_size;
    size_t open_unit;  ///< the unit that is being written
    text unit_text;
    uint32_t *words;  ///< words of the action table: each host action that the brain calls, once
    uint32_t word_count;
    size_t word_capacity;
    char **marked;  ///< names.c: names of the program, each preceded by a mark
    size_t marked_count, marked_capacity;
} maker;

/// Writes an indented line.
void line(maker *m, const char *format, ...) PRINTF_LIKE(2, 3);
void empty_line(maker *m);
/// Writes a line such as "if (...) {" and increases the indent. `close_block` ends it with "}".
void open_block(maker *m, const char *format, ...) PRINTF_LIKE(2, 3);
void close_block(maker *m);
/// Appends to a text; '@' has the same meaning.
void put(maker *m, text *to, const char *format, ...) PRINTF_LIKE(3, 4);
void expand_list(maker *m, text *to, const char *format, va_list arguments);
/// Writes a comment with a text of the file and its line number. Characters that would end the comment or line are
/// replaced.
void comment(maker *m, const char *what, const char *said, wits_table table, uint32_t row, const char *member);
/// Writes "0.25f", or an expression for values without such a literal.
void put_float(maker *m, text *to, float value);
/// Writes a string literal that any compiler accepts.
void put_c_string(text *to, const char *said);

// names.c

/// Fills in `paths`.
void name_paths(maker *m);
void free_paths(maker *m);
/// Marks the names of the program, to distinguish them from names that only the source has.
void mark_names(maker *m);
void free_marked(maker *m);
/// Returns whether a mark precedes a word in a text that starts at `begin`.
bool is_marked(const char *begin, const char *word);
void remove_marks(text *from);
/// Returns the replacement for a unit name that the program also uses, or null.
char *other_name(const maker *m, const char *name);

// layout.c

/// Breaks lines that are too long and aligns trailing comments.
void lay_out(text *whole);

// unroll.c

/// The needs of one or more choices.
typedef struct pass_needs {
    uint32_t options;  ///< the most
    bool is_ranked;
    uint32_t selects;    ///< a bit for each rule of `select`
    uint32_t rounds;     ///< rounds of `top`
    bool unrolls;        ///< loops over options, or over rounds, are unrolled
    const char *suffix;  ///< suffix of the names of passes
} pass_needs;

/// Writes the passes of src/expr/choose_passes.inc with the type of their options.
void put_passes(text *to, const char *passes, const pass_needs *needs);
/// Copies a text and adds a suffix to the names of functions that `where` defines.
void put_renamed(text *to, const char *from, const char *where, const char *suffix);

// units.c

/// Begins a unit: lines go to it until end_unit. `name` is the part after the prefix.
void begin_unit(maker *m, const char *name, ...) PRINTF_LIKE(2, 3);
/// `is_wanted`: printed even if nothing uses it.
void end_unit(maker *m, bool is_wanted);
/// Adds a complete unit and takes ownership of its text. Another unit may be open.
void add_unit_text(maker *m, const text *whole, const char *name, ...) PRINTF_LIKE(3, 4);
/// Begins a unit with a function: "static void @exit_walk(@pass *p)". `name` is the part after the prefix.
void begin_function(maker *m, const char *name, const char *head, ...) PRINTF_LIKE(3, 4);
void end_function(maker *m, bool is_wanted);
/// Returns whether there is a unit with that name, given without the prefix.
bool has_unit(const maker *m, const char *name, ...) PRINTF_LIKE(2, 3);
/// Writes the file that C for `wits crowd --native` begins with.
void put_native_interface(text *to);
/// Loads the units that come with the program: mathematics, randomness, and parts.h.
void load_units(maker *m);
/// Loads units with the passes of choices.
void load_passes(maker *m, const pass_needs *needs);
/// Writes a formula of an operation and adds the prefix to names of units.
void put_formula(maker *m, text *to, const char *formula, size_t length);
void want_unit(maker *m, const char *name);
void print_units(maker *m, text *to);
void free_units(maker *m);

// expression.c

/// The context of an expression.
typedef struct site {
    uint16_t state;       ///< the state that it belongs to
    const char *whose;    ///< C expression for the state, if known only at run time; else null
    uint16_t walks;       ///< the option whose targets are being scored, with `list` and `row` in C; 0: none
    bool is_of_source;    ///< an action of a transition: its targets are those of the source before it exited
    uint16_t row;         ///< row of a transition, step or initial rule, else WITS_NONE
    uint8_t flags;        ///< from the program_op
    uint16_t moment;      ///< from the program_op
    const char *elapsed;  ///< C expression for `elapsed`
} site;

/// Returns whether `c` can be part of a C identifier or number.
static inline bool is_word_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Returns whether options have targets. Then calls of host functions contain a target.
static inline bool has_targets(const maker *m) {
    return m->brain->target_count != 0;
}

/// Writes the value of a program as a C expression. `binds` is the precedence of the context; see BINDS_….
void put_expression(maker *m, text *to, const expr_program *program, const site *at, int binds);
/// Writes the computed arguments of an action's call, each preceded by ", ".
void put_computed(maker *m, text *to, const expr_program *program, const site *at);
/// Writes the body of a function that returns an option's score from its considerations, before its weight.
void make_score(maker *m, uint16_t option, const site *at);
/// Writes a condition, score or rank: an expression or a call of a host function.
void put_condition(maker *m, text *to, function_ref condition, const site *at, int binds);
/// Writes the slot of a machine: "p->agent[0]".
void put_slot(maker *m, text *to, const machine_row *machine);
/// Writes whether a state is in its machine's slot: "p->agent[0] == 3".
void put_in_slot(maker *m, text *to, uint16_t id);
/// Writes whether a state, or the active child of a composite, is done. `before`: a state that is about to exit with
/// its inside, or WITS_NONE. See done.c.
void put_is_done(maker *m, text *to, uint16_t id, uint16_t before);
void put_is_child_done(maker *m, text *to, uint16_t composite);
/// Writes whether a state is active, according to the slots: "p->agent[0] == 3".
void put_is_active(maker *m, text *to, uint16_t id);
/// Writes the target that functions receive, as an @call_target. See targets.c.
void put_told(maker *m, text *to, const site *at);
/// Precedence levels. An operand with a lower level than its context gets parentheses.
enum {
    BINDS_ALL,
    BINDS_CHOICE,
    BINDS_OR,
    BINDS_AND,
    BINDS_EQUAL,
    BINDS_LESS,
    BINDS_SUM,
    BINDS_PRODUCT,
    BINDS_PREFIX,
    BINDS_PRIMARY
};

// arguments.c

/// Writes the name of the function that calls a condition or score: "ask_sees", or "ask_sees_it" if calls have
/// different arguments.
void text_host_call_name(const maker *m, text *to, uint32_t function, const expr_given *given, uint32_t count);
/// Writes its parameters after the fixed ones: ", float a0, const char *a1". `computed_only` omits constants, which
/// actions contain.
void put_parameters(text *to, const expr_given *given, uint32_t count, bool computed_only);
/// Writes the arguments of the program's function after `self` and `call`. If calls have arguments of different types,
/// writes an array before. Arguments are named a0, a1, ...; constants of an action are written directly.
void put_function_arguments(maker *m, text *to, uint32_t function, const expr_given *given, uint32_t count,
                            bool is_action);
/// Writes a number, a quoted text, "true" or "false".
void put_constant_argument(maker *m, text *to, const expr_given *given);
/// Returns the arguments of the call in an entry of the action table.
uint32_t word_given(const maker *m, uint32_t word, expr_given given[EXPR_MAX_ARGUMENTS]);
uint32_t computed_count(const expr_given *given, uint32_t count);
/// Writes code that stores a0, a1, ... in the list, or reads them from `given` after checking `at`.
void make_list_arguments(maker *m, const expr_given *given, uint32_t count);
void make_listed_arguments(maker *m, const expr_given *given, uint32_t count);

// one function for each file

void make_declarations(maker *m);         ///< declare.c: the header
void make_target_declarations(maker *m);  ///< targets.c
void make_targets(maker *m);
void make_programs(maker *m);            ///< program.c: transitions, paths and verbs
void make_actions(maker *m);             ///< actions.c: host functions and lists
void make_dones(maker *m);               ///< done.c
void make_choices(maker *m);             ///< choices.c
void make_calls(maker *m);               ///< calls.c: verbs and queries
void make_crowd_declarations(maker *m);  ///< crowd.c
void make_crowd(maker *m);
void make_native(maker *m);  ///< native.c

#endif
