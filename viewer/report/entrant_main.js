// The page of one entrant in a report. Its content is written by the referee; this script adds the theme and the marks of scrollable elements.
import { startPage } from "../page.js";

startPage();
