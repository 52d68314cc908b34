import { truncateSync } from "node:fs";
import { expect, test } from "vitest";
import { uploadedFile, workbookOf, workbookParts } from "~/test/files/import-files";
import { zipOf } from "~/test/files/zip-files";
import { findLayout } from "./find-layout.server";
import { fileKind, openTable } from "./read-table.server";
import { tableOf } from "./table-rows";

async function read(content: string | Buffer) {
  const file = uploadedFile(content);
  const { columns, rows } = await openTable(file, await findLayout(file));
  const read: [row: number, ...cells: string[]][] = [];
  for await (const { row, cells } of rows) read.push([row, ...cells]);
  return { columns, rows: read };
}

const SHEET = 'ISBN;Title;Brief\r\n9780306406157;"Café; या गोदान";"First line\nsecond ""line"""\r\n';
const READ = {
  columns: ["ISBN", "Title", "Brief"],
  rows: [[2, "9780306406157", "Café; या गोदान", 'First line\nsecond "line"']],
};

const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();

test.each([
  ["UTF-8", Buffer.from(SHEET)],
  ["UTF-8 with a mark", Buffer.from(`\uFEFF${SHEET}`)],
  ["UTF-16 LE", Buffer.from(`\uFEFF${SHEET}`, "utf16le")],
  ["UTF-16 BE", utf16be(`\uFEFF${SHEET}`)],
  ["UTF-16 LE without a mark", Buffer.from(SHEET, "utf16le")],
  ["UTF-16 BE without a mark", utf16be(SHEET)],
])("CSV in %s", async (_, bytes) => {
  expect(await read(bytes)).toEqual(READ);
});

test.each([
  ["LE", (text: string) => Buffer.from(text, "utf16le")],
  ["BE", utf16be],
])("CSV in UTF-16 %s without Latin letters", async (_, encode) => {
  const title = "कबीर ग्रंथावली".repeat(20);
  expect(await read(encode(`\uFEFFशीर्षक;लेखक\n${title};कबीर\n`))).toEqual({
    columns: ["शीर्षक", "लेखक"],
    rows: [[2, title, "कबीर"]],
  });
});

test("CSV in Windows-1252, as Excel saves it in India", async () => {
  const bytes = Buffer.from("Title,Price\nCaf\xe9 \x96 a \x93novel\x94,\x80 5\n", "latin1");
  expect(await read(bytes)).toMatchObject({ rows: [[2, "Café – a “novel”", "€ 5"]] });
});

test.each([
  ["commas", "a,b\n1;2,3\t4\n", ["1;2", "3\t4"]],
  ["semicolons", "a;b\n1,5;2\n", ["1,5", "2"]],
  ["tabs", "a\tb\n1,5\t2;3\n", ["1,5", "2;3"]],
  ["a delimiter in a quoted name", '"a, or A, or a";b\n1;2\n', ["1", "2"]],
  ["Excel's own line", "sep=;\na;b\n1;2\n", ["1", "2"]],
  ["line ends of an old Mac", "a,b\r1,2\r", ["1", "2"]],
  ["a quotation mark for inches", 'a,b\n5" disc,2\n', ['5" disc', "2"]],
  ["formulas, which are texts", 'a,b\n=1+1,"=HYPERLINK(""http://x"")"\n', ["=1+1", '=HYPERLINK("http://x")']],
])("CSV with %s", async (_, text, cells) => {
  expect((await read(text)).rows[0]!.slice(1)).toEqual(cells);
});

test("rows are numbered as in a spreadsheet: empty rows count, line ends in cells do not", async () => {
  const text = 'a,b\n\n"1\n2\n3",x\n,\n5,y\n\n';
  expect((await read(text)).rows.map(([row]) => row)).toEqual([3, 5]);
});

test("a short row is filled up; texts beyond the heading are reported", async () => {
  const { rows } = await openTable(uploadedFile("a,b\n1\n1,2,,\n1,2,3\n"));
  const read = [];
  for await (const row of rows) read.push(row);
  expect(read).toEqual([
    { row: 2, cells: ["1", ""], tooWide: false },
    { row: 3, cells: ["1", "2"], tooWide: false },
    { row: 4, cells: ["1", "2"], tooWide: "in a text" },
  ]);
});

const STYLES =
  '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="0000000000"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="4"/><xf numFmtId="9"/></cellXfs>';

test("a workbook as Excel writes it", async () => {
  const strings =
    '<si><t>ISBN</t></si><si><t>Title</t></si><si><r><t xml:space="preserve">गो</t></r><r><t>दान</t></r><rPh><t>godan</t></rPh></si><si><t>two_x000D_\nlines</t></si>';
  const head =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="AA1" t="inlineStr"><is><t>Far</t></is></c></row>';
  const body =
    '<row r="4"><c r="A4"><v>9.78030640615E+12</v></c><c r="B4" t="s"><v>2</v></c><c r="AA4" s="1"><v>46347</v></c></row>' +
    '<row r="5"><c r="A5" s="2"><v>306406152</v></c><c r="B5" t="s"><v>3</v></c><c r="AA5" t="b"><v>1</v></c></row>' +
    '<row r="6"><c r="A6" t="str"><f>A4&amp;"x"</f><v>result</v></c><c r="B6" s="3"><v>499.99999</v></c><c r="AA6" s="4"><v>0.18</v></c></row>' +
    '<row r="1048576"><c r="A1048576" s="2"/></row>';
  const { columns, rows } = await read(zipOf(workbookParts(head + body, { strings, styles: STYLES })));
  expect(columns).toEqual(["ISBN", "Title", ...Array.from({ length: 24 }, () => ""), "Far"]);
  expect(rows.map((row) => [row[0], row[1], row[2], row.at(-1)])).toEqual([
    [4, "9780306406150", "गोदान", "2026-11-21"],
    [5, "0306406152", "two\r\nlines", "TRUE"],
    [6, "result", "500", "18%"],
  ]);
});

test("a workbook whose rows and cells are not numbered, and one that counts days from 1904", async () => {
  expect(await read(workbookOf([["ISBN", "Title"], [], ["1", "Gora"]]))).toMatchObject({
    columns: ["ISBN", "Title"],
    rows: [[3, "1", "Gora"]],
  });
  const days = zipOf(
    workbookParts('<row><c t="str"><v>Day</v></c></row><row><c s="1"><v>44885</v></c></row>', {
      styles: STYLES,
      workbook: '<workbookPr date1904="1"/>',
    }),
  );
  expect(await read(days)).toMatchObject({ rows: [[2, "2026-11-21"]] });
});

test("texts that many cells share, more than a block of them", async () => {
  const texts = Array.from({ length: 3000 }, (_, index) => `${index} ${"पुस्तक ".repeat(index % 40)}`.trim());
  const strings = texts.map((text) => `<si><t>${text}</t></si>`).join("");
  const sheet = texts.map((_, index) => `<row><c t="s"><v>${index}</v></c></row>`).join("");
  const back = `<row><c t="s"><v>0</v></c></row><row><c t="s"><v>99999</v></c></row>`;
  const { columns, rows } = await read(zipOf(workbookParts(sheet + back, { strings })));
  expect([...columns, ...rows.map(([, text]) => text)]).toEqual([...texts, "0"]);
});

const BOMB = `<row><c t="str"><v>Title</v></c></row><row><c t="str"><v>${"x".repeat(1_100_000)}</v></c></row>`;
const wide = (columns: number) => Array.from({ length: columns }, (_, index) => `c${index}`).join(",");
const workbook = (sheet: string) => zipOf(workbookParts(sheet));
const withPart = (name: string, content: string) => zipOf({ ...workbookParts(""), [name]: content });

test.each<[string, string | Buffer, string]>([
  ["nothing", "", "The file is empty."],
  ["only empty rows", " \n,,\n", "The file is empty: it has no row with the names of its columns."],
  ["10,000 columns", wide(10_000), "Row 1 has 10,000 columns; at most 500 can be read."],
  ["an open quotation mark", 'a,b\n1,"2\n3,4\n', "Row 2: a quotation mark is opened and never closed."],
  [
    "an endless row",
    `a,b\n1,2\n"${"x\n".repeat(600_000)}"`,
    "Row 3 is longer than 10,00,000 characters. Perhaps a quotation mark is not closed.",
  ],
  [
    "a program",
    Buffer.from([0x7f, 69, 76, 70, 2, 1, 0, 0, 0, 5, 0, 6, 200, 201]),
    "This is not a table: upload a CSV or an Excel file (.xlsx).",
  ],
  [
    "an old workbook",
    Buffer.from("d0cf11e0a1b11ae100", "hex"),
    "This is an old Excel workbook (.xls), or one with a password. Save it as XLSX without a password, or as CSV.",
  ],
  ["a PDF", "%PDF-1.7", "This is a PDF. Upload a CSV, an Excel file (.xlsx) or ONIX."],
  ["ONIX", "<?xml version='1.0'?><ONIXMessage/>", "This is an XML file, not a table."],
  [
    "a ZIP of pictures",
    zipOf({ "9780306406157.jpg": "x" }),
    "This ZIP is not an Excel workbook (.xlsx). Save the table as XLSX or CSV.",
  ],
  [
    "a binary workbook",
    zipOf({ "xl/workbook.bin": "x" }),
    "This is a binary Excel workbook (.xlsb). Save it as XLSX or CSV.",
  ],
  [
    "half a ZIP",
    workbook("<row/>").subarray(0, 300),
    "The file is damaged: it cannot be unpacked. Save it once more and upload it again.",
  ],
  [
    "a path out of the ZIP",
    withPart("../../etc/passwd", "x"),
    "The file is damaged: it cannot be unpacked. Save it once more and upload it again.",
  ],
  [
    "an absolute path",
    withPart("/etc/passwd", "x"),
    "The file is damaged: it cannot be unpacked. Save it once more and upload it again.",
  ],
  [
    "two parts of one name",
    withPart("XL/Workbook.xml", "x"),
    "The file is damaged: it cannot be unpacked. Save it once more and upload it again.",
  ],
  [
    "too many parts",
    zipOf(Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`p${index}`, ""]))),
    "The file consists of more than 2000 parts. Save the sheet as CSV.",
  ],
  [
    "a bomb that admits it",
    zipOf(workbookParts("<row/>"), { "xl/worksheets/sheet1.xml": 4_000_000_000 }),
    "The file is larger than 600 MB when unpacked. Save the sheet as CSV, or split it.",
  ],
  [
    "a bomb that lies",
    zipOf(workbookParts(BOMB), { "xl/worksheets/sheet1.xml": 100 }),
    "The file is damaged: it cannot be unpacked. Save it once more and upload it again.",
  ],
  ["a text of a million characters", workbook(BOMB), "Row 2: a text is too long."],
  [
    "an entity bomb",
    withPart(
      "xl/worksheets/sheet1.xml",
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>',
    ),
    "The file has entities of its own (such as &name;), which are not read. Have it written with the letters themselves.",
  ],
  [
    "an unknown entity",
    workbook("<row><c><v>&file;</v></c></row>"),
    "The file has entities of its own (such as &name;), which are not read. Have it written with the letters themselves.",
  ],
  ["deep XML", workbook("<a>".repeat(200)), "Row 1: elements are nested too deep."],
  [
    "many attributes",
    workbook(`<row ${Array.from({ length: 200 }, (_, index) => `a${index}="1"`).join(" ")}/>`),
    "Row 1: an element has too many attributes.",
  ],
  [
    "a cell far out",
    workbook('<row r="7"><c r="ZZZZ7"><v>1</v></c></row>'),
    "Row 7: a cell stands beyond the last column.",
  ],
  ["broken XML", workbook('<row r="7"><c><v>1</c></row>'), "Row 7: the file is damaged (line 1)."],
  [
    "characters that are no UTF-8",
    zipOf({
      ...workbookParts(""),
      "xl/worksheets/sheet1.xml": Buffer.from("<worksheet>\xe9</worksheet>", "latin1"),
    }),
    "Row 1: the characters that follow are not valid utf-8.",
  ],
])("refuses %s with a sentence", async (_, content, sentence) => {
  await expect(read(content)).rejects.toThrow(sentence);
});

test("refuses a file that is too large, and one with too many rows", async () => {
  const file = uploadedFile("a,b\n");
  truncateSync(file, 257 * 1024 * 1024);
  await expect(openTable(file)).rejects.toThrow("The file is larger than 256 MB.");
  const many = async function* () {
    for (let row = 1; row <= 200_002; row++) yield { row, cells: ["x"] };
  };
  const { rows } = await tableOf(many());
  const readAll = async () => {
    for await (const _ of rows);
  };
  await expect(readAll()).rejects.toThrow("The file has more than 2,00,000 rows.");
});

test("tells a kind by its bytes", async () => {
  expect(await fileKind(uploadedFile("\uFEFF \n<?xml version='1.0'?>"))).toBe("xml");
  expect(await fileKind(uploadedFile(Buffer.from("\uFEFF<ONIXMessage>", "utf16le")))).toBe("xml");
  expect(await fileKind(uploadedFile("a < b,c"))).toBe("csv");
  expect(await fileKind(uploadedFile(workbookOf([])))).toBe("xlsx");
});
