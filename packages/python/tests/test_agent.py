# SPDX-License-Identifier: MIT
import unittest

import wits
from support import WALKER, brain, idle, parse

DOOR = """
    wits: 1
    brain: door
    context: {strength: float, kind: [wood, iron]}
    events: [knock]
    functions:
      takes: {kind: condition, parameters: [int, text, kind, bool]}
      greet: {kind: action, parameters: [text, float]}
      harden: action
      creak: action
    root:
      states:
        shut:
          transitions:
            - {to: open, event: knock, when: 'takes(3, "friend", iron, true)', do: 'greet("you", strength)'}
            - {to: shut, when: strength > 5, do: harden()}
        open:
          enter: creak()
    """


class Ticks(unittest.TestCase):
    def test_fields_are_attributes_and_items(self):
        agent = parse(WALKER).agent(hunger=0.5, mood="angry")
        self.assertEqual((agent.hunger, agent["hunger"], agent.mood, agent.tired), (0.5, 0.5, "angry", False))
        agent.hunger = 0.75
        agent["tired"] = True
        self.assertEqual((agent.hunger, agent.tired), (0.75, True))
        self.assertIn("hunger", dir(agent))
        agent.hunger = float("nan")
        self.assertNotEqual(agent.hunger, agent.hunger)

    def test_values_are_checked(self):
        agent = parse(WALKER).agent()
        for field, value, error, message in (
                ("food", 256, ValueError, "food: 256 is out of the range of uint8, 0 to 255"),
                ("food", 1.0, TypeError, "food: expected an int, not 1.0"),
                ("steps", 1 << 31, ValueError, "steps: 2147483648 is out of the range of int"),
                ("tired", 1, TypeError, "tired: expected a bool, not 1"),
                ("hunger", True, TypeError, "hunger: expected a number, not True"),
                ("hunger", 1e39, ValueError, "hunger: 1e\\+39 is out of the range of a float"),
                ("mood", "sad", ValueError, "mood: expected one of calm, angry, not 'sad'"),
                ("mood", 1, TypeError, "mood: expected one of calm, angry, not 1")):
            with self.subTest(field=field, value=value), self.assertRaisesRegex(error, message):
                agent[field] = value
        with self.assertRaisesRegex(AttributeError, "cannot be assigned"):
            agent.active = 3

    def test_ticks_decide_and_update(self):
        agent = parse(WALKER).agent(id=7, seed=3)
        self.assertEqual((agent.id, agent.tick_number, agent.active, agent.is_started), (7, 1, ["walk"], True))
        agent.tick(8)
        self.assertEqual((agent.hunger, agent.steps), (1.0, 8))
        agent.tick(hunger=1.5)
        self.assertEqual((agent.active, agent.hunger, agent.tick_number), (["eat"], 0.0, 10))
        self.assertEqual(agent.elapsed("eat"), 0)
        agent.decide()
        agent.update()
        self.assertEqual(agent.elapsed("eat"), 1)
        agent.stop()
        self.assertFalse(agent.is_started)
        self.assertEqual(repr(agent), "<wits.Agent 7 of 'walker': stopped; hunger=0.0, food=1, mood='calm', "
                                      "tired=False, steps=8>")

    def test_verbs_move_an_agent(self):
        agent = parse(WALKER).agent(start=False)
        self.assertEqual(agent.active, [])
        agent.start()
        agent.goto("eat")
        self.assertTrue(agent.is_in("eat"))
        agent.hunger = 0.5
        agent.goto("eat")
        self.assertEqual(agent.hunger, 0.5)
        agent.restart("/eat")
        self.assertEqual(agent.hunger, 0.0)
        agent.set_state("walk")
        agent.raise_event("bell")
        self.assertTrue(agent.is_pending("bell"))
        agent.tick()
        self.assertEqual((agent.active, agent.is_pending("bell"), agent.is_done("rest")), (["rest"], False, False))

    def test_equal_agents_have_equal_hashes(self):
        villager = brain("villager")
        first, second = (villager.agent(id=4, seed=9, functions=idle(villager)) for _ in range(2))
        first.tick(30)
        for _ in range(30):
            second.tick()
        self.assertEqual(first.hash(), second.hash())
        self.assertNotEqual(first.hash(), villager.agent(id=5, seed=9, functions=idle(villager)).hash())

    def test_ids_and_seeds_are_checked(self):
        walker = parse(WALKER)
        self.assertEqual(walker.agent(id=2**64 - 1, seed=2**64 - 1).id, 2**64 - 1)
        for wrong, error in ((-1, ValueError), (2**64, ValueError), (1.0, TypeError), (True, TypeError)):
            with self.assertRaises(error):
                walker.agent(id=wrong)
            with self.assertRaises(error):
                walker.agent(seed=wrong)


class Functions(unittest.TestCase):
    def test_functions_get_a_call_and_arguments(self):
        seen = []

        def takes(call, *arguments):
            seen.append(("takes", call.state, call.row, call.id, call.tick, arguments))
            return True

        def greet(call, who, strength):
            seen.append(("greet", call.kind, call.state, call.is_in("shut"), call.of is agent, who, strength))

        def creak(call):
            seen.append(("creak", call.kind, call.state, call.elapsed))
            call.raise_event("knock")

        agent = parse(DOOR).agent(functions={"takes": takes, "greet": greet, "creak": creak,
                                             "harden": lambda call: None}, strength=2.5, id=7)
        agent.raise_event("knock")
        agent.tick()
        self.assertEqual(seen, [("takes", "shut", 0, 7, 1, (3, "friend", "iron", True)),
                                ("greet", "transition", "shut", False, True, "you", 2.5),
                                ("creak", "enter", "open", 0)])
        self.assertTrue(agent.is_pending("knock"))

    def test_methods_of_an_object_are_functions(self):
        class Door:
            def takes(self, call, *arguments):
                return True

            def greet(self, call, who, strength):
                self.greeted = who

            def creak(self, call):
                pass

            harden = creak

        door = Door()
        agent = parse(DOOR).agent(functions=door)
        agent.raise_event("knock")
        agent.tick()
        self.assertEqual(door.greeted, "you")

    def test_missing_and_unknown_functions(self):
        door = parse(DOOR)
        with self.assertRaisesRegex(wits.UnknownNameError, r"not given: 'takes' \(condition\), 'greet' \(action\)"):
            door.agent()
        with self.assertRaisesRegex(wits.UnknownNameError, "unknown function 'creek'; did you mean 'creak'"):
            door.agent(functions={"creek": print})
        with self.assertRaisesRegex(TypeError, "function 'creak' is not callable, but int"):
            door.agent(functions={**idle(door), "creak": 3})

    def test_an_exception_undoes_the_tick(self):
        def fail(call, *arguments):
            agent.strength = 9.0
            raise RuntimeError("stuck")

        door = parse(DOOR)
        agent = door.agent(functions={**idle(door), "takes": lambda *_: True, "creak": fail}, strength=2.5)
        agent.raise_event("knock")
        before = agent.save()
        for _ in range(2):
            with self.assertRaisesRegex(RuntimeError, "stuck"):
                agent.tick()
            self.assertEqual((agent.save(), agent.active, agent.strength, agent.is_pending("knock")),
                             (before, ["shut"], 2.5, True))

    def test_after_an_exception_no_function_is_called(self):
        calls = []

        def fail(call, *arguments):
            calls.append(call)
            raise KeyboardInterrupt

        door = parse(DOOR)
        agent = door.agent(functions={**idle(door), "takes": fail, "harden": lambda call: calls.append(call)},
                           strength=6)
        agent.raise_event("knock")
        with self.assertRaises(KeyboardInterrupt):
            agent.tick()
        self.assertEqual(len(calls), 1)
        with self.assertRaisesRegex(wits.WitsError, "the call has ended"):
            calls[0].state

    def test_results_are_checked(self):
        door = parse(DOOR)
        agent = door.agent(functions={**idle(door), "takes": lambda *_: 1})
        agent.raise_event("knock")
        with self.assertRaisesRegex(TypeError, "result of condition 'takes': expected a bool, not 1"):
            agent.tick()
        shop = parse("""\
            wits: 1
            brain: shop
            root: {kind: utility, states: {a: {score: price()}, b: {score: 0.5}}}
            """)
        with self.assertRaisesRegex(TypeError, "result of score 'price': expected a number, not None"):
            shop.agent(functions={"price": lambda call: None})
        for price, expected in ((1, "a"), (0.25, "b"), (float("nan"), "b")):
            self.assertEqual(shop.agent(functions={"price": lambda call, price=price: price}).active, [expected])

    def test_calls_for_the_own_agent_are_refused(self):
        def recurse(call):
            agent.tick()

        door = parse(DOOR)
        agent = door.agent(functions={**idle(door), "harden": recurse}, strength=6)
        with self.assertRaisesRegex(wits.WitsError, "from inside one of its own functions"):
            agent.tick()
        self.assertEqual(agent.tick_number, 1)

    def test_conditions_may_not_act(self):
        door = parse(DOOR)
        for use in (lambda call: call.raise_event("knock"), lambda call: call.elapsed, lambda call: call.is_in("open")):
            agent = door.agent(functions={**idle(door), "takes": lambda call, *_, use=use: use(call)})
            agent.raise_event("knock")
            with self.assertRaisesRegex(wits.WitsError, "only actions may"):
                agent.tick()

    def test_functions_may_use_other_agents(self):
        door = parse(DOOR)
        other = door.agent(functions=idle(door))
        agent = door.agent(functions={**idle(door), "harden": lambda call: other.goto("open")}, strength=6)
        agent.tick()
        self.assertEqual(other.active, ["open"])


class Saves(unittest.TestCase):
    def test_an_agent_is_restored(self):
        villager = brain("villager")
        agent = villager.agent(id=7, seed=3, functions=idle(villager))
        agent.tick(12)
        saved, then = agent.save(), (agent.hash(), agent.hunger, agent.tick_number)
        agent.tick(20)
        self.assertEqual(agent.restore(saved), [])
        self.assertEqual((agent.hash(), agent.hunger, agent.tick_number), then)
        other = villager.agent(functions=idle(villager))
        other.restore(saved)
        self.assertEqual((other.id, other.hash()), (7, then[0]))

    def test_damaged_bytes_change_nothing(self):
        agent = parse(WALKER).agent(hunger=0.5)
        saved = bytearray(agent.save())
        agent.tick()
        before = agent.save()
        for position in range(0, len(saved), 7):
            damaged = bytearray(saved)
            damaged[position] ^= 0x41
            with self.assertRaises(wits.SnapshotError):
                agent.restore(bytes(damaged))
            self.assertEqual(agent.save(), before)
        with self.assertRaises(wits.SnapshotError):
            agent.restore(b"")
        with self.assertRaises(TypeError):
            agent.restore("text")
        with self.assertRaisesRegex(wits.SnapshotError, "3 agents, not one"):
            agent.restore(wits.Crowd(agent.brain, 3).save())

    def test_another_version_loses_what_is_gone(self):
        agent = parse(WALKER).agent()
        agent.goto("eat")
        newer = parse("""\
            wits: 1
            brain: walker
            context: {hunger: float}
            root: {states: {walk: {}, dine: {}}}
            """)
        other = newer.agent()
        losses = other.restore(agent.save(), renames={"states": {"eat": "dine"}})
        self.assertEqual(other.active, ["dine"])
        self.assertIn("food: the field is gone; its values are lost", losses)


class Targets(unittest.TestCase):
    HUNTER = """
        wits: 1
        brain: hunter
        targets: {prey: {distance: float, kind: [hare, deer], own: {type: bool, own: true}}}
        root:
          kind: utility
          states:
            hunt: {target: prey, score: 1 - prey.distance, enter: aim()}
            wait: {score: 0.1}
        """

    def test_an_option_chooses_a_target(self):
        aimed = []
        agent = parse(self.HUNTER).agent(functions={"aim": lambda call: aimed.append(call.target)})
        self.assertEqual((agent.active, agent.target("hunt")), (["wait"], None))
        agent.set_targets("prey", [{"id": 4, "distance": 0.5, "kind": "hare", "own": False},
                                   {"id": 9, "distance": 0.25, "kind": "deer", "own": True}])
        agent.tick()
        self.assertEqual((agent.active, agent.target("hunt"), aimed), (["hunt"], 9, [("prey", 9)]))
        self.assertIn("target 9", str(agent.explain()))
        agent.set_targets("prey", [])
        agent.tick()
        self.assertEqual(agent.active, ["wait"])

    def test_wrong_targets_change_nothing(self):
        agent = parse(self.HUNTER).agent(functions={"aim": lambda call: None})
        row = {"id": 4, "distance": 0.5, "kind": "hare", "own": False}
        agent.set_targets("prey", [row])
        for wrong, error in (([{"id": 4, "distance": 0.5}], wits.UnknownNameError),
                             ([{**row, "speed": 1}], wits.UnknownNameError),
                             ([{**row, "distance": "far"}], TypeError),
                             ([{**row, "kind": "fox"}], ValueError),
                             ([row, row], ValueError)):
            with self.assertRaises(error):
                agent.set_targets("prey", wrong)
        agent.tick()
        self.assertEqual(agent.target("hunt"), 4)


if __name__ == "__main__":
    unittest.main()
