// SPDX-License-Identifier: MIT
// Makes the agents of a running crowd agents of a new version of their brain, and notes what they lose.
#ifndef WITS_TOOL_CROWD_MIGRATE_H
#define WITS_TOOL_CROWD_MIGRATE_H

#include "crowd/crowd_session.h"

/// A kind of loss, with the number of agents that have it.
typedef struct loss_count {
    wits_loss_kind kind;
    uint32_t row;
    uint64_t agents;
    text what;
} loss_count;

typedef struct losses {
    loss_count *items;
    size_t count, capacity;
} losses;

/// Describes a loss, with the number of agents. A field that is gone has one loss for all agents.
void text_loss(text *to, const loss_count *one);
void losses_free(losses *of);

/// Creates the crowd of a new brain from one whose next call is that of tick `next`. It has the inputs up to and
/// including tick `inputs_until`. The counts so far go with it. Prints errors and returns false on failure; end `to` in
/// any case.
bool crowd_migrate(const crowd_sim *from, const crowd_given *given, uint32_t inputs_until, uint32_t next, crowd_sim *to,
                   losses *lost);

#endif
