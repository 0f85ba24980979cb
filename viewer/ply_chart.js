// A chart over the plies of a match. Each ply has a slot, from left to right. The current ply is marked, and a click goes to a ply.
import { svg } from "./dom.js";

const left = 52;
const right = 10;
const widest = 56;  // the maximum width of a slot

export class PlyChart {
    /// `go(number)` shows a position.
    constructor(root, go) {
        this.root = root;
        this.go = go;
        this.left = left;
        this.right = right;
        let down = false;
        root.addEventListener("pointerdown", (event) => {
            down = true;
            root.setPointerCapture(event.pointerId);
            this.pick(event);
        });
        root.addEventListener("pointermove", (event) => down && this.pick(event));
        for (const end of ["pointerup", "pointercancel"]) root.addEventListener(end, () => (down = false));
        new ResizeObserver(() => this.draw()).observe(root);
    }

    /// The number of slots: at least one for each ply.
    get count() {
        return this.match.length;
    }

    show(position) {
        this.position = position;
        if (!this.cursor) return;
        const x = this.x(Math.max(position, 1));
        this.cursor.setAttribute("x", x.toFixed(2));
        this.cursor.setAttribute("visibility", position === 0 ? "hidden" : "visible");
    }

    get slot() {
        return Math.min((this.width - left - right) / Math.max(this.count, 1), widest);
    }

    /// The left edge of a ply's slot.
    x(number) {
        return left + (number - 1) * this.slot;
    }

    pick(event) {
        const box = this.root.getBoundingClientRect();
        const number = Math.floor((event.clientX - box.left - left) / this.slot) + 1;
        this.go(Math.max(0, Math.min(this.match.length, number)));
    }

    draw() {
        if (!this.match || this.root.clientWidth === 0) return;
        this.width = Math.max(this.root.clientWidth, 200);
        const { height } = this;
        this.root.setAttribute("viewBox", `0 0 ${this.width} ${height}`);
        this.root.setAttribute("height", height);
        this.cursor = svg("rect", { class: "cursor", y: 4, width: Math.max(this.slot, 2), height: height - 22 });
        this.root.replaceChildren(this.cursor, ...this.content(), ...this.numbers(height));
        this.show(this.position ?? 0);
    }

    numbers(height) {
        const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 1e4, 2e4, 5e4, 1e5].find((n) => n * this.slot >= 34) ?? 1e6;
        const texts = [];
        for (let number = every; number <= this.match.length; number += every) {
            texts.push(svg("text", { class: "scale-words middle", x: this.x(number) + this.slot / 2, y: height - 3 }, String(number)));
        }
        return texts;
    }
}
