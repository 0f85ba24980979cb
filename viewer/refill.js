// Replaces content, but keeps elements that have not changed, with their focus, selection, scroll position and animations.

function sameKind(one, other) {
    return one.nodeType === other.nodeType && one.nodeName === other.nodeName;
}

function takeOver(old, wanted) {
    if (old.nodeType !== Node.ELEMENT_NODE) {
        if (old.data !== wanted.data) old.data = wanted.data;
        return;
    }
    if (old.isEqualNode(wanted)) return;
    for (const { name } of [...old.attributes]) if (!wanted.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of wanted.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    fit(old, [...wanted.childNodes]);
}

const keyOf = (node) => node.dataset?.key;

function fit(parent, wanted) {
    const keyed = new Map([...parent.children].filter((child) => keyOf(child) !== undefined).map((child) => [keyOf(child), child]));
    let at = parent.firstChild;
    for (const node of wanted) {
        const key = keyOf(node);
        const old = key !== undefined ? keyed.get(key) : at && keyOf(at) === undefined ? at : undefined;
        if (!old || !sameKind(old, node)) {
            parent.insertBefore(node, at);
            continue;
        }
        keyed.delete(key);
        if (old === at) at = at.nextSibling;
        else parent.insertBefore(old, at);
        takeOver(old, node);
    }
    while (at) {
        const next = at.nextSibling;
        at.remove();
        at = next;
    }
}

/// Like replaceChildren(). An element with a data-key is matched by its key, and any other one by its place. A kept element keeps its
/// listeners, and the listeners of the new element are lost. So add listeners only to an ancestor.
export function refill(parent, ...children) {
    const focused = document.activeElement;
    fit(parent, children.flat().filter((child) => child !== null && child !== undefined)
        .map((child) => (typeof child === "string" ? document.createTextNode(child) : child)));
    if (focused && focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true });
}
