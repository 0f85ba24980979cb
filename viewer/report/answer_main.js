// The feedback for one student: a text, which the referee writes, and the student's matches.
import { byId } from "../dom.js";
import { startPage } from "../page.js";
import { makeSortable } from "./sortable.js";
import { startTwoViews } from "./two_views.js";

startPage();
document.querySelectorAll("#report-view section > .scroll").forEach(makeSortable);
byId("to-report").textContent = "All games";
const { title } = document;
startTwoViews(() => {
    document.title = title;
});
