import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { readHeader } from "../headers.server";
import { BrokenMultipart, type StreamedPart, streamedParts } from "./multipart-stream.server";
import { MAX_TEXT_BYTES, plainNames, unreadable } from "./read-form.server";

/** A file that a form sent, in a file of the shop's own. */
export class UploadedFile {
  /**
   * @param path where it is now: whoever asked for it moves it or removes it
   * @param name as its sender calls it, without folders @param bytes its length
   */
  constructor(
    readonly path: string,
    readonly name: string,
    readonly bytes: number,
  ) {}
}

export interface FileUpload {
  fields: FormData;
  /** The form's file; null when none was chosen or it is too large. */
  file: UploadedFile | null;
  /** Larger than allowed: nothing of it is kept. */
  isTooLarge: boolean;
}

const MAX_NAME = 200;
/** The rest of a form with a file. */
const FORM_BYTES = 1024 * 1024;
/** The field of the file. */
const FIELD = "file";
const PREFIX = "upload-";

/**
 * A posted form with a large file in the field `file`, written to disk while it comes in.
 * @param folder where the file is put; created if it is missing @param most bytes of the file
 * @throws 400 when the body cannot be read as a form; then no file is left
 */
export async function readFileUpload(
  request: Request,
  { folder, most }: { folder: string; most: number },
): Promise<FileUpload> {
  const upload: FileUpload = { fields: new FormData(), file: null, isTooLarge: false };
  const announced = Number(readHeader(request, "content-length") ?? 0);
  // Clearly too large: none of it needs to be written.
  const room = announced > most + FORM_BYTES ? 0 : most;
  await mkdir(folder, { recursive: true });
  try {
    for await (const part of streamedParts(bodyOf(request), readHeader(request, "content-type") ?? "")) {
      if (part.filename === null) upload.fields.append(part.name, await textOf(part));
      // What no form of the shop sends is skipped.
      else if (part.name !== FIELD) continue;
      else if (upload.file || upload.isTooLarge) throw new BrokenMultipart();
      else await takeFile(upload, part, { folder, most: room });
    }
    plainNames(upload.fields);
    return upload;
  } catch (error) {
    if (upload.file) await rm(upload.file.path, { force: true });
    if (error instanceof BrokenMultipart) throw unreadable();
    throw error;
  }
}

/**
 * Removes what was being uploaded when a process ended. For the start.
 * @param olderThanMs leaves what was written to since then: other processes may take uploads into the same folder
 */
export function removeUnfinishedUploads(folder: string, olderThanMs?: number) {
  if (!existsSync(folder)) return;
  const before = olderThanMs === undefined ? Infinity : Date.now() - olderThanMs;
  for (const name of readdirSync(folder).filter((one) => one.startsWith(PREFIX))) {
    const file = path.join(folder, name);
    const writtenAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (writtenAt < before) rmSync(file, { force: true });
  }
}

async function* bodyOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of request.body ?? []) yield chunk;
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new BrokenMultipart();
  }
}

async function textOf({ bytes }: StreamedPart): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > MAX_TEXT_BYTES) throw new BrokenMultipart();
    pieces.push(Uint8Array.from(piece));
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** A file that is too large is read to its end, since a browser shows no answer before it has sent everything. */
async function takeFile(
  upload: FileUpload,
  { filename, bytes }: StreamedPart,
  { folder, most }: { folder: string; most: number },
) {
  const place = path.join(folder, PREFIX + randomUUID());
  const handle = await open(place, "wx", 0o600);
  let length = 0;
  let isKept = false;
  try {
    for await (const piece of bytes) {
      length += piece.length;
      if (length <= most) await handle.writeFile(piece);
    }
    isKept = Boolean(filename) && length <= most;
  } finally {
    await handle.close();
    if (!isKept) await rm(place, { force: true });
  }
  upload.isTooLarge = length > most;
  if (isKept) upload.file = new UploadedFile(place, plainName(filename!), length);
}

/** Some browsers send the folders too. */
const plainName = (filename: string) =>
  (filename.split(/[\\/]/).at(-1) ?? "")
    .replace(/\p{C}+/gu, " ")
    .trim()
    .slice(0, MAX_NAME) || "file";
