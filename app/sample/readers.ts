import type { Db } from "~/db/database.server";

/** The customers who write the sample reviews. They have no password, so nobody can log in as one of them. */
export const READERS = [
  { key: "ananya", firstName: "Ananya", lastName: "Bose" },
  { key: "farhan", firstName: "Farhan", lastName: "Siddiqui" },
  { key: "meera", firstName: "Meera", lastName: "Krishnan" },
  { key: "harpreet", firstName: "Harpreet", lastName: "Gill" },
  { key: "joseph", firstName: "Joseph", lastName: "Tharakan" },
  { key: "sunita", firstName: "Sunita", lastName: "Deshpande" },
  { key: "kunal", firstName: "Kunal", lastName: "Mehta" },
  { key: "lakshmi", firstName: "Lakshmi", lastName: "Rao" },
  { key: "rituparna", firstName: "Rituparna", lastName: "Das" },
  { key: "imran", firstName: "Imran", lastName: "Qureshi" },
  { key: "devika", firstName: "Devika", lastName: "Nair" },
  { key: "arjun", firstName: "Arjun", lastName: "Patil" },
  { key: "tenzin", firstName: "Tenzin", lastName: "Dolma" },
] as const;

export type ReaderKey = (typeof READERS)[number]["key"];

const emailOf = (reader: (typeof READERS)[number]) =>
  `${reader.firstName}.${reader.lastName}@kitab.example`.toLowerCase();

/**
 * Creates the reviewing customers if they do not exist.
 * @param createdAt when they joined, UTC ISO 8601
 * @returns the account id of each
 */
export async function ensureReaders(db: Db, createdAt: string): Promise<Record<ReaderKey, number>> {
  const rows = READERS.map((reader) => ({
    email: emailOf(reader),
    password_hash: null,
    first_name: reader.firstName,
    last_name: reader.lastName,
    email_confirmed_at: createdAt,
    created_at: createdAt,
  }));
  await db
    .insertInto("accounts")
    .values(rows)
    .onConflict((conflict) => conflict.column("email").doNothing())
    .execute();
  const found = await db
    .selectFrom("accounts")
    .select(["id", "email"])
    .where(
      "email",
      "in",
      rows.map((row) => row.email),
    )
    .execute();
  const ids = new Map(found.map((row) => [row.email, row.id]));
  return Object.fromEntries(READERS.map((reader) => [reader.key, ids.get(emailOf(reader))])) as Record<
    ReaderKey,
    number
  >;
}
