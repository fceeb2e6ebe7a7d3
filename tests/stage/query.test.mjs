// What a link says, whatever has been done to it on its way, as the server reads it, too (tests/playground/address/test_mangled.py).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { isPresented, linkToShare, readQuery, writeQuery } from "../../playground/stage/src/link/query.ts";

const MANGLED = JSON.parse(readFileSync(new URL("mangled.json", import.meta.url), "utf8"));
const NAMES = MANGLED.flatMap(({ says }) => Object.keys(says));

// A window and a document with an address, which can be written.
function at(query) {
  const location = new URL(`http://a.example/race?${query}`);
  const history = { state: null, replaceState: (_, __, here) => (location.href = here.href) };
  Object.assign(globalThis, { window: { location, history } });
  return location;
}

for (const { link, says } of MANGLED)
  test(`what ${link} says is read, and nothing else is passed on`, () => {
    assert.deepEqual(readQuery(NAMES, link), says);
    at(link);
    writeQuery(says, false, []);
    assert.deepEqual(Object.fromEntries(new URL(linkToShare()).searchParams), says);
  });

test("the address that the stage writes has what it shows, and how it is displayed", () => {
  const location = at("Data=XOR&fbclid=IwAR&amp;present=true&embed=true&data%3DAND&foo");
  assert.ok(isPresented());
  writeQuery({ data: "XOR", bias: "true", step: "" }, false, []);
  assert.equal(location.search, "?present=true&embed=true&data=XOR&bias=true");
});

test("a link to share has no program that came with this page's link", () => {
  at("data=XOR#code=abc");
  assert.equal(linkToShare(), "http://a.example/race?data=XOR");
});
