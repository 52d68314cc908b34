/** The name of a reviewer without one that can be shown. */
const UNNAMED_REVIEWER = "A reader";

/** In letters as people count them. A longer first name is cut. */
const LONGEST = 30;
/** Code points of one letter with its marks; more are a trick. */
const LETTER_MAX = 8;

/** The sign characters that some scripts need to join or part letters; all other invisible ones are removed. */
const INVISIBLE = /[^\P{C}\u200C\u200D\s]/gu;

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });
const lettersOf = (text: string) =>
  Array.from(letters.segment(text), ({ segment }) => [...segment].slice(0, LETTER_MAX).join(""));

/**
 * A reviewer as visitors see them: the first name, and the initial of the last, in any script: 'Priya S.', 'प्रिया श.'. Of a
 * full name in the field of the first one, the last word gives the initial.
 * @returns `UNNAMED_REVIEWER` when the account has no name, or an email address or a number in place of one
 */
export function reviewerName(account: { firstName: string; lastName: string }): string {
  const words = (text: string) => text.normalize("NFC").replace(INVISIBLE, "").split(/\s+/).filter(Boolean);
  const first = words(account.firstName);
  const last = words(account.lastName);
  if (first.length === 0) first.push(...last.splice(0, last.length));
  if (last.length === 0 && first.length > 1) last.push(first.pop()!);
  const shown = first.join(" ");
  if (!/\p{L}/u.test(shown) || /[@\p{Nd}]/u.test(shown)) return UNNAMED_REVIEWER;
  const name = lettersOf(shown);
  const cut =
    name.length > LONGEST
      ? `${name
          .slice(0, LONGEST - 1)
          .join("")
          .trim()}…`
      : name.join("");
  const initial = lettersOf(last.join(" ")).find((letter) => /\p{L}/u.test(letter));
  return initial ? `${cut} ${initial.toLocaleUpperCase("en")}.` : cut;
}
