import { expect, test } from "vitest";
import { EMPTY_RECORD } from "./book-record-values";
import { bookFormSchema, seenSchema } from "./book-form.schema";

const BOOK = {
  title: "Gora",
  brief: "A novel.",
  isbn13: "",
  authorId: "1",
  publisherId: "2",
  languageId: "3",
  price: "250",
  stock: "10",
  booktagsId: ["4", "5"],
};

const messages = (changes: Record<string, unknown>) => {
  const parsed = bookFormSchema.safeParse({ ...BOOK, ...changes });
  return parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
};
const value = (changes: Record<string, unknown> = {}) => bookFormSchema.parse({ ...BOOK, ...changes });

test("turns a form's texts into the stored values", () => {
  expect(value({ price: " ₹1,250.50 ", salePrice: "99", featured: "on", publishedOn: "1910" })).toEqual({
    title: "Gora",
    brief: "A novel.",
    isbn13: null,
    authorId: [1],
    publisherId: 2,
    languageId: 3,
    price: 125_050,
    stock: 10,
    booktagsId: [4, 5],
    description: "",
    pageCount: null,
    publishedOn: "1910",
    salePrice: 9_900,
    featured: true,
    ...EMPTY_RECORD,
    contributors: [],
    furtherLanguageId: [],
    thema: [],
    bisac: [],
  });
});

test("accepts the numbers and lists of JSON", () => {
  const json = {
    authorId: [3, 1, 3],
    publisherId: 2,
    price: 19.99,
    stock: 0,
    featured: true,
    salePrice: null,
  };
  expect(value(json)).toMatchObject({
    authorId: [3, 1],
    price: 1_999,
    stock: 0,
    featured: true,
    salePrice: null,
  });
});

// Each rule of docs/specification.md §5.8, with values that just pass and values that just fail.
test.each<[string, Record<string, unknown>, string[]]>([
  ["title of 100", { title: "é".repeat(100) }, []],
  ["title of 101", { title: "a".repeat(101) }, ["title: Title must be less than 100 characters"]],
  ["100 letters outside the basic plane", { title: "𝒢".repeat(100) }, []],
  ["no title", { title: " \t\0 " }, ["title: Title is required"]],
  ["title absent", { title: undefined }, ["title: Title is required"]],
  ["title of a wrong kind", { title: { a: 1 } }, ["title: Title is required"]],
  ["brief of 1500", { brief: "a".repeat(1500) }, []],
  ["brief of 1500 with line ends", { brief: `${"a".repeat(700)}\r\n${"a".repeat(799)}` }, []],
  ["brief of 1501", { brief: "a".repeat(1501) }, ["brief: Brief must be less than 1500 characters"]],
  ["no brief", { brief: "" }, ["brief: Brief is required"]],
  ["ISBN of 13", { isbn13: "x".repeat(13) }, []],
  ["ISBN of 14", { isbn13: "1".repeat(14) }, ["isbn13: ISBN must be less than 13 characters"]],
  ["price 0", { price: "0" }, []],
  ["price 10000", { price: "10000" }, []],
  ["price 10000.01", { price: "10000.01" }, ["price: Price must be less than 10000"]],
  ["price -0.01", { price: "-0.01" }, ["price: Price must be greater than or equal to 0"]],
  ["price of three decimals", { price: "1.005" }, ["price: Price can have two decimals at most"]],
  ["price in words", { price: "ten" }, ["price: Price must be a number"]],
  ["price in hexadecimal", { price: "0x10" }, ["price: Price must be a number"]],
  ["price without end", { price: "1e999" }, ["price: Price must be less than 10000"]],
  ["no price", { price: "" }, ["price: Price is required"]],
  ["stock 0", { stock: "0" }, []],
  ["stock 10000", { stock: "10000" }, []],
  ["stock 10001", { stock: "10001" }, ["stock: Stock must be less than 10000"]],
  ["stock -1", { stock: "-1" }, ["stock: Stock must be greater than or equal to 0"]],
  ["stock 1.5", { stock: "1.5" }, ["stock: Stock must be a whole number"]],
  ["no tag", { booktagsId: undefined }, ["booktagsId: At least one Tag is required"]],
  ["a tag that is no id", { booktagsId: ["1", "x"] }, ["booktagsId: At least one Tag is required"]],
  ["no author", { authorId: [] }, ["authorId: At least one author is required"]],
  ["an empty author", { authorId: "" }, ["authorId: At least one author is required"]],
  ["50 authors", { authorId: Array.from({ length: 50 }, (_, index) => index + 1) }, []],
  ["51 authors", { authorId: Array.from({ length: 51 }, (_, index) => index + 1) }, ["authorId: At most 50 authors can be chosen"]],
  ["publisher 0", { publisherId: "0" }, ["publisherId: Publisher is required"]],
  ["publisher beyond all ids", { publisherId: "9".repeat(40) }, ["publisherId: Publisher is required"]],
  ["no language", { languageId: "" }, ["languageId: Language is required"]],
  ["description of 10000", { description: "a".repeat(10_000) }, []],
  ["description of 10001", { description: "a".repeat(10_001) }, ["description: Description must be less than 10000 characters"]],
  ["1 page", { pageCount: "1" }, []],
  ["no page", { pageCount: "0" }, ["pageCount: Page Count must be a whole number from 1 to 100000"]],
  ["no whole page", { pageCount: "0.5" }, ["pageCount: Page Count must be a whole number from 1 to 100000"]],
  ["a day", { publishedOn: "2024-02-29" }, []],
  ["no such day", { publishedOn: "2023-02-29" }, ["publishedOn: Published Date must be a year (YYYY) or a date (YYYY-MM-DD)"]],
  ["a month", { publishedOn: "2023-02" }, ["publishedOn: Published Date must be a year (YYYY) or a date (YYYY-MM-DD)"]],
  ["sale price as high as the price", { salePrice: "250.00" }, []],
  ["sale price above it", { salePrice: "250.01" }, ["salePrice: Sale Price must not be more than the price"]],
  ["sale price below 0", { salePrice: "-1" }, ["salePrice: Sale Price must be greater than or equal to 0"]],
])("%s", (_, changes, expected) => expect(messages(changes)).toEqual(expected)); // oxfmt-ignore

test("compares the sale price with the price even if other fields are wrong", () => {
  expect(messages({ title: "", salePrice: "251" })).toEqual([
    "title: Title is required",
    "salePrice: Sale Price must not be more than the price",
  ]);
});

test("replaces or removes control characters", () => {
  expect(value({ title: "Go\0ra\n2", brief: "one\r\ntwo\0\u0007" })).toMatchObject({
    title: "Go ra 2",
    brief: "one\ntwo",
  });
});

test("stores an ISBN without hyphens; other texts as typed", () => {
  expect(value({ isbn13: "978-0-306-40615-7" }).isbn13).toBe("9780306406157");
  expect(value({ isbn13: "0-8044-2957-x" }).isbn13).toBe("080442957X");
  expect(value({ isbn13: "KT-1/2" }).isbn13).toBe("KT-1/2");
});

test("an unreadable version or stock becomes a value that no book has", () => {
  expect(seenSchema.parse({ version: "2", shownStock: "0" })).toEqual({ version: 2, shownStock: 0 });
  expect(seenSchema.parse({ version: "x", shownStock: "1.5" })).toEqual({ version: 0, shownStock: -1 });
  expect(seenSchema.parse({})).toEqual({ version: 0, shownStock: -1 });
});
