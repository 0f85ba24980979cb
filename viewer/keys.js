// Handles the keyboard. Keys that a control needs for itself are left to it.

const ownKeys = [
    ["select, textarea, input:not([type=range])", () => true],
    ["button, summary, a", (key) => key === " " || key === "Enter"],
];

function belongsTo(target, key) {
    return ownKeys.some(([selector, takes]) => target.closest?.(selector) && takes(key));
}

/// Listens for keys while `active()` is true; `actions` has a function for each key, by its name in KeyboardEvent.key.
export function startKeys(actions, active) {
    document.addEventListener("keydown", (event) => {
        if (!active() || event.ctrlKey || event.altKey || event.metaKey || belongsTo(event.target, event.key)) return;
        if (document.querySelector("dialog[open]")) return;
        const action = actions[event.key];
        if (!action) return;
        event.preventDefault();
        action();
    });
}
