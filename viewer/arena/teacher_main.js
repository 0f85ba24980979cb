// The teacher's page: the students and their states, and the actions of the teacher, which are all in the journal.
import { byId, html } from "../dom.js";
import { startPage } from "../page.js";
import { refill } from "../refill.js";
import { Running } from "../serve/running.js";
import { get, post, Stream } from "../serve/stream.js";
import { counted, visibleLine } from "../text.js";
import { ask, askWho, enter, showEntrance, takeToken } from "./entering.js";
import { fillTable, showStandings } from "./tables.js";
import { Versions } from "./versions.js";
import { dateOf, durationOf, phaseInWords, seedInWords, studentInWords, timeOf, titleOf } from "./words.js";

/// A time as the value of a datetime-local field.
function localValue(millis) {
    const date = new Date(millis);
    const two = (number) => String(number).padStart(2, "0");
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

function show(title, ...content) {
    byId("shown-title").textContent = title;
    byId("shown-content").replaceChildren(...content);
    byId("shown").showModal();
}

class TeacherPage {
    constructor() {
        this.people = [];
        this.names = [];
        this.running = new Running(byId("running-games"), byId("running-words"), (number) => visibleLine(this.names[number] ?? `entrant ${number}`));
        byId("teacher").hidden = byId("parts").hidden = byId("leave").hidden = false;
        this.listen();
        setInterval(() => this.showPhase(), 1000);
        this.stream = new Stream("/teacher/events", {
            arena: (state) => this.takeState(state),
            people: ({ people }) => this.takePeople(people),
            audit: ({ audit }) => fillTable(byId("audit-table"), "The newest first", ["time", "who", "what"], audit.map(([at, who, what]) =>
                html("tr", {}, html("td", {}, timeOf(at)), html("td", {}, visibleLine(who)), html("td", { class: "words" }, visibleLine(what)))), "Empty."),
            forecast: (forecast) => this.takeForecast(forecast),
            table: (table) => showStandings(byId("ladder-table"), table),
            final: (table) => {
                byId("final").hidden = !table;
                if (table) showStandings(byId("final-table"), table, { isFinal: true });
            },
            running: ({ names, games }) => {
                this.names = names;
                this.running.update(games);
            },
        }, (yes) => this.say("connection", yes ? null : "The connection to the arena is lost. Trying again."), () => location.reload());
    }

    say(id, line) {
        byId(id).hidden = line === null;
        byId(id).textContent = line ?? "";
    }

    /// Sends an order. Returns its answer.
    async order(name, value = {}) {
        this.say("error", null);
        const answer = await post(`/api/teacher/${name}`, value);
        if (answer.error) this.say("error", `Not done: ${visibleLine(answer.error)}`);
        return answer;
    }

    async orderIfSure(words, name, value = {}) {
        return (await ask(byId("sure"), words)) ? this.order(name, value) : null;
    }

    listen() {
        byId("leave").addEventListener("click", async () => {
            await this.order("leave");
            location.reload();
        });
        byId("pause").addEventListener("click", () => this.order(this.state?.paused ? "go-on" : "pause"));
        byId("show-live").addEventListener("click", () => this.order(this.state?.live ? "hide-final" : "show-final"));
        byId("publish").addEventListener("click", () => this.order(this.state?.published ? "unpublish" : "publish"));
        byId("start-final").addEventListener("click", () => this.orderIfSure("Hand-ins end now for all students, and the final begins. Are you sure?", "final"));
        byId("extend").addEventListener("submit", async (event) => {
            event.preventDefault();
            const millis = new Date(byId("until").value).getTime();
            const later = ["final", "done"].includes(this.state?.phase) ? " The final is set aside, and played again later." : "";
            await this.orderIfSure(`The deadline becomes ${dateOf(millis)}.${later} Are you sure?`, "extend", { minutes: Math.floor(millis / 60000) });
        });
        byId("tell").addEventListener("submit", (event) => {
            event.preventDefault();
            this.order("message", { text: byId("message").value.trim() });
        });
        byId("take-back").addEventListener("click", () => {
            byId("message").focus();  // the button goes
            this.order("message", { text: "" });
        });
        byId("add").addEventListener("submit", async (event) => {
            event.preventDefault();
            const [name, number, team] = ["new-name", "new-number", "new-team"].map((id) => byId(id).value.trim());
            const answer = await this.order("add-student", { name, number, team });
            if (!answer.data?.link) return;
            byId("add").reset();
            this.showLink(visibleLine(name), answer.data.link);
        });
        byId("people-table").addEventListener("click", ({ target }) => {
            const { act, person } = target.closest("button")?.dataset ?? {};
            if (act) this.act(act, this.people.find(({ number }) => number === Number(person)));
        });
    }

    async act(act, { number: person, name, team }) {
        const who = visibleLine(name);
        if (act === "versions") {
            const answer = await get(`/teacher/versions/${person}`);
            if (!answer) return this.say("error", "The arena does not answer. Try again.");
            show(`The versions of ${who}`, html("div", { id: "version-list" }));
            const versions = new Versions("version-list", (version) => `/teacher/versions/${person}-${version}`);
            versions.unfolded.add(answer.versions[0].version);
            return versions.take(answer);
        }
        if (act === "withdraw") return this.orderIfSure(`The bot of ${team ? visibleLine(team) : who} leaves the ladder and the final. You can bring it back. Are you sure?`, act, { person });
        if (act === "bring-back") return this.order(act, { person });
        const answer = await this.orderIfSure(`${who} gets a new link. The old link and all its devices stop working at once. Are you sure?`, "link", { person });
        if (!answer?.data) return null;
        return this.showLink(who, answer.data.link);
    }

    showLink(who, link) {
        const field = html("input", { class: "shown-link", type: "text", readonly: true, value: link, "aria-label": `The new link of ${who}` });
        show(`The new link of ${who}`, html("p", {}, field), html("p", { class: "notes" }, "It is also in links.csv."));
        field.select();
        return null;
    }

    /// Whether who plays in the final is settled.
    finalHasBegun() {
        return ["final", "done"].includes(this.state?.phase);
    }

    takeState(state) {
        const before = this.finalHasBegun();
        if (this.state?.deadline !== state.deadline) byId("until").value = localValue(state.deadline);
        if (this.state?.message !== state.message) byId("message").value = state.message;
        byId("take-back").hidden = !state.message;
        this.state = state;
        this.showCounts();
        this.ahead = state.now - Date.now();
        byId("arena-title").textContent = document.title = titleOf(state.game);
        byId("pause").textContent = state.paused ? "Let the ladder go on" : "Pause the ladder";
        byId("pause").disabled = byId("forecast").hidden = this.finalHasBegun();
        if (before !== this.finalHasBegun()) this.takePeople(this.people);
        byId("show-live").textContent = state.live ? "Hide the final again" : "Show the final live";
        byId("show-live").disabled = state.phase === "done" && !state.live;
        byId("publish").textContent = state.published ? "Hide the final from students" : "Publish the final";
        byId("publish").disabled = state.phase !== "done" && !state.published;
        byId("start-final").disabled = state.phase !== "running";
        byId("marks").hidden = state.phase !== "done";
        byId("seed").textContent = seedInWords(state);
        this.showPhase();
    }

    showPhase() {
        if (!this.state) return;
        const words = phaseInWords({ ...this.state, published: true }, Date.now() + this.ahead);
        byId("phase").setAttribute("aria-live", "off");
        if (byId("phase").textContent !== words) byId("phase").textContent = words;
    }

    takeForecast({ entrants, format, games, seconds, intended }) {
        byId("forecast").textContent = entrants < 2 ? "The final needs at least two bots." :
            `The final now: ${counted(entrants, "bot", "bots")}, ${format}, ${counted(games, "game", "games")}, ` +
            (seconds === null ? "duration unknown before the first games" : `about ${durationOf(seconds * 1000)}`) + ` (intended: at most ${durationOf(intended * 1000)}).`;
    }

    showCounts() {
        const count = (is) => this.people.filter(is).length;
        const said = (number, one, many) => `${number} ${number === 1 ? one : many}`;
        const missing = count(({ entered, version }) => !entered && version === null);
        byId("people-words").textContent = `${counted(this.people.length, "student", "students")}; ${said(count(({ version }) => version !== null), "has", "have")} handed in, ${said(count(({ plays }) => plays !== null), "plays", "play")} now.` +
            (missing > 0 ? ` ${said(missing, "has", "have")} not entered yet.` : "") +
            (this.state?.pending > 0 ? ` ${said(this.state.pending, "hand-in waits", "hand-ins wait")} for a verdict.` : "");
    }

    takePeople(people) {
        this.people = people;
        this.showCounts();
        const button = (act, person, words, who) => html("button", { type: "button", "data-act": act, "data-person": String(person), "aria-label": `${words}: ${who}`,
            disabled: this.finalHasBegun() && ["withdraw", "bring-back"].includes(act) }, words);
        byId("add").hidden = this.finalHasBegun();
        byId("new-team-part").hidden = !people.some(({ team }) => team);
        // A column that has nothing to say is left out.
        const columns = [["number", "id"], ["group", "group"], ["team", "team"], ["same as", "same_as"]].filter(([, key]) => people.some((each) => each[key]));
        const has = (key) => columns.some(([, known]) => known === key);
        const cell = (each, key, name = null) => (has(key) ? html("td", { class: name }, visibleLine(each[key])) : null);
        const line = (each) => {
            const { number, name, withdrawn, version, at } = each;
            const who = visibleLine(name);
            return html("tr", { "data-key": String(number) },
                html("th", { scope: "row", class: "name" }, html("bdi", { title: who }, who)), cell(each, "id"), cell(each, "group"), cell(each, "team"),
                html("td", { class: "words state" }, studentInWords(each)), html("td", {}, at === null ? "" : timeOf(at)), cell(each, "same_as", "words"),
                html("td", { class: "actions" }, version === null ? null : button("versions", number, "Versions", who), " ",
                    withdrawn ? button("bring-back", number, "Bring back", who) : button("withdraw", number, "Withdraw", who), " ", button("link", number, "New link", who)));
        };
        const before = columns.filter(([title]) => title !== "same as").map(([title]) => title);
        fillTable(byId("people-table"), "In the order of the list", ["name", ...before, "state", "time", ...(has("same_as") ? ["same as"] : []), "actions"], people.map(line), "The list is empty.");
    }
}

async function start() {
    startPage();
    const token = takeToken();
    const entered = token ? await enter(token) : {};
    if (entered.role === "student") return location.replace("/");
    const who = await askWho();
    if (!who) return;
    byId("to-public").hidden = !who.public;
    if (who.teacher && !entered.error) return new TeacherPage();
    showEntrance(entered.error ?? null, (role) => (role === "student" ? location.replace("/") : location.reload()));
}

start();
