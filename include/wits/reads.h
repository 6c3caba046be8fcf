// SPDX-License-Identifier: MIT
// What a brain reads, and how: which fields, answers of host functions and events matter to it, and which values make a
// difference. For tools that look at a brain as a whole, as wits/prove.h does.
#ifndef WITS_READS_H
#define WITS_READS_H

#include "wits/wits.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What is read.
typedef enum wits_read_what {
    WITS_READ_FIELD,      ///< `row` of the fields
    WITS_READ_CONDITION,  ///< what the host condition `row` of the functions gives
    WITS_READ_SCORE,      ///< what the host score `row` of the functions gives
    WITS_READ_EVENT,      ///< the event `row`
    WITS_READ_TICK,       ///< the word `tick`
    WITS_READ_RANDOM,     ///< the word `random`; `row` is its place
    WITS_READ_TARGET,     ///< of a target of the kind `row`: its field `field`, or whether it is present
} wits_read_what;

/// In which way.
typedef enum wits_read_how {
    WITS_READ_TRUTH,     ///< it is a bool or an event, which is true or false
    WITS_READ_COMPARED,  ///< it is compared with the constant `value`
    WITS_READ_COPIED,    ///< it is assigned as it is to the field `other`
    WITS_READ_ELSEHOW,   ///< any other way, in which each value may make a difference
} wits_read_how;

typedef struct wits_read {
    wits_read_what what;
    uint32_t row;
    uint32_t field;  ///< of TARGET: in the kind's order; WITS_NONE: `present`
    wits_read_how how;
    double value;  ///< of COMPARED: where the comparison changes, or the value next to it. May be infinite
    bool widened;  ///< of COMPARED: an int is compared as the float nearest to it
    uint32_t other;
} wits_read;

/// Gets one read, which lives during the call.
typedef void wits_read_fn(void *user, const wits_read *read);

/// Tells of every read of a brain, in any order, some of them more than once. What a comparison of two fields reads is
/// ELSEHOW of both. No memory is allocated. Nothing without a brain.
WITS_API void wits_brain_reads(const wits_brain *brain, wits_read_fn *see, void *user);

#ifdef __cplusplus
}
#endif

#endif
