import type { Db } from "~/db/database.server";
import { emitEvent, endpointsFor, isWanted, queueEvents } from "~/domain/shop/webhooks/emit-event.server";
import type { EditableBook } from "../staff/staff-books";
import { findEditableBook, findEditableBooks } from "../staff/staff-books.server";

const CHANGED = "book.changed";

/** Tells other servers that staff changed books. @param books as they are now @param trx the transaction of the change */
export async function queueBookChangedEvents(trx: Db, books: EditableBook[], now: Date): Promise<void> {
  const endpoints = await endpointsFor(trx, CHANGED);
  if (endpoints.length === 0) return;
  const { bookChangedToJson } = await import("./book-events.json");
  await queueEvents(trx, endpoints, { type: CHANGED, data: books.map(bookChangedToJson) }, now);
}

/** The same, for books that are read only if somebody wants to know. @param bookIds no number twice */
export async function queueBooksChanged(trx: Db, bookIds: number[], now: Date): Promise<void> {
  if (bookIds.length === 0 || !(await isWanted(trx, CHANGED))) return;
  await queueBookChangedEvents(trx, await findEditableBooks(trx, bookIds), now);
}

/** Tells other servers that staff added or changed a book. @param trx the transaction of the change, after it */
export async function queueBookChangedEvent(trx: Db, bookId: number, now: Date): Promise<void> {
  const data = async () => {
    const book = await findEditableBook(trx, bookId);
    // Loaded only here: the commands in scripts/ cannot import modules whose names end in .json.
    const { bookChangedToJson } = await import("./book-events.json");
    return book && bookChangedToJson(book);
  };
  await emitEvent(trx, CHANGED, data, now);
}
