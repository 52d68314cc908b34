import { mkdirSync } from "node:fs";
import { config, refuseStart } from "./config.server";
import type { ShopDatabase } from "~/db/database.server";
import { ensureAdmin } from "~/domain/people/accounts/accounts.server";
import { readSettingsStillNeeded } from "~/domain/shop/settings/settings.server";
import { removeUnfinishedUploads } from "~/http/request/forms/read-file-upload.server";
import { hashPassword } from "~/platform/secrets/passwords.server";

/** A request is read for at most ten minutes (serving.server.ts). */
const LONGEST_UPLOAD_MS = 3_600_000;

/**
 * Prepares the shop before the first request: folders, the first admin, in an empty demo shop the sample accounts,
 * catalogue and orders, and the facets of a large catalogue, so that the first list of books need not read all.
 * @returns messages to the person who started the shop
 * @throws {ConfigError} when a live shop has no admin and none is configured
 */
export async function prepareShop({ read, write }: ShopDatabase): Promise<string[]> {
  mkdirSync(config.coversDir, { recursive: true });
  mkdirSync(config.outboxDir, { recursive: true });
  removeUnfinishedUploads(config.importsDir, config.DATABASE_URL ? LONGEST_UPLOAD_MS : undefined);
  const notes = [...config.notes];

  if (config.ADMIN_EMAIL && config.ADMIN_PASSWORD) {
    await ensureAdmin(write, config.ADMIN_EMAIL, config.ADMIN_PASSWORD, config.ADMIN_NAME);
  } else if (!config.isDemo) {
    const admin = await read
      .selectFrom("accounts")
      .select("id")
      .where("role", "=", "admin")
      .executeTakeFirst();
    if (!admin) {
      refuseStart(["a live shop needs a first admin: set ADMIN_EMAIL and ADMIN_PASSWORD"]);
    }
  }

  const { createSampleAccounts } = await import("~/sample/accounts");
  // A shop without the sample catalogue and with its own admin is private: no sample accounts there.
  const accounts =
    config.isDemo && (config.sampleCatalogue || !config.ADMIN_EMAIL)
      ? await createSampleAccounts(write, hashPassword, { admin: !config.ADMIN_EMAIL })
      : [];
  if (!config.isDemo && (await readSettingsStillNeeded(read)).length > 0)
    notes.push(`The shop takes no orders yet. What is left to do: ${config.baseUrl}/admin/opening`);
  if (config.sampleCatalogue) {
    const { fillSampleShop } = await import("~/sample/fill");
    const filled = await fillSampleShop(
      { write },
      { coversDir: config.coversDir, demoOrders: config.isDemo },
    );
    if (filled.books > 0) {
      const orders = filled.orders > 0 ? `, ${filled.orders} orders` : "";
      notes.push(
        `The sample catalogue was added: ${filled.books} books, ${filled.reviews} reviews${orders}.`,
      );
    }
  }
  for (const account of accounts)
    notes.push(`Sample ${account.role}: ${account.email} / ${account.password}`);
  return notes;
}

/**
 * For `npm run clear-sample`: removes the sample from this shop, which must not be running.
 * @returns messages about what was removed
 */
export async function clearSampleShop({ write }: ShopDatabase): Promise<string[]> {
  const { clearSample } = await import("~/sample/clear");
  const { removeSampleCovers } = await import("~/sample/cover-files");
  const cleared = await write.transaction().execute(clearSample);
  await removeSampleCovers(write, config.coversDir);
  const removed = (["accounts", "books", "orders", "reviews", "coupons"] as const).map(
    (what) => `${cleared[what]} ${what}`,
  );
  const notes = [`Removed: ${removed.join(", ")}, and unused names.`];
  if (cleared["books hidden"] > 0)
    notes.push(`Hidden, because real orders contain them: ${cleared["books hidden"]} sample books.`);
  if (cleared["accounts closed"] > 0)
    notes.push(`Deactivated, because they have real orders: ${cleared["accounts closed"]} sample accounts.`);
  const admin = await write
    .selectFrom("accounts")
    .select("id")
    .where("role", "=", "admin")
    .executeTakeFirst();
  if (!admin) notes.push("The shop has no admin now: start it with ADMIN_EMAIL and ADMIN_PASSWORD.");
  return notes;
}
