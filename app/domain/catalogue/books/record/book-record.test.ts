import { beforeEach, describe, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { optionalFieldsOf } from "../book";
import { type BookFields, bookFormSchema } from "./book-form.schema";
import { findBook } from "../books.server";
import { addBook, updateBook } from "./save-book.server";
import { findEditableBook } from "../staff/staff-books.server";

const FORM = {
  title: "Gora",
  brief: "A novel.",
  authorId: "1",
  publisherId: "1",
  languageId: "1",
  price: "250",
  stock: "10",
  booktagsId: "1",
};

const messages = (changes: Record<string, unknown>) =>
  (bookFormSchema.safeParse({ ...FORM, ...changes }).error?.issues ?? []).map(
    (issue) => `${issue.path.join(".")}: ${issue.message}`,
  );
const value = (changes: Record<string, unknown>) => bookFormSchema.parse({ ...FORM, ...changes });

describe("the rules", () => {
  test("turn a form's texts into the stored values", () => {
    const typed = {
      subtitle: " A\nNovel ",
      format: "BC",
      publishingStatus: "",
      seriesId: "4",
      originalLanguageId: "",
      ageFrom: "0",
      ageTo: "1,2",
      taxRate: "2.5 %",
      hsn: "49011010",
      editionNumber: "2",
      furtherLanguageId: ["3", "", "3", "2"],
      thema: "fbc, 1FKA;FBC",
      bisac: "",
    };
    expect(value(typed)).toMatchObject({
      subtitle: "A Novel",
      format: "BC",
      publishingStatus: "available",
      seriesId: 4,
      originalLanguageId: null,
      ageFrom: 0,
      ageTo: 12,
      taxRate: 250,
      hsn: "49011010",
      sku: null,
      furtherLanguageId: [3, 2],
      thema: ["FBC", "1FKA"],
      bisac: [],
    });
  });

  test("take the numbers, lists and nulls of JSON", () => {
    const sent = {
      taxRate: 5,
      weightG: 240,
      format: null,
      publishingStatus: null,
      thema: ["FBC"],
      bisac: null,
    };
    expect(value(sent)).toMatchObject({
      taxRate: 500,
      weightG: 240,
      format: null,
      publishingStatus: "available",
      thema: ["FBC"],
      bisac: [],
    });
  });

  test("keep the contributors in their order, once in a role, without authors and empty rows", () => {
    const rows = [
      { authorId: "3", role: "B06" },
      { authorId: "", role: "B06" },
      { authorId: "2", role: "A12" },
      { authorId: 3, role: "B06" },
      { authorId: "3", role: "A12" },
      { authorId: "1", role: "A01" },
    ];
    expect(value({ contributors: rows }).contributors).toEqual([
      { authorId: 3, role: "B06" },
      { authorId: 2, role: "A12" },
      { authorId: 3, role: "A12" },
    ]);
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ["a subtitle of 200", { subtitle: "é".repeat(200) }, []],
    ["a subtitle of 201", { subtitle: "a".repeat(201) }, ["subtitle: Subtitle must be 200 characters or less"]],
    ["an unknown format", { format: "XX" }, ["format: Format: choose one of the list"]],
    ["a format of JavaScript", { format: "constructor" }, ["format: Format: choose one of the list"]],
    ["a height of 2000", { heightMm: "2000" }, []],
    ["a height of 0", { heightMm: "0" }, ["heightMm: Height must be a whole number from 1 to 2000"]],
    ["a weight of half a gram", { weightG: "0.5" }, ["weightG: Weight must be a whole number from 1 to 50000"]],
    ["ages in order", { ageFrom: "8", ageTo: "8" }, []],
    ["ages reversed", { ageFrom: "9", ageTo: "8" }, ["ageTo: Age to must not be less than Age from"]],
    ["an HSN of five digits", { hsn: "49011" }, ["hsn: HSN code must have 4, 6 or 8 digits"]],
    ["a rate of 100", { taxRate: "100" }, []],
    ["a rate of three decimals", { taxRate: "5.125" }, ["taxRate: Tax rate (%) must be a number from 0 to 100 with at most two decimals"]],
    ["a series that is no id", { seriesId: "x" }, ["seriesId: Series: what was chosen here is not known"]],
    ["a wrong Thema code", { thema: "FBC <b>" }, ["thema: “<B>” is not a Thema code"]],
    ["a wrong BISAC code", { bisac: "FIC1" }, ["bisac: “FIC1” is not a BISAC code"]],
    ["21 subjects", { bisac: Array.from({ length: 21 }, (_, at) => `FIC${100_000 + at}`) }, ["bisac: At most 20 BISAC subjects can be given"]],
    ["an unknown person", { contributors: [{ authorId: "0", role: "B06" }] }, ["contributors.0.authorId: This person is not known"]],
    ["an unknown role", { contributors: [{ authorId: "1", role: "toString" }] }, ["contributors.0.role: Choose a role"]],
  ])("%s", (_, changes, expected) => expect(messages(changes)).toEqual(expected)); // oxfmt-ignore
});

describe("saving", () => {
  let db: ShopDatabase;
  let staffId: number;
  let bookId: number;
  let fields: BookFields;
  const ids: Record<string, number> = {};

  const row = async (table: "authors" | "languages" | "series", name: string) => {
    const { id } = await db.write
      .insertInto(table)
      .values({ name, name_key: name.toLowerCase() })
      .returning("id")
      .executeTakeFirstOrThrow();
    ids[name] = id;
    return id;
  };

  beforeEach(async () => {
    db = await createTestDatabase();
    staffId = await createStaff(db.write);
    bookId = await catalogueBook(db.write, { title: "Gora", authors: ["Tagore"], tags: ["Novel"] });
    await row("authors", "Pearson");
    await row("authors", "Bose");
    await row("languages", "Bengali");
    await row("languages", "Sanskrit");
    await row("series", "Classics");
    const book = (await findEditableBook(db.read, bookId))!;
    fields = {
      ...book,
      ...optionalFieldsOf(book),
      authorId: book.authors.map(({ id }) => id),
      publisherId: book.publisher.id,
      languageId: book.language.id,
      booktagsId: book.tags.map(({ id }) => id),
    };
  });

  const seen = { version: null, stock: null };
  const save = (changes: Partial<BookFields>, unsent?: Parameters<typeof updateBook>[1]["unsent"]) =>
    updateBook(db.write, { bookId, staffId, fields: { ...fields, ...changes }, unsent, seen });
  const whole = (): Partial<BookFields> => ({
    subtitle: "A Novel", format: "BB", publishingStatus: "forthcoming", imprint: "Little Neem",
    seriesId: ids.Classics, seriesNumber: "2", originalLanguageId: ids.Bengali, weightG: 240,
    ageFrom: 8, ageTo: 12, hsn: "4901", taxRate: 250, sku: "NTP-1", thema: ["FBC", "1FKA"], bisac: ["FIC004000"],
    contributors: [
      { authorId: ids.Pearson!, role: "B06" },
      { authorId: ids.Bose!, role: "A12" },
    ],
    furtherLanguageId: [ids.Sanskrit!],
  }); // oxfmt-ignore

  test("every field is stored, read, and named in the history", async () => {
    expect(await save(whole())).toMatchObject({ ok: true });
    const book = (await findEditableBook(db.read, bookId))!;
    expect(book).toMatchObject({
      subtitle: "A Novel",
      format: "BB",
      publishingStatus: "forthcoming",
      imprint: "Little Neem",
      series: "Classics",
      seriesNumber: "2",
      originalLanguage: "Bengali",
      weightG: 240,
      taxRate: 250,
      thema: ["FBC", "1FKA"],
      bisac: ["FIC004000"],
      furtherLanguages: [{ name: "Sanskrit" }],
      authors: [{ name: "Tagore" }],
      contributors: [
        { name: "Tagore", role: "A01" },
        { name: "Pearson", role: "B06" },
        { name: "Bose", role: "A12" },
      ],
    });
    const [entry] = await readAudit(db.read, "book", bookId);
    expect(entry!.changes).toEqual(
      expect.arrayContaining([
        { field: "Format", before: null, after: "Hardback" },
        { field: "Publishing status", before: "Available", after: "Forthcoming" },
        { field: "Series", before: null, after: "Classics" },
        { field: "Tax rate (%)", before: null, after: "2.5" },
        { field: "Contributors", before: null, after: ["Pearson (Translator)", "Bose (Illustrator)"] },
        { field: "Further languages", before: null, after: ["Sanskrit"] },
        { field: "Thema subjects", before: null, after: ["FBC", "1FKA"] },
      ]),
    );
    // Shoppers do not see what is for staff only.
    const shown = (await findBook(db.read, bookId))!;
    expect(shown.subtitle).toBe("A Novel");
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(["sku"]));
    expect({ ...shown }).not.toMatchObject({ taxRate: 250 });
  });

  test("fields that a client leaves out keep their values, and null removes them", async () => {
    await save(whole());
    const { subtitle: _, ...others } = optionalFieldsOf((await findEditableBook(db.read, bookId))!);
    const names = Object.keys(others) as (keyof typeof others)[];
    expect(await save({ subtitle: null, title: "Gora again" }, names)).toMatchObject({ ok: true });
    const book = (await findEditableBook(db.read, bookId))!;
    expect(optionalFieldsOf(book)).toEqual({ ...others, subtitle: null });
    expect(book.title).toBe("Gora again");
  });

  test("authors and contributors change independently of each other", async () => {
    await save(whole());
    await save({ ...whole(), authorId: [ids.Bose!, fields.authorId[0]!] });
    await save({ ...whole(), authorId: [ids.Bose!], contributors: [{ authorId: ids.Bose!, role: "A12" }] });
    expect((await findBook(db.read, bookId))!.contributors.map(({ name, role }) => [name, role])).toEqual([
      ["Bose", "A01"],
      ["Bose", "A12"],
    ]);
  });

  test("rows that do not exist are refused at their field, and nothing is written", async () => {
    const unknown = "what was chosen here is not known";
    const refusals: [Partial<BookFields>, string, string][] = [
      [{ seriesId: 99 }, "seriesId", `Series: ${unknown}`],
      [{ originalLanguageId: 99 }, "originalLanguageId", `Original language: ${unknown}`],
      [{ furtherLanguageId: [99] }, "furtherLanguageId", `Further languages: ${unknown}`],
      [
        { contributors: [{ authorId: ids.Bose!, role: "B06" }, { authorId: 99, role: "B06" }, { authorId: ids.Bose!, role: "A12" }] },
        "contributors[1].authorId",
        "This person is not known",
      ],
    ]; // oxfmt-ignore
    for (const [changes, field, message] of refusals)
      expect(await save({ ...changes, title: "Refused" })).toEqual({
        ok: false,
        reason: "field",
        field,
        message,
      });
    expect((await findBook(db.read, bookId))!.title).toBe("Gora");
  });

  test("no two books have the same SKU, whatever its letter case", async () => {
    await save({ sku: "NTP-1" });
    const refused = { ok: false, reason: "field", field: "sku", message: "Another book has this SKU" };
    expect(
      await addBook(db.write, { staffId, fields: { ...fields, title: "Second", sku: "ntp-1" } }),
    ).toEqual(refused);
    expect(await save({ sku: "ntp-1" })).toMatchObject({ ok: true });
  });

  test("a kept age is compared with a new one", async () => {
    await save({ ageFrom: 8 });
    expect(await save({ ageTo: 7 }, ["ageFrom"])).toMatchObject({ reason: "field", field: "ageTo" });
  });
});
