// SPDX-License-Identifier: MIT
// Prints a message if this process is killed. A second process waits for the end of the first and prints it. So even
// after `kill -9` the user learns how to continue.
#ifndef WITS_TOOL_WATCH_H
#define WITS_TOOL_WATCH_H

/// Call it early, before there are threads.
void watch_begin(void);
/// From now on this message is printed on standard error if the process ends without watch_end.
void watch_say(const char *message);
/// Call it in the handler of a signal after which the process may be killed. The message is printed if the process has
/// not ended within 0.7 s.
void watch_hurry(void);
/// Cancels the message. Does nothing without watch_begin.
void watch_end(void);

#endif
