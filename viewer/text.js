// Formats times and untrusted texts for display.

// Control characters, and marks that change the writing direction. They are escaped, so that no name can garble the page.
const tricky = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const escaped = (character) => {
    const code = character.charCodeAt(0);
    return code < 256 ? "\\x" + code.toString(16).padStart(2, "0") : "\\u" + code.toString(16).padStart(4, "0");
};

/// An untrusted text with all invisible characters escaped. Newlines and tabs are kept.
export function visible(text) {
    return text.replace(/\r\n/g, "\n").replace(tricky, escaped);
}

/// Like visible(), but for text on one line: newlines and tabs are also replaced.
export function visibleLine(text) {
    return visible(text).replace(/\n/g, "\\n").replace(/\t/g, "    ");
}

/// A duration in microseconds, rounded to about three digits: "812 µs", "52.3 ms", "1.02 s".
export function rounded(micros) {
    if (micros < 999.5) return `${Math.round(micros)} µs`;
    if (micros < 999950) return `${(micros / 1e3).toFixed(1)} ms`;
    return `${(micros / 1e6).toFixed(2)} s`;
}

/// A limit in the largest unit in which it is a whole number: "100 ms", "1 s".
export function exact(micros) {
    const units = [["h", 3600e6], ["min", 60e6], ["s", 1e6], ["ms", 1e3]];
    const [name, size] = units.find(([, unit]) => micros >= unit && micros % unit === 0) ?? ["µs", 1];
    return `${micros / size} ${name}`;
}

/// A number with its noun: "1 ply", "2 plies".
export function counted(number, one, many) {
    return `${number} ${number === 1 ? one : many}`;
}
