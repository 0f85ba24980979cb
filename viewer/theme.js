// Dark or light mode: that of the system, until the user chooses.
const key = "referee-theme";

function remembered() {
    try {
        return localStorage.getItem(key);
    } catch {
        return null;  // no storage for this page: the system's mode is used
    }
}

function remember(theme) {
    try {
        localStorage.setItem(key, theme);
    } catch {
        // then the choice lasts while the page is open
    }
}

/// Applies the theme that was chosen last, and lets the buttons of class "theme" change it.
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
