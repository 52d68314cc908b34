import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parseCustomerSearch } from "~/domain/people/accounts/customers";
import { parseAuditSearch } from "./audit/audit-search";
import { parseCatalogueSearch, unreadPrices } from "~/domain/catalogue/books/lists/catalogue.schema";
import { parseStaffFilters } from "~/domain/catalogue/books/staff/staff-books";
import { parseListSearch } from "./listing/listing";
import { parseNameList } from "~/domain/catalogue/names/name-pages.schema";
import { parseOrderSearch } from "~/domain/sales/orders/desk/order-list";
import { parseReviewSearch } from "~/domain/readers/reviews/moderation";
import { readDigits, readId, readNumber } from "./search-params";

/** The zeros of Devanagari, Bengali, Gujarati, Tamil and full-width digits. */
const ZEROS = ["०", "০", "૦", "௦", "０"];
const inScript = (zero: string, text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit)));

const LISTS: Record<string, { query: Record<string, string>; parse: (params: URLSearchParams) => unknown }> =
  {
    "a list of the back office": {
      query: { page: "12", size: "50" },
      parse: (params) => parseListSearch(params),
    },
    "the store's list": { query: { page: "3", min: "250", max: "1999.50" }, parse: parseCatalogueSearch },
    "its prices": { query: { min: "250", max: "100" }, parse: unreadPrices },
    "a name's books": { query: { page: "3" }, parse: (params) => parseNameList("authors", params) },
    orders: {
      query: { page: "2", customer: "17", carrier: "3", from: "2026-11-01", to: "2026-11-30" },
      parse: parseOrderSearch,
    },
    customers: { query: { page: "2" }, parse: parseCustomerSearch },
    books: { query: { publisher: "4" }, parse: parseStaffFilters },
    reviews: { query: { page: "2", customer: "17" }, parse: parseReviewSearch },
    "the audit log": {
      query: { older: "512", from: "2026-11-01", to: "2026-11-30" },
      parse: parseAuditSearch,
    },
  };

test.each(Object.keys(LISTS))(
  "numbers in the address of %s are read in the digits of every script",
  (name) => {
    const { query, parse } = LISTS[name]!;
    const plain = parse(new URLSearchParams(query));
    expect(plain).not.toEqual(parse(new URLSearchParams()));
    for (const zero of ZEROS) {
      const typed = Object.entries(query).map(([key, value]) => [key, inScript(zero, value)]);
      expect(parse(new URLSearchParams(typed)), zero).toEqual(plain);
    }
  },
);

test("a number, an id and a date are read in every script; anything else is none", () => {
  const params = new URLSearchParams({
    page: "१२",
    id: "৭",
    day: "२०२६-११-२१",
    none: "-1",
    part: "1.5",
    long: "9".repeat(16),
  });
  expect([readNumber(params, "page"), readId(params, "id"), readDigits(params, "day")]).toEqual([
    12,
    7,
    "2026-11-21",
  ]);
  for (const name of ["none", "part", "long", "day", "absent"])
    expect([name, readNumber(params, name), readId(params, name)]).toEqual([name, null, null]);
});

test("no number of an address is read in another way", () => {
  const others = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^test\/|search-params\.ts$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(path.join("app", name), "utf8");
      const found = text.match(
        /\b(?:Number|parseInt|parseFloat|parseId)\(\s*(?:readParam\(|\w*(?:[pP]arams|query)\.get\().*/g,
      );
      return (found ?? []).map((line) => `${name}: ${line}`);
    });
  expect(others).toEqual([]);
});
