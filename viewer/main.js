// The page of `referee view`.
import { MatchView } from "./match_view.js";
import { startSkipping } from "./skip.js";
import { startTheme } from "./theme.js";

startTheme();
startSkipping();
new MatchView();
