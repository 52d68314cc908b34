import fc from "fast-check";
import { expect, test } from "vitest";
import { amountInWords } from "./amount-in-words";

test.each([
  [0, "Rupees zero only"],
  [1, "Rupees zero and one paisa only"],
  [100, "Rupee one only"],
  [1_950, "Rupees nineteen and fifty paise only"],
  [2_000, "Rupees twenty only"],
  [10_000, "Rupees one hundred only"],
  [10_110, "Rupees one hundred one and ten paise only"],
  [100_000_00, "Rupees one lakh only"],
  [99_999_99, "Rupees ninety-nine thousand nine hundred ninety-nine and ninety-nine paise only"],
  [1_23_456_50, "Rupees one lakh twenty-three thousand four hundred fifty-six and fifty paise only"],
  [1_00_00_000_00, "Rupees one crore only"],
  [123_00_00_005_00, "Rupees one hundred twenty-three crore five only"],
])("%d paise: %s", (paise, words) => {
  expect(amountInWords(paise)).toBe(words);
});

const VALUES = new Map(
  (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " +
    "seventeen eighteen nineteen"
  )
    .split(" ")
    .map((word, value) => [word, value]),
);
"twenty thirty forty fifty sixty seventy eighty ninety"
  .split(" ")
  .forEach((word, at) => VALUES.set(word, (at + 2) * 10));
const GROUPS = new Map([
  ["hundred", 100],
  ["thousand", 1000],
  ["lakh", 100_000],
  ["crore", 10_000_000],
]);

/** Parses a number in words: each group name multiplies the number before it. */
function read(words: string): number {
  let done = 0;
  let group = 0;
  for (const word of words.split(/[ -]/)) {
    const size = GROUPS.get(word);
    if (size === undefined) group += VALUES.get(word)!;
    else if (size === 100) group *= 100;
    else if (size === 10_000_000) [done, group] = [(done + group) * size, 0];
    else [done, group] = [done + group * size, 0];
  }
  return done + group;
}

test("the words parsed back are the amount", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_99_99_999_99 }), (paise) => {
      const words = amountInWords(paise);
      const [, rupees, , rest] = /^Rupees? (.+?)( and (.+) pais[ae])? only$/.exec(words)!;
      expect(read(rupees!) * 100 + (rest ? read(rest) : 0)).toBe(paise);
    }),
    { numRuns: 500 },
  );
});
