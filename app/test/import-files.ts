import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { crc32, deflateRawSync } from "node:zlib";
import { stringify } from "csv-stringify/sync";
import type { ImportedBook } from "~/domain/imports/imported-book";
import { importMappingSchema } from "~/domain/imports/mapping";
import { importedBooks } from "~/domain/imports/read-books.server";
import { openZip } from "~/domain/imports/tables/zip.server";
import { xmlText } from "~/platform/xml";

/** A file with this content, removed after the run. @returns its path */
export function uploadedFile(content: string | Buffer): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "kitab-import-")), "upload");
  writeFileSync(file, content);
  return file;
}

/** A ZIP. @param sizes instead of the true unpacked sizes, by name */
export function zipOf(files: Record<string, string | Buffer>, sizes: Record<string, number> = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(sizes[name] ?? bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\x00"), common, rest, Buffer.from(name));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
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
