import type { Selectable } from "kysely";
import type { BookTable } from "~/db/tables";
import type { AuditFields } from "../audit/audit";
import { formatDate } from "../dates";
import {
  isStaffOnly,
  type PublicRecord,
  RECORD_KEYS,
  type RecordColumn,
  type RecordField,
  recordField,
  type RecordKey,
  type RecordNames,
  type RecordValues,
} from "./book-record";

// The values of a book's further fields: in its row, in its form, in its history.

/** The values of a book of which nothing is known. */
export const EMPTY_RECORD = Object.fromEntries(
  RECORD_KEYS.map((key) => {
    const field = recordField(key);
    return [key, field.kind === "choice" ? field.otherwise : null];
  }),
) as RecordValues;

/** The values in a row of `books`. */
export const recordOfRow = (row: Selectable<BookTable>): RecordValues =>
  Object.fromEntries(RECORD_KEYS.map((key) => [key, row[recordField(key).column]])) as RecordValues;

/** These fields alone, of a book or a form. */
export const recordOf = (values: RecordValues): RecordValues =>
  Object.fromEntries(RECORD_KEYS.map((key) => [key, values[key]])) as RecordValues;

/** The same without those for staff only. */
export const publicRecordOf = (row: Selectable<BookTable>): PublicRecord =>
  Object.fromEntries(
    Object.entries(recordOfRow(row)).filter(([key]) => !isStaffOnly(key as RecordKey)),
  ) as PublicRecord;

/** The columns of `books` that store the values. */
export const recordColumns = (values: RecordValues): Pick<Selectable<BookTable>, RecordColumn> =>
  Object.fromEntries(RECORD_KEYS.map((key) => [recordField(key).column, values[key]])) as Pick<
    Selectable<BookTable>,
    RecordColumn
  >;

/** A rate in hundredths of a per cent, as a form shows it: 250 is "2.5". */
export const rateText = (hundredths: number | null) => (hundredths === null ? "" : String(hundredths / 100));

/** The values as their inputs show them. */
export const recordTexts = (values: RecordValues): Record<RecordKey, string> =>
  Object.fromEntries(
    RECORD_KEYS.map((key) => {
      const value = values[key];
      return [key, recordField(key).kind === "rate" ? rateText(value as number | null) : String(value ?? "")];
    }),
  ) as Record<RecordKey, string>;

/** The values as the history names and shows them. */
export function recordHistory(values: RecordValues, names: RecordNames): AuditFields {
  return Object.fromEntries(
    RECORD_KEYS.map((key) => [recordField(key).label, shownValue(recordField(key), values[key], names)]),
  );
}

/** A value for people: the label of a code, the name of a row. */
export function shownValue(
  field: RecordField,
  value: string | number | null,
  names: RecordNames,
): string | number | null {
  if (value === null) return null;
  if (field.kind === "choice") return field.options[value] ?? value;
  if (field.kind === "name") return names[field.named];
  if (field.kind === "rate") return rateText(Number(value));
  if (field.kind === "day") return formatDate(String(value));
  return value;
}
