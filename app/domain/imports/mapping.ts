import { z } from "zod";
import { BOOK_MAX } from "../catalogue/book-form.schema";
import { MASTER_DATA } from "../master-data/master-data";
import { cleanName, nameKey } from "../master-data/names";
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
export const SHORTENED_KINDS = Object.keys(SHORTENED) as Shortened[];

/** The heading of a column, or a name: as a file has it. */
const given = z.string().max(IMPORT_MAX.cell);

const shortForms = (max: number) =>
  z.record(given, z.string().max(1000).transform(cleanName).pipe(z.string().max(max).min(1))).optional();

/**
 * How staff want a file to be read: asked for on the page of the import, kept for the next file with the same heading.
 */
export const importMappingSchema = z.object({
  /** What each column holds, by its heading; null: nothing. Wins over what the heading says by itself. */
  columns: z.record(given, z.enum(COLUMN_KEYS as [ColumnKey, ...ColumnKey[]]).nullable()).default({}),
  /** For new books that the file says nothing about, as typed into a cell. */
  defaults: z
    .partialRecord(z.enum(COLUMN_KEYS as [ColumnKey, ...ColumnKey[]]), z.string().max(1000))
    .default({}),
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
  tagsOfSubjects: z.record(z.string().max(20), z.string().max(SHORTENED.tag.max)).default({}),
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
