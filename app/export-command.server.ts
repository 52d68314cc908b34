import path from "node:path";
import { ROOT } from "./config.server";
import type { ShopDatabase } from "./db/database.server";
import { isUpToDate } from "./db/migrate.server";
import { ALL_BOOKS, exportBooks } from "./domain/exports/export-books.server";
import type { ExportFormat } from "./domain/exports/exports";
import { shopOrigin } from "./platform/shop-origin.server";
import { OTHER_VERSION } from "./staff-command.server";

/** Writes what it is given, piece by piece. @throws when that fails */
export type WriteExport = (content: AsyncIterable<string | Uint8Array>) => Promise<void>;

/** For `npm run export`: all books. Works beside a running shop, and only reads. */
export async function exportCommand(
  shop: ShopDatabase,
  format: ExportFormat,
  write: WriteExport,
): Promise<{ ok: true } | { ok: false; message: string }> {
  if (!(await isUpToDate(shop, path.join(ROOT, "migrations")))) return { ok: false, message: OTHER_VERSION };
  await write(await exportBooks(shop.read, { format, list: ALL_BOOKS, origin: shopOrigin() }));
  return { ok: true };
}
