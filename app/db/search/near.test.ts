import fc from "fast-check";
import { expect, test } from "vitest";
import { isNear, mistakesAllowed } from "./near";

test.each([
  ["godan", "godan", true],
  ["godan", "gadan", true],
  ["godan", "goda", true],
  ["godan", "goddan", true],
  ["godan", "gdoan", true],
  ["godan", "gadana", false],
  ["godan", "ogdna", false],
  ["", "g", true],
  ["", "go", false],
] as const)("%s and %s within one mistake: %s", (one, other, expected) => {
  expect(isNear(one, other, 1)).toBe(expected);
  expect(isNear(other, one, 1)).toBe(expected);
});

test.each([
  ["premchand", "premcahnt", true],
  ["premchand", "pemchnad", true],
  ["premchand", "premchandra", true],
  ["premchand", "pemchnadr", false],
  ["premchand", "perm", false],
] as const)("%s and %s within two mistakes: %s", (one, other, expected) => {
  expect(isNear(one, other, 2)).toBe(expected);
  expect(isNear(other, one, 2)).toBe(expected);
});

test("agrees with the plain table of distances", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 9 });
  fc.assert(
    fc.property(word, word, fc.constantFrom(1 as const, 2 as const), (one, other, most) => {
      expect(isNear(one, other, most)).toBe(plainDistance(one, other) <= most);
    }),
    { numRuns: 2000 },
  );
});

test("short words must be right, long ones may have two mistakes", () => {
  expect(["ram", "kama", "godaan", "premcan"].map((word) => mistakesAllowed(word))).toEqual([0, 1, 1, 2]);
});

/** Optimal string alignment, all cells. */
function plainDistance(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, () => Array<number>(other.length + 1).fill(0));
  for (let i = 0; i <= one.length; i += 1) {
    for (let j = 0; j <= other.length; j += 1) {
      if (i === 0 || j === 0) {
        table[i]![j] = i + j;
        continue;
      }
      const wrong = one[i - 1] === other[j - 1] ? 0 : 1;
      const ways = [table[i - 1]![j - 1]! + wrong, table[i - 1]![j]! + 1, table[i]![j - 1]! + 1];
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isExchanged) ways.push(table[i - 2]![j - 2]! + 1);
      table[i]![j] = Math.min(...ways);
    }
  }
  return table[one.length]![other.length]!;
}
