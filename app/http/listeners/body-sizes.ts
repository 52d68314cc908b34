import { IMAGE_MAX_BYTES } from "~/domain/images/images";

const KB = 1024;
const MB = 1024 * KB;

/** An ordinary form or JSON body. (A payment gateway's webhooks are some kB.) */
export const BODY_BYTES = 64 * KB;

/**
 * A book's form: 10,000 characters of description, 1,500 of brief and 100 of title can take 12 bytes each, percent-encoded
 * or escaped in JSON: some 140 kB. A school's checkout names hundreds of lines.
 */
export const LONG_BODY_BYTES = 192 * KB;
const LONG_BODIES =
  /^\/(?:admin\/products(?:\.data)?|api\/v1\/(?:books\/update|checkout\/checkout))\/?(?:\?|$)/;

/** Where pictures are posted to, as forms and as client navigations. */
const UPLOADS = /^\/(?:admin\/(?:products|settings)(?:\.data)?|api\/v1\/books\/updateCoverpage)(?:\?|$)/;
/** Whoever chose too large a picture gets the form back with a sentence, up to here; none of it is kept meanwhile. */
const UPLOAD_BYTES = 100 * MB;
/** A picture at its limit, with the rest of its form. */
export const KEPT_UPLOAD_BYTES = IMAGE_MAX_BYTES + BODY_BYTES;

export interface BodyRules {
  kind: "ordinary" | "upload";
  /** The longest body that is read. */
  bytes: number;
  /** The most of it that is held in memory. */
  keptBytes: number;
  /** A body of this length may take so long. */
  msFor(bytes: number): number;
  /** Without a byte for so long, the sender is given up. */
  stallMs: number;
}

/** 15 seconds, and 2 kB a second: slower than any phone's line. */
const ordinary = (bytes: number): BodyRules => ({
  kind: "ordinary",
  bytes,
  keptBytes: bytes,
  msFor: (length) => 15_000 + length / 2,
  stallMs: 10_000,
});

const ORDINARY = ordinary(BODY_BYTES);
const LONG = ordinary(LONG_BODY_BYTES);
/** A large picture over a slow line takes minutes, but must keep moving. */
const UPLOAD: BodyRules = {
  kind: "upload",
  bytes: UPLOAD_BYTES,
  keptBytes: KEPT_UPLOAD_BYTES,
  msFor: () => 600_000,
  stallMs: 30_000,
};

/** What a request may send. */
export function bodyRules(request: {
  method?: string | undefined;
  url?: string | undefined;
  contentType?: string | undefined;
}): BodyRules {
  const { method, url = "", contentType = "" } = request;
  const isUpload = method === "POST" && UPLOADS.test(url) && /^multipart\/form-data\b/i.test(contentType);
  if (isUpload) return UPLOAD;
  return LONG_BODIES.test(url) ? LONG : ORDINARY;
}
