import type { Selectable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import type { AuditChange } from "~/domain/kit/audit/audit";
import { type Listing, pageOf } from "~/domain/kit/listing/listing";
import { WHY_REFUSED } from "../headings";
import { type ImportMapping, importMappingSchema, NO_MAPPING, type Shortened } from "../mapping";
import type { ImportMode, NamedKind, PlanOutcome, PlanProblem } from "../plan/plan";
import { columnHints } from "../table-formats";
import { type Layout, layoutHints, layoutSchema } from "../tables/layout";
import { foundOf } from "./found";
import { type ImportNamesFound, type ImportRow, type ImportRun, isRunning } from "./import-run";

// Reading imports: the history, one of them, its report.

const IMPORTS_A_PAGE = 20;
const ROWS_A_PAGE = 50;
/** Names of a kind that a page shows. */
const NAMES_SHOWN = 100;
const LONG_NAMES_SHOWN = 500;

type BulkRow = Selectable<Tables["bulk_changes"]>;

/** An import; null when there is none with this id. */
export async function importById(db: Db, id: number): Promise<ImportRun | null> {
  const row = await db.selectFrom("bulk_changes").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? importOfRow(row, await lastWritten(db)) : null;
}

/** The history, newest first. */
export async function listImports(db: Db, { page }: { page: number }): Promise<Listing<ImportRun>> {
  const { count } = await db
    .selectFrom("bulk_changes")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset, ...shown } = pageOf({ page, size: IMPORTS_A_PAGE }, count);
  const rows = await db
    .selectFrom("bulk_changes")
    .selectAll()
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const last = await lastWritten(db);
  return { rows: rows.map((row) => importOfRow(row, last)), count, ...shown };
}

/** The last import that has changed books and was not undone: the only one that can be; null: none. */
async function lastWritten(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom("bulk_changes")
    .select("id")
    .where("written", ">", 0)
    .where("status", "<>", "undone")
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return row?.id ?? null;
}

function importOfRow(row: BulkRow, lastId: number | null): ImportRun {
  const { status, rows, added, changed, unchanged, refused, written, undone, not_undone: notUndone } = row;
  const hasFile = row.file !== null;
  const isUndoBegun = undone + notUndone > 0;
  const isIdle = !isRunning(status);
  const hasReport = row.planned_at !== null && row.report_removed_at === null;
  const columns = JSON.parse(row.columns) as string[];
  const mapping = row.kind === "import" ? mappingOf(row.mapping) : null;
  const layout = layoutOf(row);
  return {
    id: row.id,
    status,
    fileName: row.file_name,
    kind: row.format === "pictures" ? "pictures" : row.kind,
    format: row.format as ImportRun["format"],
    columns,
    layout,
    hints: layout ? fileHints({ columns, layout }, mapping ?? NO_MAPPING) : [],
    found: foundOf(row),
    mode: row.mode as ImportMode | null,
    mapping,
    who: row.actor,
    createdAt: row.created_at,
    plannedAt: row.planned_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    progress:
      status === "undoing" || isUndoBegun
        ? { done: undone + notUndone, total: written }
        : { done: row.done, total: rows },
    counts: { rows: added + changed + unchanged + refused, added, changed, unchanged, refused },
    written,
    namesCreated: row.names_created,
    undone,
    notUndone,
    problem: row.problem,
    hasReport,
    can: {
      plan: isIdle && hasFile && row.started_at === null,
      import: canImport(row),
      cancel: !isIdle,
      undo: isIdle && hasReport && status !== "undone" && written > 0 && row.id === lastId,
      delete: isIdle && written === 0,
    },
  };
}

/** Where the table of an import's file lies; null of a file that is none, and of one that was uploaded before that was stored. */
export function layoutOf({ layout }: Pick<BulkRow, "layout">): Layout | null {
  const parsed = layoutSchema.safeParse(JSON.parse(layout ?? "null"));
  return parsed.success ? parsed.data : null;
}

/** What people should know about a table beside its rows. */
function fileHints(
  { columns, layout }: { columns: string[]; layout: Layout },
  mapping: ImportMapping,
): string[] {
  return [...layoutHints(layout), ...columnHints(columns, mapping)];
}

/** Whether there is something to import, for the first time or to go on with. */
export function canImport(row: BulkRow): boolean {
  if (
    (row.kind === "import" && row.file === null) ||
    row.planned_at === null ||
    row.undone + row.not_undone > 0
  )
    return false;
  if (row.status === "planned") return row.added + row.changed > 0;
  return (row.status === "cancelled" || row.status === "failed") && row.done < (row.rows ?? 0);
}

/** A saved mapping; what an older version saved and this one does not know is left out. */
function mappingOf(text: string | null): ImportMapping | null {
  if (text === null) return null;
  const parsed = importMappingSchema.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : null;
}

/** The mapping from which a check goes on, at every door: the import's own, else that of the last such file. */
export async function mappingToBegin(
  db: Db,
  { mapping, columns, format }: ImportRun,
): Promise<ImportMapping> {
  const last = format === "pictures" ? null : await mappingFor(db, columns);
  return mapping ?? last ?? NO_MAPPING;
}

/**
 * The mapping that staff last gave for a file with this heading; null: none yet. Refused rows have one column more than
 * the file they come from. Without columns: the mapping of the last ONIX message.
 */
export async function mappingFor(db: Db, columns: string[]): Promise<ImportMapping | null> {
  const given = columns.filter((name) => name !== WHY_REFUSED);
  let wanted = db.selectFrom("bulk_changes").select("mapping");
  if (columns.length === 0) wanted = wanted.where("format", "=", "onix");
  const row = await wanted
    .where(
      "columns",
      "in",
      [columns, given, [...given, WHY_REFUSED]].map((list) => JSON.stringify(list)),
    )
    .where("kind", "=", "import")
    .where("mapping", "is not", null)
    .orderBy("id", "desc")
    .executeTakeFirst();
  const mapping = mappingOf(row?.mapping ?? null);
  // Answers are about the rows of one file.
  return mapping && { ...mapping, answers: {} };
}

export interface RowsWanted {
  page: number;
  outcome?: PlanOutcome | undefined;
  /** After an undo: 'left' for books that had changed since. */
  state?: "written" | "undone" | "left" | undefined;
  /** Only rows about which the check has hints. */
  hasHints?: boolean;
}

/** A page of the report, in the file's order. */
export async function importRows(
  db: Db,
  id: number,
  { page, outcome, state, hasHints }: RowsWanted,
): Promise<Listing<ImportRow>> {
  let wanted = db.selectFrom("bulk_change_rows").where("bulk_change_id", "=", id);
  if (outcome) wanted = wanted.where("outcome", "=", outcome);
  if (state) wanted = wanted.where("state", "=", state);
  if (hasHints) wanted = wanted.where("warnings", "!=", "[]");
  const { count } = await wanted
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset, ...shown } = pageOf({ page, size: ROWS_A_PAGE }, count);
  const rows = await wanted.selectAll().orderBy("position").limit(limit).offset(offset).execute();
  return {
    rows: rows.map((row) => ({
      row: row.row,
      reference: row.reference,
      title: row.title,
      outcome: row.outcome,
      bookId: row.book_id,
      changes: JSON.parse(row.changes) as AuditChange[],
      problems: JSON.parse(row.problems) as PlanProblem[],
      warnings: JSON.parse(row.warnings) as string[],
      state: row.state,
      leftBecause: row.left_because,
    })),
    count,
    ...shown,
  };
}

/** The names of a file that the shop does not have, and those that are too long for it. */
export async function importNames(db: Db, id: number): Promise<ImportNamesFound> {
  const counts = await db
    .selectFrom("bulk_change_names")
    .select((eb) => ["kind", "too_long", eb.fn.countAll<number>().as("count")])
    .where("bulk_change_id", "=", id)
    .groupBy(["too_long", "kind"])
    .execute();
  const names = (kind: string | null, tooLong: 0 | 1, limit: number) => {
    let query = db
      .selectFrom("bulk_change_names")
      .select(["kind", "name"])
      .where("bulk_change_id", "=", id)
      .where("too_long", "=", tooLong);
    if (kind) query = query.where("kind", "=", kind);
    return query.orderBy("id").limit(limit).execute();
  };
  const missing: ImportNamesFound["missing"] = [];
  for (const { kind, count } of counts.filter(({ too_long }) => too_long === 0))
    missing.push({
      kind: kind as NamedKind,
      count,
      names: (await names(kind, 0, NAMES_SHOWN)).map(({ name }) => name),
    });
  return {
    missing,
    tooLong: (await names(null, 1, LONG_NAMES_SHOWN)).map(({ kind, name }) => ({
      kind: kind as Shortened,
      name,
    })),
    tooLongCount: counts.reduce((sum, { too_long, count }) => sum + too_long * count, 0),
  };
}
