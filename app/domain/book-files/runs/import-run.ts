import type { AuditChange } from "~/domain/kit/audit/audit";
import type { ImportMapping, Shortened } from "../mapping";
import type { ImportMode, NamedKind, PlanOutcome, PlanProblem } from "../plan/plan";
import type { ImportFormat } from "../read-books.server";
import type { Found } from "./found";
import { TABLE_FORMATS } from "../table-formats";
import type { Layout } from "../tables/layout";

/** The formats of files, as staff call them. */
export const IMPORT_FORMATS: Record<ImportFormat, string> = {
  ...TABLE_FORMATS,
  onix: "An ONIX message",
  pictures: "A ZIP of pictures",
};

/** Where an import stands, as staff read it. */
export const IMPORT_STATUS = {
  uploaded: "Uploaded",
  planning: "Being checked",
  planned: "Checked",
  importing: "Being imported",
  imported: "Imported",
  cancelled: "Cancelled",
  failed: "Failed",
  undoing: "Being undone",
  undone: "Undone",
} as const;
export type ImportStatus = keyof typeof IMPORT_STATUS;

/** The same of a change of many books. */
const EDIT_STATUS: Partial<Record<ImportStatus, string>> = { importing: "Being written", imported: "Done" };

/** The run's state for staff; that of a change of many books has words of its own. */
export const statusWord = ({ kind, status }: Pick<ImportRun, "kind" | "status">): string =>
  (kind === "edit" && EDIT_STATUS[status]) || IMPORT_STATUS[status];

/** Work goes on in the background. */
export const isRunning = (status: ImportStatus) =>
  status === "planning" || status === "importing" || status === "undoing";

/** What staff can do with an import now. */
export interface ImportSteps {
  /** Choose options and check the file. */
  plan: boolean;
  /** Import, or go on with what was cancelled or failed. */
  import: boolean;
  cancel: boolean;
  undo: boolean;
  delete: boolean;
}

export interface ImportRun {
  id: number;
  status: ImportStatus;
  /** `edit`: a change of many books, without a file. `pictures`: a ZIP of them. */
  kind: "import" | "edit" | "pictures";
  /** Of an edit, what it does. */
  fileName: string;
  format: ImportFormat;
  /** The heading of a table; else empty. */
  columns: string[];
  /** Where the table lies in the file; null: it is none. */
  layout: Layout | null;
  /** What people should know about the file beside its rows, in sentences. */
  hints: string[];
  /** What the check found about the file as a whole, and asks. */
  found: Found;
  /** null: not chosen yet. */
  mode: ImportMode | null;
  mapping: ImportMapping | null;
  /** Who uploaded it, as they were called then. */
  who: string;
  /** Times in ISO 8601, UTC; null: not yet. */
  createdAt: string;
  plannedAt: string | null;
  startedAt: string | null;
  endedAt: string | null;
  /** Of the step that runs, or ran last. `total` is null while the file is read for the first time. */
  progress: { done: number; total: number | null };
  /** Rows of the report, by what becomes of them. After the import: what became of them. */
  counts: Record<"rows" | PlanOutcome, number>;
  /** Books that were added or changed; pictures that were added. */
  written: number;
  namesCreated: number;
  /** Books that were put back, and those that had changed since and were left. */
  undone: number;
  notUndone: number;
  /** Why it failed, for staff. */
  problem: string | null;
  /** Reports are removed after `REPORT_DAYS`, with the uploaded file. */
  hasReport: boolean;
  can: ImportSteps;
}

/** Days for which an import's report and file are kept. Without them it cannot be undone. */
export const REPORT_DAYS = 90;

/** A row of the report. */
export interface ImportRow {
  /** Of a table, as spreadsheets count; else the place of the product or picture. */
  row: number;
  reference: string | null;
  title: string;
  outcome: PlanOutcome;
  /** The book it is about, or that it became; null: none yet. */
  bookId: number | null;
  /** Long texts are cut. */
  changes: AuditChange[];
  problems: PlanProblem[];
  warnings: string[];
  /** null: nothing was written. */
  state: "written" | "undone" | "left" | null;
  /** Why it was not undone. */
  leftBecause: string | null;
}

/** Names in the file that need attention. */
export interface ImportNamesFound {
  /** What the import creates: how many of each kind, and the first of them. */
  missing: { kind: NamedKind; count: number; names: string[] }[];
  /** What needs a short form in the mapping, in the file's order. */
  tooLong: { kind: Shortened; name: string }[];
  tooLongCount: number;
}

/** What staff choose before a file is checked. */
export interface ImportOptions {
  mode: ImportMode;
  mapping: ImportMapping;
}

/** What a step answers: the message is for staff. */
export type StepOutcome = { ok: true } | { ok: false; message: string };
