// SPDX-License-Identifier: MIT
#include "pictures.h"

#include "agent/run.h"
#include "common/tool.h"
#include "curve/curve.h"
#include "map/map.h"
#include "prove/prove.h"

#include <getopt.h>
#include <string.h>

/// Returns the bytes of a text, which is not freed.
static char *take(text *from) {
    text_add(from, "");
    return from->bytes;
}

static int draw(const wits_picture_request *of, const agent_run_options *loaded, text *lines, text *svg) {
    switch (of->kind) {
    case WITS_PICTURE_MAP:
        return map_picture_by_words(loaded, of->word_count, of->words, svg);
    case WITS_PICTURE_CURVE:
        return curve_picture_by_words(loaded, of->word_count, of->words, svg);
    case WITS_PICTURE_RUN:
    default:
        return run_picture_by_words(loaded, of->word_count, of->words, lines, svg);
    }
}

bool wits_picture_draw(const wits_picture_request *request, wits_picture *to) {
    const uint32_t kinds = wits_file_desc(request->file)->target_count;
    text given = {0}, targets[WITS_MAX_TARGET_KINDS] = {{0}}, lines = {0}, svg = {0}, messages = {0};
    caught_messages caught = {0};
    agent_run_options loaded = {.file = request->file};
    if (request->inputs != NULL) {
        text_add(&given, request->inputs);
        loaded.inputs = "inputs";
        loaded.inputs_text = &given;
    }
    for (uint32_t kind = 0; kind < kinds && request->targets != NULL; kind++) {
        text_add(&targets[kind], request->targets[kind]);
        loaded.target_texts = targets;
    }
    optind = 0;  // getopt_long begins again
    catch_messages(&caught);
    const bool good = draw(request, &loaded, &lines, &svg) == STATUS_DONE;
    catch_messages(NULL);
    text_caught(&messages, &caught);
    caught_messages_free(&caught);
    *to = (wits_picture){.svg = good ? take(&svg) : NULL, .lines = take(&lines), .messages = take(&messages)};
    if (!good) {
        text_free(&svg);
    }
    text_free(&given);
    for (uint32_t kind = 0; kind < kinds; kind++) {
        text_free(&targets[kind]);
    }
    return good;
}

void wits_picture_run_texts(const wits_file *file, const wits_prover *prover, const wits_proof_run *run,
                            bool starts_any, char **texts) {
    run_files made = run_files_of(file, prover, run, starts_any);
    texts[0] = take(&made.inputs);
    for (uint32_t kind = 0; kind < made.desc->target_count; kind++) {
        texts[1 + kind] = take(&made.targets[kind]);
    }
}
