// Saves pictures of the board as files. They look as on the screen, with the same colours, but don't need the page's style sheet.

const shapeStyles = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "vector-effect"];
const textStyles = ["font-family", "font-size", "font-weight", "text-anchor"];
const unit = 8;  // pixels for each unit of a drawing
const mostPixels = 1600;

/// Copies the computed styles of an element and of its descendants into the attributes of its copy.
function styled(original, copy) {
    const style = getComputedStyle(original);
    const names = original.tagName === "text" ? [...shapeStyles, ...textStyles] : shapeStyles;
    for (const name of names) {
        const value = style.getPropertyValue(name);
        if (value && value !== "none" || name === "fill") copy.setAttribute(name, value);
    }
    for (const { name } of [...copy.attributes]) if (name === "class" || name.startsWith("data-")) copy.removeAttribute(name);
    [...original.children].forEach((child, i) => styled(child, copy.children[i]));
}

/// Turns the copy of a text on a flipped board, so that the text stays upright.
function upright(original, copy) {
    const { x, y, width, height } = original.getBBox();
    const turn = `rotate(180 ${x + width / 2} ${y + height / 2})`;
    copy.setAttribute("transform", `${copy.getAttribute("transform") ?? ""} ${turn}`);
}

/// The board as an SVG file and its size in pixels: {text, width, height}. `flipped` says whether the board is turned by 180° on the page.
export function pictureOf(board, { flipped = false, ground }) {
    const { width, height } = board.viewBox.baseVal;
    const scale = Math.min(unit, mostPixels / Math.max(width, height));
    const copy = board.cloneNode(true);
    styled(board, copy);
    if (flipped) board.querySelectorAll("text").forEach((text, i) => upright(text, copy.querySelectorAll("text")[i]));
    for (const hidden of copy.querySelectorAll("[visibility=hidden]")) hidden.remove();
    const space = copy.namespaceURI;
    const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
    const root = document.createElementNS(space, "svg");
    for (const [name, value] of Object.entries({ ...size, viewBox: `0 0 ${width} ${height}` })) root.setAttribute(name, value);
    const back = document.createElementNS(space, "rect");
    for (const [name, value] of Object.entries({ width, height, fill: ground })) back.setAttribute(name, value);
    const group = document.createElementNS(space, "g");
    if (flipped) group.setAttribute("transform", `rotate(180 ${width / 2} ${height / 2})`);
    group.append(...copy.childNodes);
    root.append(back, group);
    return { text: new XMLSerializer().serializeToString(root), ...size };
}

/// Draws the picture that pictureOf() returns on a canvas.
export async function canvasOf({ text, width, height }) {
    const image = new Image(width, height);
    image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width, height });
    canvas.getContext("2d", { willReadFrequently: true }).drawImage(image, 0, 0, width, height);
    return canvas;
}

/// Encodes a canvas as a PNG file.
export const pngOf = (canvas) => new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));

/// Lets the browser save a blob as a file.
export function save(name, blob) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
