// SPDX-License-Identifier: MIT
// Begins the page: with the program that has served it if the address has a token, else with a session in the page.
import { render } from "preact";
import { beginTheme } from "./model/prefs";
import { prover } from "./model/proof";
import { Session } from "./model/session";
import { HttpPort } from "./port/http";
import { App } from "./ui/app";

beginTheme();
const place = document.getElementById("page");
const session = new Session(new HttpPort(location.hash.slice(1)));
if (place !== null) {
    place.textContent = "";
    render(<App session={session} />, place);
}
session.open();
// For tests and the console.
Object.assign(globalThis, { wits: { session, prover } });
