import { expect, test } from "vitest";
import { withoutIsbnWord, withoutOptional } from "./search-phrases";

test.each([
  ["ISBN 978-81-264-1588-5", "978-81-264-1588-5"],
  ["isbn:9788126415885", "9788126415885"],
  ["ISBN-13: 978-8126415885", "978-8126415885"],
  ["isbn 10 8126415885", "8126415885"],
  ["isbn no. 812641588X", "812641588X"],
  ["ISBN 13 number 9788126415885", "9788126415885"],
  ["eISBN #9788126415885", "9788126415885"],
  ["ISBN ९७८८१२६४१५८८५", "9788126415885"],
  ["isbn 1386415885", "1386415885"],
  ["isbn 97881", "97881"],
])("%s is the number %s", (typed, number) => {
  expect(withoutIsbnWord(typed)).toBe(number);
});

test.each([
  "isbn",
  "ISBN handbook 2020",
  "isbn 13",
  "the isbn 9788126415885",
  "9788126415885",
  "lisbn 9788126415885",
])("stays as it is: %s", (typed) => {
  expect(withoutIsbnWord(typed)).toBe(typed);
});

test.each([
  ["munshi premchand", "premchand"],
  ["ponniyin selvan part 1", "ponniyin selvan"],
  ["ponniyin selvan part1", "ponniyin selvan"],
  ["dr ambedkar vol ii", "ambedkar"],
  ["chandrakanta bhag ek", "chandrakanta"],
  ["part 1", "part 1"],
  ["munshi", "munshi"],
  ["part time", "part time"],
  ["godan 1", "godan 1"],
])("%s needs only %s", (typed, needed) => {
  expect(withoutOptional(typed.split(" ")).join(" ")).toBe(needed);
});
