import { IMAGE_MAX_BYTES } from "~/domain/kit/images/images";

const KB = 1024;
const MB = 1024 * KB;

/** An ordinary form or JSON body. A payment gateway's webhook has a few kB. */
export const BODY_BYTES = 64 * KB;

/**
 * A book's form: 10,000 characters of description, 1,500 of brief and 100 of title take up to 12 bytes each when percent-encoded
 * or escaped in JSON: some 140 kB. A school's checkout has hundreds of lines. A page has up to 40,000 characters of up to 4 bytes, sent as typed. A list of old addresses has 60,000.
 * How a file of books is to be read: hundreds of columns and short forms. A table of a whole delivery plan.
 */
export const LONG_BODY_BYTES = 192 * KB;
const LONG_BODIES =
  /^\/(?:admin\/(?:products|pages\/(?:new|\d+|addresses)|imports\/\d+|delivery\/(?:file|rates|zones\/\w+))(?:\.data)?|api\/v1\/(?:books\/update|checkout\/checkout))\/?(?:\?|$)/;

/** A delivery plan may name each of India's 19,000 PIN codes. */
export const PLAN_BYTES = 512 * KB;
const PLAN = /^\/api\/v1\/delivery\/admin\/plan\/?(?:\?|$)/;

/** Where pictures are posted to, by plain forms and by client navigations. */
const UPLOADS =
  /^\/(?:admin\/(?:products|appearance\/look|pages\/pictures)(?:\.data)?|api\/v1\/books\/(?:updateCoverpage|addPicture))(?:\?|$)/;
/** A picture above its limit, but below this, gets the form back with a message; none of it is held in memory. */
const UPLOAD_BYTES = 100 * MB;
/** A picture at its limit, with the rest of its form. */
export const BUFFERED_UPLOAD_BYTES = IMAGE_MAX_BYTES + BODY_BYTES;

/** Where files of books, of old addresses, of carriers and of parcels are posted to. They are written to disk while they come in. */
const FILES =
  /^\/(?:admin\/(?:imports|remittances|accounts\/settlements|orders\/ship|pages\/addresses)(?:\.data)?|api\/v1\/(?:imports|accounts\/settlements))(?:\?|$)/;
/** A file above its limit (`IMPORT_MAX.bytes`), but below this, gets the form back with a message; none of it is kept. */
const FILE_BYTES = 1100 * MB;

export interface BodyRules {
  kind: "ordinary" | "upload";
  /** The longest body that is read. */
  bytes: number;
  /** How many bytes of it may be held in memory. */
  bufferedBytes: number;
  /** How many milliseconds a body of this length may take. */
  msFor(bytes: number): number;
  /** A sender that sends no byte for this long is disconnected. */
  stallMs: number;
}

/** 15 seconds plus a second for each 2 kB: slower than any phone's line. */
const ordinary = (bytes: number): BodyRules => ({
  kind: "ordinary",
  bytes,
  bufferedBytes: bytes,
  msFor: (length) => 15_000 + length / 2,
  stallMs: 10_000,
});

const ORDINARY = ordinary(BODY_BYTES);
const LONG = ordinary(LONG_BODY_BYTES);
const OF_A_PLAN = ordinary(PLAN_BYTES);
/** A large picture over a slow line takes minutes, but bytes must keep coming. */
const UPLOAD: BodyRules = {
  kind: "upload",
  bytes: UPLOAD_BYTES,
  bufferedBytes: BUFFERED_UPLOAD_BYTES,
  msFor: () => 600_000,
  stallMs: 30_000,
};

const FILE: BodyRules = {
  kind: "upload",
  bytes: FILE_BYTES,
  bufferedBytes: BODY_BYTES,
  msFor: () => 3_600_000,
  stallMs: 30_000,
};

/** The limits for a request's body. */
export function bodyRules(request: {
  method?: string | undefined;
  url?: string | undefined;
  contentType?: string | undefined;
}): BodyRules {
  const { method, url = "", contentType = "" } = request;
  const isMultipart = method === "POST" && /^multipart\/form-data\b/i.test(contentType);
  if (isMultipart && UPLOADS.test(url)) return UPLOAD;
  if (isMultipart && FILES.test(url)) return FILE;
  if (PLAN.test(url)) return OF_A_PLAN;
  return LONG_BODIES.test(url) ? LONG : ORDINARY;
}
