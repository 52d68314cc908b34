import {
  getMultipartBoundary,
  MultipartParseError,
  parseMultipart as parts,
} from "@remix-run/multipart-parser";

/** One field of a multipart form. */
export interface FormPart {
  name: string;
  /** null for a text field. */
  filename: string | null;
  bytes: Uint8Array;
}

const MAX_PARTS = 200;
const MAX_HEAD_BYTES = 4096;

/**
 * Reads a whole multipart/form-data body (RFC 7578) of at most 200 parts, so that a body full of boundaries costs no more
 * than any other.
 * @returns null when it is not multipart/form-data, or incomplete
 */
export function parseMultipart(body: Uint8Array, contentType: string): FormPart[] | null {
  const boundary = /^multipart\/form-data\b/i.test(contentType) ? getMultipartBoundary(contentType) : null;
  if (!boundary || body.length === 0) return null;
  const limits = { maxParts: MAX_PARTS, maxHeaderSize: MAX_HEAD_BYTES, maxFileSize: body.length };
  const form: FormPart[] = [];
  try {
    for (const part of parts(body, { boundary, ...limits, maxTotalSize: body.length })) {
      if (!part.name) return null;
      form.push({
        name: part.name,
        filename: part.isFile ? (part.filename ?? "") : null,
        bytes: part.bytes,
      });
    }
  } catch (error) {
    if (error instanceof MultipartParseError) return null;
    throw error;
  }
  return form;
}
