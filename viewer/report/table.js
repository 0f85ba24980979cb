// A table that is sorted by a press on the head of a column.
import { html } from "../dom.js";

const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a - b);

/// Nothing comes last, whichever way is sorted.
function inOrder(rows, value, direction) {
    const known = rows.filter((row) => value(row) !== null).sort((a, b) => direction * compare(value(a), value(b)));
    return [...known, ...rows.filter((row) => value(row) === null)];
}

export class Table {
    /// `columns` are {title, about, cell(row), value(row), down, head, class}: `cell` gives elements or text, `value` what is sorted
    /// by (none: the column can't be); `down`: the largest first; `head`: the cells are the heads of their rows. `pageSize`: so many
    /// rows are shown at once.
    constructor(root, { caption, columns, rows, pageSize = Infinity }) {
        this.columns = columns;
        this.rows = rows;
        this.pageSize = pageSize;
        this.begin = 0;
        this.body = html("tbody");
        this.heads = columns.map((column, i) => this.head(column, i));
        root.replaceChildren(html("table", {}, html("caption", {}, caption), html("thead", {}, html("tr", {}, ...this.heads)), this.body));
        this.draw();
    }

    head(column, number) {
        const attributes = { scope: "col", class: column.class, title: column.about };
        if (!column.value) return html("th", attributes, column.title ?? "");
        const button = html("button", { type: "button", class: "sort" }, column.title);
        button.addEventListener("click", () => this.sort(number));
        return html("th", { ...attributes, "aria-sort": "none" }, button);
    }

    sort(number) {
        const { value, down } = this.columns[number];
        const again = this.sorted?.number === number;
        this.sorted = { number, value, direction: again ? -this.sorted.direction : down ? -1 : 1 };
        this.heads.forEach((head, i) => {
            if (this.columns[i].value) head.setAttribute("aria-sort", i !== number ? "none" : this.sorted.direction > 0 ? "ascending" : "descending");
        });
        this.begin = 0;
        this.draw();
    }

    /// Shows other rows, sorted as those before.
    show(rows) {
        this.rows = rows;
        this.begin = 0;
        this.draw();
    }

    /// Shows the page after (1) or before (-1) this one.
    turn(by) {
        this.begin = Math.max(0, this.begin + by * this.pageSize);
        this.draw();
    }

    get end() {
        return Math.min(this.begin + this.pageSize, this.rows.length);
    }

    draw() {
        const rows = this.sorted ? inOrder(this.rows, this.sorted.value, this.sorted.direction) : this.rows;
        this.body.replaceChildren(...rows.slice(this.begin, this.end).map((row) => html("tr", {}, ...this.columns.map((column) => {
            const content = [column.cell(row)].flat();
            return column.head ? html("th", { scope: "row", class: column.class }, ...content) : html("td", { class: column.class }, ...content);
        }))));
        this.drawn?.();
    }
}
