import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BOOK_WORDS } from "./book-words";

test("each word for 'book' has a drawing that fits its width", () => {
  const svg = readFileSync(new URL("book-words.svg", import.meta.url), "utf8");
  const drawn = [...svg.matchAll(/<path id="(\w+)" d="([^"]+)"/g)].map(([, lang, d]) => ({
    lang,
    rightmost: Math.max(...[...d!.matchAll(/M(\d+) /g)].map(([, x]) => Number(x))),
  }));
  expect(drawn.map(({ lang }) => lang)).toEqual(BOOK_WORDS.map(({ lang }) => lang));
  for (const [index, { lang, width }] of BOOK_WORDS.entries()) {
    const { rightmost } = drawn[index]!;
    expect(rightmost, lang).toBeLessThanOrEqual(width);
    // The last letter begins in the last half.
    expect(rightmost, lang).toBeGreaterThan(width / 2);
  }
});
