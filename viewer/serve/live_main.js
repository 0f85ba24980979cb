// The page of a tournament that is being played.
import { startTheme } from "../theme.js";

startTheme();
