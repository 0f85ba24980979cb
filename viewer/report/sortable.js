// Sorting of the tables in a page that the referee has written as markup.
import { Table } from "./table.js";

/// Replaces the table in `root` by one that is sorted when a column heading is clicked.
export function makeSortable(root) {
    const { caption, tHead, tBodies } = root.querySelector("table");
    const rows = [...tBodies[0].rows].map(({ cells }) => [...cells].map((cell) => cell.cloneNode(true)));
    const columns = [...tHead.rows[0].cells].map(({ textContent, className }, i) => {
        const numbers = rows.every((row) => row[i].textContent !== "" && !Number.isNaN(Number(row[i].textContent)));
        return { title: textContent, class: className, head: rows[0][i].tagName === "TH", cell: (row) => [...row[i].cloneNode(true).childNodes],
                 value: ({ [i]: { textContent: text } }) => (numbers ? Number(text) : text) };
    });
    return new Table(root, { caption: caption.textContent, columns, rows });
}
