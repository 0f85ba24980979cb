// The page on which a person plays against a bot.
import { startTheme } from "../theme.js";

startTheme();
