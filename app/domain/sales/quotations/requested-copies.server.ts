import type { Db } from "~/db/database.server";
import { knownCustomer } from "../orders/by-staff/customer-for.server";

/** What somebody asked for who needs many copies of a book. */
export interface RequestedCopies {
  bookId: number;
  copies: number;
  name: string;
  email: string;
  /** Empty: not given. */
  phone: string;
  /** The customer with this address, for whom a quotation would be made; null: a new one. */
  customerId: number | null;
}

/** @param messageId of a message to the shop @returns null: there is none, or it asks for no copies */
export async function requestedCopies(db: Db, messageId: number): Promise<RequestedCopies | null> {
  const row = await db
    .selectFrom("contact_messages")
    .select(["name", "email", "phone", "book_id as bookId", "copies"])
    .where("id", "=", messageId)
    .executeTakeFirst();
  if (!row || row.bookId === null || row.copies === null) return null;
  const { name, email, phone, bookId, copies } = row;
  return { name, email, phone, bookId, copies, customerId: await knownCustomer(db, { name, email, phone }) };
}
