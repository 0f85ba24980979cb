// Paints a game's drawing as SVG, and animates the parts that moved.
//
// A drawing is an object {width, height, label, parts, notes}. A part is {key, shape, at, turn, class, text, parts, motion, ghost, ...}.
// `shape` is the name of an SVG element. `at` [x, y] and `turn` (degrees) are its place. `motion` describes how it reaches its place. All
// other members are attributes. Parts with the same key in successive drawings are the same object. A ghost is visible only during a
// motion. `motion` is a list of steps {t, x, y, turn, scale, scaleX, opacity, easing} with t from 0 to 1, each relative to the final place
// of the part.
import { svg } from "./dom.js";

const own = new Set(["key", "shape", "at", "turn", "text", "parts", "motion", "ghost"]);

function placed(part) {
    const [x, y] = part.at ?? [0, 0];
    return { x, y, turn: part.turn ?? 0 };
}

function attributesOf(part) {
    const attributes = {};
    for (const [name, value] of Object.entries(part)) {
        if (!own.has(name)) attributes[name] = value;
    }
    if (part.at || part.turn) {
        const { x, y, turn } = placed(part);
        attributes.transform = `translate(${x} ${y})` + (turn ? ` rotate(${turn})` : "");
    }
    return attributes;
}

function keyframe(part, step) {
    const { x, y, turn } = placed(part);
    const scaleX = step.scaleX ?? step.scale ?? 1;
    const transform = `translate(${x + (step.x ?? 0)}px, ${y + (step.y ?? 0)}px) rotate(${turn + (step.turn ?? 0)}deg) ` +
        `scale(${scaleX}, ${step.scale ?? 1})`;
    const frame = { transform, offset: step.t, easing: step.easing ?? "ease-in-out" };
    if (part.motion.some((other) => other.opacity !== undefined)) frame.opacity = step.opacity ?? 1;
    return frame;
}

function steps(part) {
    const list = part.motion.slice();
    if (list[0].t > 0) list.unshift({ ...list[0], t: 0 });
    if (list[list.length - 1].t < 1) list.push({ t: 1, ...(part.ghost ? { opacity: 0 } : {}) });
    return list.map((step) => keyframe(part, step));
}

/// Paints drawings into one <svg>.
export class Board {
    constructor(root) {
        this.root = root;
        this.children = new Map();
        this.running = [];
    }

    /// Paints a drawing. `duration` is the length of the motion in milliseconds; with 0, everything is in its place at once.
    paint(drawing, duration) {
        for (const animation of this.running) animation.finish();
        this.running = [];
        this.root.setAttribute("viewBox", `0 0 ${drawing.width} ${drawing.height}`);
        this.root.setAttribute("aria-label", drawing.label);
        this.update(this.root, this.children, drawing.parts, duration);
    }

    update(parent, known, parts, duration) {
        const seen = duration > 0 ? parts : parts.filter((part) => !part.ghost);
        const wanted = new Set(seen.map((part) => part.key));
        for (const [key, entry] of known) {
            if (wanted.has(key)) continue;
            entry.element.remove();
            known.delete(key);
        }
        let last = null;
        for (const part of seen) {
            const element = this.element(known, part, duration);
            const next = last ? last.nextSibling : parent.firstChild;
            if (element !== next) parent.insertBefore(element, next);
            last = element;
        }
    }

    element(known, part, duration) {
        const attributes = attributesOf(part);
        const signature = part.shape + JSON.stringify(attributes) + (part.text ?? "");
        let entry = known.get(part.key);
        if (entry?.signature !== signature || part.ghost) {  // a ghost is created anew, because the old one stays hidden
            const element = svg(part.shape, attributes, part.text ?? null);
            entry?.element.replaceWith(element);
            entry = { element, signature, children: new Map() };
            known.set(part.key, entry);
        }
        if (part.parts) this.update(entry.element, entry.children, part.parts, duration);
        if (part.motion && duration > 0) this.animate(entry.element, part, duration);
        return entry.element;
    }

    animate(element, part, duration) {
        const animation = element.animate(steps(part), { duration, fill: part.ghost ? "forwards" : "none" });
        if (part.ghost) animation.onfinish = () => element.setAttribute("visibility", "hidden");
        this.running.push(animation);
    }
}
