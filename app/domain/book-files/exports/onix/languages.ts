import { languageTag } from "~/domain/catalogue/books/record/language-tags";
import { languageName } from "../../onix/languages";
import { nameKey } from "../../../catalogue/names/names";

/** Codes of ISO 639-2/B (ONIX list 74) for languages that a shop in India may have books in. */
const CODES =
  "ara asm awa ben bho bra bur chi cze dan doi dut eng fin fre ger gre guj heb hin hun ind ita jpn kan kas kok kor lat mai mal mar mni nep nor ori pan per pli pol por pus raj rum rus san sat sin snd spa swe tam tel tha tib tur ukr urd vie".split(
    " ",
  );

const byName = new Map(CODES.map((code) => [nameKey(languageName(code)), code]));
const byTag = new Map(CODES.map((code) => [languageTag(languageName(code)), code]));

/** @param name from the shop's list of languages @returns null when it has no code */
export function languageCode(name: string): string | null {
  const tag = languageTag(name);
  return byName.get(nameKey(name)) ?? (tag ? (byTag.get(tag) ?? null) : null);
}
