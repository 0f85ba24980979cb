// A match as one animated picture: an APNG, which browsers, chat programs and most other programs can display. https://www.w3.org/TR/png-3/
import { pngOf } from "./picture.js";

const most = 600;  // frames; more would exceed the memory of a phone
const lastStays = 3000;  // milliseconds

const table = Uint32Array.from({ length: 256 }, (_, number) => {
    let value = number;
    for (let bit = 0; bit < 8; ++bit) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
});

function crc32(bytes) {
    let crc = 0xffffffff;
    for (const byte of bytes) crc = table[(crc ^ byte) & 255] ^ (crc >>> 8);
    return ~crc >>> 0;
}

/// Concatenates all parts. A part is either bytes or a number, given as [size in bytes, value].
function joined(...parts) {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + (Array.isArray(part) ? part[0] : part.length), 0));
    let at = 0;
    for (const part of parts) {
        if (Array.isArray(part)) for (let i = 0; i < part[0]; ++i) whole[at + i] = Math.floor(part[1] / 256 ** (part[0] - 1 - i)) & 255;
        else whole.set(part, at);
        at += Array.isArray(part) ? part[0] : part.length;
    }
    return whole;
}

function chunk(type, data) {
    const content = joined(new TextEncoder().encode(type), data);
    return joined([4, data.length], content, [4, crc32(content)]);
}

/// The chunks of a PNG file, as [{type, data}].
export function chunksOf(file) {
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    const chunks = [];
    for (let at = 8; at < file.length; at += 12 + view.getUint32(at)) {
        const type = new TextDecoder().decode(file.subarray(at + 4, at + 8));
        chunks.push({ type, data: file.subarray(at + 8, at + 8 + view.getUint32(at)) });
    }
    return chunks;
}

/// Combines frames {file, x, y, time} into one animation, which repeats endlessly. `file` is a PNG file, and all have the same colour type.
/// The first is the whole picture, and each later one replaces a part of it, at (x, y). `time` is in milliseconds.
export function apng(frames) {
    const all = frames.map(({ file }) => chunksOf(file));
    let sequence = 0;
    const header = (chunks) => chunks.find(({ type }) => type === "IHDR").data;
    const parts = [Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10), chunk("IHDR", header(all[0])), chunk("acTL", joined([4, frames.length], [4, 0]))];
    all.forEach((chunks, i) => {
        const { x, y, time } = frames[i];
        const size = header(chunks).subarray(0, 8);  // width and height
        parts.push(chunk("fcTL", joined([4, sequence++], size, [4, x], [4, y], [2, Math.round(time)], [2, 1000], [1, 0], [1, 0])));
        for (const { data } of chunks.filter(({ type }) => type === "IDAT")) {
            parts.push(i === 0 ? chunk("IDAT", data) : chunk("fdAT", joined([4, sequence++], data)));
        }
    });
    return joined(...parts, chunk("IEND", new Uint8Array()));
}

/// The smallest rectangle {x, y, width, height} with all pixels that differ between two pictures of the same size. One pixel if none differs.
function changed({ width, height, pixels: now }, { pixels: old }) {
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let y = 0, i = 0; y < height; ++y) {
        for (let x = 0; x < width; ++x, ++i) {
            if (now[i] === old[i]) continue;
            [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), y];
        }
    }
    return left > right ? { x: 0, y: 0, width: 1, height: 1 } : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

function pictureIn(canvas) {
    const { width, height } = canvas;
    return { canvas, width, height, pixels: new Uint32Array(canvas.getContext("2d").getImageData(0, 0, width, height).data.buffer) };
}

/// The PNG file of a picture, or of the part of it that differs from `before`.
async function frameOf(picture, before) {
    const part = before ? changed(picture, before) : { x: 0, y: 0, width: picture.width, height: picture.height };
    const cut = Object.assign(document.createElement("canvas"), { width: part.width, height: part.height });
    cut.getContext("2d").drawImage(picture.canvas, -part.x, -part.y);
    const blob = await pngOf(cut);
    return { file: new Uint8Array(await blob.arrayBuffer()), x: part.x, y: part.y };
}

/// Draws the match from position 0 to `length`. Each position is shown for `interval` milliseconds. `draw(position)` returns a promise of a
/// canvas. In a long match, only every second (third, ...) position is drawn.
export async function animationOf(length, interval, draw) {
    const step = Math.ceil((length + 1) / most);
    const frames = [];
    let before = null;
    for (let position = 0; ; position = Math.min(position + step, length)) {
        const picture = pictureIn(await draw(position));
        frames.push({ ...(await frameOf(picture, before)), time: position === length ? lastStays : interval });
        before = picture;
        if (position === length) return apng(frames);
    }
}
