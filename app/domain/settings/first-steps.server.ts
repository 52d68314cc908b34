import type { Db } from "~/db/database.server";
import { readSettings, readSettingsStillNeeded } from "./settings.server";

/** What a shop needs before its first sale; true: it is done. */
export interface FirstSteps {
  /** Name, address and contacts. A live shop takes no orders without them, nor without `shipping`. */
  seller: boolean;
  shipping: boolean;
  officer: boolean;
  carrier: boolean;
  /** There is at least one visible book. */
  books: boolean;
}

/** @returns null when nothing is left to do */
export async function readFirstSteps(db: Db): Promise<FirstSteps | null> {
  const [needed, settings, carrier, book] = await Promise.all([
    readSettingsStillNeeded(db),
    readSettings(db),
    db.selectFrom("logistics_providers").select("id").limit(1).executeTakeFirst(),
    db.selectFrom("books").select("id").where("hidden", "=", 0).limit(1).executeTakeFirst(),
  ]);
  const isShipping = (key: string) => key === "shippingThreshold" || key === "shippingFee";
  const steps = {
    seller: needed.every(isShipping),
    shipping: !needed.some(isShipping),
    officer: settings.grievanceOfficer !== "",
    carrier: carrier !== undefined,
    books: book !== undefined,
  };
  return Object.values(steps).every(Boolean) ? null : steps;
}
