/** The longest word, in letters, that fits every column of titles. */
const ROOM = 13;
const STEPS = [17, 22, 30];

/**
 * The class that makes a title smaller when its longest word would not fit a narrow column (styles/storefront.css, .fit-…).
 * Marks above and below letters do not count.
 * @returns undefined for most titles; words of more than 30 letters break
 */
export function titleFit(title: string): string | undefined {
  const words = title
    .normalize("NFC")
    .replace(/\p{M}/gu, "")
    .split(/[\s\u2010-\u2014-]+/);
  const longest = Math.max(...words.map((word) => [...word].length));
  if (longest <= ROOM) return undefined;
  return `fit-${STEPS.find((step) => longest <= step) ?? STEPS.at(-1)}`;
}
