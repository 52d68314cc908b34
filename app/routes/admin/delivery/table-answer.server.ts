import { data, type RouterContextProvider } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import type { AuditChange } from "~/domain/kit/audit/audit";
import type { ReadRow, ReadTable } from "~/domain/sales/delivery/files/read-plan-table";
import { type TableRow, tableRows, textOfFile } from "~/domain/sales/delivery/files/table-text.server";
import type { DeliveryPlan } from "~/domain/sales/delivery/plan";
import { changePlan } from "~/domain/sales/delivery/plan-changes.server";
import { withPlan } from "~/domain/sales/delivery/plan-edits";
import { planChanges, readPlanAndVersion } from "~/domain/sales/delivery/plan.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { textField } from "~/http/request/forms/read-form.server";
import { versionOf } from "./plan-answer.server";

/** The answer to a table that was checked, or not saved. */
export interface TableAnswer {
  text: string;
  /** What was typed beside the table. */
  typed: Record<string, string>;
  errors: Record<string, string[]>;
  /** Why nothing was saved, or the table could not be read. */
  problem: string | null;
  rows: ReadRow[];
  /** What saving would change; null: it cannot be saved. */
  changes: AuditChange[] | null;
  version: number;
}

interface Table {
  context: Readonly<RouterContextProvider>;
  form: FormData;
  staffId: number;
  typed?: Record<string, string>;
  /** Of the fields beside the table. */
  errors?: Record<string, string[]>;
  read: (rows: readonly TableRow[], plan: DeliveryPlan) => ReadTable;
  done: string;
}

/** Answers a form with a table: intent check says row by row what it says; save saves it when nothing is refused. */
export async function answerTable({ context, form, staffId, typed = {}, errors = {}, read, done }: Table) {
  const text = await tableIn(form);
  const stored = await readPlanAndVersion(readDb);
  const shown: TableAnswer = {
    text,
    typed,
    errors,
    problem: null,
    rows: [],
    changes: null,
    version: stored.version,
  };
  const answer = (status: number, more: Partial<TableAnswer> = {}) => data({ ...shown, ...more }, { status });
  const table = tableRows(text);
  if (!table.ok) return answer(400, { problem: table.message });
  if (Object.keys(errors).length > 0) return answer(400);
  const { rows, plan } = read(table.rows, stored.plan);
  if (!plan) return answer(400, { rows });
  const changes = planChanges(stored.plan, plan);
  if (textField(form, "intent") !== "save") return answer(200, { rows, changes });
  const outcome = await changePlan(writeDb, {
    // Read again, from the plan that is stored when it is saved.
    edit: withPlan((now) => read(table.rows, now).plan ?? plan),
    version: versionOf(form),
    by: staffId,
  });
  if (outcome.ok) return redirectWithFlash(context, "/admin/delivery", { kind: "success", text: done });
  const problem = outcome.message;
  return answer(outcome.reason === "changed" ? 409 : 400, {
    rows,
    changes,
    problem,
    version: outcome.version,
  });
}

/** The chosen file's text, else what was pasted. */
async function tableIn(form: FormData): Promise<string> {
  const file = form.get("file");
  if (file instanceof File && file.size > 0) return textOfFile(new Uint8Array(await file.arrayBuffer()));
  return textField(form, "table");
}
