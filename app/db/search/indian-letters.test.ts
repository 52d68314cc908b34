import Sanscript from "@indic-transliteration/sanscript";
import { expect, test } from "vitest";
import { scriptOf, soundsOf } from "./indian-letters";

/** The names of the scripts in the library, and their blocks. Tamil is left out: the library reads its letters as soft ones. */
const SCRIPTS = [
  ["devanagari", "devanagari", 0x900],
  ["bengali", "bengali", 0x980],
  ["gurmukhi", "gurmukhi", 0xa00],
  ["gujarati", "gujarati", 0xa80],
  ["odia", "oriya", 0xb00],
  ["telugu", "telugu", 0xc00],
  ["kannada", "kannada", 0xc80],
  ["malayalam", "malayalam", 0xd00],
] as const;

const IN_ISO = { li: "l̥", aa: "ā", ii: "ī", uu: "ū", R: "r̥", ə: "a" } as const;

/** What the library has no letter for stays as it was. */
const isKnown = (latin: string) => /^[\p{Script=Latin}\p{Script=Inherited}]+$/u.test(latin);

test.each(SCRIPTS)("%s: letters read as the library reads them", (script, scheme, block) => {
  let compared = 0;
  for (let code = block + 0x05; code <= block + 0x39; code += 1) {
    const letter = String.fromCodePoint(code);
    const expected = Sanscript.t(letter, scheme, "iso").normalize("NFC");
    // Bengali's b is v to the library, which knows Sanskrit best.
    if (!isKnown(expected) || letter === "ব") continue;
    const [sound, ...more] = soundsOf(letter, script);
    const vowel = IN_ISO[sound!.vowel as keyof typeof IN_ISO] ?? sound!.vowel;
    // The length of e and o is not read.
    expect([letter, sound!.consonant + vowel]).toEqual([letter, short(expected)]);
    expect(more).toEqual([]);
    expect(scriptOf(letter)).toBe(script);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(35);
});

const short = (latin: string) => latin.replace(/ē|ê/g, "e").replace(/ō|ô/g, "o").replace("r̥̄", "r̥");
