import { nameKey } from "../../names/names";

/** BCP 47 tags of the languages of the Eighth Schedule, English, and others that books in India are written in. */
// Only the server reads them: without the marks they would be in the browser's first script.
const TAGS = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries({
    arabic: "ar",
    assamese: "as",
    awadhi: "awa",
    bangla: "bn",
    bengali: "bn",
    bhojpuri: "bho",
    bodo: "brx",
    "braj bhasha": "bra",
    dogri: "doi",
    english: "en",
    french: "fr",
    german: "de",
    gujarati: "gu",
    hindi: "hi",
    kannada: "kn",
    kashmiri: "ks",
    konkani: "kok",
    maithili: "mai",
    malayalam: "ml",
    manipuri: "mni",
    marathi: "mr",
    meitei: "mni",
    nepali: "ne",
    odia: "or",
    oriya: "or",
    pali: "pi",
    persian: "fa",
    punjabi: "pa",
    rajasthani: "raj",
    russian: "ru",
    sanskrit: "sa",
    santali: "sat",
    sindhi: "sd",
    tamil: "ta",
    telugu: "te",
    tulu: "tcy",
    urdu: "ur",
  }),
);

/**
 * A language's name in the language itself: 'বাংলা' for 'bn'.
 * @returns null for English, and for a language whose own name is not known
 */
export function ownLanguageName(tag: string | null): string | null {
  if (tag === null || tag === "en") return null;
  const names = new Intl.DisplayNames([tag], { type: "language" });
  if (names.resolvedOptions().locale !== tag) return null;
  return names.of(tag)?.replace(/ भाषा$/, "") ?? null;
}

/** @param name from the shop's list of languages @returns null for an unknown language */
export const languageTag = (name: string): string | null => TAGS.get(nameKey(name)) ?? null;
