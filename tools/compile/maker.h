// SPDX-License-Identifier: MIT
// What those who write C of a brain share: its tables, its names, the text so far.
//
// The C is made of *units*: functions, types, tables, each with its name. What somebody else's text wants is copied as
// a unit, what a brain needs is written as one. In the end those are printed that are used, each behind what it uses.
//
// Lines are formats in which '@' stands for the prefix: "@tick" becomes "guard_tick", and "@AGENT_SIZE"
// "GUARD_AGENT_SIZE". What is put into a format stays as it is.
#ifndef WITS_COMPILE_MAKER_H
#define WITS_COMPILE_MAKER_H

#include "compile.h"
#include "core/brain.h"
#include "expr/expr.h"
#include "header/header_parts.h"
#include "lower/lower.h"

typedef struct unit {
    char *text;      ///< with the prefix
    bool is_wanted;  ///< it is printed, whoever uses it
    uint8_t visit;   ///< while it is printed
} unit;

typedef struct maker {
    const wits_brain *brain;
    const wits_desc *desc;
    const compile_options *options;
    header names;        ///< of `states`, `events`, `functions`, `members`, `values`, and the context's type
    const char **paths;  ///< of each state, for names of functions: "combat_attack", "root"
    text *to;            ///< where lines go
    uint32_t indent;     ///< of lines, in steps of 4
    // units
    unit *units;
    size_t unit_count, unit_capacity;
    size_t loaded_count;  ///< of those from sources; the brain's stand behind them
    struct unit_name {
        char *name;
        size_t unit;
        char *other;  ///< what it is printed as, where the brain has the name; else null
    } * unit_names;
    size_t unit_name_count, unit_name_capacity;
    bool has_others;
    uint32_t *unit_table;  ///< a hash table of rows of `unit_names`, each plus 1
    size_t unit_table_size;
    size_t open_unit;  ///< the one that is being written
    text unit_text;
    uint32_t *words;  ///< of the action table: each host action that the brain calls, once
    uint32_t word_count;
    size_t word_capacity;
    char **marked;  ///< names.c: the program's names, each with a mark before it
    size_t marked_count, marked_capacity;
} maker;

/// A whole line, indented.
void line(maker *m, const char *format, ...) PRINTF_LIKE(2, 3);
void empty_line(maker *m);
/// The same, and what follows is indented further: "if (...) {". `close_block` ends it with "}".
void open_block(maker *m, const char *format, ...) PRINTF_LIKE(2, 3);
void close_block(maker *m);
/// Appends to a text; '@' as in lines.
void put(maker *m, text *to, const char *format, ...) PRINTF_LIKE(3, 4);
void expand_list(maker *m, text *to, const char *format, va_list arguments);
/// A line of comment: `text` as it stands in the file, without what would end a comment or a line.
void comment(maker *m, const char *what, const char *said, wits_table table, uint32_t row, const char *member);
/// "0.25f", or how a float is made that has no such form.
void put_float(maker *m, text *to, float value);
/// In quotes, for any compiler.
void put_c_string(text *to, const char *said);

// names.c

/// Gives `paths` their names.
void name_paths(maker *m);
void free_paths(maker *m);
/// The program's names from now on are marked, and so are told from those that only the source has.
void mark_names(maker *m);
void free_marked(maker *m);
/// Whether a mark stands before a word of a text that begins at `begin`.
bool is_marked(const char *begin, const char *word);
void remove_marks(text *from);
/// Under which name a unit is printed whose own name is one of the program's; null where it is not.
char *other_name(const maker *m, const char *name);

// layout.c

/// Lines that are too long become several, comments behind lines stand in one column.
void lay_out(text *whole);

// units.c

/// Lines go to a new unit until the end. `name` is what follows the prefix.
void begin_unit(maker *m, const char *name, ...) PRINTF_LIKE(2, 3);
/// `is_wanted`: it is printed even if nothing uses it.
void end_unit(maker *m, bool is_wanted);
/// A unit whose text is whole, and becomes the maker's. Another may be open.
void add_unit_text(maker *m, const text *whole, const char *name, ...) PRINTF_LIKE(3, 4);
/// A unit that is a function, with its block: "static void @exit_walk(@pass *p)"; `name` is what follows the prefix.
void begin_function(maker *m, const char *name, const char *head, ...) PRINTF_LIKE(3, 4);
void end_function(maker *m, bool is_wanted);
/// Whether there is a unit of that name, prefix left out.
bool has_unit(const maker *m, const char *name, ...) PRINTF_LIKE(2, 3);
/// The units that come with the program: mathematics, randomness, and parts.h.
void load_units(maker *m);
/// Formulas of operations have names of such units: each gets the prefix.
void put_formula(maker *m, text *to, const char *formula, size_t length);
void want_unit(maker *m, const char *name);
void print_units(maker *m, text *to);
void free_units(maker *m);

// expression.c

/// The place where an expression stands.
typedef struct site {
    uint16_t state;       ///< whose it is
    const char *whose;    ///< C: the same, where it is known only when it runs; else null
    uint16_t walks;       ///< the option about whose targets it is asked, one by one: `list` and `row` of C; 0: of none
    bool is_of_source;    ///< a transition's actions: targets are those of its source when it fired
    uint16_t row;         ///< of a transition, step or initial rule, else WITS_NONE
    uint8_t flags;        ///< of the program_op
    uint16_t moment;      ///< of the program_op
    const char *elapsed;  ///< C: what `elapsed` shows
} site;

/// Of a name or a number of C.
static inline bool is_word_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Whether options have targets. A call of such a brain tells of one.
static inline bool has_targets(const maker *m) {
    return m->brain->target_count != 0;
}

/// The value of a program as an expression of C. `binds`: how strongly what stands around it binds; see expression.c.
void put_expression(maker *m, text *to, const expr_program *program, const site *at, int binds);
/// The computed arguments of an action's call, with ", " before each.
void put_computed(maker *m, text *to, const expr_program *program, const site *at);
/// A condition, a score, an input or a rank, likewise: an expression's program or a host function.
void put_condition(maker *m, text *to, function_ref condition, const site *at, int binds);
/// The slot of a machine: "p->agent[0]".
void put_slot(maker *m, text *to, const machine_row *machine);
/// Whether a state is in its machine's slot: "p->agent[0] == 3".
void put_in_slot(maker *m, text *to, uint16_t id);
/// Whether a state, or the active child of a composite, is done; and so just before it exits, in the middle of a
/// transition. See done.c.
void put_is_done(maker *m, text *to, uint16_t id);
void put_is_child_done(maker *m, text *to, uint16_t composite);
void put_is_done_before_exit(maker *m, text *to, uint16_t id);
/// Whether a state is active by the slots: "p->agent[0] == 3".
void put_is_active(maker *m, text *to, uint16_t id, uint16_t end, int binds);
/// The target that functions are told of, as an @call_target. See targets.c.
void put_told(maker *m, text *to, const site *at);
/// How strongly operators bind: what binds less gets parentheses.
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

/// The function that asks a condition or score with such arguments: "ask_sees", and where calls differ "ask_sees_it".
void text_asked_name(const maker *m, text *to, uint32_t function, const expr_given *given, uint32_t count);
/// Its parameters behind the others: ", float a0, const char *a1". `computed_only`: those of an action, which knows the
/// others.
void put_parameters(text *to, const expr_given *given, uint32_t count, bool computed_only);
/// What the program's function gets behind `self` and `call`. Where calls differ it is an array, written before it.
/// Arguments are called a0, a1, ...; of an action constants stand there themselves.
void put_function_arguments(maker *m, text *to, uint32_t function, const expr_given *given, uint32_t count,
                            bool is_action);
/// A number, a text in quotes, "true" or "false".
void put_constant_argument(maker *m, text *to, const expr_given *given);
/// The arguments of the call that a word of the action table names.
uint32_t word_given(const maker *m, uint32_t word, expr_given given[EXPR_MAX_ARGUMENTS]);
uint32_t computed_count(const expr_given *given, uint32_t count);
/// The values a0, a1, ... to the list, and back: from `given`, after `at` was checked.
void make_list_arguments(maker *m, const expr_given *given, uint32_t count);
void make_listed_arguments(maker *m, const expr_given *given, uint32_t count);

// what each file makes

void make_declarations(maker *m);         ///< declare.c: the header
void make_target_declarations(maker *m);  ///< targets.c
void make_targets(maker *m);
void make_programs(maker *m);            ///< program.c: what a brain does
void make_actions(maker *m);             ///< actions.c: host functions and lists
void make_dones(maker *m);               ///< done.c
void make_choices(maker *m);             ///< choices.c
void make_calls(maker *m);               ///< calls.c: verbs and queries
void make_crowd_declarations(maker *m);  ///< crowd.c
void make_crowd(maker *m);

#endif
