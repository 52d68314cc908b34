import { beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { flushSearches, noteSearch } from "./note-searches.server";
import { parseTermSearch } from "./search-terms";
import { listSearchTerms } from "./staff-terms.server";
import { synonymSchema } from "./synonyms.schema";
import { deleteSynonym, listSynonyms, saveSynonym, synonymsOf } from "./synonyms.server";

/** Searches of programs are not counted. */
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const read = (phrases: string) => {
  const read = synonymSchema.safeParse({ phrases });
  return read.success ? read.data.phrases : read.error.issues.map(({ message }) => message);
};

test.each([
  ["Mahabharat\r\nMahabharata\n\n महाभारत ", ["Mahabharat", "Mahabharata", "महाभारत"]],
  ["sci-fi = science   fiction, SF", ["sci-fi", "science fiction", "SF"]],
  ["Godan\nGodan", ["At least two words or phrases are required, each on a line of its own"]],
  ["Godan\n!!", ["“!!” has no letter or digit"]],
  ["a b c d e f\nx", ["“a b c d e f” has more than 5 words"]],
  [`${"x".repeat(61)}\nx`, [`“${"x".repeat(60)}” has more than 60 characters`]],
  [Array.from({ length: 21 }, (_, at) => `w${at}`).join("\n"), ["At most 20 words or phrases"]],
  ["x".repeat(2001), ["At most 2000 characters"]],
])("%j is read", (typed, phrases) => expect(read(typed)).toEqual(phrases));

describe("stored", () => {
  let db: Awaited<ReturnType<typeof createTestDatabase>>;
  let staffId: number;
  beforeEach(async () => {
    db = await createTestDatabase();
    staffId = await createStaff(db.write);
  });
  const save = (phrases: string[], id: number | null = null) =>
    saveSynonym(db.write, { id, phrases, staffId });
  const phrases = async () => (await synonymsOf(db.read)).map((synonym) => synonym.phrases);
  const list = (q = "") => listSynonyms(db.read, { q, page: 1, size: 10, sort: null });

  test("the search knows each change at once; the audit log has them", async () => {
    expect(await phrases()).toEqual([]);
    expect(await save(["Mahabharat", "महाभारत"])).toEqual({
      ok: true,
      message: "The search takes “Mahabharat”, “महाभारत” for the same",
    });
    expect(await phrases()).toEqual([["Mahabharat", "महाभारत"]]);
    const { id } = (await list()).rows[0]!;
    expect(await save(["महाभारत", "Mahabharata"], id)).toMatchObject({ ok: true });
    // Unchanged: nothing is recorded.
    expect(await save(["महाभारत", "Mahabharata"], id)).toMatchObject({ ok: true });
    expect(await phrases()).toEqual([["महाभारत", "Mahabharata"]]);
    expect(await deleteSynonym(db.write, { id, staffId })).toBe("महाभारत");
    expect(await deleteSynonym(db.write, { id, staffId })).toBeNull();
    expect(await save(["a", "b"], id)).toMatchObject({ ok: false, reason: "unknown" });
    expect(await phrases()).toEqual([]);
    const entries = await db.read.selectFrom("audit_entries").selectAll().orderBy("id").execute();
    expect(
      entries.map(({ action, before, after }) => [action, JSON.parse(before), JSON.parse(after)]),
    ).toEqual([
      ["added", { Words: null }, { Words: ["Mahabharat", "महाभारत"] }],
      ["updated", { Words: ["Mahabharat", "महाभारत"] }, { Words: ["महाभारत", "Mahabharata"] }],
      ["deleted", { Words: ["महाभारत", "Mahabharata"] }, { Words: null }],
    ]);
  });

  test("a phrase is in one synonym, however it is written; nothing of a refused one is written", async () => {
    await save(["Godan", "Gaudan"]);
    await save(["Sultana's Dream", "Sultana"]);
    expect(await save(["Cow", "GODAN!"])).toMatchObject({
      ok: false,
      message: "“Godan” is in another synonym: “Godan”, “Gaudan”",
    });
    expect(await save(["Dream", "DREAM"])).toMatchObject({
      ok: false,
      message: "“DREAM” is there twice: the search reads both alike",
    });
    const [newest] = (await list()).rows;
    expect(await save(["Godan", "Sultana"], newest!.id)).toMatchObject({ ok: false, reason: "taken" });
    expect(await phrases()).toEqual([
      ["Sultana's Dream", "Sultana"],
      ["Godan", "Gaudan"],
    ]);
  });

  test("the list finds a part of a phrase; pages", async () => {
    for (let at = 0; at < 12; at += 1) await save([`Word ${at}`, `Thing ${at}`]);
    expect(await list("THING 1")).toMatchObject({ count: 3 });
    expect((await list()).rows).toHaveLength(10);
    expect((await listSynonyms(db.read, { q: "", page: 2, size: 10, sort: null })).rows).toMatchObject([
      { phrases: ["Word 1", "Thing 1"] },
      { phrases: ["Word 0", "Thing 0"] },
    ]);
    expect(await list("nothing")).toMatchObject({ count: 0, rows: [] });
  });

  test("a shop has at most five hundred", async () => {
    const at = "2026-11-23T00:00:00.000Z";
    const rows = Array.from({ length: 500 }, () => ({ created_at: at, updated_at: at }));
    await db.write.insertInto("search_synonyms").values(rows).execute();
    expect(await save(["a", "b"])).toMatchObject({ ok: false, reason: "full" });
  });

  test("the list of searches knows the synonym of a term", async () => {
    noteSearch(db.write, { q: "Gaudan", found: 0, isForgiven: false }, BROWSER);
    noteSearch(db.write, { q: "Nirmla", found: 0, isForgiven: false }, BROWSER);
    await flushSearches(db.write);
    await save(["Godan", "Gaudan"]);
    const [synonym] = (await list()).rows;
    const { rows } = await listSearchTerms(db.read, parseTermSearch(new URLSearchParams()));
    expect(rows.map(({ term, synonymId }) => [term, synonymId])).toEqual([
      ["gaudan", synonym!.id],
      ["nirmla", null],
    ]);
  });
});
