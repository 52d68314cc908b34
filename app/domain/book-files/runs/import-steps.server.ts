import { rm } from "node:fs/promises";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { config } from "~/process/config.server";
import type { Db } from "~/db/database.server";
import { placeOfRow } from "~/db/expressions.server";
import { wake } from "~/platform/wake.server";
import type { AuditFields } from "~/domain/kit/audit/audit";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { UnreadableFile } from "../import-limits";
import { recognise } from "../read-books.server";
import { columnKeys, FOUND_BY, NOTHING_KNOWN } from "../table-formats";
import type { WantedLayout } from "../tables/layout";
import type { ImportOptions, StepOutcome } from "./import-run";
import { canImport, importById } from "./import-runs.server";
import { modesOf } from "../pictures/picture-modes";
import type { ImportMode } from "../plan/plan";

// What staff can do with an import. The work itself is done in the background (run-imports.server.ts).

const GONE = "There is no such import";
const NOT_FOR_PICTURES = "A ZIP of pictures has no stock and no prices: choose another mode";
/** What is said when somebody chooses sheet and headings of another kind of file. */
export const NO_TABLE = "This file is no table: it has no sheets and no row of headings to choose";
const NOT_NOW = "This cannot be done now: the import has gone on meanwhile";

/** Who acts: a member of staff, or a command at the server, which `name` then calls. */
export interface Actor {
  id: number | null;
  name: string;
}

/**
 * Reads the file's table anew, with what staff say about its place: which sheet, which row names the columns. What was
 * mapped and checked before is forgotten if that changes something.
 * @param given.dir where uploaded files are stored
 */
export async function chooseLayout(
  db: Db,
  id: number,
  wanted: WantedLayout,
  { dir = config.importsDir }: { dir?: string } = {},
): Promise<StepOutcome> {
  const row = await db.selectFrom("bulk_changes").selectAll().where("id", "=", id).executeTakeFirst();
  const found = await importById(db, id);
  if (!row || !found) return { ok: false, message: GONE };
  if (!found.can.plan) return { ok: false, message: NOT_NOW };
  if (!found.layout) return { ok: false, message: NO_TABLE };
  const { layout: before } = found;
  const sheet = wanted.sheet ?? before.sheet ?? undefined;
  const { headingRow = before.headingRow } = wanted;
  const isSame = sheet === (before.sheet ?? undefined) && headingRow === before.headingRow;
  if (isSame) return { ok: true };
  try {
    // Of another sheet the headings are looked for, unless their row is given.
    const { format, columns, layout } = await recognise(path.join(dir, row.file!), {
      sheet,
      headingRow: wanted.headingRow,
    });
    const { numUpdatedRows } = await db
      .updateTable("bulk_changes")
      .set({ format, columns: JSON.stringify(columns), layout: JSON.stringify(layout) })
      .set({
        status: "uploaded",
        mode: null,
        mapping: null,
        planned_at: null,
        done: 0,
        rows: null,
        problem: null,
      })
      .set({ added: 0, changed: 0, unchanged: 0, refused: 0, ended_at: null })
      .where("id", "=", id)
      .where("status", "=", found.status)
      .where("started_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { ok: false, message: NOT_NOW };
    await removeReport(db, id);
    return { ok: true };
  } catch (error) {
    if (error instanceof UnreadableFile) return { ok: false, message: error.message };
    throw error;
  }
}

/** Keeps the options, and checks the file in the background. The catalogue stays as it is. */
export async function planRun(
  db: Db,
  id: number,
  { mode, mapping }: ImportOptions,
  now = new Date(),
): Promise<StepOutcome> {
  const found = await importById(db, id);
  if (!found) return { ok: false, message: GONE };
  if (!found.can.plan) return { ok: false, message: NOT_NOW };
  if (!(mode in modesOf(found.format))) return { ok: false, message: NOT_FOR_PICTURES };
  try {
    const isMapped = found.format === "other" || found.format === "kitab";
    const keys = isMapped ? columnKeys(found.columns, mapping) : [];
    if (isMapped && !keys.some((key) => key && FOUND_BY.includes(key)))
      return { ok: false, message: NOTHING_KNOWN };
  } catch (error) {
    if (error instanceof UnreadableFile) return { ok: false, message: error.message };
    throw error;
  }
  const planned = await db
    .updateTable("bulk_changes")
    .set({ status: "planning", mode, mapping: JSON.stringify(mapping), asked_at: now.toISOString() })
    .set({ planned_at: null, done: 0, rows: null, problem: null, ended_at: null })
    .set({ added: 0, changed: 0, unchanged: 0, refused: 0 })
    .where("id", "=", id)
    .where("status", "=", found.status)
    .where("started_at", "is", null)
    .executeTakeFirst();
  return asked(planned.numUpdatedRows);
}

/** Imports in the background what the report shows; goes on with what was cancelled or failed. */
export async function requestImport(
  db: Db,
  id: number,
  staff: Actor,
  now = new Date(),
): Promise<StepOutcome> {
  const outcome = await db.transaction().execute(async (trx): Promise<StepOutcome> => {
    const row = await trx.selectFrom("bulk_changes").selectAll().where("id", "=", id).executeTakeFirst();
    if (!row) return { ok: false, message: GONE };
    if (!canImport(row)) return { ok: false, message: NOT_NOW };
    await trx
      .updateTable("bulk_changes")
      .set({ status: "importing", ...askedBy(staff, now), problem: null, ended_at: null })
      .set(row.started_at === null ? { started_at: now.toISOString(), done: 0 } : {})
      .where("id", "=", id)
      .execute();
    const after = { Mode: modesOf(row.format)[row.mode as ImportMode]!, Rows: row.rows };
    await recordStep(trx, id, staff, { action: "started", after }, now);
    return { ok: true };
  });
  if (outcome.ok) wake("imports");
  return outcome;
}

/** Stops checking, importing or undoing after the batch that is being written. What was written stays. */
export async function cancelImport(db: Db, id: number, staff: Actor, now = new Date()): Promise<StepOutcome> {
  return db.transaction().execute(async (trx): Promise<StepOutcome> => {
    const row = await trx.selectFrom("bulk_changes").selectAll().where("id", "=", id).executeTakeFirst();
    if (!row) return { ok: false, message: GONE };
    const { status, rows, done, added, changed, refused, written, undone } = row;
    if (status !== "planning" && status !== "importing" && status !== "undoing")
      return { ok: false, message: NOT_NOW };
    const next = status === "undoing" && done >= (rows ?? 0) ? "imported" : "cancelled";
    await trx
      .updateTable("bulk_changes")
      .set({ status: next, ended_at: now.toISOString() })
      .where("id", "=", id)
      .execute();
    const after: AuditFields = { "Rows done": status === "undoing" ? undone + row.not_undone : done };
    if (status === "importing") Object.assign(after, { Added: added, Changed: changed, Refused: refused });
    if (status !== "planning") Object.assign(after, { "Books written": written });
    await recordStep(trx, id, staff, { action: "cancelled", after }, now);
    return { ok: true };
  });
}

/** Puts back, in the background, every book of the last import that nobody has changed since. */
export async function undoImport(db: Db, id: number, staff: Actor, now = new Date()): Promise<StepOutcome> {
  const outcome = await db.transaction().execute(async (trx): Promise<StepOutcome> => {
    const found = await importById(trx, id);
    if (!found) return { ok: false, message: GONE };
    if (!found.can.undo)
      return {
        ok: false,
        message:
          found.written > 0 && found.hasReport
            ? "Only the last import can be undone"
            : "There is nothing to undo",
      };
    await trx
      .updateTable("bulk_changes")
      .set({ status: "undoing", ...askedBy(staff, now), problem: null })
      .where("id", "=", id)
      .execute();
    await recordStep(trx, id, staff, { action: "began to undo", after: { Books: found.written } }, now);
    return { ok: true };
  });
  if (outcome.ok) wake("imports");
  return outcome;
}

/** Deletes an import that has written nothing, with its file. */
export async function deleteImport(
  db: Db,
  id: number,
  { dir = config.importsDir }: { dir?: string } = {},
): Promise<StepOutcome> {
  const found = await importById(db, id);
  if (!found) return { ok: false, message: GONE };
  if (!found.can.delete)
    return {
      ok: false,
      message: found.written > 0 ? "What has changed books stays in the history" : NOT_NOW,
    };
  const row = await db
    .updateTable("bulk_changes")
    .set({ status: "cancelled", planned_at: null })
    .where("id", "=", id)
    .where("status", "=", found.status)
    .returning("file")
    .executeTakeFirst();
  if (!row) return { ok: false, message: NOT_NOW };
  await removeReport(db, id);
  await db.deleteFrom("bulk_changes").where("id", "=", id).execute();
  if (row.file) await rm(path.join(dir, row.file), { force: true });
  return { ok: true };
}

/** Rows that are deleted at once: some milliseconds. */
const DELETED_AT_ONCE = 500;

/** Deletes the rows and names of a report, in small batches. */
export async function removeReport(db: Db, id: number): Promise<void> {
  for (const table of ["bulk_change_rows", "bulk_change_names", "bulk_change_editions"] as const) {
    for (;;) {
      const some = db
        .selectFrom(table)
        .select(placeOfRow().as("place"))
        .where("bulk_change_id", "=", id)
        .limit(DELETED_AT_ONCE);
      const { numDeletedRows } = await db
        .deleteFrom(table)
        .where(placeOfRow(), "in", some)
        .executeTakeFirst();
      if (numDeletedRows < DELETED_AT_ONCE) break;
      await setImmediate();
    }
  }
}

const askedBy = (staff: Actor, now: Date) => ({
  asked_at: now.toISOString(),
  asked_by: staff.id,
  asked_name: staff.name,
});

function asked(updated: bigint): StepOutcome {
  if (updated === 0n) return { ok: false, message: NOT_NOW };
  wake("imports");
  return { ok: true };
}

/** The audit entry of a step. */
export async function recordStep(
  trx: Db,
  id: number,
  staff: Actor,
  { action, after }: { action: string; after: AuditFields },
  now: Date,
): Promise<void> {
  const actor = staff.id === null ? { actor: staff.name } : {};
  await recordAudit(
    trx,
    { staffId: staff.id, ...actor, subject: "import", subjectId: id, action, after },
    now,
  );
}
