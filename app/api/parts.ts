import { z } from "zod";
import { UploadedFile } from "~/http/request/forms/read-file-upload.server";
import { parseGivenJson } from "~/platform/given-json";

/** Enough for the fields of a book or the like; much less than a file. */
const MAX_JSON_BYTES = 65_536;

/** A file in a multipart body: its bytes. */
export const filePart = (description: string) =>
  // Not .meta(): it copies the schema, and the copy reports a wrong type as a broken rule instead of a wrong shape.
  z.instanceof(Uint8Array).register(z.globalRegistry, {
    description,
    override: { type: "string", format: "binary" },
  });

/** A file in a multipart body of an operation with `multipart: "file"`: where it is on the disk. */
export const uploadedFilePart = (description: string) =>
  z.instanceof(UploadedFile).register(z.globalRegistry, {
    description,
    override: { type: "string", format: "binary" },
  });

/** A part of a multipart body that holds JSON, sent as text or as a blob. */
export const jsonPart = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(parseJson, schema);

/** @returns undefined for what is not JSON, which no schema accepts */
function parseJson(part: unknown): unknown {
  if (!(part instanceof Uint8Array || typeof part === "string") || part.length > MAX_JSON_BYTES)
    return undefined;
  const text = typeof part === "string" ? part : new TextDecoder().decode(part);
  try {
    return parseGivenJson(text);
  } catch {
    return undefined;
  }
}
