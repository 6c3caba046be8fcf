// SPDX-License-Identifier: MIT
#include "core/run/pass.h"
#include "expr/math.h"

static void add(const wits_frame *frame, const wits_trace_record *record) {
    wits_trace *to = frame->trace;
    if (to->count >= to->capacity) {
        to->dropped++;
    } else {
        to->records[to->count] = *record;
        to->records[to->count].agent = frame->agent;
        to->records[to->count].tick = frame->tick;
        to->records[to->count].value = math_canonical(record->value);
        to->count++;
    }
}

void wits_core_trace_add(const wits_frame *frame, wits_trace_kind kind, uint32_t id, uint32_t other, uint32_t row,
                         float value) {
    add(frame, &(wits_trace_record){.kind = (uint16_t)kind,
                                    .state = (uint16_t)id,
                                    .other = (uint16_t)other,
                                    .row = (uint16_t)row,
                                    .value = value,
                                    .target = WITS_NO_TARGET});
}

void wits_core_trace_target(const pass *p, wits_trace_kind kind, uint16_t option, uint32_t target, float value) {
    if (p->call.frame->trace != NULL) {
        add(p->call.frame, &(wits_trace_record){.kind = (uint16_t)kind,
                                                .state = option,
                                                .other = brain_state(p->call.brain, option)->parent,
                                                .row = WITS_NONE,
                                                .value = value,
                                                .target = target});
    }
}
