import type { Selectable } from "kysely";
import type { Tables } from "~/db/tables";
import type { AuditFields } from "~/domain/kit/audit/audit";
import { formatDate } from "~/domain/kit/dates";
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
export const recordOfRow = (row: Selectable<Tables["books"]>): RecordValues =>
  Object.fromEntries(RECORD_KEYS.map((key) => [key, row[recordField(key).column]])) as RecordValues;

/** Takes these fields out of a book or a form, without its others. */
export const recordOf = (values: RecordValues): RecordValues =>
  Object.fromEntries(RECORD_KEYS.map((key) => [key, values[key]])) as RecordValues;

/** The values in a row of `books` that shoppers may see. */
export const publicRecordOf = (row: Selectable<Tables["books"]>): PublicRecord =>
  Object.fromEntries(
    Object.entries(recordOfRow(row)).filter(([key]) => !isStaffOnly(key as RecordKey)),
  ) as PublicRecord;

/** The columns of `books` that store the values. */
export const recordColumns = (values: RecordValues): Pick<Selectable<Tables["books"]>, RecordColumn> =>
  Object.fromEntries(RECORD_KEYS.map((key) => [recordField(key).column, values[key]])) as Pick<
    Selectable<Tables["books"]>,
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

/** A value for people: the label of a code, the name of a row; null when nothing is known. */
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
