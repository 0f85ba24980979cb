// The page of a tournament whose matches are in pages of their own.
import { startSkipping } from "../skip.js";
import { startTheme } from "../theme.js";
import { ReportView } from "./report_view.js";

startTheme();
startSkipping();
new ReportView();
