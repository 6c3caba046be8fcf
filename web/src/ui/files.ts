// SPDX-License-Identifier: MIT
// Files that the user opens or drops: brains and recordings.
import { playground } from "../model/playground";
import type { Session } from "../model/session";
import { chooseFile, isRecording } from "../model/share";
import { showPanel } from "./context";

/** A brain becomes a draft. A recording replaces the world, and a brain replaces a recording. */
export async function takeFile(session: Session, file: File): Promise<void> {
    const place = playground.value;
    try {
        if (!(await isRecording(file))) {
            const text = await file.text();
            if (text.includes("\0")) {
                session.note("error", `${file.name} is neither a brain file nor a recording`);
            } else if (place && session.settings.value?.recording) {
                place.beginText(file.name, text);
            } else {
                session.draft.value = text;
                showPanel("editor");
            }
        } else if (place) {
            await place.replay(file);
        } else {
            session.note("error", "this page shows a running program; open the recording with 'wits inspect --replay', or in the playground");
        }
    } catch (error) {
        const why = (error as Error).message.trim();
        session.note("error", why.includes("--brain") ? `${why} of 'wits inspect --replay'` : why);
    }
}

export async function openFile(session: Session): Promise<void> {
    const file = await chooseFile(".yaml,.yml,.json,.rec");
    file && (await takeFile(session, file));
}
