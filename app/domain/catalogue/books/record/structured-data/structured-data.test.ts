import { describe, expect, test } from "vitest";
import { EMPTY_RECORD } from "~/domain/catalogue/books/record/book-record-values";
import type { BookDetails } from "~/domain/catalogue/books/lists/catalogue";
import { languageTag } from "~/domain/catalogue/books/record/language-tags";
import { bookData, shopData } from "./structured-data";

const GORA: BookDetails = {
  ...EMPTY_RECORD,
  series: null,
  originalLanguage: null,
  contributors: [{ id: 1, name: "Rabindranath Tagore", role: "A01" }],
  furtherLanguages: [],
  thema: [],
  bisac: [],
  pictures: [],
  id: 7,
  title: "Gora",
  brief: "A foundling in Calcutta.",
  description: "",
  authors: [{ id: 1, name: "Rabindranath Tagore" }],
  publisher: { id: 1, name: "Neem Tree Press" },
  language: { id: 1, name: "Bengali" },
  tags: [{ id: 1, name: "Novel" }],
  isbn13: "9780306406157",
  price: 25_000,
  saleEndsOn: null,
  salePrice: 19_950,
  rating: 4.333_333,
  ratingCount: 3,
  cover: null,
  stock: 2,
  pageCount: 480,
  publishedOn: "1910",
};
const PAGE: Parameters<typeof bookData>[1] = {
  origin: "https://books.example.in",
  shopName: "Kitab",
  image: "https://books.example.in/icons/preview.png",
  isbn13: "9780306406157",
  languageTag: "bn",
};

const itemsOf = (book: BookDetails, page = PAGE) =>
  bookData(book, page)["@graph"] as [Record<string, unknown>, Record<string, unknown>];

describe("a book's structured data", () => {
  test("names the further pictures after the cover", () => {
    const [book] = itemsOf(GORA, {
      ...PAGE,
      image: "https://a.in/cover.jpg",
      further: ["https://a.in/back.jpg"],
    });
    expect(book.image).toEqual(["https://a.in/cover.jpg", "https://a.in/back.jpg"]);
  });

  test("contains the further record, with a book in several languages", () => {
    const [book] = itemsOf({
      ...GORA,
      subtitle: "A Novel",
      contributors: [...GORA.contributors, { id: 2, name: "W. W. Pearson", role: "B06" }],
      furtherLanguages: [{ id: 2, name: "English" }],
    });
    expect(book).toMatchObject({
      alternativeHeadline: "A Novel",
      translator: [{ "@type": "Person", name: "W. W. Pearson" }],
      inLanguage: ["bn", "en"],
    });
  });

  test("contains all known fields, with the charged price", () => {
    const [book, crumbs] = itemsOf(GORA);
    expect(book).toMatchObject({
      "@type": ["Book", "Product"],
      name: "Gora",
      author: [{ "@type": "Person", name: "Rabindranath Tagore" }],
      publisher: { name: "Neem Tree Press" },
      isbn: "9780306406157",
      gtin13: "9780306406157",
      numberOfPages: 480,
      inLanguage: "bn",
      datePublished: "1910",
      aggregateRating: { ratingValue: 4.3, reviewCount: 3 },
      offers: {
        "@type": "Offer",
        price: "199.50",
        priceCurrency: "INR",
        availability: "https://schema.org/InStock",
        url: "https://books.example.in/books/7-gora",
      },
    });
    expect(crumbs.itemListElement).toEqual([
      { "@type": "ListItem", position: 1, name: "Home", item: "https://books.example.in/" },
      { "@type": "ListItem", position: 2, name: "Books", item: "https://books.example.in/books" },
      { "@type": "ListItem", position: 3, name: "Gora", item: "https://books.example.in/books/7-gora" },
    ]);
  });

  test("leaves out unknown fields and absent ratings", () => {
    const bare = {
      ...GORA,
      authors: [],
      tags: [],
      pageCount: null,
      publishedOn: null,
      ratingCount: 0,
      rating: 0,
    };
    const [book] = itemsOf(
      { ...bare, salePrice: null, saleEndsOn: null, stock: 0 },
      { ...PAGE, isbn13: null, languageTag: null },
    );
    for (const field of [
      "author",
      "genre",
      "isbn",
      "numberOfPages",
      "inLanguage",
      "datePublished",
      "aggregateRating",
    ])
      expect(book, field).not.toHaveProperty(field);
    expect(book.offers).toMatchObject({ price: "250.00", availability: "https://schema.org/OutOfStock" });
  });
});

test("the home page's data contains the shop's name and address", () => {
  const data = shopData({ origin: "https://books.example.in", name: "Kitab" });
  expect(data).toMatchObject({ "@type": "WebSite", name: "Kitab", url: "https://books.example.in/" });
});

test("languageTag finds known languages by name", () => {
  expect(languageTag(" BENGALI ")).toBe("bn");
  expect(languageTag("Odia")).toBe("or");
  expect(languageTag("Klingon")).toBeNull();
  expect(languageTag("constructor")).toBeNull();
});

test.each([
  [{ forthcoming: { releasedOn: "2999-01-12", canPreorder: true } }, "PreOrder", "2999-01-12"],
  [{ stock: 0, forthcoming: { releasedOn: "2999-01-12", canPreorder: false } }, "OutOfStock", "2999-01-12"],
  [{ stock: 0, forthcoming: { releasedOn: null, canPreorder: false } }, "OutOfStock", undefined],
  [{ stock: 0, isOutOfPrint: true as const }, "Discontinued", undefined],
])("search engines are told what can be bought: %j is %s", (given, availability, availabilityStarts) => {
  const offers = itemsOf({ ...GORA, ...given })[0].offers as Record<string, unknown>;
  expect(offers.availability).toBe(`https://schema.org/${availability}`);
  expect(offers.availabilityStarts).toBe(availabilityStarts);
});
