import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "~/test/checks/any-character";
import { wordsOf } from "./words";

test("words are in order of occurrence, duplicates kept, in small letters", () => {
  expect(wordsOf("The Home and the World, 2nd (1919)")).toEqual([
    "the",
    "home",
    "and",
    "the",
    "world",
    "2nd",
    "1919",
  ]);
});

test("Latin, Greek and Cyrillic accents are left out", () => {
  expect(wordsOf("Rāmāyaṇa Café Straße œuvre Kr̥ṣṇa")).toEqual([
    "ramayana",
    "cafe",
    "strasse",
    "oeuvre",
    "krsna",
  ]);
  expect(wordsOf("ΆΒ Йод")).toEqual(["αβ", "иод"]);
});

/** Two words that differ by vowel signs alone. */
const DIFFERENT = [
  ["Devanagari", "राम", "रोम"],
  ["Bengali", "কবিতা", "কবীতা"],
  ["Tamil", "கவிதை", "கவிதா"],
  ["Telugu", "కవిత", "కవితా"],
  ["Kannada", "ಕವಿತೆ", "ಕವಿತಾ"],
  ["Malayalam", "കവിത", "കവിതാ"],
  ["Gujarati", "કવિ", "કવી"],
  ["Gurmukhi", "ਕਵਿਤਾ", "ਕਵੀਤਾ"],
  ["Odia", "କବିତା", "କବୀତା"],
  ["Urdu", "رام", "روم"],
] as const;

test.each(DIFFERENT)("%s: words that differ by a vowel stay different, and whole", (_, one, other) => {
  expect(wordsOf(`${one} ${other}`)).toEqual([one, other]);
  expect(wordsOf(one.normalize("NFD"))).toEqual([one]);
});

/** What is typed differently, but is one word. */
const ALIKE = [
  [
    "nukta composed or apart",
    "\u095b\u093f\u0902\u0926\u0917\u0940",
    "\u091c\u093c\u093f\u0902\u0926\u0917\u0940",
  ],
  ["nukta in Bengali", "\u09ac\u09dc", "\u09ac\u09a1\u09bc"],
  ["nukta in Gurmukhi", "\u0a36\u0a3f\u0a35", "\u0a38\u0a3c\u0a3f\u0a35"],
  ["nukta in Odia", "\u0b13\u0b5c\u0b3f\u0b06", "\u0b13\u0b21\u0b3c\u0b3f\u0b06"],
  ["vowels of two parts", "பொன்", "ப\u0bc6\u0bbeன்"],
  ["joiners", "क्‍षमा", "क्षमा"],
  ["non-joiners", "می‌روم", "میروم"],
  ["chillu letters", "അവൻ", "അവന്‍"],
  ["Bengali's t without a vowel", "শরৎ", "শরত্‍"],
  ["accents of the Veda", "अ॒ग्निम्", "अग्निम्"],
  ["Urdu's ye", "كتابي", "کتابی"],
  ["Urdu's he", "بادشاه", "بادشاہ"],
  ["Urdu's he after a vowel", "راھ", "راہ"],
  ["Urdu's hamza on ye", "آئینہ", "اىینه"],
  ["Urdu's alef", "أدب", "ادب"],
  ["Urdu's hamza", "ادباء", "ادبا"],
  ["Urdu's short vowels", "اُردُو", "اردو"],
  ["a stretched word", "کتـــاب", "کتاب"],
  ["forms of presentation", "ﻛﺘﺎﺏ", "کتاب"],
  ["wide letters", "Ｇｏｄａｎ", "godan"],
] as const;

test.each(ALIKE)("%s", (_, one, other) => {
  expect(one).not.toBe(other);
  expect(wordsOf(one)).toEqual(wordsOf(other));
  expect(wordsOf(one)).toHaveLength(1);
});

test("aspirates of Urdu stay apart from its he", () => {
  expect(wordsOf("گھر گہر")).toEqual(["گھر", "گہر"]);
});

test("digits of all scripts are Latin ones", () => {
  const years = "१९४७ ১৯৪৭ ੧੯੪੭ ૧૯૪૭ ୧୯୪୭ ௧௯௪௭ ౧౯౪౭ ೧೯೪೭ ൧൯൪൭ ۱۹۴۷ ١٩٤٧ １９４７ 𝟏𝟗𝟒𝟕";
  expect(new Set(wordsOf(years))).toEqual(new Set(["1947"]));
  expect(wordsOf(years)).toHaveLength(13);
});

test("apostrophes within a word are left out, others separate", () => {
  expect(wordsOf("Sultana's Sultana’s SULTANA´S")).toEqual(["sultanas", "sultanas", "sultanas"]);
  expect(wordsOf("'tis the readers' book")).toEqual(["tis", "the", "readers", "book"]);
  expect(wordsOf("l’été")).toEqual(["lete"]);
});

test("all else separates", () => {
  expect(wordsOf("one-two/three_four.five\u200bsix\0seven।eight॥nine")).toEqual([
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
  ]);
  expect(wordsOf('गो"दान')).toEqual(["गो", "दान"]);
});

test.each([
  ["nothing", ""],
  ["spaces", " \n\t"],
  ["only marks", "\u093e\u0941\u0301\u0bcd"],
  ["emoji", "📚👩‍👩‍👧🇮🇳❤️"],
  ["half surrogate pairs", "\ud83d \udc4d"],
  ["operators", '"*" ^(+)-:{}&|!<>'],
])("%s: no words", (_, text) => {
  expect(wordsOf(text)).toEqual([]);
});

test("a keycap is its digit, and an emoji in a word separates", () => {
  expect(wordsOf("1️⃣ read📚ing")).toEqual(["1", "read", "ing"]);
});

test("long words are cut", () => {
  expect(wordsOf("a".repeat(10_000))).toEqual(["a".repeat(100)]);
  expect(wordsOf(`${"க".repeat(300)} b`)).toEqual(["க".repeat(100), "b"]);
});

test("whatever is typed: words of letters, marks and Latin digits, which are their own words", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 200 }),
      fc.string({ unit: "binary-ascii" }),
      (one, other) => {
        for (const text of [one, other, `${one}\ud83d${other}`]) {
          const words = wordsOf(text);
          for (const word of words) {
            expect(word).toMatch(/^(?:[a-z0-9]|(?![\0-\x7f])[\p{L}\p{M}])+$/u);
            expect([...word].length).toBeLessThanOrEqual(100);
          }
          expect(wordsOf(words.join(" "))).toEqual(words);
        }
      },
    ),
  );
});
