import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { createAccount, createBook } from "~/test/factories";
import { LOOPBACK } from "~/test/servers/loopback";
import { guestBrowser, sendBytes, signedIn, testShop } from "~/test/shop";

const shop = testShop();

/** The status line of the answer to a raw request. */
const raw = async (bytes: string) => (await sendBytes(shop, bytes)).split("\r\n", 1)[0]!;

describe("a mutation from another site", () => {
  const cases: [string, Record<string, string>, boolean][] = [
    ["Sec-Fetch-Site: same-origin", { "Sec-Fetch-Site": "same-origin" }, true],
    ["Sec-Fetch-Site: cross-site", { "Sec-Fetch-Site": "cross-site" }, false],
    ["Sec-Fetch-Site: same-site", { "Sec-Fetch-Site": "same-site" }, false],
    ["cross-site wins over a good Origin", { "Sec-Fetch-Site": "cross-site", Origin: "own" }, false],
    ["own Origin", { Origin: "own" }, true],
    ["another Origin", { Origin: "https://evil.example" }, false],
    ["null Origin", { Origin: "null" }, false],
    ["own Referer alone", { Referer: "own/books" }, true],
    ["another Referer alone", { Referer: "https://evil.example/" }, false],
    ["none of the three, with a session", {}, false],
  ];
  test.each(cases)("%s", async (_, headers, isAllowed) => {
    const account = await createAccount(shop.db.write);
    const cookie = (await signedIn(shop, account)).cookieHeader();
    const filled = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace(/^own/, shop.origin)]),
    );
    const response = await fetch(`${shop.origin}/logout`, {
      method: "POST",
      redirect: "manual",
      headers: { Cookie: cookie, ...filled },
    });
    expect(response.status).toBe(isAllowed ? 303 : 403);
    const left = await shop.db.read
      .selectFrom("sessions")
      .select("id_hash")
      .where("account_id", "=", account)
      .execute();
    expect(left).toHaveLength(isAllowed ? 0 : 1);
  });
});

describe("refuses field names that conform would build structures from", () => {
  const names = ["email[99999999]", "email[0]", "email.a.b", "__intent__", "__state__", "__proto__"];
  test.each(["/login", "/register", "/forgot-password", "/newsletter"])("%s", async (url) => {
    for (const name of names) {
      const response = await guestBrowser(shop).post(`${url}.data`, { [name]: "{", email: "a@example.com" });
      expect(response.status).toBe(400);
    }
    expect((await fetch(`${shop.origin}/healthz`)).status).toBe(200);
  });
});

describe("what Node cannot read", () => {
  test("an address that is too long is answered with a page, also while it is still being sent", async () => {
    const search = encodeURIComponent("\u0915".repeat(10_000));
    for (const more of ["", "a".repeat(1_000_000)]) {
      const answer = await sendBytes(
        shop,
        `GET /books?q=${search}${more} HTTP/1.1\r\nHost: shop\r\nAccept: text/html\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
      expect(answer).toContain("Content-Security-Policy: default-src 'none'");
      expect(answer).toContain("<h1>This address is too long. Please search for less.</h1>");
      expect(answer).toContain('<a href="/">Return to Home</a>');
    }
    expect((await fetch(`${shop.origin}/healthz`)).status).toBe(200);
  });

  test("other bytes are answered with one line, and the connection ends", async () => {
    const answer = await sendBytes(shop, "\0 no request\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/\r\n\r\nThe request could not be read\n$/);
  });
});

test("refuses bodies over the limit with 413, announced or streamed, and goes on", async () => {
  const big = "a".repeat(65_536);
  const form = { "Content-Type": "application/x-www-form-urlencoded", Origin: shop.origin };
  const announced = await fetch(`${shop.origin}/login`, {
    method: "POST",
    headers: form,
    body: `username=${big}`,
  });
  expect(announced.status).toBe(413);
  const stream = new ReadableStream({
    start(controller) {
      for (let part = 0; part < 12; part += 1) controller.enqueue(new TextEncoder().encode("a".repeat(6000)));
      controller.close();
    },
  });
  const streamed = await fetch(`${shop.origin}/login`, {
    method: "POST",
    headers: form,
    body: stream,
    duplex: "half",
  } as RequestInit);
  expect(streamed.status).toBe(413);
  expect((await fetch(`${shop.origin}/healthz`)).status).toBe(200);
});

test("answers malformed requests below 500 and goes on", async () => {
  const targets = [
    "/%",
    "/%E0%A4%A",
    "/books/%ff",
    "/books?q=%E0%A4%A",
    "/books/../../etc/passwd",
    "/books?page=-1",
    "/books?page=1e309",
    "/books?min=abc&max=%00",
    "/books/0",
    "/books/99999999999999999999",
    "/books/1.5",
    "/orders/x",
    "/assets/../../package.json",
    "/coverpages/..%2f..%2fkitab.db",
  ];
  for (const target of targets) {
    const line = await raw(`GET ${target} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n`);
    expect([target, Number(line.split(" ")[1])]).toEqual([
      target,
      expect.toSatisfy((status: number) => status < 500),
    ]);
  }
  for (const target of ["//evil.example/", "http://evil.example/", "/\\evil.example"]) {
    expect(await raw(`GET ${target} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n`)).toContain(" 400 ");
  }
  const paths = [
    "/",
    "/books",
    "/books/1",
    "/cart",
    "/checkout",
    "/login",
    "/register",
    "/forgot-password",
    "/resetpassword",
    "/newsletter",
    "/wishlist",
    "/recent",
    "/theme",
    "/logout",
    "/confirm-email",
    "/auth/google",
    "/auth/google/callback",
    "/account/connections",
    "/payments/callback",
    "/payments/webhook",
    "/orders",
    "/admin",
    "/healthz",
  ];
  const types = [
    "application/json",
    "multipart/form-data",
    "text/plain",
    "application/x-www-form-urlencoded",
  ];
  // Bodies are read in one place for all methods, so POST sends every type, and the other methods one each.
  const others = ["PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"];
  const tries: (readonly [method: string, type: string])[] = [
    ...types.map((type) => ["POST", type] as const),
    ...others.map((method, at) => [method, types[at % types.length]!] as const),
  ];
  for (const path of paths) {
    for (const [method, type] of tries) {
      const body = ["OPTIONS", "HEAD"].includes(method) ? undefined : '{"a":';
      const response = await fetch(shop.origin + path, {
        method,
        body,
        redirect: "manual",
        headers: { "Content-Type": type, Origin: shop.origin },
      });
      expect([path, method, type, response.status]).toEqual([
        path,
        method,
        type,
        expect.toSatisfy((status: number) => status < 500),
      ]);
    }
  }
  expect((await fetch(`${shop.origin}/healthz`)).status).toBe(200);
});

test("goes on after requests that are cut off", async () => {
  await createBook(shop.db.write);
  await Promise.all(
    Array.from({ length: 100 }, async (_, number) => {
      const stop = new AbortController();
      const answer = fetch(`${shop.origin}/books?q=${number}`, {
        signal: stop.signal,
        headers: { Cookie: "kitab=x" },
      }).catch(() => null);
      setTimeout(() => stop.abort(), number % 10);
      await answer;
    }),
  );
  const { port } = new URL(shop.origin);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), LOOPBACK, () => {
      socket.write(
        "POST /login HTTP/1.1\r\nHost: shop\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 500\r\n\r\nuser",
      );
      setTimeout(() => socket.destroy(), 50);
    });
    socket.on("close", () => resolve());
  });
  expect((await fetch(`${shop.origin}/healthz`)).status).toBe(200);
});

test("every page has a policy; cached pages allow their scripts only by hash", async () => {
  const guest = await fetch(`${shop.origin}/`);
  const policy = guest.headers.get("content-security-policy")!;
  expect(policy).toContain("object-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toMatch(/script-src 'self' 'sha256-/);
  expect(policy).not.toMatch(/script-src[^;]*(nonce|unsafe)/);
  expect(guest.headers.get("set-cookie")).toBeNull();

  const browser = guestBrowser(shop);
  const [one, two] = [await browser.get("/login"), await browser.get("/login")];
  const nonce = (response: Response) =>
    /script-src 'self' ('nonce-[^']+')/.exec(response.headers.get("content-security-policy")!)?.[1];
  expect(nonce(one)).toBeTruthy();
  expect(nonce(one)).not.toBe(nonce(two));
});

test("a cached page answers 304 until the catalogue changes", async () => {
  const book = await createBook(shop.db.write, { title: "Before" });
  const url = `${shop.origin}/books/${book}`;
  const first = await fetch(url);
  expect(await first.text()).toContain("Before");
  const again = await fetch(url, { headers: { "If-None-Match": first.headers.get("etag")! } });
  expect(again.status).toBe(304);
  await shop.db.write.updateTable("books").set({ title: "After" }).where("id", "=", book).execute();
  const changed = await fetch(url, { headers: { "If-None-Match": first.headers.get("etag")! } });
  expect(changed.status).toBe(200);
  expect(await changed.text()).toContain("After");
  await shop.db.write.updateTable("books").set({ hidden: 1 }).where("id", "=", book).execute();
  expect((await fetch(url)).status).toBe(410);
});
