import type { NamedRow } from "~/domain/kit/master-data";

// Finds names that are probably the same: 'R K Narayan' and 'R. K. Narayan', 'Tagore, Rabindranath' and 'Rabindranath
// Tagore', 'हिन्दी' and 'हिंदी'.

/** Spellings of one thing in Indian and Arabic scripts; after NFD, which takes letters and dots apart. */
const SPELLINGS: [RegExp, string][] = [
  // Marks that only shape the letters beside them.
  [/[\u200B-\u200D\u2060\uFEFF\u00AD]/g, ""],
  // Accents of Latin, Greek and Cyrillic letters. Vowel signs of Indian scripts are no accents.
  [/[\u0300-\u036F]/g, ""],
  // Devanagari: the dot below of फ़, which many leave out; ँ as ं; a nasal before its consonant as ं (हिन्दी, हिंदी).
  [/\u093C/g, ""],
  [/\u0901/g, "\u0902"],
  [/[ङञणनम]\u094D(?=[क-ह])/g, "\u0902"],
  // Malayalam: a chillu letter, and its letter with virama.
  [/\u0D7A/g, "\u0D23\u0D4D"],
  [/\u0D7B/g, "\u0D28\u0D4D"],
  [/\u0D7C/g, "\u0D30\u0D4D"],
  [/\u0D7D/g, "\u0D32\u0D4D"],
  [/\u0D7E/g, "\u0D33\u0D4D"],
  [/\u0D7F/g, "\u0D15\u0D4D"],
  // Urdu: letters as an Arabic keyboard types them, short vowels and the stretched line.
  [/[\u064A\u0649]/g, "\u06CC"],
  [/\u0643/g, "\u06A9"],
  [/\u0647/g, "\u06C1"],
  [/[\u0640\u064B-\u065F]/g, ""],
  [/&/g, " and "],
];

/** Small letters without accents, and one spelling where scripts have several. */
function folded(name: string): string {
  const plain = SPELLINGS.reduce(
    (text, [pattern, spelling]) => text.replace(pattern, spelling),
    name.normalize("NFKD"),
  );
  return plain.toLowerCase();
}

/** 'Tagore, Rabindranath' → 'Rabindranath Tagore'. */
const inSpokenOrder = (name: string) => name.replace(/^([^,،]+)[,،]([^,،]+)$/u, "$2 $1");

/** The words, without punctuation; C++ and C# keep theirs. Apostrophes belong to their word. */
const wordsOf = (text: string) => text.replace(/['’ʼ`]/gu, "").match(/[\p{L}\p{M}\p{N}+#]+/gu) ?? [];

/** Initials beside each other become one word: r, k, narayan → rk, narayan. */
function joinInitials(words: string[]): string[] {
  const joined: string[] = [];
  let afterInitial = false;
  for (const word of words) {
    const isInitial = /^\p{L}\p{M}*$/u.test(word);
    if (isInitial && afterInitial) joined.push(joined.pop()! + word);
    else joined.push(word);
    afterInitial = isInitial;
  }
  return joined;
}

/**
 * What a name is compared by. Two names are probably the same if they share a key: their letters without spaces and
 * punctuation, or their words in any order.
 * @returns none for a name without letters and numbers
 */
export function duplicateKeys(name: string): string[] {
  const words = joinInitials(wordsOf(inSpokenOrder(folded(name))));
  if (words.length === 0) return [];
  return [words.join(""), words.toSorted().join(" ")];
}

export interface CountedName extends NamedRow {
  /** How many books, or orders, refer to it. */
  uses: number;
}

/** Two entries that are probably the same. */
export interface DuplicatePair {
  /** The one to be merged. */
  gone: CountedName;
  /** The one to stay: it has more books; the older one if both have as many. */
  stays: CountedName;
}

/** The pairs that are probably the same: each further spelling of a name with the one that is used most. */
export function duplicatePairs(names: readonly CountedName[]): DuplicatePair[] {
  const groups = new Map<string, CountedName[]>();
  for (const entry of names) {
    for (const key of new Set(duplicateKeys(entry.name))) {
      const group = groups.get(key);
      if (group) group.push(entry);
      else groups.set(key, [entry]);
    }
  }
  const pairs = new Map<string, DuplicatePair>();
  for (const group of groups.values()) {
    const [stays, ...others] = group.toSorted((a, b) => b.uses - a.uses || a.id - b.id);
    for (const gone of others) pairs.set(`${gone.id} ${stays!.id}`, { gone, stays: stays! });
  }
  return [...pairs.values()];
}

/** The entries that are probably the same as this one. */
export function duplicatesOf<Entry extends NamedRow>(entry: NamedRow, names: readonly Entry[]): Entry[] {
  const keys = new Set(duplicateKeys(entry.name));
  return names.filter(({ id, name }) => id !== entry.id && duplicateKeys(name).some((key) => keys.has(key)));
}
