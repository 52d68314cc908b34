import { hash } from "@node-rs/argon2";
import type { Db } from "~/db/database.server";

/** The password of test accounts, and the one that they change it to. */
export const PASSWORD = "Correct-Horse-7";
export const NEW_PASSWORD = "Monsoon-Verandah-9";

let people = 0;

/** Hashes by password, with little work, since the shop has to do the same work at each login. */
const hashes = new Map<string, Promise<string>>();
const hashOf = (password: string) => hash(password, { memoryCost: 8, timeCost: 1 });

/** An account that can sign in with this password; by default a confirmed, active customer. */
export async function accountWithPassword(
  db: Db,
  password: string,
  given: {
    email?: string;
    role?: "customer" | "admin";
    status?: "active" | "inactive";
    confirmed?: boolean;
    createdAt?: string;
  } = {},
): Promise<{ id: number; email: string }> {
  const hashed = hashes.get(password) ?? hashOf(password);
  hashes.set(password, hashed);
  const createdAt = given.createdAt ?? "2026-01-01T00:00:00.000Z";
  return db
    .insertInto("accounts")
    .values({
      email: given.email ?? `person${++people}@example.com`,
      password_hash: await hashed,
      first_name: "Asha",
      last_name: "Rao",
      role: given.role ?? "customer",
      job: given.role === "admin" ? "owner" : null,
      status: given.status ?? "active",
      email_confirmed_at: given.confirmed === false ? null : createdAt,
      created_at: createdAt,
    })
    .returning(["id", "email"])
    .executeTakeFirstOrThrow();
}
