// SPDX-License-Identifier: MIT
#include "crowd/crowd_native.h"

#include "common/context.h"
#include "crowd/crowd_sim.h"

#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------ host functions

/// Returns the same result for a call with arguments as the library's call would get.
static float answer(void *user, uint32_t function, uint32_t row, const native_argument *arguments, uint32_t count) {
    const crowd_sim *m = user;
    wits_argument told[WITS_MAX_ARGUMENTS];
    for (uint32_t i = 0; i < count; i++) {
        const native_argument *one = &arguments[i];
        const wits_argument_kind kind = (wits_argument_kind)one->kind;
        const char *name = kind == WITS_ARGUMENT_BOOL ? (one->integer != 0 ? "true" : "false")
                           : kind == WITS_ARGUMENT_ENUM
                               ? wits_function_value_name(m->brain, function, i, (uint32_t)one->integer)
                               : NULL;
        told[i] = (wits_argument){kind, one->integer, one->number, one->text != NULL ? one->text : name};
    }
    const wits_frame frame = {.row = row};
    const wits_call call = {
        .frame = &frame, .function = function, .arguments = told, .argument = told, .argument_count = count};
    const wits_function *asked = &m->functions[function];
    return asked->score != NULL ? asked->score(&m->around, &call) : (float)asked->condition(&m->around, &call);
}

// ------------------------------------------------------------------------------------------------------------- targets

/// Returns the values of a column as an array without gaps.
static void *without_gaps(crowd_native *n, uint32_t kind, uint32_t field, const wits_column *column, size_t count) {
    const size_t size = type_size(column->type);
    if (column->stride == size || count == 0) {
        return column->base;
    }
    if (n->capacities[kind][field] < count) {
        free(n->copies[kind][field]);
        n->copies[kind][field] = allocate(count, size);
        n->capacities[kind][field] = count;
    }
    unsigned char *to = n->copies[kind][field];
    const unsigned char *from = column->base;
    for (size_t i = 0; i < count; i++) {
        memcpy(to + i * size, from + i * column->stride, size);
    }
    return to;
}

void crowd_native_take_targets(crowd_sim *of) {
    crowd_native *n = &of->native;
    for (uint32_t kind = 0; kind < of->desc->target_count && n->targets != NULL; kind++) {
        const wits_target_list *list = &of->targets.lists[kind];
        n->targets[kind] = (native_targets){.ids = list->ids,
                                            .count = list->count,
                                            .offsets = list->offsets,
                                            .own_rows = list->own_rows,
                                            .fields = (const void *const *)n->fields[kind]};
        for (uint32_t field = 0; field < of->desc->targets[kind].field_count; field++) {
            const bool is_own = of->desc->targets[kind].fields[field].own && list->own_rows != NULL;
            n->fields[kind][field] =
                without_gaps(n, kind, field, &list->columns[field], is_own ? list->own_count : list->count);
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- crowd

void crowd_native_begin(crowd_sim *of) {
    crowd_native *n = &of->native;
    n->host = (native_host){of->around.values, of->around.columns, answer, of};
    n->columns = allocate(of->desc->field_count, sizeof *n->columns);
    for (uint32_t field = 0; field < of->desc->field_count; field++) {
        n->columns[field] = of->columns[field].base;
    }
    const uint32_t kinds = of->desc->target_count;
    n->targets = allocate(kinds, sizeof *n->targets);
    n->fields = allocate(kinds, sizeof *n->fields);
    n->copies = allocate(kinds, sizeof *n->copies);
    n->capacities = allocate(kinds, sizeof *n->capacities);
    for (uint32_t kind = 0; kind < kinds; kind++) {
        const size_t fields = of->desc->targets[kind].field_count;
        n->fields[kind] = allocate(fields, sizeof *n->fields[kind]);
        n->copies[kind] = allocate(fields, sizeof *n->copies[kind]);
        n->capacities[kind] = allocate(fields, sizeof *n->capacities[kind]);
    }
}

void crowd_native_end(crowd_sim *of) {
    crowd_native *n = &of->native;
    for (uint32_t kind = 0; n->targets != NULL && kind < of->desc->target_count; kind++) {
        for (uint32_t field = 0; field < of->desc->targets[kind].field_count; field++) {
            free(n->copies[kind][field]);
        }
        free(n->fields[kind]);
        free(n->copies[kind]);
        free(n->capacities[kind]);
    }
    free(n->columns);
    free(n->targets);
    free(n->fields);
    free(n->copies);
    free(n->capacities);
    *n = (crowd_native){0};
}

void crowd_native_run(const crowd_sim *of, const wits_crowd_run *run, native_verb verb, uint64_t first,
                      uint64_t count) {
    const native_crowd crowd = {.verb = verb,
                                .tick = run->tick,
                                .seed = run->seed,
                                .count = of->crowd.count,
                                .agents = of->crowd.agents,
                                .ids = of->crowd.ids,
                                .first_id = of->crowd.first_id,
                                .columns = of->native.columns,
                                .targets = of->native.targets,
                                .host = &of->native.host,
                                .scratch = run->scratch};
    of->how.native->run(&crowd, first, count);
}
