/** The longest word, in letters, that fits every column of titles. */
const ROOM = 13;
const STEPS = [17, 22, 30];
/** Letters of India's own scripts are as wide as one and a half of others. */
const WIDE = /[\u0900-\u0DFF]/;

/**
 * The class that makes a title smaller when its longest word would not fit a narrow column (styles/storefront.css, .fit-…).
 * Marks above and below letters do not count; signs beside them do.
 * @returns undefined for most titles; words of more than 30 letters break
 */
export function titleFit(title: string): string | undefined {
  const words = title
    .normalize("NFC")
    .replace(/\p{Mn}/gu, "")
    .split(/[\s\u2010-\u2014-]+/);
  const widthOf = (word: string) => [...word].reduce((sum, letter) => sum + (WIDE.test(letter) ? 1.5 : 1), 0);
  const longest = Math.max(...words.map(widthOf));
  if (longest <= ROOM) return undefined;
  return `fit-${STEPS.find((step) => longest <= step) ?? STEPS.at(-1)}`;
}
