import type { Db } from "~/db/database.server";
import { SAMPLE_SELLER } from "~/domain/shop/settings/seller";
import type { Settings } from "~/domain/shop/settings/settings";

/** The demo shop's seller, for bills and terms, and its shipping prices (paise). */
export const DEMO_SETTINGS = {
  ...SAMPLE_SELLER,
  shippingThreshold: 49_900,
  shippingFee: 4_900,
} satisfies Partial<Settings>;

/** Saves the settings above, unless they were saved before. @param trx an open transaction */
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
