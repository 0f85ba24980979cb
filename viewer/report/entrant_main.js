// The page of one entrant in a report. The referee writes its content. This script adds the theme, the marks of scrollable elements, and
// the sorting of tables.
import { startPage } from "../page.js";
import { Table } from "./table.js";

/// Replaces a table by one that is sorted when a column heading is clicked.
function makeSortable(root) {
    const { caption, tHead, tBodies } = root.querySelector("table");
    const rows = [...tBodies[0].rows].map(({ cells }) => [...cells].map((cell) => cell.cloneNode(true)));
    const columns = [...tHead.rows[0].cells].map(({ textContent, className }, i) => {
        const numbers = rows.every((row) => row[i].textContent !== "" && !Number.isNaN(Number(row[i].textContent)));
        return { title: textContent, class: className, head: rows[0][i].tagName === "TH", cell: (row) => [...row[i].cloneNode(true).childNodes],
                 value: ({ [i]: { textContent: text } }) => (numbers ? Number(text) : text) };
    });
    return new Table(root, { caption: caption.textContent, columns, rows });
}

startPage();
document.querySelectorAll("section > .scroll").forEach(makeSortable);
