import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { readBooks, uploadedFile, workbookOf } from "~/test/files/import-files";
import { zipOf } from "~/test/files/zip-files";
import { recognise } from "../read-books.server";
import { findLayout } from "./find-layout.server";
import { layoutHints, SEPARATORS, wantedLayoutSchema } from "./layout";
import { openTable } from "./read-table.server";

async function read(content: string | Buffer, wanted = {}) {
  const file = uploadedFile(content);
  const layout = await findLayout(file, wanted);
  const { columns, rows } = await openTable(file, layout);
  const found: (string | number)[][] = [];
  for await (const { row, cells } of rows) found.push([row, ...cells]);
  return { layout, columns, rows: found };
}

/** A workbook with these visible sheets. */
function workbookWith(sheets: Record<string, string[][]>): Buffer {
  const parts: Record<string, string> = { "[Content_Types].xml": "<Types/>" };
  let [list, targets] = ["", ""];
  for (const [index, [name, rows]] of Object.entries(sheets).entries()) {
    const cells = rows.map(
      (row, at) =>
        `<row r="${at + 1}">${row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`,
    );
    parts[`xl/worksheets/s${index}.xml`] = `<worksheet><sheetData>${cells.join("")}</sheetData></worksheet>`;
    list += `<sheet name="${name}" r:id="r${index}"/>`;
    targets += `<Relationship Id="r${index}" Type="x/worksheet" Target="worksheets/s${index}.xml"/>`;
  }
  parts["xl/workbook.xml"] = `<workbook xmlns:r="r"><sheets>${list}</sheets></workbook>`;
  parts["xl/_rels/workbook.xml.rels"] = `<Relationships>${targets}</Relationships>`;
  return zipOf(parts);
}

const BOOK = "Gora,Tagore,299";

test.each([
  ["in the first row", `Title,Author,Price\n${BOOK}\n`, 1],
  ["below the name of the list", `Neem Tree Press\n\nTitle,Author,Price\n${BOOK}\n`, 3],
  ["below a name that was padded", `Price list 2026,,\n,,\nTitle,Author,Price\n${BOOK}\n`, 3],
  ["below lines about the terms", `Terms: 30%, net\nValid, from May\nTitle,Author,Price\n${BOOK}\n`, 3],
  ["in a language that is not known", `Neem Tree Press\nपुस्तक,लेखक,मूल्य\n${BOOK}\n`, 2],
  ["not known, with one that is", `List of books\nपुस्तक,लेखक,MRP\n${BOOK}\n`, 2],
  ["repeated on each page", `Title,Author,Price\n${BOOK}\nTitle,Author,Price\n${BOOK}\n`, 1],
  ["the only column", "ISBN\n9788171670000\n", 1],
  ["nowhere", "9788171670000,Gora,299\n9780306406157,Godan,350\n", 0],
  ["nowhere, and one column", "9788171670000\n9780306406157\n", 0],
])("the headings are %s", async (_, text, row) => {
  expect((await read(text)).layout.headingRow).toBe(row);
});

test("without headings the columns are called as in a spreadsheet, and the first row is a book", async () => {
  const { columns, rows } = await read("9788171670000,Gora\n9780306406157,Godan,350\n");
  expect(columns).toEqual(["Column A", "Column B", "Column C"]);
  expect(rows.map(([row]) => row)).toEqual([1, 2]);
  const mapping = { columns: { "Column A": "isbn13", "Column B": "title" } };
  const books = await readBooks(uploadedFile("9788171670000,Gora\n9780306406157,Godan,350\n"), mapping);
  expect(books.map(({ texts }) => texts.title)).toEqual(["Gora", "Godan"]);
});

test("staff say which row has the headings; one without texts, or beyond the end, is refused", async () => {
  const text = "Title,Price\n\nName of book,Rate\nGora,299\n";
  expect(await read(text, { headingRow: 3 })).toMatchObject({
    columns: ["Name of book", "Rate"],
    rows: [[4, "Gora", "299"]],
  });
  expect((await read(text, { headingRow: 0 })).rows).toHaveLength(3);
  for (const row of [2, 9])
    await expect(read(text, { headingRow: row })).rejects.toThrow(
      `Row ${row} is empty: choose the row that names the columns.`,
    );
  expect(wantedLayoutSchema.safeParse({ headingRow: 1000 }).success).toBe(true);
  for (const headingRow of [-1, 1001, 1.5])
    expect(wantedLayoutSchema.safeParse({ headingRow }).success).toBe(false);
});

const SHEETS = workbookWith({
  "Read me": [["Price list 2026"], ["Terms: 30%"]],
  Books: [["Neem Tree Press"], [], ["Title", "Author", "MRP"], ["Gora", "Tagore", "299"]],
  Empty: [],
  "Out of print": [
    ["Title", "Author"],
    ["Kim", "Kipling"],
    ["She", "Haggard"],
  ],
});

test("of a workbook the first sheet with headings is read, the others are named with their rows", async () => {
  const { layout, columns, rows } = await read(SHEETS);
  expect(layout).toMatchObject({ sheet: "Books", headingRow: 3 });
  expect([columns, rows]).toEqual([["Title", "Author", "MRP"], [[4, "Gora", "Tagore", "299"]]]);
  expect(layoutHints(layout)[0]).toContain('"Read me" (2 rows) and "Out of print" (3 rows)');
  expect((await read(SHEETS, { sheet: "Out of print" })).rows).toHaveLength(2);
  await expect(read(SHEETS, { sheet: "Books 2" })).rejects.toThrow(
    'The workbook has no sheet "Books 2". It has: Read me, Books, Empty, Out of print.',
  );
  await expect(read(SHEETS, { sheet: "Empty" })).rejects.toThrow("The file is empty");
  await expect(read("Title\nGora\n", { sheet: "Books" })).rejects.toThrow("A CSV file has no sheets");
});

test("a sheet that cannot be read does not matter beside one with books; many rows are not all counted", async () => {
  const books = [["Title", "Price"], ...Array.from({ length: 10_050 }, () => ["Gora", "299"])];
  const damaged = workbookWith({ Notes: [["<b>"]], Books: books });
  const { layout } = await read(damaged);
  expect(layout.sheets).toEqual([
    { name: "Notes", rows: null },
    { name: "Books", rows: 10_000 },
  ]);
});

test("texts beyond the headings of a sheet are left out with a hint; in a CSV file the row is refused", async () => {
  const rows = [
    ["Title", "Price"],
    ["Gora", "299", "ask Ravi"],
  ];
  const [inSheet] = await readBooks(uploadedFile(workbookOf(rows)));
  expect(inSheet).toMatchObject({
    problems: [],
    warnings: ["What stands beyond the last heading is not read"],
  });
  const [inText] = await readBooks(uploadedFile(stringify(rows)));
  expect(inText!.problems).toHaveLength(1);
});

test("any separator is told, whatever signs the cells have", async () => {
  const cell = fc.stringMatching(/^[a-z,;|\t" ]{0,12}$/);
  const heading = fc.uniqueArray(fc.constantFrom("Title", "Author", "MRP", "Publisher", "Pages", "Year"), {
    minLength: 2,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...(Object.keys(SEPARATORS) as (keyof typeof SEPARATORS)[])),
      heading,
      fc.array(fc.array(cell, { minLength: 6, maxLength: 6 }), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      async (delimiter, headings, books, hasTitle) => {
        const width = headings.length;
        const rows = books.map((cells) => ["x", ...cells.slice(1, width)]);
        const text = stringify([...(hasTitle ? [["Books, new; 2026"]] : []), headings, ...rows], {
          delimiter,
        });
        const found = await read(text);
        expect(found.layout).toMatchObject({ separator: delimiter, headingRow: hasTitle ? 2 : 1 });
        expect(found.rows.map(([, ...cells]) => cells)).toEqual(rows);
      },
    ),
    { numRuns: 150 },
  );
});

test.each([
  ["one byte", [0xe9], "é", 1],
  ["a cut character", [0xe0, 0xa4], "à¤", 2],
])(
  "%s of another encoding does not stop a file: it is read as Windows-1252, with a hint",
  async (_, bytes, letters, count) => {
    const file = Buffer.concat([
      Buffer.from("Title,Author\nगोदान,प्रेमचंद\nCaf"),
      Buffer.from(bytes),
      Buffer.from(",राम\n"),
    ]);
    const { layout, rows } = await read(file);
    expect(rows).toEqual([
      [2, "गोदान", "प्रेमचंद"],
      [3, `Caf${letters}`, "राम"],
    ]);
    expect(layout).toMatchObject({ encoding: "utf-8", damaged: { line: 3 } });
    expect(layout.damaged!.count).toBeLessThanOrEqual(count);
    expect(layoutHints(layout)[0]).toContain("from line 3 on");
  },
);

test("long characters across the pieces in which a file is read stay whole", async () => {
  const title = "गो".repeat(60_000);
  const { rows } = await read(
    `Title,Note\n${title.slice(0, 49_000)},x\n\u{1F600}${title.slice(0, 49_000)},y\n`,
  );
  expect(rows.map(([, cell]) => cell)).toEqual([
    title.slice(0, 49_000),
    `\u{1F600}${title.slice(0, 49_000)}`,
  ]);
});

test("a long cell matters only in a column that is read, and refuses its row only", async () => {
  const long = "x".repeat(50_001);
  const text = `Title,Brief,JSON\nGora,Short,${long}\nGodan,${long},\nKim,${"x".repeat(50_000)},\n`;
  const books = await readBooks(uploadedFile(text));
  expect(books.map(({ problems }) => problems)).toEqual([
    [],
    [{ column: "Brief", message: "The text is longer than 50,000 characters" }],
    [],
  ]);
  expect(
    (await readBooks(uploadedFile(text), { columns: { JSON: "description" } }))[0]!.problems,
  ).toHaveLength(1);
  const woo = `Type,SKU,Name,Regular price,Description,Meta: data\nsimple,a,Gora,1,x,${long}\nsimple,b,Kim,1,${long},\n`;
  expect((await recognise(uploadedFile(woo))).format).toBe("woocommerce");
  expect((await readBooks(uploadedFile(woo))).map(({ problems }) => problems.length)).toEqual([0, 1]);
  const shopify = `Handle,Title,Variant Price,Body (HTML),Note\na,Gora,1,x,${long}\nb,Kim,1,${long},\n`;
  expect((await readBooks(uploadedFile(shopify))).map(({ problems }) => problems.length)).toEqual([0, 1]);
});

test("of a long file only the beginning is parsed for its layout, however its rows differ from the first", async () => {
  const file = uploadedFile(`Our books\n${"Gora,9\n".repeat(200_000)}`);
  // csv-parse makes an error of each row that differs: they are counted where they get their stack.
  const { captureStackTrace } = Error;
  onTestFinished(() => void Object.assign(Error, { captureStackTrace }));
  let made = 0;
  Error.captureStackTrace = (...given) => {
    made += 1;
    captureStackTrace(...given);
  };
  await findLayout(file);
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(5000);
});

test("no character is lost or changed where a long text is cut", async () => {
  const cells = Array.from({ length: 3000 }, (_, n) => `${"a".repeat(n % 7)}😀বই "${n}"\n`);
  const { rows } = await read(stringify([["Title", "Price"], ...cells.map((cell) => [cell, "9"])]));
  expect(rows.map(([, cell]) => cell)).toEqual(cells);
});
