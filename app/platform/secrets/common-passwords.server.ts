import { PASSWORD_MAX } from "./password-limit";

/**
 * The base words of the most frequent passwords in lists of leaked accounts, in lower case and plain letters.
 * Our own selection; `isCommonPassword` removes what people add to satisfy a rule ('Welcome@123').
 */
const COMMON_WORDS = new Set(
  `password passwort passwrd passwd passw pass passcode secret admin administrator root user login letmein welcome
  master access hello hallo changeme changeit default guest temp qwerty qwertyuiop qwert azerty asdf asdfgh
  asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc abc abcd abcde abcdef abcdefg aaa iloveyou loveyou
  iloveu lovely love lover sweetheart sweety sweetie darling honey baby babygirl babyboy princess prince queen king
  angel angels sunshine sunflower flower flowers rose butterfly rainbow monkey dragon tiger lion lionking eagle
  shadow ninja hunter ranger killer warrior knight wizard pirate samurai phoenix falcon panther superman batman
  spiderman ironman avengers pokemon pikachu starwars naruto minecraft fortnite football soccer baseball basketball
  hockey cricket liverpool arsenal chelsea barcelona realmadrid juventus manchester manutd ronaldo messi sachin
  tendulkar dhoni kohli virat india indian bharat hindustan mumbai delhi newdelhi bangalore bengaluru chennai kolkata
  hyderabad pune kerala punjab krishna shiva shivshakti ganesh ganesha sairam jaisriram jaishreeram hanuman lakshmi
  durga allah bismillah jesus jesuschrist christ blessed blessing heaven godisgood omsairam omnamahshivaya mahadev
  waheguru mummy mama mother father family mylove mylife forever friends friend bestfriend freedom happy happiness
  smile lucky success money million billion diamond diamonds gold golden silver computer internet samsung apple
  google facebook instagram youtube whatsapp android iphone nokia windows microsoft linux trustno nothing something
  whatever nopassword mypassword thisisapassword michael jennifer jessica charlie daniel thomas andrew robert george
  jordan joshua matthew ashley michelle nicole anthony hannah rahul rohit amit priya pooja neha anjali sanjay vijay
  ravi kumar sharma singh summer winter autumn spring monday friday january december november october september
  chocolate cookie cookies cheese pepper ginger banana orange cherry coffee purple yellow black white matrix mustang
  ferrari mercedes porsche corvette harley yamaha pulsar starlight blink bailey buster maggie tigger snoopy
  book books bookstore bookshop kitab`.split(/\s+/),
);

/** Digits that people often put after (or before) the word when a rule requires a digit and a symbol. */
const USUAL_DIGITS =
  /^(?:\d{0,2}|123|1234|12345|123456|1234567|12345678|123456789|321|4321|54321|(\d)\1+|1212|786|108|00\d|19\d\d|20[0-3]\d)$/;

/** Sequences of neighbouring keys, digits or letters. */
const COMMON_RUNS = [
  "01234567890123456789",
  "98765432109876543210",
  "qwertyuiopasdfghjklzxcvbnm",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
  "qazwsxedcrfvtgbyhnujm",
  "zaq12wsxcde34rfv",
  "abcdefghijklmnopqrstuvwxyz",
];

/** Characters used in place of letters: p@ssw0rd. 1 is used for i or l. */
const LOOKALIKES = new Map(
  Object.entries({ "0": "o", "1": "i", "!": "i", "3": "e", "4": "a", "@": "a", "5": "s", $: "s", "7": "t" }),
);
const LOOKALIKES_L = new Map([...LOOKALIKES, ["1", "l"], ["!", "l"]]);

/** The digits behind the symbols of an English keyboard: 1qaz@wsx is 1qaz2wsx. */
const UNSHIFTED = new Map(Array.from("!@#$%^&*()", (symbol, index) => [symbol, "1234567890"[index]!]));

const translate = (text: string, table: Map<string, string>) =>
  Array.from(text, (character) => table.get(character) ?? character).join("");

/**
 * Whether the password is one of the most common: such a word in any case, also with look-alike characters (p@ssw0rd)
 * and with usual digits and up to three symbols around it (Welcome@123, 123Admin!); a sequence of keys or digits
 * (1qaz@wsx, 12345678!); or only one or two different characters.
 */
export function isCommonPassword(password: string): boolean {
  if (password.length > PASSWORD_MAX) return false;
  const text = password.normalize("NFKC").toLowerCase();
  if (new Set(text).size <= 2) return true;
  return isCommonWord(text) || isRun(text);
}

function isCommonWord(text: string): boolean {
  return splits(text).some(([head, tail]) => {
    if (!isUsualEnding(head) || !isUsualEnding(tail)) return false;
    const core = text.slice(head.length, text.length - tail.length);
    return [core, translate(core, LOOKALIKES), translate(core, LOOKALIKES_L)].some((word) =>
      COMMON_WORDS.has(word),
    );
  });
}

/** Every way to split the text into head, core and tail, with at most 12 characters, no letters, at each end. */
function splits(text: string): [string, string][] {
  const head = text.slice(0, 12).match(/^[^\p{L}]*/u)![0];
  const tail = text.slice(-12).match(/[^\p{L}]*$/u)![0];
  const parts: [string, string][] = [];
  for (let first = 0; first <= head.length; first++) {
    for (let last = 0; last <= tail.length && first + last < text.length; last++) {
      parts.push([head.slice(0, first), tail.slice(tail.length - last)]);
    }
  }
  return parts;
}

function isUsualEnding(signs: string): boolean {
  const digits = signs.replace(/\D+/g, "");
  return signs.length - digits.length <= 3 && USUAL_DIGITS.test(digits);
}

/** Whether its letters and digits are part of one sequence, as typed or without the shift key. */
function isRun(text: string): boolean {
  return [text, translate(text, UNSHIFTED)].some((candidate) => {
    const keys = candidate.replace(/[^\p{L}\p{N}]+/gu, "");
    return keys.length >= 4 && COMMON_RUNS.some((run) => run.includes(keys));
  });
}
