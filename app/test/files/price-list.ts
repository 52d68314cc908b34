import { xmlText } from "~/platform/xml";
import { workbookParts } from "./import-files";
import { zipOf } from "./zip-files";

// A price list as the owner of a small publishing house keeps it in Excel. All titles, people and numbers are invented.

const HEADINGS =
  "S.No.,Title,Author(s),ISBN,MRP,Discount %,Pages,Binding,Year,Language,Subject,Stock,Weight (kg),About the book,Remarks".split(
    ",",
  );

/** A cell of a sheet: a number is stored as one. */
type Cell = string | number;

const pick = <Item>(items: readonly Item[], index: number): Item => items[index % items.length]!;

/** Valid, with 978-81 in front. */
export function isbnOf(index: number): string {
  const digits = `97881${String(9_000_000 + index)}`;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return digits + ((10 - (sum % 10)) % 10);
}

const PEOPLE = ["R. K. Menon", "Ila Sen", "Asha Rao", "Mir Taqi", "Leela Nair", "Jatin Das", "Uma Devi"];
const SUBJECTS = ["Fiction", "Poetry", "Essays/History", "Fiction/Short Stories", "Children", "Memoir"];
const MRPS = ["₹ 399/-", "Rs. 399.00", "399", "₹1,250/-", "Rs 95/-", "MRP 450"];
const PAGES: Cell[] = ["240 pp", "64pp.", "xii + 240", 128, "312", ""];
const YEARS: Cell[] = [2019, "2nd ed. 2021", "Oct-2023", "August 2023", "2023-08", "2020"];

/** Edited volumes among the titles. */
export const EDITED = 23;
/** Rows that repeat the ISBN of an earlier one. */
export const REPEATED = 3;
/** Rows with a book, repeated ones too. */
export const LISTED = 324;
/** Titles over the shop's limit. */
export const LONG_TITLES = 2;

function people(index: number): string {
  const [one, other] = [pick(PEOPLE, index), pick(PEOPLE, index + 3)];
  if (index < EDITED) return pick([`${one} (Editor)`, `${one} (ed.)`, `${one} & ${other} (eds.)`], index);
  return pick([one, `${one} and ${other}`, `${one} & ${other}`, one, one], index);
}

const title = (index: number) =>
  index >= LISTED - REPEATED - LONG_TITLES && index < LISTED - REPEATED
    ? `Book ${index + 1}: ${"a long account of a long journey ".repeat(4).trim()}`
    : `Book ${index + 1}`;

function rowOf(index: number): Cell[] {
  const isRepeated = index >= LISTED - REPEATED;
  const of = isRepeated ? index - 200 : index;
  const isbn = isbnOf(of);
  return [
    index + 1,
    title(of),
    people(of),
    pick<Cell>([`${isbn.slice(0, 3)}-${isbn.slice(3, 5)}-${isbn.slice(5)}`, Number(isbn), isbn], of),
    isRepeated ? "₹ 999/-" : pick(MRPS, of),
    pick<Cell>([10, "10%", "", ""], of),
    pick(PAGES, of),
    pick(["PB", "HB"], of),
    pick(YEARS, of),
    pick(["English", "Hindi"], of),
    pick(SUBJECTS, of),
    pick<Cell>([12, 0, 250], of),
    pick<Cell>([0.35, 0.42, 1.2], of),
    `An account of matter ${of + 1}.`,
    pick(["", "reprint soon"], of),
  ];
}

const letter = (column: number) => String.fromCharCode(65 + column);

function sheetOf(rows: Map<number, Cell[]>, after = ""): string {
  const cell = (value: Cell, column: number, row: number) => {
    const place = `r="${letter(column)}${row}"`;
    if (value === "") return "";
    return typeof value === "number"
      ? `<c ${place}><v>${value}</v></c>`
      : `<c ${place} t="inlineStr"><is><t>${xmlText(value)}</t></is></c>`;
  };
  const lines = [...rows].map(
    ([row, cells]) => `<row r="${row}">${cells.map((value, at) => cell(value, at, row)).join("")}</row>`,
  );
  return `<worksheet><sheetData>${lines.join("")}</sheetData>${after}</worksheet>`;
}

/**
 * The workbook: the house's name over all columns in row 1, nothing in row 2, the headings in row 3, and a second sheet
 * with books that are out of print.
 */
export function priceList(): Buffer {
  const books = new Map<number, Cell[]>([
    [1, ["Gulmohar Press, Kochi: price list 2026-27"]],
    [2, []],
    [3, HEADINGS],
  ]);
  // People leave a row empty between the years.
  for (let index = 0; index < LISTED; index++) books.set(4 + index + (index >= 100 ? 1 : 0), rowOf(index));
  const gone = new Map<number, Cell[]>([[1, HEADINGS]]);
  for (let index = 0; index < 12; index++) gone.set(2 + index, rowOf(1000 + index));
  const parts = workbookParts("");
  return zipOf({
    ...parts,
    "xl/workbook.xml":
      '<workbook xmlns:r="r"><sheets><sheet name="Price list" sheetId="1" r:id="rId1"/><sheet name="Out of print" sheetId="2" r:id="rId4"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": parts["xl/_rels/workbook.xml.rels"].replace(
      "</Relationships>",
      '<Relationship Id="rId4" Type="x/worksheet" Target="worksheets/sheet2.xml"/></Relationships>',
    ),
    "xl/worksheets/sheet1.xml": sheetOf(books, '<mergeCells><mergeCell ref="A1:O1"/></mergeCells>'),
    "xl/worksheets/sheet2.xml": sheetOf(gone),
  });
}
