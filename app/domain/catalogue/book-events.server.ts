import type { Db } from "~/db/database.server";
import { emitEvent } from "../webhooks/emit-event.server";
import { findEditableBook } from "./staff-books.server";

/** Tells other servers that staff added or changed a book. @param trx the transaction of the change, after it */
export async function tellBookChanged(trx: Db, bookId: number, now: Date): Promise<void> {
  const data = async () => {
    const book = await findEditableBook(trx, bookId);
    // Loaded only here: the commands in scripts/ cannot import modules whose names end in .json.
    const { bookChangedToJson } = await import("./book-events.json");
    return book && bookChangedToJson(book);
  };
  await emitEvent(trx, "book.changed", data, now);
}
