// SPDX-License-Identifier: MIT
// Many agents at once, over crowd.h. Part of wits.hpp.
#ifndef WITS_CPP_CROWD_HPP
#define WITS_CPP_CROWD_HPP

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "wits/cpp/brain.hpp"
#include "wits/cpp/snapshot.hpp"
#include "wits/crowd.h"

namespace wits {

/// A brain prepared for crowds: made once, shared by any number of crowds and threads. It keeps the brain alive. It is
/// empty if the brain is empty or has problems; then a crowd with it does nothing.
class crowd_code {
public:
    crowd_code() = default;
    explicit crowd_code(const brain &of)
        : body_(of.body()), memory_(std::make_unique<std::uint64_t[]>((wits_crowd_code_size(of.get()) + 7) / 8)),
          code_(of ? wits_crowd_prepare(of.get(), memory_.get(), wits_crowd_code_size(of.get())) : nullptr) {
    }
    explicit operator bool() const {
        return code_ != nullptr;
    }
    const wits_crowd_code *get() const {
        return code_;
    }
    /// The path that the brain's crowds take, and the reason.
    wits_crowd_plan_info plan() const {
        return wits_crowd_plan(code_);
    }

private:
    std::shared_ptr<const detail::body> body_;
    std::unique_ptr<std::uint64_t[]> memory_;
    const wits_crowd_code *code_ = nullptr;
};

/// Arguments of a call for one running slice: a wits_crowd_run with its own scratch memory and list of actions. Set
/// tick, seed, decide_every, path and simd. With an empty one, a crowd does nothing.
class crowd_run : public wits_crowd_run {
public:
    crowd_run() : wits_crowd_run{} {
        wits_crowd_run::list = &actions_;
    }
    crowd_run(const crowd_code &code, std::uint32_t room, std::uint32_t block_size = 0)
        : wits_crowd_run{}, memory_(wits_crowd_scratch_size(code.get(), block_size) + 63), actions_(room) {
        block = block_size;
        scratch = memory_.data() + (64 - reinterpret_cast<std::uintptr_t>(memory_.data()) % 64) % 64;
        wits_crowd_run::list = &actions_;
    }
    crowd_run(crowd_run &&other) noexcept : crowd_run() {
        *this = std::move(other);
    }
    crowd_run &operator=(crowd_run &&other) noexcept {
        std::swap(static_cast<wits_crowd_run &>(*this), static_cast<wits_crowd_run &>(other));
        memory_.swap(other.memory_);
        std::swap(actions_, other.actions_);
        wits_crowd_run::list = &actions_;
        other.wits_crowd_run::list = &other.actions_;
        return *this;
    }

    /// The actions listed so far.
    wits::list &actions() {
        return actions_;
    }

private:
    std::vector<unsigned char> memory_;
    wits::list actions_;
};

/// Agents in your arrays: a wits_crowd, of which you set ids, first_id and block_functions. The brain's code and the
/// arrays must outlive it. An empty one has no agents.
class crowd : public wits_crowd {
public:
    crowd() : crowd(brain(), crowd_code()) {
    }
    /// A crowd whose agents are set later with members().
    crowd(const brain &of, const crowd_code &prepared)
        : wits_crowd{}, body_(of.body()), columns_(of.body()->columns), lists_(of.body()->kinds) {
        code = prepared.get();
        columns = columns_.data();
        targets = lists_.data();
        functions = body_->functions.data();
    }
    /// A crowd whose fields are columns, or an array of contexts in which host.agent(...) locates the agents' bytes.
    /// The contexts must have the type of the brain's host. With a wits::brain_of, another type does not compile; with
    /// a wits::brain, check() reports it, and the crowd has no agents.
    template <class Members> crowd(const brain &of, const crowd_code &prepared, Members &all) : crowd(of, prepared) {
        if constexpr (std::is_same_v<Members, pool>) {
            members(all);
        } else {
            members(std::data(all), std::size(all));
        }
    }
    template <class Context, class Members>
    crowd(const brain_of<Context> &of, const crowd_code &prepared, Members &all)
        : crowd(static_cast<const brain &>(of), prepared, all) {
        if constexpr (std::is_same_v<Members, pool>) {
            static_assert(std::is_same_v<Context, no_context>, "a crowd of this brain needs an array of contexts");
        } else {
            static_assert(std::is_same_v<detail::element_of<Members>, Context>,
                          "a crowd of this brain needs an array of contexts of the brain's host");
        }
    }
    /// A crowd with an array of contexts and separate memory for the agents.
    template <class Contexts>
    crowd(const brain &of, const crowd_code &prepared, Contexts &all, pool &apart) : crowd(of, prepared) {
        if (members(std::data(all), std::size(all))) {
            members(apart);
        }
    }
    template <class Context, class Contexts>
    crowd(const brain_of<Context> &of, const crowd_code &prepared, Contexts &all, pool &apart)
        : crowd(static_cast<const brain &>(of), prepared, all, apart) {
        static_assert(std::is_same_v<detail::element_of<Contexts>, Context>,
                      "a crowd of this brain needs an array of contexts of the brain's host");
    }
    crowd(crowd &&other) noexcept : crowd() {
        *this = std::move(other);
    }
    crowd &operator=(crowd &&other) noexcept {
        std::swap(static_cast<wits_crowd &>(*this), static_cast<wits_crowd &>(other));
        std::swap(body_, other.body_);
        std::swap(columns_, other.columns_);
        std::swap(lists_, other.lists_);
        std::swap(is_refused_, other.is_refused_);
        return *this;
    }

    /// Sets the agents and their number; call it again when they move or grow. Returns false, with no agents, if the
    /// brain's contexts have another type.
    void members(pool &all) {
        count_of_agents(all.size());
        wits_crowd::agents = all.data();
        agent_stride = all.stride();
        agents_size = all.size() * all.stride();
    }
    template <class Context> bool members(Context *first, std::size_t size) {
        is_refused_ = !body_->takes<Context>();
        if (is_refused_) {
            count_of_agents(0);
            return false;
        }
        count_of_agents(size);
        contexts = first;
        context_stride = sizeof(Context);
        detail::point_to_contexts(*body_, columns_, first, size, sizeof(Context));
        if (body_->has_agent) {
            wits_crowd::agents = reinterpret_cast<char *>(first) + body_->agent_offset;
            agent_stride = sizeof(Context);
            agents_size = size == 0 ? 0 : size * sizeof(Context) - body_->agent_offset;
        }
        return true;
    }
    /// Sets the values of a field. Returns false and changes nothing if the brain lacks the field.
    template <class T> bool column(wits::field<T> which, T *first, std::size_t values, std::size_t stride = sizeof(T)) {
        if (which.number() >= columns_.size()) {
            return false;
        }
        columns_[which.number()].base = first;
        columns_[which.number()].stride = stride;
        columns_[which.number()].size = values == 0 ? 0 : (values - 1) * stride + sizeof(T);
        return true;
    }
    template <class T, class Values> bool column(wits::field<T> which, Values &values) {
        return column(which, std::data(values), std::size(values));
    }

    /// Sets the targets: one array of ids and one of rows for all agents; agent i has the rows from offsets[i] up to
    /// offsets[i + 1]. See frame::target_list.
    template <class Row, class Offsets, class Ids, class Rows>
    bool target_list(wits::targets<Row> which, const Offsets &offsets, const Ids &who, const Rows &rows) {
        const Row *first = std::data(rows);
        return std::size(who) == std::size(rows) && give(which.number(), offsets, detail::list_of(who), first, nullptr);
    }
    template <class Pair, class Own, class Offsets, class Ids, class Pairs, class Rows, class Owns>
    bool target_list(wits::targets<Pair, Own> which, const Offsets &offsets, const Ids &who, const Pairs &pairs,
                     const Rows &own_rows, const Owns &owns) {
        const Pair *first = std::data(pairs);
        const Own *own = std::data(owns);
        return std::size(who) == std::size(pairs) && std::size(who) == std::size(own_rows) &&
               give(which.number(), offsets, detail::list_of(who, own_rows, std::size(owns)), first, own);
    }

    /// Returns the problems of the arrays: call it when they are new. Without problems every function below can be
    /// called.
    std::vector<problem> check() const {
        std::vector<problem> problems;
        detail::with_report(problems, [&](wits_report *report) { return wits_crowd_check(this, report); });
        if (is_refused_ && body_->problems.empty()) {
            problem other{};
            other.code = WITS_PROBLEM_COLUMN_TYPE;
            other.table = WITS_TABLE_AGENTS;
            other.text = "the contexts have another type than the brain's host";
            problems.push_back(std::move(other));
        }
        return problems;
    }

    // The verbs, for agents `first` to `first + how_many - 1`. They return the number of agents handled: fewer than
    // requested if the list has no capacity for the actions of the next agent. Then run and clear the list, and
    // continue with that agent.

    std::uint64_t start(const crowd_run &with, std::uint64_t first, std::uint64_t how_many) const {
        return can_run(with) ? wits_crowd_start(this, first, how_many, &with) : 0;
    }
    std::uint64_t stop(const crowd_run &with, std::uint64_t first, std::uint64_t how_many) const {
        return can_run(with) ? wits_crowd_stop(this, first, how_many, &with) : 0;
    }
    std::uint64_t decide(const crowd_run &with, std::uint64_t first, std::uint64_t how_many) const {
        return can_run(with) ? wits_crowd_decide(this, first, how_many, &with) : 0;
    }
    std::uint64_t update(const crowd_run &with, std::uint64_t first, std::uint64_t how_many) const {
        return can_run(with) ? wits_crowd_update(this, first, how_many, &with) : 0;
    }
    std::uint64_t tick(const crowd_run &with, std::uint64_t first, std::uint64_t how_many) const {
        return can_run(with) ? wits_crowd_tick(this, first, how_many, &with) : 0;
    }
    std::uint64_t go_to(const crowd_run &with, state to, std::uint64_t first, std::uint64_t how_many) const {
        return can_run(with) ? wits_crowd_goto(this, first, how_many, &with, to.number()) : 0;
    }
    std::uint64_t place(const crowd_run &with, state to, std::uint64_t first, std::uint64_t how_many) const {
        return can_run(with) ? wits_crowd_set_state(this, first, how_many, &with, to.number()) : 0;
    }

    // Handles all agents; the actions of each one run after the decisions. Returns false if the list has no capacity
    // for even one agent: brain.list_room(verb) returns the number that it needs.

    bool start(crowd_run &with) {
        return for_all(with, wits_crowd_start);
    }
    bool stop(crowd_run &with) {
        return for_all(with, wits_crowd_stop);
    }
    bool decide(crowd_run &with) {
        return for_all(with, wits_crowd_decide);
    }
    bool update(crowd_run &with) {
        return for_all(with, wits_crowd_update);
    }
    bool tick(crowd_run &with) {
        return for_all(with, wits_crowd_tick);
    }
    /// Calls the functions of the actions that were listed, in order, and clears the list.
    void run_actions(crowd_run &with) {
        wits_frame frame{};
        frame.tick = with.tick;
        frame.seed = with.seed;
        frame.user = user;
        frame.columns = columns;
        frame.functions = functions;
        frame.layout = layout;
        frame.list = &with.actions();
        frame.targets = targets;
        for (const wits_action_record &record : with.actions()) {
            frame.agent = record.agent;
            frame.row = record.agent_row;
            frame.context =
                contexts == nullptr ? nullptr : static_cast<char *>(contexts) + record.agent_row * context_stride;
            wits_run_record(body_->brain, bytes_of(record.agent_row), &frame, &record);
        }
        with.actions().clear();
    }

    /// Raises an event for all agents, or for the listed rows.
    void raise(event raised) {
        if (code != nullptr) {
            wits_crowd_raise(this, 0, wits_crowd::count, raised.number());
        }
    }
    template <class Rows> void raise_for(event raised, const Rows &rows) {
        if (code != nullptr) {
            wits_crowd_raise_for(this, std::data(rows), std::size(rows), raised.number());
        }
    }

    /// Reference to one of its agents.
    agent_ref operator[](std::size_t row) {
        return {bytes_of(row), body_->agent_size};
    }
    std::uint64_t size() const {
        return wits_crowd::count;
    }
    /// Returns how many agents have a state as a deepest active one.
    std::uint64_t count_in(state asked) const {
        std::vector<std::uint64_t> counts(body_->brain != nullptr ? wits_state_count(body_->brain) : 0);
        if (code != nullptr) {
            wits_crowd_count(this, 0, wits_crowd::count, counts.data());
        }
        return asked.number() < counts.size() ? counts[asked.number()] : 0;
    }
    /// Writes the rows of the agents that are in a state, ascending, into `rows`, which needs capacity for all agents.
    std::uint64_t find(state asked, std::uint32_t *rows) const {
        return code != nullptr ? wits_crowd_find(this, 0, wits_crowd::count, asked.number(), rows) : 0;
    }
    /// Writes the number of each agent's deepest active state into `states`, which needs capacity for all agents:
    /// WITS_NONE for a stopped agent, and for one in several regions.
    void deepest(wits_state_id *states) const {
        if (code != nullptr) {
            wits_crowd_deepest(this, 0, wits_crowd::count, states);
        }
    }
    std::uint64_t hash() const {
        return code != nullptr ? wits_crowd_hash(this, 0, wits_crowd::count) : 0;
    }

    /// The agents and their fields, for wits::save, wits::load and recordings. A load writes the ids, too.
    wits_agents rows() const {
        wits_agents all{};
        all.brain = body_->brain;
        all.agents = wits_crowd::agents;
        all.agent_stride = agent_stride;
        all.count = wits_crowd::count;
        all.ids = const_cast<std::uint64_t *>(ids);
        all.first_id = first_id;
        all.columns = columns;
        return all;
    }
    /// Saves all agents with their fields. `tick` is that of the next call.
    std::vector<unsigned char> save(std::uint32_t tick, std::uint64_t seed = 0) const {
        wits_agents all = rows();
        all.tick = tick;
        all.seed = seed;
        return wits::save(all);
    }
    /// Loads all agents with their fields. `saved` has the same number of them, or more. Agents of another version of
    /// the brain become agents of this one; functions are those of the crowd. Sets first_id; a snapshot with ids needs
    /// memory for them, `size()` numbers.
    loaded load(const snapshot &saved, const std::vector<wits_rename> &renames = {}, std::uint64_t *own_ids = nullptr) {
        wits_agents all = rows();
        wits_frame frame{};
        frame.user = user;
        frame.functions = functions;
        frame.context = contexts;
        frame.targets = targets;
        wits_migration how{};
        how.renames = renames.data();
        how.rename_count = static_cast<std::uint32_t>(renames.size());
        how.frame = &frame;
        how.context_stride = contexts != nullptr ? context_stride : 0;
        all.ids = own_ids;
        loaded result = wits::load(saved, all, how);
        if (result) {
            first_id = all.first_id;
            ids = own_ids != nullptr && saved.has_ids ? own_ids : ids;
        }
        return result;
    }

private:
    using verb = std::uint64_t(const wits_crowd *, std::uint64_t, std::uint64_t, const wits_crowd_run *);

    bool can_run(const crowd_run &with) const {
        return code != nullptr && with.scratch != nullptr;
    }
    void count_of_agents(std::size_t size) {
        wits_crowd::count = size;
    }
    unsigned char *bytes_of(std::size_t row) const {
        return static_cast<unsigned char *>(wits_crowd::agents) + row * agent_stride;
    }
    template <class Offsets>
    bool give(std::uint32_t kind, const Offsets &offsets, wits_target_list list, const void *pairs, const void *owns) {
        list.offsets = std::data(offsets);
        return std::size(offsets) == wits_crowd::count + 1 && lists_.set(kind, list, pairs, owns);
    }
    bool for_all(crowd_run &with, verb *call) {
        for (std::uint64_t done = 0; done < wits_crowd::count;) {
            std::uint64_t more = can_run(with) ? call(this, done, wits_crowd::count - done, &with) : 0;
            run_actions(with);
            if (more == 0) {
                return false;
            }
            done += more;
        }
        return true;
    }

    std::shared_ptr<const detail::body> body_;
    std::vector<wits_column> columns_;
    detail::target_lists lists_;
    bool is_refused_ = false;
};

}  // namespace wits

#endif
