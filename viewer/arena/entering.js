// Personal links: a page sends the token of its address once, and gets a cookie for it.
import { byId } from "../dom.js";
import { get, post } from "../serve/stream.js";
import { visibleLine } from "../text.js";

/// The token in a link or in typed text.
const tokenOf = (text) => text.slice(text.indexOf("#") + 1).trim();

/// Takes the token out of the page's address, so that it is in no history, and nobody who looks at the screen can copy it. Null if there is
/// none.
export function takeToken() {
    const token = tokenOf(location.hash);
    const isToken = location.hash.length > 1 && /^[0-9A-Za-z-]{26,40}$/.test(token);
    if (isToken) history.replaceState(null, "", location.pathname);
    return isToken ? token : null;
}

/// Asks a yes-or-no question with a dialog.
export function ask(dialog, words) {
    dialog.querySelector("p").textContent = words;
    dialog.returnValue = "";
    dialog.showModal();
    return new Promise((done) => dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true }));
}

/// Exchanges a token for a cookie. Asks before this browser becomes somebody else. Returns {role, name}, or {error}.
export async function enter(token) {
    let answer = await post("/api/enter", { link: token, sure: 0 });
    if (answer.status === 409) {
        const { you, other } = answer.data;
        if (!(await ask(byId("becoming"), `You are ${visibleLine(you)} in this browser. This link belongs to ${visibleLine(other)}. Do you want to become ${visibleLine(other)}?`))) return { stays: true };
        answer = await post("/api/enter", { link: token, sure: 1 });
    }
    return answer.error ? { error: answer.error } : answer.data;
}

/// Asks the arena who this browser is. If it does not answer, says so, and returns null.
export async function askWho() {
    const who = await get("/api/who");
    byId("connection").hidden = who !== null;
    byId("connection").textContent = who ? "" : "The arena does not answer. Reload the page.";
    return who;
}

/// Shows the form in which a link is typed. `entered(role)` is called when it was valid.
export function showEntrance(error, entered) {
    byId("entrance").hidden = false;
    const say = (line) => {
        byId("enter-error").hidden = !line;
        byId("enter-error").textContent = line ?? "";
    };
    say(error);
    byId("enter").onsubmit = async (event) => {
        event.preventDefault();
        say(null);
        const result = await enter(tokenOf(byId("link").value));
        if (result.error) return say(result.error);
        byId("link").value = "";
        entered(result.role);
    };
}
