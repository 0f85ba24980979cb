// The page of one entrant in a report. The referee writes its content. This script adds the theme, the marks of scrollable elements, and
// the sorting of tables.
import { startPage } from "../page.js";
import { makeSortable } from "./sortable.js";

startPage();
document.querySelectorAll("section > .scroll").forEach(makeSortable);
