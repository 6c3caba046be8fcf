// SPDX-License-Identifier: MIT
// What the library wrote down of the decisions of one tick, and how `wits explain` tells it.
#ifndef WITS_TOOL_ASKED_H
#define WITS_TOOL_ASKED_H

#include "agent/agent_run.h"
#include "lint/bounds.h"
#include "wits/explain.h"

/// A call of the tick. A `tick` is two: a `decide` and an `update`.
typedef struct tick_record {
    input_verb verb;
    wits_state_id state;    ///< of goto, restart and place
    unsigned char *before;  ///< the agent's bytes
    unsigned char *after;
    context given;           ///< the fields before it
    context left;            ///< and after it
    bool *host;              ///< by row: the host's conditions and scores that it asked without arguments
    call_answers host_with;  ///< and those it asked with arguments, with what they gave
    wits_explain why;
    void *memory;  ///< of `why`
} tick_record;

/// A tick.
typedef struct tick_records {
    const wits_file *file;
    const agent_sim *of;
    tick_record *calls;
    size_t count, capacity;
    bool counterfactuals;
    wits_state_id watched;  ///< WITS_NONE: all states
    /// The last tick before it at which the agent went elsewhere or began; with `watched`, entered or left that state.
    uint32_t since;
    text because;     ///< the answers of that one; empty if it is the first
    bool was_scored;  ///< the watched option, at a tick before this one
    uint32_t scored;  ///< the last such tick
} tick_records;

/// Lets an agent that is prepared live until the end of the tick, 0 being its start. `one` must outlive it.
tick_records tick_records_at(agent_run *one, uint32_t tick);
/// The same, with `since`, `because` and `scored` of one state. WITS_NONE: of all states.
tick_records tick_records_of_state(agent_run *one, uint32_t tick, wits_state_id state);
/// The last time in the tick that an option was scored. Returns null if it was not.
const tick_record *tick_records_scored(const tick_records *of, wits_state_id option,
                                       const wits_explained_choice **choice, const wits_explained_option **told);
void tick_records_free(tick_records *of);

// -------------------------------------------------------------------------------------------------------- how to tell

/// Why the agent is where it is after the call, in one sentence; nothing of an update that leads nowhere else.
void text_answer(const tick_records *about, const tick_record *call, text *to);
/// All of it, for reading.
void text_tick_records(const tick_records *about, bool colour, text *to);
/// All of it, as one JSON object.
void text_tick_records_json(const tick_records *about, text *to);

/// A table of the options that were weighed, best first, and below it what each is made of.
void text_options(const tick_records *about, const tick_record *call, const wits_explained_choice *choice, bool colour,
                  text *to);
/// The table alone.
void text_option_table(const tick_records *about, const tick_record *call, const wits_explained_choice *choice,
                       bool colour, text *to);
/// What one option of it is made of: its score, considerations and targets, and what would have had to be different.
void text_option_detail(const tick_records *about, const tick_record *call, const wits_explained_choice *choice,
                        const wits_explained_option *option, text *to);
/// "✓ hide → rest  line 9  fires: always": a transition that was tried, and what became of it, in a line.
void text_tried(const tick_records *about, const tick_record *call, const wits_explained_transition *transition,
                bool colour, text *to);
/// " does not choose: fight is held for 3 more ticks": of a choice whose options were not scored.
void text_not_scored(const tick_records *about, const tick_record *call, const wits_explained_choice *choice, text *to);
/// "won by 0.06", "a gate does not hold: meat > 0": what became of an option, and why.
void text_verdict(const tick_records *about, const tick_record *call, const wits_explained_choice *choice,
                  const wits_explained_option *option, text *to);
/// The considerations of an option line by line, and what would have had to be different for it to win.
void text_considerations(const tick_records *about, const tick_record *call, const wits_explained_option *option,
                         text *to);

// ------------------------------------------------------------------------------------------------------- what all need

/// What number `i` of all that the host was asked is called, and what it gave; false at the end.
bool text_tick_record(text *name, text *value, const tick_records *about, const tick_record *call, uint32_t i,
                      bool json);
/// Where a row, or one of its members, stands in the file.
uint32_t tick_record_line(const tick_records *about, wits_table table, uint32_t row, const char *member);
bool asked_was_started(const tick_records *about, const tick_record *call);
bool asked_has_moved(const tick_records *about, const tick_record *call);
/// Part `part` of a condition, folded into a line; the whole where the text has no such parts.
void text_part(text *to, const tick_records *about, const wits_explained_transition *transition, uint32_t part);
/// How many parts there are to tell: 0 if there is no condition or it was not asked.
uint32_t asked_parts(const tick_records *about, const wits_explained_transition *transition);
bool asked_part_holds(const tick_records *about, const tick_record *call, const wits_explained_transition *transition,
                      uint32_t part);

/// Among those who could have been chosen, the best but for this one; null if there is none.
const wits_explained_option *asked_best_other(const tick_record *call, const wits_explained_choice *choice,
                                              wits_state_id option);
/// The option's record; null if they were not scored.
const wits_explained_option *asked_option(const tick_record *call, const wits_explained_choice *choice,
                                          wits_state_id option);
/// Whether who was chosen was drawn.
/// The active option is done and has been chosen again.
bool asked_begins_anew(const wits_explained_choice *choice);
/// ": 2 of 3 ticks", of the active option of a choice that lasts so long; nothing of others.
void text_ends_in(const wits_desc *desc, const wits_explained_choice *choice, text *to);
bool asked_was_drawn(const wits_explained_choice *choice);
/// Whether an option could have been chosen.
bool asked_is_candidate(const wits_explained_option *option);
/// The rows of an option in the table of considerations.
const wits_consideration_desc *asked_rows(const tick_records *about, const tick_record *call,
                                          const wits_explained_option *option);

/// Whether it is scored for each of a kind of targets.
bool asked_has_targets(const tick_records *about, const wits_explained_option *option);
/// The record of that target of an option's; null if it is none of the best, or there is none.
const wits_explained_target *asked_target(const tick_record *call, const wits_explained_option *option, uint32_t id);
/// The one whose score the option competes with; where the option sticks to its own, that is another.
const wits_explained_target *asked_scoring_target(const tick_record *call, const wits_explained_option *option);
/// The best of those that the option could have taken instead of its own; null if there is none.
const wits_explained_target *asked_next_target(const tick_record *call, const wits_explained_option *option);
/// Whether the option stays, and is about another target than before.
bool asked_retargets(const wits_explained_choice *choice);
/// "turns from 7 to 3", of such an option.
void text_turn(const wits_explained_choice *choice, text *to);
/// "attack on 7"; of an option without a target its name.
void text_whom(text *to, const tick_records *about, const wits_explained_option *option, uint32_t target);
/// explain_targets.c: the best targets of an option, and why the next best one was not taken.
void text_targets(const tick_records *about, const tick_record *call, const wits_explained_choice *choice,
                  const wits_explained_option *option, text *to);
/// explain_rows.c: the considerations of a target that was not taken, and what would have had to be different.
void text_target_considerations(const tick_records *about, const tick_record *call, const wits_explained_option *option,
                                const wits_explained_target *target, text *to);
/// ": enemy.distance (0.8 against 0.5)", where one target is ahead of the other the most; nothing if nowhere.
void text_ahead(const tick_records *about, const tick_record *call, const wits_explained_target *taken,
                const wits_explained_target *other, text *to);

/// What is told of a call, in the order in which it happened.
typedef enum asked_kind { ASKED_TRANSITION, ASKED_CHOICE, ASKED_BEGINNING, ASKED_END } asked_kind;

/// How many of each have been taken; begins as zeroes.
typedef struct asked_order {
    uint32_t counts[ASKED_END];
} asked_order;

/// Takes the next one; `number` becomes its number among those of its kind.
asked_kind asked_next(const tick_record *call, asked_order *at, uint32_t *number);
/// Why a rule of `initial` was taken: its condition, or that no other holds.
void text_rule(text *to, const tick_records *about, const wits_explained_beginning *one);

/// Notes which fields an option's score, rank and considerations read.
void asked_score_fields(const wits_desc *desc, wits_state_id option, bool *read);
/// Which fields the call has read, as far as what is told of it goes: a flag for each, to be freed.
bool *asked_fields(const tick_records *about, const tick_record *call);

/// As few digits as are worth reading.
void text_short(text *to, float value);
/// "31 %".
void text_percent(text *to, float part, float whole);

#endif
