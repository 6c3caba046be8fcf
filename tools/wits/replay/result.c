// SPDX-License-Identifier: MIT
#include "replay/result.h"

#include "prove/prove.h"

static const char *const end_names[] = {
    [WITS_RECORDING_COMPLETE] = "complete", [WITS_RECORDING_CUT] = "cut", [WITS_RECORDING_DAMAGED] = "damaged"};

const char *recording_end_name(const wits_recording *of) {
    return end_names[of->end];
}

void text_recording_end(text *to, const char *subject, const wits_recording *of) {
    if (of->end == WITS_RECORDING_COMPLETE) {
        text_format(to, "%s is complete", subject);
        return;
    }
    text_format(to, "%s is %s ", subject, of->end == WITS_RECORDING_CUT ? "cut off" : "damaged");
    if (of->calls == 0) {
        text_add(to, "before its first call");
    } else {
        text_format(to, "after tick %u", (unsigned)of->last_tick);
    }
    text_format(to, "; %llu of its %llu bytes can be read", (unsigned long long)of->readable,
                (unsigned long long)of->size);
}

void replay_warn_of_rest(const replay_world *of) {
    const wits_recording *recording = &of->recording;
    const uint64_t rest = recording->size - recording->readable;
    if (recording->end == WITS_RECORDING_COMPLETE && rest > 0) {
        say_at((place){.file = of->path}, SEVERITY_WARNING,
               "%llu byte%s after its end %s ignored; are these two recordings in one file?", (unsigned long long)rest,
               rest == 1 ? "" : "s", rest == 1 ? "is" : "are");
    }
}

/// Writes "at byte 4211, after tick 7", where a recording ends that is cut off or damaged.
static void text_place(text *to, const wits_recording *of) {
    text_format(to, "at byte %llu, ", (unsigned long long)of->readable);
    if (of->calls == 0) {
        text_add(to, "before its first call");
    } else {
        text_format(to, "after tick %u", (unsigned)of->last_tick);
    }
}

bool replay_say_damage(const replay_world *of, severity how) {
    text where = {0};
    const bool is_damaged = of->recording.end == WITS_RECORDING_DAMAGED;
    if (is_damaged) {
        text_place(&where, &of->recording);
        say_at((place){.file = of->path}, how, "damaged %s; only what is before can be replayed", text_of(&where));
    }
    text_free(&where);
    return is_damaged;
}

static void text_size(text *to, const replay_world *of) {
    const wits_recording *recording = &of->recording;
    text_format(to, "%s: ", recording->start.name);
    text_count(to, recording->start.count);
    text_format(to, " agent%s, ", recording->start.count == 1 ? "" : "s");
    text_count(to, recording->calls);
    text_format(to, " call%s, ticks %u to %u", recording->calls == 1 ? "" : "s", (unsigned)recording->start.tick,
                (unsigned)recording->last_tick);
}

void text_own_difference(text *to, const replay_world *of) {
    const wits_difference *d = &of->difference;
    text_format(to, of->differs_at_end ? "after tick %u, in " : "before tick %u, in ", (unsigned)of->differs_tick);
    if (d->field < of->desc->field_count) {
        text_format(to, "the field '%s'", of->desc->fields[d->field].name);
    } else {
        text_add(to, d->field == WITS_NONE ? "the states, clocks or memory" : "a field of the game");
    }
    if (d->row != UINT64_MAX) {
        text_format(to, " of agent %llu", (unsigned long long)d->id);
    } else {
        text_add(to, of->agents.count == 1 ? " of the agent" : " of an agent");
    }
}

static void text_comparison(text *to, const replay_world *of) {
    if (of->differs) {
        text_add(to, "first difference: ");
        text_own_difference(to, of);
        text_add(to, "\n");
        if (of->compared > 0) {
            text_format(to, "the agents were the same before tick %u\n", (unsigned)of->same_tick);
        }
        if (of->difference.row == UINT64_MAX && of->agents.count > 1) {
            text_add(to, "the agent is unknown, because there is no keyframe at this tick; record with '--keyframes 1' "
                         "('keyframe_every = 1')\n");
        }
    } else if (of->compared > 0) {
        text_add(to, "the same as recorded; compared ");
        text_count(to, of->compared);
        text_format(to, " time%s\n", of->compared == 1 ? "" : "s");
    } else {
        text_add(to, "not compared: no hash is recorded up to here\n");
    }
}

void text_unanswered(text *to, const char *subject, uint64_t calls, const replay_world *of, bool is_recorded_brain) {
    const bool is_game_at_fault = is_recorded_brain && (!of->differs || of->recording.most_answers == 0);
    if (calls == 0) {
        return;
    }
    text_format(to, "%s%s", subject, *subject != '\0' ? ": " : "");
    text_count(to, calls);
    text_format(to, " function call%s had no recorded answer and returned false or 0%s\n", calls == 1 ? "" : "s",
                is_game_at_fault ? "; does the game call through wits_recorder_functions?" : "");
}

void replay_print(const replay_world *of, const char *brain) {
    text out = {0};
    text_size(&out, of);
    text_add(&out, "\n");
    text_comparison(&out, of);
    text_unanswered(&out, brain != NULL ? brain : "", wits_replay_unanswered(of->replay), of, brain == NULL);
    text_format(&out, "hash %016llx\n", (unsigned long long)replay_world_hash(of));
    text_recording_end(&out, "the recording", &of->recording);
    printf("%s\n", text_of(&out));
    text_free(&out);
}

void json_recording(json_writer *to, const char *key, const replay_world *of) {
    const wits_recording *recording = &of->recording;
    json_open(to, key, '{');
    json_text(to, "file", of->path);
    json_text(to, "brain", recording->start.name);
    json_count(to, "agents", recording->start.count);
    json_count(to, "calls", recording->calls);
    json_count(to, "first_tick", recording->start.tick);
    json_count(to, "last_tick", recording->last_tick);
    json_text(to, "end", recording_end_name(recording));
    json_count(to, "readable_bytes", recording->readable);
    json_count(to, "bytes", recording->size);
    json_close(to, '}');
}

void json_brain_file(json_writer *to, const char *brain) {
    if (brain != NULL) {
        json_text(to, "brain_file", brain);
    }
}

void print_json_line(const text *object) {
    printf("%s\n", text_of(object));
}

void json_own_difference(json_writer *to, const char *key, const replay_world *of) {
    const wits_difference *d = &of->difference;
    if (!of->differs) {
        json_nothing(to, key);
        return;
    }
    json_open(to, key, '{');
    json_count(to, "tick", of->differs_tick);
    json_bool(to, "at_end", of->differs_at_end);
    if (d->row != UINT64_MAX) {
        json_count(to, "agent", d->id);
    } else {
        json_nothing(to, "agent");
    }
    json_text(to, "field", d->field < of->desc->field_count ? of->desc->fields[d->field].name : NULL);
    json_close(to, '}');
}

void replay_print_json(const replay_world *of, const char *brain) {
    text out = {0};
    json_writer to = {.to = &out};
    json_open(&to, NULL, '{');
    json_recording(&to, "recording", of);
    json_brain_file(&to, brain);
    json_text(&to, "result", of->differs ? "differs" : of->compared > 0 ? "same" : "not compared");
    json_count(&to, "compared", of->compared);
    json_count(&to, "unanswered", wits_replay_unanswered(of->replay));
    json_format(&to, "hash", "\"%016llx\"", (unsigned long long)replay_world_hash(of));
    json_own_difference(&to, "difference", of);
    json_close(&to, '}');
    print_json_line(&out);
    text_free(&out);
}
