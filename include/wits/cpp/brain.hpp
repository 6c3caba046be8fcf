// SPDX-License-Identifier: MIT
// Brains, agents, and the calls. Part of wits.hpp.
#ifndef WITS_CPP_BRAIN_HPP
#define WITS_CPP_BRAIN_HPP

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "wits/convert.h"
#include "wits/cpp/handles.hpp"
#include "wits/cpp/host.hpp"
#include "wits/cpp/targets.hpp"
#include "wits/wits.h"

namespace wits {

/// Something that is wrong. The names that the C struct points to live as long as what was compiled or opened; `text`
/// is the problem's own.
struct problem : wits_problem {
    std::string text;
};

namespace detail {

template <class Problems> void add_problem(Problems &problems, const wits_problem &found) {
    problem added{};
    static_cast<wits_problem &>(added) = found;
    added.text.resize(wits_problem_text(&found, nullptr, 0));
    wits_problem_text(&found, added.text.data(), added.text.size() + 1);
    problems.push_back(std::move(added));
}

/// Calls ask(&report) until the report has had room for everything.
template <class Ask> auto with_report(std::vector<problem> &problems, Ask ask) {
    std::vector<wits_problem> room(16);
    for (;;) {
        wits_report report{room.data(), static_cast<std::uint32_t>(room.size()), 0};
        auto result = ask(&report);
        if (report.count > room.size()) {
            room.resize(report.count);
            continue;
        }
        for (std::uint32_t i = 0; i < report.count; ++i) {
            add_problem(problems, room[i]);
        }
        return result;
    }
}

/// Where a field of the brain lies.
struct place {
    bool in_context;
    std::size_t offset;
};

/// All that a brain is. It stays where it is when wits::brain moves.
struct body {
    const wits_brain *brain = nullptr;
    std::size_t agent_size = 0;
    std::size_t least_room = SIZE_MAX;  ///< agents in fewer bytes are refused; where there are problems, all
    std::vector<wits_function> functions;
    std::vector<wits_column> columns;  ///< base is null for what lies in a context, or is said later
    std::vector<place> places;
    std::vector<target_kind> kinds;
    std::size_t agent_offset = 0;
    bool has_agent = false;
    std::vector<problem> problems;
    std::shared_ptr<detail::function_store> kept;
    void *owned = nullptr;  ///< the memory of the brain, or its file
    void (*release)(void *owned) = nullptr;

    body() = default;
    body(const body &) = delete;
    body &operator=(const body &) = delete;
    ~body() {
        if (release != nullptr) {
            release(owned);
        }
    }
};

/// A host as the C library takes it. Lives no longer than what it was made of.
class c_host {
public:
    explicit c_host(const given &all) : elsewhere_(room_elsewhere(all)) {
        std::size_t later = elsewhere_.size();
        for (const given_field &from : all.fields) {
            wits_host_field row = row_of(from);
            if (from.base != nullptr) {
                row.base = from.base;
            } else if (from.in_context) {
                row.base = elsewhere_.data() + from.offset;
            } else {
                row.base = elsewhere_.data() + (later -= widest_field);
            }
            fields_.push_back(row);
        }
        for (const given_event &from : all.events) {
            events_.push_back({from.name.c_str(), from.found, 0});
        }
        for (const given_state &from : all.states) {
            states_.push_back({from.name.c_str(), from.found, 0});
        }
        for (const given_targets &from : all.targets) {
            target_fields_.emplace_back();
            for (const given_field &field : from.fields) {
                target_fields_.back().push_back(row_of(field));
            }
            const std::vector<wits_host_field> &rows = target_fields_.back();
            targets_.push_back(
                {from.name.c_str(), rows.data(), static_cast<std::uint32_t>(rows.size()), nullptr, from.found});
        }
        host_.targets = targets_.data();
        host_.target_count = static_cast<std::uint32_t>(targets_.size());
        host_.functions = all.functions.data();
        host_.function_count = static_cast<std::uint32_t>(all.functions.size());
        host_.fields = fields_.data();
        host_.field_count = static_cast<std::uint32_t>(fields_.size());
        host_.events = events_.data();
        host_.event_count = static_cast<std::uint32_t>(events_.size());
        host_.states = states_.data();
        host_.state_count = static_cast<std::uint32_t>(states_.size());
        host_.lists_actions = all.lists_actions;
        host_.is_shared = all.is_shared;
    }
    c_host(const c_host &) = delete;
    c_host &operator=(const c_host &) = delete;

    const wits_host *get() const {
        return &host_;
    }

private:
    static constexpr std::size_t widest_field = 4;

    /// Without its place.
    static wits_host_field row_of(const given_field &from) {
        wits_host_field row{};
        row.name = from.name.c_str();
        row.stride = from.stride;
        row.type = from.type;
        row.read_only = from.read_only;
        row.size = from.size;
        row.values = from.values.empty() ? nullptr : from.values.data();
        row.value_count = static_cast<std::uint32_t>(from.values.size());
        return row;
    }
    /// A context, and behind it the fields of which the place is said later.
    static std::size_t room_elsewhere(const given &all) {
        std::size_t context = 0;
        for (const given_field &from : all.fields) {
            context = from.in_context && from.offset > context ? from.offset : context;
        }
        return context + widest_field * (1 + all.fields.size());
    }

    wits_host host_{};
    std::vector<wits_host_field> fields_;
    std::vector<wits_host_event> events_;
    std::vector<wits_host_state> states_;
    std::vector<std::vector<wits_host_field>> target_fields_;
    std::vector<wits_host_target> targets_;
    std::vector<char> elsewhere_;  ///< stands for what has no place yet
};

/// Points the columns that lie in contexts to them.
inline void point_to_contexts(const body &of, std::vector<wits_column> &columns, void *first, std::size_t count,
                              std::size_t stride) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (of.places[i].in_context) {
            columns[i].base = static_cast<char *>(first) + of.places[i].offset;
            columns[i].size = count == 0 ? 0 : count * stride - of.places[i].offset;
        }
    }
}

inline const given_field *find_field(const given &all, const char *name) {
    for (const given_field &row : all.fields) {
        if (row.name == name) {
            return &row;
        }
    }
    return nullptr;
}

inline void add_words(body &made, wits_problem_code code, wits_table table, std::string text) {
    problem added{};
    added.code = code;
    added.table = table;
    added.text = std::move(text);
    made.problems.push_back(std::move(added));
}

/// The brain's functions and columns have been put in its order; what only C++ knows is added to them.
inline void finish(body &made, const given &all) {
    made.kept = all.kept;
    for (wits_function &row : made.functions) {
        for (const wits_function &from : all.functions) {
            row.name = std::strcmp(row.name, from.name) == 0 ? from.name : row.name;
        }
    }
    made.places.resize(made.columns.size());
    for (const given_field &from : all.fields) {
        if (from.found != nullptr) {
            *from.found = wits_find_field(made.brain, from.name.c_str());
        }
    }
    for (std::uint32_t i = 0; i < made.columns.size(); ++i) {
        const given_field *from = find_field(all, wits_field_name(made.brain, i));
        made.places[i] = {from->in_context, from->offset};
        made.columns[i].base = from->base;
    }
    made.kinds.resize(wits_target_kind_count(made.brain));
    for (const given_targets &from : all.targets) {
        for (const std::string &wrong : put_in_order(made.brain, from, made.kinds)) {
            add_words(made, WITS_PROBLEM_COLUMN_TYPE, WITS_TABLE_TARGETS, wrong);
        }
    }
    made.agent_size = wits_agent_size(made.brain);
    made.has_agent = all.has_agent;
    made.agent_offset = all.agent_offset;
    if (!made.problems.empty()) {
        return;
    }
    if (all.has_agent && all.agent_room < made.agent_size) {
        add_words(made, WITS_PROBLEM_AGENTS_SHORT, WITS_TABLE_AGENTS,
                  "an agent needs " + std::to_string(made.agent_size) +
                      " bytes, and the context's wits::agent_bytes has " + std::to_string(all.agent_room));
        made.problems.back().given = all.agent_room;
        made.problems.back().needed = made.agent_size;
        return;
    }
    made.least_room = made.agent_size;
}

/// Joins made.brain to the program, by the C library's wits_bind. What does not fit gets neither functions nor columns.
inline void bind(body &made, const given &all) {
    const c_host host(all);
    std::vector<wits_function> functions(made.brain != nullptr ? wits_function_count(made.brain) : 0);
    std::vector<wits_column> columns(made.brain != nullptr ? wits_field_count(made.brain) : 0);
    bool fits = with_report(made.problems, [&](wits_report *report) {
        return wits_bind(made.brain, host.get(), functions.data(), columns.data(), report);
    });
    if (fits) {
        made.functions = std::move(functions);
        made.columns = std::move(columns);
        finish(made, all);
    }
}

}  // namespace detail

// ---------------------------------------------------------------------------------------------------------- agents

/// Where the bytes of one agent are, and how many. wits::agent, an element of wits::pool, and wits::agent_bytes become
/// one by themselves; of bytes that lie elsewhere one is made by hand.
class agent_ref {
public:
    agent_ref(void *bytes, std::size_t size) : bytes_(static_cast<unsigned char *>(bytes)), size_(size) {
    }
    template <std::size_t Size> agent_ref(agent_bytes<Size> &agent) : bytes_(agent.bytes), size_(Size) {
    }
    unsigned char *bytes() const {
        return bytes_;
    }
    std::size_t size() const {
        return size_;
    }

private:
    unsigned char *bytes_;
    std::size_t size_;
};

/// The same, to ask about the agent only.
class const_agent_ref {
public:
    const_agent_ref(const void *bytes, std::size_t size)
        : bytes_(static_cast<const unsigned char *>(bytes)), size_(size) {
    }
    const_agent_ref(agent_ref agent) : bytes_(agent.bytes()), size_(agent.size()) {
    }
    template <std::size_t Size> const_agent_ref(const agent_bytes<Size> &agent) : bytes_(agent.bytes), size_(Size) {
    }
    const unsigned char *bytes() const {
        return bytes_;
    }
    std::size_t size() const {
        return size_;
    }

private:
    const unsigned char *bytes_;
    std::size_t size_;
};

template <class Context> class brain;

/// Many agents of one brain, one behind the other in one piece of memory, all stopped at first.
class pool {
public:
    pool() = default;
    template <class Context>
    pool(const brain<Context> &of, std::size_t count) : stride_(of.agent_size()), bytes_(count * stride_) {
    }
    std::size_t size() const {
        return stride_ == 0 ? 0 : bytes_.size() / stride_;
    }
    /// New agents are stopped.
    void resize(std::size_t count) {
        bytes_.resize(count * stride_);
    }
    agent_ref operator[](std::size_t row) {
        return {bytes_.data() + row * stride_, stride_};
    }
    const_agent_ref operator[](std::size_t row) const {
        return {bytes_.data() + row * stride_, stride_};
    }
    unsigned char *data() {
        return bytes_.data();
    }
    const unsigned char *data() const {
        return bytes_.data();
    }
    std::size_t stride() const {
        return stride_;
    }

private:
    std::size_t stride_ = 0;
    std::vector<unsigned char> bytes_;
};

/// One agent, stopped at first. A copy is another agent in the same state; assigning to an agent of the same brain
/// allocates nothing.
class agent {
public:
    template <class Context> explicit agent(const brain<Context> &of) : bytes_(of.agent_size()) {
    }
    operator agent_ref() {
        return {bytes_.data(), bytes_.size()};
    }
    operator const_agent_ref() const {
        return {bytes_.data(), bytes_.size()};
    }
    unsigned char *data() {
        return bytes_.data();
    }
    const unsigned char *data() const {
        return bytes_.data();
    }
    std::size_t size() const {
        return bytes_.size();
    }

private:
    std::vector<unsigned char> bytes_;
};

/// Room for actions to be run by the caller, as wits_list.
class list : public wits_list {
public:
    /// `argument_room`: values for arguments that are computed, as brain.list_argument_room says.
    explicit list(std::uint32_t room, std::uint32_t argument_room = 0)
        : wits_list{}, records_(room), arguments_(argument_room) {
        records = records_.data();
        capacity = room;
        arguments = arguments_.data();
        argument_capacity = argument_room;
    }
    list(const list &) = delete;
    list &operator=(const list &) = delete;
    const wits_action_record *begin() const {
        return records;
    }
    const wits_action_record *end() const {
        return records + count;
    }
    void clear() {
        count = 0;
        argument_count = 0;
    }

private:
    std::vector<wits_action_record> records_;
    std::vector<std::uint32_t> arguments_;
};

/// Room for trace records, as wits_trace.
class trace : public wits_trace {
public:
    explicit trace(std::uint32_t room) : wits_trace{}, records_(room) {
        records = records_.data();
        capacity = room;
    }
    trace(const trace &) = delete;
    trace &operator=(const trace &) = delete;
    const wits_trace_record *begin() const {
        return records;
    }
    const wits_trace_record *end() const {
        return records + count;
    }
    void clear() {
        count = 0;
        dropped = 0;
    }

private:
    std::vector<wits_trace_record> records_;
};

// ---------------------------------------------------------------------------------------------------------- frames

/// What goes with a call: a wits_frame, whose tick, seed, draws, mode, list, trace and explain are yours to set, with
/// the functions and columns of a brain. A copy, for another thread, has columns of its own. The brain, the contexts
/// and the columns must outlive it.
template <class Context = no_context> class frame : public wits_frame {
public:
    /// Of agents without contexts.
    explicit frame(const brain<Context> &owner) : frame(owner.body()) {
        static_assert(std::is_same_v<Context, no_context>,
                      "a frame of this brain needs a context, or an array of them");
    }
    /// Of one agent, which knows `self`.
    frame(const brain<Context> &owner, Context &self) : frame(owner.body()) {
        contexts(&self, 1);
    }
    /// Of many agents: a std::vector or another array of contexts. of() says whose turn it is.
    template <class Contexts, class = decltype(std::data(std::declval<Contexts &>()))>
    frame(const brain<Context> &owner, Contexts &all) : frame(owner.body()) {
        contexts(std::data(all), std::size(all));
    }
    frame(const frame &other)
        : wits_frame(other), body_(other.body_), columns_(other.columns_), lists_(other.lists_), first_(other.first_) {
        columns = columns_.data();
        targets = lists_.data();
    }
    frame &operator=(const frame &other) {
        static_cast<wits_frame &>(*this) = other;
        body_ = other.body_;
        columns_ = other.columns_;
        lists_ = other.lists_;
        first_ = other.first_;
        columns = columns_.data();
        targets = lists_.data();
        return *this;
    }

    /// Where the contexts are; say it again when they have moved. The first one has its turn.
    void contexts(Context *first, std::size_t count) {
        first_ = first;
        detail::point_to_contexts(*body_, columns_, first, count, sizeof(Context));
        of(0);
    }
    /// Agent `at` has its turn: its row, its context, and its id, which is the row too unless it is set afterwards.
    frame &of(std::size_t at) {
        row = static_cast<std::uint32_t>(at);
        agent = at;
        context = first_ == nullptr ? nullptr : first_ + at;
        return *this;
    }
    /// The same for a context of the array.
    frame &of(Context &self) {
        return of(static_cast<std::size_t>(&self - first_));
    }
    /// Where the values of a field are. False, and nothing happens, if the brain lacks the field.
    template <class T> bool column(wits::field<T> which, T *first, std::size_t stride = sizeof(T)) {
        if (which.number() >= columns_.size()) {
            return false;
        }
        columns_[which.number()].base = first;
        columns_[which.number()].stride = stride;
        columns_[which.number()].size = 0;
        return true;
    }

    /// Whom the agent may choose among: an array of ids, and as long a one of what it knows of each. Both stay where
    /// they are until another list is given. False, and nothing happens, if the brain lacks the kind, or if one array
    /// is longer than the other.
    template <class Row, class Ids, class Rows>
    bool target_list(wits::targets<Row> which, const Ids &ids, const Rows &rows) {
        const Row *first = std::data(rows);
        return std::size(ids) == std::size(rows) && lists_.set(which.number(), detail::list_of(ids), first, nullptr);
    }
    /// The same of targets that have something of their own: `own_rows` says of each where in `owns` that is.
    template <class Pair, class Own, class Ids, class Pairs, class Rows, class Owns>
    bool target_list(wits::targets<Pair, Own> which, const Ids &ids, const Pairs &pairs, const Rows &own_rows,
                     const Owns &owns) {
        const Pair *first = std::data(pairs);
        const Own *own = std::data(owns);
        return std::size(ids) == std::size(pairs) && std::size(ids) == std::size(own_rows) &&
               lists_.set(which.number(), detail::list_of(ids, own_rows, std::size(owns)), first, own);
    }

private:
    explicit frame(const detail::body *body) : wits_frame{}, body_(body), columns_(body->columns), lists_(body->kinds) {
        columns = columns_.data();
        targets = lists_.data();
        functions = body_->functions.data();
    }

    const detail::body *body_;
    std::vector<wits_column> columns_;
    detail::target_lists lists_;
    Context *first_ = nullptr;
};

template <class Context> frame(const brain<Context> &) -> frame<Context>;
template <class Context, class Contexts> frame(const brain<Context> &, Contexts &) -> frame<Context>;

// ---------------------------------------------------------------------------------------------------------- brains

/// A compiled brain, joined to its program. It owns its memory and can be moved; frames and crowds then go on.
/// If anything was wrong with it, it is false and problems() says what. Then its verbs do nothing, and nothing else may
/// be asked of it.
template <class Context = no_context> class brain {
public:
    using context_type = Context;

    explicit brain(std::unique_ptr<detail::body> body) : body_(std::move(body)) {
    }
    explicit operator bool() const {
        return body_ != nullptr && body_->problems.empty();
    }
    const std::vector<problem> &problems() const {
        return body_->problems;
    }
    void print_problems(std::FILE *to = stderr) const {
        for (const problem &each : problems()) {
            std::fprintf(to, "%s\n", each.text.c_str());
        }
    }
    const wits_brain *get() const {
        return body_->brain;
    }
    const detail::body *body() const {
        return body_.get();
    }
    std::size_t agent_size() const {
        return body_->agent_size;
    }

    // The verbs, as in wits.h. False, with nothing touched, also if the agent has fewer bytes than agent_size().

    bool start(agent_ref who, const frame<Context> &with) const {
        return fits(who) && wits_start(get(), who.bytes(), &with);
    }
    bool stop(agent_ref who, const frame<Context> &with) const {
        return fits(who) && wits_stop(get(), who.bytes(), &with);
    }
    bool decide(agent_ref who, const frame<Context> &with) const {
        return fits(who) && wits_decide(get(), who.bytes(), &with);
    }
    bool update(agent_ref who, const frame<Context> &with) const {
        return fits(who) && wits_update(get(), who.bytes(), &with);
    }
    bool tick(agent_ref who, const frame<Context> &with) const {
        return fits(who) && wits_tick(get(), who.bytes(), &with);
    }
    bool go_to(agent_ref who, const frame<Context> &with, state to) const {
        return fits(who) && wits_goto(get(), who.bytes(), &with, to.number());
    }
    bool restart(agent_ref who, const frame<Context> &with, state to) const {
        return fits(who) && wits_restart(get(), who.bytes(), &with, to.number());
    }
    bool place(agent_ref who, const frame<Context> &with, state to) const {
        return fits(who) && wits_place(get(), who.bytes(), &with, to.number());
    }
    /// Runs one record of a list for its agent, whose turn it must be in the frame.
    bool run(agent_ref who, const frame<Context> &with, const wits_action_record &record) const {
        return fits(who) && wits_run_record(get(), who.bytes(), &with, &record);
    }
    bool raise(agent_ref who, event raised) const {
        return fits(who) && wits_raise(get(), who.bytes(), raised.number());
    }

    /// Writes `made`, an agent of this brain, from `old`, one of another version of it. The frame, this brain's, says
    /// when and where it goes on. What it loses is added to `lost`, which may be null. See wits/convert.h.
    template <class Other>
    bool convert(const brain<Other> &from, const_agent_ref old, agent_ref made, const frame<Context> &with,
                 wits_conversion *lost = nullptr) const {
        return fits(made) && old.size() >= from.body()->least_room &&
               wits_agent_convert(from.get(), old.bytes(), get(), made.bytes(), &with, lost);
    }
    std::uint64_t layout_hash() const {
        return get() != nullptr ? wits_brain_layout_hash(get()) : 0;
    }

    // Questions about an agent. One with too few bytes is not started, and in no state.

    bool is_pending(const_agent_ref who, event asked) const {
        return fits(who) && wits_is_pending(get(), who.bytes(), asked.number());
    }
    bool is_started(const_agent_ref who) const {
        return fits(who) && wits_is_started(get(), who.bytes());
    }
    bool is_in(const_agent_ref who, state asked) const {
        return fits(who) && wits_is_in(get(), who.bytes(), asked.number());
    }
    /// The deepest active state; below a parallel the first of them.
    state deepest(const_agent_ref who) const {
        return fits(who) ? state(wits_deepest(get(), who.bytes())) : state();
    }
    /// All deepest active states. Writes at most `room` and returns how many there are.
    std::uint32_t active(const_agent_ref who, state *states, std::uint32_t room) const {
        static_assert(sizeof(state) == sizeof(wits_state_id) && std::is_standard_layout_v<state>);
        return fits(who) ? wits_active(get(), who.bytes(), room == 0 ? nullptr : states->address(), room) : 0;
    }
    std::uint32_t elapsed(const_agent_ref who, state asked, std::uint32_t tick) const {
        return fits(who) ? wits_elapsed(get(), who.bytes(), asked.number(), tick) : 0;
    }
    /// Whether a state is done, by the frame's tick, fields and functions.
    bool is_done(const_agent_ref who, const frame<Context> &with, state asked) const {
        return fits(who) && wits_is_done(get(), who.bytes(), &with, asked.number());
    }
    /// The id of the target that an active option is about, or WITS_NO_TARGET.
    std::uint32_t target_of(const_agent_ref who, state option) const {
        return fits(who) ? wits_target_of(get(), who.bytes(), option.number()) : WITS_NO_TARGET;
    }
    /// What is wrong with the frame's lists of targets, for the agent whose turn it is.
    std::vector<problem> check_targets(const frame<Context> &with) const {
        std::vector<problem> found;
        detail::with_report(found, [&](wits_report *report) { return wits_targets_check(get(), &with, report); });
        return found;
    }
    bool is_valid(const_agent_ref who) const {
        return fits(who) && wits_agent_is_valid(get(), who.bytes(), agent_size());
    }
    std::uint64_t hash(const_agent_ref who, std::uint64_t id) const {
        return fits(who) ? wits_agent_hash(get(), who.bytes(), id) : 0;
    }

    // What the brain is made of. Names live as long as the brain; of what it does not have they are "". A brain that
    // could not be made has nothing.

    const char *name(state asked) const {
        return get() != nullptr ? wits_state_name(get(), asked.number()) : "";
    }
    const char *name(event asked) const {
        return get() != nullptr ? wits_event_name(get(), asked.number()) : "";
    }
    /// Such as "combat/attack".
    std::string path(state asked) const {
        if (get() == nullptr) {
            return {};
        }
        std::string text(wits_state_path(get(), asked.number(), nullptr, 0), '\0');
        wits_state_path(get(), asked.number(), text.data(), text.size() + 1);
        return text;
    }
    state find_state(const char *name_or_path) const {
        return get() != nullptr ? state(wits_find_state(get(), name_or_path)) : state();
    }
    event find_event(const char *name) const {
        return get() != nullptr ? event(wits_find_event(get(), name)) : event();
    }
    std::uint32_t list_room(wits_verb verb) const {
        return get() != nullptr ? wits_list_room(get(), verb) : 0;
    }
    /// And of values for its arguments.
    std::uint32_t list_argument_room(wits_verb verb) const {
        return get() != nullptr ? wits_list_argument_room(get(), verb) : 0;
    }
    /// Writes the initial values of the fields for the agent whose turn it is.
    void set_initial_fields(const frame<Context> &with) const {
        if (*this) {
            wits_set_initial_fields(get(), with.columns, with.row);
        }
    }

private:
    bool fits(const_agent_ref who) const {
        return who.size() >= body_->least_room;
    }

    std::unique_ptr<detail::body> body_;
};

/// Joins a compiled brain that C made, or that was loaded as bytes, to a program. The brain must outlive the result.
template <class Context> brain<Context> bind(const wits_brain *compiled, const host<Context> &program) {
    auto made = std::make_unique<detail::body>();
    made->brain = compiled;
    detail::bind(*made, program.all());
    return brain<Context>(std::move(made));
}

}  // namespace wits

#endif
