// Tests the places for making moves by clicking: in whole matches, each valid move has its own place on the board.
import assert from "node:assert/strict";
import { test } from "node:test";
import { play, read, referee } from "./harness.js";
import { cluster } from "../../games/cluster/drawing.js";
import { fitz } from "../../games/fitz/drawing.js";
import { magnetic_cave } from "../../games/magnetic_cave/drawing.js";
import { magnetize } from "../../games/magnetize/drawing.js";
import { othello } from "../../games/othello/drawing.js";

const drawings = { cluster, fitz, magnetic_cave, magnetize, othello };

/// Returns the valid moves of each turn of a player, read from the blocks that a bot gets.
function validMoves(log, match, player) {
    const lines = referee("replay", log, "--stdin-of", String(player)).split("\n");
    const { name, config } = match.game;
    let at = 0;
    const skip = (count) => (at += count);
    const number = () => Number(lines[at++]);
    const turns = [];
    if (name === "cluster") {
        for (let i = 0; i < 4; ++i) skip(number());
        while (at < lines.length - 1) {
            skip(1);
            const columns = lines.slice(at + 1, at + 1 + number()).map((line) => line.split(" ")[0]);
            skip(columns.length);
            skip(number());
            skip(number());
            const hand = lines.slice(at + 1, at + 1 + number());
            skip(hand.length + 1);
            turns.push([...columns.flatMap((column) => [...new Set(hand)].map((colour) => `PLACE ${column} ${colour}`)), ...[1, 2, 3, 4, 5].map((cycles) => `ROTATE ${cycles}`)]);
        }
        return turns;
    }
    skip(3 + (name === "fitz" ? 5 * config.tiles.length : 0));
    while (at < lines.length - 1) {
        skip(1);
        skip(number());
        skip(1 + match.initial.board.length);
        const count = number();
        turns.push(lines.slice(at, at + count));
        skip(count);
    }
    return turns;
}

test("the words of the pages do not contain the terminal's marks", () => {
    const config = { height: 5, width: 6, square: 2, maglock: 1, side: 6, connect: 4 };
    for (const { rules, prompt, endings } of Object.values(drawings)) {
        const paragraphs = [...rules(config), prompt, ...Object.values(endings)];
        assert.ok(rules(config).length >= 2);
        for (const paragraph of paragraphs) assert.doesNotMatch(paragraph, /[\n`*#]|undefined|\b[A-Z]{4,}|player \d/);
    }
});

function boxOf({ shape, ...part }) {
    if (shape === "circle") return { left: part.cx - part.r, top: part.cy - part.r, right: part.cx + part.r, bottom: part.cy + part.r };
    assert.equal(shape, "rect");
    return { left: part.x, top: part.y, right: part.x + part.width, bottom: part.y + part.height };
}

const holds = (box, { x, y }) => x > box.left && x < box.right && y > box.top && y < box.bottom;

/// The centres of the pieces in a drawing.
function pieces(parts, x = 0, y = 0) {
    return parts.filter(({ shape }) => shape === "g").flatMap(({ at = [0, 0], parts: inside }) =>
        (inside.some(({ shape }) => shape === "g") ? pieces(inside, x + at[0], y + at[1]) : [{ x: x + at[0], y: y + at[1] }]));
}

const games = [["magnetize", []], ["magnetize:height=2,width=2", []], ["magnetize:height=64,width=64,max_plies=6", []], ["othello", []], ["magnetic_cave", []],
               ["cluster", ["--seed", "3"]], ["cluster:side=3", ["--seed", "1"]], ["cluster:side=9,connect=5", ["--seed", "1"]], ["fitz", []], ["fitz:height=5,width=9", []]];

for (const [spec, options] of games) {
    test(`${spec}: each valid move has its own place`, () => {
        const log = play("random", "random", "--game", spec, ...options);
        const match = read(log);
        const { config } = match.game;
        const drawing = drawings[match.game.name];
        const turns = [validMoves(log, match, 0), validMoves(log, match, 1)];
        let seen = 0;
        match.plies.forEach(({ player, move, hand }, i) => {
            const frame = i === 0 ? match.initial : match.plies[i - 1].frame;
            const moves = turns[player].shift();
            assert.ok(moves.includes(move), `ply ${i + 1}`);
            assert.equal(new Set(moves.map((each) => drawing.words(each))).size, moves.length);
            const { width, height } = drawing.draw({ config, frame, previous: null, ply: null, next: { player, hand }, result: null });
            const targets = moves.map((each) => drawing.target(each, { config, frame, player }));
            const onBoard = targets.filter(({ hit }) => hit).map((target) => ({ ...target, box: boxOf(target.hit[0]) }));
            assert.ok(onBoard.length === targets.length || moves.join() === "PASS");
            for (const { key, box, preview, hint } of onBoard) {
                assert.ok(box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height, `${key} is outside`);
                assert.ok(preview().length > 0 && hint.length > 0);
                // The preview of a move is at the place of the click.
                const placed = pieces(preview());
                assert.equal(placed.length > 0, !/rotate|magnet/.test(key));
                assert.ok(placed.length === 0 || placed.some(({ x }) => Math.abs(x - (box.left + box.right) / 2) < 0.01), key);
                assert.ok(placed.length === 0 || placed.some((at) => holds(box, at)), key);
            }
            // A click in the middle of a place hits only this place. The moves of this place have different pictures.
            onBoard.forEach((one, n) => {
                const { left, top, right, bottom } = one.box;
                const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
                for (const other of onBoard.slice(n + 1).filter(({ turn }) => turn === one.turn)) {
                    if (other.key === one.key) assert.notDeepEqual(other.icon, one.icon);
                    else assert.ok(!holds(other.box, middle), `${other.key} covers ${one.key}`);
                }
            });
            seen += targets.length;
        });
        assert.ok(seen > 4, String(seen));
        assert.deepEqual(turns.flat(), []);
    });
}
