import fc from "fast-check";
import { expect, test } from "vitest";
import { bareIsbn, isbnForms, isValidIsbn, toIsbn10, toIsbn13 } from "./isbn";

test("converts between ISBN-10 and ISBN-13", () => {
  expect(toIsbn13("0306406152")).toBe("9780306406157");
  expect(toIsbn10("9780306406157")).toBe("0306406152");
  expect(toIsbn13("0-306-40615-2")).toBe("9780306406157");
  expect(toIsbn13("978-0-306-40615-7")).toBe("9780306406157");
});

test("writes a check digit of ten as X, and accepts a lower-case x", () => {
  expect(isValidIsbn("0-8044-2957-X")).toBe(true);
  expect(isValidIsbn("080442957x")).toBe(true);
  expect(toIsbn13("080442957X")).toBe("9780804429573");
  expect(toIsbn10("9780804429573")).toBe("080442957X");
});

test("an ISBN with the prefix 979 has no ISBN-10", () => {
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
])("%j is not a valid ISBN", (text) => {
  expect(isValidIsbn(text)).toBe(false);
  expect(toIsbn13(text)).toBeNull();
  expect(toIsbn10(text)).toBeNull();
});

test("ignores hyphens, dashes and spaces", () => {
  expect(bareIsbn(" 978–0 306-40615\u00a07 ")).toBe("9780306406157");
});

test("searches for both forms of a valid ISBN, for a mistyped one as typed, and for none in other texts", () => {
  expect(isbnForms("0-306-40615-2").sort()).toEqual(["0306406152", "9780306406157"]);
  expect(isbnForms("978 0306406157").sort()).toEqual(["0306406152", "9780306406157"]);
  expect(isbnForms("9780306406158")).toEqual(["9780306406158"]);
  expect(isbnForms("97803064")).toEqual([]);
  expect(isbnForms("gitanjali")).toEqual([]);
});

test("converts any ISBN-10 to 13 digits and back; detects one changed digit", () => {
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
