import { expect, test } from "vitest";
import { nearTokens, nearTokensSought } from "./near-tokens";
import { wordsOf } from "./words";

/** Whether a search for the second finds the first, if nothing has it. */
function meet(stored: string, typed: string): boolean {
  const tokens = new Set(nearTokens(wordsOf(stored)[0]!));
  return nearTokensSought(wordsOf(typed)[0]!).some((token) => tokens.has(token));
}

test.each([
  ["wrong", "Meera", "Mesra"],
  ["missing", "Meera", "Mera"],
  ["too many", "Kavita", "Kavjita"],
  ["exchanged", "Kavita", "Kaviat"],
  ["the first", "Kavita", "Javita"],
  ["the last", "Sunil", "Suniq"],
  ["in Devanagari", "कविता", "कपिता"],
  ["in Tamil", "முருகன்", "முதுகன்"],
  ["in Bengali", "সুকুমার", "সুকুমাল"],
  ["in Urdu", "اقبال", "اقبان"],
  ["in another script, beside another spelling", "चटर्जी", "Chattarmi"],
])("a letter is %s", (_, stored, typed) => {
  expect(meet(stored, typed)).toBe(true);
});

test("two letters may be wrong in a word of seven letters or more", () => {
  expect(meet("Mukhopadhyay", "Mukhopqdhyxy")).toBe(true);
  expect(meet("Krishnamurthy", "Krishmurthy")).toBe(true);
  expect(meet("Kavita", "Qavixa")).toBe(false);
  expect(meet("Mukhopadhyay", "Mukhqpqdhyxy")).toBe(false);
});

test("short words and numbers are other words", () => {
  for (const [stored, typed] of [
    ["Rao", "Roa"],
    ["Das", "Dad"],
    ["98450", "98451"],
    ["A1234B", "A1235B"],
  ] as const)
    expect(meet(stored, typed)).toBe(false);
});

test("a word has a bounded number, and none is half a letter", () => {
  expect(nearTokens("x".repeat(3))).toEqual([]);
  const letters = "abcdefghijklmnopqrstuvwxyz".repeat(4);
  for (const length of [20, 21, 40, 41, 100])
    expect(nearTokens(letters.slice(0, length)).length).toBeLessThan(300);
  expect(nearTokens("𑄌𑄋𑄴𑄟𑄳").every((token) => token.isWellFormed())).toBe(true);
});
