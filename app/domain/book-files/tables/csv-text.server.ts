import { createReadStream } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { parse } from "csv-parse/sync";
import { UnreadableFile } from "../import-limits";
import { knownHeadings, ROWS_LOOKED_AT } from "./find-heading";
import { type Layout, type Separator, SEPARATORS, type TextEncoding } from "./layout";
import { utf8Text } from "./utf8-text.server";

/** How a CSV file is written. */
export type CsvStyle = Pick<Layout, "encoding" | "separator" | "damaged">;

/** As much of the file as tells its encoding and its separator. */
const HEAD_BYTES = 64 * 1024;

/**
 * Tells encoding and separator. A file that is neither marked as Unicode nor UTF-8 is taken for Windows-1252, which Excel
 * writes as plain "CSV". Reads the whole file.
 * @throws {UnreadableFile} when the file is no text
 */
export async function csvStyle(file: string): Promise<CsvStyle> {
  const { encoding, damaged } = await encodingOf(file);
  let head = "";
  let isWhole = true;
  for await (const text of decodedText(file, encoding)) {
    head += text;
    if (head.length < HEAD_BYTES) continue;
    isWhole = false;
    break;
  }
  if (head.includes("\0")) throw new UnreadableFile(NO_TABLE);
  return { encoding, damaged, separator: separatorOf(head, isWhole) };
}

const NO_TABLE = "This is not a table: upload a CSV or an Excel file (.xlsx).";

/** The text in pieces, without a byte order mark. Bytes that are no UTF-8 are read as Windows-1252. */
export async function* decodedText(file: string, encoding: TextEncoding): AsyncGenerator<string> {
  if (encoding === "utf-8") {
    yield* utf8Text(createReadStream(file));
    return;
  }
  const decoder = new TextDecoder(encoding);
  for await (const bytes of createReadStream(file)) yield decoder.decode(bytes as Buffer, { stream: true });
  yield decoder.decode();
}

type Encoded = { encoding: TextEncoding; damaged: Layout["damaged"] };
const sound = (encoding: TextEncoding): Encoded => ({ encoding, damaged: null });

async function encodingOf(file: string): Promise<Encoded> {
  let head: Buffer = Buffer.alloc(0);
  for await (const bytes of createReadStream(file, { end: HEAD_BYTES - 1 }))
    head = Buffer.concat([head, bytes as Buffer]);
  const utf16 = encodingOfMark(head) ?? encodingOfZeros(head);
  return utf16 ? sound(utf16) : utf8OrAnsi(file);
}

function encodingOfMark(head: Buffer): TextEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  return null;
}

/** Without a mark: in UTF-16 every other byte of Latin letters and separators is 0. */
function encodingOfZeros(head: Buffer): TextEncoding | null {
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2]!++;
  const [even = 0, odd = 0] = zeros;
  if (even + odd < head.length / 20) return null;
  if (odd > 4 * even) return "utf-16le";
  return even > 4 * odd ? "utf-16be" : null;
}

/**
 * A wrong byte in a text of Unicode characters is damage; in a text whose bytes beyond ASCII are mostly wrong it is
 * another encoding. U+FFFD itself is right: a shop may have kept it since somebody else damaged the text.
 */
async function utf8OrAnsi(file: string): Promise<Encoded> {
  const decoder = new StringDecoder("utf8");
  const found = { wrong: 0, right: 0, line: 1, firstWrong: 0 };
  const count = (text: string) => {
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code === 10) found.line++;
      else if (code === 0xfffd) {
        found.firstWrong ||= found.line;
        found.wrong++;
      } else if (code > 127) found.right++;
    }
  };
  let isSound = true;
  const fatal = new TextDecoder("utf-8", { fatal: true });
  const check = (bytes?: Buffer) => {
    try {
      if (isSound) fatal.decode(bytes, { stream: bytes !== undefined });
    } catch {
      isSound = false;
    }
  };
  for await (const bytes of createReadStream(file)) {
    check(bytes as Buffer);
    count(decoder.write(bytes as Buffer));
  }
  check();
  count(decoder.end());
  if (isSound) return sound("utf-8");
  if (found.right <= found.wrong) return sound("windows-1252");
  return { encoding: "utf-8", damaged: { line: found.firstWrong, count: found.wrong } };
}

/**
 * The separator by which the first rows have known headings, and after that the one that gives most of them the same
 * number of cells.
 */
function separatorOf(head: string, isWhole: boolean): Separator {
  const signs = Object.keys(SEPARATORS) as Separator[];
  const own = signs.find((sign) => head.startsWith(`sep=${sign}`));
  if (own) return own;
  const scores = signs.map((sign) => scoreOf(firstRecords(head, sign, isWhole)));
  return signs[scores.indexOf(Math.max(...scores))]!;
}

function firstRecords(head: string, delimiter: Separator, isWhole: boolean): string[][] {
  const records: string[][] = [];
  try {
    parse(head, {
      ...CSV_RULES,
      delimiter,
      to: ROWS_LOOKED_AT,
      on_record: (cells: string[]) => void records.push(cells),
    });
  } catch {
    // What was read before the place where quotation marks do not fit.
  }
  // The last one may be cut off.
  if (!isWhole && records.length > 1 && records.length < ROWS_LOOKED_AT) records.pop();
  return records.filter((cells) => cells.some((cell) => cell.trim()));
}

/** How CSV files are read, whatever their separator. */
export const CSV_RULES = {
  // A file can have both: line ends within cells are often others than those of rows.
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
  relax_quotes: true,
};

function scoreOf(records: string[][]): number {
  const widths = new Map<number, number>();
  for (const { length } of records) if (length > 1) widths.set(length, (widths.get(length) ?? 0) + 1);
  const [width, count] = [...widths].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [0, 0];
  const known = Math.max(0, ...records.map(knownHeadings));
  // A row that is not split can be a known heading as a whole.
  return (
    (width > 1 && known > 1 ? known * 1000 : 0) +
    (count / Math.max(1, records.length)) * 100 +
    Math.min(width, 50)
  );
}
