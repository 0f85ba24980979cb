// The page of a tournament whose matches have their own pages.
import { startPage } from "../page.js";
import { ReportView } from "./report_view.js";

startPage();
new ReportView();
