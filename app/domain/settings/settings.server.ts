import type { Db } from "~/db/database.server";
import { config } from "~/config.server";
import type { Settings } from "./settings";

function defaults(): Settings {
  return {
    shopName: config.STORE_NAME,
    supportEmail: "help@kitab.example",
    supportPhone: "+91 80 4718 0110",
    postalAddress: "14 Residency Road, Bengaluru 560025, Karnataka",
    shippingThreshold: 100,
    shippingFee: 100,
    taxRate: 0,
    hsn: "4901",
    gstin: "",
    reservationMinutes: config.RESERVATION_MINUTES,
    lowStockMark: 5,
  };
}

/** The shop's settings: what the database holds, defaults for the rest. */
export async function readSettings(db: Db): Promise<Settings> {
  const rows = await db.selectFrom("settings").select(["key", "value"]).execute();
  const stored = Object.fromEntries(rows.map((row) => [row.key, JSON.parse(row.value) as unknown]));
  return { ...defaults(), ...stored };
}
