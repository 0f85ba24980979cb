// A tournament and its matches in one page.
import { startPage } from "../page.js";
import { ReportView } from "./report_view.js";
import { startTwoViews } from "./two_views.js";

startPage();
const view = new ReportView();
startTwoViews(() => view.named());
