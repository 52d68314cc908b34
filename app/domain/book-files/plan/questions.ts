import type { ColumnKey } from "../columns";
import type { ColumnReading } from "../mapping";

// What a check asks about a file. What nobody has answered is left out, or its rows are refused: nothing is guessed.

/** About rows, once for the file: `Answers` in mapping.ts has what can be answered. */
export type RowQuestionKind = "twins" | "bookIds" | "disagreeing" | "doubles";

/** What can be answered, in the order in which it is offered. */
export const ROW_ANSWERS = {
  twins: ["same", "add"],
  bookIds: ["theirs", "ours"],
  disagreeing: ["first"],
  doubles: ["change"],
} as const satisfies Record<RowQuestionKind, readonly string[]>;

export interface RowQuestion {
  kind: RowQuestionKind;
  /** Rows that it is about. */
  rows: number;
  /** The first of them: the row and its title. */
  examples: { row: number; title: string }[];
}

/** About a column: a key of `ColumnReading`. */
export type ColumnQuestionKind = keyof ColumnReading;

export interface ColumnQuestion {
  kind: ColumnQuestionKind;
  /** Of the column. */
  heading: string;
  key: ColumnKey;
  /** How it is read so far; 'open': not at all. */
  way: string;
  /** Cells that can be read in several ways, with what each way makes of them. */
  examples: { cell: string; as: Record<string, string> }[];
  /** Of lists: how many different names there are whole, and how many split. */
  whole?: number;
  split?: number;
}

/** What can be chosen for a column, in the order in which it is offered. */
export function waysOf({ kind, key }: Pick<ColumnQuestion, "kind" | "key">): string[] {
  switch (kind) {
    case "decimal":
      return ["point", "comma"];
    case "dates":
      return ["day_first", "month_first"];
    case "unit":
      return key === "weightG" ? ["kg", "g"] : ["cm", "mm", "in"];
    case "lists":
      return key === "tags"
        ? ["split", "split_and", "whole"]
        : key === "language" || key === "languages"
          ? ["split", "whole"]
          : ["split", "inverted", "whole"];
  }
}
