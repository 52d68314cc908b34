import path from "node:path";
import { randomUUID } from "node:crypto";
import { UnreadableFile } from "../import-limits";
import { type XmlReader, xmlStream } from "../xml-stream.server";
import { type NumberStyle, numberStyle } from "./xlsx-numbers";
import { SHEET_NAME_MAX } from "./layout";
import { SharedStrings } from "./shared-strings.server";
import type { Zip } from "./zip.server";

/** The visible sheets, and what their cells refer to. */
export interface Workbook {
  /** With their paths in the ZIP. */
  sheets: { name: string; part: string }[];
  startsIn1904: boolean;
  /** By the number that cells give as their style. */
  styles: NumberStyle[];
  strings: SharedStrings;
}

const WORKBOOK = "xl/workbook.xml";
const NOT_EXCEL = "This ZIP is not an Excel workbook (.xlsx). Save the table as XLSX or CSV.";
const BINARY = "This is a binary Excel workbook (.xlsb). Save it as XLSX or CSV.";
const NO_SHEET = "The workbook has no sheet that can be seen.";
const MAX_STYLES = 65_000;
const MAX_SHEETS = 200;

/**
 * Reads all of a workbook but its sheets.
 * @param file the workbook's own path; its shared texts wait beside it, in a file without a name
 * @throws {UnreadableFile}
 */
export async function readWorkbook(zip: Zip, file: string): Promise<Workbook> {
  if (!zip.has(WORKBOOK)) throw new UnreadableFile(zip.has("xl/workbook.bin") ? BINARY : NOT_EXCEL);
  const { found, startsIn1904 } = await readSheets(zip);
  const targets = await readTargets(zip);
  const sheets = found.flatMap(({ name, id }) => {
    const part = targets.get(id);
    return part && zip.has(part) ? [{ name, part }] : [];
  });
  if (sheets.length === 0) throw new UnreadableFile(NO_SHEET);
  const styles = await readStyles(zip, targets.get("styles"));
  const strings = await readStrings(zip, targets.get("sharedStrings"), file);
  return { sheets, startsIn1904, styles, strings };
}

/** The names and ids of the sheets that are not hidden. */
async function readSheets(zip: Zip) {
  const found: { name: string; id: string }[] = [];
  let startsIn1904 = false;
  const open = (name: string, attributes: Record<string, string>) => {
    if (name === "workbookPr") startsIn1904 = /^(?:1|true)$/.test(attributes["date1904"] ?? "");
    if (name !== "sheet" || (attributes["state"] ?? "visible") !== "visible") return;
    const id = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1];
    if (id && found.length < MAX_SHEETS) {
      found.push({ name: (attributes["name"] ?? "").slice(0, SHEET_NAME_MAX), id });
    }
  };
  await readAll(zip, WORKBOOK, { open });
  return { found, startsIn1904 };
}

/** The paths of the workbook's parts, by their id; those of styles and shared texts also by their kind. */
async function readTargets(zip: Zip): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  const open = (name: string, attributes: Record<string, string>) => {
    const { Id = "", Type = "", Target = "" } = attributes;
    if (name !== "Relationship" || attributes["TargetMode"] === "External") return;
    const target = Target.startsWith("/") ? Target.slice(1) : path.posix.join("xl", Target);
    targets.set(Id, target);
    const kind = Type.slice(Type.lastIndexOf("/") + 1);
    if (kind === "styles" || kind === "sharedStrings") targets.set(kind, target);
  };
  await readAll(zip, "xl/_rels/workbook.xml.rels", { open });
  return targets;
}

async function readStyles(zip: Zip, part: string | undefined): Promise<NumberStyle[]> {
  const codes = new Map<number, string>();
  const styles: NumberStyle[] = [];
  let isOfCells = false;
  const open = (name: string, attributes: Record<string, string>) => {
    if (name === "numFmt" && codes.size < MAX_STYLES)
      codes.set(Number(attributes["numFmtId"]), attributes["formatCode"] ?? "");
    if (name === "cellXfs") isOfCells = true;
    if (name !== "xf" || !isOfCells || styles.length >= MAX_STYLES) return;
    const id = Number(attributes["numFmtId"] ?? 0);
    styles.push(numberStyle(id, codes.get(id)));
  };
  const close = (name: string) => void (isOfCells &&= name !== "cellXfs");
  if (part && zip.has(part)) await readAll(zip, part, { open, close });
  return styles;
}

async function readStrings(zip: Zip, part: string | undefined, file: string): Promise<SharedStrings> {
  const strings = await SharedStrings.create(`${file}.${randomUUID()}.strings`);
  try {
    if (part && zip.has(part))
      for await (const text of xmlStream(zip.read(part), stringReader)) await strings.add(text);
    await strings.flush();
    return strings;
  } catch (error) {
    await strings.close();
    throw error;
  }
}

/** Each `si` is one text, of one or several runs `t`; the reading aids for Japanese (`rPh`) are none of it. */
function stringReader(found: string[]): XmlReader {
  let [text, isText, isAid] = ["", false, false];
  return {
    place: () => "The texts of the workbook",
    open(name) {
      if (name === "si") text = "";
      if (name === "rPh") isAid = true;
      isText = name === "t" && !isAid;
    },
    text: (piece) => void (isText && (text += piece)),
    close(name) {
      isText = false;
      if (name === "rPh") isAid = false;
      if (name === "si") found.push(plainText(text));
    },
  };
}

/** Workbooks write characters that XML does not have as _x000D_. */
export function plainText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

async function readAll(zip: Zip, part: string, handlers: Partial<XmlReader>): Promise<void> {
  if (!zip.has(part)) throw new UnreadableFile(NOT_EXCEL);
  const nothing = () => undefined;
  const reader = { place: () => "The workbook", open: nothing, text: nothing, close: nothing, ...handlers };
  for await (const _ of xmlStream<never>(zip.read(part), () => reader));
}
