import { connect, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { createBook } from "~/test/factories";
import { LOOPBACK } from "~/test/servers/loopback";
import { guestBrowser, sendBytes, sendMany, staffBrowser, ownShop } from "~/test/shop";

const shop = ownShop({ RATE_LIMIT: "on" });

/** Enough for a busy machine. */
const PATIENT = { timeout: 30_000 };

const json = (path: string, body: unknown) =>
  fetch(`${shop.origin}/api/v1${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

/** Combining marks that normalising has to sort, pair by pair. */
const marks = (length: number) => `a${"\u0315\u0316".repeat(length / 2)}`;

describe("long texts are refused before they are processed", () => {
  test("a long password of marks is a wrong password; a long tag of marks breaks its rule", async () => {
    const wrong = await json("/auth/authenticate", { username: "nobody@example.com", password: "x" });
    const long = await json("/auth/authenticate", {
      username: "nobody@example.com",
      password: marks(30_000),
    });
    expect([long.status, await long.text()]).toEqual([wrong.status, await wrong.text()]);
    const form = await guestBrowser(shop).post("/login", {
      username: "nobody@example.com",
      password: marks(9000),
    });
    expect([form.status, await form.text()]).toEqual([400, expect.stringContaining("Login failed.")]);
    const tag = await json("/browsebooks/paged", { tagname: marks(30_000) });
    expect([tag.status, await tag.json()]).toMatchObject([
      200,
      { result: 0, msg: "A tag has at most 30 characters" },
    ]);
    expect((await json("/browsebooks/paged", { tagname: "b".repeat(1_000_000) })).status).toBe(413);
  });

  test("cuts a search that is too long and ignores an impossible tag", async () => {
    await createBook(shop.db.write, { title: "Gora" });
    const page = await (
      await fetch(`${shop.origin}/books?q=Gora${"+".repeat(3000)}&tag=${"t".repeat(3000)}`)
    ).text();
    expect(page).toContain("Gora</");
  });
});

describe("bodies", () => {
  test("saves the largest book that the rules allow, by form and by API", async () => {
    const staff = await staffBrowser(shop);
    const bookId = await createBook(shop.db.write, { title: "Small", tags: ["Novel"], authors: ["Tagore"] });
    const { publisher_id, language_id } = await shop.db.read
      .selectFrom("books")
      .select(["publisher_id", "language_id"])
      .where("id", "=", bookId)
      .executeTakeFirstOrThrow();
    const author = await shop.db.read.selectFrom("authors").select("id").executeTakeFirstOrThrow();
    const { id: tag } = await shop.db.read.selectFrom("tags").select("id").executeTakeFirstOrThrow();
    const texts = {
      title: "𑀓".repeat(100),
      brief: "𑀓".repeat(1500),
      description: "𑀓".repeat(10_000),
    };
    const same = { publisherId: publisher_id, languageId: language_id, price: 250, stock: 10 };
    const form = {
      ...texts,
      ...same,
      intent: "save-book",
      version: 0,
      shownStock: -1,
      authorId: author.id,
      booktagsId: tag,
    };
    const answer = await staff.post("/admin/products?add", form);
    expect(answer.status).toBe(303);
    const saved = await shop.db.read
      .selectFrom("books")
      .select("description")
      .where("title", "=", texts.title)
      .executeTakeFirstOrThrow();
    expect([...saved.description!]).toHaveLength(10_000);
    const ascii = JSON.stringify({
      ...texts,
      title: "ü".repeat(100),
      ...same,
      authorId: [author.id],
      booktagsId: [tag],
    });
    const escaped = ascii.replace(
      /[^\0-\x7f]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    const call = await staff.request("/api/v1/books/update", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: escaped,
    });
    expect([call.status, await call.json()]).toMatchObject([200, { result: 1 }]);
  });

  test("bodies being read are limited in memory: more get a 503, and closing them frees all of it", async () => {
    const head = `POST /login HTTP/1.1\r\nHost: shop\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 65000\r\n\r\n`;
    const sockets: Socket[] = [];
    const answers: string[] = [];
    // One address may hold a quarter of the 16 MB: some 64 such bodies.
    for (let n = 0; n < 100; n++) {
      const socket = connect(Number(new URL(shop.origin).port), LOOPBACK);
      socket.on("data", (chunk) => answers.push(chunk.toString()));
      socket.on("error", () => {});
      socket.write(head + "a".repeat(64_999));
      sockets.push(socket);
    }
    await expect.poll(() => answers.length, PATIENT).toBeGreaterThan(30);
    expect(answers.length).toBeLessThan(50);
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 503 [^]*Retry-After: 5\r\n/i);
    expect((await fetch(`${shop.origin}/healthz`)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    const login = () => guestBrowser(shop).post("/login", { username: "a@example.com", password: "x" });
    await expect.poll(async () => (await login()).status, PATIENT).toBe(400);
  });
});

describe("requests from outsiders", () => {
  test("an invalid Host or Origin is a 400 and logs no error", async () => {
    for (const header of ["Host: [::1", "Host: a@b", "Host: a b", "Host: a/b"])
      for (const path of ["/", "/books?q=x", "/cart", "/api/v1/carts/all"])
        expect([
          header,
          path,
          (await sendBytes(shop, `GET ${path} HTTP/1.1\r\n${header}\r\nConnection: close\r\n\r\n`)).slice(
            9,
            12,
          ),
        ]).toEqual([header, path, "400"]);
    for (const path of ["/login", "/cart", "/theme"])
      expect(
        (
          await sendBytes(
            shop,
            `POST ${path} HTTP/1.1\r\nHost: shop\r\nOrigin: http://x:1.y\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\nConnection: close\r\n\r\na=b`,
          )
        ).slice(9, 12),
      ).toBe("400");
    expect(shop.output()).not.toMatch(/"level":50/);
  });

  test("the preview never redirects to another site", async () => {
    const staff = await staffBrowser(shop);
    const cookie = staff.cookieHeader();
    for (const path of ["/.//evil.example/x", "/%2e//evil.example", "/./%2e//evil.example/"]) {
      const answer = await sendBytes(
        shop,
        `GET ${path}?preview=on HTTP/1.1\r\nHost: shop\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
      );
      expect(/^Location: (.*)\r$/im.exec(answer)?.[1] ?? "/").toMatch(/^\/(?!\/)/);
    }
  });

  test("keeps only the newest unread messages", async () => {
    const browser = guestBrowser(shop);
    const bookId = await createBook(shop.db.write, { title: "क".repeat(100), stock: 500 });
    for (let n = 0; n < 15; n++) await browser.post("/cart", { intent: "add", bookId, redirectTo: "/books" });
    expect(browser.cookieHeader().length).toBeLessThan(4096);
    const last = await createBook(shop.db.write, { title: "The last one" });
    await browser.post("/cart", { intent: "add", bookId: last, redirectTo: "/books" });
    expect(await (await browser.get("/books")).text()).toContain(
      "Added &quot;The last one&quot; to your cart",
    );
  });

  test("pages of mailed links and the newsletter answer 429 after too many tries and say how long to wait", async () => {
    const guest = guestBrowser(shop);
    const refused = async (page: string, fields: Record<string, string>) => {
      const answer = await guest.post(page, fields);
      expect([page, answer.status]).toEqual([page, 429]);
      expect(answer.headers.get("Retry-After")).toMatch(/^\d+$/);
      const html = await answer.text();
      expect(html).toContain("Too many tries. Please wait");
      return html;
    };
    const token = "none";
    for (let tries = 0; tries < 30; tries++)
      expect((await guest.post("/confirm-email.data", { token })).status).toBe(400);
    for (const page of ["/confirm-email", "/change-email", "/newsletter/confirm"])
      await refused(page, { token });

    for (let tries = 0; tries < 20; tries++)
      expect((await guest.post("/newsletter", { email: `reader${tries}@example.com` })).status).toBe(303);
    expect(await refused("/newsletter", { email: "kept@example.com" })).toContain('value="kept@example.com"');
  });

  test("guests can begin 300 carts from one address; more are refused with a message", async () => {
    const bookId = await createBook(shop.db.write, { title: "Gora", stock: 500 });
    const answers = await sendMany(shop, 305, "/api/v1/carts/", { body: { bookId, qty: 1 } });
    const begun = answers.filter(({ head }) => /^Set-Cookie: kitab=/im.test(head));
    expect(begun.length).toBeGreaterThan(290);
    expect(begun.length).toBeLessThanOrEqual(300);
    const browser = guestBrowser(shop);
    await browser.post("/cart", { intent: "add", bookId, redirectTo: "/books" });
    expect(await (await browser.get("/books")).text()).toContain("Too many tries.");
    expect((await json("/carts/", { bookId })).status).toBe(429);
  });
});
