// SPDX-License-Identifier: MIT
// The border between JavaScript and the library: functions of JavaScript that C calls, and marks for those that it
// calls.
//
// Results that are not one number are emitted: C calls open, number, text, flag and close, and JavaScript builds
// objects and lists of them. So no layout of a struct is known on the other side, and a NaN stays a NaN.
#ifndef WITS_JS_H
#define WITS_JS_H

#include "wits/wits.h"

#define JS_IMPORT(name) __attribute__((import_module("js"), import_name(name)))
#define JS_EXPORT(name) __attribute__((export_name(name)))

/// Begins an object or a list. A null key stands for the next item of a list, here and below.
JS_IMPORT("open") void js_open(const char *key, bool is_list);
JS_IMPORT("close") void js_close(void);
JS_IMPORT("number") void js_number(const char *key, double value);
/// Null is undefined.
JS_IMPORT("text") void js_text(const char *key, const char *text);
JS_IMPORT("flag") void js_flag(const char *key, bool value);

// Functions of the host. They never throw: JavaScript keeps an exception until the outermost call has returned.
JS_IMPORT("condition") bool js_condition(uint32_t function, const wits_call *call);
JS_IMPORT("score") float js_score(uint32_t function, const wits_call *call);
JS_IMPORT("action") void js_action(uint32_t function, const wits_call *call);

/// Finds an included file. Returns its length, or -1 if there is none.
JS_IMPORT("find") int32_t js_find(const char *name);
/// Copies the file that was found last.
JS_IMPORT("copy") void js_copy(char *to);
/// Reports progress of a proof. Returns false to end it.
JS_IMPORT("progress") bool js_progress(uint32_t situations, uint32_t explored, double ticks, uint32_t depth);

/// A buffer for results, which JavaScript reads at once.
enum { JS_ROOM = 4096 };
extern uint32_t js_room[JS_ROOM];

/// Emits the value of a field: a bool, the name of an enum's value, or a number.
void js_value(const char *key, wits_type type, const char *const *values, double value);
/// Emits the path of a state; nothing for WITS_NONE.
void js_state(const char *key, const wits_brain *brain, wits_state_id state);

#endif
