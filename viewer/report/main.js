// The page of a tournament whose matches are in pages of their own.
import { startEdges } from "../edges.js";
import { startSkipping } from "../skip.js";
import { startTheme } from "../theme.js";
import { ReportView } from "./report_view.js";

startTheme();
startSkipping();
startEdges();
new ReportView();
