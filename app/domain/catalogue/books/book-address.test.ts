import { expect, test } from "vitest";
import { bookIdOf, bookPath, slugOf } from "./book-address";

test.each([
  ["Gora", "gora"],
  ["Sultana’s Dream", "sultanas-dream"],
  ["Sultana's Dream", "sultanas-dream"],
  ["Ānandamaṭh: The Abbey of Bliss!", "anandamath-the-abbey-of-bliss"],
  ["Cafe\u0301 100 % / 2nd edition", "cafe-100-2nd-edition"],
  ["गोदान", "गोदान"],
  ["कविता और कहानी", "कविता-और-कहानी"],
  ["പൊന്നിയിൻ\u200c സെൽവൻ", "പൊന്നിയിൻ-സെൽവൻ"],
  ["ਪੰਜਾਬੀ ਜ਼ਮੀਨ".normalize("NFD"), "ਪੰਜਾਬੀ-ਜ਼ਮੀਨ".normalize("NFC")],
  ["?!", ""],
  ["  ", ""],
])("the slug of %j is %j", (title, slug) => expect(slugOf(title)).toBe(slug));

test("a long title is cut at the end of a word; a single long word within it", () => {
  expect(slugOf("one ".repeat(30))).toBe("one-".repeat(15).slice(0, -1));
  expect(slugOf("x".repeat(100))).toBe("x".repeat(60));
  expect(slugOf("𝒳".repeat(100).normalize("NFD"))).toHaveLength(120);
});

test("the path is encoded; without a slug it is the id alone", () => {
  expect(bookPath({ id: 12, title: "Godan" })).toBe("/books/12-godan");
  expect(bookPath({ id: 12, title: "गो" })).toBe("/books/12-%E0%A4%97%E0%A5%8B");
  expect(bookPath({ id: 12, title: "…" })).toBe("/books/12");
});

test("the id is the part before the first hyphen", () => {
  expect(["12-godan", "12", "12-", "godan"].map(bookIdOf)).toEqual(["12", "12", "12", "godan"]);
});
