import fc from "fast-check";
import { expect, test } from "vitest";
import { bareIsbn, isbnForms, isValidIsbn, toIsbn10, toIsbn13 } from "./isbn";

test("the pair of the book-trade facts converts both ways", () => {
  expect(toIsbn13("0306406152")).toBe("9780306406157");
  expect(toIsbn10("9780306406157")).toBe("0306406152");
  expect(toIsbn13("0-306-40615-2")).toBe("9780306406157");
  expect(toIsbn13("978-0-306-40615-7")).toBe("9780306406157");
});

test("a check digit of ten is written X, in either case", () => {
  expect(isValidIsbn("0-8044-2957-X")).toBe(true);
  expect(isValidIsbn("080442957x")).toBe(true);
  expect(toIsbn13("080442957X")).toBe("9780804429573");
  expect(toIsbn10("9780804429573")).toBe("080442957X");
});

test("979 has no short form", () => {
  expect(isValidIsbn("9791034304646")).toBe(true);
  expect(toIsbn10("9791034304646")).toBeNull();
  expect(toIsbn13("9791034304646")).toBe("9791034304646");
});

test.each([
  "",
  "0306406153",
  "9780306406158",
  "978030640615",
  "97803064061570",
  "9770306406157",
  "X306406152",
  "ABCDEFGHIJ",
])("%j is no valid ISBN", (text) => {
  expect(isValidIsbn(text)).toBe(false);
  expect(toIsbn13(text)).toBeNull();
  expect(toIsbn10(text)).toBeNull();
});

test("hyphens, dashes and spaces do not count", () => {
  expect(bareIsbn(" 978–0 306-40615\u00a07 ")).toBe("9780306406157");
});

test("a search for either form looks for both; a mistyped one for itself; words for none", () => {
  expect(isbnForms("0-306-40615-2").sort()).toEqual(["0306406152", "9780306406157"]);
  expect(isbnForms("978 0306406157").sort()).toEqual(["0306406152", "9780306406157"]);
  expect(isbnForms("9780306406158")).toEqual(["9780306406158"]);
  expect(isbnForms("97803064")).toEqual([]);
  expect(isbnForms("gitanjali")).toEqual([]);
});

test("any ISBN-10 goes to thirteen digits and back; one changed digit is noticed", () => {
  const nine = fc.stringMatching(/^\d{9}$/);
  fc.assert(
    fc.property(nine, fc.nat({ max: 9 }), fc.integer({ min: 1, max: 9 }), (first9, place, shift) => {
      const ten = "0123456789X"
        .split("")
        .map((check) => first9 + check)
        .filter(isValidIsbn);
      expect(ten).toHaveLength(1);
      const thirteen = toIsbn13(ten[0]!)!;
      expect(isValidIsbn(thirteen)).toBe(true);
      expect(toIsbn10(thirteen)).toBe(ten[0]);
      const digit = (Number(thirteen[place]) + shift) % 10;
      expect(isValidIsbn(thirteen.slice(0, place) + digit + thirteen.slice(place + 1))).toBe(false);
    }),
  );
});
