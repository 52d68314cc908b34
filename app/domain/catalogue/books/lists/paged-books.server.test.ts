import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { NO_FILTERS } from "./catalogue";
import { pagedBooksSchema } from "./catalogue.schema";
import { featuredBookDetails, pageBooks } from "./catalogue.server";

test("a page or featured list of many books takes as many queries as one of few", async () => {
  const { read, write } = await createTestDatabase();
  for (let n = 0; n < 100; n += 1)
    await catalogueBook(write, {
      title: `Book ${n}`,
      authors: [`Author ${n}`, "Both"],
      tags: ["All", `Tag ${n % 7}`],
    });
  let queries = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => ((queries += 1), node),
    transformResult: async ({ result }) => result,
  };
  // A new handle each time, because results are kept per handle.
  const countedPage = async (pageSize: number) => {
    queries = 0;
    const search = pagedBooksSchema.parse({ pageSize, tagname: "all" });
    const { books } = await pageBooks(read.withPlugin(counter), search);
    expect(books).toHaveLength(pageSize);
    expect(books.at(-1)!.authors.map(({ name }) => name)).toContain("Both");
    return queries;
  };
  const one = await countedPage(1);
  expect(await countedPage(100)).toBe(one);
  expect(one).toBeLessThan(24);

  queries = 0;
  expect(await featuredBookDetails(read.withPlugin(counter), 2)).toHaveLength(2);
  const two = queries;
  queries = 0;
  expect(await featuredBookDetails(read.withPlugin(counter), 80)).toHaveLength(80);
  expect(queries).toBe(two);
});

test("pages of any size neither skip nor repeat books, and the last has no next page", async () => {
  const { read, write } = await createTestDatabase();
  for (let n = 0; n < 23; n += 1) await catalogueBook(write, { title: `Book ${n}` });
  for (const pageSize of [1, 5, 12, 22, 23, 24]) {
    const seen: number[] = [];
    let page: number | null = 0;
    while (page !== null) {
      const search = { filters: NO_FILTERS, tagIds: [], page, pageSize };
      const { books, count, nextPage }: Awaited<ReturnType<typeof pageBooks>> = await pageBooks(read, search);
      expect(count).toBe(23);
      seen.push(...books.map(({ id }) => id));
      page = nextPage;
    }
    expect([seen.length, new Set(seen).size]).toEqual([23, 23]);
  }
});
