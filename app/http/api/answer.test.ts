import { connect } from "node:net";
import path from "node:path";
import SQLite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { guestClient, sessionClient, tokenClient } from "~/test/api";
import { whileFailing } from "~/test/api-contract";
import { createAccount, createBook } from "~/test/factories";
import { LOOPBACK } from "~/test/loopback";
import { signedIn, startTestShop, type TestShop } from "~/test/shop";

const OTHER = "https://evil.example";
const APP = "https://app.example";
const JSON_HEADERS = { "Content-Type": "application/json" };

let shop: TestShop;
let open: TestShop;
beforeAll(async () => {
  [shop, open] = await Promise.all([
    startTestShop(),
    startTestShop({ ORIGINS: `${APP}, https://two.example` }),
  ]);
});
afterAll(() => Promise.all([shop.remove(), open.remove()]));

const api = (url: string, init: RequestInit = {}, at = shop) => fetch(`${at.origin}/api/v1${url}`, init);

/** That an answer has the envelope of every refusal, and no more than that. */
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

/** The status line, the Allow header and the body of an answer to these very bytes. */
function raw(head: string): Promise<{ status: number; allow: string | undefined; body: string }> {
  const { port } = new URL(shop.origin);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(port), LOOPBACK, () =>
      socket.write(`${head}\r\nConnection: close\r\n\r\n`),
    );
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.on("close", () =>
      resolve({
        status: Number(answer.split(" ")[1]),
        allow: /^Allow: (.*)$/im.exec(answer)?.[1]?.trim(),
        body: answer.slice(answer.indexOf("\r\n\r\n")),
      }),
    );
    socket.on("error", reject);
  });
}

/** Paths of the document, an id in place of each parameter, with their methods. */
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
  ])("%j is a 404 in JSON, by whatever method", async (url) => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const body = method === "GET" ? undefined : "{}";
      await expectRefusal(await api(url, { method, body, headers: JSON_HEADERS }), 404);
    }
    expect((await api(url, { method: "HEAD" })).status).toBe(404);
    expect((await api(url, { method: "OPTIONS" })).status).toBe(404);
  });

  test("the address is spelled in small letters; a slash at its end does not matter", async () => {
    await expectRefusal(await fetch(`${shop.origin}/API/V1/carts/all`), 404);
    for (const url of ["/carts/all/", "/browsebooks/booktags/"]) expect((await api(url)).status).toBe(200);
    expect(
      (await api("/carts", { method: "POST", body: '{"bookId":1}', headers: JSON_HEADERS })).status,
    ).toBe(404);
  });

  test("every path of the document: 405 with Allow for the other methods, OPTIONS and HEAD answered", async () => {
    const paths = await describedPaths();
    expect(paths.length).toBeGreaterThan(20);
    for (const [url, methods] of paths) {
      const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].sort().join(", ");
      const options = await api(url, { method: "OPTIONS" });
      expect([url, options.status, options.headers.get("Allow"), await options.text()]).toEqual([
        url,
        204,
        allow,
        "",
      ]);
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
        if (methods.includes(method)) continue;
        const body = method === "GET" ? undefined : "{}";
        const answer = await api(url, { method, body, headers: JSON_HEADERS });
        expect([url, method, answer.headers.get("Allow")]).toEqual([url, method, allow]);
        await expectRefusal(answer, 405);
      }
      const head = await api(url, { method: "HEAD" });
      expect(await head.text()).toBe("");
      const likeGet = methods.includes("GET") ? (await api(url)).status : 405;
      expect([url, head.status]).toEqual([url, likeGet]);
    }
  });

  test.each(["PROPFIND", "TRACE", "PURGE"])(
    "%s, which the shop never speaks, is a 405 too",
    async (method) => {
      const answer = await raw(`${method} /api/v1/carts/all HTTP/1.1\r\nHost: shop`);
      expect(answer).toMatchObject({ status: 405, allow: "GET, HEAD, POST, OPTIONS" });
      expect(answer.body).toContain('{"result":0,"msg":');
      expect((await api("/carts/all")).status).toBe(200);
    },
  );

  test("a Host that is none ends its own answer, not the shop", async () => {
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
    ["of single quotes", "{'bookId':1}"],
    ["with a tail", '{"bookId":1}}'],
    ["not UTF-8", new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
  ])("%s is no JSON: 400", async (_, body) => {
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
  ])("JSON of another shape: 400, with the fields (%#)", async (body) => {
    expect(await expectRefusal(await post(body), 400)).toBe("The body is not understood");
  });

  test("says which fields are wrong", async () => {
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
  ])("Content-Type %j is not taken for JSON: 400", async (type) => {
    const body = new Blob(['{"bookId":1}']);
    expect(await expectRefusal(await post(body, type), 400)).toContain("Content-Type: application/json");
  });

  test.each([
    "application/json; charset=utf-8",
    "APPLICATION/JSON",
    "application/merge-patch+json",
    "application/vnd.api+json; version=1",
  ])("Content-Type %j is", async (type) => {
    expect(await expectRefusal(await post('{"bookId":999999}', type), 404)).toBe("Book Not Found");
  });

  test("__proto__ and its like are unknown fields", async () => {
    const body = '{"__proto__":{"bookId":1,"qty":2},"constructor":{"prototype":{"qty":2}}}';
    await expectRefusal(await post(body), 400);
  });

  test("over 64 kB: 413 in JSON, announced or streamed; up to it, read", async () => {
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

  test("a body that breaks off leaves the shop standing", async () => {
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

describe("validators", () => {
  test("public GETs carry an ETag and answer 304 to it until the books change", async () => {
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

  test("with a cookie nothing is for a shared cache; what depends on who asks is kept nowhere", async () => {
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

describe("cross-origin", () => {
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

  test("is off: no origin is let in, whatever it asks", async () => {
    for (const origin of [APP, OTHER, shop.origin, "null"]) {
      expect(corsOf(await preflight(origin, shop))).toEqual([]);
      const answer = await api("/browsebooks/booktags", { headers: { Origin: origin } });
      expect([answer.status, corsOf(answer)]).toEqual([200, []]);
    }
  });

  test("is on for the origins that ORIGINS names, for them alone", async () => {
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
    // Refusals too, or a page could not read why.
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

  test("Vary says that answers depend on it", async () => {
    for (const at of [shop, open]) {
      const answer = await api("/browsebooks/booktags", {}, at);
      expect(answer.headers.get("Vary")).toContain("Origin");
    }
  });

  test.each([
    ["its own page", { "Sec-Fetch-Site": "same-origin" }, true],
    ["its own page, in an older browser", { Origin: "own" }, true],
    ["an app, which says nothing", {}, true],
    ["another site", { "Sec-Fetch-Site": "cross-site", Origin: OTHER }, false],
    ["another site that claims to be the shop", { "Sec-Fetch-Site": "cross-site", Origin: "own" }, false],
    ["a neighbour", { "Sec-Fetch-Site": "same-site", Origin: OTHER }, false],
    ["another site, in an older browser", { Origin: OTHER }, false],
    ["a sandboxed frame", { Origin: "null" }, false],
    ["another site's referrer", { Referer: `${OTHER}/` }, false],
  ])("a write with the session's cookie from %s", async (_, given, isAllowed) => {
    const cookie = (await signedIn(shop, await createAccount(shop.db.write))).cookieHeader();
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

  test("a form, which needs no asking, says nothing and still is refused", async () => {
    const cookie = (await signedIn(shop, await createAccount(shop.db.write))).cookieHeader();
    for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
      const headers = { Cookie: cookie, "Content-Type": type };
      await expectRefusal(await api("/carts/", { method: "POST", headers, body: '{"bookId":1}' }), 403);
    }
  });

  test("a named origin may write with the cookie, and anybody with a token", async () => {
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

describe("what goes wrong on the shop's side", () => {
  test("while the database is locked a write is a 503 with Retry-After; reading goes on", async () => {
    const client = guestClient(shop);
    const bookId = await createBook(shop.db.write);
    const lock = new SQLite(path.join(shop.dataDir, "kitab.db"));
    lock.exec("begin immediate");
    try {
      expect((await api("/browsebooks/booktags")).status).toBe(200);
      const answer = await client.post("/carts/", { bookId });
      expect(answer).toMatchObject({
        status: 503,
        body: { result: 0, msg: expect.stringContaining("busy") },
      });
      expect(answer.headers.get("Retry-After")).toBe("5");
    } finally {
      lock.exec("rollback");
      lock.close();
    }
    expect((await client.post("/carts/", { bookId })).status).toBe(200);
  });

  test("a fault is a 500 in JSON with the request's id, which stands in the log; nothing of the fault is told", async () => {
    const client = await tokenClient(shop, await createAccount(shop.db.write));
    shop.db.executeScript("alter table addresses rename to addresses_away");
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
      shop.db.executeScript("alter table addresses_away rename to addresses");
    }
    expect((await client.get("/checkout/address")).status).toBe(200);
  });
});
