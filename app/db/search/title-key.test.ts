import { expect, test } from "vitest";
import { titleKey } from "./title-key";

/** Titles of each script, in the order of its alphabet. */
const IN_ORDER: Record<string, string[]> = {
  Latin: [
    "?!",
    "“1984”",
    "2666",
    "a house",
    "Act 2",
    "act 10",
    "Émile",
    "ENIGMA",
    "Ísland",
    "Kim",
    "Ṛgveda",
    "Zoo",
  ],
  Devanagari: [
    "अंगूर",
    "अकबर",
    "आग",
    "ईदगाह",
    "कंकाल",
    "ककहरा",
    "क़लम",
    "काशी",
    "किताब",
    "क्रान्ति",
    "गोदान",
    "हवा",
  ],
  Bengali: ["আরণ্যক", "ইছামতী", "কপাল", "কৃষ্ণ", "গোরা", "ঘরে বাইরে", "পথের পাঁচালী", "শেষের কবিতা"],
  Gurmukhi: ["ਉਮਰ", "ਅੱਗ", "ਆਸ", "ਇਸ਼ਕ", "ਸੱਸੀ", "ਸ਼ਾਮ", "ਹੀਰ", "ਕਲਮ", "ਰਾਤ", "ਵਾਰ"],
  Gujarati: ["અખો", "કલાપી", "ગુજરાત", "રાઈ", "વેણુ", "હરિ", "ળક"],
  Tamil: ["அக்கா", "அகல்", "அலை", "அவள்", "அழகு", "அளவு", "அறம்", "அன்பு", "ஆறு", "கடல்", "காதல்", "வானம்", "ஜனனி"],
  Telugu: ["అమరావతి", "కన్యాశుల్కం", "రాజు", "వేయి", "హంస", "ళ"],
  Malayalam: ["അരങ്ങ്", "ആടുജീവിതം", "ഖസാക്ക്", "രമണൻ", "വീണപൂവ്", "ഹൃദയം", "ഴ", "റോസ"],
  Urdu: [
    "آگ کا دریا",
    "اردو",
    "بستی",
    "پانی",
    "تلاش",
    "ٹوبہ ٹیک سنگھ",
    "دیوان",
    "ڈر",
    "زندگی",
    "کلیات",
    "گلی",
    "نظم",
    "ہوا",
    "یاد",
  ],
};

test.each(Object.entries(IN_ORDER))("%s titles follow their alphabet, compared as bytes", (_, titles) => {
  const keys = titles.map((title) => ({ title, key: Buffer.from(titleKey(title)) }));
  const sorted = keys.toReversed().toSorted((a, b) => Buffer.compare(a.key, b.key));
  expect(sorted.map(({ title }) => title)).toEqual(titles);
});

test("case, accents, quotation marks, and the ways to write one letter make no difference", () => {
  expect(titleKey("«Émile»,  ou de l’Éducation")).toBe(titleKey("emile ou de l'education"));
  expect(titleKey("क़लम")).toBe(titleKey("क\u093cलम"));
  expect(titleKey("كتاب")).toBe(titleKey("کتاب"));
});

test("a key is never empty, and never longer than 120 letters", () => {
  expect(titleKey("…")).toBe("!");
  expect([...titleKey("क ".repeat(500))].length).toBeLessThanOrEqual(120);
});
