// SPDX-License-Identifier: MIT
// Prints a program. PROGRAM_LIST describes each operation; words that name operands are replaced by their values.
#include "lower/lower.h"
#include "wits/program.h"

#include <string.h>

enum { LINE = 1000, INDENT = 2 };

typedef struct printer {
    program_sink sink;  ///< first: the lowering only knows this member
    const wits_brain *brain;
    wits_line_fn *see;
    void *user;
    uint32_t depth;  ///< number of open regions
    bool has_test;   ///< of the region that begins
    uint32_t used;
    char line[LINE + 1];
} printer;

// ------------------------------------------------------------------------------------------------------------- a line

static void add_bytes(printer *p, const char *bytes, size_t count) {
    const size_t left = LINE - p->used;
    const size_t taken = count < left ? count : left;
    memcpy(p->line + p->used, bytes, taken);
    p->used += (uint32_t)taken;
}

static void print_text(printer *p, const char *text) {
    add_bytes(p, text, strlen(text));
}

static void add_number(printer *p, uint32_t number) {
    char digits[10];
    uint32_t first = sizeof digits;
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    add_bytes(p, digits + first, sizeof digits - first);
}

/// Adds a path such as "patrol/walk", or "/" for the root.
static void add_state(printer *p, uint16_t id) {
    if (id == WITS_NONE) {
        print_text(p, "none");
    } else if (id == WITS_ROOT) {
        print_text(p, "/");
    } else {
        for (uint32_t depth = 1; depth <= brain_state(p->brain, id)->depth; depth++) {
            print_text(p, depth > 1 ? "/" : "");
            print_text(p, wits_state_name(p->brain, state_ancestor(p->brain, id, depth)));
        }
    }
}

static void begin_line(printer *p) {
    p->used = 0;
    for (uint32_t i = 0; i <= p->depth; i++) {
        add_bytes(p, "  ", INDENT);
    }
}

static void end_line(printer *p) {
    p->line[p->used] = '\0';
    p->see(p->user, p->line);
    p->used = 0;
}

// --------------------------------------------------------------------------------------------------------- operations

static const char *const routines[ROUTINE_COUNT] = {
    [ROUTINE_EXIT_INSIDE] = "exit inside",
    [ROUTINE_EXIT_INSIDE_KEPT] = "exit inside what was kept",
    [ROUTINE_EXIT_KEPT] = "exit kept child",
    [ROUTINE_EXIT_REGION] = "exit kept region",
    [ROUTINE_CONTINUE] = "continue",
    [ROUTINE_CONTINUE_REGION] = "continue region",
    [ROUTINE_INSIDE] = "enter inside",
    [ROUTINE_INSIDE_SILENT] = "activate inside",
    [ROUTINE_REGION] = "enter region",
    [ROUTINE_REGION_SILENT] = "activate region",
    [ROUTINE_CHOICE] = "choose",
    [ROUTINE_OWN] = "own transitions",
    [ROUTINE_ANY] = "any transitions",
};

/// Prints the operand that a word of a description names. Returns the length of the word; 0 if it names none.
static uint32_t print_operand(printer *p, const char *word, const program_op *op) {
    static const char *const words[] = {"`state`", "`row`", "`machine`", "k[0]", "k[1]"};
    const bool is_routine = op->operation == PROGRAM_CALL || op->operation == PROGRAM_ROUTINE;
    for (uint32_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strncmp(word, words[i], strlen(words[i])) != 0) {
            continue;
        }
        if (i == 0) {
            add_state(p, op->state);
        } else if (i == 1 && is_routine) {
            print_text(p, routines[op->row]);
        } else if (i == 1 && op->operation == PROGRAM_SWITCH) {
            add_state(p, op->row);
        } else {
            add_number(p, i == 1 ? op->row : i == 2 ? op->machine : op->k[i - 3]);
        }
        return (uint32_t)strlen(words[i]);
    }
    return 0;
}

static void add_described(printer *p, const program_op *op) {
    static const char *const texts[] = {
#define PROGRAM_TEXT(name, text) text,
        PROGRAM_LIST(PROGRAM_TEXT)
#undef PROGRAM_TEXT
    };
    for (const char *at = texts[op->operation]; *at != '\0';) {
        const uint32_t taken = print_operand(p, at, op);
        if (taken == 0) {
            add_bytes(p, at, 1);
        }
        at += taken != 0 ? taken : 1;
    }
}

static void add_condition(printer *p, const program_op *op) {
    if ((op->k[0] & REF_PROGRAM) == 0) {
        print_text(p, wits_function_name(p->brain, op->k[0] - 1));
        print_text(p, "() holds");
    } else {
        print_text(p, (op->flags & PROGRAM_AT_MOMENT) != 0 ? "the condition of initial rule "
                      : (op->flags & PROGRAM_OF_STEP) != 0 ? "the condition of step "
                                                           : "the condition of transition ");
        add_number(p, op->row);
        print_text(p, " holds");
    }
}

static void add_action(printer *p, uint32_t word) {
    if ((word & WITS_LIST_RAISE) != 0) {
        print_text(p, "raise ");
        print_text(p, wits_event_name(p->brain, word & ~WITS_LIST_RAISE));
    } else if (action_is_assignment(word)) {
        print_text(p, "set ");
        print_text(p, wits_field_name(p->brain, brain_assignment(p->brain, word)->field));
    } else {
        print_text(p, wits_function_name(p->brain, word % ACTION_ARGUMENT));
        print_text(p, "()");
    }
}

static void add_actions(printer *p, const program_op *op) {
    const uint32_t *words = brain_actions(p->brain, op->k[0]);
    print_text(p, wits_action_kind_name((wits_action_kind)op->machine));
    print_text(p, " of ");
    add_state(p, op->state);
    for (uint32_t i = 1; i <= words[0]; i++) {
        print_text(p, i == 1 ? ": " : ", ");
        add_action(p, words[i]);
    }
}

static void add_operation(printer *p, const program_op *op) {
    if (op->operation == PROGRAM_ASK) {
        add_condition(p, op);
    } else if (op->operation == PROGRAM_ACT) {
        add_actions(p, op);
    } else if (op->operation == PROGRAM_EVENT) {
        print_text(p, "event ");
        print_text(p, wits_event_name(p->brain, op->k[0]));
        print_text(p, " was pending when the pass began");
    } else {
        add_described(p, op);
    }
}

static bool is_program_test(uint32_t operation) {
    return (operation >= PROGRAM_IN && operation <= PROGRAM_IS_CUT) || operation == PROGRAM_TURN ||
           operation == PROGRAM_IS_STOP;
}

/// Prints an operation. Tests of a region are on consecutive lines, and its contents indented.
static void print_op(program_sink *to, const program_op *op) {
    printer *p = (printer *)to;
    if (op->operation == PROGRAM_WHEN) {
        p->has_test = false;
        return;
    }
    if (op->operation == PROGRAM_END) {
        p->depth--;
        return;
    }
    begin_line(p);
    if (op->operation == PROGRAM_THEN) {
        print_text(p, "always");
    } else if (is_program_test(op->operation)) {
        print_text(p, p->has_test ? "and " : "if ");
        print_text(p, (op->flags & PROGRAM_INVERTED) != 0 ? "not: " : "");
    }
    if (op->operation == PROGRAM_THEN) {
        if (!p->has_test) {
            end_line(p);
        }
        p->depth++;
        return;
    }
    p->has_test = is_program_test(op->operation);
    add_operation(p, op);
    end_line(p);
}

// ------------------------------------------------------------------------------------------------------------ programs

static void title(printer *p, const char *what, uint16_t id) {
    p->depth = 0;
    print_text(p, what);
    add_state(p, id);
    end_line(p);
}

static void print_paths(printer *p, lowering *l) {
    for (uint32_t config = 0; config < p->brain->config_count; config++) {
        const uint16_t deepest = brain_deepest(p->brain, config);
        title(p, "decision in ", deepest);
        wits_lower_decide_path(l, deepest);
        title(p, "update in ", deepest);
        wits_lower_update_path(l, deepest);
        title(p, "exits from ", deepest);
        wits_lower_exit_path(l, deepest);
    }
}

static void print_transitions(printer *p, lowering *l) {
    for (uint32_t row = 0; row < p->brain->transition_count; row++) {
        const transition_row *t = brain_transition(p->brain, row);
        print_text(p, "transition ");
        add_number(p, row);
        print_text(p, " fires, from ");
        add_state(p, t->from);
        print_text(p, t->any ? " (any) to " : " to ");
        title(p, "", t->to);
        wits_lower_transition(l, row);
    }
    for (uint32_t id = 1; id < p->brain->state_count; id++) {
        if (wits_lower_is_option(l, (uint16_t)id)) {
            title(p, "switch to ", (uint16_t)id);
            wits_lower_option(l, (uint16_t)id);
        }
    }
}

static void print_fillings(printer *p, lowering *l) {
    for (uint32_t number = 1; number < p->brain->machine_count; number++) {
        if (wits_lower_is_filled(l, number)) {
            const uint16_t owner = brain_machine(p->brain, number)->owner;
            title(p, "decision while nothing is kept in ", owner);
            wits_lower_filling(l, owner);
        }
    }
}

void wits_program_print(const wits_brain *brain, wits_line_fn *see, void *user) {
    if (brain == NULL) {
        return;
    }
    printer p = {.sink.put = print_op, .brain = brain, .see = see, .user = user};
    lowering l = wits_lower_begin_by_slot(brain, &p.sink, false);
    print_paths(&p, &l);
    print_transitions(&p, &l);
    print_fillings(&p, &l);
    wits_lower_routines(&l);
    if (l.shares_guards) {
        wits_lower_guard_routines(&l);
    }
}
