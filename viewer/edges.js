// Says where something can be scrolled on: its edges fade there, as the style sheet has it.

function mark(element) {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight, classList } = element;
    // Sizes are rounded, and what is scrolled to its end may be a part of a pixel off.
    classList.toggle("more-left", scrollLeft > 1);
    classList.toggle("more-right", scrollWidth - clientWidth - scrollLeft > 1);
    classList.toggle("more-up", scrollTop > 1);
    classList.toggle("more-down", scrollHeight - clientHeight - scrollTop > 1);
}

/// Marks what can be scrolled in this page, now and whenever it changes.
export function startEdges() {
    for (const element of document.querySelectorAll(".scroll, .table-frame")) {
        const again = () => mark(element);
        element.addEventListener("scroll", again, { passive: true });
        new ResizeObserver(again).observe(element);
        new MutationObserver(again).observe(element, { childList: true, characterData: true, subtree: true });
    }
}
