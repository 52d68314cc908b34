import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { createBook } from "~/test/factories";
import { LOOPBACK } from "~/test/servers/loopback";
import { customerBrowser, ownShop, staffBrowser, type TestShop } from "~/test/shop";

// A client may go away at any moment, by closing the connection or by resetting it: nothing that happens afterwards, such as
// writing an answer that nobody reads, may end the process or be an error of the shop's.

const BOOKS = 300;
const shop = ownShop({ LOG_LEVEL: "error" });

type Way = "close" | "reset";
const WAYS: Way[] = ["close", "reset"];

/** Sends bytes; the connection is cut when `isMoment` finds what has come so far right, or at once. @returns what had come */
function cut(way: Way, sent: string[], isMoment?: (answer: string) => boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const end = (socket: Socket) => {
      if (way === "reset") socket.resetAndDestroy();
      else socket.destroy();
    };
    const socket = connect(Number(new URL(shop.origin).port), LOOPBACK, () => {
      sent.forEach((bytes) => socket.write(bytes));
      // What was written is on its way before the connection is cut.
      if (!isMoment) setImmediate(() => end(socket));
    });
    // Little is read, so that the shop has to wait in the middle of a long answer.
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      if (isMoment?.(answer)) end(socket);
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

const head = (method: string, path: string, headers: Record<string, string> = {}) =>
  `${[
    `${method} ${path} HTTP/1.1`,
    "Host: shop",
    `Origin: http://shop`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join("\r\n")}\r\n\r\n`;

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  head("POST", path, {
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": String(body.length),
    ...headers,
  }) + body;

let seen = 0;

/** The process is the one that was started, answers, and has logged no error. */
async function expectUnharmed({ origin, pid, output }: TestShop) {
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  expect((await fetch(`${origin}/books`)).status).toBe(200);
  expect(() => process.kill(pid, 0)).not.toThrow();
  const said = output().slice(seen);
  seen = output().length;
  expect(said).not.toMatch(/"level":[56]0|Error|at \S+ \(/);
}

const isBegun = (answer: string) => answer.includes("\r\n\r\n");

describe.each(WAYS)("a client that goes away by a %s", (way) => {
  test("before, in and after the head of a request", async () => {
    await cut(way, []);
    await cut(way, ["GE"]);
    await cut(way, [head("GET", "/books").slice(0, -2)]);
    await cut(way, [head("GET", "/books")]);
    await cut(way, [head("GET", "/books"), head("GET", "/"), "GET /ab"]);
    await expectUnharmed(shop);
  });

  test("in the body of a form, an upload and an API call, of known and of unknown length", async () => {
    const { cookieHeader } = bound(await staffBrowser(shop));
    const half = (path: string, headers: Record<string, string>) => [
      head("POST", path, { ...headers, Cookie: cookieHeader(), "Content-Length": "60000" }),
      "x".repeat(20_000),
    ];
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    const upload = { "Content-Type": "multipart/form-data; boundary=b" };
    const json = { "Content-Type": "application/json" };
    for (const [path, headers] of [
      ["/login", form],
      ["/admin/imports", upload],
      ["/admin/products", upload],
      ["/api/v1/authenticate", json],
      ["/payments/webhook", json],
    ] as const) {
      await cut(way, half(path, headers));
      // With the body begun and its reader waiting.
      await cut(way, half(path, { ...headers, Expect: "100-continue" }), (answer) =>
        answer.includes("100 Continue"),
      );
      await cut(way, [
        head("POST", path, { ...headers, "Transfer-Encoding": "chunked" }),
        "4\r\nname\r\n5\r\n=",
      ]);
    }
    await expectUnharmed(shop);
  });

  test("before the first byte of an answer: of pages, their data, forms, calls and files", async () => {
    const book = await createBook(shop.db.write);
    const { cookieHeader } = bound(await customerBrowser(shop));
    const Cookie = cookieHeader();
    for (const request of [
      head("GET", "/", { Cookie }),
      head("GET", "/books?q=a", { Cookie }),
      head("GET", "/books.data?q=b", { Cookie }),
      head("GET", "/api/v1/books"),
      head("GET", "/logo.svg"),
      post("/login", "username=nobody@example.com&password=wrong-1"),
      post("/cart", `intent=add&bookId=${book}&quantity=1`, { Cookie }),
      post("/nowhere", "a=b", { Cookie }),
    ])
      await cut(way, [request]);
    await expectUnharmed(shop);
  });

  test("in the middle of an answer: of a page, its streamed data, an export and a file", async () => {
    await manyBooks();
    const { cookieHeader } = bound(await staffBrowser(shop));
    const Cookie = cookieHeader();
    for (const path of [
      "/books",
      "/books.data",
      "/admin/products.data",
      "/admin/products/export?format=csv",
      "/admin/products/export?format=xlsx",
      "/api/v1/openapi.json",
      "/feeds/google.xml",
      "/sitemap.xml",
    ])
      expect(await cut(way, [head("GET", path, { Cookie })], isBegun), path).toMatch(/^HTTP\/1\.1 \d{3} /);
    await expectUnharmed(shop);
  });

  test("after a redirect, and with further requests under way", async () => {
    const book = await createBook(shop.db.write);
    const { cookieHeader } = bound(await customerBrowser(shop));
    const Cookie = cookieHeader();
    const add = post("/cart", `intent=add&bookId=${book}&quantity=1`, { Cookie });
    const moved = head("GET", `/books/${book}`, { Cookie });
    for (const request of [add, moved]) {
      await cut(way, [request], isBegun);
      await cut(
        way,
        [request, head("GET", "/cart.data", { Cookie }), head("GET", "/books", { Cookie })],
        isBegun,
      );
    }
    await expectUnharmed(shop);
  });
});

test("many that go away at once, each at another moment", async () => {
  const { cookieHeader } = bound(await customerBrowser(shop));
  const Cookie = cookieHeader();
  const page = head("GET", "/books", { Cookie });
  const form = post("/login", `username=x@example.com&password=${randomBytes(9).toString("hex")}`);
  await Promise.all(
    Array.from({ length: 60 }, (_, number) => {
      const request = number % 2 ? page : form;
      const isMoment = number % 3 ? isBegun : undefined;
      return cut(
        number % 4 < 2 ? "close" : "reset",
        [request.slice(0, isMoment ? undefined : number * 4)],
        isMoment,
      );
    }),
  );
  await expectUnharmed(shop);
});

const bound = (browser: { cookieHeader(): string }) => ({ cookieHeader: () => browser.cookieHeader() });

let hasMany = false;

/** So many that a list of all of them is sent in several pieces. */
async function manyBooks() {
  if (hasMany) return;
  hasMany = true;
  for (let number = 0; number < BOOKS; number++) await createBook(shop.db.write);
}
