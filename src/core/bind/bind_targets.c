// SPDX-License-Identifier: MIT
// Binds a program's targets to the kinds of a brain.
#include "core/bind/bind.h"

#include <string.h>

static const wits_host_target *find_host_target(const binder *b, uint32_t count, const char *name) {
    for (uint32_t row = 0; row < count; row++) {
        if (b->host.targets[row].name != NULL && strcmp(b->host.targets[row].name, name) == 0) {
            return &b->host.targets[row];
        }
    }
    return NULL;
}

static field_pair fields_of(const binder *b, uint32_t kind, const wits_host_target *from) {
    const bool is_there = from->fields != NULL;
    return (field_pair){.brain = b->brain,
                        .wanted = brain_target_field(b->brain, kind, 0),
                        .wanted_count = brain_target(b->brain, kind)->field_count,
                        .given = from->fields,
                        .given_count = is_there ? from->field_count : 0,
                        .kind = kind,
                        .host_row = (uint32_t)(from - b->host.targets)};
}

static void report_unknown_kind(binder *b, bind_place at) {
    suggestion near = wits_expr_suggestion_for(at.name, name_length_of(at.name));
    for (uint32_t kind = 0; kind < b->brain->target_count; kind++) {
        const char *other = wits_target_kind_name(b->brain, kind);
        if (find_host_target(b, b->host.target_count, other) == NULL) {
            wits_expr_suggestion_offer(&near, other, name_length_of(other));
        }
    }
    wits_core_bind_suggest(wits_core_bind_complain(b, WITS_PROBLEM_HOST_TARGET_UNKNOWN, at), &near);
}

void wits_core_bind_check_given_targets(binder *b) {
    for (uint32_t row = 0; row < b->host.target_count; row++) {
        const wits_host_target *target = &b->host.targets[row];
        const bind_place at = {WITS_TABLE_HOST_TARGETS, row, target->name, NULL};
        const uint32_t kind = wits_find_target_kind(b->brain, target->name);
        if (target->found != NULL) {
            *target->found = kind;
        }
        if (target->name == NULL) {
            wits_core_bind_complain(b, WITS_PROBLEM_HOST_NAME_MISSING, at);
        } else if (find_host_target(b, row, target->name) != NULL) {
            wits_core_bind_complain(b, WITS_PROBLEM_HOST_TWICE, at);
        } else if (target->fields == NULL && target->field_count != 0) {
            wits_core_bind_complain(b, WITS_PROBLEM_TABLE_MISSING, (bind_place){at.table, at.row, at.name, "fields"});
        } else if (kind != WITS_NONE) {
            const field_pair fields = fields_of(b, kind, target);
            wits_core_bind_check_given(b, &fields);
        } else if (!b->host.is_shared) {
            report_unknown_kind(b, at);
        }
    }
}

static void report_missing_kind(binder *b, uint32_t kind, const char *name) {
    suggestion near = wits_expr_suggestion_for(name, name_length_of(name));
    for (uint32_t row = 0; row < b->host.target_count; row++) {
        const char *other = b->host.targets[row].name;
        if (other != NULL && wits_find_target_kind(b->brain, other) == WITS_NONE) {
            wits_expr_suggestion_offer(&near, other, name_length_of(other));
        }
    }
    const bind_place at = {WITS_TABLE_TARGETS, kind, name, NULL};
    wits_core_bind_suggest(wits_core_bind_complain(b, WITS_PROBLEM_HOST_TARGET_MISSING, at), &near);
}

void wits_core_bind_check_wanted_targets(binder *b) {
    for (uint32_t kind = 0; kind < b->brain->target_count; kind++) {
        const char *name = wits_target_kind_name(b->brain, kind);
        const wits_host_target *from = find_host_target(b, b->host.target_count, name);
        if (from == NULL) {
            report_missing_kind(b, kind, name);
        } else {
            const field_pair fields = fields_of(b, kind, from);
            wits_core_bind_check_wanted(b, &fields);
        }
    }
}

void wits_core_bind_targets(const binder *b) {
    for (uint32_t kind = 0; kind < b->brain->target_count; kind++) {
        const wits_host_target *from = find_host_target(b, b->host.target_count, wits_target_kind_name(b->brain, kind));
        if (from->columns != NULL) {
            const field_pair fields = fields_of(b, kind, from);
            wits_core_bind_columns(&fields, from->columns);
        }
    }
}
