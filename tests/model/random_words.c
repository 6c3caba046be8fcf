// SPDX-License-Identifier: MIT
#include "random_words.h"

#include <string.h>

void random_words_each(const wits_desc *d, void (*see)(const char *text)) {
    for (uint32_t row = 0; row < d->state_count; row++) {
        const wits_state_desc *s = &d->states[row];
        const char *const all[] = {s->score, s->rank, s->done, s->enter, s->exit, s->update, s->decide, s->retarget};
        for (uint32_t i = 0; i < sizeof all / sizeof *all; i++) {
            see(all[i]);
        }
    }
    for (uint32_t row = 0; row < d->transition_count; row++) {
        see(d->transitions[row].when);
        see(d->transitions[row].run);
    }
    for (uint32_t row = 0; row < d->step_count; row++) {
        see(d->steps[row].when);
        see(d->steps[row].run);
    }
    for (uint32_t row = 0; row < d->initial_count; row++) {
        see(d->initials[row].when);
    }
    for (uint32_t row = 0; row < d->consideration_count; row++) {
        see(d->considerations[row].input);
        see(d->considerations[row].gate);
    }
}

void random_words_write_over(const char *text, const char *word, const char *number) {
    for (const char *at = text == NULL ? NULL : strstr(text, word); at != NULL; at = strstr(at, word)) {
        char *to;
        memcpy(&to, &at, sizeof to);
        memcpy(to, number, strlen(number));
    }
}
