import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { isOnPostgres } from "~/test/postgres";
import { either, fullTextExpression, outsideColumns, withinColumns } from "../text-search";
import { tsquery, wordsIn } from "./tsquery";

test.each([
  ["Bhārat—Ēk Khōj", ["bharat", "ek", "khoj"]],
  ["co-op", ["co", "op"]],
  ["ÉTÉ İstanbul Straße", ["ete", "istanbul", "straße"]],
  ["がん ㎏ 9e10 0x1F", ["がん", "9e10", "0x1f"]],
  // Vowel signs are no letters, as on SQLite; joiners are nothing at all.
  ["हिन्दी क\u200dष", ["ह", "न", "द", "कष"]],
  ["½ … _ ''", []],
])("the words of %j", (text, words) => {
  expect(wordsIn(text)).toEqual(words);
});

test.runIf(isOnPostgres)("the words of a search are those that the index has of the same text", async () => {
  const db = await createTestDatabase();
  // Letters of long standing: the server and Node.js may know different versions of Unicode.
  const letter = (from: number, to: number) =>
    fc.integer({ min: from, max: to }).map((code) => String.fromCodePoint(code));
  const character = fc.oneof(
    letter(0x01, 0x24f),
    letter(0x391, 0x3c9),
    letter(0x410, 0x44f),
    letter(0x904, 0x97f),
    letter(0xb85, 0xbcd),
    letter(0xac00, 0xd7a3),
    fc.constantFrom(..." -'İςΣßが\u200c\u200d\u0301🙂Ⅷ½"),
  );
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: character, maxLength: 60 }), async (text) => {
      const { rows } = await sql<{ words: string[] }>`
        select array(select search_words(${text})) as words`.execute(db.read);
      expect(rows[0]!.words).toEqual(wordsIn(text));
    }),
    { numRuns: 300, seed: 1 },
  );
});

test("a search is a tsquery: a word with signs in it is a phrase, in each column by itself", () => {
  const search = fullTextExpression('Gora "Co-op')!;
  const written = (given: typeof search) => tsquery(given, ["title", "tags", "sku"]).replaceAll(/[()]/g, "");
  expect(written(search)).toBe("'gora' & 'co' <-> 'op':*");
  expect(written(withinColumns(search, ["title"]))).toBe("'/title/gora' & '/title/co' <-> '/title/op':*");
  expect(written(outsideColumns(fullTextExpression("gora")!, ["sku"]))).toBe(
    "'/title/gora':* | '/tags/gora':*",
  );
  expect(written(either(fullTextExpression("½")!, fullTextExpression("gora")!))).toBe("'gora':*");
});
