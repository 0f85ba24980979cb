// The rounds of a knockout: the result of each pairing, and the byes.
import { byId, html } from "../dom.js";
import { refill } from "../refill.js";

function side(report, pairing, which) {
    const place = pairing[which];
    const won = pairing.winner === place;
    return html("span", { class: won ? "side won" : "side" }, html("bdi", { class: "who" }, report.names[place]),
        html("span", { class: "score" }, pairing[`points_${which}`]));
}

function pairingItem(report, pairing) {
    const { a, b, winner, state } = pairing;
    const isHeir = winner !== null && winner !== a && winner !== b;      // the replacement of one of the two
    const ending = isHeir ? `${state}, ${report.names[winner]} advances` : state;
    const words = winner === null || isHeir ? `${report.names[a]} against ${report.names[b]}, ${ending}: the games` : `${report.names[winner]} beats ${report.names[winner === a ? b : a]}: the games`;
    return html("li", {}, html("a", { class: "pairing", href: `#games=${report.id(a)}-${report.id(b)}`, title: words }, side(report, pairing, "a"), side(report, pairing, "b"),
        ending ? html("span", { class: "state" }, ending) : null));
}

export function showBracket(report) {
    const { bracket } = report.data;
    if (!bracket) return;
    byId("bracket").hidden = false;
    refill(byId("bracket-rounds"), html("div", { class: "rounds" }, ...bracket.map((round) => html("section", { class: "round" },
        html("h3", {}, round.name),
        html("ul", {}, ...round.pairings.map((pairing) => pairingItem(report, pairing))),
        round.byes.length > 0 ? html("p", { class: "notes" }, "bye: ", ...round.byes.flatMap((place, i) => [i > 0 ? ", " : "", html("bdi", {}, report.names[place])])) : null))));
}
