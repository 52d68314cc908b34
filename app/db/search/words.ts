const MAX_CODE_POINTS = 100;

/**
 * The words of a text in order of occurrence, duplicates kept, folded so that all spellings of one word in one script
 * are equal: small letters, no accents on Latin, Greek and Cyrillic, Indian vowel signs kept, one form of nukta and of
 * Malayalam's chillu letters, no joiners, one form of each Urdu letter without short vowels, Latin digits. Apostrophes
 * within a word are left out ("sultana's" is "sultanas"); all that is no letter, mark or digit separates. Words have
 * letters a–z, digits 0–9, and letters and marks outside of ASCII, at most 100 code points; longer ones are cut.
 * @param text anything, half surrogate pairs too
 */
export function wordsOf(text: string): string[] {
  return isAscii(text) ? asciiWords(text) : allWords(text);
}

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);

const asciiWords = (text: string) => {
  const plain = text.includes("'") || text.includes("`") ? withoutApostrophes(text) : text;
  return (plain.toLowerCase().match(/[a-z0-9]+/g) ?? []).map(cut);
};

function allWords(text: string): string[] {
  // Apostrophes first: the normal form of some is a space and an accent.
  const composed = withoutApostrophes(text).normalize("NFKC").toLowerCase();
  const plain = composed
    .normalize("NFD")
    .replace(ACCENTS, "$1")
    // Composes all but the letters with nukta, which Unicode always writes apart.
    .normalize("NFC")
    .replace(UNSEEN, "")
    .replace(ONE_FORM, (letter) => FORMS.get(letter)!)
    .replace(LONE_ASPIRATE, "$1ہ")
    .replace(DIGIT, latinDigit);
  return (plain.match(WORD) ?? []).map(cut);
}

const cut = (word: string) =>
  word.length > MAX_CODE_POINTS ? [...word].slice(0, MAX_CODE_POINTS).join("") : word;

const withoutApostrophes = (text: string) =>
  text.replace(/(?<=[\p{L}\p{M}\p{N}])['`´‘’ʻʼ＇](?=[\p{L}\p{N}])/gu, "");

const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;

/**
 * Joiners, marks of direction, soft hyphens, variants of emoji, accents of the Veda, and Urdu's short vowels. The zero width
 * space is left: it separates.
 */
const UNSEEN = /(?!\u200b)[\p{Cf}\p{Script=Inherited}\u0640\u06d6-\u06ed]/gu;

const WORD = /[\p{L}0-9][\p{L}\p{M}0-9]*/gu;

/** Letters that have several forms or codes, and the one they are given; a word has no empty one. */
const FORMS = new Map<string, string>([
  ...formsOf({ ی: "يىئ", ے: "ۓ", ک: "ك", ہ: "هۀەۂ", ۃ: "ة", و: "ؤ", ا: "أإآٱٲٳ", "": "ء" }),
  ...formsOf({ ss: "ß", ae: "æ", oe: "œ", o: "ø", d: "đð", l: "ł", i: "ı", th: "þ", h: "ħ" }),
  // What older texts write with a joiner, which is gone by now.
  ...formsOf({ ന്: "ൻ", ണ്: "ൺ", ര്: "ർ", ല്: "ൽ", ള്: "ൾ", ക്: "ൿ", ത্: "", ত্: "ৎ" }),
]);

const ONE_FORM = new RegExp(`[${[...FORMS.keys()].join("")}]`, "gu");

function formsOf(forms: Record<string, string>): [string, string][] {
  return Object.entries(forms).flatMap(([form, letters]) =>
    [...letters].map((letter): [string, string] => [letter, form]),
  );
}

/** The letter for an aspirate where no consonant is before it: typed in place of the ordinary one. */
const LONE_ASPIRATE = /(^|[^\p{L}]|[اویے])ھ/gu;

const DIGIT = /(?![0-9])\p{Nd}/gu;

const digits = new Map<string, string>();

function latinDigit(digit: string): string {
  let value = digits.get(digit);
  if (value === undefined) {
    value = String(digitValue(digit.codePointAt(0)!));
    digits.set(digit, value);
  }
  return value;
}

/** The ten digits of a script follow each other. */
function digitValue(code: number): number {
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}
