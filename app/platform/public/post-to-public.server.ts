import { type IncomingMessage } from "node:http";
import { request } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress, resolveHost, type Resolve } from "./public-address.server";

export interface Posting {
  /** https only. */
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface PostAnswer {
  status: number;
  /** The beginning of the body. */
  text: string;
}

/** Posts to a server on the internet. @throws {PostError} when there is no complete answer */
export type Post = (posting: Posting) => Promise<PostAnswer>;

/** Why there was no answer; the message is a sentence for staff. */
export class PostError extends Error {
  override name = "PostError";
}

const ANSWER_WITHIN_MS = 10_000;
const MOST_READ_BYTES = 16_384;
const KEPT_BYTES = 1024;

interface Options {
  answerWithinMs?: number;
  /** For tests, which have no public address. */
  resolve?: Resolve;
  isAllowed?: (address: string) => boolean;
  /** A certificate authority that is trusted instead of the system's. */
  ca?: string;
}

/**
 * Makes a function that posts only to public addresses. The host is resolved once, and the connection is made to the
 * addresses that were checked, so no second answer of a name server can lead it elsewhere. Redirects are not followed;
 * an answer is read to 16 kB, and its first 1 kB is returned; everything together may take 10 seconds.
 */
export function publicPoster(options: Options = {}): Post {
  const {
    answerWithinMs = ANSWER_WITHIN_MS,
    resolve = resolveHost,
    isAllowed = isPublicAddress,
    ca,
  } = options;
  const lookup = publicLookup(resolve, isAllowed);
  return async ({ url, headers, body }) => {
    const host = hostOf(url);
    // An address is connected to without a lookup.
    if (isIP(host)) refuseAddress(host, isAllowed);
    const signal = AbortSignal.timeout(answerWithinMs);
    try {
      return await new Promise<PostAnswer>((answered, fail) => {
        const length = String(Buffer.byteLength(body));
        request(
          url,
          {
            method: "POST",
            headers: { ...headers, "Content-Length": length },
            lookup,
            agent: false,
            signal,
            ca,
          },
          (response) => void readAnswer(response).then(answered, fail),
        )
          .on("error", fail)
          .end(body);
      });
    } catch (error) {
      if (signal.aborted)
        throw new PostError(`${host} did not answer within ${answerWithinMs / 1000} seconds`, {
          cause: error,
        });
      throw error instanceof PostError ? error : new PostError(sentenceFor(error, host), { cause: error });
    }
  };
}

/** For a request: a name's addresses, if all of them are allowed. */
export function publicLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (host, { all }, answer) => {
    checkedAddresses(host, resolve, isAllowed).then(
      (addresses) =>
        all ? answer(null, addresses) : answer(null, addresses[0]!.address, addresses[0]!.family),
      (error: NodeJS.ErrnoException) => answer(error, []),
    );
  };
}

/** @throws {PostError} */
export function refuseAddress(address: string, isAllowed: (address: string) => boolean) {
  if (!isAllowed(address)) throw notPublic(address, address);
}

/** @returns the host of a URL; an IPv6 address without its brackets */
export const hostOf = (url: string) => new URL(url).hostname.replace(/^\[(.*)\]$/, "$1");

/** @throws {PostError} when any of the host's addresses is not public; the resolver's error when it finds none */
export async function checkedAddresses(host: string, resolve = resolveHost, isAllowed = isPublicAddress) {
  const addresses = await resolve(host);
  const bad = addresses.find(({ address }) => !isAllowed(address));
  if (bad) throw notPublic(host, bad.address);
  return addresses;
}

/** An address that is not asked: trying again would not help. */
export class Forbidden extends PostError {}

const notPublic = (host: string, address: string) =>
  new Forbidden(
    host === address
      ? `${host} is not an address on the internet`
      : `${host} leads to ${address}, which is not an address on the internet`,
  );

async function readAnswer(response: IncomingMessage): Promise<PostAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes >= MOST_READ_BYTES) break;
  }
  const text = Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString("utf8");
  return { status: response.statusCode!, text: text.replace(/[^\P{Cc}\n\t]/gu, "") };
}

/** Why a connection failed, for staff. */
export function sentenceFor(error: unknown, host: string): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `${host} was not found`;
  if (code === "ECONNREFUSED") return `${host} refused the connection`;
  if (code === "ECONNRESET" || code === "EPIPE") return `${host} closed the connection without an answer`;
  if (code === "EHOSTUNREACH" || code === "ENETUNREACH") return `${host} cannot be reached`;
  if (/CERT|TLS|SSL|SIGNATURE|ISSUER/.test(code))
    return `${host} has no valid certificate for https (${code})`;
  return `The connection to ${host} failed: ${message}`.slice(0, 300);
}
