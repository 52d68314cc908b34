import { isUtf8 } from "node:buffer";

/**
 * The text of UTF-8 in pieces, without a byte order mark. Bytes that are no UTF-8 are read as Windows-1252.
 * @param wrong gives what stands behind each such letter; it may throw
 */
export async function* utf8Text(
  pieces: AsyncIterable<Buffer | string>,
  wrong: () => string = () => "",
): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  for await (const piece of pieces) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, piece as Buffer]) : (piece as Buffer);
    const whole = bytes.subarray(0, bytes.length - unfinished(bytes));
    rest = bytes.subarray(whole.length);
    const text = utf8OrMixed(whole, wrong);
    yield isFirst ? text.replace(/^\uFEFF/, "") : text;
    isFirst = false;
  }
  yield utf8OrMixed(rest, wrong);
}

/** How many bytes at the end begin a character whose others may follow. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte >= 0xc0) return lengthOf(byte) > back ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/** The bytes of the character that begins with this one. */
const lengthOf = (byte: number) => (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1);

const ansi = new TextDecoder("windows-1252");

function utf8OrMixed(bytes: Buffer, wrong: () => string): string {
  if (isUtf8(bytes)) return bytes.toString();
  let text = "";
  for (let at = 0; at < bytes.length;) {
    const length = characterAt(bytes, at);
    text +=
      length > 0
        ? bytes.toString("utf8", at, at + length)
        : ansi.decode(bytes.subarray(at, at + 1)) + wrong();
    at += Math.max(1, length);
  }
  return text;
}

/** @returns the length in bytes of the character there; 0 when it is none of UTF-8 */
function characterAt(bytes: Buffer, at: number): number {
  const length = lengthOf(bytes[at]!);
  return isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}
