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
  // Letters of India's scripts are wide. Marks above and below one do not count; signs beside it do.
  ["गोदान", undefined],
  ["केमुंनुके".repeat(2), undefined],
  ["रामचरितमानस", "fit-17"],
  ["अभिज्ञानशाकुन्तलम्", "fit-22"],
  ["புத்தகம்", undefined],
  ["அபிஞானசாகுந்தலம்", "fit-22"],
  ["", undefined],
])("%s", (title, fit) => {
  expect(titleFit(title)).toBe(fit);
});
