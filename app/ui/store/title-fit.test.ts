import { expect, test } from "vitest";
import { titleFit } from "./title-fit";

test.each([
  ["Gora", undefined],
  ["Annihilation of Caste", undefined],
  ["Ramcharitmanas", "fit-17"],
  ["Shakuntala-Abhijnanasha", undefined],
  ["The Abhijnanashakuntalam", "fit-22"],
  ["A".repeat(23), "fit-30"],
  ["A".repeat(200), "fit-30"],
  // Vowel signs above, below or within a letter do not count.
  ["अभिज्ञानशाकुन्तलम्", undefined],
  ["", undefined],
])("%s", (title, fit) => {
  expect(titleFit(title)).toBe(fit);
});
