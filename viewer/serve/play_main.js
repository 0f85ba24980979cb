// The page on which a person plays against a bot. Its address names the match, so that the match continues after a reload.
import { byId } from "../dom.js";
import { startPage } from "../page.js";
import { PlayedMatch } from "./played_match.js";
import { Setup } from "./setup.js";
import { get, post } from "./stream.js";

const matchOf = (hash) => /^#match=([0-9a-f]{32})$/.exec(hash)?.[1] ?? null;

const retry = 3000;  // milliseconds

/// The position from which to play on, which a match page passes in the address: {game, settings, seed, moves, you}; null if there is none.
function startOf(hash) {
    const found = /^#from=(.+)$/.exec(hash);
    try {
        return found && JSON.parse(decodeURIComponent(found[1]));
    } catch {
        return null;
    }
}

let setup = null;  // until the server's offer has arrived; before that the page shows neither a form nor a match

function showSetup(line) {
    match.close();
    byId("setup").hidden = false;
    setup.goOnFrom(startOf(location.hash));
    byId("stage").hidden = byId("aside").hidden = byId("skip").hidden = true;
    byId("game").textContent = "Play";
    byId("play-title").textContent = "Play against a bot";
    byId("play-head").textContent = "";
    document.title = "Play - referee";
    if (line) setup.refuse(line);
}

const match = new PlayedMatch(() => {
    history.replaceState(null, "", "/play");
    showSetup("The server does not know this match any more.");
});

function follow() {
    const id = matchOf(location.hash);
    if (id === null) return showSetup(null);
    byId("setup").hidden = true;
    byId("stage").hidden = byId("aside").hidden = byId("skip").hidden = false;
    byId("after").hidden = byId("ending-part").hidden = true;
    document.title = "A match - referee";
    match.open(id);
}

function begun(id) {
    location.hash = `#match=${id}`;
}

async function again(swap) {
    const { state } = match;
    const you = swap ? 1 - state.you : state.you;
    const buttons = [byId("again"), byId("swap")];
    for (const button of buttons) button.disabled = true;
    const error = await setup.play(setup.again(state, you));
    for (const button of buttons) button.disabled = false;
    if (error) match.refuse(error);
}

function startButtons() {
    byId("again").addEventListener("click", () => again(false));
    byId("swap").addEventListener("click", () => again(true));
    byId("another").addEventListener("click", () => (location.hash = ""));
    byId("take-back").addEventListener("click", () => match.takeBack(begun));
    byId("hint").addEventListener("click", () => match.askHint());
    const dialog = byId("leaving");
    byId("leave").addEventListener("click", () => {
        dialog.returnValue = "";  // so that Escape has no effect
        dialog.showModal();
    });
    dialog.addEventListener("close", async () => {
        if (dialog.returnValue !== "leave") return;
        const { error } = await post(`/api/matches/${match.id}/leave`, {});
        match.refuse(error);
    });
}

async function offered() {
    for (;;) {
        const offer = await get("/api/play");
        if (offer) return offer;
        match.connected(false);
        await new Promise((done) => setTimeout(done, retry));
    }
}

async function start() {
    startPage();
    startButtons();
    const offer = await offered();
    byId("to-tournament").hidden = !offer.tournament;
    setup = new Setup(offer, begun);
    addEventListener("hashchange", follow);
    follow();
}

start();
