// A table that is sorted when a column heading is clicked.
import { html } from "../dom.js";
import { refill } from "../refill.js";

/// Compares two texts or two numbers.
export const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a - b);

/// Sorts rows. Missing values come last in both directions.
function inOrder(rows, value, direction) {
    const known = rows.filter((row) => value(row) !== null).sort((a, b) => direction * compare(value(a), value(b)));
    return [...known, ...rows.filter((row) => value(row) === null)];
}

/// The table that each element shows.
const tables = new WeakMap();

export class Table {
    /// `columns` are {title, about, cell(row), value(row), down, head, class}. `cell` returns elements or text. `value` returns the sort
    /// key; a column without it can't be sorted. With `down`, the first click sorts the largest first. With `head`, the cells are row
    /// headings. `pageSize` is the number of rows on a page. `key(row)` identifies a row across updates. `sorted` is {title, direction}. A
    /// table that replaces another one in the same element keeps its sort order.
    constructor(root, { caption, columns, rows, key = null, sorted = null, pageSize = Infinity }) {
        const before = tables.get(root);
        this.root = root;
        this.caption = caption;
        this.columns = columns;
        this.rows = rows;
        this.key = key;
        this.pageSize = pageSize;
        this.begin = 0;
        this.sorted = before ? before.sorted : sorted;
        if (!before) root.addEventListener("click", (event) => tables.get(root)?.press(event.target.closest(".sort")));
        tables.set(root, this);
        this.draw();
    }

    head(column) {
        const attributes = { scope: "col", class: column.class, title: column.about };
        if (!column.value) return html("th", attributes, column.title ?? "");
        const order = this.sorted?.title !== column.title ? "none" : this.sorted.direction > 0 ? "ascending" : "descending";
        return html("th", { ...attributes, "aria-sort": order }, html("button", { type: "button", class: "sort" }, column.title));
    }

    press(button) {
        const column = button && this.columns.find(({ title, value }) => value && title === button.textContent);
        if (!column) return;
        const again = this.sorted?.title === column.title;
        this.sorted = { title: column.title, direction: again ? -this.sorted.direction : column.down ? -1 : 1 };
        this.begin = 0;
        this.draw();
    }

    /// Shows a changed list of rows, and stays on the same page.
    update(rows) {
        this.rows = rows;
        while (this.begin > 0 && this.begin >= rows.length) this.begin -= this.pageSize;
        this.draw();
    }

    /// Shows the first page of other rows in the same sort order.
    show(rows) {
        this.rows = rows;
        this.begin = 0;
        this.draw();
    }

    /// Shows the next (1) or previous (-1) page.
    turn(by) {
        this.begin = Math.max(0, this.begin + by * this.pageSize);
        this.draw();
    }

    get end() {
        return Math.min(this.begin + this.pageSize, this.rows.length);
    }

    row(row) {
        return html("tr", { "data-key": this.key?.(row) }, ...this.columns.map((column) => {
            const content = [column.cell(row)].flat();
            return column.head ? html("th", { scope: "row", class: column.class }, ...content) : html("td", { class: column.class }, ...content);
        }));
    }

    draw() {
        const by = this.columns.find(({ title, value }) => value && title === this.sorted?.title);
        const rows = by ? inOrder(this.rows, by.value, this.sorted.direction) : this.rows;
        refill(this.root, html("table", {}, html("caption", {}, this.caption),
            html("thead", {}, html("tr", {}, ...this.columns.map((column) => this.head(column)))),
            html("tbody", {}, ...rows.slice(this.begin, this.end).map((row) => this.row(row)))));
        this.drawn?.();
    }
}
