// SPDX-License-Identifier: MIT
// A message for the case that this process is killed: a second process waits until the first is gone, and prints it. So
// even `kill -9`, after which the first can say nothing, ends with word of how to go on.
#ifndef WITS_TOOL_WATCH_H
#define WITS_TOOL_WATCH_H

/// To be called early, before there are threads.
void watch_begin(void);
/// From now on this is printed on standard error if the process ends without watch_end.
void watch_say(const char *message);
/// To be called by the handler of a signal after which the process may soon be killed: the message is printed if it has
/// not ended within 0.7 s.
void watch_hurry(void);
/// Nothing is printed any more. Does nothing without watch_begin.
void watch_end(void);

#endif
