import type { IncomingMessage } from "node:http";

/**
 * The longest value looked at of each header that the shop reads; what is longer is cut there. (All headers of a request
 * together have at most 16 kB: node:http refuses more.) Accept-Encoding and the like are lists of some words.
 */
const LONGEST = {
  accept: 1000,
  "accept-encoding": 500,
  authorization: 4000,
  "content-length": 20,
  "content-type": 300,
  cookie: 16_384,
  host: 300,
  "if-none-match": 2000,
  origin: 500,
  referer: 4000,
  "save-data": 10,
  "sec-fetch-site": 20,
  "transfer-encoding": 100,
  "user-agent": 500,
  "x-forwarded-for": 2000,
  "x-forwarded-host": 300,
  "x-forwarded-proto": 100,
  "x-razorpay-event-id": 200,
  "x-razorpay-signature": 200,
  "x-refund-idempotency": 300,
  "x-request-id": 100,
} as const;

export type HeaderName = keyof typeof LONGEST;

/** A request's header. All are read here, so that none comes without a limit. @returns null when it is absent */
export function readHeader({ headers }: Request | IncomingMessage, name: HeaderName): string | null {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  const text = Array.isArray(value) ? value.join(", ") : (value ?? null);
  if (text === null || text.length <= LONGEST[name]) return text;
  // Of the proxies' list the end counts: what the nearest one has seen.
  return name === "x-forwarded-for" ? text.slice(-LONGEST[name]) : text.slice(0, LONGEST[name]);
}
