import { any, anyOf, type Match } from "~/db/search/match";
import { joinedWhole } from "~/db/search/tokens";
import { eachWord, soundsLike, word } from "~/db/search/text-search";
import { isbnForms } from "../books/record/isbn";

/** Who searches. Staff also search by SKU, but not the texts about a book. */
export type Audience = "shop" | "staff";

/** One step of a search, wider than the one before. */
export interface Tier {
  match: Match;
  /** With all before it. */
  upTo: Match;
}

export const MAIN = ["title", "names"];
export const SOUNDS = ["fine", "fine_other"];
export const COLUMNS = {
  shop: { printed: [...MAIN, "other", "isbn"], every: [...MAIN, "other", "isbn", "text"] },
  staff: { printed: [...MAIN, "other", "isbn", "staff"], every: [...MAIN, "other", "isbn", "staff"] },
} as const;

/** Among the strict tiers, the place of the one for all but the texts about a book. */
export const PRINTED_TIER = 3;

/** All words as typed, then as they sound. @param readings the words, and what may be meant by the same */
export function strictTiers(q: string, typed: string[], readings: string[][], audience: Audience): Tier[] {
  const { printed, every } = COLUMNS[audience];
  const each = (matching: (one: string, isOpen: boolean) => Match | null) =>
    anyOf(...readings.map((reading) => eachWord(reading, matching)));
  const whole = any([
    word(joinedWhole(typed), ["whole"]),
    ...isbnForms(q).map((isbn) => word(isbn.replace(/[^\dA-Za-z]/g, "").toLowerCase(), ["isbn"])),
  ]);
  const asTyped = [
    anyOf(...MAIN.map((column) => each((one) => word(one, [column])))),
    each((one, isOpen) => word(one, MAIN, isOpen)),
    each((one, isOpen) => word(one, printed, isOpen)),
    each((one, isOpen) => word(one, every, isOpen)),
  ].filter((match) => match !== null);
  const inMain = each((one, isOpen) => soundsLike(one, ["fine"], isOpen));
  const anywhere = each((one, isOpen) => anyOf(word(one, every, isOpen), soundsLike(one, SOUNDS, isOpen)));
  return [
    { match: whole, upTo: whole },
    // Each has all of the one before.
    ...asTyped.map((match) => ({ match, upTo: any([whole, match]) })),
    ...(inMain ? [{ match: inMain, upTo: any([whole, asTyped.at(-1)!, inMain]) }] : []),
    ...(anywhere ? [{ match: anywhere, upTo: any([whole, anywhere]) }] : []),
  ];
}
