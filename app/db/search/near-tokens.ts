import { keysOf } from "./keys";
import { mistakesAllowed } from "./near";

/**
 * What a word is without some of its letters, for people's names: two words that share one of these differ by few letters, and
 * the index needs no list of all words. So many letters are left out as may be wrong; of what the word sounds like, one.
 * A letter that has moved is found too. Some may come twice.
 */
export const nearTokens = (word: string): string[] => tokensOf(word, 1);

/** What a search for a word with wrong letters looks for among the `nearTokens` of an index. It may sound like two words. */
export const nearTokensSought = (word: string): string[] => tokensOf(word, 2);

/**
 * All begin alike, so that SQLite's index of beginnings has little to keep of them; and as no word does, since those are looked
 * up by their beginnings.
 */
const BEGINNING = "zzzz";

/** A longer word has too many of these: no two letters of it may be wrong, or none. */
const LONGEST = { one: 40, two: 20 } as const;

function tokensOf(word: string, mostKeys: number): string[] {
  // Another number is another thing.
  if (/\d/.test(word) || word.length > LONGEST.one) return [];
  const most = mistakesAllowed(word);
  const heard = keysOf(word).fine.slice(0, mostKeys);
  return [
    ...without(word, word.length > LONGEST.two ? Math.min(most, 1) : most),
    // Many words are spelled as they sound.
    ...heard.flatMap((key) => (key === word ? [] : without(key, Math.min(mistakesAllowed(key), 1)))),
  ];
}

/** The word, and what is left without any `most` of its letters or fewer; nothing if no letter may be wrong. */
function without(word: string, most: number): string[] {
  if (most === 0) return [];
  const letters = [...word];
  // What follows after each letter.
  const rest: string[] = Array.from(letters, () => "");
  for (let at = letters.length - 2; at >= 0; at -= 1) rest[at] = letters[at + 1]! + rest[at + 1]!;
  const tokens = [BEGINNING + word];
  let before = BEGINNING;
  for (const [first, letter] of letters.entries()) {
    tokens.push(before + rest[first]!);
    let between = before;
    before += letter;
    if (most === 1) continue;
    for (let second = first + 1; second < letters.length; second += 1) {
      tokens.push(between + rest[second]!);
      between += letters[second]!;
    }
  }
  return tokens;
}
