// SPDX-License-Identifier: MIT
// The clauses of docs/semantics.md that the model counts whenever they apply: X(name, section, text).
#ifndef WITS_TESTS_MODEL_CLAUSES_H
#define WITS_TESTS_MODEL_CLAUSES_H

// clang-format off
#define CLAUSE_LIST(X) \
    /* 2: attributes of a composite */ \
    X(initial_given,               2, "fsm enters its given initial") \
    X(initial_first,               2, "fsm without initial enters its first child") \
    X(initial_first_rule,          2, "fsm enters the child of its first rule, which holds") \
    X(initial_later_rule,          2, "the first rules of an fsm do not hold, a later one does") \
    X(initial_last_rule,           2, "no condition of an fsm's rules holds: the last rule") \
    X(initial_rules_elapsed,       2, "an fsm that has been active for some ticks asks its rules") \
    X(initial_rules_not_asked,     2, "what is remembered is stronger than rules") \
    X(initial_given_on_utility,    2, "utility enters its given initial") \
    X(initial_chosen,              2, "utility without initial enters the child that the scores choose") \
    X(activation_now,              2, "activation now: child active in the same breath") \
    X(activation_on_decide,        2, "activation on_decide: composite stays empty") \
    X(on_decide_continues,         2, "activation on_decide: a kept child continues at once") \
    X(activation_silent,           2, "activation silent") \
    X(silent_below_silent,         2, "silent: down the whole chain") \
    X(silent_stops_on_decide,      2, "silent: stops at an on_decide composite") \
    X(enter_not_run,               2, "silent: enter not run") \
    X(leave_reset,                 2, "leave reset: child exits, forgotten") \
    X(leave_resume,                2, "leave resume: child exits, remembered") \
    X(leave_suspend,               2, "leave suspend: child kept") \
    X(child_remembered,            2, "remembered child is entered again") \
    X(child_continues,             2, "kept child continues") \
    X(continued_empty,             2, "kept composite continues empty") \
    X(parallel_entered,            2, "parallel: regions entered") \
    X(parallel_silent,             2, "parallel: regions activated silently") \
    X(parallel_exited_in_reverse,  2, "parallel, reset: regions exit in reverse") \
    X(parallel_kept,               2, "parallel, suspend: regions kept") \
    X(parallel_continues,          2, "parallel: kept regions continue") \
    X(leave_reset_reset,           2, "left: reset around reset") \
    X(leave_reset_resume,          2, "left: reset around resume") \
    X(leave_reset_suspend,         2, "left: reset around suspend") \
    X(leave_resume_reset,          2, "left: resume around reset") \
    X(leave_resume_resume,         2, "left: resume around resume") \
    X(leave_resume_suspend,        2, "left: resume around suspend") \
    X(leave_suspend_reset,         2, "left: suspend around reset") \
    X(leave_suspend_resume,        2, "left: suspend around resume") \
    X(leave_suspend_suspend,       2, "left: suspend around suspend") \
    X(leave_reset_parallel_reset,  2, "left: reset around parallel reset") \
    X(leave_reset_parallel_suspend, 2, "left: reset around parallel suspend") \
    X(leave_resume_parallel_reset, 2, "left: resume around parallel reset") \
    X(leave_resume_parallel_suspend, 2, "left: resume around parallel suspend") \
    X(leave_suspend_parallel_reset, 2, "left: suspend around parallel reset") \
    X(leave_suspend_parallel_suspend, 2, "left: suspend around parallel suspend") \
    X(leave_parallel_reset_reset,  2, "left: parallel reset around reset") \
    X(leave_parallel_reset_resume, 2, "left: parallel reset around resume") \
    X(leave_parallel_reset_suspend, 2, "left: parallel reset around suspend") \
    X(leave_parallel_suspend_reset, 2, "left: parallel suspend around reset") \
    X(leave_parallel_suspend_resume, 2, "left: parallel suspend around resume") \
    X(leave_parallel_suspend_suspend, 2, "left: parallel suspend around suspend") \
    X(leave_parallel_reset_parallel_reset, 2, "left: parallel reset around parallel reset") \
    X(leave_parallel_reset_parallel_suspend, 2, "left: parallel reset around parallel suspend") \
    X(leave_parallel_suspend_parallel_reset, 2, "left: parallel suspend around parallel reset") \
    X(leave_parallel_suspend_parallel_suspend, 2, "left: parallel suspend around parallel suspend") \
    /* 3: start and stop of an agent */ \
    X(start_stopped,               3, "start enters the root") \
    X(start_started,               3, "start on a started agent: nothing") \
    X(goto_moves,                  3, "goto: a transition from the root") \
    X(goto_active,                 3, "goto an active state: nothing") \
    X(goto_stopped,                3, "goto on a stopped agent: root and way") \
    X(restart_active,              3, "restart an active state: exits, enters") \
    X(restart_inactive,            3, "restart an inactive state: goto") \
    X(restart_stopped,             3, "restart on a stopped agent") \
    X(place_started,               3, "place on a started agent") \
    X(place_stopped,               3, "place on a stopped agent") \
    X(place_forgets_memory,        3, "place forgets a memory") \
    X(place_on_decide,             3, "place: an on_decide composite stays empty") \
    X(place_other_region,          3, "place: other regions of parallels on the way") \
    X(stop_started,                3, "stop exits everything") \
    X(stop_exits_suspending,       3, "stop exits also where leave is suspend") \
    X(stop_drops_kept,             3, "stop drops kept children") \
    X(stop_keeps_events,           3, "stop keeps pending events") \
    X(stop_stopped,                3, "stop on a stopped agent: nothing") \
    X(decide_stopped,              3, "decide on a stopped agent") \
    X(decide_stopped_clears,       3, "decide on a stopped agent clears pending events") \
    X(update_stopped,              3, "update on a stopped agent: nothing") \
    X(clock_stood_still,           3, "clock stood still while kept") \
    X(elapsed_in_exit,             3, "elapsed in exit: its own") \
    X(elapsed_in_transition,       3, "elapsed in a transition's action: the source's") \
    /* 4: a decision pass */ \
    X(empty_enters_initial,        4, "1: enters initial, pass ends") \
    X(empty_enters_chosen,         4, "1: enters the initial or chosen child of a utility") \
    X(empty_enters_remembered,     4, "1: enters the remembered child") \
    X(own_fires,                   4, "2: the active child's own transition fires") \
    X(any_fires,                   4, "2: an any transition fires") \
    X(any_on_utility,              4, "2: an any transition of a utility fires") \
    X(any_beats_own,               4, "2: any before the child's own") \
    X(outer_beats_inner,           4, "2: an outer transition beats an enabled inner one") \
    X(first_of_several,            4, "2: the first of several enabled") \
    X(event_not_pending,           4, "2: event not pending") \
    X(event_fires,                 4, "2: event pending, fires") \
    X(after_too_early,             4, "2: after not yet over") \
    X(after_fires,                 4, "2: after over, fires") \
    X(after_fires_late,            4, "2: after fires at the next pass") \
    X(condition_false,             4, "2: condition does not hold") \
    X(any_target_active,           4, "2: any: destination active, never enabled") \
    X(any_reenters_active,         4, "2: any with reenter: destination active, fires") \
    X(goes_on_with_other,          4, "3: pass goes on with the child switched to") \
    X(inwards,                     4, "4: repeats for a composite child") \
    X(leaf_decides,                4, "4: leaf runs its decide actions") \
    X(region_fires,                4, "parallel: a region's own transition fires") \
    X(regions_go_on,               4, "parallel: remaining regions go on after a transition") \
    X(regions_left,                4, "parallel: left, remaining regions skipped") \
    X(regions_came_back,           4, "parallel: left and came back, remaining regions skipped") \
    X(regions_again,               4, "parallel: regions entered again, remaining regions skipped") \
    X(event_cleared,               4, "events pending at the start are cleared") \
    X(raised_for_next,             4, "an event raised during the pass is pending for the next") \
    X(raised_again_for_next,       4, "the same, though it was pending at the start") \
    X(raise_pending,               4, "raising a pending event changes nothing") \
    /* 5: firing a transition */ \
    X(self_action_only,            5, "T == S: only the action") \
    X(stay_up,                     5, "T contains S: stays, inside entered again") \
    X(stay_inside,                 5, "T inside S, active composite: stays, inside entered again") \
    X(stay_inside_leaf,            5, "T inside S, active leaf: only the action") \
    X(stay_parallel,               5, "T a parallel that stays: regions entered again") \
    X(stay_silent,                 5, "T stays, inside activated silently") \
    X(stay_on_decide,              5, "T stays, empty until the next pass") \
    X(stay_empty_forgets,          5, "T stays, was empty, forgets the remembered child") \
    X(down_from_source,            5, "T inside S, D is S") \
    X(down_from_further_in,        5, "T inside S, D further in") \
    X(down_into_empty,             5, "T inside S, D is empty") \
    X(down_into_empty_remembers,   5, "T inside S, D is empty and remembers a child") \
    X(reenter_self,                5, "reenter, T == S") \
    X(reenter_up,                  5, "reenter, T contains S") \
    X(reenter_down,                5, "reenter, T inside S") \
    X(reenter_down_active,         5, "reenter, T inside S and active") \
    X(reenter_in_parallel,         5, "reenter of a region: D is the parallel") \
    X(sibling,                     5, "otherwise: siblings") \
    X(out_of_levels,               5, "otherwise: out of nested composites") \
    X(into_levels,                 5, "otherwise: into nested composites") \
    X(across_regions,              5, "otherwise: from region to region, parallel left and entered") \
    X(within_reset,                5, "exits: left from within, reset") \
    X(within_resume,               5, "exits: left from within, resume") \
    X(within_suspend,              5, "exits: left from within, suspend") \
    X(within_parallel_reset,       5, "exits: parallel left from within, reset") \
    X(within_parallel_suspend,     5, "exits: parallel left from within, suspend") \
    X(within_parallel_other_region, 5, "exits: other regions exit") \
    X(empty_left,                  5, "exits: an empty composite is left") \
    X(empty_left_remembers,        5, "exits: an empty composite still remembers its child") \
    X(way_through_silent,          5, "entries: through a silent composite") \
    X(way_through_on_decide,       5, "entries: through an on_decide composite") \
    X(way_through_parallel,        5, "entries: through a parallel") \
    X(way_through_kept_parallel,   5, "entries: through a parallel with kept regions") \
    X(way_forgets_remembered,      5, "entries: a remembered child on the way is forgotten") \
    X(way_exits_kept,              5, "entries: a kept child exits after enter") \
    X(way_exits_kept_itself,       5, "entries: the kept child is the very state about to be entered") \
    X(kept_exit_composite,         5, "entries: a kept composite exits, inside by its own leave") \
    X(destination_composite,            5, "entries: T is a composite, inside by activation and leave") \
    X(restart_given,               5, "restart: on a composite that is entered") \
    X(restart_forgets,             5, "restart: remembered child forgotten") \
    X(restart_exits_kept,          5, "restart: kept child exits after enter") \
    X(restart_exits_kept_regions,  5, "restart: kept regions exit after enter") \
    X(restart_where_staying,       5, "restart where T stays adds nothing") \
    /* 6: utility */ \
    X(weight_default,              6, "weight not given: 1") \
    X(weight_given,                6, "weight given, other than 0") \
    X(weight_zero,                 6, "weight of 0") \
    X(score_on_composite,          6, "score on a composite option") \
    X(score_composite_one,         6, "composite without score: 1") \
    X(score_best,                  6, "score best") \
    X(score_best_nested,           6, "score best of a score best") \
    X(score_best_skips_nan,        6, "score best skips NaN") \
    X(score_best_all_nan,          6, "score best, all NaN") \
    X(current_wins,                6, "current option wins") \
    X(switched,                    6, "another wins: switch") \
    X(switched_from_composite,     6, "switch away from a composite") \
    X(switched_to_composite,       6, "switch to a composite") \
    X(tie_current,                 6, "tie: the current option") \
    X(tie_first,                   6, "tie: the first declared") \
    X(inertia_holds,               6, "inertia keeps the current option") \
    X(floor_excludes,              6, "floor excludes") \
    X(floor_zero_excludes,         6, "floor of 0 excludes") \
    X(nan_no_candidate,            6, "NaN is no candidate") \
    X(no_candidate_stays,          6, "no candidate: current stays") \
    X(no_candidate_first,          6, "no candidate at entering: first declared") \
    X(hold_stops,                  6, "hold: no scoring") \
    X(hold_stops_while_due,        6, "hold stops a scoring that was due by every") \
    X(hold_over,                   6, "hold over: scores") \
    X(hold_left_by_transition,     6, "hold: a transition leaves it") \
    X(every_stops,                 6, "every: not yet") \
    X(every_scores,                6, "every: scores") \
    X(every_spread,                6, "every: spread by agent id at entering") \
    X(every_silently,              6, "every: silently active counts as entered") \
    X(every_stood_still,           6, "every: clock stood still while kept") \
    X(select_highest,              6, "select highest") \
    X(select_weighted,             6, "select weighted") \
    X(select_top,                  6, "select top") \
    X(select_within,               6, "select within") \
    X(top_cuts,                    6, "top: more candidates than n") \
    X(within_excludes,             6, "within: an option is too far from the best") \
    X(within_not_above_zero,       6, "within: best not above 0") \
    X(weighted_among_several,      6, "weighted: a real draw") \
    X(choice_drawn_by_caller,      6, "weighted: the frame says what is drawn") \
    X(weighted_below_zero,         6, "weighted: below 0 counts 0") \
    X(weighted_above_limit,        6, "weighted: above 1e30 counts 1e30") \
    X(weighted_all_zero,           6, "weighted: all 0, no candidate") \
    X(select_softmax,              6, "select softmax") \
    X(softmax_infinite,            6, "softmax: a NaN weight counts 0") \
    X(softmax_vanishes,            6, "softmax: a score too far from the best for any chance") \
    X(gated_no_candidate,          6, "an option whose outermost gate does not hold is no candidate") \
    X(cooldown_excludes,           6, "cooldown excludes") \
    X(cooldown_ends_early,         6, "cooldown ends when something else makes the option active") \
    X(stop_forgets_cooldown,       6, "stop forgets a cooldown") \
    X(place_forgets_cooldown,      6, "place forgets a cooldown") \
    X(default_excludes,            6, "default: an option that does not score more") \
    X(default_excludes_equal,      6, "default: an option that scores as much") \
    X(default_no_candidate,        6, "default: no candidate itself, excludes nobody") \
    X(default_chosen,              6, "default: nobody else is left, chosen") \
    X(default_chosen_anyway,       6, "default: chosen, though no candidate itself") \
    X(rank_excludes,               6, "rank: others are of a higher one") \
    X(rank_constant,               6, "rank is a constant") \
    X(rank_expression,             6, "rank is an expression") \
    X(score_best_skips_gated,      6, "score best skips a gated option") \
    X(considered_one,              6, "considerations: a single one") \
    X(group_product,               6, "considerations: product") \
    X(group_compensated,           6, "considerations: compensated") \
    X(group_geometric_mean,        6, "considerations: geometric_mean") \
    X(group_sum,                   6, "considerations: sum") \
    X(group_mean,                  6, "considerations: mean") \
    X(group_min,                   6, "considerations: min") \
    X(group_max,                   6, "considerations: max") \
    X(group_in_group,              6, "considerations: a group in a group") \
    X(group_empty,                 6, "considerations: nothing to count: 1") \
    X(gate_holds,                  6, "gate holds") \
    X(gate_vetoes,                 6, "outermost gate does not hold") \
    X(gate_inside,                 6, "gate further in does not hold: its group is 0") \
    X(input_without_range,         6, "input taken as it is") \
    X(input_infinite,              6, "input is infinite") \
    X(on_nan_given,                6, "input is no number: on_nan") \
    X(on_nan_default,              6, "input is no number: lo, or 0") \
    X(range_falling,               6, "range: lo is the larger") \
    X(outside_clamped,             6, "outside the range: clamp") \
    X(outside_wraps,               6, "outside the range: wrap") \
    X(curve_none,                  6, "no curve: linear") \
    X(curves_chained,              6, "curves one after another") \
    X(curve_constant,              6, "curve constant") \
    X(curve_step,                  6, "curve step") \
    X(curve_linear,                6, "curve linear") \
    X(curve_polynomial,            6, "curve polynomial") \
    X(curve_exponential,           6, "curve exponential") \
    X(curve_logistic,              6, "curve logistic") \
    X(curve_logit,                 6, "curve logit") \
    X(curve_normal,                6, "curve normal") \
    X(curve_sigmoid,               6, "curve sigmoid") \
    X(curve_smoothstep,            6, "curve smoothstep") \
    X(curve_smootherstep,          6, "curve smootherstep") \
    X(curve_piecewise,             6, "curve piecewise") \
    X(curve_m_zero,                6, "curve with an m of 0") \
    X(member_weight_zero,          6, "weight in a group: 0") \
    X(exponent_special,            6, "weight as exponent: 0, 2, 3 or 0.5") \
    X(exponent_other,              6, "weight as exponent: any other") \
    X(factor_below_zero,           6, "weight as factor: below 0") \
    X(sum_clamped,                 6, "sum kept from 0 to 1") \
    X(mean_without_weights,        6, "mean with all weights 0: 0") \
    /* 7: an update pass */ \
    X(update_runs,                 7, "update actions run") \
    X(update_inner_first,          7, "inner_first") \
    X(update_outer_first,          7, "outer_first") \
    X(step_condition_false,        7, "step: condition does not hold") \
    X(step_first,                  7, "step: first rule") \
    X(step_later,                  7, "step: later rule") \
    X(step_without_destination,         7, "step: without destination") \
    X(step_to_itself,              7, "step: to the leaf itself") \
    X(step_to_outer,               7, "step: to a composite around the leaf") \
    X(step_to_other,               7, "step: elsewhere") \
    X(step_callback_stays,         7, "step callback stays") \
    X(step_callback_goes,          7, "step callback goes") \
    X(step_callback_deferred,      7, "step callback in mode deferred") \
    X(passed_over_left,            7, "left by a step before its turn") \
    X(passed_over_came_back,       7, "left and entered again before its turn") \
    X(fresh_entered,               7, "update_entered false: entered by a decision pass") \
    X(fresh_silently,              7, "update_entered false: silently activated") \
    X(fresh_continued,             7, "update_entered false: continued") \
    X(update_left_out,             7, "update_entered false: left out") \
    X(update_leaves_nothing_out,   7, "update_entered false: not left out") \
    /* 8: modes, private data */ \
    X(now_action,                  8, "now: action runs") \
    X(now_raise,                   8, "now: raise runs") \
    X(deferred_action,             8, "deferred: host action listed") \
    X(deferred_raise,              8, "deferred: raise runs") \
    X(listed_action,               8, "listed: action listed") \
    X(listed_raise,                8, "listed: raise listed") \
    X(listed_refuses,              8, "listed: update refused with step callbacks") \
    X(data_initial,                8, "private data set from initial bytes") \
    X(data_zero,                   8, "private data set to zero") \
    X(data_kept,                   8, "private data kept through suspend") \
    X(data_given,                  8, "private data given to an action") \
    X(data_in_step,                8, "private data given to a step callback") \
    X(now_assignment,              8, "now: assignment runs") \
    X(deferred_assignment,         8, "deferred: assignment runs") \
    X(listed_assignment,           8, "listed: assignment listed") \
    X(assigned_from_list,          8, "assignment run from a list") \
    X(assigned_in_transition,      8, "assignment of a transition") \
    X(assigned_in_step,            8, "assignment of a step") \
    X(condition_given,             8, "arguments: of a condition") \
    X(score_given,                 8, "arguments: of a score") \
    X(action_given,                8, "arguments: of an action") \
    X(given_four,                  8, "arguments: as many as there may be") \
    X(given_int,                   8, "arguments: an int") \
    X(given_float,                 8, "arguments: a float") \
    X(given_nan,                   8, "arguments: a float that is no number") \
    X(given_bool,                  8, "arguments: a bool") \
    X(given_enum,                  8, "arguments: a value of an enum") \
    X(given_text,                  8, "arguments: a quoted text") \
    X(given_as_written,            8, "arguments: just a number, as it is written") \
    X(given_declared,              8, "arguments: of declared parameters") \
    X(given_widened,               8, "arguments: an int, a float is declared") \
    X(given_undeclared,            8, "arguments: of a function that declares none") \
    X(given_name,                  8, "arguments: the bare name of a value") \
    X(given_name_declared,         8, "arguments: the bare name of a value of the enum that is declared") \
    X(given_name_not_field,        8, "arguments: a bare name that is a value, though a field has it") \
    X(given_field_not_name,        8, "arguments: a bare name that is a field, as another kind is declared") \
    X(given_field,                 8, "arguments: a field, computed when it is called") \
    X(given_asks_condition,        8, "arguments: a condition is asked in one") \
    X(given_asks_score,            8, "arguments: a score is asked in one") \
    X(given_asks_deepest,          8, "arguments: calls as deep in one another as may be") \
    X(now_given,                   8, "arguments, now: computed where the action occurs") \
    X(deferred_given,              8, "arguments, deferred: computed where the action occurs") \
    X(deferred_given_before,       8, "arguments, deferred: when the record is run they would be others") \
    X(list_short_of_values,        8, "arguments, deferred: too little room for their values, refused") \
    X(listed_given,                8, "arguments, listed: computed when the record is run") \
    X(listed_given_later,          8, "arguments, listed: where the action occurred they were others") \
    /* 11: expressions, fields */ \
    X(condition_expression_holds, 11, "condition is an expression, holds") \
    X(condition_expression_fails, 11, "condition is an expression, does not hold") \
    X(score_expression,           11, "score is an expression") \
    X(expression_condition,       11, "expression asks a host condition") \
    X(expression_score,           11, "expression asks a host score") \
    X(expression_in,              11, "expression: in an active state") \
    X(expression_not_in,          11, "expression: in a state that is not active") \
    X(value_qualified,            11, "expression names a value with its enum") \
    X(random_drawn,               11, "expression with random") \
    X(random_drawn_by_caller,     11, "expression with random: the frame says what is drawn") \
    X(tick_read,                  11, "expression with tick") \
    X(elapsed_read,               11, "expression with elapsed, above 0") \
    X(shared_read,                11, "field of stride 0 read") \
    X(wrote_bool,                 11, "field written: bool") \
    X(wrote_enum,                 11, "field written: enum") \
    X(wrote_int8,                 11, "field written: int8") \
    X(wrote_uint8,                11, "field written: uint8") \
    X(wrote_int16,                11, "field written: int16") \
    X(wrote_uint16,               11, "field written: uint16") \
    X(wrote_int,                  11, "field written: int") \
    X(wrote_float,                11, "field written: float") \
    X(stored_nan,                 11, "stored: NaN") \
    X(stored_widened,             11, "stored: an int in a float field") \
    X(stored_truncated,           11, "stored: a float truncated or saturated") \
    X(stored_wrapped,             11, "stored: an int wrapped in a narrower field") \
    /* 14: states that end */ \
    X(done_lasted,                14, "done: it has lasted") \
    X(done_condition,             14, "done: its condition holds") \
    X(done_final,                 14, "done: its final child makes it so") \
    X(done_regions,               14, "done: all regions are") \
    X(end_forgets_resumed,        14, "ends forget: leave resume") \
    X(end_forgets_suspended,      14, "ends forget: leave suspend") \
    X(end_forgets_within,         14, "ends forget: left from within") \
    X(expression_done,            14, "expression: its source is done") \
    X(expression_not_done,        14, "expression: its source is not done") \
    X(commit_stops,               14, "not done and committed: no scoring") \
    X(commit_stops_while_due,     14, "commit stops a scoring that was due by every") \
    X(not_done_scores,            14, "not done, no commit: scores") \
    X(done_before_every,          14, "done: scores though every would wait") \
    X(done_wins_again,            14, "done: wins, exits and is entered again") \
    X(done_default_again,         14, "done: the default option is entered again") \
    X(done_loses,                 14, "done: another wins") \
    X(done_stays,                 14, "done: no candidate, it stays") \
    /* 15: targets */ \
    X(target_present,             15, "target read: it is in the list") \
    X(target_lost,                15, "target read: it is no longer in the list") \
    X(target_nobody,              15, "target read: there is none") \
    X(target_own_row,             15, "target read: an own field through its row number") \
    X(target_row_none,            15, "list: a row with the id of no target") \
    X(target_twice,               15, "list: an id that is there twice") \
    X(targets_none,               15, "list: empty") \
    X(targets_several,            15, "list: several targets") \
    X(pair_gated,                 15, "pair left out: gate") \
    X(pair_nan,                   15, "pair left out: NaN") \
    X(pair_floor,                 15, "pair left out: floor") \
    X(pair_cooling,               15, "pair left out: cooldown of its option") \
    X(pair_default,               15, "pair left out: not above the bar of the default option") \
    X(pair_rank,                  15, "pair left out: rank") \
    X(target_tie_first,           15, "targets tie: the first of the list") \
    X(target_tie_remembered,      15, "targets tie: the remembered one") \
    X(target_inertia_holds,       15, "target_inertia keeps the remembered target") \
    X(target_inertia_repels,      15, "target_inertia below 0: another target") \
    X(nobody_keeps_target,        15, "nobody is a candidate: the target stays") \
    X(target_default_keeps,       15, "default, no pair left: keeps its target") \
    X(target_default_best,        15, "default, no pair left: takes its best number") \
    X(target_default_none,        15, "default, no pair left: takes none") \
    X(target_default_by_rank,     15, "default, nobody else is left: its own highest rank") \
    X(target_in_best,             15, "score best: an option with a target") \
    X(done_target_again,          15, "done option with a target is entered again") \
    X(same_target,                15, "same option, same target: nothing") \
    X(retargeted,                 15, "same option, another target: retarget") \
    X(retarget_runs,              15, "retarget actions run") \
    X(retarget_reenters,          15, "another target with reenter: exits and is entered again") \
    X(target_alone,               15, "active in another way: its best target") \
    X(target_alone_none,          15, "active in another way: no target") \
    X(target_alone_by_rank,       15, "active in another way: its own highest rank") \
    X(target_kept,                15, "kept with its target") \
    X(target_in_transition,       15, "targets of a transition's source") \
    X(target_of_record,           15, "target of a record")
// clang-format on

typedef enum model_clause {
#define CLAUSE_ENUM(name, section, text) CLAUSE_##name,
    CLAUSE_LIST(CLAUSE_ENUM)
#undef CLAUSE_ENUM
        CLAUSE_COUNT
} model_clause;

#endif
