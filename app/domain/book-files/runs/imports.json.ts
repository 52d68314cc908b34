import { z } from "zod";
import type { PictureFetches } from "../fetches/picture-fetches";
import { ROW_ANSWERS, waysOf } from "../plan/questions";
import { IMPORT_MODES, type ImportMode } from "../plan/plan";
import type { Found } from "./found";
import { IMPORT_FORMATS, IMPORT_STATUS, type ImportRun, type ImportStatus } from "./import-run";

const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as [Key, ...Key[]];

/** The modes in which a file can be imported. */
export const IMPORT_MODE_KEYS = keysOf(IMPORT_MODES) satisfies ImportMode[];

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
    mode: z.enum(IMPORT_MODE_KEYS).nullable(),
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
