# SPDX-License-Identifier: MIT
"""Random brains of whole numbers: states, transitions and options as plain data, written as brain files.

An expression is a tuple: an operator, then its operands. brain_text() writes it as in a brain file; promela.py
translates the same tuples to Promela.
"""

import json

OPERATORS = {"+", "-", "*", "%", "==", "!=", "<", "<=", ">", ">=", "and", "or"}


class State:
    def __init__(self, name, parent=None):
        self.name = name
        self.parent = parent
        self.children = []
        self.kind = None  # for composites: fsm, utility or parallel
        self.initial = None
        self.activation = "now"
        self.leave = "reset"
        self.actions = {"enter": [], "exit": [], "update": [], "decide": []}
        self.transitions = []
        self.any = []
        self.hold = 0
        self.lasts = 0
        self.score = None
        self.inertia = 0
        self.floor = None

    def ancestors(self):
        """The path from the state itself outwards."""
        at = self
        while at:
            yield at
            at = at.parent

    def contains(self, other):
        return self in other.ancestors()

    def path(self):
        return "/".join(state.name for state in reversed(list(self.ancestors())[:-1]))


class Transition:
    def __init__(self, to):
        self.to = to
        self.when = None
        self.event = None
        self.after = 0
        self.do = []
        self.reenter = False
        self.restart = False


class Field:
    def __init__(self, name, low, high, kind, own, host=False):
        self.name, self.low, self.high, self.kind, self.own, self.host = name, low, high, kind, own, host
        self.values = [f"{name}_{i}" for i in range(high + 1)] if kind == "enum" else None


class Brain:
    def __init__(self):
        self.root = None
        self.states = []
        self.fields = []
        self.events = []  # pairs: name, whether the host raises it
        self.calls = []
        self.update_entered = True
        self.outer_first = False
        self.assume = None
        self.properties = []  # conditions of `never`
        self.tables = []      # texts in C of tables of scores

    def field(self, name):
        return next(field for field in self.fields if field.name == name)


# ------------------------------------------------------------------------------------------------------- as a file

def brain_text(e):
    word = e[0]
    if word in OPERATORS:
        return f"({brain_text(e[1])} {word} {brain_text(e[2])})"
    return {
        "field": lambda: e[1], "number": lambda: str(e[1]), "value": lambda: e[1], "text": lambda: e[1],
        "bool": lambda: "true" if e[1] else "false", "elapsed": lambda: "elapsed", "done": lambda: "done",
        "in": lambda: f"in({e[1].path()})", "not": lambda: f"not {brain_text(e[1])}",
        "if": lambda: f"({brain_text(e[2])} if {brain_text(e[1])} else {brain_text(e[3])})",
        "min": lambda: f"min({brain_text(e[1])}, {brain_text(e[2])})",
        "max": lambda: f"max({brain_text(e[1])}, {brain_text(e[2])})",
        "raised": lambda: f"raised({e[1]})", "pending": lambda: f"pending({e[1]})", "calls": lambda: f"calls({e[1]})",
        "elapsed of": lambda: f"elapsed({e[1].path()})", "done of": lambda: f"done({e[1].path()})",
    }[word]()


def action_text(action):
    word, what = action[0], action[1]
    return {"set": lambda: f"{what} = {brain_text(action[2])}", "raise": lambda: f"raise {what}",
            "call": lambda: f"{what}()"}[word]()


def transition_file(t):
    to = {"to": "/" + t.to.path()}
    if t.when:
        to["when"] = brain_text(t.when)
    if t.event:
        to["event"] = t.event
    if t.after:
        to["after"] = t.after
    if t.do:
        to["do"] = [action_text(action) for action in t.do]
    if t.reenter:
        to["reenter"] = True
    if t.restart:
        to["with"] = "restart"
    return to


def state_file(state):
    to = {}
    for key, actions in state.actions.items():
        if actions:
            to[key] = [action_text(action) for action in actions]
    for key in ("transitions", "any"):
        if getattr(state, key):
            to[key] = [transition_file(t) for t in getattr(state, key)]
    for key in ("hold", "lasts"):
        if getattr(state, key):
            to[key] = getattr(state, key)
    if state.score:
        to["score"] = brain_text(state.score)
    if not state.children:
        return to
    to["kind"] = state.kind
    if state.kind != "parallel":
        to["activation"] = state.activation
    elif state.activation == "silent":
        to["activation"] = "silent"
    to["leave"] = state.leave
    if state.initial:
        to["initial"] = state.initial.name
    if state.kind == "utility":
        to["inertia"] = state.inertia
        if state.floor is not None:
            to["floor"] = state.floor
    to["states"] = {child.name: state_file(child) for child in state.children}
    return to


def field_file(field):
    if field.kind == "enum":
        to = {"type": field.values}
    else:
        to = {"type": field.kind}
    if not field.own and field.kind not in ("bool", "enum"):
        to["range"] = [field.low, field.high]
    if field.host:
        to["host"] = True
    return to


def brain_file(brain):
    to = {"wits": 1, "brain": "random_brain", "context": {f.name: field_file(f) for f in brain.fields}}
    if brain.events:
        to["events"] = [name if host else {"name": name, "host": False} for name, host in brain.events]
    if brain.calls:
        to["functions"] = {name: "action" for name in brain.calls}
    to["update_entered"] = brain.update_entered
    to["update_order"] = "outer_first" if brain.outer_first else "inner_first"
    to["root"] = state_file(brain.root)
    to["prove"] = [{"assume": brain_text(brain.assume)}] if brain.assume else []
    to["prove"] += [{"name": "everything", "always": "0 == 0"}]  # always holds, so everything is explored
    to["prove"] += [{"name": f"p{i}", "never": brain_text(p)} for i, p in enumerate(brain.properties)]

    def plain(value):
        if isinstance(value, dict):
            return {key: plain(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [plain(inner) for inner in value]
        return value
    return json.dumps(plain(to), indent=1)


# ---------------------------------------------------------------------------------------------------------- random

class Maker:
    """One random brain."""

    def __init__(self, random):
        self.random = random
        self.brain = Brain()

    def chance(self, part):
        return self.random.random() < part

    def make(self):
        brain, random = self.brain, self.random
        self.make_fields()
        brain.events = [(f"e{i}", self.chance(0.7)) for i in range(random.randint(0, 2))]
        brain.calls = [f"act{i}" for i in range(random.randint(0, 2))]
        brain.update_entered = self.chance(0.7)
        brain.outer_first = self.chance(0.3)
        self.most = random.randint(5, 14)
        brain.root = self.make_state("root", None, 0)
        for state in brain.states:
            self.fill(state)
        if self.chance(0.3) and any(not field.own for field in brain.fields):
            brain.assume = self.assumption([field for field in brain.fields if not field.own])
        self.settle_fields()
        brain.properties = [self.property() for _ in range(random.randint(2, 5))]
        return brain

    def settle_fields(self):
        """A field that no action assigns belongs to the host."""
        actions = [a for state in self.brain.states for of in state.actions.values() for a in of]
        actions += [a for state in self.brain.states for t in state.transitions + state.any for a in t.do]
        assigned = {a[1] for a in actions if a[0] == "set"}
        for field in self.brain.fields:
            if field.own and field.name not in assigned:
                field.own = field.host = False
                field.low, field.high = max(field.low, -1), min(field.high, 3)

    def make_fields(self):
        random, fields = self.random, self.brain.fields
        for i in range(random.randint(1, 3)):
            kind = random.choice(["bool", "enum", "uint8", "int8"])
            low, high = {"bool": (0, 1), "enum": (0, random.randint(1, 3)), "uint8": (0, random.randint(1, 5)),
                         "int8": (-random.randint(1, 2), 2)}[kind]
            fields.append(Field(f"i{i}", low, high, kind, own=False))
        for i in range(random.randint(0, 3)):
            kind = random.choice(["bool", "enum", "uint8", "int8"])
            low, high = {"bool": (0, 1), "enum": (0, 2), "uint8": (0, 255), "int8": (-128, 127)}[kind]
            fields.append(Field(f"own{i}", low, high, kind, own=True, host=kind in ("bool", "enum") and self.chance(0.2)))

    def make_state(self, name, parent, depth):
        random, brain = self.random, self.brain
        state = State(name, parent)
        brain.states.append(state)
        if depth == 0 or (depth < 3 and self.chance(0.35) and len(brain.states) + 2 <= self.most):
            state.kind = random.choice(["fsm", "fsm", "utility", "parallel"] if depth else ["fsm", "fsm", "utility"])
            for _ in range(random.randint(2, 4)):
                state.children.append(self.make_state(f"s{len(brain.states)}", state, depth + 1))
        return state

    # ---------------------------------------------------------------------------------------------- expressions

    def constant(self, field):
        value = self.random.randint(max(field.low, -3), min(field.high, 6))
        if field.kind == "enum":
            return ("value", field.values[value], value)
        return ("bool", value) if field.kind == "bool" else ("number", value)

    def comparison(self, fields):
        field = self.random.choice(fields)
        if field.kind == "bool":
            return ("field", field.name) if self.chance(0.5) else ("not", ("field", field.name))
        words = ["==", "!="] if field.kind == "enum" else ["==", "!=", "<", "<=", ">", ">="]
        return (self.random.choice(words), ("field", field.name), self.constant(field))

    def assumption(self, inputs):
        """A condition that some input satisfies."""
        field = self.random.choice(inputs)
        if field.kind == "bool":
            return ("field", field.name)
        word = "!=" if field.kind == "enum" else self.random.choice(["!=", "<=", ">="])
        return (word, ("field", field.name), self.constant(field))

    def condition(self, source=None, depth=0):
        """The condition of a transition or score; `source` is the transition's."""
        random = self.random
        if depth < 2 and self.chance(0.3):
            return (random.choice(["and", "or"]), self.condition(source, depth + 1), self.condition(source, depth + 1))
        if source and self.chance(0.15):
            return (random.choice(["<", "<=", ">", ">=", "=="]), ("elapsed",), ("number", random.randint(0, 5)))
        if source and source.lasts and self.chance(0.5):
            return ("done",)
        if source and self.chance(0.15):
            return ("in", random.choice(self.brain.states[1:]))
        return self.comparison(self.brain.fields)

    def number(self):
        """A small number."""
        random = self.random
        numbers = [field for field in self.brain.fields if field.kind in ("uint8", "int8")]
        kind = random.randint(0, 3)
        if kind == 0 and numbers:
            return ("field", random.choice(numbers).name)
        if kind == 1 and numbers:
            return (random.choice(["+", "-", "*"]), ("field", random.choice(numbers).name),
                    ("number", random.randint(0, 3)))
        if kind == 2:
            return ("if", self.condition(depth=2), ("number", random.randint(0, 6)), ("number", random.randint(0, 6)))
        return ("number", random.randint(-1, 6))

    def assigned(self, field):
        random = self.random
        if field.kind == "bool":
            return self.condition(depth=2)
        if field.kind == "enum":
            return self.constant(field)
        here = ("field", field.name)
        return random.choice([
            ("%", ("+", here, ("number", random.randint(1, 3))), ("number", random.randint(2, 6))),
            ("min", ("+", here, ("number", 1)), ("number", random.randint(1, 5))),
            ("max", ("-", here, ("number", 1)), ("number", 0)),
            ("number", random.randint(0, 5)),
            ("number", random.randint(250, 260)),  # wraps
            self.number(),
        ])

    def do_things(self, part):
        actions = []
        own = [field for field in self.brain.fields if field.own]
        while self.chance(part):
            kind = self.random.randint(0, 3)
            if kind <= 1 and own:
                field = self.random.choice(own)
                actions.append(("set", field.name, self.assigned(field)))
            elif kind == 2 and self.brain.events:
                actions.append(("raise", self.random.choice(self.brain.events)[0]))
            elif kind == 3 and self.brain.calls:
                actions.append(("call", self.random.choice(self.brain.calls)))
        return actions

    # --------------------------------------------------------------------------------------------------- states

    def fill(self, state):
        random = self.random
        for key in ("enter", "exit", "update"):
            state.actions[key] = self.do_things(0.15)
        if not state.children:
            state.actions["decide"] = self.do_things(0.1)
        if not state.children and self.chance(0.15):
            state.lasts = random.randint(1, 4)
        if state.parent and state.parent.kind == "utility":
            state.score = self.number()
            if self.chance(0.3):
                state.hold = random.randint(1, 4)
        if state.children:
            self.fill_composite(state)
        for _ in range(random.choice([0, 1, 1, 2, 2, 3]) if state.parent else 0):
            state.transitions.append(self.transition(state, state))

    def fill_composite(self, state):
        random = self.random
        if state.kind == "parallel":
            state.activation = random.choice(["now", "now", "silent"])
            state.leave = random.choice(["reset", "suspend"])
            return
        state.activation = random.choice(["now", "now", "on_decide", "silent"])
        state.leave = random.choice(["reset", "reset", "resume", "suspend"])
        if state.kind == "fsm" or self.chance(0.3):
            state.initial = random.choice(state.children)
        if state.kind == "utility":
            state.inertia = random.choice([0, 0, 1, 2])
            state.floor = random.choice([None, None, 0, 2])
        for _ in range(random.choice([0, 0, 0, 1, 2])):
            state.any.append(self.transition(random.choice(state.children), None, of_any=state))

    def transition(self, near, source, of_any=None):
        random, states = self.random, self.brain.states
        to = random.choice(near.parent.children if self.chance(0.6) else states[1:])
        t = Transition(to)
        if self.chance(0.9):
            t.when = self.condition(source or near if self.only_plain_done(source, of_any) else None)
        if self.brain.events and self.chance(0.25):
            t.event = random.choice(self.brain.events)[0]
        if self.chance(0.3):
            t.after = random.randint(1, 5)
        t.do = self.do_things(0.15)
        sources = [source] if source else of_any.children
        t.reenter = self.chance(0.2) and all(self.may_reenter(s, to) for s in sources)
        t.restart = bool(to.children) and self.chance(0.25)
        return t

    @staticmethod
    def only_plain_done(source, of_any):
        """`done` in an `any` transition is the active child's; only single states are queried here."""
        return source is not None or not any(child.lasts for child in of_any.children)

    @staticmethod
    def may_reenter(source, to):
        """The parent of a state that exits and is entered again is not a parallel."""
        around = source if source.contains(to) else to if to.contains(source) else None
        return around is None or (around.parent is not None and around.parent.kind != "parallel")

    def property(self):
        parts = [self.asked() for _ in range(self.random.randint(1, 3))]
        whole = parts[0]
        for part in parts[1:]:
            whole = ("and" if self.chance(0.8) else "or", whole, part)
        return whole

    def asked(self):
        random, brain = self.random, self.brain
        state = random.choice(brain.states[1:])
        kinds = [("in", state), ("in", state), ("not", ("in", state)), self.comparison(brain.fields),
                 ("<=" if self.chance(0.5) else ">=", ("elapsed of", state), ("number", random.randint(0, 6)))]
        if brain.events:
            event, host = random.choice(brain.events)
            kinds += [("pending", event)] + ([("raised", event)] if host else [])
        if brain.calls:
            kinds.append(("calls", random.choice(brain.calls)))
        if state.lasts:
            kinds.append(("done of", state))
        return random.choice(kinds)


def random_brain(random):
    return Maker(random).make()
