import { z } from "zod";
import { pagingJson, pagingSchema } from "../../listing/paging.schema";
import { COLUMN_KEYS, type ColumnKey, columnName } from "../columns";
import type { PictureFetches } from "../fetches/picture-fetches";
import { IMPORT_MAX } from "../import-limits";
import type { ImportMapping } from "../mapping";
import { IMPORT_MODES, type ImportMode, type PlanOutcome } from "../plan/plan";
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
    columns: z.array(z.string()).meta({ description: "The heading of a table; else empty." }),
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
  mode: run.mode,
  createdAt: run.createdAt,
  plannedAt: run.plannedAt,
  startedAt: run.startedAt,
  endedAt: run.endedAt,
  ...progress,
  counts,
  written: run.written,
  undone: run.undone,
  notUndone: run.notUndone,
  problem: run.problem,
  fetches,
  canImport: can.import,
  canCancel: can.cancel,
  canUndo: can.undo,
});

/** How a file is to be checked: the body of POST /imports/{importId}/check. */
export const importCheckSchema = z.object({
  mode: z.enum(MODES, { error: `mode must be ${MODES.join(", ")}` }),
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
  fetchPictures: z.boolean().optional().meta({
    description:
      "Whether the shop fetches the pictures whose addresses the file has, after the import. If left out, it does not.",
  }),
});

/** The mapping with what the body says. */
export const withSent = (
  mapping: ImportMapping,
  { columns = [], fetchPictures = false }: z.output<typeof importCheckSchema>,
): ImportMapping => ({
  ...mapping,
  fetchPictures,
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
