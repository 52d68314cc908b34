import { z } from "zod";
import { COLUMN_KEYS, type ColumnKey, columnName } from "../columns";
import { IMPORT_MAX } from "../import-limits";
import { answersSchema, type ImportMapping, importMappingSchema } from "../mapping";
import { wantedLayoutSchema } from "../tables/layout";
import { IMPORT_MODE_KEYS } from "./imports.json";

const HEADING = "A heading must have at most 500 characters";

/** As it stands in the import's questions. */
const readingSentSchema = z.strictObject({
  heading: z
    .string()
    .max(500, HEADING)
    .meta({ examples: ["MRP"] }),
  decimal: z.enum(["point", "comma"]).optional(),
  dates: z.enum(["day_first", "month_first"]).optional(),
  unit: z.enum(["g", "kg", "mm", "cm", "in"]).optional(),
  lists: z.enum(["split", "split_and", "inverted", "whole"]).optional(),
});

/** How a file is to be checked: the body of POST /imports/{importId}/check. */
export const importCheckSchema = z.object({
  mode: z.enum(IMPORT_MODE_KEYS, { error: `mode must be ${IMPORT_MODE_KEYS.join(", ")}` }),
  sheet: wantedLayoutSchema.shape.sheet.meta({
    description: "The sheet of a workbook to read, by its name. If left out: the one that the import shows.",
    examples: ["Books"],
  }),
  headingRow: wantedLayoutSchema.shape.headingRow.meta({
    description:
      "The row that has the headings, as spreadsheets count; 0: there is none. If left out: the one that the import shows, or of another sheet the one that is found.",
    examples: [3],
  }),
  columns: z
    .array(
      z.object({
        heading: z
          .string()
          .max(500, HEADING)
          .meta({ examples: ["MRP"] }),
        holds: z.enum(COLUMN_KEYS as [ColumnKey, ...ColumnKey[]]).nullable(),
      }),
    )
    .max(IMPORT_MAX.columns)
    .optional()
    .meta({
      description: `What columns of a table hold; null: not imported. Columns left out: as staff last mapped them, else as their headings say. ${COLUMN_KEYS.map((key) => `${key}: ${columnName(key)}`).join(", ")}. otherFormats names other editions of the work by ISBN, separated by semicolons; the import links those that shop or file have.`,
    }),
  defaults: importMappingSchema.shape.defaults
    .unwrap()
    .optional()
    .meta({
      description:
        "For new books that the file says nothing about, as typed into a cell; several values separated by semicolons. Saved for the next file with the same headings, or the next ONIX message. What is left out stays as it was given last; an empty text takes it back.",
      examples: [{ tags: "Imported", language: "Hindi" }],
    }),
  tagsOfSubjects: importMappingSchema.shape.tagsOfSubjects
    .unwrap()
    .optional()
    .meta({
      description:
        "Tags by Thema and BISAC codes; a code stands for all that begin with it. If left out: as they were given last.",
      examples: [{ FBA: "Novels" }],
    }),
  keywordsAsTags: z.boolean().optional().meta({
    description: "Whether the sender's keywords become tags. If left out: as it was said last.",
  }),
  readings: z.array(readingSentSchema).max(IMPORT_MAX.columns).optional().meta({
    description:
      "How columns are read whose cells can be read in several ways: see the import's questions. Saved for the next file with the same heading.",
  }),
  answers: answersSchema.strict().optional().meta({
    description:
      "What is to become of rows that are asked about, once for this file: see the import's questions. If left out, such rows are refused.",
  }),
  fetchPictures: z.boolean().optional().meta({
    description:
      "Whether the shop fetches the pictures whose addresses the file has, after the import. If left out, it does not.",
  }),
});

/** The mapping with what the body says. */
export const withSent = (
  mapping: ImportMapping,
  {
    columns = [],
    readings = [],
    answers = {},
    fetchPictures = false,
    ...sent
  }: Partial<z.output<typeof importCheckSchema>>,
): ImportMapping => ({
  ...mapping,
  fetchPictures,
  answers,
  readings: readings.reduce(
    (all, { heading, ...reading }) => ({ ...all, [heading]: { ...all[heading], ...reading } }),
    mapping.readings,
  ),
  defaults: Object.fromEntries(
    Object.entries({ ...mapping.defaults, ...sent.defaults }).filter(([, value]) => value?.trim()),
  ),
  tagsOfSubjects: sent.tagsOfSubjects ?? mapping.tagsOfSubjects,
  keywordsAsTags: sent.keywordsAsTags ?? mapping.keywordsAsTags,
  columns: {
    ...mapping.columns,
    ...Object.fromEntries(columns.map(({ heading, holds }) => [heading, holds])),
  },
});
