// SPDX-License-Identifier: MIT
// Maps, curves and runs for the Python package, drawn by the commands of the program. Calls share memory: only one may
// run at a time.
#ifndef WITS_PYTHON_PICTURES_H
#define WITS_PYTHON_PICTURES_H

#include "wits/file.h"
#include "wits/prove.h"

typedef enum wits_picture_kind {
    WITS_PICTURE_MAP,
    WITS_PICTURE_CURVE,
    WITS_PICTURE_RUN,
} wits_picture_kind;

typedef struct wits_picture_request {
    wits_picture_kind kind;
    wits_file *file;             ///< the brain
    const char *inputs;          ///< text of the inputs, or null
    const char *const *targets;  ///< a text for each kind of targets, which may be empty; null: there are no lists
    char **words;  ///< words of the command line, from the name of the command to the brain and the option
    int word_count;
} wits_picture_request;

/// Texts of `malloc`, which the caller frees. Any may be null.
typedef struct wits_picture {
    char *svg;       ///< null if there are errors
    char *lines;     ///< of a run: a JSON object for each tick
    char *messages;  ///< errors, warnings and notes, a line for each
} wits_picture;

/// Draws a picture. Returns whether there is one.
WITS_API bool wits_picture_draw(const wits_picture_request *request, wits_picture *to);

/// Writes the inputs and target lists of a run of a proof as texts for wits_picture_request: `texts` has room for the
/// inputs, then one text for each kind of targets. The caller frees them.
WITS_API void wits_picture_run_texts(const wits_file *file, const wits_prover *prover, const wits_proof_run *run,
                                     bool starts_any, char **texts);

#endif
