import type { Db } from "~/db/database.server";
import { readSettings } from "../settings/settings.server";
import { emitEvent, isWanted } from "../webhooks/emit-event.server";
import type { StockLow } from "./book-events.json";

/**
 * Tells other servers which books fell from above the low-stock mark to it or below.
 * @param trx the transaction that changed the stock @param moves the stock of each book before and after
 */
export async function tellLowStock(
  trx: Db,
  moves: { bookId: number; before: number; after: number }[],
  now: Date,
): Promise<void> {
  const falls = moves.filter(({ before, after }) => after < before);
  if (falls.length === 0 || !(await isWanted(trx, "stock.low"))) return;
  const { lowStockMark } = await readSettings(trx);
  for (const { bookId, before, after } of falls) {
    if (before <= lowStockMark || after > lowStockMark) continue;
    const data = async (): Promise<StockLow> => {
      const book = await trx
        .selectFrom("books")
        .select(["title", "isbn13"])
        .where("id", "=", bookId)
        .executeTakeFirstOrThrow();
      return { bookId, title: book.title, isbn13: book.isbn13, stock: after, lowStockMark };
    };
    await emitEvent(trx, "stock.low", data, now);
  }
}
