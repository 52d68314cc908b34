import { z } from "zod";
import { COLUMN_KEYS, type ColumnKey, columnName } from "~/domain/book-files/columns";
import { WHY_REFUSED } from "~/domain/book-files/headings";
import { DEFAULT_KEYS, type ImportMapping, SHORTENED } from "~/domain/book-files/mapping";
import { modesOf } from "~/domain/book-files/pictures/picture-modes";
import { IMPORT_MODES, type ImportMode } from "~/domain/book-files/plan/plan";
import type { ImportFormat } from "~/domain/book-files/read-books.server";
import { columnMeanings, FOUND_BY, NOTHING_KNOWN, SEVERAL } from "~/domain/book-files/table-formats";

/** What a column's select can say besides a `ColumnKey`. */
export const NOTHING = "nothing";
/** As the program reads it: for the columns of another shop's export. */
export const AUTOMATIC = "auto";

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

/** A column that can be mapped. */
export interface MappedColumn {
  index: number;
  heading: string;
}

export const mappedColumns = (columns: string[]): MappedColumn[] =>
  columns
    .map((heading, index) => ({ index, heading }))
    .filter(({ heading }) => heading && heading !== WHY_REFUSED);

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
  const meanings = columnMeanings(file.columns, mapping);
  for (const { index, heading } of mappedColumns(file.columns)) {
    const isAutomatic = isOfOtherShop(file) && !Object.hasOwn(mapping.columns, heading);
    fields[columnField(index)] = isAutomatic ? AUTOMATIC : (meanings[index]!.key ?? NOTHING);
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
  if (isTable && Object.keys(errors).length === 0 && !FOUND_BY.some((key) => first.has(key)))
    errors[columnField(columns[0]?.index ?? 0)] = [NOTHING_KNOWN];
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
