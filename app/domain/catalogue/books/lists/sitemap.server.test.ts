import { beforeAll, describe, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { allOf, parseXml, textsOf } from "~/test/files/xml";
import { sitemap, type SitemapRequest } from "./sitemap.server";

const origin = "https://books.example.in";
let db: ShopDatabase;
const visible: number[] = [];
const hidden: number[] = [];
/** The number in each book's title. */
const titles = new Map<number, number>();

beforeAll(async () => {
  db = await createTestDatabase();
  for (let n = 1; n <= 60; n += 1) {
    // Books 21 to 40 are all hidden: with 20 per part, one part has no books.
    const isHidden = n % 7 === 0 || (n > 20 && n <= 40);
    const id = await catalogueBook(db.write, {
      title: `Book ${n}`,
      tags: n % 2 ? ["Rock & <Roll>"] : ["कविता"],
      hidden: isHidden ? 1 : 0,
      updated_at: `2026-02-03T04:05:${String(n % 60).padStart(2, "0")}.000Z`,
    });
    titles.set(id, n);
    (isHidden ? hidden : visible).push(id);
  }
  await catalogueBook(db.write, { title: "Withdrawn", tags: ["Only hidden"], hidden: 1 });
});

async function read(asked: Omit<SitemapRequest, "origin">) {
  const pieces = await sitemap(db.read, { origin, ...asked });
  if (!pieces) return null;
  let xml = "";
  for await (const piece of pieces) xml += piece;
  return parseXml(xml);
}

const bookAddresses = (ids: number[]) => ids.map((id) => `${origin}/books/${id}-book-${titles.get(id)}`);

describe("the sitemap", () => {
  test("of a small shop is one file: pages, categories, visible books with their last change", async () => {
    const root = (await read({ part: null }))!;
    expect(root.name).toBe("urlset");
    const addresses = textsOf(root, "loc");
    expect(addresses.slice(0, 6)).toEqual(
      ["/", "/books", "/categories", "/bestsellers", "/terms", "/privacy"].map((path) => origin + path),
    );
    expect(addresses).toContain(`${origin}/books?tag=Rock+%26+%3CRoll%3E`);
    expect(addresses).toContain(`${origin}/books?tag=${encodeURIComponent("कविता")}`);
    expect(addresses.filter((address) => address.includes("hidden"))).toEqual([]);
    expect(addresses.filter((address) => /\/books\/\d/.test(address))).toEqual(bookAddresses(visible));
    expect(textsOf(allOf(root, "url").at(-1)!, "lastmod")).toEqual([`2026-02-03T04:05:00.000Z`]);
  });

  test("of a large shop is an index; its parts hold every visible book once, in fixed ranges of ids", async () => {
    const size = 20;
    const root = (await read({ part: null, size }))!;
    expect(root.name).toBe("sitemapindex");
    const parts = textsOf(root, "loc");
    expect(parts, "no part without books").toEqual(
      ["pages", "publishers", "languages", "1", "3"].map((part) => `${origin}/sitemap.xml?part=${part}`),
    );
    const seen: string[] = [];
    for (const part of [1, 3]) {
      const addresses = textsOf((await read({ part, size }))!, "loc");
      expect(addresses.length).toBeLessThanOrEqual(size);
      seen.push(...addresses);
    }
    expect(seen).toEqual(bookAddresses(visible));
    expect(textsOf((await read({ part: "pages", size }))!, "loc")).toHaveLength(8);
    expect(await read({ part: 2, size })).toBeNull();
    expect(await read({ part: 999_999_999, size })).toBeNull();
  });

  test("of an empty shop has only its pages", async () => {
    const empty = await createTestDatabase();
    const pieces = (await sitemap(empty.read, { origin, part: null }))!;
    let xml = "";
    for await (const piece of pieces) xml += piece;
    expect(textsOf(parseXml(xml), "loc")).toHaveLength(6);
  });
});
