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

/// Combines PNG files of the same size and colour type into one animation. `times` are their durations in milliseconds. The animation
/// repeats endlessly.
export function apng(files, times) {
    const all = files.map(chunksOf);
    const header = all[0].find(({ type }) => type === "IHDR").data;
    const { width, height } = { width: header.subarray(0, 4), height: header.subarray(4, 8) };
    let sequence = 0;
    const parts = [Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10), chunk("IHDR", header), chunk("acTL", joined([4, files.length], [4, 0]))];
    all.forEach((chunks, i) => {
        parts.push(chunk("fcTL", joined([4, sequence++], width, height, [4, 0], [4, 0], [2, Math.round(times[i])], [2, 1000], [1, 0], [1, 0])));
        for (const { data } of chunks.filter(({ type }) => type === "IDAT")) {
            parts.push(i === 0 ? chunk("IDAT", data) : chunk("fdAT", joined([4, sequence++], data)));
        }
    });
    return joined(...parts, chunk("IEND", new Uint8Array()));
}

/// Draws the match from position 0 to `length`. Each position is shown for `interval` milliseconds. `draw(position)` returns a promise of a
/// canvas. In a long match, only every second (third, ...) position is drawn.
export async function animationOf(length, interval, draw) {
    const step = Math.ceil((length + 1) / most);
    const files = [];
    for (let position = 0; ; position = Math.min(position + step, length)) {
        const blob = await pngOf(await draw(position));
        files.push(new Uint8Array(await blob.arrayBuffer()));
        if (position === length) break;
    }
    return apng(files, files.map((_, i) => (i === files.length - 1 ? lastStays : interval)));
}
