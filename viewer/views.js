// The buttons of a game with secrets that show everything, or what one of its players saw.
import { html } from "./dom.js";
import { refill } from "./refill.js";

export class Views {
    /// `see(viewer)` shows what this player saw; everything if it is null.
    constructor(root, see) {
        this.root = root;
        root.addEventListener("click", (event) => {
            const viewer = event.target.closest("button")?.dataset.viewer;
            if (viewer !== undefined) see(viewer === "" ? null : Number(viewer));
        });
    }

    /// Shows which view of a match is shown. `name(player)` makes the name of a player.
    show({ hasSecrets, viewer: shown }, name) {
        this.root.hidden = !hasSecrets;
        if (!hasSecrets) return;
        const button = (viewer, ...words) => html("button", { type: "button", class: "quiet", "data-viewer": viewer ?? "", "aria-pressed": String(viewer === shown) }, ...words);
        refill(this.root, button(null, "Everything"), ...[0, 1].map((player) => button(player, html("span", {}, "What "), name(player), html("span", {}, " saw"))));
    }
}
