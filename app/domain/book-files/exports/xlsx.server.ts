import { XML_HEAD, xmlText } from "~/platform/xml";
import { zipStream } from "~/platform/zip-stream.server";
import { type ColumnKey, columnOf, isOfKind, TEMPLATE } from "../columns";
import { columnLetters } from "../tables/table";
import { type Cell, cellsOfBook } from "./book-cells";
import type { ExportedBook } from "./exported-book";

const SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Styles by their place in `STYLES`: as it comes, text, heading. */
const [TEXT, HEADING] = [1, 2];

const STYLES = `${XML_HEAD}<styleSheet xmlns="${SHEET}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;

/** The parts of a workbook beside its sheet (ECMA-376 part 1, 12). */
const FRAME = {
  "[Content_Types].xml": `${XML_HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  "_rels/.rels": `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `${XML_HEAD}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="Books" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": STYLES,
};

/** In all others a spreadsheet keeps what is typed, such as an ISBN or a zero in front. */
const isNumber = (key: ColumnKey) =>
  isOfKind(key, "id", "money", "copies", "pages", "whole", "percent", "weight", "length");

/** The import's own template as a workbook of one sheet, whose first row stays in view. @param batches of books */
export function xlsxOfBooks(
  batches: AsyncIterable<ExportedBook[]>,
  origin: string,
): AsyncIterable<Uint8Array> {
  const frame = Object.entries(FRAME).map(([name, xml]) => ({ name, content: [xml] }));
  return zipStream([...frame, { name: "xl/worksheets/sheet1.xml", content: sheet(batches, origin) }]);
}

async function* sheet(batches: AsyncIterable<ExportedBook[]>, origin: string): AsyncGenerator<string> {
  const columns = TEMPLATE.map(({ key }, index) => {
    const style = isNumber(key) ? "" : ` style="${TEXT}"`;
    return `<col min="${index + 1}" max="${index + 1}" width="${columnOf(key).width ?? 12}"${style} customWidth="1"/>`;
  });
  const frozen = `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>`;
  yield `${XML_HEAD}<worksheet xmlns="${SHEET}"><sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews><cols>${columns.join("")}</cols><sheetData>`;
  let row = 1;
  yield rowOf(
    row,
    TEMPLATE.map(({ name }) => name),
    HEADING,
  );
  for await (const books of batches)
    yield books.map((book) => rowOf(++row, cellsOfBook(book, origin), TEXT)).join("");
  // An ISBN is a text of digits on purpose.
  yield `</sheetData><ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}

const LETTERS = TEMPLATE.map((_, index) => columnLetters(index));

/** Empty cells are left out. @param style of texts */
function rowOf(row: number, values: Cell[], style: number): string {
  const cells = values.map((value, index) => {
    if (value === null || value === "") return "";
    const place = `r="${LETTERS[index]}${row}"`;
    if (typeof value === "number") return `<c ${place}><v>${value}</v></c>`;
    // Typed as text, so that nothing is taken for a formula.
    return `<c ${place} s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(encoded(value))}</t></is></c>`;
  });
  return `<row r="${row}">${cells.join("")}</row>`;
}

/** What XML cannot hold stands as _xFFFF_; a text that looks like that has its underscore written so (18.4.12). */
const encoded = (text: string) =>
  text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_")
    .replace(/[\u{FFFE}\u{FFFF}]/gu, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase()}_`);
