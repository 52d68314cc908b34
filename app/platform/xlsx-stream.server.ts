import { columnLetters } from "./column-letters";
import { XML_HEAD, xmlText } from "./xml";
import { zipStream } from "./zip-stream.server";

export type SheetCell = string | number | null;

/**
 * How a column's numbers look, and what a spreadsheet makes of what is typed there: "money" has two decimals; "day" and
 * "time" are numbers as `daySerial` makes them. A text is always a text. By its place in `CELL_FORMATS`.
 */
const STYLES = { general: 0, text: 1, money: 3, day: 4, time: 5 } as const;
const HEADING = 2;
/** Above numbers, which stand on the right. */
const HEADING_OF_FIGURES = 6;

export interface SheetColumn {
  heading: string;
  style: keyof typeof STYLES;
  /** In characters; by default 12. */
  width?: number;
}

/** A sheet of a workbook; its rows come in portions. */
export interface Sheet {
  /** At most 31 characters, without \ / ? * [ ] and :. */
  name: string;
  columns: readonly SheetColumn[];
  rows: AsyncIterable<SheetCell[][]>;
}

/** The most rows of a sheet, below its headings. */
export const MOST_SHEET_ROWS = 1_048_575;

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(1899, 11, 30);

/** A moment as spreadsheets count, in days. @param ms since 1970, of the clock that is to be shown */
export const daySerial = (ms: number): number => (ms - FIRST_DAY) / DAY_MS;

const SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const [AS_TEXT, TWO_DECIMALS, AS_DAY, AS_TIME] = [49, 4, 164, 165];
const cellFormat = (number: number, font = 0, inside = "") =>
  `<xf numFmtId="${number}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${font ? ' applyFont="1"' : ""}${inside ? ` applyAlignment="1">${inside}</xf>` : "/>"}`;
// Indented: else a text would touch the figure on its left.
const LEFT = '<alignment horizontal="left" indent="1"/>';
const CELL_FORMATS = [
  cellFormat(0),
  cellFormat(AS_TEXT, 0, LEFT),
  cellFormat(AS_TEXT, 1, LEFT),
  cellFormat(TWO_DECIMALS),
  cellFormat(AS_DAY, 0, LEFT),
  cellFormat(AS_TIME, 0, LEFT),
  cellFormat(AS_TEXT, 1, '<alignment horizontal="right"/>'),
];
const STYLE_SHEET = `${XML_HEAD}<styleSheet xmlns="${SHEET}"><numFmts count="2"><numFmt numFmtId="${AS_DAY}" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="${AS_TIME}" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${CELL_FORMATS.length}">${CELL_FORMATS.join("")}</cellXfs></styleSheet>`;

/** The parts of a workbook beside its sheets (ECMA-376 part 1, 12). */
function frameOf(names: string[]): Record<string, string> {
  const each = (part: (number: number, name: string) => string) =>
    names.map((name, at) => part(at + 1, name)).join("");
  return {
    "[Content_Types].xml": `${XML_HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${each((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    "_rels/.rels": `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${XML_HEAD}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets>${each((number, name) => `<sheet name="${xmlText(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships">${each((number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": STYLE_SHEET,
  };
}

/**
 * A workbook, made while it is read: in constant memory, one sheet after the other. The headings stay in view; printed, all columns are on a page. A sheet of
 * more than `MOST_SHEET_ROWS` fails the reading: ask before.
 */
export function xlsxStream(sheets: readonly Sheet[]): AsyncIterable<Uint8Array> {
  const frame = Object.entries(frameOf(sheets.map(({ name }) => name)));
  return zipStream([
    ...frame.map(([name, xml]) => ({ name, content: [xml] })),
    ...sheets.map((sheet, at) => ({ name: `xl/worksheets/sheet${at + 1}.xml`, content: sheetXml(sheet) })),
  ]);
}

async function* sheetXml({ name, columns, rows }: Sheet): AsyncGenerator<string> {
  const cols = columns.map(({ style, width = 12 }, index) => {
    const styled = style === "general" ? "" : ` style="${STYLES[style]}"`;
    return `<col min="${index + 1}" max="${index + 1}" width="${width}"${styled} customWidth="1"/>`;
  });
  const letters = columns.map((_, index) => columnLetters(index));
  const numbers = columns.map(({ style }) => (style === "text" ? STYLES.general : STYLES[style]));
  const rowOf = (row: number, values: readonly SheetCell[], textStyle: (at: number) => number) =>
    `<row r="${row}">${values.map((value, at) => cell(`${letters[at]}${row}`, value, value === null || typeof value === "string" ? textStyle(at) : numbers[at]!)).join("")}</row>`;
  const frozen = `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>`;
  yield `${XML_HEAD}<worksheet xmlns="${SHEET}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews><cols>${cols.join("")}</cols><sheetData>`;
  let row = 1;
  const headings = columns.map(({ heading }) => heading);
  yield rowOf(row, headings, (at) => (isFigure(columns[at]!) ? HEADING_OF_FIGURES : HEADING));
  for await (const portion of rows) {
    if (row + portion.length > MOST_SHEET_ROWS + 1)
      throw new Error(`the sheet '${name}' would have too many rows`);
    yield portion.map((values) => rowOf(++row, values, () => STYLES.text)).join("");
  }
  // An ISBN is a text of digits on purpose.
  yield `</sheetData><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/><ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}

const isFigure = ({ style }: SheetColumn) => style === "general" || style === "money";

/** Empty cells are left out. A text is typed as text, so that nothing is taken for a formula. */
function cell(place: string, value: SheetCell, style: number): string {
  if (value === null || value === "") return "";
  if (typeof value === "number") return `<c r="${place}"${style ? ` s="${style}"` : ""}><v>${value}</v></c>`;
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(encoded(value))}</t></is></c>`;
}

/** What XML cannot hold stands as _xFFFF_; a text that looks like that has its underscore written so (18.4.12). */
const encoded = (text: string) =>
  text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_")
    .replace(/[\u{FFFE}\u{FFFF}]/gu, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase()}_`);
