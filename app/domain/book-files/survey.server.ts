import { setImmediate } from "node:timers/promises";
import { isbnForms, isValidIsbn } from "~/domain/catalogue/books/record/isbn";
import { nameKey, withoutUnseen } from "../catalogue/names/names";
import { type ColumnKey, isOfKind } from "./columns";
import { unitOfHeading } from "./headings";
import type { ColumnReading, ImportMapping } from "./mapping";
import { ownText } from "./own-text.server";
import type { ColumnQuestion } from "./plan/questions";
import { DateOrders } from "./reading/dates";
import { isbnIn } from "./reading/isbns";
import { type ListKind, ListOfNames } from "./reading/names-of-column.server";
import { withoutArray } from "./reading/lists";
import { type MeasureKind, MeasureUnits } from "./reading/measures";
import { NumberSigns, numberIn } from "./reading/numbers";
import type { Table } from "./tables/table";

// A column decides as a whole how its cells are read: so the whole file is looked at before its rows are.

/** What the columns of a table say about themselves. */
export interface Survey {
  /** How each column is read, by its heading; 'open' where it does not say. */
  readings: Record<string, ColumnReading>;
  /** What staff are shown, and can say otherwise. */
  columns: ColumnQuestion[];
  /** Numbers with a wrong check digit that stand in rows of different books: they identify none. */
  noIsbns: string[];
}

export const NO_SURVEY: Survey = { readings: {}, columns: [], noIsbns: [] };

/** What is measured; null: nothing. */
const measureOf = (key: ColumnKey): MeasureKind | null =>
  isOfKind(key, "weight") ? "weight" : isOfKind(key, "length") ? "length" : null;
/** Lists of names that can be read in several ways. */
const listOf = (key: ColumnKey): ListKind | null =>
  isOfKind(key, "people")
    ? "people"
    : isOfKind(key, "tags")
      ? "tags"
      : isOfKind(key, "language")
        ? "languages"
        : null;

/** Rows that are looked at between two looks at what else waits. */
const ROWS_AT_ONCE = 1000;
/** Different wrong ISBNs that are remembered. */
const MOST_WRONG = 10_000;

/**
 * Looks at all rows of a table.
 * @param keys what each column holds, by index @param mapping what staff have said goes before what columns say
 * @param stopIfAsked is called now and then; it throws to stop
 * @throws {UnreadableFile}
 */
export async function surveyTable(
  { columns, rows }: Table,
  keys: (ColumnKey | null)[],
  mapping: ImportMapping,
  stopIfAsked: () => void = () => {},
): Promise<Survey> {
  const looked = keys.flatMap((key, index) => (key ? [new SurveyedColumn(columns[index]!, key, index)] : []));
  const isbns = new WrongIsbns(keys.indexOf("isbn13"), keys.indexOf("title"));
  let count = 0;
  for await (const { cells } of rows) {
    for (const column of looked) column.add(cells);
    isbns.add(cells);
    if (++count % ROWS_AT_ONCE > 0) continue;
    stopIfAsked();
    await setImmediate();
  }
  const survey: Survey = { readings: {}, columns: [], noIsbns: isbns.shared() };
  for (const column of looked) {
    const { reading, questions } = column.decide(mapping.readings[column.heading] ?? {});
    if (Object.keys(reading).length > 0) survey.readings[column.heading] = reading;
    survey.columns.push(...questions);
  }
  return survey;
}

/** The mapping with what columns say about themselves where staff have said nothing. */
export const withSurvey = (mapping: ImportMapping, { readings }: Survey): ImportMapping => ({
  ...mapping,
  readings: Object.fromEntries(
    [...new Set([...Object.keys(readings), ...Object.keys(mapping.readings)])].map((heading) => [
      heading,
      { ...readings[heading], ...mapping.readings[heading] },
    ]),
  ),
});

class SurveyedColumn {
  heading: string;
  #key: ColumnKey;
  #index: number;
  #signs: NumberSigns | null;
  #dates: DateOrders | null;
  #units: MeasureUnits | null;
  #names: ListOfNames | null;

  constructor(heading: string, key: ColumnKey, index: number) {
    this.heading = heading;
    this.#key = key;
    this.#index = index;
    const [measure, list] = [measureOf(key), listOf(key)];
    this.#signs = measure || isOfKind(key, "money", "copies", "pages") ? new NumberSigns() : null;
    this.#dates = isOfKind(key, "date", "day") ? new DateOrders() : null;
    const hasUnit = unitOfHeading(heading) !== undefined;
    this.#units = measure && !hasUnit ? new MeasureUnits(measure, key !== "thicknessMm") : null;
    this.#names = list ? new ListOfNames(list) : null;
  }

  add(cells: string[]) {
    const given = withoutUnseen(cells[this.#index]!).trim();
    const cell = this.#names ? withoutArray(given) : given;
    if (!cell) return;
    this.#signs?.add(cell);
    this.#dates?.add(cell);
    this.#units?.add(cell);
    this.#names?.add(cell);
  }

  /** @param said by staff */
  decide(said: ColumnReading): { reading: ColumnReading; questions: ColumnQuestion[] } {
    const reading: ColumnReading = {};
    const questions: ColumnQuestion[] = [];
    const ask = (kind: keyof ColumnReading, question: Omit<ColumnQuestion, "heading" | "key" | "kind">) =>
      void questions.push({ heading: this.heading, key: this.#key, kind, ...question });
    const decimal = this.#signs?.decide(measureOf(this.#key) !== null);
    if (decimal) reading.decimal = decimal;
    if (this.#signs && (decimal === "open" || (said.decimal && this.#signs.examples.length > 0)))
      ask("decimal", {
        way: said.decimal ?? decimal!,
        examples: this.#signs.examples.map((cell) => ({
          cell,
          as: { point: shownNumber(cell, "point", this.#key), comma: shownNumber(cell, "comma", this.#key) },
        })),
      });
    const dates = this.#dates?.decide();
    if (dates) reading.dates = dates;
    if (this.#dates && dates)
      ask("dates", { way: said.dates ?? dates, examples: this.#dates.examples.map(datesOf) });
    const unit = this.#units?.decide();
    if (unit) reading.unit = unit;
    if (this.#units && unit)
      ask("unit", {
        way: said.unit ?? unit,
        examples: this.#units.examples.map((cell) => ({ cell, as: {} })),
      });
    const lists = this.#names?.decide();
    if (lists) reading.lists = lists;
    if (this.#names?.isSeveral) {
      const way = said.lists ?? lists ?? "split";
      ask("lists", { way, ...this.#names.shown(way) });
    }
    return { reading, questions };
  }
}

const EXACT = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 3 });

/** As the shop shows amounts. */
function shownNumber(cell: string, decimal: "point" | "comma", key: ColumnKey): string {
  const number = EXACT.format(Number(numberIn(cell, decimal)));
  return isOfKind(key, "money") ? `₹${number}` : number;
}

/** 05/06/2023 with its month in words. */
function datesOf(cell: string) {
  const [, first = "", second = "", year = ""] = /^(\d+)\D(\d+)\D(\d+)$/.exec(cell) ?? [];
  const month = (number: string) =>
    new Intl.DateTimeFormat("en-IN", { month: "long", timeZone: "UTC" }).format(
      Date.UTC(2000, Number(number) - 1, 1),
    );
  return {
    cell,
    as: {
      day_first: `${Number(first)} ${month(second)} ${year}`,
      month_first: `${Number(second)} ${month(first)} ${year}`,
    },
  };
}

/** ISBNs whose check digit is wrong, in rows of different titles: 1234567890123. */
class WrongIsbns {
  #isbn: number;
  #title: number;
  #first = new Map<string, string>();
  #shared = new Set<string>();

  constructor(isbn: number, title: number) {
    this.#isbn = isbn;
    this.#title = title;
  }

  add(cells: string[]) {
    if (this.#isbn === -1 || this.#title === -1) return;
    const { isbn } = isbnIn(cells[this.#isbn]!);
    if (!isbn || isbnForms(isbn).length === 0 || isValidIsbn(isbn)) return;
    const title = nameKey(cells[this.#title]!);
    const first = this.#first.get(isbn);
    if (first !== undefined && first !== title) this.#shared.add(ownText(isbn));
    if (first === undefined && this.#first.size < MOST_WRONG) this.#first.set(ownText(isbn), ownText(title));
  }

  shared = (): string[] => [...this.#shared];
}
