// SPDX-License-Identifier: MIT
// What the actions of states do, as commands. Assignments in a row that use nothing but fields run in one go.
#include "core/compile.h"
#include "core/fast.h"
#include "expr/lean.h"

typedef struct action_list {
    const uint32_t *words;
    uint32_t count;
    wits_action_kind kind;
    uint16_t state;
} action_list;

/// The table beside that of the actions: at a list's count stands what the list does, at its words what these do.
static command *commands_at(compiler *c, action_index actions) {
    return (command *)block_at(c, c->brain->action_commands) + actions;
}

static const assignment *assignment_of(const compiler *c, uint32_t word) {
    return (const assignment *)brain_at(c->brain, c->brain->assignments) + (word & ~WITS_LIST_ASSIGN);
}

static bool is_constant(const compiler *c, uint32_t word) {
    const expr_program *program = brain_at(c->brain, assignment_of(c, word)->program);
    return (program->uses & EXPR_IS_CONSTANT) != 0;
}

/// Whether it is an assignment that lean_run can do.
static bool is_lean(const compiler *c, uint32_t word) {
    return (word & WITS_LIST_ASSIGN) != 0 &&
           (is_constant(c, word) || lean_is_enough(brain_at(c->brain, assignment_of(c, word)->program)));
}

/// How many of the words, from `first` on.
static uint32_t count_lean(const compiler *c, const action_list *list, uint32_t first) {
    uint32_t end = first;
    while (end < list->count && is_lean(c, list->words[end])) {
        end++;
    }
    return end - first;
}

static command set_command(const compiler *c, const action_list *list, uint32_t word) {
    const assignment *a = assignment_of(c, word);
    const expr_program *program = brain_at(c->brain, a->program);
    command made = command_of(COMMAND_SET, list->kind, list->state, program->code[0].k[0]);
    made.field = (uint16_t)a->field;
    made.action = (uint8_t)c->desc->fields[a->field].type;
    return made;
}

/// The code of one after the other, of which the last is the end.
static uint32_t compile_run(compiler *c, const uint32_t *words, uint32_t count) {
    const uint32_t offset = (uint32_t)c->used;
    uint32_t last = 0;
    for (uint32_t i = 0; i < count; i++) {
        const assignment *a = assignment_of(c, words[i]);
        const expr_program *program = brain_at(c->brain, a->program);
        const uint32_t at = block_append(c, program->lean + 1u, sizeof(expr_lean));
        const uint32_t used = lean_assign(program, a->field, c->desc->fields[a->field].type, block_at(c, at));
        c->used = at + used * sizeof(expr_lean);  // what is left has stayed zero
        last = (uint32_t)(c->used - sizeof(expr_lean));
    }
    ((expr_lean *)block_at(c, last))->skip = 1;
    return offset;
}

static command single_command(const compiler *c, const action_list *list, uint32_t word) {
    bool is_call = word < ACTION_ARGUMENT && brain_state(c->brain, list->state)->data == 0;
    return command_of(is_call ? COMMAND_CALL : COMMAND_ACTION, list->kind, list->state, word);
}

static void compile_list(compiler *c, action_index actions, wits_action_kind kind, uint32_t id) {
    if (actions == 0) {
        return;
    }
    const uint32_t *words = brain_actions(c->brain, actions);
    const action_list list = {words + 1, words[0], kind, (uint16_t)id};
    command *commands = commands_at(c, actions + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < list.count; count++) {
        const uint32_t lean = count_lean(c, &list, i);
        if (lean == 0) {
            commands[count] = single_command(c, &list, list.words[i]);
        } else if (lean == 1 && is_constant(c, list.words[i])) {
            commands[count] = set_command(c, &list, list.words[i]);
        } else {
            commands[count] = command_of(COMMAND_RUN, kind, id, compile_run(c, list.words + i, lean));
        }
        i += lean > 0 ? lean : 1;
    }
    command *whole = commands_at(c, actions);
    *whole = commands[0];
    if (count > 1) {
        *whole = command_of(COMMAND_ACTIONS, kind, id,
                            c->brain->action_commands + (actions + 1) * (uint32_t)sizeof(command));
        whole->field = (uint16_t)count;
    }
}

void compile_runs(compiler *c) {
    c->brain->action_commands = block_append(c, c->action_count, sizeof(command));
    for (uint32_t id = 0; id < c->brain->state_count; id++) {
        const state_row *s = brain_state(c->brain, id);
        compile_list(c, s->enter, WITS_ACTION_ENTER, id);
        compile_list(c, s->exit, WITS_ACTION_EXIT, id);
        compile_list(c, s->update, WITS_ACTION_UPDATE, id);
    }
}
