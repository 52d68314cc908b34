import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { stringify } from "csv-stringify/sync";
import type { ImportedBook } from "~/domain/book-files/imported-book";
import { importMappingSchema } from "~/domain/book-files/mapping";
import { importedBooks } from "~/domain/book-files/read-books.server";
import { openZip } from "~/domain/book-files/tables/zip.server";
import { xmlText } from "~/platform/xml";
import { zipOf } from "./zip-files";

/** A file with this content, removed after the run. @returns its path */
export function uploadedFile(content: string | Buffer): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "kitab-import-")), "upload");
  writeFileSync(file, content);
  return file;
}

/** The texts of these files of a ZIP. */
export async function unzipped(bytes: Buffer, names: string[]): Promise<string[]> {
  const zip = await openZip(uploadedFile(bytes));
  const texts = await Promise.all(names.map((name) => text(Readable.from(zip.read(name)))));
  zip.close();
  return texts;
}

/** The parts of a workbook with one sheet. @param sheet the inside of `sheetData` */
export function workbookParts(sheet: string, { strings = "", styles = "", workbook = "" } = {}) {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  return {
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}">${workbook}<sheets><sheet name="Notes" sheetId="1" state="hidden" r:id="rId9"/><sheet name="Books" sheetId="2" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="/xl/styles.xml"/><Relationship Id="rId3" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
    "xl/styles.xml": `<styleSheet>${styles}</styleSheet>`,
    "xl/sharedStrings.xml": `<sst>${strings}</sst>`,
  };
}

/** A workbook of texts, as other programs than Excel write it: with the texts in their cells. */
export function workbookOf(rows: string[][]): Buffer {
  const cell = (text: string) => `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
  const sheet = rows.map((cells) => `<row>${cells.map(cell).join("")}</row>`).join("");
  return zipOf(workbookParts(sheet));
}

/** A CSV file with these columns; each row names the cells that it has. */
export function csvFile(columns: string[], rows: Record<string, string>[]): string {
  const records = rows.map((row) => {
    for (const name of Object.keys(row)) if (!columns.includes(name)) throw new Error(`no column ${name}`);
    return columns.map((name) => row[name] ?? "");
  });
  return uploadedFile(stringify([columns, ...records]));
}

/** All books of a file. @param mapping through `importMappingSchema` */
export async function readBooks(file: string, mapping = {}): Promise<ImportedBook[]> {
  const books = [];
  for await (const book of importedBooks(file, importMappingSchema.parse(mapping))) books.push(book);
  return books;
}
