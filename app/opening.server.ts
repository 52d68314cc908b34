import { mkdirSync } from "node:fs";
import { config, ConfigError } from "./config.server";
import type { ShopDatabase } from "./db/database.server";
import { ensureAdmin } from "./domain/accounts/accounts.server";
import { hashPassword } from "./platform/passwords.server";

/**
 * What must be there before the first visitor: folders, the first admin, and in an empty demo shop the sample
 * accounts, catalogue and orders.
 * @returns sentences for the person who started the shop
 * @throws {ConfigError} when a live shop has no admin and is given none
 */
export async function prepareShop({ read, write }: ShopDatabase): Promise<string[]> {
  mkdirSync(config.coversDir, { recursive: true });
  mkdirSync(config.outboxDir, { recursive: true });
  const notes: string[] = [];

  if (config.ADMIN_EMAIL && config.ADMIN_PASSWORD) {
    await ensureAdmin(write, config.ADMIN_EMAIL, config.ADMIN_PASSWORD, config.ADMIN_NAME);
  } else if (!config.isDemo) {
    const admin = await read
      .selectFrom("accounts")
      .select("id")
      .where("role", "=", "admin")
      .executeTakeFirst();
    if (!admin) {
      throw new ConfigError(
        "The shop cannot start:\n  - a live shop needs a first admin: set ADMIN_EMAIL and ADMIN_PASSWORD",
      );
    }
  }

  const { createSampleAccounts } = await import("../scripts/sample/accounts");
  const accounts = config.isDemo
    ? await createSampleAccounts(write, hashPassword, { admin: !config.ADMIN_EMAIL })
    : [];
  if (config.sampleCatalogue) {
    const { fillSampleShop } = await import("../scripts/sample/fill");
    const filled = await fillSampleShop(
      { write },
      { coversDir: config.coversDir, demoOrders: config.isDemo },
    );
    if (filled.books > 0) {
      const orders = filled.orders > 0 ? `, ${filled.orders} orders` : "";
      notes.push(`The sample catalogue is in: ${filled.books} books, ${filled.reviews} reviews${orders}.`);
    }
  }
  for (const account of accounts)
    notes.push(`Sample ${account.role}: ${account.email} / ${account.password}`);
  return notes;
}
