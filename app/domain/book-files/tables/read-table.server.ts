import { open } from "node:fs/promises";
import { IMPORT_MAX, TOO_LARGE, UnreadableFile } from "../import-limits";
import { csvStyle } from "./csv-text.server";
import type { Layout } from "./layout";
import { csvRows } from "./read-csv.server";
import { xlsxRows } from "./read-xlsx.server";
import type { Table } from "./table";
import { tableOf } from "./table-rows";

export type FileKind = "csv" | "xlsx" | "xml";

/** The first bytes of files that people upload by mistake, and what to do. */
const MISTAKEN: [bytes: string, message: string][] = [
  [
    "d0cf11e0a1b11ae1",
    "This is an old Excel workbook (.xls), or one with a password. Save it as XLSX without a password, or as CSV.",
  ],
  ["25504446", "This is a PDF. Upload a CSV, an Excel file (.xlsx) or ONIX."],
];

const ZIP = "504b0304";
const HEAD_BYTES = 512;

/**
 * Tells what a file is by its bytes; its name may say anything.
 * @throws {UnreadableFile} when it is too large, empty, or clearly something else
 */
export async function fileKind(file: string): Promise<FileKind> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (size > IMPORT_MAX.bytes) throw new UnreadableFile(TOO_LARGE);
    if (size === 0) throw new UnreadableFile("The file is empty.");
    const head = Buffer.alloc(HEAD_BYTES);
    await handle.read(head, 0, HEAD_BYTES, 0);
    const hex = head.toString("hex");
    const mistaken = MISTAKEN.find(([bytes]) => hex.startsWith(bytes));
    if (mistaken) throw new UnreadableFile(mistaken[1]);
    if (hex.startsWith(ZIP)) return "xlsx";
    return isXml(head) ? "xml" : "csv";
  } finally {
    await handle.close();
  }
}

/** In UTF-16 every other byte is 0; a byte order mark may come first. */
const isXml = (head: Buffer) =>
  /^[\s\u00FF\u00FE\u00EF\u00BB\u00BF]*<[?!A-Za-z]/.test(head.toString("latin1").replaceAll("\0", ""));

/**
 * Opens a table as it was uploaded. The file is read piece by piece while its rows are taken.
 * @param file a path of the shop's own; nothing in the file or its name leads elsewhere
 * @param layout of `findLayout`; without it the headings are the first row of the first sheet that is not empty
 * @throws {UnreadableFile} a sentence for staff; also while rows are taken
 */
export async function openTable(file: string, layout: Layout | null = null): Promise<Table> {
  const kind = await fileKind(file);
  if (kind === "xml") throw new UnreadableFile("This is an XML file, not a table.");
  const isSheet = kind === "xlsx";
  const rows = isSheet ? xlsxRows(file, layout?.sheet) : csvRows(file, layout ?? (await csvStyle(file)));
  return tableOf(rows, { headingRow: layout?.headingRow ?? null, isSheet });
}
