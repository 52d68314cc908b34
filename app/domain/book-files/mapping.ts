import { z } from "zod";
import { BOOK_MAX } from "~/domain/catalogue/books/record/book-form.schema";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { cleanName, nameKey } from "../catalogue/names/names";
import { COLUMN_KEYS, type ColumnKey } from "./columns";
import { IMPORT_MAX } from "./import-limits";

/** What may be too long for the shop, with its limit in characters (docs/specification.md §5.8, §5.9). */
export const SHORTENED = {
  title: { label: "Title", max: BOOK_MAX.title },
  author: { label: "Author", max: MASTER_DATA.author.max },
  publisher: { label: "Publisher", max: MASTER_DATA.publisher.max },
  language: { label: "Language", max: MASTER_DATA.language.max },
  series: { label: "Series", max: MASTER_DATA.series.max },
  tag: { label: "Book Tag", max: MASTER_DATA.tag.max },
} as const;
export type Shortened = keyof typeof SHORTENED;
const SHORTENED_KINDS = Object.keys(SHORTENED) as Shortened[];

/** The heading of a column, or a name: as a file has it. */
const given = z.string().max(IMPORT_MAX.cell);

const shortForms = (max: number) =>
  z.record(given, z.string().max(1000).transform(cleanName).pipe(z.string().max(max).min(1))).optional();

/** How a column is read where its cells can be read in several ways: as it decides by itself, or as staff have said. */
const readingSchema = z.object({
  /** The sign before the decimals of numbers. */
  decimal: z.enum(["point", "comma", "open"]).optional(),
  /** Of 05/06/2023. */
  dates: z.enum(["day_first", "month_first", "open"]).optional(),
  /** Of measures without one. */
  unit: z.enum(["g", "kg", "mm", "cm", "in", "open"]).optional(),
  /** What separates names. */
  lists: z.enum(["split", "split_and", "inverted", "whole", "open"]).optional(),
});
export type ColumnReading = z.output<typeof readingSchema>;

/** What staff say about rows of one file: see `plan/questions.ts`. Unanswered: such rows are not written. */
export const answersSchema = z.object({
  /** Rows without ISBN, SKU and Book ID that look like a book that is there, or like each other. */
  twins: z.enum(["add", "same"]).optional(),
  /** SKUs and Book IDs of books with another title or ISBN: the shop's own numbers, or another program's. */
  bookIds: z.enum(["ours", "theirs"]).optional(),
  /** Rows whose ISBN, SKU or Book ID lead to different books: the first of them counts, the others are left out. */
  disagreeing: z.enum(["first"]).optional(),
  /** Rows that were refused before, because another row was about the same book: they change it. */
  doubles: z.enum(["change"]).optional(),
});
export type Answers = z.output<typeof answersSchema>;

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

const MOST_SUBJECTS = 1000;

/**
 * How staff want a file to be read: asked for on the page of the import, saved for the next file with the same heading.
 */
export const importMappingSchema = z.object({
  /** What each column holds, by its heading; null: nothing. Wins over what the heading says by itself. */
  columns: z.record(given, z.enum(COLUMN_KEYS as [ColumnKey, ...ColumnKey[]]).nullable()).default({}),
  /** For new books that the file says nothing about, as typed into a cell. */
  defaults: z
    .partialRecord(z.enum(COLUMN_KEYS as [ColumnKey, ...ColumnKey[]]), z.string().max(1000))
    .default({}),
  /** How columns are read, by heading. Saved for the next file with the same heading. */
  readings: z.record(given, readingSchema).default({}),
  /** About rows of this file; not saved for the next one. */
  answers: answersSchema.default({}),
  /** The short form of names and titles that are too long, by the long one. */
  short: z
    .object({
      title: shortForms(SHORTENED.title.max),
      author: shortForms(SHORTENED.author.max),
      publisher: shortForms(SHORTENED.publisher.max),
      language: shortForms(SHORTENED.language.max),
      series: shortForms(SHORTENED.series.max),
      tag: shortForms(SHORTENED.tag.max),
    })
    .default({}),
  /** Tags by codes of subjects; a code stands for all that begin with it. */
  tagsOfSubjects: z
    .record(z.string().max(20), z.string().max(SHORTENED.tag.max))
    .refine((tags) => Object.keys(tags).length <= MOST_SUBJECTS, "Give the tags of at most 1,000 subjects")
    .default({}),
  /** Whether the sender's keywords become tags. */
  keywordsAsTags: z.boolean().default(false),
  /** Whether the shop fetches the pictures whose addresses the file has. */
  fetchPictures: z.boolean().default(false),
});

export type ImportMapping = z.output<typeof importMappingSchema>;

export const NO_MAPPING: ImportMapping = importMappingSchema.parse({});

/** What `short` has for a name, whatever its case and spacing. Made once for a file. */
export function shortFormsOf({ short }: ImportMapping): (kind: Shortened, name: string) => string {
  const byKey = new Map(
    SHORTENED_KINDS.flatMap((kind) =>
      Object.entries(short[kind] ?? {}).map(([long, form]) => [`${kind} ${nameKey(long)}`, form] as const),
    ),
  );
  return (kind, name) => byKey.get(`${kind} ${nameKey(name)}`) ?? name;
}
