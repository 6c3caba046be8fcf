// SPDX-License-Identifier: MIT
// explain --format text: the targets of an option.
#include "explain/tick_record.h"

static bool is_out(const wits_explained_target *target) {
    return target->verdict != WITS_VERDICT_CHOSEN && target->verdict != WITS_VERDICT_LOST;
}

/// Writes the score that competes with the others: "0.8 + 0.1 = 0.9".
static void add_score(const wits_explained_target *target, text *to) {
    if (target->inertia != 0.0f) {
        text_short(to, target->score);
        text_add(to, " + ");
        text_short(to, target->inertia);
        text_add(to, " = ");
    }
    text_short(to, target->competing);
}

static void add_line(const tick_records *about, const tick_record *call, const wits_explained_choice *choice,
                     const wits_explained_option *option, const wits_explained_target *target, text *to) {
    text_format(to, "      %s %u: ", target->id == option->target ? "▸" : " ", (unsigned)target->id);
    if (target->competing == target->competing) {
        add_score(target, to);
        text_add(to, is_out(target) || target->is_remembered ? ", " : "");
    }
    if (target->is_remembered) {
        text_add(to, "its target before");
        text_add(to, is_out(target) ? ", " : "");
    }
    if (is_out(target)) {
        wits_explained_option alone = *option;
        alone.verdict = target->verdict;
        alone.rank = target->rank;
        alone.first_row = target->row_count != 0 ? target->first_row : option->first_row;
        alone.row_count = target->row_count;
        text_verdict(about, call, choice, &alone, to);
    }
    text_add(to, "\n");
}

void text_targets(const tick_records *about, const tick_record *call, const wits_explained_choice *choice,
                  const wits_explained_option *option, text *to) {
    const char *kind = about->of->desc->states[option->option].target;
    if (option->targets_listed == 0) {
        text_format(to, "      no %s in the list\n", kind);
        return;
    }
    text_format(to, "      %s, %u in the list%s\n", kind, (unsigned)option->targets_listed,
                option->target_count < option->targets_listed ? ", the best of them:" : ":");
    for (uint32_t i = 0; i < option->target_count; i++) {
        add_line(about, call, choice, option, &call->why.targets[option->first_target + i], to);
    }
    for (uint32_t i = 0; i < option->target_count; i++) {
        const wits_explained_target *other = &call->why.targets[option->first_target + i];
        if (other->row_count != 0 && other->id != option->target && option->option == choice->chosen) {
            text_add(to, "    ");
            text_whom(to, about, option, other->id);
            text_add(to, other->raw == other->raw ? " = " : " is not a candidate\n");
            if (other->raw == other->raw) {
                text_short(to, other->raw);
                text_add(to, "\n");
            }
            text_target_considerations(about, call, option, other, to);
        }
    }
}
