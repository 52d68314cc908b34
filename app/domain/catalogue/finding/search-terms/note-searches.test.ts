import { beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, failing } from "~/test/database";
import { parseTermSearch } from "./search-terms";
import { flushSearches, noteSearch, sweepSearchTerms, termOf } from "./note-searches.server";
import { listSearchTerms, weeksOfSearches } from "./staff-terms.server";

test.each([
  ["  Rabindranath   TAGORE ", "rabindranath tagore"],
  ["गोदान", "गोदान"],
  ["catch-22", "catch 22"],
  ["1984 orwell", "1984 orwell"],
  ["978-0-306-40615-7", "978 0 306 40615 7"],
  [`${"a".repeat(50)} ${"b".repeat(50)}`, `${"a".repeat(50)} ${"b".repeat(29)}`],
  ["?!", null],
  ["asha.rao@example.in", null],
  ["asha.rao gmail com", null],
  ["+91 98765-43210", null],
  ["९८७६५ ४३२१०", null],
  ["call 98765 43210", null],
  ["9780306406158", null],
  ["4512", null],
  ["#45", null],
  ["Order 45", null],
  ["KB/26-27/000045", null],
  ["EE123456789IN", null],
  // What comes after 80 characters counts as well.
  [`${"novel ".repeat(20)} 98765 43210`, null],
])("of the search %j is kept %j", (q, term) => expect(termOf(q)).toBe(term));

describe("counted", () => {
  let db: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeEach(async () => {
    db = await createTestDatabase();
  });
  const list = async (query = "") => {
    const { rows } = await listSearchTerms(db.read, parseTermSearch(new URLSearchParams(query)));
    return rows.map(({ term, missed, forgiven, week }) => [term, missed, forgiven, week]);
  };
  const search = (q: string, found = 0, isForgiven = false) => ({ q, found, isForgiven });
  const PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36";
  // Monday 00:30 in India.
  const MONDAY = new Date("2026-11-22T19:00:00.000Z");
  const SUNDAY = new Date("2026-11-22T18:00:00.000Z");

  test("what found nothing, and what found only similar words, by week; a search that found its books is not", async () => {
    for (let time = 0; time < 3; time += 1) noteSearch(db.write, search("Gaudan"), PHONE, MONDAY);
    noteSearch(db.write, search("GAUDAN", 2, true), PHONE, MONDAY);
    noteSearch(db.write, search("gaudan"), PHONE, SUNDAY);
    noteSearch(db.write, search("Godan", 1), PHONE, MONDAY);
    noteSearch(db.write, search("Nirmla", 4, true), PHONE, MONDAY);
    expect(await list()).toEqual([]);
    await flushSearches(db.write);
    noteSearch(db.write, search("gaudan"), PHONE, MONDAY);
    await flushSearches(db.write);
    await flushSearches(db.write);
    expect(await list()).toEqual([
      ["gaudan", 5, 1, "2026-11-23"],
      ["nirmla", 0, 1, "2026-11-23"],
    ]);
    expect(await list("week=2026-11-16")).toEqual([["gaudan", 1, 0, "2026-11-16"]]);
    expect(await list("kind=missed&q=GAU")).toEqual([["gaudan", 5, 1, "2026-11-23"]]);
    expect(await list("kind=forgiven&sort=term&dir=desc")).toEqual([
      ["nirmla", 0, 1, "2026-11-23"],
      ["gaudan", 4, 1, "2026-11-23"],
    ]);
    expect(await list("q=%3F")).toHaveLength(2);
    expect(await weeksOfSearches(db.read)).toEqual(["2026-11-23", "2026-11-16"]);
  });

  test("people's searches, not those of programs", async () => {
    const bot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
    for (const userAgent of [PHONE, bot, "", null]) noteSearch(db.write, search("gaudan"), userAgent, MONDAY);
    await flushSearches(db.write);
    expect(await list()).toEqual([["gaudan", 1, 0, "2026-11-23"]]);
  });

  test("no more than a thousand different ones in a week, however many are asked for", async () => {
    const word = (at: number) =>
      `w${String.fromCharCode(97 + (at % 26), 97 + (Math.floor(at / 26) % 26), 97 + Math.floor(at / 676))}`;
    for (let round = 0; round < 3; round += 1) {
      for (let at = 0; at < 600; at += 1) noteSearch(db.write, search(word(round * 600 + at)), PHONE, MONDAY);
      await flushSearches(db.write);
    }
    // One that is counted already goes on being counted.
    noteSearch(db.write, search(word(0)), PHONE, MONDAY);
    await flushSearches(db.write);
    const { count } = await listSearchTerms(db.read, parseTermSearch(new URLSearchParams()));
    expect(count).toBe(1000);
    expect((await list())[0]).toEqual([word(0), 2, 0, "2026-11-23"]);
  });

  test("for half a year", async () => {
    noteSearch(db.write, search("gaudan"), PHONE, SUNDAY);
    noteSearch(db.write, search("nirmla"), PHONE, MONDAY);
    await flushSearches(db.write);
    const later = new Date(MONDAY.getTime() + 25 * 7 * 24 * 60 * 60_000);
    expect(await sweepSearchTerms(db.write, later)).toBe(1);
    expect(await list()).toEqual([["nirmla", 1, 0, "2026-11-23"]]);
  });

  test("when the database cannot be written, the shop goes on", async () => {
    noteSearch(db.write, search("gaudan"), PHONE);
    const end = await failing(db, "insert on search_terms", "full");
    await flushSearches(db.write);
    await end();
    expect(await list()).toEqual([]);
  });
});
