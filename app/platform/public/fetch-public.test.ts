import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { LOOPBACK } from "~/test/servers/loopback";
import { publicFetcher } from "./fetch-public.server";
import { Forbidden, PostError } from "./post-to-public.server";
import { isPublicAddress } from "./public-address.server";

const MB = 1024 * 1024;
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** @returns the origin of a server under a name that leads to this machine */
async function start(answer: RequestListener): Promise<string> {
  server = createServer(answer);
  await new Promise<void>((done) => server!.listen(0, LOOPBACK, done));
  return `http://pictures.test:${(server.address() as AddressInfo).port}`;
}

/** Where names lead: this machine counts as public, all else as it is. */
const resolve = async (host: string) => {
  const address = { "pictures.test": LOOPBACK, "inside.test": "10.0.0.7" }[host] ?? "169.254.169.254";
  return [{ address, family: address.includes(":") ? 6 : 4 }];
};
const fetcher = (given: { withinMs?: number } = {}) =>
  publicFetcher({
    mostBytes: MB,
    resolve,
    isAllowed: (address) => address === LOOPBACK || isPublicAddress(address),
    isAllowedPort: () => true,
    ...given,
  });
const refusal = async (url: string, fetch = fetcher()) => {
  const error: unknown = await fetch(url).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return [error instanceof Forbidden, error instanceof PostError && error.message];
};

test("a file is fetched, over redirects, up to its limit", async () => {
  const origin = await start(({ url }, response) => {
    if (url === "/moved") return response.writeHead(302, { Location: "/picture.jpg" }).end();
    if (url === "/gone") return response.writeHead(404).end("nothing here");
    response.end(Buffer.alloc(url === "/large" ? MB + 1 : MB, "x"));
  });
  const { status, bytes } = await fetcher()(`${origin}/moved`);
  // toEqual compares a million bytes one by one, for seconds.
  expect([status, Buffer.from(bytes).equals(Buffer.alloc(MB, "x"))]).toEqual([200, true]);
  expect(await fetcher()(`${origin}/gone`)).toEqual({ status: 404, bytes: Buffer.alloc(0) });
  expect(await refusal(`${origin}/large`)).toEqual([true, "The file is larger than 1 MB"]);
});

test("nothing is asked of addresses that are not on the internet, also after a redirect", async () => {
  let to = "";
  const origin = await start((_, response) => void response.writeHead(301, { Location: to }).end());
  for (const target of [
    "http://inside.test/",
    "http://metadata.test/latest",
    "http://[::1]/",
    "http://127.1/",
    "http://192.168.1.1/router.jpg",
  ]) {
    expect([target, ...(await refusal(target, publicFetcher({ mostBytes: MB, resolve })))]).toEqual([
      target,
      true,
      expect.stringContaining("is not an address on the internet"),
    ]);
    to = target.replace("127.1", "10.1");
    expect((await refusal(origin))[0]).toBe(true);
  }
  to = "ftp://pictures.test/";
  expect(await refusal(origin)).toEqual([true, "ftp is not a web address"]);
  to = "/again";
  expect(await refusal(origin)).toEqual([true, "The address leads on more than three times"]);
  expect(await refusal("http://pictures.test:22/", publicFetcher({ mostBytes: MB, resolve }))).toEqual([
    true,
    "Port 22 is not the usual one of a web server",
  ]);
  expect((await refusal("http://me:secret@pictures.test/"))[0]).toBe(true);
});

test("a server that is slow, or stops in the midst, can be asked again", async () => {
  const origin = await start(({ url }, response) => {
    response.writeHead(200, { "Content-Length": 100 }).write("x");
    if (url === "/stops") setTimeout(() => response.destroy(), 10);
  });
  expect(await refusal(`${origin}/slow`, fetcher({ withinMs: 100 }))).toEqual([
    false,
    "pictures.test did not send it within 0.1 seconds",
  ]);
  expect((await refusal(`${origin}/stops`))[0]).toBe(false);
});
