import { z } from "zod";
import { COLUMN_KEYS, type ColumnKey, columnName, keyOfHeading, WHY_REFUSED } from "~/domain/imports/columns";
import { type ImportMapping, SHORTENED } from "~/domain/imports/mapping";
import { modesOf } from "~/domain/imports/pictures/picture-modes";
import { IMPORT_MODES, type ImportMode } from "~/domain/imports/plan/plan";
import type { ImportFormat } from "~/domain/imports/read-books.server";
import { SEVERAL } from "~/domain/imports/table-formats";

/** What a column's select can say besides a `ColumnKey`. */
export const NOTHING = "nothing";
/** As the program reads it: for the columns of another shop's export. */
export const AUTOMATIC = "auto";
/** Two columns look the same: staff have to say what this one is. */
export const ASKED = "?";

/** What a file may leave out of all its new books, and staff can say once. */
export const DEFAULT_KEYS = [
  "contributors",
  "publisher",
  "language",
  "tags",
  "brief",
  "price",
  "stock",
  "format",
  "visible",
] as const satisfies ColumnKey[];

export const SUBJECTS_FIELD = "subjects";
export const KEYWORDS_FIELD = "keywords";
export const FETCH_FIELD = "fetchPictures";
export const columnField = (index: number) => `column-${index}`;
export const defaultField = (key: ColumnKey) => `default-${key}`;

export type FormErrors = Record<string, string[]>;
/** The fields as typed, by name. */
export type TypedFields = Record<string, string>;

export interface MappedFile {
  format: ImportFormat;
  columns: string[];
}

/** A column that can be mapped; columns with the same heading mean the same. */
export interface MappedColumn {
  index: number;
  heading: string;
}

export const mappedColumns = (columns: string[]): MappedColumn[] =>
  columns
    .map((heading, index) => ({ index, heading }))
    .filter(({ heading, index }) => heading && heading !== WHY_REFUSED && columns.indexOf(heading) === index);

/** Whether the program knows what the columns of such a file mean. */
export const isOfOtherShop = ({ format }: Pick<MappedFile, "format">) =>
  format === "shopify" || format === "woocommerce";

/** What the form shows before anything is typed. @param mapping the file's own, or that of a file with the same heading */
export function mappingFields(
  file: MappedFile,
  mapping: ImportMapping,
  mode: ImportMode | null,
): TypedFields {
  const fields: TypedFields = { mode: mode ?? "add_and_change" };
  const columns = mappedColumns(file.columns);
  const taken = new Set<ColumnKey>();
  for (const { index, heading } of columns) {
    const isMapped = Object.hasOwn(mapping.columns, heading);
    const key = isMapped ? mapping.columns[heading]! : keyOfHeading(heading);
    if (isOfOtherShop(file)) {
      fields[columnField(index)] = isMapped ? (key ?? NOTHING) : AUTOMATIC;
      continue;
    }
    const isTaken = key !== null && taken.has(key) && !SEVERAL.includes(key);
    if (key) taken.add(key);
    fields[columnField(index)] = isTaken ? ASKED : (key ?? NOTHING);
  }
  for (const key of DEFAULT_KEYS) fields[defaultField(key)] = mapping.defaults[key] ?? "";
  fields[SUBJECTS_FIELD] = Object.entries(mapping.tagsOfSubjects)
    .map(([code, tag]) => `${code} ${tag}`)
    .join("\n");
  if (mapping.keywordsAsTags) fields[KEYWORDS_FIELD] = "on";
  if (mapping.fetchPictures) fields[FETCH_FIELD] = "on";
  return fields;
}

const modeSchema = z.enum(Object.keys(IMPORT_MODES) as ImportMode[]);
const keySchema = z.enum(COLUMN_KEYS as [ColumnKey, ...ColumnKey[]]);

export type MappingAnswer =
  | { ok: true; mode: ImportMode; mapping: ImportMapping }
  | { ok: false; errors: FormErrors };

/**
 * Reads the form. The short forms that staff gave before stay.
 * @param text the form's field as typed @param kept the mapping so far
 */
export function readMappingForm(
  text: (name: string) => string,
  file: MappedFile,
  kept: ImportMapping,
): MappingAnswer {
  const errors: FormErrors = {};
  const mode = modeSchema.safeParse(text("mode"));
  if (!mode.success || !(mode.data in modesOf(file.format))) errors.mode = ["Choose what the import may do"];
  const columns = readColumns(text, file, errors);
  const tagsOfSubjects = readSubjects(text(SUBJECTS_FIELD), errors);
  const defaults = Object.fromEntries(
    DEFAULT_KEYS.map((key) => [key, text(defaultField(key)).trim().slice(0, 1000)]).filter(
      ([, value]) => value,
    ),
  ) as ImportMapping["defaults"];
  if (!mode.success || Object.keys(errors).length > 0) return { ok: false, errors };
  const keywordsAsTags = text(KEYWORDS_FIELD) === "on";
  const fetchPictures = text(FETCH_FIELD) === "on";
  const mapping = { ...kept, columns, defaults, tagsOfSubjects, keywordsAsTags, fetchPictures };
  return { ok: true, mode: mode.data, mapping };
}

/** A book is found, or named, by one of these. */
const ENOUGH: ColumnKey[] = ["id", "isbn13", "sku", "title"];

function readColumns(
  text: (name: string) => string,
  file: MappedFile,
  errors: FormErrors,
): ImportMapping["columns"] {
  const chosen: ImportMapping["columns"] = {};
  const first = new Map<ColumnKey, string>();
  const columns = mappedColumns(file.columns);
  for (const { index, heading } of columns) {
    const value = text(columnField(index));
    if (value === AUTOMATIC && isOfOtherShop(file)) continue;
    const key = keySchema.safeParse(value);
    if (!key.success && value !== NOTHING) {
      errors[columnField(index)] = [`Choose what "${heading}" holds, or that it is not imported`];
      continue;
    }
    chosen[heading] = key.data ?? null;
    if (!key.data || SEVERAL.includes(key.data)) continue;
    const other = first.get(key.data);
    if (other !== undefined)
      errors[columnField(index)] = [
        `"${other}" is ${columnName(key.data)} already: choose for "${heading}" again`,
      ];
    else first.set(key.data, heading);
  }
  const isTable = file.format === "kitab" || file.format === "other";
  if (isTable && Object.keys(errors).length === 0 && !ENOUGH.some((key) => first.has(key)))
    errors[columnField(columns[0]?.index ?? 0)] = [
      "Choose the column that has the books' titles, ISBNs or SKUs: they are found by them",
    ];
  return chosen;
}

/** One code in each line, with its tag. */
function readSubjects(typed: string, errors: FormErrors): Record<string, string> {
  const tags: Record<string, string> = {};
  for (const line of typed.split("\n").map((one) => one.trim())) {
    if (!line) continue;
    const [, code, tag] = /^([A-Za-z0-9]{1,20})\s*[\s:=,;]\s*(\S.*)$/.exec(line) ?? [];
    if (!code || !tag)
      errors[SUBJECTS_FIELD] = [`Write a code and a tag in each line, not "${line.slice(0, 60)}"`];
    else if (tag.length > SHORTENED.tag.max)
      errors[SUBJECTS_FIELD] = [
        `The tag "${tag.slice(0, 60)}" is longer than ${SHORTENED.tag.max} characters`,
      ];
    else tags[code.toUpperCase()] = tag;
  }
  return tags;
}
