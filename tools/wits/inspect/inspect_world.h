// SPDX-License-Identifier: MIT
// The simulated world of an inspector: a crowd, its brain, and the values that its host would set. They are given as a
// text of lines:
//
//   health=random              as --set of `wits crowd`; NAME is a field, `function()` or KIND.FIELD of a target
//   enemy=3                    targets for each agent, as --targets
//   each tick:
//   health=clamp(health + (random - 0.5) * 0.1, 0, 1)    before each tick; NAME may also be an event
#ifndef WITS_TOOL_INSPECT_WORLD_H
#define WITS_TOOL_INSPECT_WORLD_H

#include "crowd/crowd_migrate.h"

typedef struct inspect_world {
    crowd_options options;  ///< those of the command line, with the settings of the text
    text settings;          ///< the text
    bool is_default;        ///< the text was made for the brain
    char *lines;            ///< referenced by the options
    crowd_given given;
    crowd_session run;
    bool has_begun;
} inspect_world;

/// Reads a world. Takes ownership of `file`, also on failure. `settings` null: as on the command line, or if that has
/// none, drawn from the ranges of what the host sets. With `goes_on`, agents will come from another world. Prints
/// errors and returns null on failure, with a status.
inspect_world *inspect_world_new(const crowd_options *options, wits_file *file, const char *settings, bool goes_on,
                                 int *status);
/// Writes the lines of a world that fit a brain, and warns about each of the others. Returns false if no setting is
/// left.
bool inspect_world_fit(const crowd_options *options, wits_file *file, const char *settings, text *to);
/// May be null.
void inspect_world_free(inspect_world *of);
/// Creates the agents and starts them. Returns a status; prints errors.
int inspect_world_begin(inspect_world *of);
/// Creates the agents from those of a world with another version of the brain, before its tick `next`. Prints errors
/// and returns false on failure.
bool inspect_world_migrate(const inspect_world *from, uint32_t next, inspect_world *to, losses *lost);

/// Sets values and takes inputs for a tick. Prints an error and returns false if a value is out of range; the tick can
/// run nevertheless.
bool inspect_world_prepare(inspect_world *of, uint32_t tick);
/// Makes agents continue with a tick that was prepared before: their bytes and fields were replaced.
void inspect_world_go_to(inspect_world *of, uint32_t tick);

/// Reads a brain from a text. Files that it includes are read from the folder of `name`. Prints errors, and returns
/// null if there are any.
wits_file *inspect_world_read_brain(const char *name, const char *bytes, size_t size);

#endif
