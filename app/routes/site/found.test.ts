import { copyFileSync, existsSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { catalogueBook, catalogueReader, createReview } from "~/test/factories-catalogue";
import { testShop, type TestShop } from "~/test/shop";
import { allOf, parseXml, textsOf } from "~/test/files/xml";
import { startLiveShop } from "~/test/live-shop";

// What search engines, feed readers and link previews get from a live shop; a demo shop is not indexed.

const HOSTILE = `</script><script>alert(1)</script> ]]> & "Gora" \u0001 गोरा`;
let shop: TestShop;
const demo = testShop();
let gora: number;
let hostile: number;
let hidden: number;

beforeAll(async () => {
  shop = await startLiveShop();
  const db = shop.db.write;
  gora = await catalogueBook(db, {
    title: "Gora",
    brief: `A foundling in Calcutta ${"learns who he is ".repeat(20)}`,
    authors: ["Rabindranath Tagore"],
    tags: ["Novel"],
    language: "Bengali",
    isbn13: "9780306406157",
  });
  hostile = await catalogueBook(db, { title: HOSTILE, brief: HOSTILE, tags: ["Rock & <Roll>"], stock: 0 });
  hidden = await catalogueBook(db, { title: "Withdrawn", tags: ["Secret"], hidden: 1 });
  for (let n = 0; n < 8; n += 1) await catalogueBook(db, { title: `Novel ${n}`, tags: ["Novel"] });
  await createReview(db, { bookId: gora, accountId: await catalogueReader(db) });
});
afterAll(() => shop.remove());

const get = (path: string, init?: RequestInit) => fetch(shop.origin + path, { redirect: "manual", ...init });

const unescaped = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => {
    const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
    return signs[name]!;
  });

/** The address that a book's id alone leads to. */
const canonicalOf = async (bookId: number) => (await get(`/books/${bookId}`)).headers.get("Location")!;

/** A page's head, parsed. */
async function head(path: string, init?: RequestInit) {
  const response = await get(path, init);
  const html = await response.text();
  const top = /<head>([\s\S]*?)<\/head>/.exec(html)![1]!;
  const meta = new Map(
    [...top.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(
      ([, name, content]) => [name!, unescaped(content!)] as const,
    ),
  );
  const data = [...top.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
    ([, json]) => JSON.parse(json!) as Record<string, unknown>,
  );
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(top)?.[1];
  return {
    response,
    html,
    top,
    title: unescaped(/<title>([^<]*)<\/title>/.exec(top)![1]!),
    meta,
    data,
    canonical: canonical && unescaped(canonical),
  };
}

describe("a book's address", () => {
  test("has its title; every other one leads there at once and for good, with its parameters", async () => {
    for (const part of [
      gora,
      `${gora}-`,
      `${gora}-gaura`,
      `${gora}-GORA`,
      `${gora}-%67ora`,
      `${gora}-gora-2`,
    ]) {
      const moved = await get(`/books/${part}?tab=reviews`);
      expect([part, moved.status, moved.headers.get("Location")]).toEqual([
        part,
        301,
        `/books/${gora}-gora?tab=reviews`,
      ]);
    }
    expect((await get(`/books/${gora}-gora`)).status).toBe(200);
    expect((await get(`/books/${gora}`, { method: "HEAD" })).status).toBe(301);
    // The data that the router asks for.
    expect((await get(`/books/${gora}-gora.data`)).status).toBe(200);
    expect((await get(`/books/${gora}.data`)).status).toBe(202);
  });

  test("of a hidden or unknown book is not found, whatever its slug", async () => {
    for (const part of [
      hidden,
      `${hidden}-withdrawn`,
      "999999-gora",
      "gora",
      `0${gora}-gora`,
      `${gora}.5-gora`,
    ])
      expect([part, (await get(`/books/${part}`)).status]).toEqual([part, 404]);
  });

  test("follows the title at once", async () => {
    const id = await catalogueBook(shop.db.write, { title: "First Name", tags: ["Novel"] });
    expect((await get(`/books/${id}-first-name`)).status).toBe(200);
    await shop.db.write.updateTable("books").set({ title: "गोदान" }).where("id", "=", id).execute();
    const moved = await get(`/books/${id}-first-name`);
    expect(moved.headers.get("Location")).toBe(`/books/${id}-${encodeURIComponent("गोदान")}`);
    expect((await get(moved.headers.get("Location")!)).status).toBe(200);
    await shop.db.write.updateTable("books").set({ hidden: 1 }).where("id", "=", id).execute();
  });
});

describe("the head of a page", () => {
  test("of a book has a description cut at a word's end, canonical link, card and structured data", async () => {
    const { title, meta, data, canonical } = await head(`/books/${gora}-gora?tab=reviews&utm_source=letter`);
    expect(title).toBe("Gora by Rabindranath Tagore · Kitab");
    expect(canonical).toBe(`${shop.origin}/books/${gora}-gora`);
    expect(meta.get("description")).toMatch(/^A foundling in Calcutta .* (?:learns|who|he|is)…$/);
    expect(meta.get("description")!.length).toBeLessThanOrEqual(160);
    expect(meta.has("robots")).toBe(false);
    expect(Object.fromEntries(meta)).toMatchObject({
      "og:title": "Gora by Rabindranath Tagore",
      "og:type": "book",
      "og:url": canonical,
      "og:site_name": "Kitab",
      "og:image": `${shop.origin}/icons/preview.png`,
      "og:image:width": "1200",
      "og:image:height": "630",
      "twitter:card": "summary_large_image",
    });
    const [book] = (data[0] as { "@graph": Record<string, unknown>[] })["@graph"];
    expect(book).toMatchObject({
      isbn: "9780306406157",
      inLanguage: "bn",
      aggregateRating: { ratingValue: 4, reviewCount: 1 },
      offers: { price: "250.00", priceCurrency: "INR", availability: "https://schema.org/InStock" },
    });
  });

  test("escapes a hostile title and brief", async () => {
    const { html, data, title, meta } = await head(await canonicalOf(hostile));
    expect(html).not.toContain("<script>alert(1)");
    expect(title).toBe(`${HOSTILE} · Kitab`);
    expect(meta.get("og:image:alt")).toContain("open book");
    const [book] = (data[0] as { "@graph": Record<string, unknown>[] })["@graph"];
    expect(book).toMatchObject({ name: HOSTILE, offers: { availability: "https://schema.org/OutOfStock" } });
    expect(book).not.toHaveProperty("aggregateRating");
  });

  test("of the home page describes the shop and its search", async () => {
    for (const path of ["/", "/index"]) {
      const { canonical, data, top } = await head(path);
      expect(canonical).toBe(`${shop.origin}/`);
      expect(data[0]).toMatchObject({ "@type": "WebSite", name: "Kitab" });
      expect(top).toContain('href="/feed.xml"');
      expect(top).toMatch(/<link [^>]*rel="manifest" href="\/manifest\.webmanifest"/);
    }
  });

  test.each([
    ["/books", "/books", "All Books · Kitab"],
    ["/books?sort=price_desc&min=10&filters=shown", "/books", "Books · Kitab"],
    ["/books?page=1", "/books?page=1", "All Books, page 2 · Kitab"],
    ["/books?tag=NOVEL", "/books?tag=Novel", "Novel · Kitab"],
    ["/books?tag=novel&page=99", "/books?tag=Novel&page=1", "Novel, page 2 · Kitab"],
    ["/books?tag=Rock+%26+%3CRoll%3E", "/books?tag=Rock+%26+%3CRoll%3E", "Rock & <Roll> · Kitab"],
    ["/categories?x=1", "/categories", "Categories · Kitab"],
    ["/bestsellers?x=1", "/bestsellers", "Bestsellers · Kitab"],
  ])("of %s has the canonical path %s", async (path, canonical, title) => {
    const page = await head(path);
    expect(page.canonical).toBe(shop.origin + canonical);
    expect(page.title).toBe(title);
    expect(page.meta.has("robots")).toBe(false);
  });

  test.each(["/books?q=gora", "/books?tag=Novel&tag=Poetry", "/books?tag=Nothing", "/books?tag=Secret"])(
    "of the list %s is noindex",
    async (path) => {
      const { canonical, meta } = await head(path);
      expect(canonical).toBeUndefined();
      expect(meta.get("robots")).toBe("noindex");
    },
  );

  test.each(["/login", "/register", "/forgot-password", "/newsletter"])("of %s is noindex", async (path) => {
    expect((await head(path)).meta.get("robots")).toBe("noindex");
  });

  test("of each public page has its own title and description", async () => {
    const paths = [
      "/",
      "/books",
      "/books?page=1",
      "/books?tag=Novel",
      "/categories",
      "/bestsellers",
      "/terms",
      "/privacy",
    ];
    const heads = await Promise.all(paths.map((path) => head(path)));
    expect(new Set(heads.map(({ title }) => title)).size).toBe(paths.length);
    expect(new Set(heads.map(({ meta }) => meta.get("description"))).size).toBe(paths.length);
    for (const { meta } of heads) expect(meta.get("description")!.length).toBeLessThanOrEqual(160);
  });

  test("uses the configured address, not the request's", async () => {
    const { canonical, meta } = await head("/books", {
      headers: { "X-Forwarded-Host": "elsewhere.example" },
    });
    expect(canonical).toBe(`${shop.origin}/books`);
    expect(meta.get("og:url")).toBe(`${shop.origin}/books`);
  });
});

const FILES = [
  ["/sitemap.xml", "application/xml"],
  ["/sitemap.xml?part=pages", "application/xml"],
  ["/sitemap.xml?part=1", "application/xml"],
  ["/feed.xml", "application/atom+xml"],
  ["/robots.txt", "text/plain"],
  ["/manifest.webmanifest", "application/manifest+json"],
] as const;

describe("files for programs", () => {
  test.each(FILES)(
    "%s has a type and an ETag, and answers 304 and HEAD, with and without gzip",
    async (path, type) => {
      const plain = await get(path, { headers: { "Accept-Encoding": "identity" } });
      expect(plain.status).toBe(200);
      expect(plain.headers.get("Content-Type")).toBe(`${type}; charset=utf-8`);
      const zipped = await get(path, { headers: { "Accept-Encoding": "gzip, br" } });
      expect(zipped.headers.get("Content-Encoding")).toBe("gzip");
      expect(await zipped.text()).toBe(await plain.text());

      const etags = [plain, zipped].map((response) => response.headers.get("ETag")!);
      expect(new Set(etags).size).toBe(2);
      const again = await get(path, { headers: { "Accept-Encoding": "gzip", "If-None-Match": etags[1]! } });
      expect([again.status, await again.text()]).toEqual([304, ""]);
      const head = await get(path, { method: "HEAD" });
      expect([head.status, head.headers.get("Content-Type"), await head.text()]).toEqual([
        200,
        `${type}; charset=utf-8`,
        "",
      ]);
      expect(zipped.headers.get("Cache-Control")).toContain("must-revalidate");
      const known = await get(path, { headers: { Cookie: "theme=dark" } });
      expect(known.headers.get("Cache-Control"), "could set cookies").toContain("private");
    },
  );

  test("the sitemap has the public addresses and follows the catalogue", async () => {
    const read = async () => textsOf(parseXml(await (await get("/sitemap.xml")).text()), "loc");
    const before = await read();
    expect(before).toContain(`${shop.origin}/books/${gora}-gora`);
    expect(before).toContain(`${shop.origin}/books?tag=Rock+%26+%3CRoll%3E`);
    expect(before.join(" ")).not.toMatch(new RegExp(`/books/${hidden}\\b|Secret`));

    const etag = (await get("/feed.xml")).headers.get("ETag")!;
    await shop.db.write.updateTable("books").set({ hidden: 0 }).where("id", "=", hidden).execute();
    expect(await read()).toContain(`${shop.origin}/books/${hidden}-withdrawn`);
    expect((await get("/feed.xml", { headers: { "If-None-Match": etag } })).status).toBe(200);
    await shop.db.write.updateTable("books").set({ hidden: 1 }).where("id", "=", hidden).execute();
    expect(await read()).toEqual(before);
    expect((await get("/feed.xml", { headers: { "If-None-Match": etag } })).status).toBe(304);
  });

  test("every address of the sitemap is its page's canonical one", async () => {
    const addresses = textsOf(parseXml(await (await get("/sitemap.xml")).text()), "loc");
    expect(addresses.length).toBeGreaterThan(15);
    for (const address of addresses) {
      const { response, canonical, meta } = await head(address.slice(shop.origin.length));
      expect([response.status, canonical, meta.has("robots")], address).toEqual([200, address, false]);
    }
  });

  test.each(["0", "2", "x", "-1", "1.5", "", "99999999999999999999"])("part %j is a 404", async (part) => {
    expect((await get(`/sitemap.xml?part=${part}`)).status).toBe(404);
  });

  test("the feed's entries are the visible books", async () => {
    const feed = parseXml(await (await get("/feed.xml")).text());
    const ids = allOf(feed, "entry").flatMap((entry) => textsOf(entry, "id"));
    expect(ids).toHaveLength(10);
    expect(ids).toContain(`${shop.origin}/books/${hostile}`);
    expect(ids).not.toContain(`${shop.origin}/books/${hidden}`);
  });

  test("robots.txt disallows personal pages and names the sitemap", async () => {
    const lines = (await (await get("/robots.txt")).text()).split("\n");
    for (const path of ["/admin", "/account", "/cart", "/checkout", "/api/"])
      expect(lines).toContain(`Disallow: ${path}`);
    expect(lines).toContain(`Sitemap: ${shop.origin}/sitemap.xml`);
    expect(lines).not.toContain("Disallow: /");
  });

  test("the manifest's icons exist in the sizes it names", async () => {
    const manifest = (await (await get("/manifest.webmanifest")).json()) as {
      name: string;
      icons: { src: string; sizes: string; purpose: string }[];
    };
    expect(manifest.name).toBe("Kitab");
    expect(manifest.icons.map(({ purpose }) => purpose)).toContain("maskable");
    for (const path of [
      ...manifest.icons.map(({ src }) => src),
      "/icons/apple-touch-icon.png",
      "/icons/preview.png",
    ]) {
      const response = await get(path);
      expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/png"]);
      const png = Buffer.from(await response.arrayBuffer());
      const icon = manifest.icons.find(({ src }) => src === path);
      if (icon) expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(icon.sizes);
    }
  });

  test("a book's link preview shows its cover, made at the first request", async () => {
    const stem = "0c1514b75f6fa067";
    const covers = path.join(shop.dataDir, "coverpages");
    copyFileSync(`app/sample/covers/${stem}.webp`, path.join(covers, `${stem}.webp`));
    const id = await catalogueBook(shop.db.write, { title: "Covered", cover: `${stem}.webp` });
    const { meta, data } = await head(await canonicalOf(id));
    const image = Object.fromEntries(meta)["og:image"]!;
    expect(new URL(image).origin).toBe(shop.origin);
    expect(new URL(image).pathname).toMatch(new RegExp(`^/previews/${id}-[0-9a-f]{16}\\.jpg$`));
    expect(Object.fromEntries(meta)).toMatchObject({
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:image:alt": "Cover of Covered",
      "twitter:card": "summary_large_image",
    });
    const file = path.join(shop.dataDir, "previews", path.basename(image));
    expect(existsSync(file)).toBe(false);
    for (let time = 0; time < 2; time += 1) {
      const response = await fetch(image);
      expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/jpeg"]);
      expect(response.headers.get("Cache-Control")).toContain("immutable");
      const { width, height } = await sharp(await response.arrayBuffer()).metadata();
      expect([width, height]).toEqual([1200, 630]);
      expect(existsSync(file)).toBe(true);
    }

    // Structured data names the cover itself.
    const jpeg = `${shop.origin}/coverpages/${stem}-640.jpg`;
    expect((data[0] as { "@graph": object[] })["@graph"][0]).toMatchObject({ image: jpeg });
    expect(existsSync(path.join(covers, `${stem}-640.jpg`))).toBe(false);
    const cover = await fetch(jpeg);
    expect([cover.status, cover.headers.get("Content-Type")]).toEqual([200, "image/jpeg"]);
    expect(existsSync(path.join(covers, `${stem}-640.jpg`))).toBe(true);

    await shop.db.write.updateTable("books").set({ title: "Recovered" }).where("id", "=", id).execute();
    const moved = await fetch(image, { redirect: "manual" });
    expect(moved.status).toBe(302);
    expect(moved.headers.get("Location")).toMatch(new RegExp(`^/previews/${id}-[0-9a-f]{16}\\.jpg$`));
    await shop.db.write.updateTable("books").set({ hidden: 1 }).where("id", "=", id).execute();
    expect((await fetch(image)).status).toBe(404);
    expect((await get("/previews/1-0123456789abcdef.png")).status).toBe(404);
  });

  test("a missing cover has no preview", async () => {
    expect((await get("/coverpages/ffffffffffffffff-640.jpg")).status).toBe(404);
    expect((await get("/coverpages/ffffffffffffffff-640.avif")).status).toBe(404);
  });
});

test("a demo shop is not indexed", async () => {
  expect(await (await fetch(`${demo.origin}/robots.txt`)).text()).toBe("User-agent: *\nDisallow: /\n");
  for (const path of ["/", "/books", "/terms"]) {
    expect(await (await fetch(demo.origin + path)).text()).toContain(
      '<meta name="robots" content="noindex"/>',
    );
  }
});
