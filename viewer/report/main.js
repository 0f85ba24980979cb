// The page of a tournament whose matches are in pages of their own.
import { startPage } from "../page.js";
import { ReportView } from "./report_view.js";

startPage();
new ReportView();
