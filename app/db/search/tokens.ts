import { type Keys, keysOf } from "./keys";
import { nearTokens } from "./near-tokens";
import { columnsOf, type SearchText, type Subject } from "./subjects";
import { wordsOf } from "./words";

/** A row of a subject's view: the id and the texts. */
export interface TextRow {
  id: number;
  [text: string]: string | number | null;
}

/** What the index has of a row, by column. */
export type Tokens = Map<string, Set<string>>;

/** Words that are written together or apart are found either way, if they are not longer. */
const LONGEST_JOINED = 40;
const MOST_JOINED = 4;

/** The words of a row and their keys, for each column of the index. @param onWord told each word of a name or title */
export function tokensOf(subject: Subject, row: TextRow, onWord: (word: string) => void = () => {}): Tokens {
  const tokens: Tokens = new Map(columnsOf(subject).map((column) => [column, new Set()]));
  const add = (column: string, token: string) => void (token && tokens.get(column)!.add(token));
  const addKeys = ({ fine, coarse, skeleton }: Keys, column: string) => {
    for (const key of fine) add(column, key);
    for (const key of coarse) add("coarse", key);
    for (const key of skeleton) add("skeleton", key);
  };
  for (const text of subject.texts) {
    for (const part of partsOf(text, row[text.name])) {
      const words = wordsOf(part);
      for (const word of [...words, ...initialsOf(words)]) add(text.column, word);
      if (text.whole) add("whole", joinedWhole(words));
      if (text.near) for (const token of words.flatMap(nearTokens)) add("near", token);
      if (!text.keys) continue;
      const column = text.keys === "main" ? "fine" : "fine_other";
      for (const word of words) {
        const keys = keysOf(word);
        addKeys(keys, column);
        onWord(word);
      }
      for (const word of [...initialsOf(words), ...(text.whole ? joinedWords(words) : [])])
        addKeys(keysOf(word), column);
    }
  }
  return tokens;
}

function partsOf({ whole, json }: SearchText, value: string | number | null | undefined): string[] {
  if (value === null || value === undefined) return [];
  if (json) return fieldsOf(String(value));
  // Several names come in lines.
  return whole ? String(value).split("\n") : [String(value)];
}

/** The names and values of an object in JSON, with those of the objects and lists in it as JSON. */
function fieldsOf(json: string): string[] {
  const given: unknown = JSON.parse(json);
  if (given === null || typeof given !== "object") return [String(given)];
  return Object.entries(given).flatMap(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
}

/** A title or a name as one word. */
export const joinedWhole = (words: readonly string[]): string => [...words.join("")].slice(0, 100).join("");

/** Neighbouring words as one, and all of a few: "dev das", "sultanas dream". */
function joinedWords(words: readonly string[]): string[] {
  const pairs = words.slice(1).map((word, at) => words[at]! + word);
  const whole = words.length > 2 && words.length <= MOST_JOINED ? [words.join("")] : [];
  return [...pairs, ...whole].filter((word) => word.length <= LONGEST_JOINED);
}

/** Initials that follow each other, as one word: "R. K." is also "rk". */
export function initialsOf(words: readonly string[]): string[] {
  const runs = words
    .map((word) => (/^[a-z]$/.test(word) ? word : " "))
    .join("")
    .split(" ");
  return runs.filter((run) => run.length > 1);
}
