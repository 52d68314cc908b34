import type { Db } from "~/db/database.server";
import { together } from "~/db/writing/together.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { emitTo, endpointsFor } from "~/domain/shop/webhooks/emit-event.server";
import type { StockLow } from "./book-events.json";

/** The stock of a book before and after. */
export interface StockMove extends Pick<StockLow, "bookId" | "title" | "isbn13"> {
  before: number;
  after: number;
}

/** Who is told of low stock, and from which mark on it is low. */
export interface LowStock {
  endpointIds: number[];
  lowStockMark: number;
}

/**
 * Queues the events of books whose stock fell from above the low-stock mark to it or below.
 * @param trx the transaction that changed the stock
 */
export async function queueLowStockEvent(trx: Db, moves: StockMove[], now: Date): Promise<void> {
  if (!moves.some(({ before, after }) => after < before)) return;
  await emitLowStock(trx, await readLowStock(trx), moves, now);
}

/** In one round trip. */
export async function readLowStock(trx: Db): Promise<LowStock> {
  const [endpointIds, { lowStockMark }] = await Promise.all([
    endpointsFor(trx, "stock.low"),
    readSettings(trx),
  ]);
  return { endpointIds, lowStockMark };
}

/** The same for endpoints that were read before. */
export async function emitLowStock(
  trx: Db,
  { endpointIds, lowStockMark }: LowStock,
  moves: StockMove[],
  now: Date,
): Promise<void> {
  const told = moves
    .filter(({ before, after }) => before > lowStockMark && after <= lowStockMark)
    .map(({ bookId, title, isbn13, after }) => {
      const data: StockLow = { bookId, title, isbn13, stock: after, lowStockMark };
      return emitTo(trx, endpointIds, "stock.low", async () => data, now);
    });
  await together(told);
}
