import { beforeAll, describe, expect, test } from "vitest";
import type { Suggestions } from "~/domain/catalogue/finding/suggestions/suggestions";
import { catalogueBook } from "~/test/factories-catalogue";
import { openPage } from "~/test/pages";
import { guestBrowser, testShop } from "~/test/shop";

const shop = testShop();

beforeAll(async () => {
  const db = shop.db.write;
  await catalogueBook(db, { title: "Godan", authors: ["Munshi Premchand"], tags: ["Novel"] });
  await catalogueBook(db, { title: "<b>Bold</b>", authors: ["<i>Ann</i> Tagger"] });
});

const ask = (q: string, headers: Record<string, string> = {}) =>
  guestBrowser(shop).request(`/books/suggest?${new URLSearchParams({ q })}`, { headers });

describe("/books/suggest", () => {
  test("answers as JSON, the same for everybody", async () => {
    const answer = await ask("prem");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("private, max-age=60");
    expect(answer.headers.has("set-cookie")).toBe(false);
    const { books, names } = (await answer.json()) as Suggestions;
    expect(books.map(({ title }) => title)).toEqual(["Godan"]);
    expect(names).toMatchObject([{ kind: "authors", names: [{ name: "Munshi Premchand" }] }]);
  });

  test("opened as a page it leads to the list", async () => {
    const answer = await ask("prem & <b>", { Accept: "text/html,*/*" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/books?q=prem+%26+%3Cb%3E"]);
  });

  test.each(["", "?!", '" OR * NEAR(', "a".repeat(10_000), "\u0000\u202e🙂", "ি"])(
    "has an answer to %j",
    async (q) => {
      const answer = await ask(q);
      expect([answer.status, await answer.json()]).toEqual([200, { books: [], names: [] }]);
    },
  );
});

describe("the list of a search", () => {
  /** What stands above the books. */
  const notes = async (search: Record<string, string>) => {
    const { html } = await openPage(guestBrowser(shop), `/books?${new URLSearchParams(search)}`);
    return (
      /<ul aria-label="About this search"[^>]*>(.*?)<\/ul>/.exec(html)?.[1]?.replaceAll("<!-- -->", "") ?? ""
    );
  };

  test("links the names that match", async () => {
    expect(await notes({ q: "premchand" })).toMatch(
      /Authors: .*href="\/authors\/\d+-munshi-premchand"[^>]*>Munshi Premchand</,
    );
    expect(await notes({ q: "novel" })).toMatch(/Categories: .*href="\/books\?tag=Novel"/);
    const tagger = await notes({ q: "tagger" });
    expect(tagger).toContain("&lt;i&gt;Ann&lt;/i&gt; Tagger</a>");
    expect(tagger).not.toContain("<i>Ann");
  });

  test("says when nothing has the words, and links what was probably meant", async () => {
    const html = await notes({ q: "premchanf" });
    expect(html).toContain("Nothing matches “\u2068premchanf\u2069” exactly. These books are for:");
    expect(html).toMatch(/href="\/books\?q=premchand"[^>]*>premchand</);
    expect(html).toContain(">Munshi Premchand</a>");
    expect(await notes({ q: "premchnd" })).toContain("have words that are spelled or sound alike.");
    for (const q of ["premchand", "xqzt"]) expect(await notes({ q })).not.toMatch(/Nothing has|Did you mean/);
  });

  test("asks whether that was meant when the other filters leave no book", async () => {
    const html = await notes({ q: "premchanf", min: "9999" });
    expect(html).toContain("Did you mean");
    expect(html).toContain('href="/books?q=premchand&amp;min=9999"');
  });
});
