// A tournament and its matches in one page. The address determines which of them is shown.
import { byId } from "../dom.js";
import { MatchView } from "../match_view.js";
import { startPage } from "../page.js";
import { ReportView } from "./report_view.js";

let matches = null;
let scrolled = 0;

function follow(report) {
    const wanted = location.hash.startsWith("#match=") && document.getElementById("match-1") !== null;
    const shown = !byId("match-view").hidden;
    if (wanted && !shown) scrolled = scrollY;
    byId("report-view").hidden = wanted;
    byId("match-view").hidden = !wanted;
    if (wanted) {
        matches ??= new MatchView();
        if (!shown) scrollTo(0, 0);
    } else if (shown) {
        matches?.leave();
        report.named();
        if (!location.hash.startsWith("#games=")) scrollTo(0, scrolled);
    }
}

startPage();
byId("match-view").hidden = true;
const view = new ReportView();
addEventListener("hashchange", () => follow(view));
follow(view);
