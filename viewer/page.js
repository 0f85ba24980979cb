// The behaviour that all pages share: dark and light mode, skip links, and marks on scrollable elements.
import { byId } from "./dom.js";

const key = "referee-theme";

function remembered() {
    try {
        return localStorage.getItem(key);
    } catch {
        return null;  // this page has no storage, so the system's mode is used
    }
}

function remember(theme) {
    try {
        localStorage.setItem(key, theme);
    } catch {
        // without storage, the choice lasts while the page is open
    }
}

// Applies the theme that was chosen last. The buttons of class "theme" change it.
function startTheme() {
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

// Skip links move only the focus and do not change the address, because the address determines what is shown.
function startSkipping() {
    for (const link of document.querySelectorAll("a.skip")) {
        link.addEventListener("click", (event) => {
            event.preventDefault();
            byId(link.hash.slice(1)).focus();
        });
    }
}

// Marks the directions in which an element can be scrolled. The style sheet fades its edges there.
function mark(element) {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight, classList } = element;
    // Sizes are rounded, so an element that is scrolled to its end may be off by a fraction of a pixel.
    classList.toggle("more-left", scrollLeft > 1);
    classList.toggle("more-right", scrollWidth - clientWidth - scrollLeft > 1);
    classList.toggle("more-up", scrollTop > 1);
    classList.toggle("more-down", scrollHeight - clientHeight - scrollTop > 1);
}

// Keeps the marks of all scrollable elements up to date.
function startEdges() {
    for (const element of document.querySelectorAll(".scroll, .table-frame")) {
        const again = () => mark(element);
        element.addEventListener("scroll", again, { passive: true });
        new ResizeObserver(again).observe(element);
        new MutationObserver(again).observe(element, { childList: true, characterData: true, subtree: true });
    }
}

/// Called once by the script of each page. Requires: the target of each skip link has a tabindex.
export function startPage() {
    startTheme();
    startSkipping();
    startEdges();
}
