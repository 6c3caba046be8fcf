// SPDX-License-Identifier: MIT
// JSON that is read, and messages that are built, with jansson. Running out of memory ends the program, as everywhere
// in it, so no result of jansson is null for that reason.
#ifndef WITS_TOOL_RPC_JSON_H
#define WITS_TOOL_RPC_JSON_H

#include "common/text.h"

#include <jansson.h>

/// Lets jansson end the program when memory runs out. The functions below call it; call it before others of jansson.
void rpc_check_memory(void);
/// Parses a document of any kind. Refuses duplicate keys, invalid UTF-8 and more than 2,048 levels. A half of a UTF-16
/// surrogate pair in an escape, which some editors send, is read as U+FFFD. Modifies the bytes. Returns null on failure
/// and describes the problem.
json_t *rpc_parse(char *bytes, size_t length, text *problem);
/// Writes a value on one line.
void text_rpc_json(text *to, const json_t *value);
/// Returns a string. Invalid UTF-8 becomes U+FFFD.
json_t *rpc_string(const char *bytes, size_t length);
json_t *rpc_text(const text *of);
/// Returns the string member `name` of an object; null if it has none.
const char *rpc_member_string(const json_t *object, const char *name);
/// Returns the member `name` of an object if it is an integer from 0 to `most`, else `absent`.
uint32_t rpc_member_count(const json_t *object, const char *name, uint32_t most, uint32_t absent);
/// Returns whether the member `name` of an object is true.
bool rpc_member_is_true(const json_t *object, const char *name);
/// Returns the value below an object at a path such as "capabilities.general"; null if it is not there.
const json_t *rpc_at(const json_t *object, const char *path);

#endif
