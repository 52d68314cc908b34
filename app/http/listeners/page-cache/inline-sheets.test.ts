import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createBook, setSettings } from "~/test/factories";
import { customerBrowser, guestBrowser, testShop } from "~/test/shop";

const shop = testShop();
const LINKS = /<link [^>]*rel="stylesheet"[^>]*>/g;
const STYLES =
  /<style data-of="([^"]+)">([^]*?)<\/style><link [^>]*rel="stylesheet" href="\1"[^>]* disabled=""/g;

const page = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await guestBrowser(shop).request(path, { headers });
  return { html: await answer.text(), policy: answer.headers.get("Content-Security-Policy")! };
};
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("visitors' pages have their stylesheets in them, which the policy allows by their hashes alone", async () => {
  const book = await createBook(shop.db.write, { title: "Dressed" });
  for (const path of ["/", "/books", `/books/${book}-dressed`, "/books?q=dressed", "/books?q=dressed"]) {
    const { html, policy } = await page(path);
    const styles = [...html.matchAll(STYLES)];
    expect(styles.length, path).toBe(html.match(LINKS)!.length);
    expect(html, path).toMatch(/<style data-of="\/assets\/app-/);
    for (const [, address, text] of styles)
      expect(await (await fetch(shop.origin + address)).text(), address).toBe(text);
    // Links would share the line with the first paint: a script at the end of the page adds them.
    expect(html, path).not.toMatch(/<link[^>]* rel="modulepreload"/);
    expect(policy).toContain(`style-src 'self' ${styles.map(([, , text]) => hashOf(text!)).join(" ")};`);
  }
});

test("a shop's own look is in its pages too, after the sheets that it changes", async () => {
  await setSettings(shop.db.write, { accent: "#1b5e20" });
  const { html, policy } = await page("/books");
  const styles = [...html.matchAll(STYLES)];
  expect(styles.at(-1)![1]).toMatch(/^\/look\/page-/);
  expect(styles.at(-1)![2]).toContain("#1b5e20");
  expect(policy).toContain(hashOf(styles.at(-1)![2]!));
});

test("with Save-Data, for a signed-in customer and uncompressed a page has links: no byte is sent twice", async () => {
  const customer = await customerBrowser(shop);
  for (const html of [
    (await page("/books", { "Save-Data": "on" })).html,
    (await page("/books", { "Accept-Encoding": "identity" })).html,
    await (await customer.get("/books")).text(),
  ]) {
    expect(html).not.toContain("<style");
    expect(html.match(LINKS)!.length).toBeGreaterThan(1);
  }
});
