import { expect, test } from "vitest";
import { shownNumber } from "../tables/xlsx-numbers";
import { NumberSigns, numberIn } from "./numbers";

test.each([
  ["1,23,456.00", "123456.00"],
  ["1.299,50", "1299.50"],
  ["1,299.50", "1299.50"],
  ["99,50", "99.50"],
  ["99.5", "99.5"],
  ["0,350", "0.350"],
  ["1,299", "1299"],
  ["1.299", "1299"],
  ["1.234.567", "1234567"],
  ["Rs. 1,200/-", "1200"],
  ["₹ 399/-", "399"],
  ["INR 399", "399"],
  ["MRP: Rs.399.00", "399.00"],
  ["1\u00A0299,00", "1299.00"],
  ["1’299.50", "1299.50"],
  ["₹१,२५०.५०", "1250.50"],
  ["২৫০", "250"],
  [" 12 ", "12"],
  // No numbers: the form refuses them.
  ["free", "free"],
  ["$12.99", "$12.99"],
  ["1,23,45", "1,23,45"],
  ["12.99 / 13.99", "12.99 / 13.99"],
])("%j is %j", (cell, number) => {
  expect(numberIn(cell)).toBe(number);
});

test.each<[string[], boolean, string | undefined]>([
  [["1,299", "450"], false, undefined],
  [["1.299", "99,50"], false, undefined],
  [["1.299", "99.50"], false, "open"],
  [["12.000", "5.000", "120.000"], false, "open"],
  [["8.500", "450"], false, "open"],
  [["1.299", "1.234.567"], false, undefined],
  [["1.299", "450"], true, undefined],
  [["1,299"], false, undefined],
  [["1,299", "99,50"], false, "open"],
  [["1.299", "1,299"], false, "open"],
  [["1.250", "0.35"], true, "point"],
  [["1,250", "0,35"], true, "comma"],
  [["99.50", "99,50"], false, undefined],
])("a column of %j", (cells, threeDecimals, sign) => {
  const signs = new NumberSigns();
  for (const cell of cells) signs.add(cell);
  expect(signs.decide(threeDecimals)).toBe(sign);
});

test("what can be read in two ways is not read, and then as staff say", () => {
  expect(numberIn("1.299", "open")).toBeNull();
  expect(numberIn("1.299", "point")).toBe("1.299");
  expect(numberIn("1.299", "comma")).toBe("1299");
  expect(numberIn("99,50", "open")).toBe("99.50");
});

test("a number of a workbook is not taken for thousands", () => {
  for (const raw of ["1.125", "123.456", "-9.375", "0.125", "1299.125"])
    for (const style of [{ kind: "exact" }, { kind: "decimals", decimals: 3, zeros: 0 }] as const)
      expect(Number(numberIn(shownNumber(raw, style, false)))).toBe(Number(raw));
});
