// The page of one entrant in a report. Its content is written by the referee; this is the theme and the signs of what can be scrolled.
import { startEdges } from "../edges.js";
import { startSkipping } from "../skip.js";
import { startTheme } from "../theme.js";

startTheme();
startSkipping();
startEdges();
