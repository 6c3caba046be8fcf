// SPDX-License-Identifier: MIT
// The decisions that the library recorded in one tick, and their presentation by `wits explain`.
#ifndef WITS_TOOL_ASKED_H
#define WITS_TOOL_ASKED_H

#include "agent/agent_run.h"
#include "common/json.h"
#include "lint/bounds.h"
#include "wits/explain.h"

/// One call of the tick. A `tick` is recorded as two calls: `decide` and `update`.
typedef struct tick_record {
    input_verb verb;
    wits_state_id state;    ///< argument of goto, restart and set_state
    unsigned char *before;  ///< the agent's bytes before the call
    unsigned char *after;
    context given;           ///< fields before the call
    context left;            ///< fields after the call
    bool *host;              ///< by row: host conditions and scores that it called without arguments
    call_answers host_with;  ///< those that it called with arguments, with their results
    wits_explain why;
    void *memory;  ///< memory of `why`
} tick_record;

/// The record of one tick.
typedef struct tick_records {
    const wits_file *file;
    const agent_sim *of;
    tick_record *calls;
    size_t count, capacity;
    bool counterfactuals;
    wits_state_id watched;  ///< WITS_NONE: all states
    /// The last earlier tick at which the agent changed state or started. If `watched` is set: at which it entered or
    /// left that state.
    uint32_t since;
    text because;     ///< the explanation of that tick; empty if it is the first
    bool was_scored;  ///< the watched option was scored at an earlier tick
    uint32_t scored;  ///< the last such tick
} tick_records;

/// Runs a prepared agent to the end of the tick, 0 being its start. `one` must outlive the result.
tick_records tick_records_at(agent_run *one, uint32_t tick);
/// The same, with `since`, `because` and `scored` for one state. WITS_NONE: for all states.
tick_records tick_records_of_state(agent_run *one, uint32_t tick, wits_state_id state);
/// Starts the records of an agent that the caller runs, tick by tick, with the two functions below.
tick_records tick_records_begin(const wits_file *file, const agent_sim *of);
/// Makes and records a call of the current tick.
void tick_records_call(tick_records *to, agent_sim *of, input_call call);
/// Ends a tick: keeps what later ticks need to know about it, and drops its records.
void tick_records_next(tick_records *of, uint32_t tick);
/// Returns the last call of the tick in which the option was scored, or null.
const tick_record *tick_records_scored(const tick_records *of, wits_state_id option,
                                       const wits_explained_choice **choice, const wits_explained_option **told);
void tick_records_free(tick_records *of);

// -------------------------------------------------------------------------------------------------------- presentation

/// Explains in one sentence why the agent is where it is after the call. Writes nothing for an update that changes no
/// state.
void text_answer(const tick_records *about, const tick_record *call, text *to);
/// Writes the answers of all calls of the tick. If the agent changed nothing, what led there follows.
void text_answers(const tick_records *about, text *to);
/// Writes the whole explanation as text.
void text_tick_records(const tick_records *about, bool colour, text *to);
/// Writes the whole explanation as one JSON object.
void json_tick_records(json_writer *to, const char *key, const tick_records *about);

/// Writes a table of the scored options, best first, then the details of each.
void text_options(const tick_records *about, const tick_record *call, const wits_explained_choice *choice, bool colour,
                  text *to);
/// Writes the table only.
void text_option_table(const tick_records *about, const tick_record *call, const wits_explained_choice *choice,
                       bool colour, text *to);
/// Writes the details of one option: its score, considerations and targets, and the changes that would have made it
/// win.
void text_option_detail(const tick_records *about, const tick_record *call, const wits_explained_choice *choice,
                        const wits_explained_option *option, text *to);
/// Writes one line about a transition that was tried, such as "✓ hide → rest  line 9  fires: always".
void text_tried(const tick_records *about, const tick_record *call, const wits_explained_transition *transition,
                bool colour, text *to);
/// Writes why a choice did not score its options, such as " does not choose: fight is held for 3 more ticks".
void text_not_scored(const tick_records *about, const tick_record *call, const wits_explained_choice *choice, text *to);
/// Writes the result of an option and the reason: "won by 0.06", "a gate does not hold: meat > 0".
void text_verdict(const tick_records *about, const tick_record *call, const wits_explained_choice *choice,
                  const wits_explained_option *option, text *to);
/// Writes the considerations of an option, one a line, and the inputs with which it would have won.
void text_considerations(const tick_records *about, const tick_record *call, const wits_explained_option *option,
                         text *to);
/// Writes the fields in an option's expression with which it would have won.
void text_fields_that_win(const tick_records *about, const tick_record *call, const wits_explained_option *option,
                          text *to);

// ------------------------------------------------------------------------------------------------------------- helpers

/// Writes the name and the result of host call number `i`, first those without arguments. Returns false after
/// the last.
bool text_tick_record(text *name, text *value, const tick_records *about, const tick_record *call, uint32_t i,
                      bool json);
/// Returns the line of a row, or of one of its members, in the file.
uint32_t tick_record_line(const tick_records *about, wits_table table, uint32_t row, const char *member);
bool asked_was_started(const tick_records *about, const tick_record *call);
bool asked_has_moved(const tick_records *about, const tick_record *call);
/// Writes part `part` of a condition on one line, or the whole condition if its text has no such parts.
void text_part(text *to, const tick_records *about, const wits_explained_transition *transition, uint32_t part);
/// Returns the number of parts to show: 0 if there is no condition or it was not evaluated.
uint32_t asked_parts(const tick_records *about, const wits_explained_transition *transition);
bool asked_part_holds(const tick_records *about, const tick_record *call, const wits_explained_transition *transition,
                      uint32_t part);

/// Returns the best candidate other than this option, or null if there is none.
const wits_explained_option *asked_best_other(const tick_record *call, const wits_explained_choice *choice,
                                              wits_state_id option);
/// Returns the option's record, or null if the options were not scored.
const wits_explained_option *asked_option(const tick_record *call, const wits_explained_choice *choice,
                                          wits_state_id option);
/// Returns whether the active option is done and was chosen again.
bool asked_begins_anew(const wits_explained_choice *choice);
/// Writes ": 2 of 3 ticks" if the active option lasts a fixed number of ticks, else nothing.
void text_ends_in(const wits_desc *desc, const wits_explained_choice *choice, text *to);
bool asked_was_drawn(const wits_explained_choice *choice);
/// Returns whether an option could have been chosen.
bool asked_is_candidate(const wits_explained_option *option);
/// Returns the rows of an option in the table of considerations.
const wits_consideration_desc *asked_rows(const tick_records *about, const tick_record *call,
                                          const wits_explained_option *option);

/// Returns whether the option is scored once for each target of a kind.
bool asked_has_targets(const tick_records *about, const wits_explained_option *option);
/// Returns the record of one of the option's targets. Null if it is not among the best or does not exist.
const wits_explained_target *asked_target(const tick_record *call, const wits_explained_option *option, uint32_t id);
/// Returns the target whose score the option competes with. It differs from the target taken if the option keeps its
/// old one.
const wits_explained_target *asked_scoring_target(const tick_record *call, const wits_explained_option *option);
/// Returns the best target that the option could have taken instead, or null if there is none.
const wits_explained_target *asked_next_target(const tick_record *call, const wits_explained_option *option);
/// Returns whether the option stays active but changes its target.
bool asked_retargets(const wits_explained_choice *choice);
/// Writes that change: "turns from 7 to 3".
void text_turn(const wits_explained_choice *choice, text *to);
/// Writes the option and its target, "attack on 7", or only the name of an option without a target.
void text_whom(text *to, const tick_records *about, const wits_explained_option *option, uint32_t target);
/// explain_targets.c: writes the best targets of an option, and why the next best one was not taken.
void text_targets(const tick_records *about, const tick_record *call, const wits_explained_choice *choice,
                  const wits_explained_option *option, text *to);
/// explain_rows.c: writes the considerations of a target that was not taken, and the changes that would have made it
/// win.
void text_target_considerations(const tick_records *about, const tick_record *call, const wits_explained_option *option,
                                const wits_explained_target *target, text *to);
/// Writes where one target leads the other by the most: ": enemy.distance (0.8 against 0.5)". Writes nothing if it
/// leads nowhere.
void text_ahead(const tick_records *about, const tick_record *call, const wits_explained_target *taken,
                const wits_explained_target *other, text *to);

/// Kinds of records of a call, in the order of events.
typedef enum asked_kind { ASKED_TRANSITION, ASKED_CHOICE, ASKED_BEGINNING, ASKED_END } asked_kind;

/// Number of records of each kind consumed so far; starts as zeroes.
typedef struct asked_order {
    uint32_t counts[ASKED_END];
} asked_order;

/// Takes the next record. Sets `number` to its number among those of its kind.
asked_kind asked_next(const tick_record *call, asked_order *at, uint32_t *number);
/// Writes why a rule of `initial` was taken: its condition, or that no other rule holds.
void text_rule(text *to, const tick_records *about, const wits_explained_beginning *one);

/// Notes the fields that an option's score, rank and considerations read.
void asked_score_fields(const wits_desc *desc, wits_state_id option, bool *read);
/// Returns a flag for each field that the explanation of the call reads. The caller frees it.
bool *asked_fields(const tick_records *about, const tick_record *call);

/// Writes a number with few digits.
void text_short(text *to, float value);
/// Writes a share: "31 %".
void text_percent(text *to, float part, float whole);

#endif
