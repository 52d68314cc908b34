import { expect, test } from "vitest";
import { languageTag } from "./language-tags";
import { textLanguage } from "./text-language";

const of = (text: string, language: string) => textLanguage(text, languageTag(language));

test("returns the book's language for a text in a script other than Latin", () => {
  expect(of("गोदान", "Hindi")).toBe("hi");
  expect(of("গীতাঞ্জলি", "Bengali")).toBe("bn");
  expect(of("பொன்னியின் செல்வன்", "Tamil")).toBe("ta");
  expect(of("دیوانِ غالب", "urdu ")).toBe("ur");
  expect(of("The Mahabharata: महाभारत", "Sanskrit")).toBe("sa");
});

test("returns nothing for Latin letters and unknown languages", () => {
  expect(of("Gitanjali", "Bengali")).toBeUndefined();
  expect(of("Rāmāyaṇa – “one” ₹ 100", "Sanskrit")).toBeUndefined();
  expect(of("गोदान", "Klingon")).toBeUndefined();
  expect(of("", "Hindi")).toBeUndefined();
});
