// The page of `referee view`.
import { MatchView } from "./match_view.js";
import { startPage } from "./page.js";

startPage();
new MatchView();
