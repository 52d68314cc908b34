const LINE_END = Buffer.from("\r\n");
const HEAD_END = Buffer.from("\r\n\r\n");
const MAX_HEAD_BYTES = 4096;
const MAX_PARTS = 50;

/** One field of a multipart form, while it is read. */
export interface StreamedPart {
  name: string;
  /** null for a text field. */
  filename: string | null;
  /** Its content, to be read to its end or not at all. */
  bytes: AsyncIterable<Uint8Array>;
}

/** The body is not multipart/form-data, or ends too early. */
export class BrokenMultipart extends Error {}

/**
 * The fields of a multipart/form-data body (RFC 7578) as they come in, in constant memory: for files that are too large
 * to be held.
 * @throws {BrokenMultipart}
 */
export async function* streamedParts(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
): AsyncGenerator<StreamedPart> {
  const boundary = boundaryOf(contentType);
  if (!boundary) throw new BrokenMultipart();
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  const reader = new BytesUntil(body, LINE_END);
  // Nothing but the delimiter may come first.
  for await (const _ of reader.until(delimiter)) throw new BrokenMultipart();
  for (let count = 0; count < MAX_PARTS; count++) {
    if ((await reader.take(2)).toString("latin1") === "--") return;
    const { name, filename } = fieldOf(await reader.textUntil(HEAD_END, MAX_HEAD_BYTES));
    const bytes = reader.until(delimiter);
    yield { name, filename, bytes };
    for await (const _ of bytes);
  }
  throw new BrokenMultipart();
}

const boundaryOf = (contentType: string) =>
  /^multipart\/form-data\s*;.*?boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i
    .exec(contentType)
    ?.slice(1)
    .find(Boolean) ?? null;

/** Name and file name, as browsers write them: in UTF-8, with quotation marks as %22. */
function fieldOf(head: string): Pick<StreamedPart, "name" | "filename"> {
  const line = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(head)?.[1] ?? "";
  const value = (key: string) =>
    new RegExp(`(?:^|;)\\s*${key}="([^"]*)"`, "i").exec(line)?.[1]?.replaceAll("%22", '"') ?? null;
  const name = value("name");
  if (!name) throw new BrokenMultipart();
  return { name, filename: value("filename") };
}

/** Reads a stream up to given bytes. */
class BytesUntil {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Buffer;

  constructor(body: AsyncIterable<Uint8Array>, first: Buffer) {
    this.#chunks = body[Symbol.asyncIterator]();
    this.#rest = first;
  }

  /** What comes before `end`, in pieces; `end` itself is skipped. */
  async *until(end: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.#rest.indexOf(end);
      if (at !== -1) {
        const piece = this.#rest.subarray(0, at);
        this.#rest = this.#rest.subarray(at + end.length);
        if (piece.length > 0) yield piece;
        return;
      }
      // The last bytes may be the beginning of `end`.
      const sure = this.#rest.length - end.length + 1;
      const piece = this.#rest.subarray(0, Math.max(0, sure));
      this.#rest = this.#rest.subarray(piece.length);
      if (piece.length > 0) yield piece;
      await this.#more();
    }
  }

  async textUntil(end: Buffer, most: number): Promise<string> {
    let text = Buffer.alloc(0);
    for await (const piece of this.until(end)) {
      text = Buffer.concat([text, piece]);
      if (text.length > most) throw new BrokenMultipart();
    }
    return text.toString("utf8");
  }

  async take(length: number): Promise<Buffer> {
    while (this.#rest.length < length) await this.#more();
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  async #more() {
    const next = await this.#chunks.next();
    if (next.done) throw new BrokenMultipart();
    this.#rest = Buffer.concat([this.#rest, next.value]);
  }
}
