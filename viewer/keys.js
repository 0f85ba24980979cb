// Handles the keyboard, except for keys that a focused control handles itself.

const ownKeys = [
    ["select, textarea, input:not([type=range])", () => true],
    ["button, summary, a", (key) => key === " " || key === "Enter"],
];

function belongsTo(target, key) {
    return ownKeys.some(([selector, takes]) => target.closest?.(selector) && takes(key));
}

/// Handles keys while `active()` is true. `actions` maps a key, named as in KeyboardEvent.key, to a function.
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
