// SPDX-License-Identifier: MIT
#include "common/recording.h"

#include "common/platform.h"

#include <errno.h>
#include <string.h>

static bool write_bytes(void *user, const void *bytes, size_t size) {
    recording_file *to = user;
    errno = 0;
    const bool written = fwrite(bytes, 1, size, to->to.file) == size;
    to->problem = written ? 0 : errno;
    return written;
}

/// The text of a single file has its own lines. All other brains are written as one file.
static void take_brain(wits_file *file, text *to) {
    size_t length;
    const bool is_whole = wits_file_source_count(file) == 1 && constants_noted() == 0;
    const char *from = is_whole ? wits_file_text(file, &length) : wits_file_expanded(file, &length);
    text_add_bytes(to, from, from != NULL ? length : 0);
}

int recording_begin(const char *command, const char *path, wits_file *file, const wits_recorder_options *how,
                    recording_file *to) {
    *to = (recording_file){.path = path};
    wits_recorder_options options = *how;
    take_brain(file, &to->brain);
    options.text = text_of(&to->brain);
    options.text_size = to->brain.length;
    options.write = write_bytes;
    options.user = to;
    int status = output_begin(command, path, &to->to);
    if (status != STATUS_DONE) {
        return status;
    }
    to->size = wits_recorder_size(&options);
    to->memory = to->size > 0 ? platform_reserve(to->size) : NULL;
    to->recorder = to->memory != NULL ? wits_recorder_begin(&options, to->memory, (size_t)to->size) : NULL;
    if (to->recorder == NULL) {
        output_abandon(&to->to);
        return say_error("not enough memory to record to %s", path);
    }
    return STATUS_DONE;
}

bool recording_is_good(const recording_file *of) {
    return of->recorder == NULL || wits_recorder_status_of(of->recorder) == WITS_RECORDER_OK;
}

static void free_memory(recording_file *of) {
    if (of->memory != NULL) {
        platform_unreserve(of->memory, of->size);
    }
    text_free(&of->brain);
    *of = (recording_file){.path = of->path};
}

int recording_end(recording_file *of) {
    if (of->recorder == NULL) {
        return STATUS_DONE;
    }
    int status = STATUS_DONE;
    const bool is_complete = wits_recorder_end(of->recorder);
    const wits_recorder_status end = wits_recorder_status_of(of->recorder);
    if (!is_complete && end != WITS_RECORDER_WRITE_FAILED) {
        status = say_error("%s cannot be recorded: %s", of->path, wits_recorder_status_text(end));
        output_abandon(&of->to);
    } else {
        errno = of->problem;  // of the write that failed, if one did
        status = output_end(&of->to);
    }
    free_memory(of);
    return status;
}

void recording_abandon(recording_file *of) {
    if (of->recorder != NULL) {
        output_abandon(&of->to);
    }
    free_memory(of);
}

static const wits_recorded_verb verbs[] = {
    [INPUT_TICK] = WITS_RECORDED_TICK,       [INPUT_DECIDE] = WITS_RECORDED_DECIDE,
    [INPUT_UPDATE] = WITS_RECORDED_UPDATE,   [INPUT_START] = WITS_RECORDED_START,
    [INPUT_STOP] = WITS_RECORDED_STOP,       [INPUT_GOTO] = WITS_RECORDED_GOTO,
    [INPUT_RESTART] = WITS_RECORDED_RESTART, [INPUT_SET_STATE] = WITS_RECORDED_SET_STATE};

wits_recorded_call recorded_call(input_call call) {
    return (wits_recorded_call){.verb = verbs[call.verb],
                                .state = call.state != WITS_NONE ? call.state : (wits_state_id)WITS_ROOT};
}

input_call input_call_of(const wits_recorded_call *call) {
    input_verb verb = INPUT_TICK;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        verb = verbs[i] == call->verb ? (input_verb)i : verb;
    }
    const bool has_state = verb == INPUT_GOTO || verb == INPUT_RESTART || verb == INPUT_SET_STATE;
    return (input_call){verb, has_state ? call->state : (wits_state_id)WITS_NONE};
}

/// Returns whether a text has a line that begins with the key that each brain file has.
static bool is_brain(const char *content) {
    static const char key[] = "wits:";
    const char *line = content;
    while (strncmp(line, key, strlen(key)) != 0) {
        line = strchr(line, '\n');
        if (line == NULL) {
            return false;
        }
        line++;
    }
    return true;
}

bool recording_check(const char *path, const text *bytes, wits_recording *to) {
    wits_problem problem;
    wits_report report = {&problem, 1, 0};
    const place at = {.file = shown_path(path)};
    if (bytes->length == 0) {
        say_at(at, SEVERITY_ERROR, "the file is empty");
        return false;
    }
    if (wits_recording_open(to, text_of(bytes), bytes->length, &report)) {
        return true;
    }
    if (problem.code == WITS_PROBLEM_RECORDING_FOREIGN && is_brain(text_of(bytes))) {
        say_at(at, SEVERITY_ERROR, "this is a brain file, not a recording; use 'wits run', or give it with --brain");
    } else if (problem.code == WITS_PROBLEM_RECORDING_CORRUPT) {
        say_at(at, SEVERITY_ERROR, "damaged in %s, so nothing can be replayed; copy the file again, or record again",
               problem.value);
    } else {
        say_load_problem(shown_path(path), NULL, &problem);
    }
    return false;
}

bool recording_read(const char *path, text *bytes, wits_recording *to) {
    return read_file(path, SIZE_MAX / 2, bytes) && recording_check(path, bytes, to);
}
