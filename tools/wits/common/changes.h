// SPDX-License-Identifier: MIT
// Watches files that other programs edit, for --watch: a brain with its included files, and its inputs. Compares size,
// time and identity of each file ten times a second, so it needs no support of the system.
#ifndef WITS_TOOL_CHANGES_H
#define WITS_TOOL_CHANGES_H

#include "common/tool.h"

typedef struct changed_file changed_file;

/// A zeroed one watches no files.
typedef struct changes {
    changed_file *files;
    size_t count, capacity;
    double next;      ///< time of the next check
    double since;     ///< time of the last change that was seen
    bool is_pending;  ///< files have changed, and the caller does not know it yet
} changes;

/// Watches a file from its current state on, so call it before the file is read. Does nothing for null, and for files
/// that are already watched.
void changes_follow(changes *to, const char *path);
/// Watches the files that a brain was read from. One that has been edited since then counts as changed.
void changes_follow_brain(changes *to, const wits_file *brain);
void changes_free(changes *of);
/// Prints which files are watched, so that the user, or a program, knows that edits are noticed from now on.
void changes_say(const char *command, const changes *of);

/// Returns true once after files have changed. Waits until they are complete: nothing changes between two checks, and
/// all of them exist or have been missing for a second. Cheap enough for every tick.
bool changes_seen(changes *of);
/// Waits for the next check, or for a signal.
void changes_wait(void);
/// Waits for so many seconds, at most until the next check, or for a signal.
void changes_wait_for(double seconds);
/// Returns the name of the file that changed as number `number` of them, from 0; null after the last one.
const char *changed_name(const changes *of, size_t number);
/// Writes the names of the files that changed: "guard.yaml and common.yaml".
void text_changes(text *to, const changes *of);
#endif
