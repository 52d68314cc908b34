import type { Insertable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { catalogueBook, type CatalogueBook } from "./factories-catalogue";
import type { Settings } from "~/domain/shop/settings/settings";

let made = 0;

/** A customer with a confirmed address. @returns the account's id */
export async function createAccount(
  db: Db,
  given: Partial<Insertable<Tables["accounts"]>> = {},
): Promise<number> {
  const { id } = await db
    .insertInto("accounts")
    .values({
      email: `customer${++made}.${Date.now()}@example.com`,
      password_hash: null,
      first_name: "Meera",
      last_name: "Nair",
      email_confirmed_at: "2026-01-01T00:00:00.000Z",
      created_at: "2026-01-01T00:00:00.000Z",
      // Not named for customers: older shops have no such column.
      ...(given.role === "admin" && { job: "owner" }),
      ...given,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A member of staff, by default Kamini Iyer, an owner. @returns the account's id */
export async function createStaff(
  db: Db,
  given: Partial<Insertable<Tables["accounts"]>> = {},
): Promise<number> {
  return createAccount(db, { role: "admin", first_name: "Kamini", last_name: "Iyer", ...given });
}

/** By default a visible book at ₹250.00 with 10 in stock. @returns its id */
export async function createBook(db: Db, given: Partial<CatalogueBook> = {}): Promise<number> {
  return catalogueBook(db, { title: `Book ${++made}`, ...given });
}

export const ADDRESS = {
  fullname: "Meera Nair",
  address1: "12 Lake View Road",
  address2: "Near the post office",
  place: "Kochi",
  state: "Kerala",
  pincode: "682001",
  mobile: "9847012345",
  email: "meera@example.com",
};

/** @returns the address's id */
export async function createAddress(
  db: Db,
  accountId: number,
  given: Partial<Insertable<Tables["addresses"]>> = {},
): Promise<number> {
  const at = "2026-01-01T00:00:00.000Z";
  const { id } = await db
    .insertInto("addresses")
    .values({ ...ADDRESS, account_id: accountId, created_at: at, updated_at: at, ...given })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A session of a guest, which can have a cart. @returns its hash */
export async function createGuestSession(db: Db): Promise<string> {
  const idHash = `guest-session-${++made}`;
  const at = "2026-01-01T00:00:00.000Z";
  await db
    .insertInto("sessions")
    .values({
      id_hash: idHash,
      account_id: null,
      created_at: at,
      last_seen_at: at,
      expires_at: "2999-01-01T00:00:00.000Z",
    })
    .execute();
  return idHash;
}

/** Writes settings to the database. */
export async function setSettings(db: Db, settings: Partial<Settings>): Promise<void> {
  for (const [key, value] of Object.entries(settings)) {
    const row = { value: JSON.stringify(value), updated_at: "2026-01-01T00:00:00.000Z" };
    await db
      .insertInto("settings")
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
      .execute();
  }
}

let shown = 0;

/** A further picture of a book, after its other ones; without files. @returns its id */
export async function createBookPicture(
  db: Db,
  bookId: number,
  given: Partial<Insertable<Tables["book_pictures"]>> = {},
): Promise<number> {
  const number = ++shown;
  const there = await db.selectFrom("book_pictures").select("id").where("book_id", "=", bookId).execute();
  const { id } = await db
    .insertInto("book_pictures")
    .values({
      book_id: bookId,
      position: there.length,
      file: `further-${String(number).padStart(20, "0")}-400x600.webp`,
      kind: "look_inside",
      alt: "",
      width: 400,
      height: 600,
      ...given,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
