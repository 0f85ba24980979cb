// The page of `referee view`.
import { MatchView } from "./match_view.js";
import { startTheme } from "./theme.js";

startTheme();
new MatchView();
