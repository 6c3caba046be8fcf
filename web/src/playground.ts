// SPDX-License-Identifier: MIT
// The page without a server: a session in a worker, with the brain of the address or one of brains/.
import brains from "brain-texts";
import { Session } from "./model/session";
import { playground } from "./model/playground";
import { walk } from "./model/proof";
import { fromFragment, type Shared } from "./model/share";
import { WorkerPort } from "./port/worker";
import { showPanel } from "./ui/context";
import type { Begin } from "./worker/session";

const FIRST = "guard";
const AGENTS = 1000;
/** A brain to begin with. It also runs while the text of an address has errors. */
const NEW = `wits: 1
brain: new
context:
  energy: {type: float, range: [0, 1], initial: 1}
events: [bell]

root:
  initial: rest
  states:
    rest:
      transitions:
        - {to: work, when: energy > 0.5, after: 3}
        - {to: work, event: bell}
    work:
      transitions:
        - {to: rest, when: energy < 0.2}

prove:
  - reach: in(work)
`;

function describe(name: string): { label: string; about: string } {
    const text = brains[name] ?? "";
    const label = name.replaceAll("_", " ");
    const own = /^brain:\s*(\S+)/m.exec(text)?.[1] ?? name;
    const comment = (/^(?:#.*\n)+/m.exec(text)?.[0] ?? "").replace(/^# ?/gm, "").replace(/\s+/g, " ");
    return { label: label.startsWith(own) ? label : `${label} (${own})`, about: /^.*?\.(?= |$)/.exec(comment)?.[0] ?? "" };
}

const first = (name: string): Begin => ({ name: `${name}.yaml`, brain: brains[name] ?? "", agents: AGENTS });
const sharedBegin = ({ brain, world, agents, seed }: Shared): Begin => ({ name: "brain.yaml", brain, world, agents: agents ?? AGENTS, seed });

/** Returns the world of the address, or the first. */
async function fromAddress(tell: (why: string) => void): Promise<Begin | null> {
    try {
        const shared = await fromFragment(location.hash);
        return shared && sharedBegin(shared);
    } catch {
        tell("this address is damaged: copy all of it");
        return null;
    }
}

export function openPlayground(): Session {
    let begun = first(FIRST);
    let port: WorkerPort;
    let session: Session;

    const reset = (of: Begin) => {
        begun = of;
        session.draft.value = null;
        session.aside.value = null;
        session.problems.value = [];
        session.losses.value = [];
        session.notes.value = [];
        session.breaks.value = [];
        session.broke.value = null;
        session.found.value = null;
        session.findText.value = { state: "", where: "" };
        session.findError.value = "";
        session.selected.value = null;
        session.focus.value = null;
        session.watched.value = [];
        walk.value = null;
    };
    const forgetAddress = () => history.replaceState(null, "", location.pathname + location.search);
    const begin = (of: Begin) => {
        reset(of);
        port.restart(of);
    };
    let worldFault: string | null = null;
    // A world that does not fit gives way to the brain's own. A brain with errors becomes a draft beside a small one. A
    // world that is too large begins again with fewer agents.
    const recover = (why: string, hasBegun: boolean): Begin | null => {
        const broken = begun;
        if (hasBegun) {
            const { world, isDefault } = session.settings.value ?? {};
            session.note("error", why);
            begun = { ...begun, brain: session.text.value ?? begun.brain, world: isDefault ? undefined : world, agents: AGENTS };
        } else if (broken.world !== undefined) {
            worldFault = why;
            begun = { ...broken, world: undefined };
        } else if (broken.brain === NEW) {
            return null;
        } else {
            worldFault = null;
            session.note("error", "this brain has errors: it is in the editor, and a small one runs until you apply it");
            begun = { name: broken.name, brain: NEW, agents: AGENTS, seed: broken.seed };
            setTimeout(() => {
                session.draft.value = broken.brain;
                showPanel("editor");
            }, 0);
        }
        return begun;
    };
    port = new WorkerPort(async () => (begun = (await fromAddress((why) => session.note("error", why))) ?? begun), recover);
    session = new Session(port);
    session.connection.follow((connection) => {
        if (connection === "open" && worldFault !== null) {
            session.note("error", `the world does not fit this brain and gives way to one made for it: ${worldFault.trim()}`);
            worldFault = null;
        }
    });
    addEventListener("hashchange", async () => {
        const of = await fromAddress((why) => session.note("error", why));
        const { text, draft, settings } = session;
        const { agents, seed, world, isDefault } = settings.value ?? {};
        const isShown =
            of !== null &&
            (of.brain === text.value || of.brain === draft.value) &&
            of.world === (isDefault ? undefined : world) &&
            of.agents === agents &&
            (of.seed ?? 0) === seed;
        if (of !== null && !isShown) {
            begin(of);
        }
    });
    playground.value = {
        brains: Object.keys(brains),
        describe,
        begin: (name) => {
            forgetAddress();
            begin(first(name));
        },
        beginNew: () => {
            forgetAddress();
            begin({ name: "new.yaml", brain: NEW, agents: AGENTS });
            showPanel("editor");
        },
        beginText: (name, brain) => {
            forgetAddress();
            begin({ name, brain, agents: AGENTS });
        },
        replay: async (file) => {
            const of = { name: file.name, brain: "" };
            await port.replace({ ...of, recording: await file.arrayBuffer() }, () => reset(of));
            forgetAddress();
        },
    };
    return session;
}
