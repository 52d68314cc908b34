import type { z } from "zod";
import type { Db } from "~/db/database.server";
import { prepared } from "~/db/prepared.server";
import { type AuditChange, type AuditFields, changedFields, changesOf } from "~/domain/kit/audit/audit";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { deliveryPlanSchema, PLAN_MAX, type PlanDraft, type PlanInput } from "./delivery-plan.schema";
import { type DeliveryPlan, EMPTY_PLAN } from "./plan";
import { planForPeople } from "./plan-for-people";

const storedRow = prepared((db) => db.selectFrom("delivery_plan").select(["plan", "version"]));

/** The plan that was read last: a plan of thousands of PIN prefixes is parsed, and its places are found, once. */
let lastRead = { text: "", plan: EMPTY_PLAN };

function parsed(text: string): DeliveryPlan {
  if (lastRead.text !== text) lastRead = { text, plan: JSON.parse(text) as DeliveryPlan };
  return lastRead.plan;
}

/** The plan with its version for the form that changes it: `EMPTY_PLAN` and 0 before the first change. */
export async function readPlanAndVersion(db: Db): Promise<{ plan: DeliveryPlan; version: number }> {
  const [row] = await storedRow(db, {});
  return row ? { plan: parsed(row.plan), version: row.version } : { plan: EMPTY_PLAN, version: 0 };
}

/** The delivery plan, by one statement. Whoever reads it changes nothing in it: others hold the same object. */
export async function readPlan(db: Db): Promise<DeliveryPlan> {
  return (await readPlanAndVersion(db)).plan;
}

export type SavePlanOutcome =
  | { ok: true; plan: DeliveryPlan; version: number }
  | {
      ok: false;
      /** changed: somebody else has saved the plan since this version was read. */
      reason: "invalid" | "changed";
      message: string;
      /** Sentences by field, e.g. "zones.0.methods.1.days.to". */
      errors: Record<string, string[]>;
    };

export const PLAN_CHANGED =
  "Somebody else has changed the delivery plan meanwhile. Nothing was saved: look at the plan and change it again.";

/**
 * Saves the whole plan, with an entry in the record of changes. It applies to the next order; a refused plan changes
 * nothing.
 * @param given zones and methods keep the ids that they have in the stored plan; all others get new ones, which were
 * never given before
 * @param expectedVersion of the plan that was changed; null: whatever is stored is replaced
 * @param by the member of staff
 * @returns the plan as it is stored now; its version is the old one when nothing differs
 */
export async function savePlan(
  db: Db,
  given: PlanInput,
  expectedVersion: number | null,
  by: number,
  now = new Date(),
): Promise<SavePlanOutcome> {
  const checked = deliveryPlanSchema.safeParse(given);
  if (!checked.success) {
    const errors: Record<string, string[]> = {};
    for (const { path, message } of checked.error.issues) (errors[path.join(".")] ??= []).push(message);
    return { ok: false, reason: "invalid", message: sentenceOf(checked.error.issues[0]!, given), errors };
  }
  return db.transaction().execute(async (trx): Promise<SavePlanOutcome> => {
    const stored = await readPlanAndVersion(trx);
    if (expectedVersion !== null && expectedVersion !== stored.version)
      return { ok: false, reason: "changed", message: PLAN_CHANGED, errors: {} };
    const plan = withIds(checked.data, stored.plan);
    const text = JSON.stringify(plan);
    if (text === JSON.stringify(stored.plan)) return { ok: true, ...stored };
    const version = stored.version + 1;
    const row = { plan: text, version, updated_at: now.toISOString() };
    await trx
      .insertInto("delivery_plan")
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
    const [before, after] = bothForPeople(stored.plan, plan);
    await recordAudit(
      trx,
      { staffId: by, subject: "settings", subjectId: 0, action: "updated", before, after },
      now,
    );
    return { ok: true, plan, version };
  });
}

/** What saving a plan would change, as the record of changes would show it. @param given that fits together */
export function planChanges(stored: DeliveryPlan, given: PlanInput): AuditChange[] {
  const [before, after] = bothForPeople(stored, withIds(deliveryPlanSchema.parse(given), stored));
  const changed = changedFields(before, after);
  return changesOf(changed.before, changed.after);
}

/** Two plans as people read them; what only the first has is null in the second. */
function bothForPeople(one: DeliveryPlan, other: DeliveryPlan): [before: AuditFields, after: AuditFields] {
  const [before, after] = [planForPeople(one), planForPeople(other)];
  for (const gone of Object.keys(before)) after[gone] ??= null;
  return [before, after];
}

/** A field's own sentence, with the zone and method to which the field belongs. */
function sentenceOf({ path, message }: z.core.$ZodIssue, { zones }: PlanInput): string {
  const [list, zoneAt, field, methodAt] = path;
  if (list !== "zones" || typeof zoneAt !== "number") return message;
  const zone = zones[zoneAt]!;
  const method = field === "methods" && typeof methodAt === "number" ? zone.methods[methodAt] : undefined;
  const inZone = `zone ${called(zone.name, zoneAt)}`;
  // The sentences about what does not fit together name them already.
  if (message.includes(inZone)) return message;
  return method
    ? `Method ${called(method.name, methodAt as number)} in the ${inZone}: ${message}`
    : `The ${inZone}: ${message}`;
}

/** By its name; without one that can be shown, by its place in the list. */
const called = (name: string, at: number) =>
  name.trim() !== "" && name.length <= PLAN_MAX.name ? `“${name}”` : `number ${at + 1}`;

/** Orders, carts and clients may hold an id: one that was given is never given to another method. */
function withIds(draft: PlanDraft, stored: DeliveryPlan): DeliveryPlan {
  const zoneId = idGiver(
    stored.zones.map((zone) => zone.id),
    stored.nextZoneId,
  );
  const methodId = idGiver(
    stored.zones.flatMap((zone) => zone.methods.map((method) => method.id)),
    stored.nextMethodId,
  );
  // The id comes first in both, whether it was given or not: a plan that does not differ has the same text.
  const zones = draft.zones.map(({ id, methods, ...zone }) => ({
    id: zoneId.give(id),
    ...zone,
    methods: methods.map(({ id, ...method }) => ({ id: methodId.give(id), ...method })),
  }));
  return { ...draft, zones, nextMethodId: methodId.next(), nextZoneId: zoneId.next() };
}

/** An id of the stored plan stays with the first who has it; everybody else gets the next one. */
function idGiver(storedIds: readonly number[], first: number) {
  const free = new Set(storedIds);
  let next = first;
  const give = (id: number | undefined): number => (id !== undefined && free.delete(id) ? id : next++);
  return { give, next: () => next };
}
