import { expect, test } from "vitest";
import { unzipped } from "~/test/files/import-files";
import { daySerial, type Sheet, xlsxStream } from "./xlsx-stream.server";

async function* portions<Row>(...rows: Row[][]) {
  yield* rows;
}

async function bytesOf(sheets: Sheet[]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsxStream(sheets)) pieces.push(piece);
  return Buffer.concat(pieces);
}

test("a workbook has its sheets, with money and days as numbers and every text as a text", async () => {
  const columns = [
    { heading: "Name", style: "text", width: 30 },
    { heading: "Value", style: "money" },
    { heading: "Day", style: "day" },
  ] as const;
  const rows = portions([["=1+1", 12.5, daySerial(Date.UTC(2026, 10, 28))]], [["A & B", null, "unknown"]]);
  const bytes = await bytesOf([
    { name: "First", columns, rows },
    { name: "B2B & B2C", columns: [{ heading: "n", style: "general" }], rows: portions([[7]]) },
  ]);
  const [first, second, book] = await unzipped(bytes, [
    "xl/worksheets/sheet1.xml",
    "xl/worksheets/sheet2.xml",
    "xl/workbook.xml",
  ]);
  expect(first).toContain(
    '<c r="A2" s="1" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c><c r="B2" s="3"><v>12.5</v></c><c r="C2" s="4"><v>46354</v></c>',
  );
  // The headings of figures stand above them, and what is printed has all columns on a page.
  expect([...first!.matchAll(/<c r="[ABC]1" s="(\d)"/g)].map(([, style]) => style)).toEqual(["2", "6", "2"]);
  expect(first).toMatch(
    /<worksheet [^>]*><sheetPr><pageSetUpPr fitToPage="1"\/><\/sheetPr>.*fitToWidth="1" fitToHeight="0"\/>/s,
  );
  expect(first).toContain("A &amp; B");
  expect(first).toContain('<c r="C3" s="1" t="inlineStr"><is><t xml:space="preserve">unknown</t></is></c>');
  expect(second).toContain('<c r="A2"><v>7</v></c>');
  expect(book).toContain('<sheet name="B2B &amp; B2C" sheetId="2" r:id="rId2"/>');
});

test("a sheet with more rows than a spreadsheet opens fails instead of losing some", async () => {
  async function* many() {
    const portion = Array.from({ length: 100_000 }, () => [null]);
    for (let count = 0; count < 11; count++) yield portion;
  }
  const sheet = { name: "Long", columns: [{ heading: "n", style: "general" }], rows: many() } as const;
  await expect(bytesOf([sheet])).rejects.toThrow("the sheet 'Long' would have too many rows");
});
