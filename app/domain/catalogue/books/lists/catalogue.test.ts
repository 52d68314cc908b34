import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CatalogueFilters,
  formatSearch,
  NO_FILTERS,
  pageTotal,
  pageWindow,
  SORT_ORDERS,
  sortChoices,
} from "./catalogue";
import { filterChips } from "../../finding/facets/chips";
import { parseCatalogueSearch } from "./catalogue.schema";
import { nameKey } from "../../names/names";

const parse = (search: string) => parseCatalogueSearch(new URLSearchParams(search));

describe("pages", () => {
  test("the first has 5 books, the others 12 each", () => {
    expect([0, 1, 2, 3].map(pageWindow)).toEqual([
      { offset: 0, limit: 5 },
      { offset: 5, limit: 12 },
      { offset: 17, limit: 12 },
      { offset: 29, limit: 12 },
    ]);
    expect([0, 1, 5, 6, 17, 18, 29, 30].map(pageTotal)).toEqual([1, 1, 1, 2, 2, 3, 3, 4]);
  });

  test("together hold every book of a list once, and none is empty", () => {
    fc.assert(
      fc.property(fc.nat({ max: 500 }), (count) => {
        const list = Array.from({ length: count }, (_, index) => index);
        const pages = Array.from({ length: pageTotal(count) }, (_, page) => {
          const { offset, limit } = pageWindow(page);
          return list.slice(offset, offset + limit);
        });
        expect(pages.flat()).toEqual(list);
        expect(pages.slice(1).every((page) => page.length > 0)).toBe(true);
      }),
    );
  });
});

describe("the query string of a list", () => {
  test("is parsed into filters, sort order, search term and page", () => {
    expect(parse("tag=Novel&tag=Epic&min=100&max=499.50&sort=price_desc&q=gora&page=2")).toEqual({
      filters: {
        ...NO_FILTERS,
        tags: ["Novel", "Epic"],
        minPrice: 10_000,
        maxPrice: 49_950,
        sort: "price_desc",
        q: "gora",
      },
      page: 2,
    });
  });

  test.each([
    "",
    "min=abc&max=-5&sort=cheapest&page=x",
    "min=1e9&max=12.345&page=-1&tag=&tag=%20&q=%20%00%20",
    "page=1.5&sort=relevance&min=&max=",
    "page=999999999999999999999&sort=__proto__&min=99999999999",
    "sort=&page=&q=",
  ])("ignores invalid values: %s", (search) => {
    expect(parse(search)).toEqual({ filters: NO_FILTERS, page: 0 });
  });

  test("swaps reversed bounds; accepts rupee signs and thousands separators", () => {
    expect(parse("min=500&max=100").filters).toMatchObject({ minPrice: 10_000, maxPrice: 50_000 });
    expect(parse("min=%E2%82%B91,200").filters.minPrice).toBe(120_000);
  });

  test("sorts by relevance by default with a search term, and offers it only then", () => {
    expect(parse("q=gora").filters.sort).toBe("relevance");
    expect(parse("q=gora&sort=title").filters.sort).toBe("title");
    expect(sortChoices("")).not.toContain("relevance");
    expect(sortChoices("gora")[0]).toBe("relevance");
  });

  test("keeps a tag once despite different spellings; cuts long terms and lists of tags", () => {
    expect(parse("tag=Folk+Tales&tag=folk++tales").filters.tags).toEqual(["folk  tales"]);
    expect(parse(`q=${"x".repeat(5000)}`).filters.q).toHaveLength(100);
    expect(parse(Array.from({ length: 500 }, (_, n) => `tag=t${n}`).join("&")).filters.tags).toHaveLength(30);
  });

  test("parsing formatted filters returns the same filters", () => {
    const word = fc.stringMatching(/^[\p{L}\p{N}&=+#%'-]{1,12}$/u).filter((text) => text.trim() === text);
    const price = fc.option(fc.nat({ max: 1_000_000 }), { nil: null });
    const names = fc.uniqueArray(word, { minLength: 1, maxLength: 3, selector: nameKey });
    const picked = fc.record(
      {
        language: names,
        author: names,
        format: fc.subarray(["BC", "BB"], { minLength: 1 }),
        age: fc.subarray(["0-2", "18-"], { minLength: 1 }),
        availability: fc.constant(["in_stock"] as string[]),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { maxLength: 5, selector: nameKey }),
        price,
        price,
        fc.oneof(fc.constant(""), word),
        fc.constantFrom(...SORT_ORDERS),
        fc.nat({ max: 50 }),
        fc.boolean(),
        picked,
        (tags, one, other, q, order, page, all, picks) => {
          const bounds =
            one !== null && other !== null ? [Math.min(one, other), Math.max(one, other)] : [one, other];
          const sort = order === "relevance" && !q ? "featured" : order;
          const [minPrice, maxPrice] = bounds as [number, number];
          const allTags = all && tags.length > 1;
          const filters: CatalogueFilters = { tags, allTags, picks, minPrice, maxPrice, q, sort };
          expect(parse(formatSearch(filters, page))).toEqual({ filters, page });
        },
      ),
    );
  });
});

describe("Active Filters", () => {
  const filters: CatalogueFilters = {
    tags: ["Novel", "Epic"],
    allTags: false,
    picks: {},
    minPrice: 10_000,
    maxPrice: 49_950,
    q: "gora",
    sort: "relevance",
  };

  test("has one chip per filter, with prices in rupees and a link to the list without it", () => {
    expect(filterChips(filters)).toEqual([
      { label: "“gora”", without: "?tag=Novel&tag=Epic&min=100&max=499.50" },
      { label: "Novel", without: "?q=gora&tag=Epic&min=100&max=499.50" },
      { label: "Epic", without: "?q=gora&tag=Novel&min=100&max=499.50" },
      { label: "₹100 – ₹499.50", without: "?q=gora&tag=Novel&tag=Epic" },
    ]);
  });

  test("has one chip per value of a facet, in words", () => {
    const picks = { language: ["Hindi", "Urdu"], rating: ["4"], added: ["90"], format: ["BC"] };
    expect(filterChips({ ...NO_FILTERS, picks })).toEqual([
      { label: "Hindi", without: "?language=Urdu&rating=4&added=90&format=BC" },
      { label: "Urdu", without: "?language=Hindi&rating=4&added=90&format=BC" },
      { label: "Paperback", without: "?language=Hindi&language=Urdu&rating=4&added=90" },
      { label: "New: In the last 90 days", without: "?language=Hindi&language=Urdu&rating=4&format=BC" },
      { label: "4 stars and more", without: "?language=Hindi&language=Urdu&added=90&format=BC" },
    ]);
  });

  test("labels a price range with one bound; has no chips without filters", () => {
    const label = (minPrice: number | null, maxPrice: number | null) =>
      filterChips({ ...NO_FILTERS, minPrice, maxPrice }).map((chip) => chip.label);
    expect(label(123_400, null)).toEqual(["From ₹1,234"]);
    expect(label(null, 50_000)).toEqual(["Up to ₹500"]);
    expect(label(null, null)).toEqual([]);
  });
});

test("nameKey ignores case and spacing", () => {
  expect(nameKey("  Folk   TALES ")).toBe("folk tales");
  expect(nameKey("Cafe\u0301")).toBe(nameKey("CAFÉ"));
});
