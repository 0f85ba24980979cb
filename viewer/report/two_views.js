// A page with a text about games, and with these games. The address determines which of them is shown.
import { byId } from "../dom.js";
import { MatchView } from "../match_view.js";

/// Shows the text, or the match in the address, also when the address changes. `named()` is called when the text is shown again.
export function startTwoViews(named) {
    let matches = null;
    let scrolled = 0;
    const follow = () => {
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
            named();
            if (!location.hash.startsWith("#games=")) scrollTo(0, scrolled);
        }
    };
    byId("match-view").hidden = true;
    addEventListener("hashchange", follow);
    follow();
}
