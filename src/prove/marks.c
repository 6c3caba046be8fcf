// SPDX-License-Identifier: MIT
// Marks that the caller sets on situations, with the first run to each.
#include "prove/inside.h"

#include <string.h>

bool marks_begin(wits_prover *p) {
    const uint32_t count = p->options.mark_count;
    p->marks.covered = pool_take(&p->pool, count, sizeof *p->marks.covered);
    p->marks.known = pool_take(&p->pool, count, sizeof *p->marks.known);
    p->marks.points = pool_take(&p->pool, count, sizeof *p->marks.points);
    p->marks.runs = pool_take(&p->pool, count, sizeof *p->marks.runs);
    p->marks.shown = pool_take(&p->pool, count, sizeof *p->marks.shown);
    return !p->pool.failed;
}

void marks_look(wits_prover *p, uint32_t from, const unsigned char *situation) {
    const uint32_t count = p->options.mark_count;
    p->options.mark(p->options.mark_user, p->brain, situation, BASE_TICK, p->marks.covered);
    if (memcmp(p->marks.covered, p->marks.known, count * sizeof *p->marks.known) == 0) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (p->marks.covered[i] && !p->marks.known[i]) {
            point_note(p, &p->marks.points[i], from);
        }
    }
    memcpy(p->marks.known, p->marks.covered, count * sizeof *p->marks.known);
}

void marks_finish(wits_prover *p) {
    for (uint32_t i = 0; i < p->options.mark_count; i++) {
        run *to = p->marks.known[i] ? pool_take(&p->pool, 1, sizeof *to) : NULL;
        p->marks.runs[i] = to != NULL && make_run(p, &p->marks.points[i], to) ? to : NULL;
    }
}

bool wits_prover_has_mark(const wits_prover *p, uint32_t mark) {
    return p->marks.known != NULL && mark < p->options.mark_count && p->marks.known[mark];
}

const wits_proof_run *wits_prover_mark_run(const wits_prover *p, uint32_t mark) {
    return wits_prover_has_mark(p, mark) && p->marks.shown[mark].is_there ? &p->marks.shown[mark] : NULL;
}
