import path from "node:path";
import Database from "better-sqlite3";
import { unique } from "./staff";

/** Runs statements on the shop's database. */
export function inShop<Result>(work: (shop: Database.Database) => Result): Result {
  const shop = new Database(path.resolve(".cache/e2e-data/kitab.db"), { timeout: 10_000 });
  try {
    return work(shop);
  } finally {
    shop.close();
  }
}

/** An owner whom no other journey knows, with the sample admin's password. @returns the address */
export function newOwner(): string {
  const email = `${unique("owner").toLowerCase()}@example.in`;
  inShop((shop) =>
    shop
      .prepare(
        `insert into accounts (email, password_hash, first_name, last_name, role, job, email_confirmed_at, created_at)
         select ?, password_hash, 'Mira', 'Owner', 'admin', 'owner', created_at, created_at
         from accounts where email = 'admin@kitab.example'`,
      )
      .run(email),
  );
  return email;
}

/** A passkey in the database: without scripts nobody can add one. */
export const givePasskey = (email: string) =>
  inShop((shop) =>
    shop
      .prepare(
        `insert into passkeys (account_id, credential_id, public_key, sign_count, name, created_at)
         select id, ?, '', 0, 'Old phone', created_at from accounts where email = ?`,
      )
      .run(unique("credential"), email),
  );
