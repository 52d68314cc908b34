import type { Db } from "~/db/database.server";
import { emitEvent } from "../webhooks/emit-event.server";
import { findEditableBook } from "./staff-books.server";
import { bookChangedToJson } from "./book-events.json";

/** Tells other servers that staff added or changed a book. @param trx the transaction of the change, after it */
export async function tellBookChanged(trx: Db, bookId: number, now: Date): Promise<void> {
  const data = async () => {
    const book = await findEditableBook(trx, bookId);
    return book && bookChangedToJson(book);
  };
  await emitEvent(trx, "book.changed", data, now);
}
