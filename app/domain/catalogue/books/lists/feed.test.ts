import { describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { allOf, parseXml, textsOf } from "~/test/files/xml";
import { booksFeed } from "./feed";
import { newBooks } from "./feed.server";

const SHOP = { origin: "https://books.example.in", name: "Neem & Tree" };
const HOSTILE = `</title>]]>&lt; <b>"x"</b> \u0001\u000B\uFFFE गोरा`;

describe("the feed of new books", () => {
  test("has the newest visible books, with all elements that RFC 4287 requires", async () => {
    const db = await createTestDatabase();
    const day = (n: number) => `2026-03-${String(n).padStart(2, "0")}T10:00:00.000Z`;
    for (let n = 1; n <= 31; n += 1)
      await catalogueBook(db.write, { title: `Book ${n}`, created_at: day(n), updated_at: day(n) });
    await catalogueBook(db.write, { title: "Withdrawn", created_at: day(31), hidden: 1 });
    const hostile = await catalogueBook(db.write, {
      title: HOSTILE,
      brief: HOSTILE,
      authors: ["A & B", "<C>"],
      tags: ['"Wit"'],
      created_at: "2026-04-01T10:00:00.000Z",
      updated_at: "2026-04-02T10:00:00.000Z",
    });

    const feed = parseXml(booksFeed(await newBooks(db.read), SHOP, new Date()));
    const entries = allOf(feed, "entry");
    expect(entries.map((entry) => textsOf(entry, "title")[0]).slice(1)).toEqual(
      Array.from({ length: 29 }, (_, index) => `Book ${31 - index}`),
    );
    const [newest] = entries;
    expect(textsOf(newest!, "title")).toEqual([`</title>]]>&lt; <b>"x"</b>  गोरा`]);
    expect(textsOf(newest!, "name")).toEqual(["A & B", "<C>"]);
    expect(textsOf(newest!, "published")).toEqual(["2026-04-01T10:00:00.000Z"]);
    expect(allOf(newest!, "category")[0]!.attributes.term).toBe('"Wit"');

    const own = feed.children.filter(({ name }) => name !== "entry");
    expect(own.find(({ name }) => name === "updated")!.text).toBe("2026-04-02T10:00:00.000Z");
    expect(own.find(({ name }) => name === "title")!.text).toBe("New books at Neem & Tree");
    expect(
      own.find(({ name }) => name === "author")!.children[0]!.text,
      "entries without authors use this one",
    ).toBe("Neem & Tree");
    expect(own.find(({ attributes }) => attributes.rel === "self")!.attributes.href).toBe(
      "https://books.example.in/feed.xml",
    );
    for (const entry of entries) {
      for (const name of ["id", "title", "updated", "summary"]) expect(textsOf(entry, name)).toHaveLength(1);
    }
    expect(textsOf(newest!, "id")).toEqual([`https://books.example.in/books/${hostile}`]);
    expect(new Set(entries.map((entry) => textsOf(entry, "id")[0])).size).toBe(30);
  });

  test("is valid without books", () => {
    const feed = parseXml(booksFeed([], SHOP, new Date("2026-05-01T00:00:00Z")));
    expect(textsOf(feed, "updated")).toEqual(["2026-05-01T00:00:00.000Z"]);
  });
});
