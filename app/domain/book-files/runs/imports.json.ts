import { z } from "zod";
import { pagingJson, pagingSchema } from "~/domain/kit/listing/paging.schema";
import { COLUMN_KEYS, type ColumnKey, columnName } from "../columns";
import type { PictureFetches } from "../fetches/picture-fetches";
import { IMPORT_MAX } from "../import-limits";
import { answersSchema, type ImportMapping, importMappingSchema } from "../mapping";
import { ROW_ANSWERS, waysOf } from "../plan/questions";
import { IMPORT_MODES, type ImportMode, type PlanOutcome } from "../plan/plan";
import { wantedLayoutSchema } from "../tables/layout";
import type { Found } from "./found";
import {
  IMPORT_FORMATS,
  IMPORT_STATUS,
  type ImportRow,
  type ImportRun,
  type ImportStatus,
} from "./import-run";

const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as [Key, ...Key[]];

const MODES = keysOf(IMPORT_MODES) satisfies ImportMode[];
const OUTCOMES: [PlanOutcome, ...PlanOutcome[]] = ["added", "changed", "unchanged", "refused"];
const HEADING = "A heading must have at most 500 characters";

const count = z
  .number()
  .int()
  .meta({ examples: [12] });
const time = z
  .string()
  .nullable()
  .meta({ format: "date-time", examples: ["2026-11-23T04:30:00.000Z"] });

const fetchesJson = z
  .object({
    waiting: count,
    done: count.meta({ description: "Those on their books." }),
    refused: count.meta({ description: "Those that could not be fetched." }),
    stopped: count.meta({ description: "Not fetched, because staff stopped it." }),
    problems: z
      .array(
        z.object({
          bookId: count,
          title: z.string().meta({ examples: ["Godan"] }),
          address: z.string().meta({ examples: ["https://images.example.com/godan.jpg"] }),
          problem: z.string().meta({ examples: ["There is no picture at this address (404)"] }),
        }),
      )
      .meta({ description: "Of the first 50 that could not be fetched." }),
  })
  .nullable()
  .meta({ id: "PictureFetches" });

const questionsJson = z
  .object({
    columns: z
      .array(
        z.object({
          heading: z.string().meta({ examples: ["MRP"] }),
          kind: z.enum(["decimal", "dates", "unit", "lists"]),
          way: z.string().meta({
            description: "How the column is read so far; open: not at all.",
            examples: ["open"],
          }),
          ways: z.array(z.string()).meta({
            description: "What can be sent for it in readings.",
            examples: [["point", "comma"]],
          }),
          examples: z.array(
            z.object({
              cell: z.string().meta({ examples: ["1.299"] }),
              as: z.record(z.string().max(100), z.string()).meta({
                description: "What each way makes of it.",
                examples: [{ point: "₹1.299", comma: "₹1,299" }],
              }),
            }),
          ),
          whole: count.optional().meta({ description: "Of lists: different names if they are not split." }),
          split: count.optional().meta({ description: "Of lists: different names if they are split." }),
        }),
      )
      .meta({ description: "Columns whose cells can be read in several ways." }),
    rows: z
      .array(
        z.object({
          kind: z.enum(["twins", "bookIds", "disagreeing", "doubles"]).meta({
            description:
              "twins: rows without ISBN, SKU and Book ID with the title, author, format and publisher of a book that is there, or of another row. bookIds: SKUs or Book IDs of another program: of books with another title or ISBN, or Book IDs of none. disagreeing: ISBN, SKU and Book ID of different books. doubles: rows that were refused before because another row is about the same book.",
          }),
          rows: count,
          choices: z.array(z.string()).meta({
            description: "What can be sent for it in answers.",
            examples: [["same", "add"]],
          }),
          examples: z.array(z.object({ row: count, title: z.string().meta({ examples: ["Godan"] }) })),
        }),
      )
      .meta({ description: "Rows that are refused until the question is answered." }),
    oldStock: count.meta({
      description:
        "Rows with more copies than the shop, though as many were sold since the last list: perhaps the list is old.",
    }),
  })
  .meta({ id: "ImportQuestions", description: "What the check asks about the file as a whole." });

const questionsToJson = ({ columns, rows, oldStock }: Found): z.input<typeof questionsJson> => ({
  columns: columns.map(({ key, ...question }) => ({
    ...question,
    ways: waysOf({ key, kind: question.kind }),
  })),
  rows: rows.map((question) => ({ ...question, choices: [...ROW_ANSWERS[question.kind]] })),
  oldStock,
});

/** An import as the API shows it. */
export const importJson = z
  .object({
    importId: count,
    kind: z.enum(["import", "edit", "pictures"]).meta({
      description:
        "edit: a change of many books in the back office, without a file. pictures: a ZIP of pictures.",
    }),
    status: z.enum(keysOf(IMPORT_STATUS) satisfies ImportStatus[]).meta({
      description:
        "uploaded, planning (the file is being checked), planned (checked), importing, imported, cancelled, failed, undoing, undone.",
    }),
    fileName: z.string().meta({ examples: ["books.csv"] }),
    format: z.enum(keysOf(IMPORT_FORMATS)),
    columns: z.array(z.string()).meta({
      description:
        "The headings of a table; else empty. The second of two equal ones has a number: Price (2).",
    }),
    sheet: z
      .string()
      .nullable()
      .meta({ description: "The sheet that is read.", examples: ["Books"] }),
    sheets: z
      .array(
        z.object({
          name: z.string().meta({ examples: ["Out of print"] }),
          rows: count.nullable().meta({ description: "Rows with something in them, up to 10,000." }),
        }),
      )
      .meta({ description: "The visible sheets of a workbook; else empty." }),
    headingRow: count.nullable().meta({
      description:
        "The row of a table that has the headings; 0: none, then columns are called Column A, Column B.",
    }),
    hints: z.array(z.string()).meta({
      description: "What to know about the file beside its rows.",
      examples: [["What stands above row 3 is not read."]],
    }),
    mode: z.enum(MODES).nullable(),
    createdAt: z.string().meta({ format: "date-time", examples: ["2026-11-23T04:30:00.000Z"] }),
    plannedAt: time,
    startedAt: time,
    endedAt: time,
    done: count.meta({ description: "Rows of the step that runs, or ran last." }),
    total: count.nullable().meta({ description: "null while the file is read for the first time." }),
    counts: z
      .object({ rows: count, added: count, changed: count, unchanged: count, refused: count })
      .meta({ description: "Rows by what becomes of them; after the import, what became of them." }),
    questions: questionsJson,
    written: count.meta({ description: "Books that were added or changed; pictures that were added." }),
    undone: count.meta({ description: "Books that were put back; pictures that were taken back." }),
    notUndone: count.meta({ description: "Books that had changed since, and were left." }),
    problem: z
      .string()
      .nullable()
      .meta({ description: "Why it failed.", examples: [null] }),
    fetches: fetchesJson.meta({
      description: "What has become of the pictures whose addresses the file has; null: none was asked for.",
    }),
    canImport: z.boolean(),
    canCancel: z.boolean(),
    canUndo: z.boolean(),
  })
  .meta({ id: "Import" });

/** A run as the API answers it. @param fetches null: no pictures are fetched */
export const importToJson = (
  { id, progress, counts, can, ...run }: ImportRun,
  fetches: PictureFetches | null,
): z.input<typeof importJson> => ({
  importId: id,
  kind: run.kind,
  status: run.status,
  fileName: run.fileName,
  format: run.format,
  columns: run.columns,
  sheet: run.layout?.sheet ?? null,
  sheets: run.layout?.sheets ?? [],
  headingRow: run.layout?.headingRow ?? null,
  hints: run.hints,
  mode: run.mode,
  createdAt: run.createdAt,
  plannedAt: run.plannedAt,
  startedAt: run.startedAt,
  endedAt: run.endedAt,
  ...progress,
  counts,
  questions: questionsToJson(run.found),
  written: run.written,
  undone: run.undone,
  notUndone: run.notUndone,
  problem: run.problem,
  fetches,
  canImport: can.import,
  canCancel: can.cancel,
  canUndo: can.undo,
});

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
  mode: z.enum(MODES, { error: `mode must be ${MODES.join(", ")}` }),
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
        "For new books that the file says nothing about, as typed into a cell; several values separated by semicolons. Kept for the next file with the same headings, or the next ONIX message. What is left out stays as it was given last; an empty text takes it back.",
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
      "How columns are read whose cells can be read in several ways: see the import's questions. Kept for the next file with the same heading.",
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

export const importRowsSchema = z.object({
  page: pagingSchema(1).shape.page,
  outcome: z.enum(OUTCOMES).optional(),
});

const value = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])
  .meta({ examples: ["₹250.00"] });

const importRowJson = z
  .object({
    row: count.meta({ description: "As spreadsheets count; else the place of the product or picture." }),
    reference: z
      .string()
      .nullable()
      .meta({ description: "What the sender calls it; of a picture its file.", examples: [null] }),
    title: z.string().meta({ examples: ["Godan"] }),
    outcome: z.enum(OUTCOMES),
    bookId: count.nullable(),
    changes: z
      .array(z.object({ field: z.string().meta({ examples: ["Price"] }), before: value, after: value }))
      .meta({
        description:
          "As the book's history shows them. Other editions: the books of the same work, by title and ISBN; a row adds some, and removes none.",
      }),
    problems: z.array(
      z.object({
        column: z.string().meta({ description: "Empty when it is the row's.", examples: ["MRP"] }),
        message: z.string().meta({ examples: ["Price must be a number"] }),
      }),
    ),
    warnings: z.array(z.string().meta({ examples: ["The book is already there"] })),
  })
  .meta({ id: "ImportRow" });

export const importRowsJson = z
  .object({ data: z.array(importRowJson), ...pagingJson })
  .meta({ id: "ImportRowPage" });

/** A row of a run's report. */
export const importRowToJson = ({
  row,
  reference,
  title,
  outcome,
  bookId,
  changes,
  problems,
  warnings,
}: ImportRow): z.input<typeof importRowJson> => ({
  row,
  reference,
  title,
  outcome,
  bookId,
  changes,
  problems,
  warnings,
});
