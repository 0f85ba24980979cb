// The page of one entrant in a report. Its content is written by the referee; this script adds the theme and the marks of scrollable elements.
import { startEdges } from "../edges.js";
import { startSkipping } from "../skip.js";
import { startTheme } from "../theme.js";

startTheme();
startSkipping();
startEdges();
