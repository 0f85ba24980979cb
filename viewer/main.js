// The page of `referee view`.
import { startEdges } from "./edges.js";
import { MatchView } from "./match_view.js";
import { startSkipping } from "./skip.js";
import { startTheme } from "./theme.js";

startTheme();
startSkipping();
startEdges();
new MatchView();
