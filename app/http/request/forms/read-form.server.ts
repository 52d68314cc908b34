import { data } from "react-router";
import { BUFFERED_UPLOAD_BYTES, LONG_BODY_BYTES } from "~/http/listeners/connections/body-sizes";
import { parseMultipart } from "./multipart";
import { readHeader } from "../headers.server";

/** No form of the shop has nearly as many; parsing half a million would block the server. */
const MAX_FIELDS = 1000;
/** Of a text field beside a file. */
export const MAX_TEXT_BYTES = 65_536;

/**
 * Names that conform would read as a path into a structure ("a[9]", "a.b"), or as its own. No form of the shop has such
 * names; for "a[99999999]" conform would build a list of that length, which ends the process.
 */
const NOT_A_NAME = /[[\].]|^__/;

/** A body can be read once; what it had is asked again when a login comes first (`stashTyped`). */
const forms = new WeakMap<Request, Promise<FormData>>();

/**
 * Reads the posted form; the same form each time. A body that is no form (another content type, a broken multipart body), or has
 * names that no form of the shop has, is the sender's mistake.
 * @throws 400 when the body cannot be read as a form
 */
export function readForm(request: Request): Promise<FormData> {
  const form = forms.get(request) ?? readGatewayForm(request).then(plainNames);
  forms.set(request, form);
  return form;
}

/** As `readForm`, for the gateway's forms, whose names have brackets ("error[code]"). Never pass the result to conform. */
export async function readGatewayForm(request: Request): Promise<FormData> {
  const body = await readBytes(request, LONG_BODY_BYTES);
  if (!body) throw data("The form is too large.", { status: 413 });
  const type = readHeader(request, "content-type") ?? "";
  const form = new FormData();
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
    const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
    if (text.split("&", MAX_FIELDS + 1).length > MAX_FIELDS) throw unreadable();
    for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
    return form;
  }
  const parts = parseMultipart(body, type);
  if (!parts) throw unreadable();
  for (const { name, filename, bytes } of parts) {
    if (filename === null) form.append(name, new TextDecoder().decode(bytes));
    else form.append(name, new File([new Uint8Array(bytes)], filename));
  }
  return form;
}

/** A field's text; "" when it is absent or a file. */
export function textField(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** @throws 400 when a name is one that no form of the shop has */
export function plainNames(form: FormData): FormData {
  if ([...form.keys()].some((name) => NOT_A_NAME.test(name))) throw unreadable();
  return form;
}

/** Whether this is a form with a file, which `readUpload` reads. */
export const isUpload = (request: Request): boolean =>
  /^multipart\/form-data\b/i.test(readHeader(request, "content-type") ?? "");

export type Upload =
  /** Larger than a picture may be. Read to its end and thrown away, so that the browser shows the answer. */
  { isTooLarge: true } | { isTooLarge: false; fields: FormData; files: Map<string, Uint8Array> };

/**
 * A posted form with a file of at most 10 MB, held in memory once.
 * @throws 400 when the body cannot be read as a form
 */
export async function readUpload(request: Request): Promise<Upload> {
  const body = await readBytes(request, BUFFERED_UPLOAD_BYTES);
  if (!body) return { isTooLarge: true };
  const parts = parseMultipart(body, readHeader(request, "content-type") ?? "");
  if (!parts) throw unreadable();
  const fields = new FormData();
  const files = new Map<string, Uint8Array>();
  for (const { name, filename, bytes } of parts) {
    if (filename !== null) files.set(name, bytes);
    else if (bytes.length > MAX_TEXT_BYTES) throw unreadable();
    else fields.append(name, new TextDecoder().decode(bytes));
  }
  return { isTooLarge: false, fields: plainNames(fields), files };
}

export const unreadable = () => data("The form could not be read.", { status: 400 });

/**
 * The whole body, held in memory once; null when it is longer than `most`. It is then read to its end and thrown away,
 * since a browser shows no answer before it has sent everything.
 */
async function readBytes(request: Request, most: number): Promise<Uint8Array | null> {
  const announced = Number(readHeader(request, "content-length") ?? 0);
  let body: Buffer = Buffer.allocUnsafeSlow(announced > most ? 0 : announced);
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      const at = length;
      length += chunk.length;
      if (announced > most || length > most) body = Buffer.alloc(0);
      else body = withRoom(body, length, most);
      if (body.length >= length) body.set(chunk, at);
    }
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw unreadable();
  }
  return length > most ? null : body.subarray(0, length);
}

/** The buffer for a body of unknown length grows by doubling. */
function withRoom(body: Buffer, length: number, most: number): Buffer {
  if (body.length >= length) return body;
  const larger = Buffer.allocUnsafeSlow(Math.min(most, Math.max(length, body.length * 2, 65_536)));
  body.copy(larger);
  return larger;
}
