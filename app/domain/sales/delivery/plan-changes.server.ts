import type { Db } from "~/db/database.server";
import type { EditPlan } from "./plan-edits";
import { readPlanAndVersion, savePlan } from "./plan.server";

export type ChangePlanOutcome =
  | { ok: true }
  | {
      ok: false;
      /** gone: the zone or method is no longer there. */
      reason: "gone" | "changed" | "invalid";
      message: string;
      /** Sentences by field of the changed part, e.g. "days.to"; under "" those about other parts of the plan. */
      errors: Record<string, string[]>;
      /** Of the plan as it is stored now. */
      version: number;
    };

/**
 * Changes a part of the stored plan, with an entry in the record of changes.
 * @param version of the plan that the form showed: after somebody else's change nothing is saved
 * @param by the member of staff
 */
export async function changePlan(
  db: Db,
  { edit, version, by }: { edit: EditPlan; version: number; by: number },
  now = new Date(),
): Promise<ChangePlanOutcome> {
  const stored = await readPlanAndVersion(db);
  const edited = edit(stored.plan);
  if (!edited)
    return { ok: false, reason: "gone", message: NO_LONGER_THERE, errors: {}, version: stored.version };
  const saved = await savePlan(db, edited.plan, version, by, now);
  if (saved.ok) return { ok: true };
  const errors: Record<string, string[]> = {};
  for (const [path, messages] of Object.entries(saved.errors)) {
    const field = path.startsWith(edited.at) ? path.slice(edited.at.length) : "";
    errors[field] = [...(errors[field] ?? []), ...messages];
  }
  return { ok: false, reason: saved.reason, message: saved.message, errors, version: stored.version };
}

export const NO_LONGER_THERE = "This part of the delivery plan is no longer there";
