// Tests the part of the address after the #, without a browser. It follows what the page shows, and never undoes an
// address that the user opens.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, mock, test } from "node:test";

const script = readFileSync(new URL("../../viewer/address.js", import.meta.url), "utf8");
const { Address, readAddress } = await import(`data:text/javascript,${encodeURIComponent(script)}`);

const long = 10_000;
let replaced;

beforeEach(() => {
    mock.timers.reset();
    mock.timers.enable({ apis: ["setTimeout"] });
    replaced = [];
    globalThis.location = { hash: "" };
    globalThis.history = {
        replaceState(state, title, hash) {
            replaced.push(hash);
            location.hash = hash;
        },
    };
});

test("quick steps change the address only now and then, and finally to the shown ply", () => {
    const address = new Address();
    for (let ply = 0; ply <= 100; ++ply) {
        address.show(7, ply);
        mock.timers.tick(20);
    }
    mock.timers.tick(long);
    assert.equal(location.hash, "#match=7&ply=100");
    assert.ok(replaced.length > 3 && replaced.length < 10, `${replaced.length} changes in two seconds`);
});

test("an address that is opened before a delayed change stays", () => {
    const address = new Address();
    address.show(7, 3);
    mock.timers.tick(10);
    location.hash = "#games"; // the user clicks a link; the event of the click may come after the delayed change
    mock.timers.tick(long);
    assert.equal(location.hash, "#games");
    assert.deepEqual(replaced, []);
});

test("what is shown later gets its address again", () => {
    const address = new Address();
    address.show(7, 3);
    location.hash = "#match=8";
    mock.timers.tick(long);
    address.show(8, 0);
    mock.timers.tick(long);
    assert.equal(location.hash, "#match=8&ply=0");
});

test("an address that is opened after a change stays, although other plies were shown before", () => {
    const address = new Address();
    address.show(null, 1);
    mock.timers.tick(long);
    address.show(null, 2);
    address.show(null, 3);
    location.hash = "#ply=40";
    mock.timers.tick(long);
    assert.equal(location.hash, "#ply=40");
});

test("a change that is dropped is not made", () => {
    const address = new Address();
    address.show(null, 1);
    address.stop();
    mock.timers.tick(long);
    assert.deepEqual(replaced, []);
});

test("whose view is shown is a part of the address", () => {
    const address = new Address();
    for (const [viewer, hash] of [[0, "#match=7&ply=3&view=0"], [1, "#match=7&ply=3&view=1"], [null, "#match=7&ply=3"]]) {
        address.show(7, 3, { viewer });
        mock.timers.tick(long);
        assert.equal(location.hash, hash);
    }
});

test("an invalid address is read as empty", () => {
    const nothing = { match: null, ply: null, view: null, play: false, embed: false };
    assert.deepEqual(readAddress("#match=7&ply=12"), { ...nothing, match: 7, ply: 12 });
    assert.deepEqual(readAddress("#ply=0"), { ...nothing, ply: 0 });
    assert.deepEqual(readAddress("#ply=3&play"), { ...nothing, ply: 3, play: true });
    assert.deepEqual(readAddress("#ply=3&embed"), { ...nothing, ply: 3, embed: true });
    assert.deepEqual(readAddress("#ply=3&view=1&embed"), { ...nothing, ply: 3, view: 1, embed: true });
    for (const hash of ["", "#", "#ply=", "#ply=-1", "#ply=1x", "#matches=3", "#ply=1234567890"]) {
        assert.deepEqual(readAddress(hash), nothing, hash);
    }
});
