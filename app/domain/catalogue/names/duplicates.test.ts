import { expect, test } from "vitest";
import { duplicateKeys, duplicatePairs, duplicatesOf } from "./duplicates";

const isSame = ([one, other]: readonly [string, string]) =>
  duplicateKeys(one).some((key) => duplicateKeys(other).includes(key));

test.each([
  ["R K Narayan", "R. K. Narayan"],
  ["R.K. Narayan", "RK Narayan"],
  ["R. K. NARAYAN", "Narayan, R. K."],
  ["Narayan R K", "r k narayan"],
  ["Tagore, Rabindranath", "Rabindranath Tagore"],
  ["Gabriel García Márquez", "Gabriel Garcia Marquez"],
  ["Harper’s India", "Harpers India"],
  ["Simon & Schuster", "Simon and Schuster"],
  ["Self-Help", "Self help"],
  ["Book Worm", "Bookworm"],
  // Hindi
  ["हिन्दी", "हिंदी"],
  ["आर. के. नारायण", "आर के नारायण"],
  ["फ़िक्शन", "फिक्शन"],
  ["चाँद प्रकाशन", "चांद प्रकाशन"],
  ["ठाकुर, रवीन्द्रनाथ", "रवींद्रनाथ ठाकुर"],
  // Bengali, in both forms that Unicode has for a letter with a dot or a vowel of two parts
  ["আশাপূর্ণা দেবী", "দেবী, আশাপূর্ণা"],
  ["বড়", "ব\u09A1\u09BC"],
  ["গোরা", "গ\u09C7\u09BEরা"],
  // Tamil, Malayalam, Urdu
  ["சி.சு. செல்லப்பா", "சி சு செல்லப்பா"],
  ["ഒ. വി. വിജയൻ", "ഒ.വി. വിജയന്\u200D"],
  ["حيدر علي", "حیدر علی"],
] as const)("%s = %s", (...pair) => {
  expect(isSame(pair)).toBe(true);
});

test.each([
  ["Asha Devi", "Usha Devi"],
  ["C", "C++"],
  ["C++", "C#"],
  ["Class 1", "Class 10"],
  ["Poetry", "Poets"],
  // Vowel signs are letters, not accents
  ["कल", "काल"],
  ["দিন", "দীন"],
  ["கல்", "கால்"],
  ["ਸ", "ਸ਼"],
] as const)("%s ≠ %s", (...pair) => {
  expect(isSame(pair)).toBe(false);
});

test("a name without letters and numbers is like no other", () => {
  expect(duplicateKeys("—")).toEqual([]);
  expect(isSame(["!", "?"])).toBe(false);
});

test("pairs each spelling with the one that is used most, and with the older one of two equals", () => {
  const names = [
    { id: 1, name: "R K Narayan", uses: 3 },
    { id: 2, name: "Mahasweta Devi", uses: 9 },
    { id: 3, name: "R. K. Narayan", uses: 12 },
    { id: 4, name: "Narayan, R.K.", uses: 0 },
    { id: 5, name: "Devi, Mahasweta", uses: 9 },
  ];
  expect(duplicatePairs(names).map(({ gone, stays }) => [gone.id, stays.id])).toEqual([
    [1, 3],
    [4, 3],
    [5, 2],
  ]);
  expect(duplicatesOf(names[0]!, names).map(({ id }) => id)).toEqual([3, 4]);
});
