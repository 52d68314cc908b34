import type { Db } from "~/db/database.server";
import { prepared } from "~/db/prepared.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { hasSecondFactor } from "./second-factor.server";
import { DEFAULT_RULES, type FactorRules, rulesInWords } from "./factor-rules";

// Rows of the table of settings, but not part of the form of settings: only who may change staff may change these.
const KEYS = ["requireSecondFactor", "refundProofAbove"] as const satisfies (keyof FactorRules)[];

const ruleRows = prepared((db) =>
  db.selectFrom("settings").select(["key", "value"]).where("key", "in", KEYS),
);

/** What the owner asks of staff; defaults for what was never saved. */
export async function readFactorRules(db: Db): Promise<FactorRules> {
  const rows = await ruleRows(db, {});
  const stored = Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]));
  return { ...DEFAULT_RULES, ...stored };
}

/**
 * Saves the rules that differ from the stored ones.
 * @param given.shown what the form showed @returns the stored rules when somebody else has changed them meanwhile
 */
export async function saveFactorRules(
  db: Db,
  { staffId, rules, shown }: { staffId: number; rules: FactorRules; shown: FactorRules },
  now = new Date(),
): Promise<{ ok: true } | { ok: false; current: FactorRules }> {
  return db.transaction().execute(async (trx) => {
    const current = await readFactorRules(trx);
    const changed = KEYS.filter((key) => rules[key] !== shown[key]);
    if (changed.some((key) => current[key] !== shown[key] && current[key] !== rules[key]))
      return { ok: false as const, current };
    const written = changed.filter((key) => rules[key] !== current[key]);
    if (written.length === 0) return { ok: true as const };
    const after = { ...current, ...Object.fromEntries(written.map((key) => [key, rules[key]])) };
    for (const key of written) {
      const row = { key, value: JSON.stringify(rules[key]), updated_at: now.toISOString() };
      await trx
        .insertInto("settings")
        .values(row)
        .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
        .execute();
    }
    await recordAudit(
      trx,
      {
        staffId,
        subject: "settings",
        subjectId: 0,
        action: "updated",
        before: rulesInWords(current),
        after: rulesInWords(after),
      },
      now,
    );
    return { ok: true as const };
  });
}

/** Whether the owner asks all staff for a second factor, and this account has none. */
export async function lacksRequiredFactor(db: Db, accountId: number): Promise<boolean> {
  const { requireSecondFactor } = await readFactorRules(db);
  return requireSecondFactor && !(await hasSecondFactor(db, accountId));
}
