// SPDX-License-Identifier: MIT
// Begins the page: with the program that has served it if the address has a token, else with a session in the page.
import { render } from "preact";
import { PageMapper } from "./map";
import { mapper } from "./model/map";
import { beginTheme } from "./model/prefs";
import { playground } from "./model/playground";
import { goal, properties, prover } from "./model/proof";
import { Session } from "./model/session";
import { toFragment } from "./model/share";
import { openPlayground } from "./playground";
import { HttpPort } from "./port/http";
import { PageProver } from "./prove";
import { App } from "./ui/app";

beginTheme();
const place = document.getElementById("page");
// `wits inspect` has opened an address with a token.
const token = /^#([\w-]+)$/.exec(location.hash)?.[1];
const session = token === undefined ? openPlayground() : new Session(new HttpPort(token));
prover.value = new PageProver();
mapper.value = new PageMapper();
if (place !== null) {
    place.textContent = "";
    render(<App session={session} />, place);
}
session.open();
// Used by tests and in the console.
Object.assign(globalThis, { wits: { session, prover, properties, goal, playground, toFragment } });
