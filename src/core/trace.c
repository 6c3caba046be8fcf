// SPDX-License-Identifier: MIT
#include "core/pass.h"

void wits_core_trace_add(const wits_frame *frame, wits_trace_kind kind, uint32_t id, uint32_t other, uint32_t row,
                         float value) {
    wits_trace *to = frame->trace;
    if (to->count >= to->capacity) {
        to->dropped++;
        return;
    }
    to->records[to->count++] = (wits_trace_record){.agent = frame->agent,
                                                   .tick = frame->tick,
                                                   .kind = (uint16_t)kind,
                                                   .state = (uint16_t)id,
                                                   .other = (uint16_t)other,
                                                   .row = (uint16_t)row,
                                                   .value = value};
}
