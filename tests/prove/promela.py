# SPDX-License-Identifier: MIT
"""A brain of whole numbers as a model for Spin, written from the rules of docs/semantics.md, not from a compiled brain.

One atomic step of the model is one tick: inputs and events are chosen, a decision pass and an update pass run, the
properties are checked, and inputs are reset to 0. So Spin stores one state for each situation, and one more, from which
the agent is started.

    c_S  the active or kept child of the composite S, counted from 1; 0: none      m_S  the child it remembers
    h_S  the parallel S has kept its regions                                       t_S  ticks on the clock of S
    p_E  the event E is pending      n_E  it was raised in this pass               r_E  the host raised it

`hidden` variables are set before they are read in each tick; Spin does not store them.
"""

from brains import OPERATORS

SIGNS = {"and": "&&", "or": "||"}


def together(*parts):
    """Joins statements, leaving out empty ones."""
    return ";\n".join(part for part in parts if part)


def either(ways, otherwise=""):
    """Selects the first of some (condition, statements) whose condition holds."""
    text = otherwise or "skip"
    for condition, statements in reversed(list(ways)):
        text = f"if\n:: {condition} -> {statements or 'skip'}\n:: else -> {text}\nfi"
    return text if ways else otherwise


def among(variable, ways):
    """Selects by the value of a variable; other values do nothing."""
    ways = [(value, statements) for value, statements in ways if statements]
    if not ways:
        return ""
    return "if\n" + "\n".join(f":: {variable} == {value} -> {s}" for value, s in ways) + "\n:: else -> skip\nfi"


def uses(e, word):
    """The arguments of each use of a word in an expression."""
    if e[0] == word:
        yield e[1] if len(e) > 1 else None
    for inner in e[1:]:
        if isinstance(inner, tuple):
            yield from uses(inner, word)


def elapsed_limits(e, word):
    """Pairs of a state (None: the source) and the ticks from which on a comparison with its clock does not change."""
    if e[0] in OPERATORS and e[1][0] == word:
        yield (e[1][1] if len(e[1]) > 1 else None), e[2][1] + 1
        return
    for inner in e[1:]:
        if isinstance(inner, tuple):
            yield from elapsed_limits(inner, word)


class Model:
    def __init__(self, brain):
        self.brain = brain
        self.deciding = False
        self.limits = {state: 0 for state in brain.states}
        self.read = set()
        self.find_limits()
        self.find_reads()

    # ------------------------------------------------------------------------------------------ what is remembered

    def find_limits(self):
        def at_least(state, ticks):
            self.limits[state] = max(self.limits[state], ticks)

        for state in self.brain.states:
            at_least(state, max(state.hold, state.lasts))
            asking = [(t, [state]) for t in state.transitions] + [(t, state.children) for t in state.any]
            for t, sources in asking:
                ticks = [t.after] + [limit for _, limit in elapsed_limits(t.when or ("bool", 1), "elapsed")]
                for source in sources:
                    at_least(source, max(ticks))
        for e in self.brain.properties:
            for state, limit in elapsed_limits(e, "elapsed of"):
                at_least(state, limit)

    def find_reads(self):
        actions = [a for state in self.brain.states for of in state.actions.values() for a in of]
        texts = list(self.brain.properties)
        for state in self.brain.states:
            texts += [state.score] if state.score else []
            for t in state.transitions + state.any:
                texts += [t.when] if t.when else []
                actions += t.do
        texts += [a[2] for a in actions if a[0] == "set"]
        self.read = {name for e in texts for name in uses(e, "field")}

    # --------------------------------------------------------------------------------------------------------- texts

    def text(self, e, source=None):
        word = e[0]
        if word in OPERATORS:
            return f"({self.text(e[1], source)} {SIGNS.get(word, word)} {self.text(e[2], source)})"
        if word in ("min", "max"):
            a, b = self.text(e[1], source), self.text(e[2], source)
            return f"(({a} {'<' if word == 'min' else '>'} {b}) -> {a} : {b})"
        return {
            "field": lambda: f"v_{e[1]}", "number": lambda: f"({e[1]})", "bool": lambda: str(int(e[1])),
            "value": lambda: str(e[2]), "text": lambda: f"c_expr {{ {e[2]} }}",
            "not": lambda: f"(!{self.text(e[1], source)})",
            "if": lambda: f"({self.text(e[1], source)} -> {self.text(e[2], source)} : {self.text(e[3], source)})",
            "elapsed": lambda: f"t_{source.name}", "done": lambda: self.done(source),
            "in": lambda: f"A_{e[1].name}", "raised": lambda: f"r_{e[1]}", "pending": lambda: f"p_{e[1]}",
            "calls": lambda: f"called_{e[1]}", "elapsed of": lambda: f"(A_{e[1].name} -> t_{e[1].name} : 0)",
            "done of": lambda: f"(A_{e[1].name} && {self.done(e[1])})",
        }[word]()

    @staticmethod
    def done(state):
        return f"(t_{state.name} >= {state.lasts})"

    def actions(self, actions):
        return together(*(self.action(a) for a in actions))

    def action(self, action):
        if action[0] == "raise":
            return f"{'n' if self.deciding else 'p'}_{action[1]} = 1"
        if action[0] == "call":
            return f"called_{action[1]} = 1"
        field = self.brain.field(action[1])
        value = self.text(action[2])
        wrapped = {"uint8": f"({value}) & 255", "uint16": f"({value}) & 65535", "int8": f"((({value}) + 128) & 255) - 128"}
        return f"v_{field.name} = {wrapped.get(field.kind, value)}"

    # -------------------------------------------------------------------------------------------------------- exits

    def fresh(self, state):
        """The state was activated by a decision pass."""
        return f"fresh_{state.name} = 1" if self.deciding and not self.brain.update_entered else ""

    def fresh_inside(self, state):
        return together(*(together(self.fresh(child), self.fresh_inside(child)) for child in state.children))

    def end(self, state):
        return together(self.actions(state.actions["exit"]), f"t_{state.name} = 0" if self.limits[state] else "")

    def exit(self, state):
        """The state exits; its inside follows its own `leave`."""
        return together(self.leave_inside(state), self.end(state))

    def leave_inside(self, state):
        if not state.children:
            return ""
        if state.kind == "parallel":
            if state.leave == "suspend":
                return f"h_{state.name} = 1"
            return together(*(self.exit(region) for region in reversed(state.children)))
        if state.leave == "suspend":
            return ""
        remember = f"m_{state.name} = c_{state.name}" if state.leave == "resume" else ""
        return among(f"(c_{state.name} != 0)", [(1, together(self.exit_child(state), remember, f"c_{state.name} = 0"))])

    def exit_child(self, state):
        return among(f"c_{state.name}", [(i + 1, self.exit(child)) for i, child in enumerate(state.children)])

    def forget_child(self, state):
        """The child, active or kept, exits, and nothing is remembered. For a parallel: all regions."""
        if state.kind == "parallel":
            return together(*(self.exit(region) for region in reversed(state.children)))
        return together(self.exit_child(state), f"c_{state.name} = 0", f"m_{state.name} = 0")

    def exit_outwards(self, source, around):
        """Every state from the source to the child of `around` exits; `around` then has no active child."""
        text, inner, at = self.exit(source), source, source.parent
        while True:
            if at.kind == "parallel":
                text = together(*(text if region is inner else self.exit(region)
                                  for region in reversed(at.children)))
            else:
                remember = at is not around and at.leave == "resume"
                number = at.children.index(inner) + 1
                text = together(text, f"c_{at.name} = 0", f"m_{at.name} = {number if remember else 0}")
            if at is around:
                return text
            text, inner, at = together(text, self.end(at)), at, at.parent

    # ------------------------------------------------------------------------------------------------------ entries

    def become(self, state):
        """The state is its parent's active child."""
        parent = state.parent
        if parent.kind == "parallel":
            return self.fresh(state)
        return together(f"c_{parent.name} = {parent.children.index(state) + 1}", f"m_{parent.name} = 0",
                        self.fresh(state))

    def enter(self, state, loud=True):
        """Enters the state by its own rules, with its inside."""
        return together(self.become(state), self.actions(state.actions["enter"]) if loud else "",
                        self.enter_inside(state, loud))

    def enter_inside(self, state, loud):
        if not state.children:
            return ""
        inner = loud and state.activation != "silent"
        if state.kind == "parallel":
            regions = together(*(self.enter(region, inner) for region in state.children))
            kept = together(f"h_{state.name} = 0", self.fresh_inside(state))
            return either([(f"h_{state.name}", kept)], regions)
        first = "" if state.activation == "on_decide" else self.enter_child(state, inner)
        return either([(f"c_{state.name} != 0", self.fresh_inside(state))], first)

    def enter_child(self, state, loud=True):
        """Enters the remembered child, else the initial one, else the best."""
        ways = [(f"m_{state.name} == {i + 1}", self.enter(child, loud)) for i, child in enumerate(state.children)]
        if state.kind == "utility" and state.initial is None:
            first = together(self.find_best(state, at_entry=True),
                             among("best", [(i + 1, self.enter(child, loud))
                                            for i, child in enumerate(state.children)]))
        else:
            first = self.enter(state.initial or state.children[0], loud)
        return either(ways, first) if state.leave == "resume" else first

    def enter_way(self, way, restart):
        """Enters the states of the path, from outside inwards; the last one is the target."""
        state, further = way[0], way[1:]
        begin = together(self.become(state), self.actions(state.actions["enter"]))
        if not further:
            return together(begin, self.forget_kept(state) if restart else "", self.enter_inside(state, True))
        if state.kind != "parallel":
            return together(begin, self.forget_child(state), self.enter_way(further, restart))
        region = further[0]
        of_way = self.enter_way(further, restart)
        kept = together(f"h_{state.name} = 0", self.exit(region),
                        *(of_way if r is region else together(self.fresh(r), self.fresh_inside(r))
                          for r in state.children))
        again = together(*(of_way if r is region else self.enter(r) for r in state.children))
        return together(begin, either([(f"h_{state.name}", kept)], again))

    def forget_kept(self, state):
        """`with: restart`: the target's kept state exits right after its `enter`."""
        if state.kind == "parallel":
            return either([(f"h_{state.name}", together(self.forget_child(state), f"h_{state.name} = 0"))])
        return self.forget_child(state)

    # -------------------------------------------------------------------------------------------------- transitions

    def fire(self, source, t):
        to = t.to
        do = self.actions(t.do)
        if not t.reenter:
            if to is source:
                return do
            if to.contains(source):
                return together(self.mark_left(source, to), self.exit_outwards(source, to), do,
                                self.enter_inside(to, True))
            if source.contains(to):
                return self.fire_inwards(source, to, do, t.restart)
        if to is source or to.contains(source):
            around = to.parent
        elif source.contains(to):
            around = source.parent
        else:
            around = next(s for s in source.parent.ancestors() if s.kind != "parallel" and s.contains(to))
        leaving = to if to.contains(source) else source
        return together(self.mark_left(source, around), self.exit_from(source, leaving, around), do,
                        self.enter_way(self.way(around, to), t.restart))

    def exit_from(self, source, leaving, around):
        """If the target contains the source and is entered again, it exits from the source outwards."""
        assert leaving.parent is around or leaving is source
        return self.exit_outwards(source, around)

    @staticmethod
    def way(around, to):
        states = []
        for state in to.ancestors():
            if state is around:
                break
            states.insert(0, state)
        return states

    def fire_inwards(self, source, to, do, restart):
        """Fires a transition to a state inside the source."""
        inside = together(self.forget_child(to), do, self.enter_inside(to, True)) if to.children else do
        ways = [(f"A_{to.name}", inside)]
        for around in list(to.ancestors())[1:]:
            if around.kind != "parallel":
                ways.append((f"A_{around.name}", together(self.forget_child(around), do,
                                                           self.enter_way(self.way(around, to), restart))))
            if around is source:
                break
        return either(ways)

    def mark_left(self, source, around):
        """The parallels around the source that are left or entered again."""
        parallels = [s for s in source.parent.ancestors() if s.kind == "parallel"]
        return together(*(f"left_{p.name} = 1" for p in parallels if p is around or not p.contains(around)))

    def enabled(self, source, t, of_any):
        parts = [f"p_{t.event}"] if t.event else []
        parts += [f"t_{source.name} >= {t.after}"] if t.after else []
        parts += [self.text(t.when, source)] if t.when else []
        if of_any:
            parts.append(f"c_{of_any.name} == {of_any.children.index(source) + 1}")
            parts += [f"!A_{t.to.name}"] if not t.reenter else []
        return " && ".join(parts) or "true"

    # -------------------------------------------------------------------------------------------------------- passes

    def decide(self, state):
        if not state.children:
            return self.actions(state.actions["decide"])
        if state.kind == "parallel":
            regions = (either([(f"!left_{state.name}", self.decide_region(region))]) for region in state.children)
            return together(f"left_{state.name} = 0", *regions)
        ways = [(self.enabled(child, t, state), self.fire(child, t)) for t in state.any for child in state.children]
        by_child = among(f"c_{state.name}", [
            (i + 1, either([(f"!fired_{state.name} && {self.enabled(child, t, None)}",
                             together(f"fired_{state.name} = 1", self.fire(child, t))) for t in child.transitions]))
            for i, child in enumerate(state.children)])
        choice = self.choose(state) if state.kind == "utility" else ""
        inwards = among(f"c_{state.name}", [(i + 1, self.decide(child)) for i, child in enumerate(state.children)])
        onwards = together(choice, inwards)
        rest = together(f"fired_{state.name} = 0", by_child,
                        either([(f"!fired_{state.name}", onwards)]) if onwards else "")
        return either([(f"c_{state.name} == 0", self.enter_child(state))] + ways, rest)

    def decide_region(self, region):
        return either([(self.enabled(region, t, None), self.fire(region, t)) for t in region.transitions],
                      self.decide(region))

    def find_best(self, state, at_entry):
        """Sets `best` to the number of the winning option; 0: no option is eligible."""
        current = f"c_{state.name}"
        parts = ["best = 0", "most = 0"]
        for i, child in enumerate(state.children):
            worth = self.text(child.score)
            if not at_entry and state.inertia:
                done = f" && !{self.done(child)}" if child.lasts else ""
                worth = f"({worth}) + (({current} == {i + 1}{done}) -> {self.text(('number', state.inertia))} : 0)"
            if child.score[0] == "text":
                worth = self.worth_of_table(child, state, i, at_entry)
            parts.append(f"worth{i} = {worth}")
        floor = [f"worth%d >= {state.floor}"] if state.floor is not None else []

        def candidate(i, *more):
            return " && ".join([text % i for text in floor] + list(more)) or "true"
        if not at_entry:  # the current option wins ties, but not when it is done
            for i, child in enumerate(state.children):
                done = [f"!{self.done(child)}"] if child.lasts else []
                take = together(f"best = {i + 1}", f"most = worth{i}")
                parts.append(either([(candidate(i, f"{current} == {i + 1}", *done), take)]))
        for i in range(len(state.children)):
            take = together(f"best = {i + 1}", f"most = worth{i}")
            parts.append(either([(candidate(i, f"(best == 0 || worth{i} > most)"), take)]))
        if at_entry:
            parts.append(either([("best == 0", "best = 1")]))
        return together(*parts)

    def worth_of_table(self, child, state, number, at_entry):
        """Scores with and without inertia, from tables of numbers."""
        plain, more = child.score[2], child.score[3]
        if at_entry:
            return f"c_expr {{ {plain} }}"
        return f"((c_{state.name} == {number + 1}) -> c_expr {{ {more} }} : c_expr {{ {plain} }})"

    def choose(self, state):
        current = f"c_{state.name}"
        waits = []
        for i, child in enumerate(state.children):
            ticks = max(child.hold, child.lasts)
            waits += [f"({current} == {i + 1} && t_{child.name} < {ticks})"] if ticks else []
        switch = together("chosen = best", self.exit_child(state), f"{current} = 0",
                          among("chosen", [(i + 1, self.enter_way([child], False))
                                           for i, child in enumerate(state.children)]))
        again = "".join(f" || (best == {i + 1} && {self.done(child)})"
                        for i, child in enumerate(state.children) if child.lasts)
        score = together(self.find_best(state, at_entry=False),
                         either([(f"best != 0 && (best != {current}{again})", switch)]))
        return either([(f"!({' || '.join(waits)})", score)]) if waits else score

    def update(self, state):
        own = self.actions(state.actions["update"])
        if own and not self.brain.update_entered:
            own = either([(f"!fresh_{state.name}", own)])
        if state.kind == "parallel":
            inside = together(*(self.update(region) for region in state.children))
        else:
            inside = among(f"c_{state.name}", [(i + 1, self.update(child)) for i, child in enumerate(state.children)])
        return together(own, inside) if self.brain.outer_first else together(inside, own)

    # --------------------------------------------------------------------------------------------------------- whole

    def declarations(self):
        lines = []
        for state in self.brain.states:
            name = state.name
            if self.limits[state]:
                lines.append(f"byte t_{name};")
            else:
                lines.append(f"#define t_{name} 0")
            if state.kind == "parallel":
                lines += [f"bool h_{name};", f"hidden byte left_{name};"]
            elif state.children:
                lines += [f"byte c_{name};", f"byte m_{name};", f"hidden byte fired_{name};"]
            lines.append(f"hidden byte fresh_{name};")
            if state.parent is None:
                lines.append(f"#define A_{name} 1")
            elif state.parent.kind == "parallel":
                lines.append(f"#define A_{name} (A_{state.parent.name})")
            else:
                number = state.parent.children.index(state) + 1
                lines.append(f"#define A_{name} (A_{state.parent.name} && c_{state.parent.name} == {number})")
        for field in self.brain.fields:
            hidden = "" if field.name in self.read or not field.own else "hidden "
            lines.append(f"{hidden}{'int' if field.kind == 'uint16' else 'short'} v_{field.name};")
        for name, _ in self.brain.events:
            lines += [f"bool p_{name};", f"bool r_{name};", f"hidden byte n_{name};"]
        lines += [f"hidden byte called_{name};" for name in self.brain.calls]
        most = max([len(s.children) for s in self.brain.states if s.kind == "utility"] + [0])
        lines += [f"hidden int worth{i};" for i in range(most)]
        lines += ["hidden byte best;", "hidden byte chosen;", "hidden int most;"]
        return "\n".join(lines)

    def begin(self):
        """Variables that are reset in each tick."""
        return together(*(f"called_{name} = 0" for name in self.brain.calls),
                        *(f"n_{name} = 0" for name, _ in self.brain.events),
                        *(f"fresh_{state.name} = 0" for state in self.brain.states if not self.brain.update_entered),
                        "skip")

    def look(self):
        return together(*(either([(self.text(e), f"c_code {{ met |= 1u << {i}; }}")])
                          for i, e in enumerate(self.brain.properties)))

    def start(self):
        self.deciding = False
        root = self.brain.root
        return together(self.begin(), self.actions(root.actions["enter"]), self.enter_inside(root, True), self.look())

    def tick(self):
        clocks = together(*(either([(f"A_{s.name} && t_{s.name} < {self.limits[s]}", f"t_{s.name}++")])
                            for s in self.brain.states if self.limits[s]))
        self.deciding = True
        decide = self.decide(self.brain.root)
        self.deciding = False
        events = together(*(together(f"p_{e} = n_{e}") for e, _ in self.brain.events))
        raised = together(*(either([(f"r_{e}", f"p_{e} = 1")]) for e, host in self.brain.events if host))
        return together("c_code { ticks++; }", self.begin(), clocks, raised, decide, events,
                        self.update(self.brain.root), self.look())

    def inputs(self):
        parts = ["if\n" + self.values(field) + "\nfi" for field in self.brain.fields if not field.own]
        parts += [f"if\n:: r_{e} = 0\n:: r_{e} = 1\nfi" for e, host in self.brain.events if host]
        return together(*parts, "skip")

    @staticmethod
    def values(field):
        return "\n".join(f":: v_{field.name} = {v}" for v in range(field.low, field.high + 1))

    def given_own(self):
        """Sets the host's values of the brain's own fields; they may also keep their values."""
        return together(*(f"if\n:: skip\n{self.values(field)}\nfi" for field in self.brain.fields
                          if field.own and field.host and field.name in self.read))

    def back(self):
        return together(*(f"v_{field.name} = 0" for field in self.brain.fields if not field.own),
                        *(f"r_{e} = 0" for e, host in self.brain.events if host), "skip")

    def whole(self):
        step = together(self.given_own(), f"d_step {{\n{self.tick()};\n{self.back()}\n}}")
        if self.brain.assume:
            step = f"if\n:: {self.text(self.brain.assume)} -> {step}\n:: else -> d_step {{ {self.back()} }}\nfi"
        return f"""c_decl {{
\\#include <stdio.h>
\\#include "tables.h"
static unsigned met;
static unsigned long long ticks;
__attribute__((destructor)) static void tell(void) {{ printf("met %u ticks %llu\\n", met, ticks); }}
}}
{self.declarations()}
active proctype agent() {{
d_step {{
{self.start()}
}};
do
:: atomic {{
{self.inputs()};
{step}
}}
od
}}
"""


def promela(brain):
    return Model(brain).whole()
