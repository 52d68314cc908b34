import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { uploadedFile } from "~/test/files/import-files";
import { toIsbn13 } from "~/domain/catalogue/books/record/isbn";
import { importMappingSchema } from "./mapping";
import type { PlannedBook } from "./plan/plan";
import { planImport } from "./plan/plan-import.server";
import { importedBooks } from "./read-books.server";
import { surveyTable, withSurvey } from "./survey.server";
import { columnKeys, headingsOf } from "./table-formats";
import { findLayout } from "./tables/find-layout.server";
import { openTable } from "./tables/read-table.server";

// Tables as other people write them: what is planned is what was meant, or it is asked, or left out with a hint.

const { read, write } = await createTestDatabase();
const SHOP_SKU = "101";
await catalogueBook(write, { title: "Of this shop", isbn13: null, sku: SHOP_SKU });

/** A value as somebody means it, and as it stands in the file. */
interface Cell<Meant> {
  meant: Meant;
  text: string;
}

/** All cells of a column are written in one way. */
interface Column<Meant> {
  heading: string;
  cells: Cell<Meant>[];
}

const ROWS = 5;

const column = <Meant>(heading: string | fc.Arbitrary<string>, cell: fc.Arbitrary<Cell<Meant>>) =>
  fc.record({
    heading: typeof heading === "string" ? fc.constant(heading) : heading,
    cells: fc.array(cell, { minLength: ROWS, maxLength: ROWS }),
  });

/** One way of writing for the whole column. */
const inOneWay = <Meant, Value>(
  heading: string | fc.Arbitrary<string>,
  value: fc.Arbitrary<Value>,
  ways: ((value: Value) => Cell<Meant>)[],
): fc.Arbitrary<Column<Meant>> => fc.constantFrom(...ways).chain((way) => column(heading, value.map(way)));

/** Each cell in a way of its own. */
const inAnyWay = <Meant, Value>(
  heading: string | fc.Arbitrary<string>,
  value: fc.Arbitrary<Value>,
  ways: ((value: Value) => Cell<Meant>)[],
): fc.Arbitrary<Column<Meant>> =>
  column(
    heading,
    fc.tuple(fc.constantFrom(...ways), value).map(([way, one]) => way(one)),
  );

const digitsIn = (zero: number) => (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

const decimals = (paise: number, locale: string) =>
  new Intl.NumberFormat(locale, {
    minimumFractionDigits: paise % 100 === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(paise / 100);

const price = (write: (paise: number) => string) => (paise: number) => ({ meant: paise, text: write(paise) });

/** In paise, up to the shop's limit; whole rupees as often as not. */
const paise = fc.oneof(
  fc.integer({ min: 1, max: 9999 }).map((rupees) => rupees * 100),
  fc.integer({ min: 1, max: 999_999 }),
);

const prices = inOneWay<number, number>(fc.constantFrom("Price", "MRP", "Rate"), paise, [
  price((one) => (one / 100).toFixed(2)),
  price((one) => String(one / 100)),
  price((one) => (one / 100).toFixed(2).replace(".", ",")),
  price((one) => decimals(one, "en-IN")),
  price((one) => `₹ ${decimals(one, "en-IN")}`),
  price((one) => `Rs. ${decimals(one, "en-IN")}/-`),
  price((one) => `INR ${decimals(one, "en-IN")}`),
  price((one) => decimals(one, "de-DE")),
  price((one) => decimals(one, "fr-FR")),
  price((one) => decimals(one, "de-CH")),
  price((one) => digitsIn(0x09_66)(decimals(one, "en-IN"))),
  price((one) => digitsIn(0x0b_e6)((one / 100).toFixed(2))),
]);

const same =
  <Value>(write: (value: Value) => string) =>
  (value: Value) => ({ meant: value, text: write(value) });
const nothing = (text: string) => () => ({ meant: null, text });
/** What cannot be told from its text: it is left out, and somebody says so. */
const NOT_SURE = "not sure";
const unsure =
  <Value>(write: (value: Value) => string) =>
  (value: Value): Cell<typeof NOT_SURE> => ({ meant: NOT_SURE, text: write(value) });

const pages = inAnyWay<number | null | typeof NOT_SURE, number>(
  fc.constantFrom("Pages", "No. of pages", "Extent"),
  fc.integer({ min: 1, max: 2999 }),
  [
    same((count: number) => String(count)),
    same((count: number) => `${count} pp`),
    same((count: number) => `${count}pp.`),
    same((count: number) => `xii + ${count}`),
    same((count: number) => `${count} pages`),
    same((count: number) => digitsIn(0x09_66)(String(count))),
    nothing("0"),
    nothing("NA"),
    nothing(""),
    unsure((count: number) => `about ${count}`),
    unsure((count: number) => `${count}-${count + 20}`),
  ],
);

const MONTHS = [
  "Jan",
  "Feb",
  "March",
  "April",
  "May",
  "June",
  "July",
  "Aug",
  "Sept",
  "October",
  "Nov",
  "December",
];
const day = fc.record({
  year: fc.integer({ min: 1990, max: 2026 }),
  month: fc.integer({ min: 1, max: 12 }),
  date: fc.integer({ min: 1, max: 28 }),
});
type Day = { year: number; month: number; date: number };
const two = (number: number) => String(number).padStart(2, "0");
const iso = ({ year, month, date }: Day) => `${year}-${two(month)}-${two(date)}`;
const onDay = (write: (day: Day) => string) => (one: Day) => ({ meant: iso(one), text: write(one) });
const inYear = (write: (day: Day) => string) => (one: Day) => ({ meant: String(one.year), text: write(one) });

const published = fc.oneof(
  inAnyWay<string | null | typeof NOT_SURE, Day>(
    fc.constantFrom("Published", "Year", "Publication date"),
    day,
    [
      onDay(iso),
      onDay(({ year, month, date }) => `${two(date)}/${two(month)}/${year}`),
      onDay(({ year, month, date }) => `${date}.${month}.${year}`),
      onDay(({ year, month, date }) => `${date}-${MONTHS[month - 1]}-${String(year).slice(2)}`),
      onDay(({ year, month, date }) => `${date} ${MONTHS[month - 1]} ${year}`),
      onDay(({ year, month, date }) => `${MONTHS[month - 1]} ${date}, ${year}`),
      inYear(({ year }) => String(year)),
      inYear(({ year, month }) => `${MONTHS[month - 1]} ${year}`),
      inYear(({ year, month }) => `${MONTHS[month - 1]}-${String(year).slice(2)}`),
      inYear(({ year, month }) => `${year}-${two(month)}`),
      inYear(({ year }) => `2nd ed. ${year}`),
      inYear(({ year }) => `© ${year}`),
      nothing(""),
      unsure(({ year }) => `${year} (reprint ${year + 1})`),
      unsure(() => "soon"),
    ],
  ),
  // The month first, which the column says by one date.
  column<string | null | typeof NOT_SURE>(
    "Published",
    day.map(onDay(({ year, month, date }) => `${month}/${date}/${year}`)),
  ).map(({ heading, cells }) => ({
    heading,
    cells: [{ meant: "2023-08-25", text: "8/25/2023" }, ...cells.slice(1)],
  })),
);

const grams = fc.integer({ min: 50, max: 4999 });
const weights = fc.oneof(
  inAnyWay<number | null | typeof NOT_SURE, number>(fc.constantFrom("Weight", "Weight (g)"), grams, [
    same((weight: number) => `${weight} g`),
    same((weight: number) => `${weight} gms.`),
    same((weight: number) => `${weight / 1000} kg`),
    same((weight: number) => String(weight)),
    nothing("0"),
    nothing(""),
    unsure(() => "light"),
  ]),
  inOneWay<number | null | typeof NOT_SURE, number>("Weight (kg)", grams, [
    same((weight: number) => String(weight / 1000)),
    same((weight: number) => (weight / 1000).toFixed(3)),
    same((weight: number) => String(weight / 1000).replace(".", ",")),
  ]),
  inOneWay<number | null | typeof NOT_SURE, number>("Weight", grams, [
    unsure((weight: number) => (weight / 1000).toFixed(2)),
  ]),
);

const isbn = fc
  .integer({ min: 0, max: 999_999_999 })
  .map((number) => toIsbn13(withCheckDigit(String(number).padStart(9, "0")))!);

function withCheckDigit(first9: string): string {
  const sum = [...first9].reduce((total, digit, index) => total + Number(digit) * (10 - index), 0);
  const check = (11 - (sum % 11)) % 11;
  return first9 + (check === 10 ? "X" : check);
}

const isbns = inAnyWay<string | null | typeof NOT_SURE, string>(
  fc.constantFrom("ISBN", "ISBN-13", "EAN"),
  isbn,
  [
    same((number: string) => number),
    same(
      (number: string) => `${number.slice(0, 3)}-${number.slice(3, 5)}-${number.slice(5, 12)}-${number[12]}`,
    ),
    same((number: string) => `ISBN ${number}`),
    same((number: string) => `${number} (PB)`),
    same((number: string) => `${number}.0`),
    same((number: string) => `="${number}"`),
    same((number: string) => `'${number}`),
    ...["NA", "N/A", "nil", "0", "-", "none", ""].map(nothing),
    unsure((number: string) => `${number[0]}.${number.slice(1, 6)}E+12`),
  ],
);

const forename = fc.constantFrom("Asha", "Ila", "Radha", "Neil", "Kamala", "R. K.", "Sarat Chandra", "मीरा");
const surname = fc.constantFrom("Rao", "Sen", "Iyer", "Menon", "Chattopadhyay", "Das", "शर्मा");
const person = fc.record({ forename, surname });
type Person = { forename: string; surname: string };
const plain = (one: Person) => `${one.forename} ${one.surname}`;
const people = fc.uniqueArray(person, { minLength: 1, maxLength: 3, selector: plain });

const named = (write: (given: Person[]) => string) => (given: Person[]) => ({
  meant: given.map(plain),
  text: write(given),
});
const joined = (by: string) => (given: Person[]) => given.map(plain).join(by);
const turned = ({ forename: first, surname: last }: Person) => `${last}, ${first}`;

const authors = fc.oneof(
  inAnyWay<string[], Person[]>(fc.constantFrom("Author", "Author(s)", "Contributors"), people, [
    named(joined("; ")),
    named(joined(", ")),
    named(joined(" and ")),
    named(joined(" & ")),
    named(joined("/")),
    named(joined("\n")),
    named(
      (given) =>
        `${given.slice(0, -1).map(plain).join(", ")}${given.length > 1 ? " and " : ""}${plain(given.at(-1)!)}`,
    ),
  ]),
  // Surnames in front throughout.
  inAnyWay<string[], Person[]>("Author", people, [
    named((given) => given.map(turned).join("; ")),
    named((given) => given.map(turned).join(" and ")),
  ]),
);

const LANGUAGES = { Hindi: ["hi", "HIN", "hin", "hi-IN"], English: ["en", "ENG"], Tamil: ["ta", "tam"] };
const language = fc.constantFrom(...(Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]));
const languages = inAnyWay<string[], (keyof typeof LANGUAGES)[]>(
  "Language",
  fc.uniqueArray(language, { minLength: 1, maxLength: 2 }),
  [
    same((given: string[]) => given.join("; ")),
    same((given: string[]) => given.join("/")),
    same((given: string[]) => given.join(", ")),
    same((given: string[]) => given.join(" & ")),
    same((given: (keyof typeof LANGUAGES)[]) => given.map((name) => LANGUAGES[name][0]).join(";")),
    same((given: (keyof typeof LANGUAGES)[]) => given.map((name) => LANGUAGES[name].at(-1)).join("; ")),
  ],
);

const tags = inAnyWay<string[], string[]>(
  fc.constantFrom("Tags", "Genre", "Categories"),
  fc.uniqueArray(fc.constantFrom("Novel", "Poetry", "Arts & Crafts", "History"), {
    minLength: 1,
    maxLength: 3,
  }),
  ["; ", ", ", "/", " > "].map((by) => same((given: string[]) => given.join(by))),
);

const FORMATS: Record<string, string> = {
  PB: "BC",
  "Mass Market Paperback": "BC",
  Hardcover: "BB",
  "Hard bound": "BB",
  "Audio CD": "AC",
  "Kindle Edition": "ED",
};
const formats = inAnyWay<string | null | typeof NOT_SURE, string>(
  fc.constantFrom("Format", "Binding"),
  fc.constantFrom(...Object.keys(FORMATS)),
  [(name) => ({ meant: FORMATS[name]!, text: name }), nothing(""), nothing("-"), unsure(() => "As new")],
);

/** Another program's numbers: now and then one is that of a book of the shop. */
const skus: fc.Arbitrary<Column<string>> = fc.record({
  heading: fc.constantFrom("SKU", "Item Code"),
  cells: fc
    .array(fc.boolean(), { minLength: ROWS, maxLength: ROWS })
    .map((same) => same.map((isShops, row) => (isShops ? SHOP_SKU : String(900 + row))))
    .map((numbers) => numbers.map((text) => ({ meant: text, text }))),
});

const table = fc.record({
  skus,
  prices,
  pages,
  published,
  weights,
  isbns,
  authors,
  languages,
  tags,
  formats,
});
type Table = typeof table extends fc.Arbitrary<infer Made> ? Made : never;
const layout = fc.record({
  delimiter: fc.constantFrom(",", ";", "\t", "|"),
  order: fc.infiniteStream(fc.nat()),
});

/** In any order of its columns. */
function csvOf(
  columns: Column<unknown>[],
  { delimiter, order }: { delimiter: string; order: Iterator<number> },
) {
  const mixed = columns
    .map((one) => ({ one, place: order.next().value as number }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one);
  const rows = Array.from({ length: ROWS }, (_, row) => mixed.map(({ cells }) => cells[row]!.text));
  return stringify([mixed.map(({ heading }) => heading), ...rows], { delimiter });
}

const fixed = (heading: string, text: (row: number) => string): Column<string> => ({
  heading,
  cells: Array.from({ length: ROWS }, (_, row) => ({ meant: text(row), text: text(row) })),
});

/** As a check does it. */
async function planned(file: string) {
  const found = await findLayout(file);
  const opened = await openTable(file, found);
  const given = importMappingSchema.parse({});
  const survey = await surveyTable(opened, columnKeys(opened.columns, given), given);
  const mapping = withSurvey(given, survey);
  const books = importedBooks(file, mapping, { layout: found, noIsbns: survey.noIsbns });
  const headings = headingsOf(opened.columns, mapping);
  const rows: PlannedBook[] = [];
  for await (const batch of planImport(read, books, { mode: "add_and_change", mapping, headings }))
    rows.push(...batch.books);
  return {
    rows,
    asked: new Set(survey.columns.filter(({ way }) => way === "open").map(({ heading }) => heading)),
  };
}

const listOf = (row: PlannedBook, field: string): string[] => {
  const value = row.changes.find((change) => change.field === field)?.after ?? [];
  return [value].flat().map(String);
};

const QUESTION = /answer the question about its column/;

function check(row: PlannedBook, index: number, given: Table, asked: Set<string>) {
  const seen = JSON.stringify({ problems: row.problems, warnings: row.warnings });
  // Nothing is written into the shop's book before somebody has said whose number it is.
  if (given.skus.cells[index]!.text === SHOP_SKU) {
    expect([row.outcome, row.question, row.fields], seen).toEqual(["refused", "bookIds", null]);
    return;
  }
  if (row.outcome === "refused") {
    const { meant } = given.isbns.cells[index]!;
    const isDouble = given.isbns.cells
      .slice(0, index)
      .some((before) => meant !== null && before.meant === meant);
    if (isDouble && /^Row \d+ is about the same book$/.test(row.problems[0]!.message)) return;
    // Asked, and nothing else.
    expect(row.problems.map(({ message }) => message).join("; "), seen).toMatch(QUESTION);
    expect(asked.size, seen).toBeGreaterThan(0);
    return;
  }
  expect(row.outcome, seen).toBe("added");
  const fields = row.fields!;
  expect(fields.price, seen).toBe(given.prices.cells[index]!.meant);
  const optional = [
    [given.pages, fields.pageCount],
    [given.published, fields.publishedOn],
    [given.weights, fields.weightG],
    [given.isbns, fields.isbn13],
    [given.formats, fields.format],
  ] as const;
  for (const [{ heading, cells }, value] of optional) {
    const { meant, text } = cells[index]!;
    const isHinted = row.warnings.some((warning) => warning.startsWith(heading));
    if (meant === NOT_SURE) expect([value, isHinted], `${heading} ${text} ${seen}`).toEqual([null, true]);
    else if (value !== meant) expect([value, isHinted], `${heading} ${text} ${seen}`).toEqual([null, true]);
  }
  expect(listOf(row, "Authors"), seen).toEqual(given.authors.cells[index]!.meant);
  const [first, ...others] = given.languages.cells[index]!.meant;
  expect([listOf(row, "Language"), listOf(row, "Further languages")], seen).toEqual([[first], others]);
  expect(listOf(row, "Tags").toSorted(), seen).toEqual(given.tags.cells[index]!.meant.toSorted());
}

test(
  "what is planned is what was meant, or asked, or left out with a hint",
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(table, layout, async (given, how) => {
        const fixedColumns = [
          fixed("Title", (row) => `Title number ${row}`),
          fixed("Brief", () => "A brief."),
          fixed("Publisher", () => "Test House"),
        ];
        const columns = [...fixedColumns, ...Object.values(given)] as Column<unknown>[];
        const { rows, asked } = await planned(
          uploadedFile(csvOf(columns, { ...how, order: how.order[Symbol.iterator]() })),
        );
        expect(rows).toHaveLength(ROWS);
        for (const [index, row] of rows.entries()) check(row, index, given, asked);
      }),
      { numRuns: 60 },
    );
  },
);
