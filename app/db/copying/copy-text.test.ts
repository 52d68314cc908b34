import fc from "fast-check";
import { expect, test } from "vitest";
import { linesOf, rowsOf } from "./copy-text";

const table = {
  name: "notes",
  columns: [
    { name: "id", kind: "number" as const },
    { name: "text", kind: "text" as const },
  ],
  key: ["id"],
};

test("any rows are the same when they are read again, each from a line of its own", () => {
  const special = fc.string({ unit: fc.constantFrom(..."\\N.nt\b\t\n\v\f\r\u0001 a") });
  const text = fc.option(fc.oneof(special, fc.string({ unit: "binary" })));
  const row = fc.tuple(fc.option(fc.maxSafeInteger()), text);
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), (rows) => {
      const lines = linesOf(rows);
      expect(lines.match(/\n/g)).toHaveLength(rows.length);
      // Zero has no sign in a database.
      expect(rowsOf(lines, table)).toEqual(rows.map(([id, text]) => [id && id + 0, text]));
    }),
  );
});

test("a number that the shop cannot read is an error", () => {
  expect(() => rowsOf("9007199254740993\t\\N\n", table)).toThrow("notes.id has a number beyond 2^53");
});
