import { createReadStream } from "node:fs";
import { formatCount } from "../../counts";
import { UnreadableFile } from "../import-limits";

export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** How a CSV file is written, told from its bytes. */
export interface CsvStyle {
  encoding: TextEncoding;
  delimiter: "," | ";" | "\t";
}

/** As much of the file as tells its encoding and its delimiter. */
const HEAD_BYTES = 64 * 1024;
const DELIMITERS = [",", ";", "\t"] as const;

/**
 * Tells encoding and delimiter. A file that is neither marked as Unicode nor valid UTF-8 is taken for Windows-1252,
 * which Excel writes as plain "CSV". Reads the whole file.
 * @throws {UnreadableFile} when the file is no text, or its characters are damaged
 */
export async function csvStyle(file: string): Promise<CsvStyle> {
  const encoding = await encodingOf(file);
  let head = "";
  for await (const text of decodedText(file, encoding)) {
    head += text;
    if (head.length >= HEAD_BYTES) break;
  }
  if (head.includes("\0")) throw new UnreadableFile(NO_TABLE);
  return { encoding, delimiter: delimiterOf(head) };
}

const NO_TABLE = "This is not a table: upload a CSV or an Excel file (.xlsx).";

/** The text in pieces, without a byte order mark. */
export async function* decodedText(file: string, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of createReadStream(file)) yield decoder.decode(bytes as Buffer, { stream: true });
  yield decoder.decode();
}

async function encodingOf(file: string): Promise<TextEncoding> {
  let head: Buffer = Buffer.alloc(0);
  for await (const bytes of createReadStream(file, { end: HEAD_BYTES - 1 }))
    head = Buffer.concat([head, bytes as Buffer]);
  return encodingOfMark(head) ?? encodingOfZeros(head) ?? (await utf8OrAnsi(file));
}

function encodingOfMark(head: Buffer): TextEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  return null;
}

/** Without a mark: in UTF-16 every other byte of Latin letters and delimiters is 0. */
function encodingOfZeros(head: Buffer): TextEncoding | null {
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2]!++;
  const [even = 0, odd = 0] = zeros;
  if (even + odd < head.length / 20) return null;
  if (odd > 4 * even) return "utf-16le";
  return even > 4 * odd ? "utf-16be" : null;
}

/** Also of a text with U+FFFD, which a shop may have kept since somebody else damaged it. */
async function isUtf8(file: string): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const bytes of createReadStream(file)) decoder.decode(bytes as Buffer, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/**
 * One wrong byte in a text of Unicode characters is damage; in a text whose bytes beyond ASCII are all wrong it is
 * another encoding.
 */
async function utf8OrAnsi(file: string): Promise<TextEncoding> {
  if (await isUtf8(file)) return "utf-8";
  const decoder = new TextDecoder("utf-8");
  const found = { wrong: 0, right: 0, line: 1, firstWrong: 0 };
  for await (const bytes of createReadStream(file)) {
    const text = decoder.decode(bytes as Buffer, { stream: true });
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code === 10) found.line++;
      else if (code === 0xfffd) {
        found.firstWrong ||= found.line;
        found.wrong++;
      } else if (code > 127) found.right++;
    }
  }
  found.wrong += decoder.decode().length;
  if (found.right <= found.wrong) return "windows-1252";
  throw new UnreadableFile(
    `The characters in line ${formatCount(found.firstWrong || found.line)} are damaged: save the file as "CSV UTF-8" and upload it again.`,
  );
}

/** The delimiter that the first line has most of, outside quotation marks. */
function delimiterOf(head: string): CsvStyle["delimiter"] {
  const counts = new Map<string, number>(DELIMITERS.map((sign) => [sign, 0]));
  let isQuoted = false;
  for (const sign of head) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === "\n" || sign === "\r") break;
    else if (counts.has(sign)) counts.set(sign, counts.get(sign)! + 1);
  }
  return DELIMITERS.reduce((best, sign) => (counts.get(sign)! > counts.get(best)! ? sign : best));
}
