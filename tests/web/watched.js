// Helpers for the tests of the live page. They play tournaments of slow bots, and serve them while they are played.
import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beginTournament, bot, folder, serve } from "./harness.js";

/// While there is a file of this name, the slow bots wait, so that nothing changes, however long a test takes.
const wait = join(folder, "wait");
export const hold = () => writeFileSync(wait, "");
export const goOn = () => rmSync(wait);

/// Makes a bot that is slow enough to be watched. It reports a bad score for its positions.
export function slow(name, seed, seconds = 0.03) {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${bot("random").replace(/ --seed 1$/, "")} --seed ${seed} | while IFS= read -r line; do sleep ${seconds}; while [ -e '${wait}' ]; do sleep 0.02; done; echo "info score -21 depth 3" >&2; echo "$line"; done\n`);
    chmodSync(path, 0o755);
    return `'${path}'`;
}

export const hostile = "<script>window.hacked=1<";
const bots = [slow("ann", 1), slow("bob", 2), slow(hostile, 3)];
const small = ["--game", "magnetize:height=4,width=5,square=2", "--seed", "5"];

/// Begins a tournament, and serves it as soon as its file exists.
export const begun = (...options) => begunOf(bots, ...options);

export async function begunOf(bots, ...options) {
    const tournament = beginTournament(bots, ...small, ...options);
    while (!existsSync(tournament.path)) await new Promise((done) => setTimeout(done, 20));
    return { ...tournament, server: await serve([tournament.path]) };
}

/// The thoughts of the bots: for each bot, its words, and by how many pixels the icon before them overlaps them.
export async function thoughts(page) {
    await page.locator(".running-game .thinks").first().waitFor();
    return page.$$eval(".running-game .thinks", (all) => all.map((element) => {
        const words = document.createRange();
        words.selectNodeContents(element.lastChild);
        return { said: element.textContent, overlap: element.querySelector(".icon").getBoundingClientRect().right - words.getBoundingClientRect().left };
    }));
}

/// The number of games that the page knows, and a function that waits until the page knows more.
export const count = (page) => page.locator("#games-count").textContent().then((words) => Number(/of (\d+) game/.exec(words)[1]));
export const grown = (page, than) => page.waitForFunction((games) => Number(/of (\d+) game/.exec(document.getElementById("games-count").textContent)?.[1] ?? 0) > games, than);
