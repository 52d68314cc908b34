import fc from "fast-check";
import { expect, test } from "vitest";
import { isValidIsbn } from "~/domain/catalogue/books/record/isbn";
import { isbnIn } from "./isbns";

/** In thirteen digits with the right check digit; many end in zeros. */
const valid = fc
  .tuple(
    fc.constantFrom("978", "979"),
    fc.integer({ min: 1, max: 999_999_999 }),
    fc.integer({ min: 0, max: 8 }),
  )
  .map(
    ([prefix, number, kept]) =>
      prefix +
      String(number)
        .slice(0, 9 - kept)
        .padEnd(9, "0"),
  )
  .map((first12) => [...Array(10).keys()].map((check) => `${first12}${check}`).find(isValidIsbn)!);

test("a right ISBN with hyphens is taken, whatever it ends in", () => {
  fc.assert(
    fc.property(valid, (isbn) => {
      const written = `${isbn.slice(0, 3)}-${isbn.slice(3, 5)}-${isbn.slice(5, 12)}-${isbn[12]}`;
      expect(isbnIn(written)).toEqual({ isbn });
    }),
    { examples: [["9788190000000"]] },
  );
});

test.each(["9788190000000", '="9788190000000"', "978 8190000000", "9788190000000.0"])(
  "%s may be any number that a spreadsheet has cut, so the hint says how it is taken",
  (cell) => {
    const { isbn, warning } = isbnIn(cell);
    expect(isbn).toBe("");
    expect(warning).toMatch(
      /^9788190000000: a spreadsheet has cut its digits.* If it is right, write it with hyphens$/,
    );
  },
);

test.each(["9788130000000", "978-81-300-0000-0", "9788171700000"])(
  "%s has a wrong check digit, so it is cut for certain",
  (cell) =>
    expect(isbnIn(cell)).toEqual({ isbn: "", warning: expect.stringMatching(/cut its digits.*file again$/) }),
);
