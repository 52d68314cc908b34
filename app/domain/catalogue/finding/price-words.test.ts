import { expect, test } from "vitest";
import { pricesIn } from "./price-words";

test.each<[string, string, number | null, number | null]>([
  ["books under 200", "", null, 200],
  ["Books Under ₹200", "", null, 200],
  ["books below Rs 200", "", null, 200],
  ["books below Rs.200/-", "", null, 200],
  ["hindi novels less than 1,200", "hindi novels", null, 1200],
  ["novels priced under 99.50 rupees", "novels", null, 99.5],
  ["upto 300 tagore", "tagore", null, 300],
  ["tagore up to 300", "tagore", null, 300],
  ["poems within ₹ 150", "poems", null, 150],
  ["all books for under 250", "", null, 250],
  ["under २०० premchand", "premchand", null, 200],
  ["books over 500", "", 500, null],
  ["atlas above Rs. 1,00,000", "atlas", 100_000, null],
  ["history more than 500", "history", 500, null],
  ["between 100 and 200", "", 100, 200],
  ["novels between ₹200 and ₹100", "novels", 100, 200],
  ["novels ₹100-200", "novels", 100, 200],
  ["novels 100 to 200 rs", "novels", 100, 200],
  ["novels over 100 under 300", "novels", 100, 300],
  ["किताबें 200 रुपये से कम", "", null, 200],
  ["stories under ₹10", "stories", null, 10],
  ["under 200", "", null, 200],
])("%s: %j from %s to %s", (q, rest, min, max) => {
  const paise = (rupees: number | null) => (rupees === null ? null : rupees * 100);
  expect(pricesIn(q)).toEqual({ q: rest, minPrice: paise(min), maxPrice: paise(max) });
});

test.each([
  "",
  "under",
  "under the tree",
  "over and over 500 recipes",
  "under 200 pages",
  "yoga above 60 years",
  "above 60-year",
  "stories for children under 12",
  "thunder 200",
  "under 2001245",
  "under 200.555",
  "1857 tak",
  "1947 to 2000",
  "100-200",
  "less than 50%",
  "part 1",
  "9788126415885",
  "under 200th",
])("no price: %s", (q) => {
  expect(pricesIn(q)).toBeNull();
});
