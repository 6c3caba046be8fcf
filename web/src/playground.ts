// SPDX-License-Identifier: MIT
// The page without a server: a session in a worker, with the brain of the address or one of brains/.
import brains from "brain-texts";
import { Session } from "./model/session";
import { playground } from "./model/playground";
import { fromFragment, type Shared } from "./model/share";
import { WorkerPort } from "./port/worker";
import type { Begin } from "./worker/session";

const FIRST = "guard";
const AGENTS = 1000;

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
        session.problems.value = [];
        session.breaks.value = [];
        session.broke.value = null;
        session.found.value = null;
        session.selected.value = null;
        session.focus.value = null;
        session.watched.value = [];
        session.playback.value = null;
    };
    const forgetAddress = () => history.replaceState(null, "", location.pathname + location.search);
    const begin = (of: Begin) => {
        reset(of);
        port.restart(of);
    };
    // A brain with errors becomes a draft; a world that is too large begins again with fewer agents.
    const recover = (why: string, hasBegun: boolean): Begin | null => {
        const broken = begun;
        if (!hasBegun && broken.brain === brains[FIRST]) {
            return null;
        }
        session.note("error", why);
        if (hasBegun) {
            begun = { ...begun, brain: session.text.value ?? begun.brain, agents: AGENTS };
        } else {
            begun = first(FIRST);
            setTimeout(() => (session.draft.value = broken.brain), 0);
        }
        return begun;
    };
    port = new WorkerPort(async () => (begun = (await fromAddress((why) => session.note("error", why))) ?? begun), recover);
    session = new Session(port);
    addEventListener("hashchange", async () => {
        const of = await fromAddress((why) => session.note("error", why));
        const { text, draft, settings } = session;
        const isShown = of?.brain === (draft.value ?? text.value) && of.world === settings.value?.world;
        if (of !== null && !isShown) {
            begin(of);
        }
    });
    playground.value = {
        brains: Object.keys(brains),
        begin: (name) => {
            forgetAddress();
            begin(first(name));
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
