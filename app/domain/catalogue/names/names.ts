/** Characters that show nothing and change no letter: a copied name has them by accident. */
const UNSEEN = /[\u00AD\u200B\u2060\uFEFF]/g;

/**
 * Joiners change letters of Indian and Arabic scripts, so they stay after such a letter or its sign (and within emoji); after
 * any other character they show nothing.
 */
const IDLE_JOINERS =
  /(?<![^\P{L}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]|\p{M}|\p{Extended_Pictographic})[\u200C\u200D]+/gu;

/** Without what shows nothing: also the marks of direction, which copied prices and numbers have around them. */
export const withoutUnseen = (text: string): string =>
  text.replace(UNSEEN, "").replace(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, "");

/** A name as stored: without control and unseen characters, and without doubled or surrounding white space. */
export function cleanName(name: string): string {
  return name
    .replace(UNSEEN, "")
    .replace(IDLE_JOINERS, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .normalize("NFC");
}

/**
 * A key that is equal for equal names (docs/product-decisions.md §3.20): ignores surrounding and doubled white space,
 * letter case and joiners. Stored as `name_key` of each author, language, publisher, tag and logistics provider.
 */
export function nameKey(name: string): string {
  return cleanName(name)
    .replace(/[\u200C\u200D]/g, "")
    .toLowerCase();
}
