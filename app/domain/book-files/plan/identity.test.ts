import { beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook, FULL_BOOK } from "~/test/factories-catalogue";
import { titleKey } from "~/db/search/title-key";
import { emptyBook, type ImportedBook } from "../imported-book";
import { importMappingSchema } from "../mapping";
import type { ImportMode, PlannedBook } from "./plan";
import { planImport } from "./plan-import.server";

// Which book a row means.

const { write, read } = await createTestDatabase();
let gora = 0;
let ghare = 0;

beforeEach(async () => {
  for (const table of ["books", "authors", "tags", "publishers", "languages", "series"] as const)
    await write.deleteFrom(table).execute();
  gora = await catalogueBook(write, { ...FULL_BOOK, isbn13: "9780306406157", sku: "NTP-42" });
  ghare = await catalogueBook(write, { ...FULL_BOOK, title: "Ghare Baire", isbn13: null, sku: "NTP-1" });
  await write
    .updateTable("books")
    .set({ title_key: titleKey("Gora") })
    .where("id", "=", gora)
    .execute();
});

type Given = Partial<ImportedBook>;

async function plan(books: Given[], answers: object = {}, mode: ImportMode = "add_and_change") {
  const planned: PlannedBook[] = [];
  const options = { mode, mapping: importMappingSchema.parse({ answers }) };
  async function* file() {
    for (const [index, book] of books.entries()) yield { ...emptyBook(index + 2), ...book };
  }
  for await (const batch of planImport(read, file(), options)) planned.push(...batch.books);
  return planned;
}

const outcomes = (books: PlannedBook[]) =>
  books.map(({ outcome, book, question }) => [outcome, book?.id ?? null, question]);

const NEW: Given = {
  texts: { title: "Godan", brief: "A cow.", price: "350" },
  names: { publisher: "Saraswati", language: "Hindi" },
  contributors: [{ name: "Premchand", role: "A01" }],
  tags: ["Novel"],
};
const LIKE_GORA: Given = {
  ...NEW,
  texts: { title: "GORA", brief: "A foundling.", price: "300" },
  names: { publisher: "neem tree press", language: "Bengali" },
  contributors: [{ name: "Rabindranath Tagore", role: "A01" }],
};

describe("a Book ID whose book has another title and another ISBN", () => {
  const texts = { ...NEW.texts, isbn13: "9788126415397", stock: "7" };
  const foreign = (): Given => ({ ...NEW, id: String(gora), texts });

  test.each<ImportMode>(["add_and_change", "stock_and_price"])("is asked about: %s", async (mode) => {
    const [row] = await plan([foreign()], {}, mode);
    expect(row).toMatchObject({ outcome: "refused", question: "bookIds", fields: null });
    expect(row!.problems[0]!.message).toContain("“Gora”");
  });

  test("is another program's when staff say so, and this shop's too", async () => {
    expect(outcomes(await plan([foreign()], { bookIds: "theirs" }))).toEqual([["added", null, "bookIds"]]);
    expect(outcomes(await plan([foreign()], { bookIds: "ours" }))).toEqual([["changed", gora, "bookIds"]]);
    const [row] = await plan([foreign()], { bookIds: "theirs" }, "stock_and_price");
    expect(row!.outcome).toBe("refused");
  });

  test.each<[string, ImportedBook["texts"]]>([
    ["the ISBN", { isbn13: "9780306406157", title: "Another" }],
    ["the SKU", { sku: "ntp-42", title: "Another" }],
    ["the title", { title: "Gora: a novel", isbn13: "9788126415397" }],
    ["nothing that says otherwise", { stock: "7" }],
  ])("is this shop's with %s of the book", async (_, given) => {
    expect(outcomes(await plan([{ id: String(gora), texts: given }]))).toEqual([["changed", gora, null]]);
  });
});

describe("an SKU whose book has another title", () => {
  const rows: [string, Given][] = [
    ["and no ISBN", { ...NEW, texts: { ...NEW.texts, sku: "NTP-42", stock: "7" } }],
    ["and an unknown ISBN", { ...NEW, texts: { ...NEW.texts, sku: "ntp-42", isbn13: "9788126415397" } }],
    [
      "and an ISBN, where the book has none",
      { ...NEW, texts: { ...NEW.texts, sku: "NTP-1", isbn13: "9788126415397" } },
    ],
  ];
  test.each(rows)("is asked about: %s", async (_, row) => {
    for (const mode of ["add_and_change", "add_only", "stock_and_price"] as const) {
      const [asked] = await plan([row], {}, mode);
      expect(asked).toMatchObject({ outcome: "refused", question: "bookIds", fields: null, changes: [] });
    }
    const [ours] = await plan([row], { bookIds: "ours" });
    expect(ours).toMatchObject({ outcome: "changed", question: "bookIds" });
    const [theirs] = await plan([row], { bookIds: "theirs" });
    expect(theirs).toMatchObject({ outcome: "added", question: "bookIds", fields: { sku: null } });
  });

  test("beside the ISBN of another book counts no more than that ISBN when it is another program's", async () => {
    const row: Given = { texts: { isbn13: "9780306406157", sku: "NTP-1", title: "Gora", price: "310" } };
    expect(outcomes(await plan([row]))).toEqual([["refused", null, "disagreeing"]]);
    const [theirs] = await plan([row], { bookIds: "theirs" });
    expect(theirs).toMatchObject({ outcome: "changed", book: { id: gora }, fields: { sku: "NTP-42" } });
  });

  test.each<[string, Given]>([
    ["the ISBN", { texts: { sku: "NTP-42", isbn13: "9780306406157", title: "Another" } }],
    ["the Book ID", { texts: { sku: "NTP-42", title: "Another" } }],
    ["the title", { texts: { sku: "NTP-42", title: "Gora: a novel", isbn13: "9788126415397" } }],
    ["nothing that says otherwise", { texts: { sku: "NTP-42", stock: "7" } }],
  ])("is this shop's with %s of the book", async (what, given) => {
    const row = what === "the Book ID" ? { ...given, id: String(gora) } : given;
    expect(outcomes(await plan([row]))).toEqual([["changed", gora, null]]);
  });
});

test("an ISBN is trusted: another title under it is a change", async () => {
  const row: Given = { texts: { isbn13: "9780306406157", sku: "NEW-1", title: "Wholly different" } };
  expect(outcomes(await plan([row]))).toEqual([["changed", gora, null]]);
});

describe("a list of stock and prices", () => {
  test("writes neither ISBN nor SKU", async () => {
    const rows: Given[] = [
      { texts: { sku: "NTP-1", isbn13: "9788126415397", stock: "7" } },
      { texts: { sku: "OTHER", isbn13: "9780306406157", stock: "8" } },
    ];
    const planned = await plan(rows, {}, "stock_and_price");
    expect(planned.map(({ changes }) => changes.map(({ field }) => field))).toEqual([["Stock"], ["Stock"]]);
    expect(planned.map(({ fields }) => [fields?.isbn13, fields?.sku])).toEqual([
      [null, "NTP-1"],
      ["9780306406157", "NTP-42"],
    ]);
  });

  test.each(["Gora", undefined])(
    "is asked about where its ISBN is not that of the SKU's book: %s",
    async (title) => {
      const texts = { ...(title && { title }), sku: "NTP-42", isbn13: "9788126415397", stock: "7" };
      for (const row of [{ texts }, { texts, id: String(gora) }]) {
        const [asked] = await plan([row], {}, "stock_and_price");
        expect(asked).toMatchObject({ outcome: "refused", question: "bookIds", fields: null });
      }
      const [ours] = await plan([{ texts }], { bookIds: "ours" }, "stock_and_price");
      expect(ours!.fields).toMatchObject({ stock: 7, isbn13: "9780306406157" });
    },
  );
});

test("where ISBN, SKU and Book ID disagree nothing is written, unless staff let the first count", async () => {
  const rows: Given[] = [
    { texts: { isbn13: "9780306406157", sku: "NTP-1", price: "310" } },
    { id: String(ghare), texts: { isbn13: "9780306406157", title: "Ghare Baire", price: "310" } },
    { id: String(ghare), texts: { sku: "NTP-42", price: "310" } },
  ];
  for (const mode of ["add_and_change", "stock_and_price"] as const) {
    for (const row of rows) {
      const [asked] = await plan([row], {}, mode);
      expect(asked).toMatchObject({ outcome: "refused", question: "disagreeing" });
      const [answered] = await plan([row], { disagreeing: "first" }, mode);
      expect(answered).toMatchObject({ outcome: "changed", book: { id: gora }, fields: { sku: "NTP-42" } });
    }
  }
});

describe("without any identifier", () => {
  test("a row is new, unless its title, first author, format and publisher are those of a book", async () => {
    const others: Given[] = [
      { ...LIKE_GORA, contributors: [{ name: "Somebody Else", role: "A01" }] },
      { ...LIKE_GORA, names: { publisher: "Saraswati", language: "Bengali" } },
      { ...LIKE_GORA, texts: { ...LIKE_GORA.texts, format: "BB" } },
      { ...LIKE_GORA, texts: { ...LIKE_GORA.texts, isbn13: "9788126415397" } },
    ];
    await write.updateTable("books").set({ format: "BC" }).execute();
    expect((await plan(others)).map(({ outcome }) => outcome)).toEqual(["added", "added", "added", "added"]);
    expect(outcomes(await plan([LIKE_GORA]))).toEqual([["refused", null, "twins"]]);
    expect(outcomes(await plan([LIKE_GORA], { twins: "add" }))).toEqual([["added", null, "twins"]]);
    expect(outcomes(await plan([LIKE_GORA], { twins: "same" }))).toEqual([["changed", gora, "twins"]]);
  });

  test("what is no complete ISBN identifies nothing", async () => {
    const texts = { ...LIKE_GORA.texts, isbn13: "9201" };
    expect(outcomes(await plan([{ ...LIKE_GORA, texts }]))).toEqual([["refused", null, "twins"]]);
  });

  test("two rows of a file that look alike are asked about", async () => {
    expect(outcomes(await plan([NEW, NEW]))).toEqual([
      ["added", null, null],
      ["refused", null, "twins"],
    ]);
    expect((await plan([NEW, NEW], { twins: "add" })).map(({ outcome }) => outcome)).toEqual([
      "added",
      "added",
    ]);
    expect((await plan([NEW, NEW], { twins: "same" }))[1]!.problems).toEqual([
      { column: "", message: "Row 2 is about the same book" },
    ]);
  });

  test("a list of stock says that the row names no book", async () => {
    const [row] = await plan([{ texts: { title: "Gora", stock: "7" } }], {}, "stock_and_price");
    expect(row!.problems).toEqual([
      { column: "", message: "The row does not say which book it is: give its ISBN, SKU or Book ID" },
    ]);
  });
});

test("a number with a wrong check digit finds only a book with its title", async () => {
  await write.updateTable("books").set({ isbn13: "1234567890123" }).where("id", "=", gora).execute();
  const row = (title: string): Given => ({ texts: { isbn13: "1234567890123", title, price: "310" } });
  expect((await plan([row("Gora")]))[0]).toMatchObject({ outcome: "changed", book: { id: gora } });
  const [other] = await plan([row("Godan")]);
  expect(other).toMatchObject({ outcome: "refused", problems: [{ column: "ISBN" }] });
});

test("a row that was refused because of another one changes its book only when staff say so", async () => {
  const row: Given = { texts: { isbn13: "9780306406157", price: "999" }, wasDouble: true };
  expect(outcomes(await plan([row]))).toEqual([["refused", gora, "doubles"]]);
  expect(outcomes(await plan([row], { doubles: "change" }))).toEqual([["changed", gora, "doubles"]]);
  const added: Given = { ...NEW, texts: { ...NEW.texts, isbn13: "9788126415397" }, wasDouble: true };
  expect((await plan([added]))[0]!.outcome).toBe("added");
});
