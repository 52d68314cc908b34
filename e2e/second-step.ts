import path from "node:path";
import { sql } from "kysely";
import { type Db, openDatabase } from "~/db/database.server";
import { unique } from "./staff";

/** Runs statements on the shop's database. */
export async function inShop<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
  const shop = openDatabase(process.env.E2E_DATABASE_URL ?? path.resolve(".cache/e2e-data/kitab.db"));
  try {
    return await work(shop.write);
  } finally {
    await shop.close();
  }
}

/** An owner whom no other journey knows, with the sample admin's password. @returns the address */
export async function newOwner(): Promise<string> {
  const email = `${unique("owner").toLowerCase()}@example.in`;
  await inShop((db) =>
    sql`insert into accounts (email, password_hash, first_name, last_name, role, job, email_confirmed_at, created_at)
      select ${email}, password_hash, 'Mira', 'Owner', 'admin', 'owner', created_at, created_at
      from accounts where email = 'admin@kitab.example'`.execute(db),
  );
  return email;
}

/** A passkey in the database: without scripts nobody can add one. */
export const givePasskey = (email: string) =>
  inShop((db) =>
    sql`insert into passkeys (account_id, credential_id, public_key, sign_count, name, created_at)
      select id, ${unique("credential")}, '', 0, 'Old phone', created_at from accounts where email = ${email}`.execute(
      db,
    ),
  );
