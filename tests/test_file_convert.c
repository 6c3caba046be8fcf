// SPDX-License-Identifier: MIT
// Agents across versions of a brain (section 13). tests/model/test_convert.c tries everything at once with random
// versions. These tests show one rule at a time.
#include "file_support.h"
#include "wits/convert.h"

enum { LOSSES = 16 };

/// Two versions of a brain and an agent of each.
typedef struct edited {
    wits_file *old_file, *new_file;
    const wits_brain *from, *to;
    uint8_t old_agent[128], new_agent[128];
    wits_frame frame;
    wits_loss losses[LOSSES];
    wits_conversion lost;
    const wits_versions *versions;  ///< for conversions; null: by path
    uint64_t memory[512];
} edited;

static void edit_open(edited *e, const char *old_text, const char *new_text) {
    memset(e, 0, sizeof *e);
    e->old_file = parse_sound(old_text);
    e->new_file = parse_sound(new_text);
    e->from = wits_file_brain(e->old_file);
    e->to = wits_file_brain(e->new_file);
    assert_true(wits_agent_size(e->from) <= sizeof e->old_agent && wits_agent_size(e->to) <= sizeof e->new_agent);
    e->frame.functions = wits_file_desc(e->old_file)->functions;
}

static void edit_close(edited *e) {
    wits_file_free(e->old_file);
    wits_file_free(e->new_file);
}

static wits_state_id state(const wits_brain *brain, const char *name) {
    wits_state_id id = wits_find_state(brain, name);
    if (id == WITS_NONE) {
        fail_msg("there is no state %s", name);
    }
    return id;
}

static void go(edited *e, const char *name) {
    wits_goto(e->from, e->old_agent, &e->frame, state(e->from, name));
}

static void tick(edited *e, uint32_t ticks) {
    for (uint32_t i = 0; i < ticks; i++) {
        e->frame.tick++;
        wits_tick(e->from, e->old_agent, &e->frame);
    }
}

/// Converts, and the losses must be these lines.
static void convert(edited *e, const char *expected) {
    char told[LOSSES * 200] = "";
    e->lost = (wits_conversion){.losses = e->losses, .capacity = LOSSES, .versions = e->versions};
    e->frame.functions = wits_file_desc(e->new_file)->functions;
    memset(e->new_agent, 0xA5, sizeof e->new_agent);
    assert_true(wits_agent_convert(e->from, e->old_agent, e->to, e->new_agent, &e->frame, &e->lost));
    assert_true(wits_agent_is_valid(e->to, e->new_agent, wits_agent_size(e->to)));
    assert_int_equal(e->new_agent[wits_agent_size(e->to)], 0xA5);
    assert_true(e->lost.count <= LOSSES);
    for (uint32_t i = 0; i < e->lost.count; i++) {
        size_t length = strlen(told);
        wits_loss_text(e->from, &e->losses[i], told + length, sizeof told - length - 1);
        strcat(told, "\n");
    }
    assert_string_equal(told, expected);
}

/// Compares all active states, such as "walk gun/idle".
static void expect_active(const edited *e, const char *expected) {
    wits_state_id states[16];
    char text[512] = "";
    uint32_t count = wits_active(e->to, e->new_agent, states, COUNT(states));
    for (uint32_t i = 0; i < count; i++) {
        strcat(text, i == 0 ? "" : " ");
        wits_state_path(e->to, states[i], text + strlen(text), sizeof text - strlen(text));
    }
    assert_string_equal(text, expected);
}

static uint32_t elapsed(const edited *e, const char *name) {
    return wits_elapsed(e->to, e->new_agent, state(e->to, name), e->frame.tick);
}

/// The new agent continues.
static void go_on(edited *e, const char *name) {
    wits_goto(e->to, e->new_agent, &e->frame, state(e->to, name));
}

#define HEAD "wits: 1\nbrain: test\n"

// --------------------------------------------------------------------------------------------------- continuing states

static void states_in_another_order(void **unused) {
    (void)unused;
    edited e;
    edit_open(&e, HEAD "root: {states: {idle: {transitions: [{to: run}]}, run: {}, hide: {}}}\n",
              HEAD "root: {states: {idle: {transitions: [{to: run}]}, hide: {}, run: {}}}\n");
    wits_start(e.from, e.old_agent, &e.frame);
    tick(&e, 8);
    assert_int_not_equal(wits_brain_layout_hash(e.from), wits_brain_layout_hash(e.to));
    assert_true(wits_agent_is_valid(e.to, e.old_agent, wits_agent_size(e.to)));  // although they mean another state
    convert(&e, "");
    expect_active(&e, "run");
    edit_close(&e);
}

static void regions_and_events(void **unused) {
    (void)unused;
    edited e;
    edit_open(&e,
              HEAD "events: [noise, hit, bell]\n"
                   "root:\n"
                   "  kind: parallel\n"
                   "  states:\n"
                   "    legs: {states: {walk: {transitions: [{to: run, event: noise}]}, run: {transitions: [{to: run, "
                   "after: 999}]}}}\n"
                   "    gun: {states: {idle: {}, load: {transitions: [{to: load, after: 999}]}}}\n"
                   "    voice: {states: {quiet: {}}}\n",
              HEAD "events: [hit, alarm, noise]\n"
                   "root:\n"
                   "  kind: parallel\n"
                   "  states:\n"
                   "    gun: {states: {load: {transitions: [{to: load, after: 999}]}, idle: {}}}\n"
                   "    eyes: {initial: open, states: {shut: {}, open: {}}}\n"
                   "    legs: {states: {walk: {transitions: [{to: run, event: noise}]}, run: {transitions: [{to: run, "
                   "after: 999}]}}}\n");
    wits_start(e.from, e.old_agent, &e.frame);
    go(&e, "gun/load");
    tick(&e, 4);
    go(&e, "legs/run");
    tick(&e, 2);
    wits_raise(e.from, e.old_agent, wits_find_event(e.from, "noise"));
    wits_raise(e.from, e.old_agent, wits_find_event(e.from, "bell"));
    convert(&e, "bell: the event is gone; it is no longer pending\n"
                "voice: the state is gone; what was active, kept or remembered in it is lost\n");
    expect_active(&e, "gun/load eyes/open legs/run");
    assert_int_equal(elapsed(&e, "gun/load"), 6);
    assert_int_equal(elapsed(&e, "legs/run"), 2);
    assert_true(wits_is_pending(e.to, e.new_agent, wits_find_event(e.to, "noise")));
    assert_false(wits_is_pending(e.to, e.new_agent, wits_find_event(e.to, "hit")));
    assert_false(wits_is_pending(e.to, e.new_agent, wits_find_event(e.to, "alarm")));
    edit_close(&e);
}

static const char kept_before[] = HEAD "root:\n"
                                       "  states:\n"
                                       "    work:\n"
                                       "      leave: suspend\n"
                                       "      states:\n"
                                       "        dig: {transitions: [{to: dig, after: 999}]}\n"
                                       "        rest: {leave: resume, states: {sit: {}, lie: {}}}\n"
                                       "    sleep: {leave: resume, states: {doze: {}, dream: {}}}\n"
                                       "    eat: {}\n";

static void kept_and_remembered(void **unused) {
    (void)unused;
    edited e;
    edit_open(&e, kept_before,
              HEAD "root:\n"
                   "  states:\n"
                   "    eat: {transitions: [{to: eat, after: 999}]}\n"
                   "    sleep: {leave: resume, states: {snore: {}, dream: {}, doze: {}}}\n"
                   "    work:\n"
                   "      leave: suspend\n"
                   "      states:\n"
                   "        rest: {leave: resume, states: {kneel: {}, lie: {}, sit: {}}}\n"
                   "        dig: {transitions: [{to: dig, after: 999}]}\n");
    go(&e, "lie");
    go(&e, "work/dig");
    tick(&e, 5);
    go(&e, "sleep/dream");
    go(&e, "eat");
    tick(&e, 3);
    convert(&e, "eat: the state had no clock; its clock begins at 0\n");
    expect_active(&e, "eat");
    assert_int_equal(elapsed(&e, "eat"), 0);
    e.frame.tick += 20;
    go_on(&e, "sleep");
    expect_active(&e, "sleep/dream");
    go_on(&e, "work");
    expect_active(&e, "work/dig");
    assert_int_equal(elapsed(&e, "work/dig"), 5);  // its clock was stopped
    go_on(&e, "rest");
    expect_active(&e, "work/rest/lie");
    edit_close(&e);
}

static void cooldowns(void **unused) {
    (void)unused;
    edited e;
    const char *old_text = HEAD "root:\n"
                                "  kind: utility\n"
                                "  states: {bite: {score: 2, cooldown: 10}, howl: {score: 1}}\n";
    edit_open(&e, old_text,
              HEAD "root:\n"
                   "  kind: utility\n"
                   "  states: {howl: {score: 1}, growl: {score: 0.5}, bite: {score: 2, cooldown: 8}}\n");
    wits_start(e.from, e.old_agent, &e.frame);
    go(&e, "howl");
    tick(&e, 4);
    convert(&e, "");
    expect_active(&e, "howl");
    for (uint32_t i = 4; i < 8; i++) {
        expect_active(&e, "howl");
        wits_tick(e.to, e.new_agent, &e.frame);
        e.frame.tick++;
    }
    wits_tick(e.to, e.new_agent, &e.frame);
    expect_active(&e, "bite");
    edit_close(&e);

    edit_open(&e, old_text, HEAD "root: {kind: utility, states: {howl: {score: 1}, bite: {score: 2}}}\n");
    wits_start(e.from, e.old_agent, &e.frame);
    go(&e, "howl");
    tick(&e, 4);
    convert(&e, "bite: it no longer has a cooldown and may be chosen at once\n");
    e.frame.tick = 10;
    convert(&e, "");  // it was over
    edit_close(&e);
}

static void what_an_update_leaves_out(void **unused) {
    (void)unused;
    edited e;
    const char *text = HEAD "update_entered: false\n"
                            "context: {done: int}\n"
                            "root: {states: {a: {transitions: [{to: b}]}, b: {update: done = done + 1}%s}}\n";
    char old_text[512];
    char new_text[512];
    sprintf(old_text, text, "");
    sprintf(new_text, text, ", c: {}");
    edit_open(&e, old_text, new_text);
    int32_t done = 0;
    const wits_column columns[] = {{&done, sizeof done, WITS_TYPE_INT}};
    e.frame.columns = columns;
    wits_start(e.from, e.old_agent, &e.frame);
    wits_decide(e.from, e.old_agent, &e.frame);
    convert(&e, "");
    wits_update(e.to, e.new_agent, &e.frame);
    assert_int_equal(done, 0);
    wits_update(e.to, e.new_agent, &e.frame);
    assert_int_equal(done, 1);
    edit_close(&e);
}

// -------------------------------------------------------------------------------------------------------------- losses

static void gone_states_are_entered_by_the_rules(void **unused) {
    (void)unused;
    edited e;
    edit_open(&e,
              HEAD "functions: {cry: action}\n"
                   "root:\n"
                   "  states:\n"
                   "    calm: {}\n"
                   "    fight:\n"
                   "      transitions: [{to: fight, after: 999}]\n"
                   "      states: {near: {states: {slash: {exit: cry(), transitions: [{to: slash, after: 999}]}, stab: "
                   "{}}}, far: {}}\n",
              HEAD "functions: {cry: action}\n"
                   "root:\n"
                   "  states:\n"
                   "    calm: {}\n"
                   "    fight:\n"
                   "      transitions: [{to: fight, after: 999}]\n"
                   "      initial: far\n"
                   "      states: {close: {}, far: {enter: cry(), states: {aim: {enter: cry()}, shoot: {}}}}\n");
    go(&e, "slash");
    tick(&e, 6);
    wits_action_record records[8];
    wits_list list = {records, COUNT(records), 0};
    wits_trace_record traced[8];
    wits_trace trace = {traced, COUNT(traced), 0, 0};
    e.frame.list = &list;
    e.frame.mode = WITS_MODE_LISTED;
    e.frame.trace = &trace;
    convert(&e, "fight/near: the state is gone; what was active, kept or remembered in it is lost\n");
    expect_active(&e, "fight/far/aim");
    assert_int_equal(elapsed(&e, "fight"), 6);
    assert_int_equal(list.count, 0);  // no action runs
    assert_int_equal(trace.count, 0);
    edit_close(&e);
}

static void scores_choose_for_what_is_gone(void **unused) {
    (void)unused;
    edited e;
    edit_open(&e, HEAD "context: {x: float}\nroot: {kind: utility, states: {a: {score: 9}, b: {score: x}}}\n",
              HEAD "context: {x: float}\nroot: {kind: utility, states: {b: {score: x}, c: {score: 1 - x}}}\n");
    for (int i = 0; i < 2; i++) {
        float x = (float)i;
        const wits_column columns[] = {{&x, 0, WITS_TYPE_FLOAT}};
        e.frame.columns = columns;
        wits_stop(e.from, e.old_agent, &e.frame);
        wits_start(e.from, e.old_agent, &e.frame);
        convert(&e, "a: the state is gone; what was active, kept or remembered in it is lost\n");
        expect_active(&e, i == 0 ? "c" : "b");
    }
    edit_close(&e);
}

static void an_empty_composite_waits(void **unused) {
    (void)unused;
    edited e;
    edit_open(&e, HEAD "root: {states: {a: {states: {b: {}, c: {}}}}}\n",
              HEAD "root: {states: {a: {activation: on_decide, states: {d: {}, c: {}}}}}\n");
    go(&e, "b");
    convert(&e, "a/b: the state is gone; what was active, kept or remembered in it is lost\n");
    expect_active(&e, "a");
    wits_tick(e.to, e.new_agent, &e.frame);
    expect_active(&e, "a/d");
    edit_close(&e);

    edit_open(&e, HEAD "root: {states: {a: {activation: on_decide, states: {b: {}, c: {}}}}}\n",
              HEAD "root: {states: {a: {initial: c, states: {b: {}, c: {}}}}}\n");
    wits_start(e.from, e.old_agent, &e.frame);
    convert(&e, "");  // it may no longer be empty
    expect_active(&e, "a/c");
    edit_close(&e);
}

static void other_kinds(void **unused) {
    (void)unused;
    edited e;
    const char *one = HEAD "root: {states: {c: {kind: %s, states: {a: {states: {p: {}, q: {}}}, b: {}}}, d: {}}}\n";
    char fsm[256];
    char parallel[256];
    sprintf(fsm, one, "fsm");
    sprintf(parallel, one, "parallel");
    edit_open(&e, fsm, parallel);
    go(&e, "q");
    convert(&e, "");
    expect_active(&e, "c/a/q c/b");
    edit_close(&e);

    edit_open(&e, parallel, fsm);
    go(&e, "q");
    convert(&e, "c: it is no longer a parallel; its inside restarts\n");
    expect_active(&e, "c/a/p");
    edit_close(&e);

    edit_open(&e, fsm, HEAD "root: {states: {c: {}, d: {}}}\n");  // now a leaf
    go(&e, "q");
    convert(&e, "c/a: the state is gone; what was active, kept or remembered in it is lost\n");
    expect_active(&e, "c");
    edit_close(&e);

    edit_open(&e, HEAD "root: {states: {c: {}, d: {}}}\n", fsm);
    wits_start(e.from, e.old_agent, &e.frame);
    convert(&e, "");
    expect_active(&e, "c/a/p");
    edit_close(&e);
}

static void other_leaves(void **unused) {
    (void)unused;
    edited e;
    edit_open(&e, kept_before,
              HEAD "root:\n"
                   "  states:\n"
                   "    work:\n"
                   "      leave: resume\n"
                   "      states: {dig: {transitions: [{to: dig, after: 999}]}, rest: {states: {sit: {}, lie: {}}}}\n"
                   "    sleep: {leave: suspend, states: {doze: {}, dream: {}}}\n"
                   "    eat: {}\n");
    go(&e, "lie");
    go(&e, "work/dig");
    go(&e, "sleep/dream");
    go(&e, "eat");
    convert(&e, "work: what it had kept inside is lost; it restarts when entered\n"
                "work/rest: the child that it remembered is lost; it restarts when entered\n"
                "sleep: the child that it remembered is lost; it restarts when entered\n");
    go_on(&e, "work");
    expect_active(&e, "work/dig");
    go_on(&e, "sleep");
    expect_active(&e, "sleep/doze");
    edit_close(&e);
}

// A state entered in a kept machine finds its own kept state: the inner one exists before the outer one.
static void kept_inside_what_is_kept(void **unused) {
    (void)unused;
    edited e;
    const char *text = HEAD "root:\n"
                            "  states:\n"
                            "    s:\n"
                            "      leave: suspend\n"
                            "      states:\n"
                            "        x:\n"
                            "          states:\n"
                            "            %s\n"
                            "            b:\n"
                            "              leave: suspend\n"
                            "              states:\n"
                            "                p:\n"
                            "                  transitions: [{to: p, after: 999}]\n"
                            "                  states: {r: {transitions: [{to: r, after: 999}]}}\n"
                            "                q: {transitions: [{to: q, after: 999}]}\n"
                            "    d: {}\n";
    char old_text[512];
    char new_text[512];
    sprintf(old_text, text, "a: {}");
    sprintf(new_text, text, "");
    edit_open(&e, old_text, new_text);
    go(&e, "q");
    tick(&e, 3);
    go(&e, "a");
    tick(&e, 4);
    go(&e, "d");
    tick(&e, 5);
    convert(&e, "s/x/a: the state is gone; what was active, kept or remembered in it is lost\n");
    expect_active(&e, "d");
    e.frame.tick += 6;
    go_on(&e, "s");
    expect_active(&e, "s/x/b/q");
    assert_int_equal(elapsed(&e, "q"), 3);
    edit_close(&e);
}

// A choice inside what is kept sees the states around it as active, and no target of an option around its keeper.
static void kept_inside_an_option_with_a_target(void **unused) {
    (void)unused;
    edited e;
    const char *text = HEAD "targets: {enemy: {near: float}, cover: {near: float}}\n"
                            "root:\n"
                            "  kind: utility\n"
                            "  states:\n"
                            "    attack:\n"
                            "      target: enemy\n"
                            "      score: 1\n"
                            "      states:\n"
                            "        gun:\n"
                            "          leave: suspend\n"
                            "          states:\n"
                            "            aim:\n"
                            "              kind: utility\n"
                            "              states:\n"
                            "                %s\n"
                            "                far: {score: '2 if enemy.near > 5 else 0'}\n"
                            "                close: {score: '1 if in(attack) and in(gun) and not in(wait) else -1'}\n"
                            "                hide: {target: cover, score: cover.near}\n"
                            "        wait: {}\n";
    static const uint32_t ids[] = {0};
    static const float near[] = {9};
    const wits_column columns[] = {{(void *)(uintptr_t)near, sizeof *near, WITS_TYPE_FLOAT}};
    const wits_target_list lists[] = {{.ids = ids, .count = 1, .columns = columns}, {0}};
    char old_text[1024], new_text[1024];
    sprintf(old_text, text, "gone: {score: 9}");
    sprintf(new_text, text, "");
    edit_open(&e, old_text, new_text);
    e.frame.targets = lists;
    go(&e, "gone");
    go(&e, "wait");
    convert(&e, "attack/gun/aim/gone: the state is gone; what was active, kept or remembered in it is lost\n");
    expect_active(&e, "attack/wait");
    assert_int_equal(wits_target_of(e.to, e.new_agent, state(e.to, "attack")), 0);
    go_on(&e, "gun");
    expect_active(&e, "attack/gun/aim/close");
    edit_close(&e);
}

// Nothing that was kept remains: entering it is entering it for the first time, with all actions.
static void kept_regions_that_are_gone(void **unused) {
    (void)unused;
    edited e;
    const char *text = HEAD "functions: {cry: action}\n"
                            "root:\n"
                            "  states:\n"
                            "    s: {kind: parallel, leave: suspend, states: {%s, b: {enter: cry()}}}\n"
                            "    d: {}\n";
    for (int survives = 0; survives < 2; survives++) {
        char old_text[512];
        char new_text[512];
        sprintf(old_text, text, survives ? "b1: {}" : "a: {}");
        sprintf(new_text, text, "c: {enter: cry()}");
        if (!survives) {
            memcpy(strstr(old_text, "b: {enter"), "x", 1);
        }
        edit_open(&e, old_text, new_text);
        go(&e, "s");
        go(&e, "d");
        convert(&e, survives ? "s/b1: the state is gone; what was active, kept or remembered in it is lost\n"
                             : "s/a: the state is gone; what was active, kept or remembered in it is lost\n"
                               "s/x: the state is gone; what was active, kept or remembered in it is lost\n");
        wits_action_record records[8];
        wits_list list = {records, COUNT(records), 0};
        e.frame.list = &list;
        e.frame.mode = WITS_MODE_LISTED;
        go_on(&e, "s");
        expect_active(&e, "s/c s/b");
        assert_int_equal(list.count, survives ? 0 : 2);  // the others are kept with the one that is left
        edit_close(&e);
    }
}

static void private_data(void **unused) {
    (void)unused;
    static const wits_state_desc old_states[] = {
        {.name = "r"}, {.name = "a", .data_size = 3, .data = "abc"}, {.name = "b", .data_size = 2, .data = "xy"}};
    static const wits_state_desc new_states[] = {
        {.name = "r"}, {.name = "b", .data_size = 4, .data = "1234"}, {.name = "a", .data_size = 3, .data = "ABC"}};
    const wits_desc from = {.states = old_states, .state_count = 3};
    const wits_desc to = {.states = new_states, .state_count = 3};
    static uint64_t old_memory[1024];
    static uint64_t new_memory[1024];
    const wits_brain *old_brain = wits_brain_compile(&from, old_memory, sizeof old_memory, NULL);
    const wits_brain *new_brain = wits_brain_compile(&to, new_memory, sizeof new_memory, NULL);
    const wits_frame frame = {0};
    uint8_t agent[16] = {0};
    uint8_t converted[16];
    wits_loss loss = {.kind = WITS_LOSS_EVENT, .row = 99};
    wits_conversion lost = {.losses = &loss, .capacity = 1};
    wits_start(old_brain, agent, &frame);
    assert_true(wits_agent_convert(old_brain, agent, new_brain, converted, &frame, &lost));
    assert_memory_equal(converted, "\2abc\0", 5);
    assert_int_equal(lost.count, 0);
    wits_goto(old_brain, agent, &frame, 2);
    assert_true(wits_agent_convert(old_brain, agent, new_brain, converted, &frame, &lost));
    assert_memory_equal(converted,
                        "\1"
                        "1234",
                        5);
    assert_int_equal(lost.count, 1);
    assert_int_equal(loss.kind, WITS_LOSS_DATA);
    assert_int_equal(loss.row, 2);
}

static void stopped_agents(void **unused) {
    (void)unused;
    edited e;
    edit_open(&e, HEAD "events: [x, y]\nroot: {states: {a: {}, b: {}}}\n",
              HEAD "events: [z, y]\nroot: {states: {b: {}, c: {transitions: [{to: c, after: 999}]}}}\n");
    wits_raise(e.from, e.old_agent, 0);
    wits_raise(e.from, e.old_agent, 1);
    convert(&e, "x: the event is gone; it is no longer pending\n");
    assert_false(wits_is_started(e.to, e.new_agent));
    assert_true(wits_is_pending(e.to, e.new_agent, 1));
    wits_raise(e.from, e.old_agent, 0);
    edit_close(&e);
}

// ----------------------------------------------------------------------------------------------------- bad input

static void bad_input_touches_nothing(void **unused) {
    (void)unused;
    edited e;
    edit_open(&e, HEAD "root: {states: {a: {transitions: [{to: a, after: 999}]}, b: {}}}\n",
              HEAD "root: {kind: parallel, states: {r: {states: {a: {}, b: {}}}, s: {}}}\n");
    uint8_t before[128];
    memset(e.new_agent, 0x77, sizeof e.new_agent);
    memcpy(before, e.new_agent, sizeof before);
    assert_false(wits_agent_convert(NULL, e.old_agent, e.to, e.new_agent, &e.frame, &e.lost));
    assert_false(wits_agent_convert(e.from, NULL, e.to, e.new_agent, &e.frame, &e.lost));
    assert_false(wits_agent_convert(e.from, e.old_agent, NULL, e.new_agent, &e.frame, &e.lost));
    assert_false(wits_agent_convert(e.from, e.old_agent, e.to, NULL, &e.frame, &e.lost));
    assert_false(wits_agent_convert(e.from, e.old_agent, e.to, e.new_agent, NULL, &e.lost));
    for (uint32_t value = 3; value < 256; value++) {  // no configuration has these numbers
        e.old_agent[0] = (uint8_t)value;
        assert_false(wits_agent_convert(e.from, e.old_agent, e.to, e.new_agent, &e.frame, &e.lost));
    }
    assert_memory_equal(before, e.new_agent, sizeof before);
    assert_int_equal(e.lost.count, 0);
    memset(e.old_agent, 0, sizeof e.old_agent);
    wits_start(e.from, e.old_agent, &e.frame);
    assert_true(wits_agent_convert(e.from, e.old_agent, e.to, e.new_agent, &e.frame, NULL));
    assert_true(wits_agent_is_valid(e.to, e.new_agent, wits_agent_size(e.to)));
    expect_active(&e, "r/a s");  // nothing in it had the same name
    edit_close(&e);
}

static void many_losses_are_counted(void **unused) {
    (void)unused;
    edited e;
    edit_open(&e, HEAD "root: {kind: parallel, states: {a: {}, b: {}, c: {}, d: {}}}\n",
              HEAD "root: {kind: parallel, states: {e: {}, f: {}}}\n");
    wits_start(e.from, e.old_agent, &e.frame);
    wits_loss losses[3] = {{.kind = WITS_LOSS_COUNT}, {.kind = WITS_LOSS_COUNT}, {.kind = WITS_LOSS_COUNT}};
    wits_conversion lost = {.losses = losses, .capacity = 2};
    assert_true(wits_agent_convert(e.from, e.old_agent, e.to, e.new_agent, &e.frame, &lost));
    assert_int_equal(lost.count, 4);
    assert_int_equal(losses[1].row, 2);
    assert_int_equal(losses[2].kind, WITS_LOSS_COUNT);
    edit_close(&e);
}

static void texts_are_cut_at_their_end(void **unused) {
    (void)unused;
    edited e;
    edit_open(&e, HEAD "root: {states: {a: {states: {b: {}}}}}\n", HEAD "root: {states: {a: {}}}\n");
    const wits_loss loss = {.kind = WITS_LOSS_CLOCK, .row = 2};
    const wits_loss of_root = {.kind = WITS_LOSS_CLOCK, .row = WITS_ROOT};
    const char *whole = "a/b: the state had no clock; its clock begins at 0";
    char text[64];
    for (size_t size = 0; size <= sizeof text; size++) {
        memset(text, '#', sizeof text);
        assert_int_equal(wits_loss_text(e.from, &loss, text, size), strlen(whole));
        size_t shown = size == 0 ? 0 : size - 1 < strlen(whole) ? size - 1 : strlen(whole);
        assert_memory_equal(text, whole, shown);
        assert_true(size == 0 || text[shown] == '\0');
        assert_true(shown + 1 >= sizeof text || size == sizeof text || text[size] == '#');
    }
    wits_loss_text(e.from, &of_root, text, sizeof text);
    assert_string_equal(text, "test: the state had no clock; its clock begins at 0");
    const wits_loss no_loss = {.kind = WITS_LOSS_COUNT, .row = 99};  // neither such a loss nor such a state
    assert_int_equal(wits_loss_text(e.from, &no_loss, text, sizeof text), 2);
    assert_string_equal(text, ": ");
    assert_string_equal(wits_loss_name(WITS_LOSS_EVENT), "EVENT");
    assert_string_equal(wits_loss_name(WITS_LOSS_COOLDOWN), "COOLDOWN");
    assert_string_equal(wits_loss_name(WITS_LOSS_COUNT), "");
    edit_close(&e);
}

// ----------------------------------------------------------------------------------------------------------- renames

static void rename_with(edited *e, const wits_rename *renames, uint32_t count) {
    char text[400];
    wits_problem problems[2];
    wits_report report = {problems, COUNT(problems), 0};
    assert_true(wits_versions_size(e->from, e->to) <= sizeof e->memory);
    e->versions = wits_versions_match(e->from, e->to, renames, count, e->memory, sizeof e->memory, &report);
    if (e->versions == NULL) {
        wits_problem_text(&problems[0], text, sizeof text);
        fail_msg("%s", text);
    }
}

static void names_that_changed(void **unused) {
    (void)unused;
    edited e;
    edit_open(&e,
              HEAD "events: [hurt, bell]\n"
                   "context: {hp: int, old: int}\n"
                   "root:\n"
                   "  states:\n"
                   "    fight: {leave: resume, states: {near: {}, melee: {transitions: [{to: melee, after: 999}]}}}\n"
                   "    calm: {}\n",
              HEAD
              "events: [bell, wounded]\n"
              "context: {health: int}\n"
              "root:\n"
              "  states:\n"
              "    calm: {}\n"
              "    combat: {leave: resume, states: {close: {transitions: [{to: close, after: 999}]}, near: {}}}\n");
    static const wits_rename renames[] = {
        {WITS_TABLE_STATES, "fight", "combat"},
        {WITS_TABLE_STATES, "combat/melee", "combat/close"},  // from a version in between, with `combat/melee`
        {WITS_TABLE_EVENTS, "hurt", "wounded"},
        {WITS_TABLE_EVENTS, "gong", "bell"},  // of another version
        {WITS_TABLE_FIELDS, "hp", "health"},
    };
    int32_t numbers[2] = {0, 0};
    const wits_column columns[] = {{&numbers[0], 0, WITS_TYPE_INT}, {&numbers[1], 0, WITS_TYPE_INT}};
    e.frame.columns = columns;
    go(&e, "melee");
    tick(&e, 7);
    wits_raise(e.from, e.old_agent, wits_find_event(e.from, "hurt"));
    convert(&e, "hurt: the event is gone; it is no longer pending\n"
                "fight: the state is gone; what was active, kept or remembered in it is lost\n");
    rename_with(&e, renames, COUNT(renames));
    convert(&e, "");
    expect_active(&e, "combat/close");
    assert_int_equal(elapsed(&e, "close"), 7);
    assert_true(wits_is_pending(e.to, e.new_agent, wits_find_event(e.to, "wounded")));
    go(&e, "calm");
    convert(&e, "");
    go_on(&e, "combat");
    expect_active(&e, "combat/close");  // remembered

    assert_int_equal(wits_versions_state(e.versions, state(e.from, "near")), state(e.to, "near"));
    assert_int_equal(wits_versions_state(e.versions, 99), WITS_NONE);
    assert_int_equal(wits_versions_event(e.versions, 0), 1);
    assert_int_equal(wits_versions_event(e.versions, 2), WITS_NONE);
    assert_int_equal(wits_versions_field(e.versions, 0), 0);
    assert_int_equal(wits_versions_field(e.versions, 1), WITS_NONE);
    wits_conversion other = {.versions = e.versions};  // of these two brains, in this order
    assert_false(wits_agent_convert(e.to, e.new_agent, e.from, e.old_agent, &e.frame, &other));
    assert_false(wits_agent_convert(e.from, e.old_agent, e.from, e.new_agent, &e.frame, &other));
    edit_close(&e);
}

static const char flat[] = HEAD "root:\n"
                                "  states:\n"
                                "    calm: {}\n"
                                "    combat:\n"
                                "      leave: suspend\n"
                                "      states:\n"
                                "        melee: {transitions: [{to: melee, after: 999}]}\n"
                                "        shoot: {}\n";

/// A composite around a state: split; without it again: merged. Both keep what was active or kept.
static void split_and_merged(void **unused) {
    (void)unused;
    static const char nested[] = HEAD "root:\n"
                                      "  states:\n"
                                      "    calm: {}\n"
                                      "    combat:\n"
                                      "      leave: suspend\n"
                                      "      states:\n"
                                      "        shoot: {}\n"
                                      "        close:\n"
                                      "          states:\n"
                                      "            dodge: {}\n"
                                      "            melee: {transitions: [{to: melee, after: 999}]}\n";
    static const wits_rename split = {WITS_TABLE_STATES, "combat/melee", "combat/close/melee"};
    static const wits_rename merged = {WITS_TABLE_STATES, "combat/close/melee", "combat/melee"};
    for (int is_kept = 0; is_kept < 2; is_kept++) {
        edited e;
        edit_open(&e, flat, nested);
        rename_with(&e, &split, 1);
        go(&e, "melee");
        tick(&e, 4);
        if (is_kept) {
            go(&e, "calm");
        }
        convert(&e, "");
        expect_active(&e, is_kept ? "calm" : "combat/close/melee");
        go_on(&e, "combat");
        expect_active(&e, "combat/close/melee");
        assert_int_equal(elapsed(&e, "melee"), 4);
        edit_close(&e);

        edit_open(&e, nested, flat);
        rename_with(&e, &merged, 1);
        go(&e, "melee");
        tick(&e, 4);
        if (is_kept) {
            go(&e, "calm");
        }
        convert(&e, "");
        go_on(&e, "combat");
        expect_active(&e, "combat/melee");
        assert_int_equal(elapsed(&e, "melee"), 4);
        go(&e, "dodge");
        convert(&e, "combat/close: the state is gone; what was active, kept or remembered in it is lost\n");
        edit_close(&e);
    }
}

/// Pulled out of a composite that remains: the innermost active state decides.
static void pulled_out(void **unused) {
    (void)unused;
    edited e;
    const wits_rename renames = {WITS_TABLE_STATES, "combat/melee", "melee"};
    edit_open(&e, flat,
              HEAD "root:\n"
                   "  states:\n"
                   "    calm: {}\n"
                   "    combat: {leave: suspend, states: {shoot: {}, aim: {}}}\n"
                   "    melee: {transitions: [{to: melee, after: 999}]}\n");
    rename_with(&e, &renames, 1);
    go(&e, "melee");
    tick(&e, 3);
    convert(&e, "");
    expect_active(&e, "melee");
    assert_int_equal(elapsed(&e, "melee"), 3);
    go(&e, "calm");
    convert(&e, "combat/melee: other states take its place; it is no longer active or kept\n");
    expect_active(&e, "calm");
    edit_close(&e);
}

/// Two regions become children of one fsm: the first in the new brain stays active.
static void one_place_for_two(void **unused) {
    (void)unused;
    edited e;
    const wits_rename renames[] = {{WITS_TABLE_STATES, "legs/run", "run"}, {WITS_TABLE_STATES, "arms/wave", "wave"}};
    edit_open(&e,
              HEAD
              "root: {kind: parallel, states: {legs: {states: {walk: {}, run: {}}}, arms: {states: {rest: {}, wave: "
              "{}}}}}\n",
              HEAD "root: {states: {idle: {}, wave: {}, run: {}}}\n");
    rename_with(&e, renames, 2);
    wits_start(e.from, e.old_agent, &e.frame);
    convert(&e, "test: it is no longer a parallel; its inside restarts\n"
                "legs: the state is gone; what was active, kept or remembered in it is lost\n"
                "arms: the state is gone; what was active, kept or remembered in it is lost\n");
    expect_active(&e, "idle");
    go(&e, "run");
    convert(&e, "arms: the state is gone; what was active, kept or remembered in it is lost\n");
    expect_active(&e, "run");
    go(&e, "wave");
    convert(&e, "legs/run: other states take its place; it is no longer active or kept\n");
    expect_active(&e, "wave");
    edit_close(&e);
}

/// An active state has moved into a composite that keeps something else: that exits.
static void into_what_is_kept(void **unused) {
    (void)unused;
    edited e;
    const wits_rename renames = {WITS_TABLE_STATES, "calm", "combat/calm"};
    edit_open(&e, flat,
              HEAD "root:\n"
                   "  states:\n"
                   "    combat:\n"
                   "      leave: suspend\n"
                   "      states: {melee: {transitions: [{to: melee, after: 999}]}, shoot: {}, calm: {}}\n"
                   "    other: {}\n");
    rename_with(&e, &renames, 1);
    go(&e, "shoot");
    go(&e, "calm");
    convert(&e, "combat/shoot: other states take its place; it is no longer active or kept\n");
    expect_active(&e, "combat/calm");
    edit_close(&e);
}

static void a_remembered_child_that_moved(void **unused) {
    (void)unused;
    edited e;
    const wits_rename renames = {WITS_TABLE_STATES, "a/b", "b"};
    edit_open(&e, HEAD "root: {states: {a: {leave: resume, states: {c: {}, b: {}}}, d: {}}}\n",
              HEAD "root: {states: {a: {leave: resume, states: {c: {}}}, b: {}, d: {}}}\n");
    rename_with(&e, &renames, 1);
    go(&e, "b");
    go(&e, "d");
    convert(&e, "a: the child that it remembered is lost; it restarts when entered\n");
    go_on(&e, "a");
    expect_active(&e, "a/c");
    edit_close(&e);
}

/// Renames between two fixed brains, and the problem's text.
typedef struct wrong {
    wits_rename renames[2];
    uint32_t count;
    wits_problem_code code;
    const char *text;
} wrong;

static void wrong_renames(void **unused) {
    (void)unused;
    static const wrong cases[] = {
        {{{WITS_TABLE_STEPS, "a", "b"}},
         1,
         WITS_PROBLEM_RENAME_TABLE,
         "renames row 0 (a): table: only states, events and fields can be renamed"},
        {{{WITS_TABLE_STATES, "", "fight"}},
         1,
         WITS_PROBLEM_RENAME_EMPTY,
         "renames row 0 (): from: a rename needs an old and a new name; the root has no path and cannot be renamed"},
        {{{WITS_TABLE_EVENTS, "e", NULL}},
         1,
         WITS_PROBLEM_RENAME_EMPTY,
         "renames row 0 (e): to: a rename needs an old and a new name; the root has no path and cannot be renamed"},
        {{{WITS_TABLE_STATES, "no", "fight/x"}, {WITS_TABLE_STATES, "no", "fight"}},
         2,
         WITS_PROBLEM_RENAME_TWICE,
         "renames row 1 (no): from: an earlier rename has the same old name"},
        {{{WITS_TABLE_STATES, "old", "fight/xy"}},
         1,
         WITS_PROBLEM_RENAME_UNKNOWN,
         "renames row 0 (old): to: the new brain has no: 'fight/xy'"},
        {{{WITS_TABLE_STATES, "old", "figth/x"}},
         1,
         WITS_PROBLEM_RENAME_UNKNOWN,
         "renames row 0 (old): to: the new brain has no: 'figth/x'; did you mean 'fight'?"},
        {{{WITS_TABLE_STATES, "old", "x"}},
         1,
         WITS_PROBLEM_RENAME_UNKNOWN,  // paths are complete
         "renames row 0 (old): to: the new brain has no: 'x'"},
        {{{WITS_TABLE_EVENTS, "old", "belll"}},
         1,
         WITS_PROBLEM_RENAME_UNKNOWN,
         "renames row 0 (old): to: the new brain has no: 'belll'; did you mean 'bell'?"},
        {{{WITS_TABLE_FIELDS, "old", "heath"}},
         1,
         WITS_PROBLEM_RENAME_UNKNOWN,
         "renames row 0 (old): to: the new brain has no: 'heath'; did you mean 'health'?"},
        {{{WITS_TABLE_STATES, "fight", "calm"}},
         1,
         WITS_PROBLEM_RENAME_STILL_THERE,
         "renames row 0 (fight): from: the new brain still has the old name; agents of the new version would be "
         "renamed again: 'fight'"},
        {{{WITS_TABLE_EVENTS, "bell", "bell"}},
         1,
         WITS_PROBLEM_RENAME_STILL_THERE,
         "renames row 0 (bell): from: the new brain still has the old name; agents of the new version would be "
         "renamed again: 'bell'"},
        {{{WITS_TABLE_STATES, "old", "fight"}, {WITS_TABLE_STATES, "older", "fight"}},
         2,
         WITS_PROBLEM_RENAME_MERGES,
         "renames row 1 (older): to: the old brain has another that becomes the same: 'old'"},
        {{{WITS_TABLE_STATES, "old", "calm"}},
         1,
         WITS_PROBLEM_RENAME_MERGES,
         "renames row 0 (old): to: the old brain has another that becomes the same: 'calm'"},
        {{{WITS_TABLE_EVENTS, "gong", "bell"}},
         1,
         WITS_PROBLEM_RENAME_MERGES,
         "renames row 0 (gong): to: the old brain has another that becomes the same: 'bell'"},
        {{{WITS_TABLE_FIELDS, "hp", "health"}, {WITS_TABLE_FIELDS, "hp2", "health"}},
         2,
         WITS_PROBLEM_RENAME_MERGES,
         NULL},
    };
    edited e;
    edit_open(&e,
              HEAD "events: [bell, gong]\ncontext: {hp: int, hp2: int}\n"
                   "root: {states: {calm: {}, old: {states: {x: {}}}, older: {}}}\n",
              HEAD "events: [bell]\ncontext: {health: int}\nroot: {states: {calm: {}, fight: {states: {x: {}}}}}\n");
    for (uint32_t i = 0; i < COUNT(cases); i++) {
        wits_problem problems[4];
        wits_report report = {problems, COUNT(problems), 0};
        char text[600];
        assert_null(
            wits_versions_match(e.from, e.to, cases[i].renames, cases[i].count, e.memory, sizeof e.memory, &report));
        wits_problem_text(&problems[0], text, sizeof text);
        if (cases[i].text != NULL) {
            assert_string_equal(text, cases[i].text);
            assert_int_equal(report.count, 1);
        }
        assert_int_equal(problems[0].code, cases[i].code);
        assert_null(
            wits_versions_match(e.from, e.to, cases[i].renames, cases[i].count, e.memory, sizeof e.memory, NULL));
    }
    edit_close(&e);
}

static void versions_need_memory(void **unused) {
    (void)unused;
    edited e;
    edit_open(&e, HEAD "root: {states: {a: {}}}\n", HEAD "root: {states: {b: {}}}\n");
    const size_t size = wits_versions_size(e.from, e.to);
    const wits_rename wrong_one = {WITS_TABLE_STATES, "a", "c"};
    wits_problem problems[2];
    struct {
        const wits_brain *from, *to;
        const wits_rename *renames;
        void *memory;
        size_t size;
        wits_problem_code code;
    } cases[] = {
        {NULL, e.to, NULL, e.memory, size, WITS_PROBLEM_BRAIN_MISSING},
        {e.from, NULL, NULL, e.memory, size, WITS_PROBLEM_BRAIN_MISSING},
        {e.from, e.to, NULL, e.memory, size, WITS_PROBLEM_TABLE_MISSING},
        {e.from, e.to, &wrong_one, NULL, size, WITS_PROBLEM_VERSIONS_MEMORY},
        {e.from, e.to, &wrong_one, (char *)e.memory + 4, size, WITS_PROBLEM_VERSIONS_MEMORY},
        {e.from, e.to, &wrong_one, e.memory, size - 1, WITS_PROBLEM_VERSIONS_MEMORY},
        {e.from, e.to, &wrong_one, e.memory, size, WITS_PROBLEM_RENAME_UNKNOWN},
    };
    memset(e.memory, 0x5A, sizeof e.memory);
    for (uint32_t i = 0; i < COUNT(cases); i++) {
        wits_report report = {problems, COUNT(problems), 0};
        assert_null(wits_versions_match(cases[i].from, cases[i].to, cases[i].renames, 1, cases[i].memory, cases[i].size,
                                        &report));
        assert_int_equal(report.count, 1);
        assert_int_equal(problems[0].code, cases[i].code);
        assert_true(e.memory[0] == UINT64_C(0x5A5A5A5A5A5A5A5A));
    }
    assert_non_null(wits_versions_match(e.from, e.to, NULL, 0, e.memory, size, NULL));
    assert_memory_equal((uint8_t *)e.memory + size, "\x5A\x5A\x5A\x5A", 4);
    edit_close(&e);
}

/// The renames of a file. They change neither the brain nor its hash.
static void renames_of_a_file(void **unused) {
    (void)unused;
    edited e;
    const char *new_text = HEAD "context: {health: int}\n"
                                "events: [wounded]\n"
                                "%s"
                                "root:\n"
                                "  states:\n"
                                "    calm: {}\n"
                                "    combat: {states: {shoot: {}, close: {states: {dodge: {}, melee: {}}}}}\n";
    static const char section[] =
        "renames:\n"
        "  fields: {hp: health}\n"
        "  states: {fight: combat, combat/melee: combat/close/melee, fist: combat/close/melee}\n"
        "  events: {hurt: wounded}\n";
    char plain[600];
    char text[600];
    sprintf(plain, new_text, "");
    sprintf(text, new_text, section);
    edit_open(&e,
              HEAD "context: {hp: int}\n"
                   "events: [hurt]\n"
                   "root: {states: {calm: {}, fight: {states: {melee: {}, shoot: {}}}}}\n",
              text);
    uint32_t count = 9;
    const wits_rename *renames = wits_file_renames(e.new_file, &count);
    assert_int_equal(count, 5);
    static const wits_rename expected[] = {{WITS_TABLE_STATES, "fight", "combat"},
                                           {WITS_TABLE_STATES, "combat/melee", "combat/close/melee"},
                                           {WITS_TABLE_STATES, "fist", "combat/close/melee"},
                                           {WITS_TABLE_EVENTS, "hurt", "wounded"},
                                           {WITS_TABLE_FIELDS, "hp", "health"}};
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(renames[i].table, expected[i].table);
        assert_string_equal(renames[i].from, expected[i].from);
        assert_string_equal(renames[i].to, expected[i].to);
    }
    wits_file_place place = wits_file_where(e.new_file, WITS_TABLE_RENAMES, 1, NULL, 0);
    assert_true(place.line == 7 && place.column == 27);
    place = wits_file_where(e.new_file, WITS_TABLE_RENAMES, 4, "to", 0);
    assert_true(place.line == 6 && place.column == 16);
    assert_int_equal(wits_file_where(e.new_file, WITS_TABLE_RENAMES, 5, "to", 0).line, 0);
    int32_t number = 0;
    const wits_column columns[] = {{&number, 0, WITS_TYPE_INT}};
    e.frame.columns = columns;
    rename_with(&e, renames, count);
    go(&e, "melee");
    convert(&e, "");
    expect_active(&e, "combat/close/melee");

    wits_file *without = parse_sound(plain);
    assert_null(wits_file_renames(without, &count));
    assert_int_equal(count, 0);
    assert_true(wits_brain_hash(wits_file_brain(without)) == wits_brain_hash(e.to));
    wits_file_free(without);
    wits_file *again = parse_sound(wits_file_expanded(e.new_file, NULL));
    assert_non_null(wits_file_renames(again, &count));
    assert_int_equal(count, 5);
    wits_file_free(again);
    assert_null(wits_file_renames(NULL, &count));
    edit_close(&e);
}

static void losses_of_fields(void **unused) {
    (void)unused;
    edited e;
    char text[128];
    edit_open(&e, HEAD "context: {hp: int}\nroot: {states: {a: {}}}\n", HEAD "root: {states: {a: {}}}\n");
    wits_loss_text(e.from, &(wits_loss){.kind = WITS_LOSS_FIELD}, text, sizeof text);
    assert_string_equal(text, "hp: the field is gone; its values are lost");
    wits_loss_text(e.from, &(wits_loss){.kind = WITS_LOSS_VALUE}, text, sizeof text);
    assert_string_equal(text, "hp: its value does not fit the field's new type; it has the initial value");
    assert_string_equal(wits_loss_name(WITS_LOSS_PLACE), "PLACE");
    e.frame.agent = 77;
    edit_close(&e);
    edit_open(&e, HEAD "root: {states: {a: {}, b: {}}}\n", HEAD "root: {states: {c: {}}}\n");
    e.frame.agent = 77;
    wits_start(e.from, e.old_agent, &e.frame);
    convert(&e, "a: the state is gone; what was active, kept or remembered in it is lost\n");
    assert_true(e.losses[0].agent == 77);
    edit_close(&e);
}

// ------------------------------------------------------------------------------------------------------- layout hash

static uint64_t layout_of(const char *text) {
    wits_file *file = parse_sound(text);
    uint64_t hash = wits_brain_layout_hash(wits_file_brain(file));
    wits_file_free(file);
    return hash;
}

static const char layout_text[] =
    HEAD "events: [e, f]\n"
         "context: {x: float}\n"
         "root:\n"
         "  states:\n"
         "    a: {leave: resume, states: {b: {transitions: [{to: c, after: 3, when: x > 1}]}, c: {}}}\n"
         "    d: {kind: utility, states: {g: {score: x, hold: 2, cooldown: 4}, h: {score: 1}}}\n";

/// The text with one part of it replaced.
static uint64_t layout_with(const char *part, const char *other) {
    char text[1024];
    const char *at = strstr(layout_text, part);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - layout_text), layout_text, other, at + strlen(part));
    return layout_of(text);
}

static void layout_hash_is_of_what_bytes_mean(void **unused) {
    (void)unused;
    uint64_t hash = layout_of(layout_text);
    static const char *const same[][2] = {
        {"after: 3", "after: 40"},
        {"x > 1", "x < 7"},
        {"score: x", "score: 1 - x"},
        {"hold: 2, cooldown: 4", "hold: 5, cooldown: 6, weight: 3"},
        {"{x: float}", "{y: int8, x: float}"},
        {"c: {}", "c: {transitions: [{to: d}], update: x = x + 1, enter: raise e}"},
        {"brain: test", "brain: other"},
        {"kind: utility", "kind: utility, inertia: 0.5"},
    };
    for (uint32_t i = 0; i < COUNT(same); i++) {
        if (layout_with(same[i][0], same[i][1]) != hash) {
            fail_msg("%s changes the layout", same[i][1]);
        }
    }
    static const char *const other[][2] = {
        {"[e, f]", "[f, e]"},
        {"[e, f]", "[e, g]"},
        {"[e, f]", "[e, f, g]"},
        {"after: 3, ", ""},  // no clock
        {"leave: resume, ", ""},
        {"leave: resume, ", "leave: suspend, "},
        {"leave: resume, ", "leave: resume, activation: on_decide, "},
        {", cooldown: 4", ""},
        {"hold: 2, ", ""},
        {"h: {score: 1}", "i: {score: 1}"},
        {"c: {}", "c: {}, z: {}"},
        {"c: {}", "c: {transitions: [{to: c, after: 999}]}"},
        {"h: {score: 1}", "h: {score: 1, states: {i: {}}}"},
        {"kind: utility", "kind: utility, every: 3"},
        {"brain: test", "brain: test\nupdate_entered: false"},
    };
    uint64_t seen[COUNT(other)];
    for (uint32_t i = 0; i < COUNT(other); i++) {
        seen[i] = i == 3 ? layout_of(HEAD "root: {}\n") : layout_with(other[i][0], other[i][1]);
        for (uint32_t k = 0; k < i; k++) {
            if (seen[i] == hash || seen[i] == seen[k]) {
                fail_msg("%s does not change the layout", other[i][1]);
            }
        }
    }
    const char *keeps = HEAD "root: {states: {a: {leave: %s, states: {b: {}}}, c: {leave: %s, states: {d: {}}}}}\n";
    char first[256];
    char second[256];
    sprintf(first, keeps, "suspend", "reset");
    sprintf(second, keeps, "reset", "suspend");
    assert_true(layout_of(first) != layout_of(second));
    // The same on every machine; a golden value.
    assert_true(hash == UINT64_C(0xe51bc6d4a8c5b7f7));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_in_another_order),
        cmocka_unit_test(regions_and_events),
        cmocka_unit_test(kept_and_remembered),
        cmocka_unit_test(cooldowns),
        cmocka_unit_test(what_an_update_leaves_out),
        cmocka_unit_test(gone_states_are_entered_by_the_rules),
        cmocka_unit_test(scores_choose_for_what_is_gone),
        cmocka_unit_test(an_empty_composite_waits),
        cmocka_unit_test(other_kinds),
        cmocka_unit_test(other_leaves),
        cmocka_unit_test(kept_inside_what_is_kept),
        cmocka_unit_test(kept_inside_an_option_with_a_target),
        cmocka_unit_test(kept_regions_that_are_gone),
        cmocka_unit_test(private_data),
        cmocka_unit_test(stopped_agents),
        cmocka_unit_test(bad_input_touches_nothing),
        cmocka_unit_test(many_losses_are_counted),
        cmocka_unit_test(texts_are_cut_at_their_end),
        cmocka_unit_test(names_that_changed),
        cmocka_unit_test(split_and_merged),
        cmocka_unit_test(pulled_out),
        cmocka_unit_test(one_place_for_two),
        cmocka_unit_test(into_what_is_kept),
        cmocka_unit_test(a_remembered_child_that_moved),
        cmocka_unit_test(wrong_renames),
        cmocka_unit_test(versions_need_memory),
        cmocka_unit_test(renames_of_a_file),
        cmocka_unit_test(losses_of_fields),
        cmocka_unit_test(layout_hash_is_of_what_bytes_mean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
