// The page of `referee view`.
import { startEdges } from "./edges.js";
import { MatchView } from "./match_view.js";
import { startTheme } from "./theme.js";

startTheme();
startEdges();
new MatchView();
