// Creates elements. Text is inserted only as text nodes, so that untrusted text is never interpreted as markup.

const svgSpace = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
}

/// Creates an HTML element with attributes and children (elements or texts). A null attribute or child is omitted.
export function html(tag, attributes = {}, ...children) {
    return fill(document.createElement(tag), attributes, children);
}

/// Creates an SVG element in the same way.
export function svg(tag, attributes = {}, ...children) {
    return fill(document.createElementNS(svgSpace, tag), attributes, children);
}

/// Returns the element with this id. Requires: it exists.
export function byId(id) {
    const found = document.getElementById(id);
    if (found === null) throw new Error(`the page has no #${id}`);
    return found;
}
