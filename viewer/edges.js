// Marks the directions in which an element can be scrolled; the style sheet lets its edges fade there.

function mark(element) {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight, classList } = element;
    // Sizes are rounded: an element that is scrolled to its end may be off by a fraction of a pixel.
    classList.toggle("more-left", scrollLeft > 1);
    classList.toggle("more-right", scrollWidth - clientWidth - scrollLeft > 1);
    classList.toggle("more-up", scrollTop > 1);
    classList.toggle("more-down", scrollHeight - clientHeight - scrollTop > 1);
}

/// Marks all scrollable elements of the page, now and after every change.
export function startEdges() {
    for (const element of document.querySelectorAll(".scroll, .table-frame")) {
        const again = () => mark(element);
        element.addEventListener("scroll", again, { passive: true });
        new ResizeObserver(again).observe(element);
        new MutationObserver(again).observe(element, { childList: true, characterData: true, subtree: true });
    }
}
