import type { ShopDatabase } from "~/db/database.server";
import { ALL_BOOKS, exportBooks } from "~/domain/book-files/exports/export-books.server";
import type { ExportFormat } from "~/domain/book-files/exports/exports";
import { shopOrigin } from "~/platform/shop-origin.server";
import { whyNotReady } from "./staff-command.server";

/** Writes what it is given, piece by piece. @throws when that fails */
export type WriteExport = (content: AsyncIterable<string | Uint8Array>) => Promise<void>;

/** For `npm run export`: all books. Works beside a running shop, and only reads. */
export async function exportCommand(
  shop: ShopDatabase,
  format: ExportFormat,
  write: WriteExport,
): Promise<{ ok: true } | { ok: false; message: string }> {
  const message = await whyNotReady(shop);
  if (message) return { ok: false, message };
  await write(await exportBooks(shop.read, { format, list: ALL_BOOKS, origin: shopOrigin() }));
  return { ok: true };
}
