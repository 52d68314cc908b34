import type { IncomingMessage } from "node:http";

/**
 * How much of each header the shop reads; the rest is cut off. (All headers of a request together have at most 16 kB:
 * node:http refuses more.)
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
  "sec-purpose": 100,
  "transfer-encoding": 100,
  "user-agent": 500,
  "x-forwarded-for": 2000,
  "x-forwarded-host": 300,
  "x-forwarded-proto": 100,
  "x-refund-idempotency": 300,
  "x-request-id": 100,
} as const;

export type HeaderName = keyof typeof LONGEST;

/** For the headers of a payment gateway: ids and signatures. */
const LONGEST_OF_GATEWAY = 1000;

/** A request's header. Every header is read through this function, so that each has a limit. @returns null when absent */
export function readHeader(request: Request | IncomingMessage, name: HeaderName): string | null {
  const text = wholeHeader(request, name);
  if (text === null || text.length <= LONGEST[name]) return text;
  // Of the proxies' list the end counts: it names what the nearest proxy saw.
  return name === "x-forwarded-for" ? text.slice(-LONGEST[name]) : text.slice(0, LONGEST[name]);
}

/** A header of a webhook; each gateway has its own. @param name in lower case */
export function readGatewayHeader(request: Request, name: string): string | null {
  return wholeHeader(request, name)?.slice(0, LONGEST_OF_GATEWAY) ?? null;
}

function wholeHeader({ headers }: Request | IncomingMessage, name: string): string | null {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}
