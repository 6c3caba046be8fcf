// SPDX-License-Identifier: MIT
// Records of a running call: frame.trace. Part of wits.h.
#ifndef WITS_TRACE_H
#define WITS_TRACE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wits_trace_kind {
    WITS_TRACE_TRIED,         ///< transition `row` of `state` was tried; `other` is the destination, `value` 1 if
                              ///< enabled
    WITS_TRACE_FIRED,         ///< `state` to `other`; `row` as in TRIED, WITS_NONE for a verb, a choice or a step
    WITS_TRACE_EXITED,        ///< `state`
    WITS_TRACE_KEPT,          ///< `state` is kept in `other`, which exits
    WITS_TRACE_ENTERED,       ///< `state`
    WITS_TRACE_ACTIVATED,     ///< `state` became active without its enter actions
    WITS_TRACE_CONTINUED,     ///< `state`, which was kept, is active again
    WITS_TRACE_SCORED,        ///< option `state` of `other` scored `value`, inertia included
    WITS_TRACE_NOT_A_NUMBER,  ///< option `state` of `other` scored NaN and is not a candidate
    WITS_TRACE_CHOSEN,   ///< option `state` of `other` was chosen, `value` above the best other candidate, which is the
                         ///< state `row`; if it is the only one, `row` is WITS_NONE and `value` its own score
    WITS_TRACE_GATED,    ///< option `state` of `other` is not a candidate: an outermost gate is false
    WITS_TRACE_COOLING,  ///< option `state` of `other` is not a candidate for another `value` ticks
    WITS_TRACE_OUT,  ///< option `state` of `other`, which scored `value`, is not a candidate; `row` is the wits_verdict
                     ///< with the reason: the floor, the default option, a higher rank, or that it is the default
                     ///< option
    WITS_TRACE_NO_CANDIDATE,  ///< `other` had no candidate: option `state` stays; if none was active, `row` is
                              ///< WITS_NONE and it is entered as the first
    WITS_TRACE_DONE,          ///< a choice of `other` found that its active option `state` is done
    WITS_TRACE_TARGETED,      ///< the best target of option `state` of `other` is `target`, which scored `value`
    WITS_TRACE_RETARGETED,    ///< `state` stays, and its target becomes `target`
} wits_trace_kind;

typedef struct wits_trace_record {
    uint64_t agent;  ///< the frame's agent id
    uint32_t tick;
    uint16_t kind;  ///< wits_trace_kind
    uint16_t state;
    uint16_t other;
    uint16_t row;
    float value;        ///< every NaN is 7fc00000
    uint32_t target;    ///< the id, for TARGETED and RETARGETED; else WITS_NO_TARGET
    uint32_t reserved;  ///< 0, so that records can be compared and stored as bytes
} wits_trace_record;

/// The caller's buffer. Records that do not fit are counted in `dropped`.
typedef struct wits_trace {
    wits_trace_record *records;
    uint32_t capacity;
    uint32_t count;
    uint64_t dropped;
} wits_trace;

#ifdef __cplusplus
}
#endif

#endif
