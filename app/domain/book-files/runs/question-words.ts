import { formatCount } from "~/domain/kit/counts";
import { type ColumnQuestion, type RowQuestion, ROW_ANSWERS, waysOf } from "../plan/questions";

// What a check asks, in the words of the page and of the command line.

export interface QuestionWords {
  ask: string;
  /** What can be answered, in the order in which it is offered. */
  choices: { value: string; label: string }[];
}

const rows = (count: number) => (count === 1 ? "1 row" : `${formatCount(count)} rows`);

const WAYS: Record<ColumnQuestion["kind"], Record<string, string>> = {
  decimal: { point: "The point comes before decimals", comma: "The comma comes before decimals" },
  dates: { day_first: "The day comes first", month_first: "The month comes first" },
  unit: { kg: "Kilograms", g: "Grams", cm: "Centimetres", mm: "Millimetres", in: "Inches" },
  lists: {
    split: "Split at commas, slashes, “and” and “&”",
    inverted: "Split, but a comma stands after a surname",
    whole: "Split only at semicolons",
  },
};

const TAG_WAYS: Record<string, string> = {
  split: "Split at commas, slashes and “>”",
  split_and: "Split at “and” and “&” too",
  whole: "Split only at semicolons",
};

/** What is asked about a column, and how it is read so far. */
export function columnWords(question: ColumnQuestion): QuestionWords {
  const { kind, key } = question;
  const labels = kind === "lists" && key === "tags" ? TAG_WAYS : WAYS[kind];
  return {
    ask: askOf(question),
    choices: waysOf(question).map((value) => ({ value, label: labels[value]! })),
  };
}

const THINGS: Partial<Record<ColumnQuestion["key"], string>> = { tags: "tags", language: "languages" };

function askOf({ kind, key, way, whole, split }: ColumnQuestion): string {
  switch (kind) {
    case "decimal":
      return "These numbers can be read in two ways. What is right?";
    case "dates":
      return "These dates can be read in two ways. What is right?";
    case "unit":
      return "These numbers have no unit, and are too small for grams or millimetres. What are they?";
    case "lists": {
      const things = THINGS[key] ?? "people";
      if (way === "open") return `Does a comma separate ${things}, or stand after a surname?`;
      if (whole === undefined || split === undefined || whole === split)
        return `How are ${things} separated?`;
      const [is, not] = way === "whole" ? [whole, split] : [split, whole];
      return `${formatCount(is)} ${things}, not ${formatCount(not)}. Are they separated rightly?`;
    }
  }
}

const ROW_LABELS: Record<string, string> = {
  same: "They are the same books",
  add: "They are other books: add them",
  theirs: "Another program's: leave the numbers out",
  ours: "This shop's: change those books",
  first: "The ISBN counts, or else the SKU; leave the other out",
  change: "Yes, change it",
};

const ROW_ASKS: Record<RowQuestion["kind"], (count: number) => string> = {
  twins: (count) =>
    `${rows(count)} without ISBN, SKU and Book ID ${count === 1 ? "has" : "have"} the title, author, format and publisher of a book that is there, or of another row. Are these the same books?`,
  bookIds: (count) =>
    `In ${rows(count)} the SKU or Book ID leads to no book, or to one with another title or ISBN. Whose numbers are these?`,
  disagreeing: (count) =>
    `In ${rows(count)} ISBN, SKU and Book ID belong to different books. Which one counts?`,
  doubles: (count) =>
    `${rows(count)} ${count === 1 ? "was" : "were"} refused before, because another row is about the same book. Shall ${count === 1 ? "it" : "they"} change that book now?`,
};

/** What is asked about rows, once for the file. */
export const rowWords = ({ kind, rows: count }: RowQuestion): QuestionWords => ({
  ask: ROW_ASKS[kind](count),
  choices: ROW_ANSWERS[kind].map((value) => ({ value, label: ROW_LABELS[value]! })),
});

/** What is said of an old list. */
export const oldStockWords = (count: number): string =>
  `In ${rows(count)} the file has more copies than the shop, though as many or more were sold since the last list. If the list is older than these sales, it would put sold copies on sale again.`;
