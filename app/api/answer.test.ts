import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { customerClient, guestClient, sessionClient, tokenClient } from "~/test/api";
import { whileFailing } from "~/test/checks/api-contract";
import { lockDatabase } from "~/test/databases/database-away";
import { createAccount, createBook } from "~/test/factories";
import { LOOPBACK } from "~/test/servers/loopback";
import { customerBrowser, sendBytes, type TestShop, testShop } from "~/test/shop";

const OTHER = "https://evil.example";
const APP = "https://app.example";
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const JSON_HEADERS = { "Content-Type": "application/json" };

const shop = testShop();
const open = testShop({ ORIGINS: `${APP}, https://two.example` });

const api = (url: string, init: RequestInit = {}, at = shop) => fetch(`${at.origin}/api/v1${url}`, init);

/** Expects the envelope of a refusal, without other fields. @returns its msg */
async function expectRefusal(response: Response, status: number): Promise<string> {
  expect([response.status, response.headers.get("Content-Type")]).toEqual([
    status,
    expect.stringMatching(/^application\/json\b/),
  ]);
  const body = (await response.json()) as Record<string, unknown>;
  expect(body).toMatchObject({ result: 0, msg: expect.stringMatching(/\S/) });
  for (const key of Object.keys(body)) expect(["result", "msg", "errors"]).toContain(key);
  return body.msg as string;
}

/** Status, Allow header and body of the answer to a raw request. */
async function raw(head: string) {
  const answer = await sendBytes(shop, `${head}\r\nConnection: close\r\n\r\n`);
  return {
    status: Number(answer.split(" ")[1]),
    allow: /^Allow: (.*)$/im.exec(answer)?.[1]?.trim(),
    body: answer.slice(answer.indexOf("\r\n\r\n")),
  };
}

/** The document's paths, with 1 in place of each parameter, and their methods. */
async function describedPaths(): Promise<[string, string[]][]> {
  const document = (await (await api("/openapi.json")).json()) as { paths: Record<string, object> };
  return Object.entries(document.paths).map(([url, methods]) => [
    url.replace("/api/v1", "").replace(/\{\w+\}/g, "1"),
    Object.keys(methods).map((method) => method.toUpperCase()),
  ]);
}

describe("unknown paths and methods", () => {
  test.each([
    "",
    "/",
    "/nope",
    "/carts/all/more",
    "/carts//all",
    "/carts%2Fall",
    "/carts/all.data",
    "/browsebooks/1.data?x=1",
    "/%E0%A4%A",
    "/browsebooks",
    "/auth",
    "/constructor",
    "/__proto__",
    "/browsebooks/%E2%80%A8",
    "/browsebooks/1%0A",
  ])("%j is a 404 in JSON for every method", async (url) => {
    for (const method of METHODS) {
      const body = method === "GET" ? undefined : "{}";
      await expectRefusal(await api(url, { method, body, headers: JSON_HEADERS }), 404);
    }
    expect((await api(url, { method: "HEAD" })).status).toBe(404);
    expect((await api(url, { method: "OPTIONS" })).status).toBe(404);
  });

  test("paths are case-sensitive; a trailing slash is ignored", async () => {
    await expectRefusal(await fetch(`${shop.origin}/API/V1/carts/all`), 404);
    for (const url of ["/carts/all/", "/browsebooks/booktags/"]) expect((await api(url)).status).toBe(200);
    expect(
      (await api("/carts", { method: "POST", body: '{"bookId":1}', headers: JSON_HEADERS })).status,
    ).toBe(404);
  });

  test("every documented path answers 405 with Allow to other methods, and answers OPTIONS and HEAD", async () => {
    const paths = await describedPaths();
    expect(paths.length).toBeGreaterThan(20);
    for (const [at, [url, methods]] of paths.entries()) {
      const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].sort().join(", ");
      const options = await api(url, { method: "OPTIONS" });
      expect([url, options.status, options.headers.get("Allow"), await options.text()]).toEqual([
        url,
        204,
        allow,
        "",
      ]);
      // One place refuses for all paths, so each is asked by one method that it does not have, in turn.
      const others = METHODS.filter((method) => !methods.includes(method));
      const method = others[at % others.length]!;
      const body = method === "GET" ? undefined : "{}";
      const answer = await api(url, { method, body, headers: JSON_HEADERS });
      expect([url, method, answer.headers.get("Allow")]).toEqual([url, method, allow]);
      await expectRefusal(answer, 405);
      const head = await api(url, { method: "HEAD" });
      expect(await head.text()).toBe("");
      const likeGet = methods.includes("GET") ? (await api(url)).status : 405;
      expect([url, head.status]).toEqual([url, likeGet]);
    }
  });

  test.each(["PROPFIND", "TRACE", "PURGE"])(
    "%s, a method the shop does not know, is a 405 too",
    async (method) => {
      const answer = await raw(`${method} /api/v1/carts/all HTTP/1.1\r\nHost: shop`);
      expect(answer).toMatchObject({ status: 405, allow: "GET, HEAD, POST, OPTIONS" });
      expect(answer.body).toContain('{"result":0,"msg":');
      expect((await api("/carts/all")).status).toBe(200);
    },
  );

  test("an invalid Host is a 400 and the shop goes on", async () => {
    for (const target of ["/api/v1/carts/all", "/logout"]) {
      expect((await raw(`GET ${target} HTTP/1.1\r\nHost: [`)).status).toBe(400);
    }
    expect((await api("/carts/all")).status).toBe(200);
  });
});

describe("bodies", () => {
  const post = (body: BodyInit | undefined, type: string | null = "application/json") =>
    api("/carts/", { method: "POST", body, headers: type === null ? {} : { "Content-Type": type } });

  test.each([
    ["cut short", '{"bookId":'],
    ["empty", ""],
    ["in single quotes", "{'bookId':1}"],
    ["JSON with trailing text", '{"bookId":1}}'],
    ["not UTF-8", new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
  ])("a body that is %s is a 400", async (_, body) => {
    expect(await expectRefusal(await post(body), 400)).toBe("The body is not JSON");
  });

  test.each([
    "null",
    "[]",
    "7",
    '"x"',
    "true",
    "{}",
    '{"bookId":null}',
    `${"[".repeat(30_000)}${"]".repeat(30_000)}`,
  ])("JSON of another shape is a 400 (%#)", async (body) => {
    expect(await expectRefusal(await post(body), 400)).toBe("The body is not understood");
  });

  test("names the wrong fields", async () => {
    expect(await (await post('{"bookId":"1","qty":"2"}')).json()).toMatchObject({
      errors: { bookId: [expect.any(String)], qty: [expect.any(String)] },
    });
  });

  test.each([
    null,
    "",
    "text/plain",
    "text/plain;charset=UTF-8",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "text/json",
    "application/jsonp",
    "application/json-seq",
    "text/plain; application/json",
  ])("Content-Type %j is a 400", async (type) => {
    const body = new Blob(['{"bookId":1}']);
    expect(await expectRefusal(await post(body, type), 400)).toContain("Content-Type: application/json");
  });

  test.each([
    "application/json; charset=utf-8",
    "APPLICATION/JSON",
    "application/merge-patch+json",
    "application/vnd.api+json; version=1",
  ])("Content-Type %j is accepted as JSON", async (type) => {
    expect(await expectRefusal(await post('{"bookId":999999}', type), 404)).toBe("Book Not Found");
  });

  test("ignores __proto__ and constructor", async () => {
    const body = '{"__proto__":{"bookId":1,"qty":2},"constructor":{"prototype":{"qty":2}}}';
    await expectRefusal(await post(body), 400);
  });

  test("reads a body of 64 kB; a larger one, announced or streamed, is a 413 in JSON", async () => {
    const padded = (size: number) => `{"bookId":999999,"title":"${"x".repeat(size - 28)}"}`;
    expect(padded(65_536)).toHaveLength(65_536);
    await expectRefusal(await post(padded(65_536)), 404);
    await expectRefusal(await post(padded(65_537)), 413);
    const part = new TextEncoder().encode("x".repeat(8000));
    const stream = new ReadableStream({
      start(controller) {
        for (let n = 0; n < 12; n += 1) controller.enqueue(part);
        controller.close();
      },
    });
    const streamed = { method: "POST", body: stream, duplex: "half", headers: JSON_HEADERS } as RequestInit;
    await expectRefusal(await api("/carts/", streamed), 413);
    expect((await api("/carts/all")).status).toBe(200);
  });

  test("the shop goes on after a body that is cut off", async () => {
    const { port } = new URL(shop.origin);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), LOOPBACK, () => {
        socket.write("POST /api/v1/carts/ HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n");
        socket.write('Content-Length: 500\r\n\r\n{"bookId"');
        setTimeout(() => socket.destroy(), 50);
      });
      socket.on("close", () => resolve());
    });
    expect((await api("/carts/all")).status).toBe(200);
  });
});

describe("ETags and caching", () => {
  test("public GETs have an ETag and answer 304 until the books change", async () => {
    const bookId = await createBook(shop.db.write, { title: "Before", tags: ["Poetry"] });
    for (const url of ["/browsebooks/favourite", "/browsebooks/booktags", `/browsebooks/${bookId}`, `/browsebooks/reviews/${bookId}`]) {
      const first = await api(url);
      const etag = first.headers.get("ETag")!;
      expect([url, etag, first.headers.get("Cache-Control")]).toEqual([
        url,
        expect.stringMatching(/^"[\w-]{22}"$/),
        "public, no-cache",
      ]);
      expect((await api(url)).headers.get("ETag")).toBe(etag);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const again = await api(url, { headers: { "If-None-Match": known } });
        expect([url, again.status, again.headers.get("ETag"), await again.text()]).toEqual([url, 304, etag, ""]);
      }
      const head = await api(url, { method: "HEAD", headers: { "If-None-Match": etag } });
      expect(head.status).toBe(304);
      expect((await api(url, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
    } // oxfmt-ignore
    const known = { "If-None-Match": (await api(`/browsebooks/${bookId}`)).headers.get("ETag")! };
    await shop.db.write.updateTable("books").set({ title: "After" }).where("id", "=", bookId).execute();
    const changed = await api(`/browsebooks/${bookId}`, { headers: known });
    expect([changed.status, await changed.text()]).toEqual([200, expect.stringContaining("After")]);
  });

  test("no shared cache keeps an answer to a cookie; answers that depend on the caller are never cached", async () => {
    const customer = await sessionClient(shop, await createAccount(shop.db.write));
    const { headers } = await customer.get("/browsebooks/booktags");
    expect([headers.get("Cache-Control"), headers.has("ETag")]).toEqual(["private, no-cache", true]);
    for (const url of ["/carts/all", "/customer/orders/all", "/checkout/address"]) {
      const own = (await customer.get(url)).headers;
      expect([url, own.get("Cache-Control"), own.get("ETag")]).toEqual([url, "private, no-store", null]);
    }
    for (const answer of [await api("/nope"), await api("/checkout/all")])
      expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  });
});

describe("calls from other origins", () => {
  const preflight = (origin: string, at: TestShop) =>
    api(
      "/carts/update",
      {
        method: "OPTIONS",
        headers: {
          Origin: origin,
          "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "authorization,content-type",
        },
      },
      at,
    );
  const corsOf = ({ headers }: Response) =>
    [...headers.keys()].filter((name) => name.startsWith("access-control-"));

  test("CORS is off by default: no origin is allowed", async () => {
    for (const origin of [APP, OTHER, shop.origin, "null"]) {
      expect(corsOf(await preflight(origin, shop))).toEqual([]);
      const answer = await api("/browsebooks/booktags", { headers: { Origin: origin } });
      expect([answer.status, corsOf(answer)]).toEqual([200, []]);
    }
  });

  test("CORS allows only the origins named in ORIGINS", async () => {
    const asked = await preflight(APP, open);
    expect(asked.status).toBe(204);
    expect(Object.fromEntries(asked.headers)).toMatchObject({
      "access-control-allow-origin": APP,
      "access-control-allow-credentials": "true",
      "access-control-allow-methods": "OPTIONS, POST",
      "access-control-allow-headers": "Authorization, Content-Type",
    });
    for (const origin of [OTHER, "null", `${APP}.evil.example`, "http://app.example", APP.toUpperCase()]) {
      expect(corsOf(await preflight(origin, open))).toEqual([]);
    }
    // Refusals have the headers too, or a page could not read the reason.
    for (const [url, status] of [["/browsebooks/booktags", 200], ["/nope", 404], ["/checkout/all", 401]] as const) {
      const answer = await api(url, { headers: { Origin: "https://two.example" } }, open);
      expect([url, answer.status, answer.headers.get("Access-Control-Allow-Origin")]).toEqual([
        url,
        status,
        "https://two.example",
      ]);
      expect(answer.headers.get("Access-Control-Expose-Headers")).toContain("Retry-After");
    } // oxfmt-ignore
  });

  test("answers have Vary: Origin", async () => {
    for (const at of [shop, open]) {
      const answer = await api("/browsebooks/booktags", {}, at);
      expect(answer.headers.get("Vary")).toContain("Origin");
    }
  });

  test.each([
    ["its own page", { "Sec-Fetch-Site": "same-origin" }, true],
    ["its own page, in an older browser", { Origin: "own" }, true],
    ["an app, without origin headers", {}, true],
    ["another site", { "Sec-Fetch-Site": "cross-site", Origin: OTHER }, false],
    ["another site that claims to be the shop", { "Sec-Fetch-Site": "cross-site", Origin: "own" }, false],
    ["another subdomain", { "Sec-Fetch-Site": "same-site", Origin: OTHER }, false],
    ["another site, in an older browser", { Origin: OTHER }, false],
    ["a sandboxed frame", { Origin: "null" }, false],
    ["another site's referrer", { Referer: `${OTHER}/` }, false],
  ])("a write with the session's cookie from %s", async (_, given, isAllowed) => {
    const cookie = (await customerBrowser(shop)).cookieHeader();
    const headers = new Headers(given as Record<string, string>);
    if (headers.get("Origin") === "own") headers.set("Origin", shop.origin);
    headers.set("Cookie", cookie);
    headers.set("Content-Type", "application/json");
    const bookId = await createBook(shop.db.write);
    const answer = await api("/carts/", {
      method: "POST",
      headers,
      body: JSON.stringify({ bookId, qty: 1 }),
    });
    if (isAllowed) expect(answer.status).toBe(200);
    else await expectRefusal(answer, 403);
    const lines = await shop.db.read
      .selectFrom("cart_items")
      .select("id")
      .where("book_id", "=", bookId)
      .execute();
    expect(lines).toHaveLength(isAllowed ? 1 : 0);
  });

  test("refuses form content types with a session cookie, also without origin headers", async () => {
    const cookie = (await customerBrowser(shop)).cookieHeader();
    for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
      const headers = { Cookie: cookie, "Content-Type": type };
      await expectRefusal(await api("/carts/", { method: "POST", headers, body: '{"bookId":1}' }), 403);
    }
  });

  test("an origin in ORIGINS may write with the cookie; any origin may with a token", async () => {
    const client = await sessionClient(open, await createAccount(open.db.write));
    const bookId = await createBook(open.db.write);
    const from = (origin: string) => ({ Origin: origin, "Sec-Fetch-Site": "cross-site" });
    expect((await client.post("/carts/", { bookId }, from(APP))).status).toBe(200);
    expect((await client.post("/carts/", { bookId }, from(OTHER))).status).toBe(403);
    const bearer = await tokenClient(open, await createAccount(open.db.write));
    expect((await bearer.post("/carts/", { bookId }, from(OTHER))).status).toBe(200);
    bearer.token = "nonsense";
    expect((await bearer.post("/carts/", { bookId }, from(OTHER))).status).toBe(401);
  });
});

describe("errors of the shop", () => {
  test("while the database is locked, writes are a 503 with Retry-After and reads go on", async () => {
    const client = guestClient(shop);
    const bookId = await createBook(shop.db.write);
    const unlock = await lockDatabase(shop);
    try {
      expect((await api("/browsebooks/booktags")).status).toBe(200);
      const answer = await client.post("/carts/", { bookId });
      expect(answer).toMatchObject({
        status: 503,
        body: { result: 0, msg: expect.stringContaining("busy") },
      });
      expect(answer.headers.get("Retry-After")).toBe("5");
    } finally {
      await unlock();
    }
    expect((await client.post("/carts/", { bookId })).status).toBe(200);
  });

  test("an error is a 500 in JSON with the request's id, which the log has too, and without details", async () => {
    const client = await customerClient(shop);
    await shop.db.executeScript("alter table addresses rename to addresses_away");
    try {
      const { status, body, headers } = await whileFailing(() => client.get("/checkout/address"));
      expect([status, Object.keys(body)]).toEqual([500, ["result", "msg"]]);
      const id = headers.get("X-Request-Id")!;
      expect(body.msg).toBe(`Something went wrong on our side (${id})`);
      await expect.poll(() => shop.output().split(id).length).toBeGreaterThan(2);
      const sent = await whileFailing(() => client.get("/checkout/address", { "X-Request-Id": "mine" }));
      expect(sent.body.msg).toContain(sent.headers.get("X-Request-Id")!);
      expect(shop.output()).not.toContain("mine");
    } finally {
      await shop.db.executeScript("alter table addresses_away rename to addresses");
    }
    expect((await client.get("/checkout/address")).status).toBe(200);
  });
});
