// SPDX-License-Identifier: MIT
// Prints how two replays compare.
#ifndef WITS_TOOL_REPLAY_PAIR_PRINT_H
#define WITS_TOOL_REPLAY_PAIR_PRINT_H

#include "replay/pair.h"

/// The words for both sides of a comparison.
/// The words for both sides of a comparison.
typedef struct pair_words {
    bool are_recordings;  ///< two of them; else one with two brains
    const char *files[2];
    const char *subjects[2];  ///< in messages: the recordings, or the recording and the other brain
    const char *names[2];     ///< before an explanation: "A"
    text places[2];           ///< "in A", "with new.yaml"
} pair_words;

/// Returns whether anything differs that was compared.
bool pair_differs(const replay_pair *of, const pair_words *words);
void print_pair(const replay_pair *of, const pair_words *words);
/// `brain` is the file of another brain, or null.
void print_pair_json(const replay_pair *of, const pair_words *words, const char *brain);

#endif
