// The page of a tournament whose matches are in pages of their own.
import { startEdges } from "../edges.js";
import { startTheme } from "../theme.js";
import { ReportView } from "./report_view.js";

startTheme();
startEdges();
new ReportView();
