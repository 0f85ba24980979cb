// What the keyboard does. Keys that a control needs for itself stay its own.

const ownKeys = [
    ["select, textarea, input:not([type=range])", () => true],
    ["button, summary, a", (key) => key === " " || key === "Enter"],
];

function belongsTo(target, key) {
    return ownKeys.some(([selector, takes]) => target.closest?.(selector) && takes(key));
}

/// Listens for keys as long as it is `active`; `actions` says what each of them does, by its name in KeyboardEvent.key.
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
