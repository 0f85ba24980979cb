// A page of the documentation. It has its content, and needs a script only for what all pages share.
import { startPage } from "../page.js";

startPage();
