// The judged set: what is typed, and the one book that is meant.
import { between, mixedOrder, pick, type Random, seededRandom } from "../../app/sample/random";
import { type MadeBook, makeBook } from "./catalogue";
import { inLatin, inScript, SCRIPTS, type Style } from "./spellings";

export interface Query {
  q: string;
  /** The id of the book that is meant; null: nothing may be found. */
  id: number | null;
}

export interface QueryClass {
  name: string;
  /** The least recall@5, as the shop promises it. */
  wanted: number;
  queries: Query[];
}

const A_CLASS = 50;

type Typed = (book: MadeBook, random: Random) => string | null;

const titleIn =
  (style: Style): Typed =>
  ({ iso }) =>
    iso && iso.map((word) => inLatin(word, style)).join(" ");

/** For a book in any script: its title in Latin letters, spelled in one of the ways. */
const romanised = (style: Style): Typed => {
  const title = titleIn(style);
  return (book, random) => (isNative(book) ? title(book, random) : null);
};

const isNative = ({ iso, originalTitle }: MadeBook) => iso !== null && originalTitle === null;

const CLASSES: readonly [name: string, wanted: number, typed: Typed][] = [
  ["exact title", 0.99, ({ title }) => title],
  ["beginning of a title", 0.99, ({ title }) => [...title].slice(0, -2).join("")],
  ["words in another order", 0.99, ({ title }) => title.split(" ").reverse().join(" ")],
  ["author and title", 0.99, ({ author, title }) => `${author.split(" ")[1]} ${title}`],
  ["title, publisher, language and year", 0.99, (book, random) => withMore(book, random)],
  ["ISBN", 0.99, ({ isbn }, random) => isbn && isbnForm(isbn, random)],
  ["ISBN with a wrong digit", 0.9, ({ isbn }, random) => isbn && withWrongDigit(isbn, random)],
  [
    "ISBN with the word before it",
    0.99,
    ({ isbn }, random) => isbn && withWord(isbnForm(isbn, random), random),
  ],
  [
    "a form of address before the author",
    0.9,
    ({ author, title }) => `shri ${author.split(" ")[1]} ${title}`,
  ],
  ["a volume behind the title", 0.9, ({ title }) => `${title} part 1`],
  // Made books cost ₹299.
  ["a price behind the title", 0.9, ({ title }, random) => `${title} ${pick(random, PRICES)}`],
  ["another script", 0.9, (book, random) => inAnotherScript(book, random)],
  ["Latin, aa ee oo", 0.9, romanised("doubled")],
  ["Latin, th and ru", 0.9, romanised("southern")],
  ["Latin, s w f, silent a left out", 0.9, romanised("casual")],
  ["one wrong letter, same script", 0.9, ({ title }, random) => misspelled(title, 1, 5, random)],
  ["one wrong letter, other script", 0.9, (book, random) => misspelledIn("doubled", book, 1, random)],
  ["two wrong letters in a word of seven", 0.75, ({ title }, random) => misspelled(title, 2, 7, random)],
  ["two wrong letters, other script", 0.75, (book, random) => misspelledIn("plain", book, 2, random)],
];

/** The set over the made catalogue, and searches that mean nothing. @param count of the made books */
export function judgedQueries(count: number): QueryClass[] {
  const isOnly = uniqueTitles(count);
  const orderOf = mixedOrder(count);
  let next = 0;
  const classes = CLASSES.map(([name, wanted, typed]): QueryClass => {
    const queries: Query[] = [];
    for (let tried = 0; queries.length < A_CLASS && tried < 20 * A_CLASS; tried += 1) {
      const ordinal = orderOf(next++);
      const book = makeBook(ordinal);
      const q = isLong(book) && isOnly(book) ? typed(book, seededRandom(ordinal + 5)) : null;
      if (q !== null) queries.push({ q, id: book.id });
    }
    return { name, wanted, queries };
  });
  return [...classes, { name: "means nothing", wanted: 1, queries: meaningless() }];
}

const keyOf = ({ iso, title }: MadeBook) => iso?.join(" ") ?? title;

/** So long that no other title has the same words by chance. */
const isLong = (book: MadeBook) => keyOf(book).length >= 14;

/** Whether no other book has this title, in any script. */
function uniqueTitles(count: number): (book: MadeBook) => boolean {
  const seen = new Map<string, number>();
  for (let ordinal = 0; ordinal < count; ordinal += 1) {
    const key = keyOf(makeBook(ordinal));
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  return (book) => seen.get(keyOf(book)) === 1;
}

function withMore({ title, publisher, language, year }: MadeBook, random: Random): string {
  return `${title} ${pick(random, [publisher, language.toLowerCase(), String(year)])}`;
}

function isbnForm(isbn: string, random: Random): string {
  const hyphened = `${isbn.slice(0, 3)}-${isbn.slice(3, 5)}-${isbn.slice(5, 9)}-${isbn.slice(9, 12)}-${isbn.slice(12)}`;
  return pick(random, [isbn, hyphened, hyphened.replaceAll("-", " "), isbn10(isbn)]);
}

const withWord = (isbn: string, random: Random) =>
  `${pick(random, ["ISBN ", "isbn: ", "ISBN-13: ", "isbn no. "])}${isbn}`;

const PRICES = ["under 300", "below ₹500", "up to Rs. 299", "over 200", "between 200 and 400"];

function isbn10(isbn: string): string {
  const nine = isbn.slice(3, 12);
  const sum = [...nine].reduce((total, digit, at) => total + Number(digit) * (10 - at), 0);
  const check = (11 - (sum % 11)) % 11;
  return nine + (check === 10 ? "X" : String(check));
}

function withWrongDigit(isbn: string, random: Random): string {
  const at = between(random, 5, 11);
  return isbn.slice(0, at) + String((Number(isbn[at]) + between(random, 1, 9)) % 10) + isbn.slice(at + 1);
}

/** For a book in any script, its title in a script that is not its own. */
function inAnotherScript(book: MadeBook, random: Random): string | null {
  if (book.iso === null) return null;
  const others = SCRIPTS.filter((script) => script !== book.script);
  const script = pick(random, others);
  return book.iso.map((word) => inScript(word, script)).join(" ");
}

function misspelledIn(style: Style, book: MadeBook, mistakes: number, random: Random): string | null {
  const title = isNative(book) ? titleIn(style)(book, random) : null;
  return title && misspelled(title, mistakes, mistakes === 1 ? 5 : 7, random);
}

/** One word of at least so many letters gets mistakes. @returns null if there is none */
function misspelled(title: string, mistakes: number, least: number, random: Random): string | null {
  const words = title.split(" ");
  const long = words.flatMap((word, at) => ([...word].length >= least ? [at] : []));
  if (long.length === 0) return null;
  const at = pick(random, long);
  for (let made = 0; made < mistakes; made += 1) words[at] = withMistake(words[at]!, made, random);
  return words.join(" ");
}

/** A letter wrong, left out, doubled by its neighbour, or two exchanged. Two mistakes are in different halves of the word. */
function withMistake(word: string, half: number, random: Random): string {
  const letters = [...word];
  const middle = Math.floor(letters.length / 2);
  const at = half === 0 ? between(random, middle, letters.length - 2) : between(random, 1, middle - 2);
  const other = pick(
    random,
    letters.filter((letter) => /\p{L}/u.test(letter) && letter !== letters[at]),
  );
  switch (between(random, 0, 3)) {
    case 0:
      letters.splice(at, 1);
      break;
    case 1:
      letters.splice(at, 0, other);
      break;
    case 2:
      letters.splice(at, 2, letters[at + 1]!, letters[at]!);
      break;
    default:
      letters[at] = other;
  }
  return letters.join("");
}

/** Two words that no language has. */
function meaningless(): Query[] {
  const random = seededRandom(4711);
  const word = () =>
    Array.from(
      { length: between(random, 4, 5) },
      () => pick(random, [..."bdfgkvxzqjw"]) + pick(random, [..."aeiouy"]),
    ).join("");
  return Array.from({ length: A_CLASS }, () => ({ q: `${word()} ${word()}`, id: null }));
}
