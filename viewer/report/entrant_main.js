// The page of one entrant in a report. The referee writes its content. This script adds the theme and the marks of scrollable elements.
import { startPage } from "../page.js";

startPage();
