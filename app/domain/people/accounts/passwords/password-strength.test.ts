import { expect, test } from "vitest";
import { passwordStrength } from "./password-strength";

test.each([
  ["", 0, "Very Weak"],
  ["-", 0, "Very Weak"],
  ["a", 25, "Weak"],
  ["7", 25, "Weak"],
  ["!", 25, "Weak"],
  ["A1", 50, "Medium"],
  ["abcdefgh", 50, "Medium"],
  ["Abcdefgh", 75, "Strong"],
  ["Abc!", 75, "Strong"],
  ["Abcdefg1", 100, "Very Strong"],
  ["Abcdefg*", 100, "Very Strong"],
  ["Abcdefg?", 75, "Strong"],
])("%j scores %i: %s", (password, score, label) => {
  expect(passwordStrength(password)).toEqual({ score, label });
});
