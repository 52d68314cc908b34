import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import {
  Forbidden,
  hostOf,
  PostError,
  publicLookup,
  refuseAddress,
  sentenceFor,
} from "./post-to-public.server";
import { isPublicAddress, resolveHost, type Resolve } from "./public-address.server";

export interface FetchedFile {
  /** The last one, after redirects. */
  status: number;
  /** Empty unless the status is 200. */
  bytes: Buffer;
}

/** Gets a file from the internet. @throws {PostError} when there is no complete answer @throws {Forbidden} */
export type FetchFile = (url: string) => Promise<FetchedFile>;

interface Options {
  /** A longer file is refused. */
  mostBytes: number;
  /** For everything together. */
  withinMs?: number;
  /** For tests, which have no public address. */
  resolve?: Resolve;
  isAllowed?: (address: string) => boolean;
  isAllowedPort?: (port: string) => boolean;
}

const WITHIN_MS = 20_000;
const MOST_REDIRECTS = 3;

/**
 * Makes a function that gets files from public addresses only, by http and https at their usual ports. Each host is
 * resolved once and the connection made to the addresses that were checked; redirects are followed three times at most, and
 * checked like the first address.
 */
export function publicFetcher({
  mostBytes,
  withinMs = WITHIN_MS,
  resolve = resolveHost,
  isAllowed = isPublicAddress,
  isAllowedPort = (port) => port === "",
}: Options): FetchFile {
  const lookup = publicLookup(resolve, isAllowed);

  function check(url: string): URL {
    const { protocol, port, username, password } = new URL(url);
    const host = hostOf(url);
    if (!/^https?:$/.test(protocol)) throw new Forbidden(`${protocol.slice(0, -1)} is not a web address`);
    if (!isAllowedPort(port)) throw new Forbidden(`Port ${port} is not the usual one of a web server`);
    if (username || password) throw new Forbidden("Addresses with a name and password are not asked");
    // An address is connected to without a lookup.
    if (isIP(host)) refuseAddress(host, isAllowed);
    return new URL(url);
  }

  const ask = (url: URL, signal: AbortSignal) =>
    new Promise<IncomingMessage>((answered, fail) => {
      const { request } = url.protocol === "https:" ? https : http;
      const headers = { Accept: "image/*", "User-Agent": "Kitab" };
      request(url, { headers, lookup, agent: false, signal }, answered).on("error", fail).end();
    });

  return async (address) => {
    const signal = AbortSignal.timeout(withinMs);
    let url = address;
    try {
      for (let redirects = 0; ; redirects += 1) {
        const response = await ask(check(url), signal);
        const { statusCode: status = 0, headers } = response;
        const next = status >= 300 && status < 400 && headers.location;
        if (!next) return { status, bytes: await bytesOf(response, status, mostBytes) };
        response.destroy();
        if (redirects === MOST_REDIRECTS) throw new Forbidden("The address leads on more than three times");
        if (!URL.canParse(next, url)) throw new Forbidden("The address leads to what is no address");
        url = new URL(next, url).href;
      }
    } catch (error) {
      const host = hostOf(url);
      if (signal.aborted)
        throw new PostError(`${host} did not send it within ${withinMs / 1000} seconds`, { cause: error });
      if (error instanceof PostError) throw error;
      throw new PostError(sentenceFor(error, host), { cause: error });
    }
  };
}

/** Leaving the loop closes the connection. */
async function bytesOf(response: IncomingMessage, status: number, most: number): Promise<Buffer> {
  if (status !== 200) {
    response.destroy();
    return Buffer.alloc(0);
  }
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > most) throw new Forbidden(`The file is larger than ${most / 1024 / 1024} MB`);
    parts.push(part);
  }
  if (!response.complete) throw new PostError("The file did not come to its end");
  return Buffer.concat(parts);
}
