// SPDX-License-Identifier: MIT
// A brain written in C++. Part of wits.hpp.
#ifndef WITS_CPP_BUILDER_HPP
#define WITS_CPP_BUILDER_HPP

#include <algorithm>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "wits/cpp/brain.hpp"
#include "wits/cpp/handles.hpp"
#include "wits/cpp/host.hpp"
#include "wits/wits.h"

namespace wits {

/// Describes a brain, row by row, and compiles it. It is a host, too: texts of conditions, scores and actions may use
/// its named functions and fields. Kinds of targets given by `targets` are the brain's, in that order. Add states in
/// tree order: a state's children before its next sibling. A condition, score or action is a text as in wits.h or a
/// function as in wits::host. A function gets a name from its position, such as "chase_enter", which messages and
/// traces show. Members without a method are set in the C row: `walk.row().timed = true`. Methods copy texts; texts set
/// in rows must live until compile().
template <class Context = no_context> class builder : public host<Context> {
public:
    class state_row;
    class transition_row;

    /// The name is the brain's and the root's.
    explicit builder(const char *name) {
        add_state(name, 0);
    }
    builder(const builder &) = delete;
    builder &operator=(const builder &) = delete;

    state_row root() {
        return {*this, WITS_ROOT};
    }
    /// A child of the root.
    state_row state(const char *name) {
        return add_state(name, WITS_ROOT);
    }
    wits::event event(const char *name) {
        events_.push_back(keep(name));
        return wits::event(static_cast<std::uint32_t>(events_.size() - 1));
    }

    /// Validates everything and compiles it. The builder may be used and compiled again.
    brain_of<Context> compile();

    /// For the whole brain, as in wits_desc.
    bool update_outer_first = false;
    bool update_skip_entered = false;
    std::uint32_t ticks_per_second = 0;
    std::uint32_t ticks_per_second_per = 0;

    /// A state; converts to wits::state.
    class state_row {
    public:
        operator wits::state() const {
            return wits::state(id_);
        }
        /// Valid until the next state is added.
        wits_state_desc &row() const {
            return build_->states_[id_];
        }
        /// A child of this state.
        state_row state(const char *name) const {
            return build_->add_state(name, id_);
        }
        /// Adds a transition to `destination`. Transitions of one source are tried in order.
        transition_row to(wits::state destination) const {
            wits_transition_desc added{};
            added.from = id_;
            added.to = destination.number();
            build_->transitions_.push_back(added);
            return {*build_, build_->transitions_.size() - 1};
        }

        const state_row &fsm() const {
            return kind(WITS_KIND_FSM);
        }
        const state_row &utility() const {
            return kind(WITS_KIND_UTILITY);
        }
        const state_row &parallel() const {
            return kind(WITS_KIND_PARALLEL);
        }
        const state_row &kind(wits_kind given) const {
            row().kind = given;
            return *this;
        }
        /// The child entered first.
        const state_row &initial(wits::state child) const {
            row().initial = child.number();
            return *this;
        }
        /// Adds a rule of `initial`: the fsm enters the child of the first rule whose condition holds, else that of
        /// `initial(child)`, which comes last.
        template <class Condition> const state_row &initial(Condition when, wits::state child) const {
            wits_initial_desc added{};
            added.of = id_;
            added.when = build_->keep(build_->condition_text(name("_initial_when"), std::move(when)));
            added.to = child.number();
            build_->initials_.push_back(added);
            return *this;
        }
        const state_row &leave(wits_leave how) const {
            row().leave = how;
            return *this;
        }
        const state_row &activation(wits_activation when) const {
            row().activation = when;
            return *this;
        }

        // Actions. Calling one of these twice adds a second action after the first.

        template <class Action> const state_row &enter(Action given) const {
            return act(&wits_state_desc::enter, "_enter", std::move(given));
        }
        template <class Action> const state_row &exit(Action given) const {
            return act(&wits_state_desc::exit, "_exit", std::move(given));
        }
        template <class Action> const state_row &update(Action given) const {
            return act(&wits_state_desc::update, "_update", std::move(given));
        }
        template <class Action> const state_row &decide(Action given) const {
            return act(&wits_state_desc::decide, "_decide", std::move(given));
        }

        /// A function that does the leaf's work and returns one of `destinations` or wits::stay.
        template <class Step> const state_row &step(Step given, std::initializer_list<wits::state> destinations) const {
            row().step = build_->keep(build_->step_text(name("_step"), std::move(given)));
            for (wits::state each : destinations) {
                wits_step_desc added{};
                added.of = id_;
                added.to = each.number();
                build_->steps_.push_back(added);
            }
            return *this;
        }
        /// Adds a step, evaluated after the update: the first one whose condition holds runs its action and goes to its
        /// destination.
        template <class Condition, class Action>
        const state_row &step(Condition when, Action run, wits::state destination = wits::root) const {
            wits_step_desc added{};
            added.of = id_;
            added.when = build_->keep(build_->condition_text(name("_step_when"), std::move(when)));
            added.run = build_->keep(build_->action_text(name("_step"), std::move(run)));
            added.to = destination.number();
            build_->steps_.push_back(added);
            return *this;
        }

        // For a child of a utility, and for a utility.

        template <class Score> const state_row &score(Score given) const {
            row().score = build_->keep(build_->score_text(name("_score"), std::move(given)));
            return *this;
        }
        /// Adds a consideration, gate or group to the score; `of` is filled in. Data that the row points to must stay
        /// valid until compile().
        const state_row &consider(wits_consideration_desc consideration) const {
            consideration.of = id_;
            build_->considerations_.push_back(consideration);
            return *this;
        }
        const state_row &weight(float given) const {
            row().has_weight = true;
            row().weight = given;
            return *this;
        }
        const state_row &hold(std::uint32_t ticks) const {
            row().hold = ticks;
            return *this;
        }
        const state_row &cooldown(std::uint32_t ticks) const {
            row().cooldown = ticks;
            return *this;
        }
        const state_row &lasts(std::uint32_t ticks) const {
            row().lasts = ticks;
            return *this;
        }
        const state_row &done(const char *condition) const {
            row().done = build_->keep(condition);
            return *this;
        }
        const state_row &final_child() const {
            row().final = true;
            return *this;
        }
        const state_row &commit(bool yes = true) const {
            row().commit = yes ? WITS_COMMIT_YES : WITS_COMMIT_NO;
            return *this;
        }
        const state_row &rank(const char *expression) const {
            row().rank = build_->keep(expression);
            return *this;
        }
        /// The option is scored for each target of this kind, which must be one that `targets` has added to the
        /// builder.
        const state_row &target(const char *kind) const {
            row().target = build_->keep(kind);
            return *this;
        }
        /// For an option with a target: runs when the target changes while the option stays active. A second action
        /// follows the first.
        template <class Action> const state_row &retarget(Action given) const {
            return act(&wits_state_desc::retarget, "_retarget", std::move(given));
        }
        /// Alternative to retarget: when the target changes, the option exits and is entered again.
        const state_row &reenter() const {
            row().reenter = true;
            return *this;
        }
        /// Bonus of the current target when the best one is chosen. Default: the utility's inertia.
        const state_row &target_inertia(float given) const {
            row().has_target_inertia = true;
            row().target_inertia = given;
            return *this;
        }
        const state_row &inertia(float given) const {
            row().inertia = given;
            return *this;
        }
        const state_row &floor(float given) const {
            row().has_floor = true;
            row().floor = given;
            return *this;
        }
        const state_row &every(std::uint32_t ticks) const {
            row().every = ticks;
            return *this;
        }

    private:
        friend builder;
        state_row(builder &build, wits_state_id id) : build_(&build), id_(id) {
        }
        std::string name(const char *place) const {
            return std::string(row().name) + place;
        }
        template <class Action>
        const state_row &act(const char *wits_state_desc::*member, const char *place, Action given) const {
            std::string text = build_->action_text(name(place), std::move(given));
            const char *before = row().*member;
            row().*member = build_->keep(before == nullptr ? text : before + ("; " + text));
            return *this;
        }

        builder *build_;
        wits_state_id id_;
    };

    /// A transition.
    class transition_row {
    public:
        /// Valid until the next transition is added.
        wits_transition_desc &row() const {
            return build_->transitions_[index_];
        }
        template <class Condition> const transition_row &when(Condition given) const {
            row().when = build_->keep(build_->condition_text(name("_when"), std::move(given)));
            return *this;
        }
        const transition_row &on(wits::event raised) const {
            row().event = raised.number() < build_->events_.size() ? build_->events_[raised.number()] : "";
            return *this;
        }
        const transition_row &after(std::uint32_t ticks) const {
            row().after = ticks;
            return *this;
        }
        /// Actions between exits and entries.
        template <class Action> const transition_row &run(Action given) const {
            std::string text = build_->action_text(name(""), std::move(given));
            const char *before = row().run;
            row().run = build_->keep(before == nullptr ? text : before + ("; " + text));
            return *this;
        }
        /// The source is whichever child is active.
        const transition_row &any() const {
            row().any = true;
            return *this;
        }
        const transition_row &reenter() const {
            row().reenter = true;
            return *this;
        }
        const transition_row &restart() const {
            row().restart = true;
            return *this;
        }

    private:
        friend builder;
        transition_row(builder &build, std::size_t index) : build_(&build), index_(index) {
        }
        std::string name(const char *place) const {
            return build_->name_of(row().from) + "_to_" + build_->name_of(row().to) + place;
        }

        builder *build_;
        std::size_t index_;
    };

private:
    template <class F> static constexpr bool is_text = std::is_convertible_v<F, std::string>;

    const char *keep(std::string text) {
        texts_.push_back(std::move(text));
        return texts_.back().c_str();
    }
    std::string name_of(wits_state_id id) const {
        return id < states_.size() ? states_[id].name : "nowhere";
    }
    state_row add_state(const char *name, wits_state_id parent) {
        wits_state_desc added{};
        added.name = keep(name);
        added.parent = parent;
        states_.push_back(added);
        return {*this, static_cast<wits_state_id>(states_.size() - 1)};
    }
    /// Returns `wanted`, or another name if that one is taken or too long.
    std::string free_name(std::string wanted) const {
        if (wanted.size() > WITS_MAX_NAME - 4) {
            wanted = "function";
        }
        auto is_taken = [this](const std::string &name) {
            const auto &all = this->all_.functions;
            return std::any_of(all.begin(), all.end(), [&](const wits_function &each) { return name == each.name; });
        };
        std::string name = wanted;
        for (int number = 2; is_taken(name); ++number) {
            name = wanted + "_" + std::to_string(number);
        }
        return name;
    }

    // The text of a condition, score, action or step: as given, or the name under which the function was added.

    template <class F> std::string condition_text(std::string place, F given) {
        if constexpr (is_text<F>) {
            return given;
        } else {
            std::string name = free_name(std::move(place));
            this->condition(name.c_str(), std::move(given));
            return name;
        }
    }
    template <class F> std::string score_text(std::string place, F given) {
        if constexpr (is_text<F>) {
            return given;
        } else {
            std::string name = free_name(std::move(place));
            this->score(name.c_str(), std::move(given));
            return name;
        }
    }
    template <class F> std::string action_text(std::string place, F given) {
        if constexpr (is_text<F>) {
            return given;
        } else {
            std::string name = free_name(std::move(place));
            this->action(name.c_str(), std::move(given));
            return name;
        }
    }
    template <class F> std::string step_text(std::string place, F given) {
        if constexpr (is_text<F>) {
            return given;
        } else {
            std::string name = free_name(std::move(place));
            host<Context>::step(name.c_str(), std::move(given));
            return name;
        }
    }

    /// In an fsm with rules, the plain `initial` is the last rule.
    void end_initial_rules() {
        std::vector<bool> has_rules(states_.size());
        for (const wits_initial_desc &rule : initials_) {
            has_rules[rule.of] = true;
        }
        for (std::size_t id = 0; id < states_.size(); id++) {
            if (has_rules[id] && states_[id].initial != 0) {
                wits_initial_desc last{};
                last.of = static_cast<wits_state_id>(id);
                last.to = states_[id].initial;
                initials_.push_back(last);
                states_[id].initial = 0;
            }
        }
    }

    /// Returns rows of tables; `fields` has those of each kind.
    std::vector<wits_target_desc> target_rows(std::vector<std::vector<wits_target_field_desc>> &fields) const {
        std::vector<wits_target_desc> rows;
        for (const detail::given_targets &kind : this->all_.targets) {
            fields.emplace_back();
            for (std::size_t i = 0; i < kind.fields.size(); i++) {
                const detail::given_field &from = kind.fields[i];
                const char *const *values = from.values.empty() ? nullptr : from.values.data();
                fields.back().push_back({from.name.c_str(), from.type, values,
                                         static_cast<std::uint32_t>(from.values.size()), kind.own[i]});
            }
            rows.push_back({kind.name.c_str(), fields.back().data(), static_cast<std::uint32_t>(fields.back().size())});
        }
        return rows;
    }

    std::deque<std::string> texts_;
    std::vector<wits_state_desc> states_;
    std::vector<wits_transition_desc> transitions_;
    std::vector<wits_step_desc> steps_;
    std::vector<wits_initial_desc> initials_;
    std::vector<wits_consideration_desc> considerations_;
    std::vector<const char *> events_;
};

template <class Context> brain_of<Context> builder<Context>::compile() {
    end_initial_rules();
    // The tables have considerations and rules of initial in the order of the states.
    std::stable_sort(
        considerations_.begin(), considerations_.end(),
        [](const wits_consideration_desc &left, const wits_consideration_desc &right) { return left.of < right.of; });
    std::stable_sort(initials_.begin(), initials_.end(),
                     [](const wits_initial_desc &left, const wits_initial_desc &right) { return left.of < right.of; });
    std::vector<wits_field_desc> fields;
    for (const detail::given_field &from : this->all_.fields) {
        const char *const *values = from.values.empty() ? nullptr : from.values.data();
        fields.push_back(
            {from.name.c_str(), from.type, values, static_cast<std::uint32_t>(from.values.size()), from.initial});
    }
    std::vector<std::vector<wits_target_field_desc>> target_fields;
    const std::vector<wits_target_desc> kinds = target_rows(target_fields);
    wits_desc desc{};
    desc.states = states_.data();
    desc.state_count = static_cast<std::uint32_t>(states_.size());
    desc.transitions = transitions_.data();
    desc.transition_count = static_cast<std::uint32_t>(transitions_.size());
    desc.steps = steps_.data();
    desc.step_count = static_cast<std::uint32_t>(steps_.size());
    desc.initials = initials_.data();
    desc.initial_count = static_cast<std::uint32_t>(initials_.size());
    desc.events = events_.data();
    desc.event_count = static_cast<std::uint32_t>(events_.size());
    desc.functions = this->all_.functions.data();
    desc.function_count = static_cast<std::uint32_t>(this->all_.functions.size());
    desc.fields = fields.data();
    desc.field_count = static_cast<std::uint32_t>(fields.size());
    desc.targets = kinds.data();
    desc.target_count = static_cast<std::uint32_t>(kinds.size());
    desc.considerations = considerations_.data();
    desc.consideration_count = static_cast<std::uint32_t>(considerations_.size());
    desc.update_outer_first = update_outer_first;
    desc.update_skip_entered = update_skip_entered;
    desc.ticks_per_second = ticks_per_second;
    desc.ticks_per_second_per = ticks_per_second_per;

    auto made = std::make_shared<detail::body>(this->all_);
    std::size_t size =
        detail::with_report(made->problems, [&](wits_report *report) { return wits_brain_size(&desc, report); });
    if (size != 0) {
        auto memory = std::make_unique<std::uint64_t[]>((size + 7) / 8);
        made->brain = wits_brain_compile(&desc, memory.get(), size, nullptr);
        made->owned = memory.release();
        made->release = [](void *owned) { delete[] static_cast<std::uint64_t *>(owned); };
        detail::bind(*made, this->all_);
    }
    return brain_of<Context>(std::move(made));
}

}  // namespace wits

#endif
