/** One field of a multipart form. `bytes` is a view of the body, not a copy. */
export interface FormPart {
  name: string;
  /** null: a field without a file, whose bytes are text. */
  filename: string | null;
  bytes: Uint8Array;
}

const MAX_PARTS = 200;
const MAX_HEAD_BYTES = 4096;

/**
 * Reads a whole multipart/form-data body (RFC 7578). At most 200 parts, so that a body full of nothing but
 * boundaries costs no more than any other.
 * @returns null when it is none, or broken off
 */
export function parseMultipart(body: Uint8Array, contentType: string): FormPart[] | null {
  const boundary = /^multipart\/form-data\b.*?;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(
    contentType,
  );
  if (!boundary) return null;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const mark = `--${boundary[1] ?? boundary[2]}`;
  const parts: FormPart[] = [];
  if (bytes.toString("latin1", 0, mark.length) !== mark) return null;
  let at = mark.length;
  for (;;) {
    const next = bytes.toString("latin1", at, at + 2);
    if (next === "--") return parts;
    if (next !== "\r\n" || parts.length === MAX_PARTS) return null;
    const headEnd = bytes.indexOf("\r\n\r\n", at);
    if (headEnd === -1 || headEnd - at > MAX_HEAD_BYTES) return null;
    const end = bytes.indexOf(`\r\n${mark}`, headEnd + 2);
    const named = readHead(bytes.toString("utf8", at + 2, headEnd));
    if (end === -1 || !named) return null;
    parts.push({ ...named, bytes: bytes.subarray(Math.min(headEnd + 4, end), end) });
    at = end + 2 + mark.length;
  }
}

function readHead(head: string): { name: string; filename: string | null } | null {
  const line = head.split("\r\n").find((one) => /^content-disposition:\s*form-data\b/i.test(one));
  const name = line && /;\s*name="([^"]*)"/i.exec(line)?.[1];
  if (name === undefined || name === "") return null;
  const filename = /;\s*filename="([^"]*)"/i.exec(line!)?.[1];
  return { name: unescape(name), filename: filename === undefined ? null : unescape(filename) };
}

/** As browsers write what a header cannot hold (WHATWG, multipart/form-data encoding). */
const unescape = (text: string) =>
  text.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");
