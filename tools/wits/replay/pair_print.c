// SPDX-License-Identifier: MIT
#include "replay/pair_print.h"

#include "prove/prove.h"
#include "replay/result.h"

#include <string.h>

/// Writes "agent 3 is in walk in A and in attack in B".
static void text_pair_difference(text *to, const replay_difference *d, const pair_words *words) {
    const char *first = text_of(&d->values[0]), *second = text_of(&d->values[1]);
    const char *a = text_of(&words->places[0]), *b = text_of(&words->places[1]);
    if (d->what == REPLAY_SEED) {
        text_format(to, "the seed is %s %s and %s %s", first, a, second, b);
        return;
    }
    switch (d->what) {
    case REPLAY_STATE:
        text_format(to, "agent %llu is in %s %s and in %s %s", (unsigned long long)d->id, first, a, second, b);
        break;
    case REPLAY_TARGET:
        text_format(to, "the target of %s of agent %llu is %s %s and %s %s", text_of(&d->name),
                    (unsigned long long)d->id, first, a, second, b);
        break;
    case REPLAY_TARGETS:
        if (strcmp(first, second) != 0) {
            text_format(to, "agent %llu has %s targets of the kind '%s' %s and %s %s", (unsigned long long)d->id, first,
                        text_of(&d->name), a, second, b);
        } else {
            text_format(to, "agent %llu has different targets of the kind '%s'", (unsigned long long)d->id,
                        text_of(&d->name));
        }
        break;
    case REPLAY_ANSWER:
        text_format(to, "%s of agent %llu is %s %s and %s %s", text_of(&d->name), (unsigned long long)d->id, first, a,
                    second, b);
        break;
    case REPLAY_EVENT:
        text_format(to, "the event '%s' of agent %llu is %s %s and %s %s", text_of(&d->name), (unsigned long long)d->id,
                    first, a, second, b);
        break;
    case REPLAY_FIELD:
        text_format(to, "the field '%s' of agent %llu is %s %s and %s %s", text_of(&d->name), (unsigned long long)d->id,
                    first, a, second, b);
        break;
    default:
        text_format(to, "agent %llu has different clocks or memory", (unsigned long long)d->id);
        break;
    }
}

static void text_pair_end(text *to, const replay_pair *of, const pair_words *words) {
    for (uint32_t side = 0; side < 2; side++) {
        if (side == 0 || words->are_recordings) {
            text_recording_end(to, words->files[side], &of->worlds[side].recording);
            text_add(to, "\n");
        }
    }
}

/// Returns whether one of two recordings ended before the other, though it was not cut off.
static bool has_more_calls(const replay_pair *of) {
    return replay_pair_more_calls(of) > 0 &&
           of->worlds[of->end == REPLAY_END_FIRST ? 0 : 1].recording.end == WITS_RECORDING_COMPLETE;
}

/// Returns whether a side of the pair differs from its recording. With another brain, that is not an error.
static bool differs_itself(const replay_pair *of, const pair_words *words, uint32_t side) {
    return of->worlds[side].differs && (side == 0 || words->are_recordings);
}

bool pair_differs(const replay_pair *of, const pair_words *words) {
    return of->decision.what != REPLAY_NOTHING || of->input.what != REPLAY_NOTHING || of->end == REPLAY_END_CALLS ||
           has_more_calls(of) || differs_itself(of, words, 0) || differs_itself(of, words, 1);
}

static void text_more_calls(text *to, const replay_pair *of, const pair_words *words) {
    const uint64_t more = replay_pair_more_calls(of);
    const uint32_t longer = of->end == REPLAY_END_FIRST ? 1 : 0;
    if (more > 0) {
        text_format(to, "%s has ", words->files[longer]);
        text_count(to, more);
        text_format(to, " more call%s, up to tick %u\n", more == 1 ? "" : "s",
                    (unsigned)of->worlds[longer].recording.last_tick);
    }
}

/// Writes what limits the comparison: functions without answers, and what another brain lacks.
static void text_left_out(text *to, const replay_pair *of, const pair_words *words) {
    for (uint32_t side = 0; side < 2; side++) {
        text_unanswered(to, words->subjects[side], of->unanswered[side], &of->worlds[side],
                        side == 0 || words->are_recordings);
    }
    for (size_t i = 0; i < of->left_out_count && !words->are_recordings; i++) {
        text_format(to, "left out: %s\n", text_of(&of->left_out[i]));
    }
}

void print_pair(const replay_pair *of, const pair_words *words) {
    text out = {0};
    for (uint32_t side = 0; side < 2; side++) {
        if (differs_itself(of, words, side)) {
            text_format(&out, "%s: this machine's results differ from the recording: ", words->files[side]);
            text_own_difference(&out, &of->worlds[side]);
            text_add(&out, "\n");
        }
    }
    if (of->decision.what != REPLAY_NOTHING) {
        text_format(&out, "the first difference is at tick %u: ", (unsigned)of->decision.tick);
        text_pair_difference(&out, &of->decision, words);
        text_add(&out, "\n");
    }
    if (of->input.what != REPLAY_NOTHING) {
        const bool has_decision = of->decision.what != REPLAY_NOTHING;
        text_format(&out, "%s tick %u: ", has_decision ? "its inputs differ first, at" : "only inputs differ, first at",
                    (unsigned)of->input.tick);
        text_pair_difference(&out, &of->input, words);
        text_add(&out, "\n");
    }
    for (uint32_t side = 0; side < 2 && of->decision.what != REPLAY_NOTHING; side++) {
        text_format(&out, "  %s: %s\n", words->names[side], text_of(&of->why[side]));
    }
    if (of->end == REPLAY_END_CALLS) {
        text_format(&out, "different calls after call %llu: %s %s and %s %s\n",
                    (unsigned long long)of->worlds[0].calls - 1, text_of(&of->calls[0]), text_of(&words->places[0]),
                    text_of(&of->calls[1]), text_of(&words->places[1]));
    }
    const bool is_same =
        of->decision.what == REPLAY_NOTHING && of->input.what == REPLAY_NOTHING && of->end != REPLAY_END_CALLS;
    if (is_same) {
        text_format(&out, "the same %s and %s, after each of %llu calls up to tick %u\n", text_of(&words->places[0]),
                    text_of(&words->places[1]), (unsigned long long)of->same_calls, (unsigned)of->last_tick);
    }
    text_more_calls(&out, of, words);
    if (is_same) {
        text_pair_end(&out, of, words);
    }
    text_left_out(&out, of, words);
    fwrite(text_of(&out), 1, out.length, stdout);
    text_free(&out);
}

static void json_difference(json_writer *to, const char *key, const replay_difference *d) {
    if (d->what == REPLAY_NOTHING) {
        json_nothing(to, key);
        return;
    }
    json_open(to, key, '{');
    json_count(to, "tick", d->tick);
    json_count(to, "call", d->call);
    if (d->row == UINT64_MAX) {
        json_nothing(to, "agent");
    } else {
        json_count(to, "agent", d->id);
    }
    json_text(to, "what", replay_what_name(d->what));
    json_text(to, "name", d->name.length > 0 ? text_of(&d->name) : NULL);
    json_text(to, "a", d->what == REPLAY_MEMORY ? NULL : text_of(&d->values[0]));
    json_text(to, "b", d->what == REPLAY_MEMORY ? NULL : text_of(&d->values[1]));
    json_close(to, '}');
}

static void json_calls(json_writer *to, const replay_pair *of) {
    if (of->calls[0].length > 0 || of->calls[1].length > 0) {
        json_open(to, "calls", '{');
        json_text(to, "a", of->calls[0].length > 0 ? text_of(&of->calls[0]) : NULL);
        json_text(to, "b", of->calls[1].length > 0 ? text_of(&of->calls[1]) : NULL);
        json_close(to, '}');
    }
}

static void json_left_out(json_writer *to, const replay_pair *of, const pair_words *words) {
    json_open(to, "unanswered", '{');
    json_count(to, "a", of->unanswered[0]);
    json_count(to, "b", of->unanswered[1]);
    json_close(to, '}');
    if (!words->are_recordings) {
        json_open(to, "left_out", '[');
        for (size_t i = 0; i < of->left_out_count; i++) {
            json_text(to, NULL, text_of(&of->left_out[i]));
        }
        json_close(to, ']');
    }
}

void print_pair_json(const replay_pair *of, const pair_words *words, const char *brain) {
    text out = {0};
    json_writer to = {.to = &out};
    json_open(&to, NULL, '{');
    json_recording(&to, "a", &of->worlds[0]);
    json_recording(&to, "b", &of->worlds[1]);
    json_brain_file(&to, brain);
    json_text(&to, "result", pair_differs(of, words) ? "differs" : "same");
    json_count(&to, "same_calls", of->same_calls);
    for (uint32_t side = 0; side < 2 && words->are_recordings; side++) {
        json_own_difference(&to, side == 0 ? "a_recorded" : "b_recorded", &of->worlds[side]);
    }
    json_difference(&to, "difference", &of->decision);
    json_difference(&to, "input", &of->input);
    if (of->decision.what != REPLAY_NOTHING) {
        json_open(&to, "why", '{');
        json_text(&to, "a", text_of(&of->why[0]));
        json_text(&to, "b", text_of(&of->why[1]));
        json_close(&to, '}');
    }
    json_calls(&to, of);
    json_left_out(&to, of, words);
    json_close(&to, '}');
    print_json_line(&out);
    text_free(&out);
}
