import type { Db } from "~/db/database.server";
import { changedFields } from "~/domain/kit/audit/audit";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import {
  ACCOUNT_KEYS,
  ACCOUNTS,
  type AccountNames,
  FEE_TAX_UNREGISTERED,
  USUAL_NAMES,
} from "./account-names";

// A row of the table of settings, but not a field of the form of settings.
const KEY = "accountNames";

/** What the owner calls the accounts of the journal; the usual names where nobody has said. */
export async function readAccountNames(db: Db): Promise<AccountNames> {
  const [row, { gstin }] = await Promise.all([
    db.selectFrom("settings").select("value").where("key", "=", KEY).executeTakeFirst(),
    readSettings(db),
  ]);
  const usual = gstin === "" ? { ...USUAL_NAMES, feeTax: FEE_TAX_UNREGISTERED } : USUAL_NAMES;
  return { ...usual, ...(row && (JSON.parse(row.value) as Partial<AccountNames>)) };
}

/** Names the accounts. @param given.names the output of `accountNamesSchema` */
export async function saveAccountNames(
  db: Db,
  { names, staffId }: { names: AccountNames; staffId: number },
  now = new Date(),
): Promise<void> {
  const inWords = (of: AccountNames) =>
    Object.fromEntries(ACCOUNT_KEYS.map((key) => [`Account: ${ACCOUNTS[key].label}`, of[key]]));
  await db.transaction().execute(async (trx) => {
    const changed = changedFields(inWords(await readAccountNames(trx)), inWords(names));
    if (Object.keys(changed.after).length === 0) return;
    const row = { key: KEY, value: JSON.stringify(names), updated_at: now.toISOString() };
    await trx
      .insertInto("settings")
      .values(row)
      .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
      .execute();
    await recordAudit(
      trx,
      { staffId, subject: "settings", subjectId: 0, action: "updated", ...changed },
      now,
    );
  });
}
