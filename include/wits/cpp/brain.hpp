// SPDX-License-Identifier: MIT
// Brains, and the calls. Part of wits.hpp.
#ifndef WITS_CPP_BRAIN_HPP
#define WITS_CPP_BRAIN_HPP

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "wits/convert.h"
#include "wits/cpp/agents.hpp"
#include "wits/cpp/body.hpp"
#include "wits/cpp/frame.hpp"
#include "wits/cpp/handles.hpp"
#include "wits/cpp/host.hpp"
#include "wits/wits.h"

namespace wits {

/// A compiled brain, bound to its program. It can be a member of any class: copies share one brain, which lives as long
/// as any copy, frame or crowd of it. An empty brain, and one with problems, is false, and problems() lists them. Then
/// its verbs do nothing, and no other member may be called.
class brain {
public:
    brain() : body_(detail::empty_body()) {
    }
    explicit brain(std::shared_ptr<const detail::body> body) : body_(std::move(body)) {
    }
    brain(const brain &) = default;  // moving copies, so a moved-from brain stays valid
    brain &operator=(const brain &) = default;
    explicit operator bool() const {
        return body_->problems.empty();
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
    const std::shared_ptr<const detail::body> &body() const {
        return body_;
    }
    std::size_t agent_size() const {
        return body_->agent_size;
    }

    // The verbs, as in wits.h. They also return false, with nothing changed, if the agent has fewer bytes than
    // agent_size(), or if the frame is false or belongs to another brain.

    bool start(agent_ref who, const frame &with) const {
        return fits(who, with) && wits_start(get(), who.bytes(), &with);
    }
    bool stop(agent_ref who, const frame &with) const {
        return fits(who, with) && wits_stop(get(), who.bytes(), &with);
    }
    bool decide(agent_ref who, const frame &with) const {
        return fits(who, with) && wits_decide(get(), who.bytes(), &with);
    }
    bool update(agent_ref who, const frame &with) const {
        return fits(who, with) && wits_update(get(), who.bytes(), &with);
    }
    bool tick(agent_ref who, const frame &with) const {
        return fits(who, with) && wits_tick(get(), who.bytes(), &with);
    }
    bool go_to(agent_ref who, const frame &with, state to) const {
        return fits(who, with) && wits_goto(get(), who.bytes(), &with, to.number());
    }
    bool restart(agent_ref who, const frame &with, state to) const {
        return fits(who, with) && wits_restart(get(), who.bytes(), &with, to.number());
    }
    bool place(agent_ref who, const frame &with, state to) const {
        return fits(who, with) && wits_set_state(get(), who.bytes(), &with, to.number());
    }
    /// Runs one record of a list for its agent, which must be the frame's current one.
    bool run(agent_ref who, const frame &with, const wits_action_record &record) const {
        return fits(who, with) && wits_run_record(get(), who.bytes(), &with, &record);
    }
    bool raise(agent_ref who, event raised) const {
        return fits(who) && wits_raise(get(), who.bytes(), raised.number());
    }

    /// Writes the agent `made` of this brain from `old`, an agent of another version of it. The frame belongs to this
    /// brain and has the tick at which the agent continues. Losses are added to `lost`, which may be null. See
    /// wits/convert.h.
    bool convert(const brain &from, const_agent_ref old, agent_ref made, const frame &with,
                 wits_conversion *lost = nullptr) const {
        return fits(made, with) && old.size() >= from.body()->least_room &&
               wits_agent_convert(from.get(), old.bytes(), get(), made.bytes(), &with, lost);
    }
    std::uint64_t layout_hash() const {
        return get() != nullptr ? wits_brain_layout_hash(get()) : 0;
    }

    // Queries about an agent. An agent with too few bytes is not started, and in no state.

    bool is_pending(const_agent_ref who, event asked) const {
        return fits(who) && wits_is_pending(get(), who.bytes(), asked.number());
    }
    bool is_started(const_agent_ref who) const {
        return fits(who) && wits_is_started(get(), who.bytes());
    }
    bool is_in(const_agent_ref who, state asked) const {
        return fits(who) && wits_is_in(get(), who.bytes(), asked.number());
    }
    /// The deepest active state; below a parallel, that of the first region.
    state deepest(const_agent_ref who) const {
        return fits(who) ? state(wits_deepest(get(), who.bytes())) : state();
    }
    /// Writes the deepest active states, at most `room` of them, and returns their number.
    std::uint32_t active(const_agent_ref who, state *states, std::uint32_t room) const {
        static_assert(sizeof(state) == sizeof(wits_state_id) && std::is_standard_layout_v<state>);
        return fits(who) ? wits_active(get(), who.bytes(), room == 0 ? nullptr : states->address(), room) : 0;
    }
    std::uint32_t elapsed(const_agent_ref who, state asked, std::uint32_t tick) const {
        return fits(who) ? wits_elapsed(get(), who.bytes(), asked.number(), tick) : 0;
    }
    /// Returns whether a state is done, given the frame's tick, fields and functions.
    bool is_done(const_agent_ref who, const frame &with, state asked) const {
        return fits(who, with) && wits_is_done(get(), who.bytes(), &with, asked.number());
    }
    /// The id of the target of an active option, or WITS_NO_TARGET.
    std::uint32_t target_of(const_agent_ref who, state option) const {
        return fits(who) ? wits_target_of(get(), who.bytes(), option.number()) : WITS_NO_TARGET;
    }
    /// Returns the problems of the frame's lists of targets, for its current agent.
    std::vector<problem> check_targets(const frame &with) const {
        std::vector<problem> found;
        if (!with || with.usable_ != body_.get()) {
            return found;
        }
        detail::with_report(found, [&](wits_report *report) { return wits_targets_check(get(), &with, report); });
        return found;
    }
    bool is_valid(const_agent_ref who) const {
        return fits(who) && wits_agent_is_valid(get(), who.bytes(), agent_size());
    }
    std::uint64_t hash(const_agent_ref who, std::uint64_t id) const {
        return fits(who) ? wits_agent_hash(get(), who.bytes(), id) : 0;
    }

    // Parts of the brain. Names live as long as the brain; those of unknown parts are "". A brain with problems has no
    // parts.

    const char *name(state asked) const {
        return get() != nullptr ? wits_state_name(get(), asked.number()) : "";
    }
    const char *name(event asked) const {
        return get() != nullptr ? wits_event_name(get(), asked.number()) : "";
    }
    /// Returns the path, such as "combat/attack".
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
    /// The number of computed arguments that one call can add.
    std::uint32_t list_argument_room(wits_verb verb) const {
        return get() != nullptr ? wits_list_argument_room(get(), verb) : 0;
    }
    /// Writes the initial values of the fields for the frame's current agent.
    void set_initial_fields(const frame &with) const {
        if (*this && with.usable_ == body_.get()) {
            wits_set_initial_fields(get(), with.columns, with.row);
        }
    }

private:
    bool fits(const_agent_ref who) const {
        return who.size() >= body_->least_room;
    }
    bool fits(const_agent_ref who, const frame &with) const {
        return fits(who) &&
               (with.usable_ == body_.get() ||
                detail::misuse("a brain was given a frame of another brain, or one without a selected context"));
    }

    std::shared_ptr<const detail::body> body_;
};

/// A brain with its context type, so that another context does not compile: the result of compile(), open() and bind().
/// Converts to wits::brain.
template <class Context> class brain_of : public brain {
public:
    using context_type = Context;
    using brain::brain;
    brain_of() = default;
};

inline pool::pool(const brain &of, std::size_t count) : stride_(of.agent_size()), bytes_(count * stride_) {
}

inline agent::agent(const brain &of) : bytes_(of.agent_size()) {
}

inline frame::frame(const brain &owner) : frame(owner.body()) {
}

template <class Context> frame::frame(const brain_of<Context> &owner) : frame(owner.body()) {
    static_assert(std::is_same_v<Context, no_context>, "a frame of this brain needs a context, or an array of them");
}

template <class Given> frame::frame(const brain &owner, Given &given) : frame(owner.body()) {
    if constexpr (detail::has_elements<Given>) {
        if (!(detail::kind_of_context<Given>() == body_->context)) {
            contexts(std::data(given), std::size(given));
            return;
        }
    }
    contexts(&given, 1);
}

template <class Context, class Given> frame::frame(const brain_of<Context> &owner, Given &given) : frame(owner.body()) {
    static_assert(detail::is_one_or_many<Context, Given>(),
                  "a frame of this brain needs a context of the brain's host, or an array of them");
    if constexpr (std::is_convertible_v<Given *, Context *>) {
        contexts(static_cast<Context *>(&given), 1);
    } else if constexpr (detail::is_one_or_many<Context, Given>()) {
        contexts(std::data(given), std::size(given));
    }
}

/// Binds a brain compiled by C, or loaded as bytes, to a program. The brain must outlive the result.
template <class Context> brain_of<Context> bind(const wits_brain *compiled, const host<Context> &program) {
    auto made = std::make_shared<detail::body>(program.all());
    made->brain = compiled;
    detail::bind(*made, program.all());
    return brain_of<Context>(std::move(made));
}

}  // namespace wits

#endif
