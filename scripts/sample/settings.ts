import type { Db } from "~/db/database.server";
import type { Settings } from "~/domain/settings/settings";

/** Who answers for the demo shop: on its bills, in its terms. Nobody real. */
const DEMO_SETTINGS = {
  legalName: "Kitab Books Private Limited",
  grievanceOfficer: "Meera Iyer",
  grievanceEmail: "grievance@kitab.example",
} satisfies Partial<Settings>;

/** Settings that somebody has made stay as they are. @param trx an open transaction */
export async function insertDemoSettings(trx: Db, now: Date): Promise<void> {
  const updated_at = now.toISOString();
  await trx
    .insertInto("settings")
    .values(
      Object.entries(DEMO_SETTINGS).map(([key, value]) => ({
        key,
        value: JSON.stringify(value),
        updated_at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
