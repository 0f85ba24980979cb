// The skip links. They only move the focus, because the address decides what is shown.
import { byId } from "./dom.js";

/// Requires: the target of each link has a tabindex.
export function startSkipping() {
    for (const link of document.querySelectorAll("a.skip")) {
        link.addEventListener("click", (event) => {
            event.preventDefault();
            byId(link.hash.slice(1)).focus();
        });
    }
}
