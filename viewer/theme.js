// Dark or light: as the system has it, until somebody chooses.
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

/// Sets the theme that was chosen last, and lets the buttons of class "theme" change it.
export function startTheme() {
    const buttons = document.querySelectorAll("button.theme");
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const root = document.documentElement;
    const current = () => root.dataset.theme ?? (dark.matches ? "dark" : "light");
    const name = () => {
        for (const button of buttons) button.textContent = current() === "dark" ? "Light" : "Dark";
    };
    if (["dark", "light"].includes(remembered())) root.dataset.theme = remembered();
    const change = () => {
        root.dataset.theme = current() === "dark" ? "light" : "dark";
        remember(root.dataset.theme);
        name();
    };
    for (const button of buttons) button.addEventListener("click", change);
    dark.addEventListener("change", name);
    name();
}
