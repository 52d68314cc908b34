import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook, FULL_BOOK } from "~/test/factories-catalogue";
import { emptyBook, type ImportedBook } from "../imported-book";
import { importMappingSchema } from "../mapping";
import type { ImportMode, PlannedBook } from "./plan";
import { planImport } from "./plan-import.server";

const { write, read } = await createTestDatabase();
let gora = 0;

beforeEach(async () => {
  for (const table of ["books", "authors", "tags", "publishers", "languages", "series"] as const)
    await write.deleteFrom(table).execute();
  gora = await catalogueBook(write, { ...FULL_BOOK, isbn13: "9780306406157", sku: "NTP-42" });
});

type Given = Partial<Omit<ImportedBook, "texts">> & { texts?: ImportedBook["texts"] };

async function* fileOf(books: Given[]) {
  for (const [index, book] of books.entries()) yield { ...emptyBook(index + 2), ...book };
}

async function plan(books: Given[], mode: ImportMode = "add_and_change", mapping = {}) {
  const all = { books: [] as PlannedBook[], missing: [] as string[], tooLong: [] as string[] };
  const options = { mode, mapping: importMappingSchema.parse(mapping) };
  for await (const batch of planImport(read, fileOf(books), options)) {
    all.books.push(...batch.books);
    all.missing.push(...batch.missing.map(({ kind, name }) => `${kind} ${name}`));
    all.tooLong.push(...batch.tooLong.map(({ kind, name }) => `${kind} ${name}`));
  }
  return all;
}

const one = async (book: Given, mode?: ImportMode, mapping?: object) =>
  (await plan([book], mode, mapping)).books[0]!;

const ISBN = { isbn13: "9780306406157" };
const NEW_BOOK: Given = {
  texts: { title: "Godan", brief: "A cow.", isbn13: "9788171670000", price: "350", stock: "5" },
  names: { publisher: "Saraswati", language: "Hindi" },
  contributors: [{ name: "Premchand", role: "A01" }],
  tags: ["Novel"],
};

test("a new book is added, with its missing names; nothing is written", async () => {
  const { books, missing } = await plan([NEW_BOOK]);
  expect(books[0]).toMatchObject({ row: 2, title: "Godan", outcome: "added", book: null, visible: null });
  expect(books[0]!.changes).toEqual([
    { field: "Title", before: null, after: "Godan" },
    { field: "Brief", before: null, after: "A cow." },
    { field: "ISBN", before: null, after: "9788171670000" },
    { field: "Authors", before: null, after: ["Premchand"] },
    { field: "Publisher", before: null, after: "Saraswati" },
    { field: "Language", before: null, after: "Hindi" },
    { field: "Price", before: null, after: "₹350.00" },
    { field: "Stock", before: null, after: 5 },
    { field: "Tags", before: null, after: ["Novel"] },
    { field: "Publishing status", before: null, after: "Available" },
  ]);
  expect(books[0]!.fields).toMatchObject({ title: "Godan", price: 35_000, stock: 5 });
  expect(missing).toEqual(["publisher Saraswati", "language Hindi", "author Premchand"]);
  expect(await read.selectFrom("publishers").select("name").execute()).toEqual([{ name: "Neem Tree Press" }]);
});

test("a known book: field by field, before and after", async () => {
  const changed = await one({
    texts: { ...ISBN, price: "320", salePrice: "", subtitle: "A Novel", format: "BB" },
    names: { series: "Neem Classics" },
    visible: false,
  });
  expect(changed).toMatchObject({ outcome: "changed", book: { id: gora }, title: "Gora", visible: false });
  expect(changed.changes).toEqual([
    { field: "Price", before: "₹300.00", after: "₹320.00" },
    { field: "Sale Price", before: "₹249.50", after: null },
    { field: "Subtitle", before: null, after: "A Novel" },
    { field: "Format", before: null, after: "Hardback" },
    { field: "Series", before: null, after: "Neem Classics" },
    { field: "Visible", before: true, after: false },
  ]);
});

test.each<[string, () => Given]>([
  ["nothing new", () => ({ texts: { ...ISBN, title: " Gora ", price: "300.00", publishedOn: "1910" } })],
  [
    "the same names in another case",
    () => ({
      texts: ISBN,
      names: { publisher: "neem tree PRESS", language: "bangla" },
      tags: ["classic", "NOVEL"],
    }),
  ],
  [
    "the same people",
    () => ({
      texts: ISBN,
      contributors: [
        { name: "Rabindranath Tagore", role: "A01" },
        { name: "W. W. Pearson", role: "A01" },
      ],
    }),
  ],
])("unchanged: %s", async (_, book) => {
  expect(await one(book())).toMatchObject({ outcome: "unchanged", changes: [], fields: null, problems: [] });
});

test("the letters of a SKU are the shop's own", async () => {
  expect((await one({ texts: { sku: "ntp-42" } })).changes).toEqual([
    { field: "SKU", before: "NTP-42", after: "ntp-42" },
  ]);
});

test("the order of people counts", async () => {
  const contributors = [
    { name: "W. W. Pearson", role: "A01" as const },
    { name: "Rabindranath Tagore", role: "A01" as const },
    { name: "Radha Chakravarty", role: "B06" as const },
  ];
  expect((await one({ texts: ISBN, contributors })).changes).toEqual([
    {
      field: "Authors",
      before: ["Rabindranath Tagore", "W. W. Pearson"],
      after: ["W. W. Pearson", "Rabindranath Tagore"],
    },
    { field: "Contributors", before: null, after: ["Radha Chakravarty (Translator)"] },
  ]);
});

test.each<[string, () => Given]>([
  ["id", () => ({ id: String(gora) })],
  ["ISBN-13", () => ({ texts: ISBN })],
  ["ISBN-10", () => ({ texts: { isbn13: "0-306-40615-2" } })],
  ["SKU, in any case", () => ({ texts: { sku: "ntp-42" } })],
])("finds the book by %s", async (_, book) => {
  expect((await one(book())).book?.id).toBe(gora);
});

test("finds a book whose ISBN was stored in ten digits", async () => {
  await write.updateTable("books").set({ isbn13: "0306406152" }).where("id", "=", gora).execute();
  expect((await one({ texts: ISBN })).book?.id).toBe(gora);
});

test("refuses what identifies no book, or two", async () => {
  const other = await catalogueBook(write, { title: "Ghare Baire", isbn13: "9788171670000", sku: "NTP-1" });
  const problems = async (book: Given, mode?: ImportMode) => {
    const { outcome, problems } = await one(book, mode);
    return outcome === "refused" && problems;
  };
  expect(await problems({ id: "999999" })).toEqual([
    { column: "Book ID", message: "There is no book 999999" },
  ]);
  expect(await problems({ id: "x" })).toEqual([{ column: "Book ID", message: "There is no book x" }]);
  expect(await problems({ texts: { ...ISBN, sku: "NTP-1" } })).toEqual([
    {
      column: "SKU",
      message: `The ISBN is that of book ${gora}, “Gora”, the SKU that of book ${other}, “Ghare Baire”. Correct one of them, or say that the ISBN counts`,
    },
  ]);
  expect(await problems({ id: String(gora), texts: { isbn13: "9788171670000" } })).toEqual([
    {
      column: "Book ID",
      message: `The ISBN is that of book ${other}, “Ghare Baire”, the Book ID that of book ${gora}, “Gora”. Correct one of them, or say that the ISBN counts`,
    },
  ]);
  expect(await problems({ texts: { isbn13: "9788171670017" } }, "stock_and_price")).toEqual([
    { column: "ISBN", message: "No book of the catalogue has it" },
  ]);
  await write.updateTable("books").set({ isbn13: ISBN.isbn13 }).where("id", "=", other).execute();
  expect(await problems({ texts: ISBN })).toEqual([
    { column: "ISBN", message: `Several books have this ISBN: ${gora}, ${other}. Give the Book ID` },
  ]);
});

test("what a book needs is refused with the form's own sentences, the rest left out with them", async () => {
  const { problems, warnings, fields } = await one({
    texts: {
      title: "",
      price: "free",
      stock: "2.5",
      salePrice: "x",
      ageFrom: "200",
      format: "ZZ",
      isbn13: "9788171670017",
    },
    thema: ["!!"],
  });
  expect(fields).toBeNull();
  expect(problems).toEqual([
    { column: "Title", message: "Title is required" },
    { column: "Brief", message: "Brief is required" },
    { column: "Publisher", message: "Publisher is required" },
    { column: "Language", message: "Language is required" },
    { column: "Price", message: "Price must be a number" },
    { column: "Stock", message: "Stock must be a whole number" },
    { column: "Tags", message: "At least one Tag is required" },
    { column: "Contributors", message: "At least one author is required" },
  ]);
  expect(warnings).toEqual([
    "Sale Price must be a number, so it is left out",
    "Format: choose one of the list, so it is left out",
    "Age from must be a whole number from 0 to 99, so it is left out",
    "Thema: “!!” is not a Thema code, so it is left out",
  ]);
  // A shortened one would be another number.
  expect((await one({ ...NEW_BOOK, texts: { ...NEW_BOOK.texts, sku: "9".repeat(41) } })).problems).toEqual([
    { column: "SKU", message: "SKU must be 40 characters or less" },
  ]);
  expect((await one({ texts: { ...ISBN, price: "100" } })).problems).toEqual([
    { column: "Sale Price", message: "Sale Price must not be more than the price" },
  ]);
});

test("a book with pre-orders keeps its day; the day can be moved", async () => {
  const values = { publishing_status: "forthcoming", published_on: "2999-01-12", preordered: 3 } as const;
  await write.updateTable("books").set(values).where("id", "=", gora).execute();
  const moved = await one({ texts: { ...ISBN, publishedOn: "2999-02-01", preorderLimit: "20" } });
  expect(moved.changes.map(({ field }) => field)).toEqual(["Published Date", "Copies to pre-order"]);
  const taken = await one({ texts: { ...ISBN, publishedOn: "" } });
  expect(taken).toMatchObject({
    outcome: "refused",
    problems: [{ column: "Published", message: "3 copies are pre-ordered: give the new date (YYYY-MM-DD)" }],
  });
  const gone = await one({ texts: { ...ISBN, publishingStatus: "out_of_print" } });
  expect(gone.problems).toMatchObject([{ column: "Publishing status" }]);
});

test("the names of a refused row are not created", async () => {
  expect((await plan([{ ...NEW_BOOK, texts: { title: "Godan" } }])).missing).toEqual([]);
});

test("problems name the file's own columns", async () => {
  const headings = new Map([["price" as const, "M.R.P."]]);
  const options = { mode: "add_and_change" as const, mapping: importMappingSchema.parse({}), headings };
  for await (const { books } of planImport(read, fileOf([{ texts: { ...ISBN, price: "x" } }]), options))
    expect(books[0]!.problems[0]!.column).toBe("M.R.P.");
});

test("a row that could not be read is refused with its own sentence", async () => {
  const problems = [{ column: "Featured", message: '"perhaps" is neither yes nor no' }];
  expect(await one({ texts: ISBN, problems })).toMatchObject({ outcome: "refused", problems });
});

test("the same book twice in a file", async () => {
  const { books } = await plan([NEW_BOOK, { texts: ISBN }, NEW_BOOK, { id: String(gora) }]);
  expect(books.map(({ outcome, problems }) => [outcome, problems[0]?.message])).toEqual([
    ["added", undefined],
    ["unchanged", undefined],
    ["refused", "Row 2 is about the same book"],
    ["refused", "Row 3 is about the same book"],
  ]);
});

test("a refused row does not stand in the way of a right one", async () => {
  const { books } = await plan([{ texts: { isbn13: "9788171670000" } }, NEW_BOOK]);
  expect(books.map(({ outcome }) => outcome)).toEqual(["refused", "added"]);
});

test("add only: known books stay as they are", async () => {
  const { books } = await plan([NEW_BOOK, { texts: { ...ISBN, price: "1" } }], "add_only");
  expect(books.map(({ outcome }) => outcome)).toEqual(["added", "unchanged"]);
  expect(books[1]!.warnings).toEqual(["The book is already there"]);
});

test("stock and price only: everything else in the row is left aside, even if it is wrong", async () => {
  const { books, missing } = await plan(
    [
      {
        texts: { ...ISBN, title: "x".repeat(200), price: "310", stock: "9", format: "?" },
        names: { publisher: "Other" },
        visible: false,
        problems: [{ column: "Featured", message: "?" }],
      },
    ],
    "stock_and_price",
  );
  expect(books[0]).toMatchObject({ outcome: "changed", visible: null });
  expect(books[0]!.changes).toEqual([
    { field: "Price", before: "₹300.00", after: "₹310.00" },
    { field: "Stock", before: 4, after: 9 },
  ]);
  expect(missing).toEqual([]);
});

test("a book that its sender deletes is hidden", async () => {
  const deleted: Given = { texts: ISBN, isDeleted: true };
  expect(await one(deleted)).toMatchObject({
    outcome: "changed",
    visible: false,
    fields: null,
    changes: [{ field: "Visible", before: true, after: false }],
  });
  expect(await one(deleted, "stock_and_price")).toMatchObject({ outcome: "unchanged" });
  expect(await one({ texts: { isbn13: "9788171670000" }, isDeleted: true })).toMatchObject({
    outcome: "unchanged",
    warnings: ["The book to be hidden is not in the catalogue"],
  });
  await write.updateTable("books").set({ hidden: 1 }).where("id", "=", gora).execute();
  expect(await one(deleted)).toMatchObject({ outcome: "unchanged" });
});

const LONG = "The Neem Tree Press of Calcutta and Bombay";

test("a name over the limit is asked about once, and taken in its short form", async () => {
  const book = (isbn13: string) => ({
    ...NEW_BOOK,
    texts: { ...NEW_BOOK.texts, isbn13, title: "T".repeat(101) },
    names: { publisher: LONG, language: "Hindi" },
  });
  const first = await plan([book("9788171670000"), book("9788171670017")]);
  expect(first.tooLong).toEqual([`title ${"T".repeat(101)}`, `publisher ${LONG}`]);
  expect(first.books[0]).toMatchObject({
    outcome: "refused",
    problems: [
      { column: "Title", message: "The title is too long: give it a short form" },
      { column: "Publisher", message: `"${LONG}" is too long: give it a short form` },
    ],
  });
  const short = {
    title: { ["T".repeat(101)]: "Ten" },
    publisher: { [LONG.toUpperCase()]: "Neem Tree Press" },
  };
  const then = await plan([book("9788171670000")], "add_and_change", { short });
  expect(then.tooLong).toEqual([]);
  expect(then.books[0]).toMatchObject({ outcome: "added", title: "T".repeat(101), fields: { title: "Ten" } });
  expect(then.missing).not.toContain("publisher Neem Tree Press");
});

test("new books take defaults, a brief from the description, and tags from their subjects", async () => {
  const { title, isbn13, price } = NEW_BOOK.texts!;
  const book: Given = {
    texts: { title: title!, isbn13: isbn13!, price: price!, description: "A cow.\n\nA farmer." },
    contributors: NEW_BOOK.contributors!,
    thema: ["FBC", "1FKA"],
    bisac: ["FIC019000"],
    keywords: ["village"],
  };
  const mapping = {
    defaults: { publisher: "Neem Tree Press", language: "English", stock: "3" },
    tagsOfSubjects: { F: "Fiction", FB: "Novel" },
    keywordsAsTags: true,
  };
  const added = await one(book, "add_and_change", mapping);
  expect(added.problems).toEqual([]);
  expect(Object.fromEntries(added.changes.map(({ field, after }) => [field, after]))).toMatchObject({
    Brief: "A cow. A farmer.",
    Publisher: "Neem Tree Press",
    Stock: 3,
    Tags: ["Fiction", "Novel", "village"],
  });
  const known = await one({ texts: ISBN, thema: ["FBC"], keywords: ["village"] }, "add_and_change", mapping);
  expect(known.changes).toEqual([{ field: "Thema subjects", before: null, after: ["FBC"] }]);
});

test("a new book without stock has none", async () => {
  const { stock: _, ...texts } = NEW_BOOK.texts!;
  expect((await one({ ...NEW_BOOK, texts })).fields).toMatchObject({ stock: 0 });
});

test("a wrong check digit is a warning, as on the form", async () => {
  const planned = await one({ ...NEW_BOOK, texts: { ...NEW_BOOK.texts!, isbn13: "9788171670001" } });
  expect(planned).toMatchObject({ outcome: "added", warnings: [expect.stringContaining("check digit")] });
});

test("more rows than a batch, with names that are missing once", async () => {
  const books = Array.from({ length: 650 }, (_, index) => ({
    ...NEW_BOOK,
    texts: { ...NEW_BOOK.texts!, isbn13: "", sku: `S${index}` },
  }));
  const { books: planned, missing } = await plan([...books, { texts: { sku: "s7" }, id: String(gora) }]);
  expect(planned.filter(({ outcome }) => outcome === "added")).toHaveLength(650);
  expect(planned.at(-1)).toMatchObject({
    outcome: "refused",
    problems: [{ message: "Row 9 is about the same book" }],
  });
  expect(missing).toEqual(["publisher Saraswati", "language Hindi", "author Premchand"]);
  expect(new Set(planned.map(({ fields }) => fields?.publisherId)).size).toBe(2);
});

test("the dates of a sale: changed by the file, and gone with a new sale price that has none", async () => {
  const dated = { sale_price: 20_000, planned_sale_price: 20_000, sale_until: "2099-12-31" };
  await write.updateTable("books").set(dated).where("id", "=", gora).execute();
  const changes = async (texts: ImportedBook["texts"]) =>
    (await one({ texts: { ...ISBN, ...texts } })).changes.map(({ field, after }) => [field, after]);
  expect(await changes({ salePrice: "200.00" })).toEqual([]);
  expect(await changes({ salePrice: "150" })).toEqual([
    ["Sale Price", "₹150.00"],
    ["Sale until", null],
  ]);
  expect(await changes({ salePrice: "" })).toEqual([
    ["Sale Price", null],
    ["Sale until", null],
  ]);
  expect(await changes({ salePrice: "200", saleFrom: "2099-12-01", saleUntil: "2099-12-31" })).toEqual([
    ["Sale from", "1 Dec 2099"],
  ]);
});

test("what is kept of each row keeps no piece of the file in memory", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed / 1_000_000;
  };
  /** Texts that are views of a piece of a file, as parsers give them. */
  function rowOf(index: number): Given {
    const given = [
      `97881${String(index).padStart(8, "0")}`,
      `A title that is number ${index}`,
      `sku number ${index}`,
    ];
    const names = ["Author", "Publisher", "Series", "Subject"].map((name) => `${name} number ${index}`);
    const piece = Buffer.alloc(100_000, [...given, ...names].join("|").padEnd(500)).toString("latin1");
    let end = -1;
    const view = (text: string) => piece.slice((end += 1), (end += text.length));
    const [isbn13, title, sku] = given.map(view);
    const [author, publisher, series, tag] = names.map(view);
    return {
      texts: { ...NEW_BOOK.texts!, isbn13: isbn13!, title: title!, sku: sku! },
      names: { publisher: publisher!, language: "Hindi", series: series! },
      contributors: [{ name: author!, role: "A01" }],
      tags: [tag!],
    };
  }
  const megabytes: number[] = [];
  async function* file() {
    // Batches of 300.
    for (let index = 0; index <= 900; index += 1) {
      if (index % 300 === 0) megabytes.push(used());
      yield { ...emptyBook(index + 2), ...rowOf(index) };
    }
  }
  let added = 0;
  const options = { mode: "add_and_change" as const, mapping: importMappingSchema.parse({}) };
  for await (const { books } of planImport(read, file(), options))
    added += books.filter(({ outcome }) => outcome === "added").length;
  expect(added).toBe(901);
  expect(megabytes).toHaveLength(4);
  // The pieces of a batch have 30 MB.
  expect(megabytes[3]! - megabytes[1]!).toBeLessThan(15);
});
