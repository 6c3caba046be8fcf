// SPDX-License-Identifier: MIT
// The C++ interface: the values that each part of wits.hpp passes to the C library and returns from it.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "wits/explain.h"
#include "wits/wits.hpp"

namespace {

int failures = 0;
std::size_t allocations = 0;

void check(bool holds, const char *what, int line) {
    if (!holds) {
        std::printf("tests/cpp/test_hpp.cpp:%d: not so: %s\n", line, what);
        ++failures;
    }
}

}  // namespace

#define CHECK(condition) check(static_cast<bool>(condition), #condition, __LINE__)

// Counts. Not inlined: gcc reports a free without its malloc as a mistake.
[[gnu::noinline]] void *operator new(std::size_t size) {
    ++allocations;
    void *memory = std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) {
        std::abort();
    }
    return memory;
}
[[gnu::noinline]] void *operator new(std::size_t size, const std::nothrow_t &) noexcept {
    return operator new(size);
}
[[gnu::noinline]] void operator delete(void *memory) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void *memory, std::size_t) noexcept {
    std::free(memory);
}

namespace {

bool has_problem(const std::vector<wits::problem> &problems, std::string_view part) {
    for (const wits::problem &each : problems) {
        if (each.text.find(part) != std::string::npos) {
            return true;
        }
    }
    return false;
}

std::string state_of(const wits::brain &brain, wits::const_agent_ref agent) {
    return brain.path(brain.deepest(agent));
}

// -------------------------------------------------------------------------------------------- types that stay apart

template <class From, class To> constexpr bool becomes = std::is_convertible_v<From, To>;
static_assert(!becomes<wits::state, wits::event> && !becomes<wits::event, wits::state>);
static_assert(!becomes<int, wits::state> && !becomes<wits_state_id, wits::state> && !becomes<wits::state, int>);
static_assert(!becomes<wits::field<float>, wits::field<bool>> && !becomes<wits::field<float>, wits::event>);
static_assert(!std::is_constructible_v<wits::event, wits::state>);
static_assert(std::is_trivially_copyable_v<wits::state> && sizeof(wits::state) == sizeof(wits_state_id));
static_assert(std::is_trivially_copyable_v<wits::agent_bytes<7>> && sizeof(wits::agent_bytes<7>) == 7);
static_assert(std::is_nothrow_move_constructible_v<wits::brain> && std::is_default_constructible_v<wits::brain>);
static_assert(becomes<wits::agent &, wits::agent_ref> && !becomes<const wits::agent &, wits::agent_ref>);
static_assert(becomes<const wits::agent_bytes<4> &, wits::const_agent_ref>);
static_assert(!becomes<const wits::agent_bytes<4> &, wits::agent_ref>);

enum class mood : std::uint8_t { calm, angry };
static_assert(wits::type_of<bool>() == WITS_TYPE_BOOL && wits::type_of<const float>() == WITS_TYPE_FLOAT);
static_assert(wits::type_of<mood>() == WITS_TYPE_ENUM && wits::type_of<std::int32_t>() == WITS_TYPE_INT);
static_assert(wits::type_of<std::int8_t>() == WITS_TYPE_INT8 && wits::type_of<std::uint8_t>() == WITS_TYPE_UINT8);
static_assert(wits::type_of<std::int16_t>() == WITS_TYPE_INT16 && wits::type_of<std::uint16_t>() == WITS_TYPE_UINT16);
static_assert(wits::type_of<double>() == WITS_TYPE_DEFAULT && wits::type_of<std::uint32_t>() == WITS_TYPE_DEFAULT);
static_assert(wits::type_of<char>() == WITS_TYPE_DEFAULT && wits::type_of<std::int64_t>() == WITS_TYPE_DEFAULT);

void handles_that_were_not_set_do_nothing() {
    wits::builder<> build("two");
    wits::event whistle = build.event("whistle");
    auto one = build.state("one");
    auto two = build.state("two");
    one.to(two).on(whistle);
    wits::brain brain = build.compile();
    CHECK(brain);
    wits::agent agent(brain);
    wits::frame frame(brain);
    CHECK(brain.start(agent, frame));
    wits::event no_event;
    wits::state no_state;
    CHECK(!no_event && !no_state && whistle && wits::state(one));
#ifndef WITS_CHECKS  // there it is reported
    CHECK(!brain.raise(agent, no_event) && !brain.go_to(agent, frame, no_state));
    CHECK(!brain.is_in(agent, no_state) && !brain.is_pending(agent, no_event));
    CHECK(std::string_view(brain.name(no_state)).empty() && std::string_view(brain.name(no_event)).empty());
#endif
    CHECK(brain.is_in(agent, one) && brain.raise(agent, whistle) && brain.is_pending(agent, whistle));
    CHECK(brain.tick(agent, frame) && brain.deepest(agent) == two && brain.deepest(agent) != one);
    CHECK(brain.find_event("whistle") == whistle && brain.find_state("two") == two && !brain.find_state("three"));
    CHECK(std::string_view(brain.name(whistle)) == "whistle" && std::string_view(brain.name(two)) == "two");
}

// --------------------------------------------------------------------------------------------------------- functions

struct listener {
    bool hears = false;
    float worth = 0.25f;
    int done = 0;

    bool is_ready() const {
        return done == 0;
    }
    void act() {
        ++done;
    }
    void act_twice(wits::call) {
        done += 2;
    }
    wits::state go(wits::call about) {
        return about.tick() == 3 ? next : wits::stay;
    }
    wits::state next;
};

bool hears(const listener &self) {
    return self.hears;
}

/// `when` is evaluated in every pass, and the machine moves as soon as it holds.
template <class Condition> std::uint32_t tick_at_which(listener &self, Condition when) {
    wits::builder<listener> build("machine");
    auto a = build.state("a");
    auto b = build.state("b");
    a.to(b).when(when);
    wits::brain brain = build.compile();
    CHECK(brain);
    wits::agent agent(brain);
    wits::frame frame(brain, self);
    brain.start(agent, frame);
    for (frame.tick = 1; frame.tick < 5; ++frame.tick) {
        self.hears = frame.tick == 3;
        brain.tick(agent, frame);
        if (brain.is_in(agent, b)) {
            return frame.tick;
        }
    }
    return 0;
}

void conditions_are_called_with_what_they_take() {
    listener self;
    const listener *known = &self;
    CHECK(tick_at_which(self, &listener::hears) == 3);
    CHECK(tick_at_which(self, &listener::is_ready) == 1);
    CHECK(tick_at_which(self, hears) == 3);
    CHECK(tick_at_which(self, [](const listener &each) { return each.hears; }) == 3);
    CHECK(tick_at_which(self, [known] { return known->hears; }) == 3);
    CHECK(tick_at_which(self, [](wits::call about) { return about.tick() == 2; }) == 2);
    CHECK(tick_at_which(self, [](const listener &each, wits::call about) { return each.hears && about.tick() == 3; }) ==
          3);
    CHECK(tick_at_which(self, [](const auto &each) { return each.hears; }) == 3);
    CHECK(tick_at_which(self, "true") == 1);
    CHECK(tick_at_which(self, std::string("false")) == 0);
}

void actions_are_called_with_what_they_take() {
    int outside = 0;
    wits::builder<listener> build("machine");
    auto a = build.state("a");
    a.enter(&listener::act).enter(&listener::act_twice).enter([&outside] { ++outside; });
    a.update([&](listener &each, wits::call about) {
        outside += 10;
        CHECK(about.state() == a && about.kind() == WITS_ACTION_UPDATE && about.is_in(a) && about.agent() == 7);
        CHECK(about.get()->brain != nullptr && about.row() == 0 && about.argument() == nullptr);
        each.done += 100;
    });
    a.exit([&outside](wits::call about) { outside += static_cast<int>(about.elapsed()) * 100; });
    a.decide([](listener &each) { each.worth = 1.0f; });
    a.row().timed = true;
    wits::brain brain = build.compile();
    CHECK(brain);
    CHECK(std::string_view(wits_function_name(brain.get(), 0)) == "a_enter");
    CHECK(std::string_view(wits_function_name(brain.get(), 1)) == "a_enter_2");

    listener self;
    wits::agent agent(brain);
    wits::frame frame(brain, self);
    frame.agent = 7;
    brain.start(agent, frame);
    CHECK(self.done == 3 && outside == 1);
    frame.tick = 2;
    brain.tick(agent, frame);
    CHECK(self.done == 103 && outside == 11 && self.worth == 1.0f && brain.elapsed(agent, a, 2) == 2);
    brain.stop(agent, frame);
    CHECK(outside == 211 && !brain.is_started(agent) && !brain.deepest(agent));
}

void states_that_end() {
    wits::builder<listener> build("fighter");
    build.root().utility();
    auto wait = build.state("wait").score("0.5");
    auto swipe = build.state("swipe").score("1.0").lasts(2);
    auto song = build.state("song").score("0.0").done("tick > 3").commit();
    auto last = build.state("last").score("0.0").final_child().done("true").commit(false);
    wits::brain brain = build.compile();
    CHECK(brain);
    listener self;
    wits::agent agent(brain);
    wits::frame frame(brain, self);
    brain.start(agent, frame);
    CHECK(brain.is_in(agent, swipe) && !brain.is_done(agent, frame, swipe));
    CHECK(!brain.is_in(agent, wait) && !brain.is_in(agent, song) && !brain.is_in(agent, last));
    frame.tick = 2;
    CHECK(brain.is_done(agent, frame, swipe));
}

void scores_are_any_numbers() {
    float threat = 0.0f;
    wits::builder<listener> build("fighter");
    build.root().utility().inertia(0.1f).floor(-5.0f);
    auto rest = build.state("rest").score(&listener::worth);
    auto fight = build.state("fight").score([&threat] { return threat; }).weight(2.0f).hold(0).cooldown(0);
    auto flee = build.state("flee").score([](const listener &each) { return each.done; }).rank("0");  // an int
    auto hide = build.state("hide").score([] { return 0.125; });                                      // a double
    auto text = build.state("text").score("0.0625 + 0.0");
    wits::brain brain = build.compile();
    CHECK(brain);
    listener self;
    wits::agent agent(brain);
    wits::frame frame(brain, self);
    brain.start(agent, frame);
    CHECK(brain.is_in(agent, rest));
    threat = 0.3f;
    brain.tick(agent, frame);
    CHECK(brain.is_in(agent, fight));
    self.done = 3;
    brain.tick(agent, frame);
    CHECK(brain.is_in(agent, flee));
    self.done = -3, threat = -1.0f, self.worth = 0.0f;
    brain.tick(agent, frame);
    CHECK(brain.is_in(agent, hide) && !brain.is_in(agent, text));
}

void an_fsm_begins_by_rules() {
    listener self;
    wits::builder<listener> build("machine");
    auto day = build.state("day");
    auto sun = day.state("sun");
    auto rain = day.state("rain");
    auto snow = day.state("snow");
    build.root().initial("true", day).initial(build.state("night"));
    day.initial([](const listener &each) { return each.hears; }, rain)
        .initial([](const listener &each) { return each.done == 1; }, snow)
        .initial(sun);
    wits::brain brain = build.compile();
    CHECK(brain);
    wits::agent agent(brain);
    wits::frame frame(brain, self);
    brain.start(agent, frame);
    CHECK(brain.is_in(agent, sun));
    self.done = 1;
    brain.restart(agent, frame, day);
    CHECK(brain.is_in(agent, snow));
    self.hears = true;
    brain.restart(agent, frame, day);
    CHECK(brain.is_in(agent, rain));
}

void steps_return_states() {
    listener self;
    wits::builder<listener> build("machine");
    auto a = build.state("a");
    auto b = build.state("b");
    auto c = build.state("c");
    self.next = b;
    a.step(&listener::go, {b, c});
    b.step([](const listener &each) { return each.hears; }, &listener::act, c);
    c.step("true", [](listener &each) { each.done += 10; });
    wits::brain brain = build.compile();
    CHECK(brain);
    wits::agent agent(brain);
    wits::frame frame(brain, self);
    brain.start(agent, frame);
    for (frame.tick = 1; frame.tick <= 3; ++frame.tick) {
        CHECK(brain.is_in(agent, a));
        brain.tick(agent, frame);
    }
    CHECK(brain.is_in(agent, b) && self.done == 0);
    self.hears = true;
    brain.tick(agent, frame);
    CHECK(brain.is_in(agent, c) && self.done == 1);
    brain.tick(agent, frame);
    CHECK(brain.is_in(agent, c) && self.done == 11);
}

struct counted {
    explicit counted(int *alive) : alive_(alive) {
        ++*alive_;
    }
    counted(const counted &) = delete;
    counted(counted &&other) noexcept : alive_(other.alive_) {
        ++*alive_;
    }
    counted &operator=(const counted &) = delete;
    counted &operator=(counted &&) = delete;
    ~counted() {
        --*alive_;
    }
    int *alive_;
};

void what_functions_capture_lives_as_long_as_any_brain() {
    int alive = 0;
    {
        std::unique_ptr<wits::brain> outlives;
        {
            wits::builder<> build("machine");
            auto number = std::make_unique<int>(41);  // move-only
            build.state("a").enter([number = std::move(number), one = counted(&alive)] { ++*number; });
            wits::brain first = build.compile();
            CHECK(first && alive == 1);
            outlives = std::make_unique<wits::brain>(build.compile());
        }
        CHECK(alive == 1);
        wits::agent agent(*outlives);
        wits::frame frame(*outlives);
        CHECK(outlives->start(agent, frame));
    }
    CHECK(alive == 0);
}

enum class temper : std::uint8_t { calm, angry };

struct speaker {
    temper mood = temper::calm;
    std::string text;
};

void what_actions_take_and_values_are_called_is_compared() {
    static const char file[] = "wits: 1\nbrain: speaker\ncontext: {mood: [calm, angry]}\n"
                               "root: {enter: [say(\"ho\"), say(3)], update: mood = angry}\n";
    wits::host<speaker> host;
    host.field("mood", &speaker::mood)
        .action("say", [](speaker &self, wits::call about) { self.text += about.argument()->text; },
                {WITS_ARGUMENT_TEXT});
    wits::brain brain = wits::parse(file, sizeof file - 1, "speaker.yaml", host);
    std::vector<wits::problem> problems = brain.problems();
    CHECK(!brain && problems.size() == 2);
    CHECK(has_problem(problems, "speaker.yaml:3:11: field 'mood': missing names of this enum's values: calm, angry"));
    CHECK(has_problem(problems, "state 'speaker': arguments do not match the function's parameters: say gets an "
                                "int, and takes a text"));
}

struct spoken {
    std::string text;
    std::int32_t number = 0;
};

void actions_see_arguments_events_and_private_data() {
    wits::builder<spoken> build("speaker");
    wits::event again = build.event("again");
    build.action("say", [](spoken &self, wits::call about) { self.text += about.argument()->text; });
    build.action("count", [again](spoken &self, wits::call about) {
        std::int32_t so_far = about.data<std::int32_t>() + 1;
        CHECK(about.set_data(so_far) && !about.set_data(std::int64_t{1}) && about.data<std::int64_t>() == 0);
        self.number = so_far;
        if (so_far == 2) {
            CHECK(about.raise(again));
        }
    });
    auto talk = build.state("talk").enter("say(\"hello \")").update("count; say(\"ho \")");
    talk.row().data_size = sizeof(std::int32_t);
    talk.to(talk).on(again).reenter().run("say(\"and again \")").run([](spoken &self) { self.text += "! "; });
    wits::brain brain = build.compile();
    CHECK(brain);
    spoken self;
    wits::agent agent(brain);
    wits::frame frame(brain, self);
    brain.start(agent, frame);
    for (frame.tick = 1; frame.tick <= 3; ++frame.tick) {
        brain.tick(agent, frame);
    }
    CHECK(self.text == "hello ho ho and again ! hello ho " && self.number == 1);
}

// ------------------------------------------------------------------------------------------------------------ fields

struct animal {
    virtual ~animal() = default;
    std::int16_t age = 3;
};

struct wolf : animal {
    std::string name = "grey";
    float hunger = 0.5f;
    const bool is_tame = false;
    mood now = mood::angry;
    std::uint8_t howls = 0;
    wits::agent_bytes<8> mind;
};

const char wolf_file[] = R"(wits: 1
brain: wolf
context:
  howls: uint8
  now: {type: [calm, angry]}
  hunger: {type: float, initial: 0.75}
  is_tame: bool
  age: int16
  night: float
events: [bell]
functions: {howl: action, is_old: condition}
root:
  states:
    sleep:
      transitions: [{to: roam, when: hunger > 0.7 and not is_tame}]
    roam:
      enter: howl()
      update: [hunger = hunger - 0.25, howls = howls + 1]
      transitions:
        - {to: sleep, when: hunger < 0.3 and night > 0.5}
        - {to: sleep, event: bell, when: is_old() and now == angry}
)";

struct wolf_pack {
    wits::event bell;
    wits::state roam;
    float night = 1.0f;
    wits::host<wolf> host;

    wolf_pack() {
        host.agent(&wolf::mind)
            .field("hunger", &wolf::hunger)
            .field("age", &wolf::age)
            .field("is_tame", &wolf::is_tame)
            .field("now", &wolf::now, {"calm", "angry"})
            .field("howls", &wolf::howls)
            .shared("night", night)
            .action("howl", [](wolf &self) { self.name += "!"; })
            .condition("is_old", [](const wolf &self) { return self.age > 10; })
            .event("bell", bell)
            .state("roam", roam);
    }
};

wits::brain_of<wolf> open_wolf(const wits::host<wolf> &host) {
    return wits::parse(wolf_file, sizeof wolf_file - 1, "wolf.yaml", host);
}

void members_are_fields_of_each_agent_of_a_vector() {
    wolf_pack pack;
    wits::brain brain = open_wolf(pack.host);
    brain.print_problems();
    CHECK(brain && pack.bell && std::string_view(brain.name(pack.roam)) == "roam");
    std::vector<wolf> born(3);
    wits::frame frame(brain, born);
    for (wolf &each : born) {
        CHECK(brain.start(each.mind, frame.of(each)));
    }
    CHECK(frame.row == 2 && frame.agent == 2 && frame.context == &born[2]);
    born[1].hunger = 0.75f;
    born[2].hunger = 1.0f;
    born[2].age = 11;
    std::vector<wolf> wolves(born);  // they and their agents have moved
    frame.contexts(wolves.data(), wolves.size());
    for (wolf &each : wolves) {
        CHECK(brain.tick(each.mind, frame.of(each)));
    }
    CHECK(state_of(brain, wolves[0].mind) == "sleep" && state_of(brain, wolves[1].mind) == "roam");
    CHECK(wolves[0].hunger == 0.5f && wolves[1].hunger == 0.5f && wolves[2].hunger == 0.75f);
    CHECK(wolves[0].howls == 0 && wolves[2].howls == 1 && wolves[0].name == "grey" && wolves[2].name == "grey!");
    for (wolf &each : wolves) {
        brain.raise(each.mind, pack.bell);
        brain.tick(each.mind, frame.of(each));
    }
    CHECK(state_of(brain, wolves[1].mind) == "roam" && state_of(brain, wolves[2].mind) == "sleep");
    wolves[1].hunger = 0.0f;
    pack.night = 0.0f;
    brain.tick(wolves[1].mind, frame.of(1));
    CHECK(brain.is_in(wolves[1].mind, pack.roam));
    pack.night = 1.0f;
    brain.tick(wolves[1].mind, frame.of(1));
    CHECK(!brain.is_in(wolves[1].mind, pack.roam));
    brain.set_initial_fields(frame.of(0));
    CHECK(wolves[0].hunger == 0.75f && wolves[0].age == 0 && !wolves[0].is_tame && pack.night == 1.0f);
}

void copies_of_a_frame_have_columns_of_their_own() {
    wolf_pack pack;
    wits::brain brain = open_wolf(pack.host);
    std::vector<wolf> here(2), there(2);
    wits::frame one(brain, here);
    wits::frame other = one;
    other.contexts(there.data(), there.size());
    CHECK(one.columns != other.columns && one.columns[2].base == &here[0].hunger);
    CHECK(one.columns[2].size <= 2 * sizeof(wolf) && one.columns[2].size > sizeof(wolf));
    CHECK(other.columns[2].base == &there[0].hunger && other.columns[2].stride == sizeof(wolf));
    one = other;
    CHECK(one.columns != other.columns && one.columns[2].base == &there[0].hunger && one.context == &there[0]);
    other.contexts<wolf>(nullptr, 0);
    CHECK(other.columns[2].size == 0);
    wits::brain moved = std::move(brain);  // frames continue
    CHECK(moved.start(there[0].mind, one) && moved.is_started(there[0].mind));
}

void variables_are_fields_of_one_agent() {
    wits::builder<> build("counter");
    std::int32_t counted = 5;
    build.field("counted", counted);
    build.state("count").update("counted = counted + 1");
    wits::brain brain = build.compile();
    CHECK(brain && wits_field_initial(brain.get(), 0) == 5.0);
    wits::agent agent(brain);
    wits::frame frame(brain);
    brain.start(agent, frame);
    brain.tick(agent, frame);
    CHECK(counted == 6);
}

void columns_are_fields_of_many_agents() {
    wits::builder<> build("walker");
    std::vector<float> speeds = {1.0f, 2.0f};
    bool doors[2] = {false, true};
    build.column("speeds", speeds).column("doors", doors);
    auto walk = build.state("walk").update("speeds = speeds + 1");
    walk.to(build.state("stop")).when("doors");
    wits::brain brain = build.compile();
    CHECK(brain);
    wits::agent agent(brain);
    wits::frame frame(brain);
    brain.start(agent, frame);
    brain.tick(agent, frame);
    CHECK(speeds[0] == 2.0f && speeds[1] == 2.0f && state_of(brain, agent) == "walk");
    frame.of(1);
    brain.decide(agent, frame);
    CHECK(state_of(brain, agent) == "stop");
}

void initial_values_are_those_of_a_new_context() {
    wits::builder<wolf> build("wolf");
    build.field("hunger", &wolf::hunger).field("age", &wolf::age).field("now", &wolf::now, {"calm", "angry"});
    build.state("a");
    wits::brain brain = build.compile();
    CHECK(brain);
    wolf grey;
    grey.hunger = 9.0f, grey.age = 9, grey.now = mood::calm;
    brain.set_initial_fields(wits::frame(brain, grey));
    CHECK(grey.hunger == 0.5f && grey.age == 3 && grey.now == mood::angry);
}

// ---------------------------------------------------------------------------------------------------------- problems

void what_does_not_fit_is_told() {
    wits::event bel;
    wits::host<wolf> host;
    std::int32_t hunger = 0;
    host.field("hunger", hunger)
        .field("agee", &wolf::age)
        .field("now", &wolf::now, {"angry", "calm"})
        .condition("howl", [] { return true; })
        .event("bel", bel);
    wits::brain brain = open_wolf(host);
    CHECK(!brain && !bel);
    const std::vector<wits::problem> &problems = brain.problems();
    CHECK(
        has_problem(problems, "wolf.yaml:6:3: field 'hunger': the field has another type than in the program: float"));
    CHECK(has_problem(problems, "did you mean 'age'?"));
    CHECK(has_problem(problems, "howl") && has_problem(problems, "is_old") && has_problem(problems, "night"));
    CHECK(has_problem(problems, "bel") && has_problem(problems, "calm"));
    CHECK(problems.size() == 10 && problems[2].line == 4 && problems[2].table == WITS_TABLE_FIELDS);
}

void a_file_that_is_wrong_is_told_with_its_lines() {
    wits::host<> host;
    const char text[] = "wits: 1\nbrain: x\nroot:\n  staets: {a: {}}\n";
    wits::brain brain = wits::parse(text, sizeof text - 1, "x.yaml", host);
    CHECK(!brain && has_problem(brain.problems(), "x.yaml:4:3: a state has no key 'staets'; did you mean 'states'?"));
    CHECK(wits_file_problem_count(wits::file_of(brain)) == brain.problems().size());
    wits::brain none = wits::open("no/such/file.yaml", host);
    CHECK(!none && has_problem(none.problems(), "no/such/file.yaml"));
    wits_allocator nothing = {[](void *, std::size_t) -> void * { return nullptr; }, [](void *, void *, std::size_t) {},
                              nullptr};
    wits::brain no_memory = wits::open("brains/guard.yaml", host, &nothing);
    CHECK(!no_memory && no_memory.problems().size() == 1 && wits::file_of(no_memory) == nullptr);
}

// A frame whose context does not fit the brain: there are no columns, so none points to the context.
void a_compiled_brain_that_does_not_fit_has_no_columns() {
    wits_state_desc states[2] = {};
    states[0].name = "root";
    states[1].name = "a";
    wits_field_desc fields[3] = {};
    const char *const names[] = {"one", "two", "three"};
    for (int i = 0; i < 3; ++i) {
        fields[i].name = names[i];
        fields[i].type = WITS_TYPE_FLOAT;
    }
    wits_desc desc{};
    desc.states = states;
    desc.state_count = 2;
    desc.fields = fields;
    desc.field_count = 3;
    std::vector<std::uint64_t> memory(wits_brain_size(&desc, nullptr) / 8 + 1);
    const wits_brain *compiled = wits_brain_compile(&desc, memory.data(), memory.size() * 8, nullptr);
    wits::host<wolf> host;
    wits::brain brain = wits::bind(compiled, host);
    CHECK(!brain && brain.problems().size() == 3 && brain.get() == compiled);
    wolf self{};
    wits::frame frame(brain, self);
    wits::agent agent(brain);
    CHECK(frame.columns == nullptr && !brain.start(agent, frame));
}

// A brain with problems is harmless: without a check of its state, decisions do nothing.
void a_brain_that_is_not_well_does_nothing() {
    wits::host<> host;
    const char text[] = "wits: 1\nbrain: x\nevents: [bell]\nroot:\n  states: {a: {enter: howl()}}\n";
    const char empty[] = "wits: 1\n";
    wits::brain unbound = wits::parse(text, sizeof text - 1, "x.yaml", host);
    wits::brain unread = wits::parse(empty, sizeof empty - 1, "x.yaml", host);
    wits::brain bound_to_nothing = wits::bind(nullptr, host);
    CHECK(has_problem(bound_to_nothing.problems(), "missing brain"));
    for (const wits::brain *brain : {&unbound, &unread, &bound_to_nothing}) {
        CHECK(!*brain);
        wits::agent agent(*brain);
        wits::frame frame(*brain);
        CHECK(!brain->start(agent, frame) && !brain->tick(agent, frame) && !brain->is_started(agent));
        wits::state deepest = brain->deepest(agent);
        CHECK(!deepest && brain->name(deepest)[0] == '\0' && brain->path(deepest).empty());
        CHECK(brain->name(wits::event())[0] == '\0');
        CHECK(!brain->find_state("none") && !brain->find_event("none"));
        CHECK(brain->layout_hash() == 0 && brain->list_room(WITS_VERB_TICK) == 0);
        brain->set_initial_fields(frame);
        wits::crowd_code code(*brain);
        wits::crowd_run run(code, 8);
        wits::pool agents(*brain, 3);
        wits::crowd crowd(*brain, code, agents);
        CHECK(code.plan().path == WITS_CROWD_PATH_AUTO && crowd.check().size() == 1);
        crowd.raise(wits::event());
        CHECK(crowd.count_in(deepest) == 0 && crowd.hash() == 0);
        CHECK(crowd.start(run) == (crowd.size() == 0) && crowd.tick(run) == (crowd.size() == 0));
    }
}

struct small_mind {
    wits::agent_bytes<1> mind;
};

// Members of a typical class of a program, before anything is opened.
struct den {
    wits::brain brain;
    wits::frame frame;
    wits::agent agent;
    wits::crowd_code code;
    wits::crowd_run run;
    wits::crowd crowd;
    wits::list list;
    wits::trace trace;
};
static_assert(std::is_nothrow_move_constructible_v<wits::crowd> && std::is_nothrow_move_constructible_v<wits::list>);
static_assert(std::is_nothrow_move_constructible_v<wits::crowd_run> && std::is_move_assignable_v<den>);
static_assert(std::is_copy_constructible_v<wits::frame> && std::is_copy_assignable_v<wits::brain>);

void members_are_empty_until_they_are_assigned() {
    den one;
    CHECK(!one.brain && !one.frame && !one.code && has_problem(one.brain.problems(), "this wits::brain is empty"));
    CHECK(one.agent.size() == 0 && one.brain.agent_size() == 0 && one.brain.get() == nullptr);
    CHECK(!one.brain.start(one.agent, one.frame) && !one.brain.tick(one.agent, one.frame));
    CHECK(!one.brain.raise(one.agent, wits::event(0)) && !one.brain.is_in(one.agent, wits::root));
    CHECK(one.brain.name(wits::root)[0] == '\0' && one.brain.check_targets(one.frame).empty());
    CHECK(one.crowd.size() == 0 && one.crowd.hash() == 0 && one.crowd.tick(one.run) &&
          one.list.begin() == one.list.end());
    wolf nobody;
    wits::frame unsupported_reason(one.brain, nobody);
    CHECK(!unsupported_reason && !one.brain.tick(nobody.mind, unsupported_reason.of(nobody)) &&
          !unsupported_reason.contexts(&nobody, 1));

    wolf_pack pack;
    std::vector<wolf> wolves(3);
    one.brain = open_wolf(pack.host);
    one.frame = wits::frame(one.brain, wolves);
    one.agent = wits::agent(one.brain);
    one.code = wits::crowd_code(one.brain);
    one.run = wits::crowd_run(one.code, 64);
    one.crowd = wits::crowd(one.brain, one.code, wolves);
    one.trace = wits::trace(8);
    den other = std::move(one);
    CHECK(other.brain && other.frame && other.crowd.size() == 3 && one.crowd.size() == 0);
    other.frame.trace = &other.trace;
    CHECK(other.brain.start(wolves[1].mind, other.frame.of(wolves[1])) && other.frame.row == 1);
    CHECK(other.trace.begin() != other.trace.end() && one.trace.begin() == one.trace.end());
    CHECK(other.crowd.start(other.run) && other.crowd.tick(other.run) && other.brain.is_started(wolves[2].mind));
    CHECK(other.run.list == &other.run.actions() && one.run.scratch == nullptr);
    other.brain = wits::brain();  // agents and bindings made from it keep working
    CHECK(!other.brain && other.crowd.tick(other.run) && other.crowd.check().empty());
}

void a_brain_that_forgot_its_contexts_refuses_others() {
    wolf_pack pack;
    wits::brain brain = open_wolf(pack.host);
    std::vector<wolf> wolves(2);
    std::vector<small_mind> others(2);
    wits::frame one(brain, wolves[0]), all(brain, wolves), later(brain);
    CHECK(one && all && brain.start(wolves[0].mind, one) && brain.start(wolves[1].mind, all.of(wolves[1])));
    CHECK(!later && later.contexts(wolves.data(), 2) && later && brain.tick(wolves[0].mind, later));
#ifndef WITS_CHECKS  // there it is reported
    wits::frame wrong(brain, others[0]), wrongs(brain, others), none(brain);
    CHECK(!wrong && !wrongs && !none && !brain.tick(wolves[0].mind, wrong) && !brain.tick(wolves[0].mind, none));
    CHECK(!later.contexts(others.data(), 2) && !later && !brain.tick(wolves[0].mind, later));
    CHECK(!all.of(others[0]) && !brain.tick(wolves[0].mind, all) && all.contexts(wolves.data(), 2) && all);
    wits::brain same = open_wolf(pack.host);
    CHECK(same.tick(wolves[0].mind, wits::frame(same, wolves)) && !same.tick(wolves[0].mind, all));
    wits::crowd_code code(brain);
    wits::crowd crowd(brain, code, others);
    CHECK(crowd.size() == 0 && crowd.check().back().text == "the contexts have another type than the brain's host");
#endif
}

void objects_outside_of_the_contexts_make_a_frame_false() {
    wolf_pack pack;
    wits::brain_of<wolf> brain = open_wolf(pack.host);
    std::vector<wolf> wolves(3);
    wits::frame frame(brain, wolves);
    for (wolf &each : wolves) {
        CHECK(brain.start(each.mind, frame.of(each)));
    }
#ifndef WITS_CHECKS  // there it is reported
    wolf lone = wolves[0];
    CHECK(!frame.of(lone) && !brain.tick(lone.mind, frame) && !brain.tick(lone.mind, frame.of(lone)));
    CHECK(frame.of(1) && brain.tick(wolves[1].mind, frame) && frame.context == &wolves[1]);
    CHECK(!frame.of(3) && !brain.tick(wolves[2].mind, frame) && !frame.of(std::size_t(-1)) && frame.of(wolves[2]));

    std::vector<wolf> grown(wolves);  // a vector that grew: its elements have moved
    grown.emplace_back();
    CHECK(!frame.of(grown[0]) && !frame.of(grown[3]) && !brain.start(grown[3].mind, frame));
    brain.set_initial_fields(frame);
    CHECK(grown[3].howls == 0 && !brain.is_started(grown[3].mind));
    CHECK(frame.contexts(grown.data(), 3) && !frame.of(grown[3]));
    CHECK(frame.contexts(grown.data(), 4) && brain.start(grown[3].mind, frame.of(grown[3])));
    CHECK(frame.row == 3 && frame.agent == 3 && frame.context == &grown[3]);

    struct {
        char before;
        wolf inside[2];
    } around{};
    CHECK(frame.contexts(&around.inside[1], 1) && !frame.of(around.inside[0]) && frame.of(around.inside[1]));
    wits::frame one(brain, lone), copy(frame);
    CHECK(one && one.of(lone) && !one.of(1) && !copy.of(2) && copy.of(0));
    wits::builder<> plain("plain");
    wits::brain rows = plain.compile();
    CHECK(wits::frame(rows).of(7) && wits::frame(rows).of(7).row == 7 && wits::frame(rows).of(7).context == nullptr);
#endif
    CHECK(frame.contexts(wolves.data(), 0) && !frame && frame.contexts(wolves.data(), 3) && frame);
}

void tables_that_are_wrong_are_told_all_at_once() {
    wits::builder<> build("machine");
    auto a = build.state("a");
    for (int i = 0; i < 40; ++i) {
        a.to(wits::root).when("nothing_of_this_name");
    }
    a.to(a).on(wits::event(3));
    wits::brain brain = build.compile();
    CHECK(!brain && brain.problems().size() >= 81);
    CHECK(has_problem(brain.problems(), "nothing_of_this_name") && has_problem(brain.problems(), "transitions row 40"));
    wits::agent_bytes<8> agent;
    wits::frame frame(brain);
    CHECK(!brain.start(agent, frame) && !brain.tick(agent, frame) && !brain.is_started(agent) && !brain.deepest(agent));
}

void states_that_are_not_in_tree_order_are_told() {
    wits::builder<> build("machine");
    auto a = build.state("a");
    build.state("b");
    a.state("too_late");
    wits::brain brain = build.compile();
    CHECK(!brain && brain.problems().size() == 1 && brain.problems()[0].code == WITS_PROBLEM_PARENT_ORDER);
    CHECK(has_problem(brain.problems(), "states row 3 (too_late)"));
}

void agents_that_are_too_small_are_told() {
    wits::builder<small_mind> build("timed");
    build.agent(&small_mind::mind);
    build.state("a").row().timed = true;
    wits::brain brain = build.compile();
    CHECK(!brain && brain.problems().size() == 1);
    CHECK(brain.problems()[0].text == "an agent needs 5 bytes, and the context's wits::agent_bytes has 1");

    wits::builder<> same("timed");
    same.state("a").row().timed = true;
    wits::brain fine = same.compile();
    CHECK(fine && fine.agent_size() == 5);
    wits::agent_bytes<4> too_small;
    wits::agent_bytes<5> enough;
    wits::frame frame(fine);
    CHECK(!fine.start(too_small, frame) && !fine.tick(too_small, frame) && !fine.is_valid(too_small));
    CHECK(std::memcmp(too_small.bytes, "\0\0\0\0", 4) == 0);
    CHECK(fine.start(enough, frame) && fine.is_valid(enough) && fine.is_started(enough));
    unsigned char mine[8] = {0};
    CHECK(fine.start(wits::agent_ref(mine, sizeof mine), frame) && !fine.start(wits::agent_ref(mine, 4), frame));
}

void one_host_serves_several_brains() {
    wits::host<listener> host;
    wits::event bang, boom;
    host.action("act", &listener::act).field("hears", &listener::hears).event("bang", bang).event("boom", boom);
    const char text[] = "wits: 1\nbrain: x\nevents: [bang]\nroot: {states: {a: {enter: act()}}}\n";
    CHECK(!wits::parse(text, sizeof text - 1, "x", host));
    host.is_shared();
    wits::brain first = wits::parse(text, sizeof text - 1, "x", host);
    CHECK(first && bang && !boom);
    wits::brain second = wits::parse(text, sizeof text - 1, "x", host);
    listener self;
    for (const wits::brain *each : {&first, &second}) {
        wits::agent agent(*each);
        each->start(agent, wits::frame(*each, self));
    }
    CHECK(self.done == 2);
    wits::brain third = wits::bind(first.get(), host);  // one made by C
    wits::agent agent(third);
    CHECK(third && third.start(agent, wits::frame(third, self)) && self.done == 3);
    host.lists_actions();
    const char more[] = "wits: 1\nbrain: x\nroot: {states: {a: {enter: [act(), other()]}}}\n";
    CHECK(wits::parse(more, sizeof more - 1, "x", host));
}

// ------------------------------------------------------------------------------------------- agents, lists and traces

void agents_are_bytes() {
    wolf_pack pack;
    wits::brain brain = open_wolf(pack.host);
    wolf grey;
    grey.hunger = 1.0f;
    wits::frame frame(brain, grey);
    wits::agent agent(brain);
    brain.start(agent, frame);
    wits::agent saved = agent;
    brain.tick(agent, frame);
    CHECK(state_of(brain, agent) == "roam" && state_of(brain, saved) == "sleep");
    CHECK(brain.hash(agent, 1) != brain.hash(saved, 1) && brain.hash(saved, 1) != brain.hash(saved, 2));
    agent = saved;
    CHECK(brain.hash(agent, 1) == brain.hash(saved, 1) && state_of(brain, agent) == "sleep");
    CHECK(brain.place(agent, frame, pack.roam) && brain.is_in(agent, pack.roam));
    CHECK(brain.restart(agent, frame, pack.roam) && grey.name == "grey!!");
    wits::state deepest[2];
    CHECK(brain.active(agent, deepest, 2) == 1 && deepest[0] == pack.roam && brain.active(agent, nullptr, 0) == 1);

    wits::pool all(brain, 3);
    CHECK(all.size() == 3 && !brain.is_started(all[2]));
    brain.start(all[1], frame);
    const wits::pool &same = all;
    CHECK(brain.is_started(same[1]) && !brain.is_started(same[0]) && !brain.is_started(same[2]));
    all.resize(5);
    CHECK(all.size() == 5 && brain.is_started(all[1]) && !brain.is_started(all[4]));
}

void agents_go_on_in_another_version_of_their_brain() {
    wits::builder<listener> first("machine"), second("machine");
    first.state("a");
    auto old_b = first.state("b");
    auto new_b = second.state("b").update(&listener::act);
    second.state("a");
    wits::brain before = first.compile(), after = second.compile();
    CHECK(before.layout_hash() != after.layout_hash() && before.layout_hash() == first.compile().layout_hash());
    listener self;
    wits::agent agent(before), same(after);
    before.start(agent, wits::frame(before, self));
    before.go_to(agent, wits::frame(before, self), old_b);
    wits::frame frame(after, self);
    wits::agent_bytes<1> one_byte;
    CHECK(after.convert(before, agent, same, frame) && after.is_in(same, new_b));
    CHECK(after.convert(before, agent, one_byte, frame) &&
          !after.convert(before, wits::agent_ref(nullptr, 0), same, frame));
    after.update(same, frame);
    CHECK(self.done == 1);
}

void crowds_are_saved_and_loaded_by_another_version() {
    struct dog {
        float hunger = 0.5f;
        std::uint8_t naps = 0;
        wits::agent_bytes<8> mind;
    };
    auto describe = [](wits::builder<dog> &build, bool is_new) {
        build.agent(&dog::mind).field("hunger", &dog::hunger);
        if (is_new) {
            build.state("bark");
        } else {
            build.field("naps", &dog::naps);
        }
        auto sleep = build.state(is_new ? "doze" : "sleep");
        auto eat = build.state("eat");
        build.state(is_new ? "walk" : "run");
        sleep.to(eat).when("hunger > 0.7");
        return build.compile();
    };
    wits::builder<dog> first("dog"), second("dog");
    wits::brain before = describe(first, false), after = describe(second, true);
    CHECK(before && after);
    wits::state eat, doze;
    std::vector<dog> dogs(3);
    dogs[1].hunger = 1.0f;
    dogs[2].naps = 7;
    std::uint64_t names[] = {70, 80, 90};
    wits::crowd_code code(before), new_code(after);
    wits::crowd crowd(before, code, dogs);
    wits::crowd_run with(code, 16);
    crowd.ids = names;
    CHECK(crowd.start(with) && crowd.tick(with));
    CHECK(before.go_to(crowd[2], wits::frame(before, dogs[2]), wits::state(wits_find_state(before.get(), "run"))));
    const std::vector<unsigned char> bytes = crowd.save(5, 42);

    const wits::snapshot saved(bytes);
    CHECK(saved && saved.problems().empty() && saved.count == 3 && saved.tick == 5 && saved.seed == 42 &&
          saved.has_ids && std::string(saved.name) == "dog");
    std::vector<dog> same(3);
    std::uint64_t read[3] = {};
    wits::crowd again(before, code, same);
    CHECK(!again.load(saved) && again.hash() != crowd.hash());  // no memory for ids
    wits::loaded result = again.load(saved, {}, read);
    CHECK(result && result.losses.empty() && read[2] == 90 && again.hash() == crowd.hash() && same[2].naps == 7);
    CHECK(again.save(5, 42) == bytes);

    std::vector<dog> moved(3);
    wits::crowd next(after, new_code, moved);
    result = next.load(saved, {{WITS_TABLE_STATES, "sleep", "doze"}}, read);
    CHECK(result && result.problems.empty() && moved[1].hunger == 1.0f);
    doze = wits::state(wits_find_state(after.get(), "doze"));
    eat = wits::state(wits_find_state(after.get(), "eat"));
    CHECK(after.is_in(next[0], doze) && after.is_in(next[1], eat) && next.size() == 3);
    CHECK(result.losses.size() == 2);
    for (const wits::loss &each : result.losses) {
        CHECK(each.text == "naps: the field is gone; its values are lost" ||
              (each.agent == 90 && each.text.rfind("run: the state is gone", 0) == 0));
    }

    // two of them, without a crowd
    wits::pool two(before, 2);
    wits_agents rows{};
    rows.brain = before.get();
    rows.agents = two.data();
    rows.count = 2;
    std::uint64_t last[2] = {};
    rows.ids = last;
    CHECK(wits::load(saved, rows, {}, 1) && rows.tick == 5 && last[0] == 80);
    CHECK(before.hash(two[0], 80) == before.hash(crowd[1], 80));
    CHECK(wits::save(rows).size() < bytes.size() && wits::save(wits_agents{}).empty());

    std::vector<unsigned char> damaged = bytes;
    damaged[bytes.size() - 1] ^= 1;
    const wits::snapshot bad(damaged), empty(nullptr, 0), cut(bytes.data(), 60);
    result = again.load(bad, {}, read);
    CHECK(bad && !result && result.problems.size() == 1 && result.problems[0].code == WITS_PROBLEM_SNAPSHOT_CORRUPT);
    CHECK(!empty && empty.problems()[0].text == "snapshot: not a snapshot of wits");
    CHECK(!cut && !again.load(cut, {}, read) && again.load(cut).problems[0].code == WITS_PROBLEM_SNAPSHOT_SHORT);
    CHECK(again.hash() == crowd.hash());
}

void lists_are_run_later() {
    wits::builder<listener> build("machine");
    auto a = build.state("a").enter(&listener::act);
    auto b = build.state("b").enter([](listener &each) { each.done *= 10; });
    a.to(b);
    wits::brain brain = build.compile();
    listener self;
    wits::agent agent(brain);
    wits::frame frame(brain, self);
    wits::list list(brain.list_room(WITS_VERB_START) + brain.list_room(WITS_VERB_TICK));
    frame.mode = WITS_MODE_DEFERRED;
    frame.list = &list;
    CHECK(brain.start(agent, frame) && brain.tick(agent, frame) && self.done == 0 && list.count == 2);
    for (const wits_action_record &record : list) {
        CHECK(brain.run(agent, frame, record));
    }
    CHECK(self.done == 10);
    list.clear();
    CHECK(list.begin() == list.end());
}

void traces_and_explanations_are_those_of_c() {
    wolf_pack pack;
    wits::brain brain = open_wolf(pack.host);
    wolf grey;
    wits::frame frame(brain, grey);
    wits::trace trace(16);
    frame.trace = &trace;
    brain.start(grey.mind, frame);
    int entered = 0;
    for (const wits_trace_record &record : trace) {
        entered += record.kind == WITS_TRACE_ENTERED;
    }
    CHECK(entered == 2);
    trace.clear();
    std::vector<std::uint64_t> memory((wits_explain_size(brain.get()) + 7) / 8);
    wits_explain explain;
    wits_explain_begin(&explain, brain.get(), memory.data(), memory.size() * 8);
    frame.explain = &explain;
    brain.decide(grey.mind, frame);
    CHECK(explain.transition_count == 1 && explain.transitions[0].tried == WITS_TRIED_CONDITION);
    CHECK(explain.transitions[0].part_count == 2 && trace.count == 1);
}

void considerations_make_scores() {
    struct stomach {
        float hunger = 0.0f;
    };
    wits::builder<stomach> build("eater");
    build.field("hunger", &stomach::hunger);
    build.root().utility();
    auto eat = build.state("eat");
    auto rest = build.state("rest");
    wits_consideration_desc calm{};
    calm.input = "0.5";
    rest.consider(calm);  // before that of `eat`, which has the first row
    wits_consideration_desc need{};
    wits_curve steep{};
    steep.kind = WITS_CURVE_POLYNOMIAL;
    steep.has_k = true;
    steep.k = 2.0f;
    need.input = "hunger";
    need.high = 10.0f;
    need.curves = &steep;
    need.curve_count = 1;
    eat.consider(need);
    wits::brain brain = build.compile();
    brain.print_problems();
    CHECK(brain);
    stomach self;
    wits::agent agent(brain);
    wits::frame frame(brain, self);
    brain.start(agent, frame);
    CHECK(brain.is_in(agent, rest));
    self.hunger = 7.0f;
    brain.tick(agent, frame);
    CHECK(brain.is_in(agent, rest));
    self.hunger = 7.5f;
    brain.tick(agent, frame);
    CHECK(brain.is_in(agent, eat));
}

// ------------------------------------------------------------------------------------------------------------ crowds

void a_crowd_does_what_one_after_another_does() {
    wolf_pack pack;
    wits::brain brain = open_wolf(pack.host);
    std::vector<wolf> one(50);
    for (std::size_t i = 0; i < one.size(); ++i) {
        one[i].hunger = 0.5f + static_cast<float>(i) / 50.0f;
        one[i].age = static_cast<std::int16_t>(i);
    }
    std::vector<wolf> many = one;
    wits::crowd_code code(brain);
    CHECK(code.plan().bytes_per_agent == brain.agent_size());
    wits::crowd crowd(brain, code, many);
    CHECK(crowd.check().empty() && crowd.size() == 50);
    wits::crowd_run run(code, 4 + brain.list_room(WITS_VERB_TICK));  // so it must be emptied several times
    wits::frame frame(brain, one);
    CHECK(crowd.start(run));
    for (wolf &each : one) {
        brain.start(each.mind, frame.of(each));
    }
    for (std::uint32_t tick = 1; tick <= 6; ++tick) {
        run.tick = frame.tick = tick;
        if (tick == 3) {
            crowd.raise(pack.bell);
        }
        CHECK(crowd.tick(run));
        std::uint64_t hash = 0, roaming = 0;
        for (wolf &each : one) {
            if (tick == 3) {
                brain.raise(each.mind, pack.bell);
            }
            brain.tick(each.mind, frame.of(each));
            hash += brain.hash(each.mind, frame.agent);
            roaming += brain.is_in(each.mind, pack.roam);
        }
        CHECK(crowd.hash() == hash && crowd.count_in(pack.roam) == roaming);
    }
    int howls = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
        CHECK(one[i].hunger == many[i].hunger && one[i].howls == many[i].howls && one[i].name == many[i].name);
        howls += one[i].howls;
    }
    CHECK(howls > 50);
    std::uint32_t rows[50];
    std::uint64_t found = crowd.find(pack.roam, rows);
    CHECK(found == crowd.count_in(pack.roam));
    CHECK(brain.is_in(crowd[rows[0]], pack.roam) && crowd.count_in(wits::state()) == 0);
}

void a_crowd_of_columns_needs_no_contexts() {
    struct world {
        std::vector<float> distance{5.0f, 50.0f, 6.0f};
        std::vector<std::uint8_t> alarms{0, 0, 0};
    } here;
    wits::field<float> distance;
    std::vector<std::uint32_t> shouted;
    float sight = 10.0f;
    wits::builder<> build("sentry");
    build.column("distance", distance).column("alarms", here.alarms);
    build.condition("is_near", [&](wits::call about) { return here.distance[about.row()] < sight; });
    wits::event relief = build.event("relief");
    auto watch = build.state("watch");
    auto alarm = build.state("alarm").enter("alarms = alarms + 1").enter([&](wits::call about) {
        shouted.push_back(about.row());
    });
    watch.to(alarm).when("is_near() and distance < 100");
    alarm.to(watch).on(relief);
    wits::brain brain = build.compile();
    brain.print_problems();
    CHECK(brain);
    wits::pool all(brain, 3);
    wits::crowd_code code(brain);
    wits::crowd crowd(brain, code, all);
    CHECK(!crowd.check().empty());  // a column is missing
    CHECK(crowd.column(distance, here.distance) && !crowd.column(wits::field<float>(), here.distance));
    CHECK(crowd.check().empty());
    wits::crowd_run run(code, 16);
    CHECK(crowd.start(run) && crowd.tick(run));
    CHECK(shouted.size() == 2 && shouted[0] == 0 && shouted[1] == 2 && here.alarms[2] == 1 && here.alarms[1] == 0);
    sight = 0.0f;
    const std::uint32_t relieved[] = {2};
    crowd.raise_for(relief, relieved);
    CHECK(crowd.tick(run, 0, 2) == 2 && crowd.count_in(alarm) == 2);  // not yet
    CHECK(crowd.tick(run, 2, 1) == 1 && crowd.count_in(alarm) == 1 && brain.is_in(all[2], watch));
    wits::crowd_run no_room(code, 0);
    CHECK(!crowd.tick(no_room) && crowd.tick(no_room, 0, 3) == 0);

    // The same, one agent after another, each in its own chunk.
    float chunk[] = {99.0f, 1.0f};
    wits::frame frame(brain);
    CHECK(frame.column(distance, chunk) && !frame.column(wits::field<float>(), chunk));
    sight = 1000.0f;
    CHECK(brain.tick(all[1], frame.of(1)) && brain.is_in(all[1], alarm) && here.alarms[1] == 1);
}

// ---------------------------------------------------------------------------------------------------------- targets

enum class stance : unsigned char { low, high };
struct sighting {
    float distance;
    stance how;
};
struct soldier {
    std::uint16_t scars;
    unsigned char health;
};

/// Attacks a close, weak target, and records which.
struct skirmish {
    std::vector<std::uint32_t> hit;
    wits::targets<sighting, soldier> enemies;
    wits::targets<sighting> doors;
    std::unique_ptr<std::uint64_t[]> memory;
    const wits_brain *compiled = nullptr;
    wits::host<> host;

    skirmish() {
        static const char *const stances[] = {"low", "high"};
        static const wits_target_field_desc enemy[] = {
            {"health", WITS_TYPE_UINT8, nullptr, 0, true},
            {"distance", WITS_TYPE_FLOAT, nullptr, 0, false},
            {"stance", WITS_TYPE_ENUM, stances, 2, false},
        };
        static const wits_target_field_desc door[] = {{"distance", WITS_TYPE_FLOAT, nullptr, 0, false}};
        static const wits_target_desc kinds[] = {{"enemy", enemy, 3}, {"door", door, 1}};
        static const wits_function functions[] = {
            {"hit", nullptr, nullptr, [](void *, const wits_call *) {}, nullptr, {}, false}};
        static wits_state_desc states[3];
        states[0].name = "root";
        states[0].kind = WITS_KIND_UTILITY;
        states[1].name = "attack";
        states[1].score = "1 / (1 + enemy.distance) / enemy.health if enemy.stance == high else 0";
        states[1].target = "enemy";
        states[1].enter = states[1].retarget = "hit";
        states[2].name = "leave";
        states[2].score = "0.03125 / (1 + door.distance)";
        states[2].target = "door";
        wits_desc desc{};
        desc.states = states;
        desc.state_count = 3;
        desc.functions = functions;
        desc.function_count = 1;
        desc.targets = kinds;
        desc.target_count = 2;
        const std::size_t size = wits_brain_size(&desc, nullptr);
        memory = std::make_unique<std::uint64_t[]>((size + 7) / 8);
        compiled = wits_brain_compile(&desc, memory.get(), size, nullptr);
        host.action("hit", [this](wits::call call) { hit.push_back(call.target()->id); });
    }
    skirmish(const skirmish &) = delete;
    wits::target_fields<sighting, soldier> enemy_fields() const {
        return wits::target_fields<sighting, soldier>("enemy")
            .field("stance", &sighting::how, {"low", "high"})
            .field("distance", &sighting::distance)
            .own("health", &soldier::health);
    }
    wits::target_fields<sighting> door_fields() const {
        return wits::target_fields<sighting>("door").field("distance", &sighting::distance);
    }
};

void targets_are_rows_of_structs() {
    skirmish fight;
    fight.host.targets(fight.enemy_fields(), fight.enemies).targets(fight.door_fields(), fight.doors);
    wits::brain brain = wits::bind(fight.compiled, fight.host);
    brain.print_problems();
    CHECK(brain && fight.enemies.number() == 0 && fight.doors.number() == 1);
    const wits::state attack = brain.find_state("attack"), leave = brain.find_state("leave");
    const std::vector<soldier> army = {{0, 1}, {0, 8}, {0, 2}};
    std::vector<std::uint32_t> ids = {50, 60, 70}, where = {1, 0, 2};
    std::vector<sighting> seen = {{1, stance::high}, {3, stance::high}, {1, stance::low}};
    const std::uint32_t exits[] = {9};
    const sighting far_exit[] = {{3, stance::low}};

    wits::frame frame(brain);
    wits::agent agent(brain);
    CHECK(frame.target_list(fight.doors, exits, far_exit));
    CHECK(frame.target_list(fight.enemies, ids, seen, where, army));
    CHECK(brain.check_targets(frame).empty());
    CHECK(brain.start(agent, frame) && brain.is_in(agent, attack) && brain.target_of(agent, attack) == 60);
    CHECK(brain.target_of(agent, leave) == WITS_NO_TARGET);
    seen[2].how = stance::high;  // the list has not moved
    seen[2].distance = 0;
    wits::frame copy = frame;
    CHECK(brain.tick(agent, copy) && brain.target_of(agent, attack) == 70);
    CHECK(fight.hit == (std::vector<std::uint32_t>{60, 70}));
    ids.clear();
    seen.clear();
    where.clear();
    CHECK(frame.target_list(fight.enemies, ids, seen, where, army) && brain.tick(agent, frame));
    CHECK(brain.is_in(agent, leave) && brain.target_of(agent, leave) == 9);

    ids = {50, 50};
    CHECK(!frame.target_list(fight.enemies, ids, seen, where, army));  // arrays of different lengths
    seen.resize(2);
    where = {0, 7};
    CHECK(frame.target_list(fight.enemies, ids, seen, where, army));
    const std::vector<wits::problem> problems = brain.check_targets(frame);
    CHECK(problems.size() == 2 && has_problem(problems, "duplicate id in the agent's list: 50") &&
          has_problem(problems, "is beyond the last row of own fields: 7, and there are 3"));
    CHECK(!frame.target_list(wits::targets<sighting>(), exits, far_exit));
}

void a_crowd_has_one_long_list() {
    skirmish fight;
    fight.host.targets(fight.enemy_fields(), fight.enemies).targets(fight.door_fields(), fight.doors);
    wits::brain brain = wits::bind(fight.compiled, fight.host);
    const std::vector<soldier> army = {{0, 1}, {0, 8}};
    const std::vector<std::uint32_t> offsets = {0, 0, 1, 3}, ids = {5, 5, 6}, where = {0, 0, 1};
    std::vector<sighting> seen = {{1, stance::high}, {3, stance::high}, {0, stance::high}};
    wits::pool all(brain, 3);
    wits::crowd_code code(brain);
    wits::crowd crowd(brain, code, all);
    CHECK(crowd.target_list(fight.enemies, offsets, ids, seen, where, army) && crowd.check().empty());
    CHECK(!crowd.target_list(fight.doors, ids, ids, seen));  // one more offset than agents
    wits::crowd_run run(code, 16);
    const wits::state attack = brain.find_state("attack");
    CHECK(crowd.start(run));
    CHECK(brain.target_of(all[0], attack) == WITS_NO_TARGET && brain.target_of(all[1], attack) == 5 &&
          brain.target_of(all[2], attack) == 5);
    seen[1].distance = 9;
    CHECK(crowd.tick(run) && brain.target_of(all[2], attack) == 6);
    CHECK(fight.hit.size() == 3 || fight.hit.size() == 4);
}

/// The same brain, with an option's target described in C++.
void a_builder_has_kinds_of_targets() {
    wits::targets<sighting, soldier> enemies;
    wits::targets<sighting> doors;
    std::vector<std::string> done;
    auto note = [&done](const char *what) {
        return [&done, what](wits::call call) { done.push_back(what + std::to_string(call.target()->id)); };
    };
    wits::builder<> build("root");
    build.targets(skirmish().enemy_fields(), enemies).targets(skirmish().door_fields(), doors);
    build.root().utility().inertia(0.25f);
    const wits::state attack = build.state("attack")
                                   .target("enemy")
                                   .score("1 / (1 + enemy.distance) / enemy.health if enemy.stance == high else 0")
                                   .target_inertia(0.5f)
                                   .enter(note("enter "))
                                   .retarget("aim")
                                   .retarget(note("at "));
    build.action("aim", note("aim "));
    const wits::state leave =
        build.state("leave").target("door").score("0.03125 / (1 + door.distance)").reenter().enter(note("to "));
    wits::brain brain = build.compile();
    brain.print_problems();
    CHECK(brain && enemies.number() == 0 && doors.number() == 1);
    CHECK(wits_target_field_is_own(brain.get(), 0, 2) && !wits_target_field_is_own(brain.get(), 0, 1));

    const std::vector<soldier> army = {{0, 1}, {0, 2}};
    std::vector<std::uint32_t> ids = {50, 60}, where = {0, 1}, exits = {9, 8};
    std::vector<sighting> seen = {{1, stance::high}, {1, stance::high}}, ways = {{1, stance::low}, {2, stance::low}};
    wits::frame frame(brain);
    wits::agent agent(brain);
    CHECK(frame.target_list(enemies, ids, seen, where, army) && frame.target_list(doors, exits, ways));
    CHECK(brain.start(agent, frame) && brain.target_of(agent, attack) == 50);
    seen[0].how = stance::low;
    seen[1].distance = 0;
    CHECK(brain.tick(agent, frame) && brain.target_of(agent, attack) == 50);  // 0 and 0.5 added, against 0.5
    where[1] = 0;                                                             // as if another target's health: 1
    CHECK(brain.tick(agent, frame) && brain.target_of(agent, attack) == 60);
    ids.clear();
    seen.clear();
    where.clear();
    CHECK(frame.target_list(enemies, ids, seen, where, army));
    CHECK(brain.tick(agent, frame) && brain.target_of(agent, leave) == 9);
    ways[0].distance = 1e6f;
    ways[1].distance = 0;
    CHECK(brain.tick(agent, frame) && brain.target_of(agent, leave) == 9);  // by the utility's inertia
    exits.front() = 7;
    CHECK(brain.tick(agent, frame) && brain.target_of(agent, leave) == 8);
    CHECK(done == (std::vector<std::string>{"enter 50", "aim 60", "at 60", "to 9", "to 8"}));

    wits::builder<> wrong("root");
    wrong.root().utility();
    wrong.state("attack").target("enemy").score("1");
    wits::brain none = wrong.compile();
    CHECK(!none && has_problem(none.problems(), "enemy"));
}

void targets_that_do_not_fit_are_told() {
    skirmish fight;
    fight.host.targets(fight.door_fields(), fight.doors);
    wits::brain missing = wits::bind(fight.compiled, fight.host);
    CHECK(!missing && has_problem(missing.problems(), "enemy): missing kind of targets"));
    wits::target_fields<sighting, soldier> wrong("enemy");
    wrong.field("stance", &sighting::how, {"low", "high"})
        .own("distance", &soldier::scars)
        .own("health", &soldier::health);
    wits::host<> host = fight.host;
    host.targets(wrong, fight.enemies);
    wits::brain typed = wits::bind(fight.compiled, host);
    CHECK(!typed && has_problem(typed.problems(), "distance: the field has another type than in the program"));
    struct rumour {
        float distance;
    };
    wits::targets<sighting, rumour> rumours;
    struct whole {
        stance how;
        unsigned char health;
    };
    wits::targets<whole, rumour> swapped;
    wits::target_fields<whole, rumour> apart("enemy");
    apart.field("stance", &whole::how, {"low", "high"})
        .field("health", &whole::health)
        .own("distance", &rumour::distance);
    host = fight.host;
    host.targets(apart, swapped);
    wits::brain other = wits::bind(fight.compiled, host);
    wits::agent agent(other);
    CHECK(!other && other.problems().size() == 2 &&
          has_problem(other.problems(), "enemy.health is the target's own in the brain, and not in the program") &&
          has_problem(other.problems(), "enemy.distance is the target's own in the program, and not in the brain"));
    CHECK(!rumours);
}

// ------------------------------------------------------------------------------------------------------ cost of a call

void calls_allocate_nothing() {
    wolf_pack pack;
    wits::brain brain = open_wolf(pack.host);
    std::vector<wolf> wolves(4);
    wits::frame frame(brain, wolves);
    wits::crowd_code code(brain);
    wits::crowd crowd(brain, code, wolves);
    wits::crowd_run run(code, 64);
    wits::agent agent(brain), saved(brain);
    for (wolf &each : wolves) {
        each.name.reserve(64);
    }
    std::size_t before = allocations;
    crowd.start(run);
    for (run.tick = 1; run.tick < 20; ++run.tick) {
        crowd.tick(run);
        crowd.raise(pack.bell);
    }
    brain.start(agent, frame);
    for (frame.tick = 1; frame.tick < 20; ++frame.tick) {
        for (wolf &each : wolves) {
            brain.raise(each.mind, pack.bell);
            brain.tick(each.mind, frame.of(each));
        }
        brain.tick(agent, frame.of(0));
        saved = agent;
    }
    CHECK(allocations == before && before > 0);
}

}  // namespace

int main() {
    handles_that_were_not_set_do_nothing();
    conditions_are_called_with_what_they_take();
    actions_are_called_with_what_they_take();
    states_that_end();
    scores_are_any_numbers();
    an_fsm_begins_by_rules();
    steps_return_states();
    what_functions_capture_lives_as_long_as_any_brain();
    what_actions_take_and_values_are_called_is_compared();
    actions_see_arguments_events_and_private_data();
    members_are_fields_of_each_agent_of_a_vector();
    copies_of_a_frame_have_columns_of_their_own();
    variables_are_fields_of_one_agent();
    columns_are_fields_of_many_agents();
    initial_values_are_those_of_a_new_context();
    what_does_not_fit_is_told();
    a_file_that_is_wrong_is_told_with_its_lines();
    a_compiled_brain_that_does_not_fit_has_no_columns();
    a_brain_that_is_not_well_does_nothing();
    members_are_empty_until_they_are_assigned();
    a_brain_that_forgot_its_contexts_refuses_others();
    objects_outside_of_the_contexts_make_a_frame_false();
    tables_that_are_wrong_are_told_all_at_once();
    states_that_are_not_in_tree_order_are_told();
    agents_that_are_too_small_are_told();
    one_host_serves_several_brains();
    agents_are_bytes();
    agents_go_on_in_another_version_of_their_brain();
    crowds_are_saved_and_loaded_by_another_version();
    lists_are_run_later();
    traces_and_explanations_are_those_of_c();
    considerations_make_scores();
    a_crowd_does_what_one_after_another_does();
    a_crowd_of_columns_needs_no_contexts();
    targets_are_rows_of_structs();
    a_crowd_has_one_long_list();
    a_builder_has_kinds_of_targets();
    targets_that_do_not_fit_are_told();
    calls_allocate_nothing();
    if (failures == 0) {
        std::puts("all is so");
    }
    return failures == 0 ? 0 : 1;
}
