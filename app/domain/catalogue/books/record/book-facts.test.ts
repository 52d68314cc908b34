import { expect, test } from "vitest";
import type { Book } from "../book";
import { bookFacts } from "./book-facts";
import { EMPTY_RECORD } from "./book-record-values";
import type { OnSale } from "../sale/sale";
import { recordData } from "./structured-data/structured-record";

const ORIGIN = "https://books.example.in";

const BARE: Book = {
  ...EMPTY_RECORD,
  id: 7,
  title: "Gora",
  brief: "A foundling.",
  description: "",
  isbn13: null,
  authors: [{ id: 1, name: "Tagore" }],
  publisher: { id: 1, name: "Neem Tree Press" },
  language: { id: 1, name: "English" },
  tags: [],
  price: 25_000,
  salePrice: null,
  saleEndsOn: null,
  stock: 2,
  pageCount: null,
  publishedOn: null,
  cover: null,
  series: null,
  originalLanguage: null,
  contributors: [{ id: 1, name: "Tagore", role: "A01" }],
  furtherLanguages: [],
  thema: [],
  bisac: [],
  pictures: [],
};

const WHOLE: Book & OnSale = {
  ...BARE,
  subtitle: "A Novel",
  format: "BB",
  publishingStatus: "forthcoming",
  forthcoming: { releasedOn: "2027-01-12", canPreorder: true },
  imprint: "Little Neem",
  originalTitle: "গোরা",
  originalLanguage: "Bengali",
  ageFrom: 8,
  ageTo: 12,
  series: "Classics",
  seriesId: 5,
  seriesNumber: "2",
  editionNumber: 3,
  heightMm: 198,
  widthMm: 129,
  thicknessMm: 20,
  weightG: 240,
  contributors: [
    { id: 1, name: "Tagore", role: "A01" },
    { id: 2, name: "Pearson", role: "B06" },
    { id: 3, name: "Bose", role: "A12" },
    { id: 4, name: "Sen", role: "B06" },
    { id: 1, name: "Tagore", role: "A24" },
  ],
  furtherLanguages: [{ id: 2, name: "Bengali" }],
  thema: ["FBC", "1FKA"],
  bisac: ["FIC004000"],
};

const named = (id: number, name: string) => ({ id, name });

test("nothing is said of what is not known", () => {
  expect(bookFacts(BARE)).toEqual({
    hasAuthors: true,
    credits: [],
    status: null,
    release: null,
    ownNames: [null],
    rows: [],
  });
  expect(recordData(BARE, ORIGIN)).toEqual({});
});

test("of an anthology the editors are credited, and nobody is said to have written it", () => {
  const contributors = [{ id: 5, name: "Ila Sen", role: "B01" }];
  expect(bookFacts({ ...BARE, authors: [{ id: 5, name: "Ila Sen" }], contributors })).toMatchObject({
    hasAuthors: false,
    credits: [{ by: "Edited by", people: [{ id: 5, name: "Ila Sen" }] }],
  });
});

test("the facts of a whole record, as texts", () => {
  expect(bookFacts(WHOLE)).toEqual({
    hasAuthors: true,
    credits: [
      { by: "Translated by", people: [named(2, "Pearson"), named(4, "Sen")] },
      { by: "Illustrated by", people: [named(3, "Bose")] },
      { by: "Introduction by", people: [named(1, "Tagore")] },
    ],
    status: "Pre-order",
    release: "Out on 12 Jan 2027",
    ownNames: [null, ["বাংলা", "bn"]],
    // No translation: Bengali is one of the book's own languages.
    original: { title: "গোরা", lang: "bn" },
    rows: [
      ["Format", "Hardback"],
      ["Imprint", "Little Neem"],
      ["Series", "Classics, 2", "/series/5-classics"],
      ["Edition", "3"],
      ["Original title", "গোরা"],
      ["Original language", "Bengali"],
      ["Size", "198 × 129 × 20 mm"],
      ["Weight", "240 g"],
      ["Age", "8 to 12"],
      ["Subjects", "Classic fiction, India, Fiction / Classics"],
    ],
  });
});

test("a translation says from what; staff's word for a language stands for the usual one", () => {
  const book = { ...WHOLE, furtherLanguages: [], language: { id: 5, name: "Hindi" } };
  expect(bookFacts(book, (id) => (id === 5 ? "हिंदी" : null))).toMatchObject({
    ownNames: [["हिंदी", "hi"]],
    original: { title: "গোরা", lang: "bn" },
    translatedFrom: "Bengali",
  });
  expect(bookFacts({ ...book, title: "গোরা" })).not.toHaveProperty("original");
});

test.each([
  ["Bengali", "বাংলা"],
  ["Tamil", "தமிழ்"],
  ["Urdu", "اردو"],
  ["Sanskrit", "संस्कृत"],
  ["English", null],
  ["Awadhi", null],
  ["Klingon", null],
])("the language %s is called %j in itself", (name, own) => {
  expect(bookFacts({ ...BARE, language: { id: 1, name } }).ownNames[0]?.[0] ?? null).toBe(own);
});

test.each<[Partial<Book>, string, string | undefined]>([
  [{ ageFrom: 0 }, "Age", "0 and older"],
  [{ ageTo: 6 }, "Age", "Up to 6"],
  [{ ageFrom: 6, ageTo: 6 }, "Age", "6"],
  [{ heightMm: 200, widthMm: 130 }, "Size", "200 × 130 mm"],
  [{ heightMm: 200 }, "Size", undefined],
  [
    { thema: ["FBAN", "FBA", "JBSF1"] },
    "Subjects",
    "Modern and contemporary fiction, Society and culture: general",
  ],
  [{ thema: ["5AQ"], bisac: ["FIC009999"] }, "Subjects", "5AQ, FIC009999"],
  [{ seriesNumber: "2" }, "Series", undefined],
  [{ editionNumber: 2, editionStatement: "Revised edition" }, "Edition", "Revised edition"],
])("%j: %s %s", (fields, label, value) => {
  expect(bookFacts({ ...BARE, ...fields }).rows.find((row) => row[0] === label)?.[1]).toBe(value);
});

test("search engines get the same in schema.org's words", () => {
  const person = (name: string, path: string) => ({
    "@type": "Person",
    name,
    url: `${ORIGIN}/authors/${path}`,
  });
  const length = (value: number) => ({ "@type": "QuantitativeValue", value, unitCode: "MMT" });
  expect(recordData(WHOLE, ORIGIN)).toEqual({
    alternativeHeadline: "A Novel",
    bookFormat: "https://schema.org/Hardcover",
    translator: [person("Pearson", "2-pearson"), person("Sen", "4-sen")],
    illustrator: [person("Bose", "3-bose")],
    contributor: [person("Tagore", "1-tagore")],
    isPartOf: { "@type": "BookSeries", name: "Classics", url: `${ORIGIN}/series/5-classics` },
    position: "2",
    bookEdition: "3",
    translationOfWork: { "@type": "Book", name: "গোরা", inLanguage: "bn" },
    inLanguage: ["en", "bn"],
    weight: { "@type": "QuantitativeValue", value: 240, unitCode: "GRM" },
    height: length(198),
    width: length(129),
    depth: length(20),
    typicalAgeRange: "8-12",
  });
});

test("the original title of a book that is no translation is another title of it", () => {
  const book = { ...BARE, originalTitle: "গোরা", language: { id: 1, name: "Bengali" } };
  const another = { alternateName: "গোরা" };
  expect(recordData({ ...book, originalLanguage: null }, ORIGIN)).toMatchObject(another);
  expect(recordData({ ...book, originalLanguage: "Bengali" }, ORIGIN)).toEqual(
    recordData({ ...book, originalLanguage: null }, ORIGIN),
  );
});
