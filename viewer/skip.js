// The links that lead past what stands first. They move the focus only: the address says what is shown.
import { byId } from "./dom.js";

/// Requires: what a link leads to has a tabindex.
export function startSkipping() {
    for (const link of document.querySelectorAll("a.skip")) {
        link.addEventListener("click", (event) => {
            event.preventDefault();
            byId(link.hash.slice(1)).focus();
        });
    }
}
