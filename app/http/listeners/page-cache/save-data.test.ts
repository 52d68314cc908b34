import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { createBook } from "~/test/factories";
import { customerBrowser, guestBrowser, testShop } from "~/test/shop";

const SAVING = { headers: { "Save-Data": "on" } };
const shop = testShop();
let book: number;
beforeAll(async () => {
  book = await createBook(shop.db.write, { title: "Saved", cover: "0c1514b75f6fa067.webp" });
});

const varies = (answer: Response) => answer.headers.get("Vary")?.toLowerCase().split(/, ?/);

describe.each(["/", "/books", "the book's page", "/login", "/nowhere"])("%s", (name) => {
  const path = () => (name.startsWith("/") ? name : `/books/${book}-saved`);

  test("has no scripts with Save-Data, whichever variant is kept first, and scripts otherwise", async () => {
    const guest = guestBrowser(shop);
    for (const round of ["first", "kept"]) {
      for (const [init, isSaving] of [[undefined, false] as const, [SAVING, true] as const]) {
        const answer = await guest.request(path(), init);
        const html = await answer.text();
        const scripts = html.match(/<script|modulepreload|as="font"|csp-nonce/g) ?? [];
        expect(scripts.length > 0, `${round}, saving: ${isSaving}`).toBe(!isSaving);
        expect(html).toContain("</html>");
        expect(varies(answer)).toContain("save-data");
      }
    }
  });
});

test("the two variants of a cached page have different ETags and Vary: Save-Data", async () => {
  const guest = guestBrowser(shop);
  const full = await guest.get("/books");
  const small = await guest.request("/books", SAVING);
  const etag = full.headers.get("ETag");
  expect(etag).not.toBe(small.headers.get("ETag"));
  const again = (headers: Record<string, string>) =>
    guest.request("/books", { headers: { "If-None-Match": etag!, ...headers } });
  const unchanged = await again({});
  expect(unchanged.status).toBe(304);
  expect(varies(unchanged)).toContain("save-data");
  expect((await again(SAVING.headers)).status).toBe(200);
});

test("only the value 'on' switches it on", async () => {
  const guest = guestBrowser(shop);
  for (const [value, isSaving] of [
    ["On ", true],
    ["off", false],
    ["1", false],
  ] as const) {
    const html = await (await guest.request("/books", { headers: { "Save-Data": value } })).text();
    expect(!html.includes("<script"), value).toBe(isSaving);
  }
});

test("each cover is one small picture, whatever the screen", async () => {
  const html = await (await guestBrowser(shop).request("/books", SAVING)).text();
  expect(html).toContain('srcSet="/coverpages/0c1514b75f6fa067-160.avif"');
  expect(html).toContain('src="/coverpages/0c1514b75f6fa067-160.webp"');
  expect(html).not.toMatch(/-(?:320|640)\.|\d[wx][,"]|sizes=/);
  const page = await (await guestBrowser(shop).request(`/books/${book}-saved`, SAVING)).text();
  expect(page).toContain('srcSet="/coverpages/0c1514b75f6fa067-320.avif"');
});

test("a customer's pages have no scripts either, and keep the chosen theme", async () => {
  const customer = await customerBrowser(shop);
  const headers = { ...SAVING.headers, Cookie: `theme=dark; ${customer.cookieHeader()}` };
  const html = await (await fetch(`${shop.origin}/orders`, { headers })).text();
  expect(html).not.toContain("<script");
  expect(html).toMatch(/<html[^>]* class="dark save-data"/);
});

test("files have nosniff and Cache-Control, but none of the headers for pages", async () => {
  const asset = `/assets/${readdirSync("build/client/assets").find((file) => /^app-.+\.css$/.test(file))}`;
  const answer = await fetch(shop.origin + asset);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  for (const name of ["Content-Security-Policy", "X-Frame-Options", "Permissions-Policy", "X-Request-Id"])
    expect(answer.headers.has(name), name).toBe(false);
  const page = await fetch(`${shop.origin}/login`);
  for (const name of ["Content-Security-Policy", "X-Frame-Options", "Permissions-Policy", "X-Request-Id"])
    expect(page.headers.has(name), name).toBe(true);
});
