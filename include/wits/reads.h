// SPDX-License-Identifier: MIT
// Reads of a brain: which fields, answers of host functions and events matter to it, and which values make a
// difference. For tools that analyse a whole brain, such as wits/prove.h.
#ifndef WITS_READS_H
#define WITS_READS_H

#include "wits/wits.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Kind of a read.
typedef enum wits_read_what {
    WITS_READ_FIELD,      ///< `row` of the fields
    WITS_READ_CONDITION,  ///< the result of the host condition in `row` of the functions
    WITS_READ_SCORE,      ///< the result of the host score in `row` of the functions
    WITS_READ_EVENT,      ///< the event `row`
    WITS_READ_TICK,       ///< the word `tick`
    WITS_READ_RANDOM,     ///< the word `random`; `row` is its random stream
    WITS_READ_TARGET,     ///< a target of the kind `row`: its field `field`, or whether it is present
} wits_read_what;

/// The way of a read.
typedef enum wits_read_how {
    WITS_READ_TRUTH,     ///< used as a bool or an event, true or false
    WITS_READ_COMPARED,  ///< it is compared with the constant `value`
    WITS_READ_COPIED,    ///< assigned unchanged to the field `other`
    WITS_READ_OTHER,     ///< used in any other way, in which each value may make a difference
} wits_read_how;

typedef struct wits_read {
    wits_read_what what;
    uint32_t row;
    uint32_t field;  ///< for TARGET: the field's row in the kind; WITS_NONE: `present`
    wits_read_how how;
    double value;  ///< for COMPARED: the value at which the comparison changes, or the adjacent one. May be infinite
    bool widened;  ///< for COMPARED: an int is compared after rounding to a float
    bool below;    ///< for COMPARED: `value` and numbers below it may give different results
    bool above;    ///< for COMPARED: `value` and numbers above it may give different results
    uint32_t other;
} wits_read;

/// Receives one read, valid during the call only.
typedef void wits_read_fn(void *user, const wits_read *read);

/// Reports every read of a brain, in any order, possibly more than once. The operands of a comparison of two fields are
/// both OTHER. Allocates no memory. Does nothing without a brain.
WITS_API void wits_brain_reads(const wits_brain *brain, wits_read_fn *see, void *user);

#ifdef __cplusplus
}
#endif

#endif
