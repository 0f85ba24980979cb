// Dark or light: as the system has it, until somebody chooses.
import { byId } from "./dom.js";

const key = "referee-theme";

function remembered() {
    try {
        return localStorage.getItem(key);
    } catch {
        return null;  // no storage for this page: then it is as the system has it
    }
}

function remember(theme) {
    try {
        localStorage.setItem(key, theme);
    } catch {
        // it holds for as long as the page is open
    }
}

/// Sets the theme that was chosen last, and lets the button change it.
export function startTheme() {
    const button = byId("theme");
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const root = document.documentElement;
    const current = () => root.dataset.theme ?? (dark.matches ? "dark" : "light");
    const name = () => {
        button.textContent = current() === "dark" ? "Light" : "Dark";
    };
    if (["dark", "light"].includes(remembered())) root.dataset.theme = remembered();
    button.addEventListener("click", () => {
        root.dataset.theme = current() === "dark" ? "light" : "dark";
        remember(root.dataset.theme);
        name();
    });
    dark.addEventListener("change", name);
    name();
}
