import { languageName } from "../onix/languages";
import { languageTag, ownLanguageName } from "~/domain/catalogue/books/record/language-tags";
import { cleanName, nameKey } from "../../catalogue/names/names";
import { isNone } from "./isbns";
import { AND, piecesOf } from "./lists";

const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

/** Languages of two or three letters: no codes. */
const NAMES_LIKE_CODES = new Set([
  "ho",
  "ao",
  "mon",
  "mru",
  "kui",
  "kuy",
  "lai",
  "rai",
  "twi",
  "ewe",
  "fon",
  "luo",
  "vai",
]);

/** Names of languages differ in how they write a nasal (हिन्दी, हिंदी) and in vowel points. */
const ownKey = (name: string) =>
  nameKey(name)
    .replace(/[ङञणनम]्(?=[क-ह])/g, "ं")
    .replace(/[\u064B-\u0652]/g, "");

/** The languages of India, and some others, by their names in themselves. */
const OWN_NAMES = new Map(
  "hi,bn,ta,ur,te,mr,gu,kn,ml,pa,or,as,ne,sa,kok,mai,sd,ks,doi,sat,mni,fr,de,ru,ar,fa,es,it,pt,zh,ja"
    .split(",")
    .flatMap((tag) => {
      const own = ownLanguageName(tag);
      return own ? [[ownKey(own), tag === "bn" ? "Bengali" : names.of(tag)!] as const] : [];
    }),
);

/** A language's name without what is said of it: Hindi., Hindi language, Hindi (Devanagari). */
function plainName(text: string): string {
  const plain = text
    .replace(/\.$/, "")
    .replace(/\s+(?:language|lang|भाषा)$/iu, "")
    .trim();
  const [, before = ""] = /^([^()]+?)\s*\([^()]*\)$/.exec(plain) ?? [];
  return before && (languageTag(before) !== null || OWN_NAMES.has(ownKey(before))) ? before : plain;
}

/** Whether a text cannot be the name or code of a language: 1, zz. */
export const isNoLanguage = (text: string): boolean => {
  const plain = text.trim();
  if (!/\p{L}/u.test(plain)) return true;
  return (
    /^[A-Za-z]{1,2}\.?$/.test(plain) &&
    languageOfCode(plain) === plainName(plain) &&
    !NAMES_LIKE_CODES.has(plainName(plain).toLowerCase())
  );
};

/** The language of a code of ISO 639, such as hi, HIN or en-IN, or of its own name, such as हिन्दी; another text as it is. */
export function languageOfCode(given: string): string {
  const text = plainName(given);
  const own = OWN_NAMES.get(ownKey(text));
  if (own) return own;
  const [, code = ""] = /^([A-Za-z]{2,3})(?:[-_][A-Za-z]{2,4})?$/.exec(text) ?? [];
  const lower = code.toLowerCase();
  if (!code || languageTag(text) !== null || NAMES_LIKE_CODES.has(lower)) return text;
  // With a capital it is rather a name.
  if (code.length === 3 && /^\p{Lu}\p{Ll}/u.test(code) && names.of(lower) === undefined) return text;
  const name = code.length === 3 ? languageName(lower) : lower === "bn" ? "Bengali" : names.of(lower);
  return name || text;
}

/** English-Hindi is two. */
function hyphened(text: string): string[] {
  const parts = text.split(/\s*\p{Pd}\s*/u);
  return parts.every((part) => languageTag(languageOfCode(part)) !== null) &&
    parts.every((part) => part.length > 2)
    ? parts
    : [text];
}

/** The languages of a cell: English; Hindi, or hi/en. */
export function languagesIn(cell: string): string[] {
  const parts = piecesOf(cell).flatMap(({ text, isQuoted }) =>
    isQuoted ? [text] : text.split(/[,/](?![^()]*\))/).flatMap((part) => part.split(AND)),
  );
  const found = parts
    .map(cleanName)
    .flatMap(hyphened)
    .filter((part) => part && !isNone(part) && !isNoLanguage(part))
    .map(languageOfCode);
  // Odia/Oriya is one.
  return [
    ...new Map(found.toReversed().map((name) => [languageTag(name) ?? name.toLowerCase(), name])).values(),
  ].toReversed();
}
