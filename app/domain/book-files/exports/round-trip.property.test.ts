import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { uploadedFile } from "~/test/files/import-files";
import { BOOK_FORMATS } from "~/domain/catalogue/books/record/book-formats";
import { type BookFields, bookFormSchema } from "~/domain/catalogue/books/record/book-form.schema";
import { PUBLISHING_STATUSES } from "~/domain/catalogue/books/record/book-record";
import { ROLES } from "~/domain/catalogue/books/record/contributor-roles";
import { addBook } from "~/domain/catalogue/books/record/save-book.server";
import { linkEditions } from "~/domain/catalogue/editions/link-editions.server";
import { NO_MAPPING } from "../mapping";
import type { PlannedBook } from "../plan/plan";
import { planImport } from "../plan/plan-import.server";
import { importedBooks } from "../read-books.server";
import { nameKey } from "../../catalogue/names/names";
import { ALL_BOOKS, exportBooks } from "./export-books.server";
import type { ExportFormat } from "./exports";
import { anyCharacter } from "~/test/checks/any-character";

/** For any catalogue: importing an export changes nothing. */

const { write, read } = await createTestDatabase();
const NOW = new Date("2026-11-21T06:00:00.000Z");

/** Names that a cell of several, a formula or a role in brackets could be taken for. */
const NAMES = {
  authors: [
    "Rabindranath Tagore",
    "प्रेमचंद",
    "Rao; Sons",
    "A|B",
    '"Baba" Amte',
    '"Rao; Sons"',
    "Zafar (Editor)",
    "Mehta (Delhi)",
    "=SUM(A1)",
    "-Ravi (With)",
    "O’Brien, Flann",
  ],
  tags: ["Novel", "Crime; thriller", "@home", "Food & drink", '"Q"', "+1"],
  publishers: ["Neem Tree Press", "=Press", "'=Press", "A; B"],
  languages: ["Hindi", "Bengali", "Odia", "English", "Kok Borok; old"],
  series: ["Neem Classics", "-1", "A (B)"],
} as const;
/** Those that ONIX has codes for. */
const CODED = 4;

const ids = {} as Record<keyof typeof NAMES, number[]>;
let staffId = 0;

beforeAll(async () => {
  staffId = await createStaff(write);
  for (const table of Object.keys(NAMES) as (keyof typeof NAMES)[]) {
    const rows = NAMES[table].map((name) => ({ name, name_key: nameKey(name) }));
    ids[table] = (await write.insertInto(table).values(rows).returning("id").execute()).map(({ id }) => id);
  }
});

const TEXTS = [
  "=1+1",
  "-5",
  "+91 80",
  "@x",
  "'=1",
  "''-1",
  "＝1",
  "'tis",
  "007",
  "1e5",
  "_x0041_",
  "_X005f_x0041_x0042_",
  '"quoted"',
  'say "no", twice; or not',
  "<b>x</b>",
  "Q &amp; A",
  "yes",
  "गोदान � \u{FFFE}",
  "two  spaces",
  "sep=;",
];
const anyText = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 12 }),
  fc.string({ minLength: 1, maxLength: 20 }),
);
const lines = (line: fc.Arbitrary<string>) => fc.array(line, { maxLength: 6 }).map((all) => all.join("\n"));
const some = (table: keyof typeof NAMES, minLength: number, count: number = NAMES[table].length) =>
  fc
    .uniqueArray(fc.nat(count - 1), { minLength, maxLength: 4 })
    .map((places) => places.map((place) => ids[table][place]!));
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | ""> => fc.option(value, { nil: "" as const });
const whole = (max: number, min = 1) => maybe(fc.integer({ min, max }));
const one = <T extends string>(...texts: T[]) => fc.constantFrom(...texts);

/** What the form would send. */
const form = (text: fc.Arbitrary<string>, description: fc.Arbitrary<string>, languages?: number) =>
  fc.record({
    title: text,
    brief: description,
    description: fc.oneof(fc.constant(""), description),
    isbn13: one<string>(
      "",
      "0306406152",
      "0 306 40615 2",
      "ABC-123",
      "81-7223-12-8",
      "9788171670000",
      "9780306406157",
    ),
    authorId: some("authors", 1),
    contributors: fc.array(
      fc.record({ authorId: fc.nat(NAMES.authors.length - 1), role: fc.constantFrom(...ROLES) }),
      { maxLength: 4 },
    ),
    publisherId: fc.nat(NAMES.publishers.length - 1),
    languageId: fc.nat((languages ?? NAMES.languages.length) - 1),
    furtherLanguageId: some("languages", 0, languages),
    booktagsId: some("tags", 1),
    price: fc.integer({ min: 0, max: 1_000_000 }).map((paise) => String(paise / 100)),
    onSale: fc.boolean(),
    saleFrom: one("", "2026-11-01", "2026-12-01"),
    saleUntil: one("", "2026-12-31"),
    stock: fc.nat(10_000).map(String),
    pageCount: whole(100_000),
    publishedOn: one("", "1910", "1910-08-14", "2027-02-28"),
    featured: fc.boolean(),
    thema: fc.subarray(["FBA", "1FKA", "5AQ", "YFB"]),
    bisac: fc.subarray(["FIC000000", "HIS062000"]),
    subtitle: maybe(text),
    format: maybe(fc.constantFrom(...Object.keys(BOOK_FORMATS))),
    publishingStatus: fc.constantFrom(...Object.keys(PUBLISHING_STATUSES)),
    preorderLimit: maybe(fc.nat(10_000)),
    imprint: maybe(text),
    originalTitle: maybe(text),
    originalLanguageId: maybe(fc.nat((languages ?? NAMES.languages.length) - 1)),
    ages: fc.option(fc.tuple(fc.nat(9), fc.integer({ min: 9, max: 99 }))),
    seriesId: maybe(fc.nat(NAMES.series.length - 1)),
    seriesNumber: maybe(text),
    editionStatement: maybe(text),
    editionNumber: whole(999),
    heightMm: whole(2000),
    widthMm: whole(2000),
    thicknessMm: whole(2000),
    weightG: whole(50_000),
    gyanPost: one("", "yes", "no"),
    hsn: one("", "4901", "490110"),
    taxRate: one("", "0", "5", "2.5", "0.25"),
    countryOfOrigin: one("", "IN", "GB", "CI"),
    importer: maybe(text),
    hidden: fc.boolean(),
    cover: fc.boolean(),
    /** Books of one number are editions of one work; null: of none. */
    work: fc.option(fc.nat(1)),
  });
type Form = ReturnType<typeof form> extends fc.Arbitrary<infer Value> ? Value : never;

/** @returns null for what the form refuses, such as a title of blanks */
function fieldsOf({ ages, onSale, ...given }: Form, place: number): BookFields | null {
  const at = (table: keyof typeof NAMES, index: number | "") => (index === "" ? "" : ids[table][index]!);
  const parsed = bookFormSchema.safeParse({
    ...given,
    sku: place % 2 === 0 ? `00${place}` : "",
    salePrice: onSale ? given.price : "",
    ...(onSale ? {} : { saleFrom: "", saleUntil: "" }),
    ageFrom: ages?.[0] ?? "",
    ageTo: ages?.[1] ?? "",
    publisherId: at("publishers", given.publisherId),
    languageId: at("languages", given.languageId),
    originalLanguageId: at("languages", given.originalLanguageId),
    seriesId: at("series", given.seriesId),
    contributors: given.contributors.map(({ authorId, role }) => ({
      authorId: at("authors", authorId),
      role,
    })),
  });
  return parsed.success ? parsed.data : null;
}

/** Puts these books alone into the catalogue. @returns their titles, the newest first */
async function fill(forms: Form[]): Promise<string[]> {
  await write.deleteFrom("books").execute();
  const titles: string[] = [];
  const works = new Map<number, number>();
  for (const [place, given] of forms.entries()) {
    const fields = fieldsOf(given, place);
    if (!fields) continue;
    const later = new Date(NOW.getTime() + 100_000 * place);
    const saved = await addBook(write, { staffId, fields }, later);
    if (!saved.ok) throw new Error(JSON.stringify(saved));
    await write
      .updateTable("books")
      .set({ hidden: given.hidden ? 1 : 0, cover: given.cover ? `0123456789abcde${place}.webp` : null })
      .where("id", "=", saved.id)
      .execute();
    titles.unshift(fields.title);
    if (given.work === null) continue;
    const otherId = works.get(given.work);
    works.set(given.work, saved.id);
    if (otherId !== undefined) await linkEditions(write, { bookId: saved.id, otherId, staffId });
  }
  return titles;
}

async function planned(format: ExportFormat): Promise<PlannedBook[]> {
  const pieces: Uint8Array[] = [];
  const given = { format, list: ALL_BOOKS, origin: "https://books.example.in" };
  for await (const piece of await exportBooks(read, given, NOW)) pieces.push(Buffer.from(piece));
  const file = uploadedFile(Buffer.concat(pieces));
  const plan: PlannedBook[] = [];
  const options = { mode: "add_and_change", mapping: NO_MAPPING } as const;
  for await (const { books } of planImport(read, importedBooks(file, NO_MAPPING, { now: NOW }), options))
    plan.push(...books);
  return plan;
}

const seen = ({ title, outcome, changes, problems, missing, pictures }: PlannedBook) => ({
  title,
  outcome,
  changes,
  problems,
  missing,
  pictures,
});
const nothing = { outcome: "unchanged", changes: [], problems: [], missing: [], pictures: [] };

const tables = form(anyText, lines(anyText));

test.each(["csv", "xlsx"] as const)("a %s file", async (format) => {
  await fc.assert(
    fc.asyncProperty(fc.array(tables, { minLength: 1, maxLength: 5 }), async (forms) => {
      const titles = await fill(forms);
      fc.pre(titles.length > 0);
      expect((await planned(format)).map(seen)).toEqual(titles.map((title) => ({ title, ...nothing })));
    }),
    { numRuns: 25 },
  );
});

/**
 * What an ONIX message holds: texts without signs that are not in XML, languages with codes; books
 * are found by ISBN, SKU or their number. It says nothing of tags (but as keywords), sale prices without dates, HSN, tax rate of a book's own, and
 * whether it is featured or hidden.
 */
const line = anyText.map(
  (text) => text.replace(/[\n\r\p{Cc}\u{2028}\u{2029}\u{FFFE}\u{FFFF}]+/gu, " ").trim() || "A line",
);
const paragraphs = fc
  .array(fc.array(line, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
  .map((all) => all.map((paragraph) => paragraph.join("\n")).join("\n\n"));

/** What books are found by in a message; a book at an even place has an SKU too, one has only its number in the shop. */
const FOUND_BY = ["", "0306406152", "9788171670000", "", "9780143065838"];

test("an ONIX message", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(form(line, paragraphs, CODED), { minLength: 1, maxLength: 5 }),
      async (forms) => {
        const titles = await fill(forms.map((given, place) => ({ ...given, isbn13: FOUND_BY[place]! })));
        fc.pre(titles.length > 0);
        // Of a title with doubled blanks the report shows what the message has; the book's stays.
        const plain = (text: string) => text.replace(/[\s\u00A0]+/gu, " ").trim();
        expect((await planned("onix")).map(seen)).toEqual(
          titles.map((title) => ({
            title: expect.toSatisfy((given) => plain(given) === plain(title)),
            ...nothing,
          })),
        );
      },
    ),
    { numRuns: 40 },
  );
});
