import type { PlannedBook } from "../plan/plan";
import type { ColumnQuestion, RowQuestion } from "../plan/questions";
import { NO_SURVEY, type Survey } from "../survey.server";

/** What a check has found about a file as a whole, as it is stored with the import. */
export interface StoredFound {
  survey: Survey;
  rows: RowQuestion[];
  /** Rows whose stock is more than the shop's, though copies were sold since the last list. */
  oldStock: number;
}

/** What staff are shown and asked after a check. */
export interface Found {
  columns: ColumnQuestion[];
  rows: RowQuestion[];
  oldStock: number;
}

const NOTHING: StoredFound = { survey: NO_SURVEY, rows: [], oldStock: 0 };

/** @param found of the import's row */
export const readFound = ({ found }: { found: string | null }): StoredFound =>
  found === null ? NOTHING : (JSON.parse(found) as StoredFound);

/** What the check has found, of the run's row. */
export const foundOf = (row: { found: string | null }): Found => {
  const { survey, rows, oldStock } = readFound(row);
  return { columns: survey.columns, rows, oldStock };
};

/** Rows that are named with a question. */
const EXAMPLES = 3;
const TITLE_SHOWN = 100;

/** Collects what planned rows ask. */
export class FoundInRows {
  #rows = new Map<RowQuestion["kind"], RowQuestion>();
  #oldStock = 0;

  add({ row, title, question, isOldStock }: PlannedBook) {
    if (isOldStock) this.#oldStock += 1;
    if (question === null) return;
    const one = this.#rows.get(question) ?? { kind: question, rows: 0, examples: [] };
    one.rows += 1;
    if (one.examples.length < EXAMPLES) one.examples.push({ row, title: title.slice(0, TITLE_SHOWN) });
    this.#rows.set(question, one);
  }

  toStored = (survey: Survey): StoredFound => ({
    survey,
    rows: [...this.#rows.values()],
    oldStock: this.#oldStock,
  });
}
