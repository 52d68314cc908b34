import { existsSync } from "node:fs";
import { verifySync } from "@node-rs/argon2";
import SQLite from "better-sqlite3";
import { CompiledQuery, sql } from "kysely";
import type { Db } from "~/db/engine";
import { SAMPLE_ACCOUNTS } from "~/sample/accounts";

/** What a live shop must check in its database before it starts. */
export interface LiveData {
  /** Addresses of admins that can log in, without the sample's. */
  admins: string[];
  /** Sample accounts that still have their published password. */
  openSamples: string[];
}

const NOTHING: LiveData = { admins: [], openSamples: [] };

/** Reads the shop's database on SQLite, without writing. @param file kitab.db; may not exist yet */
export function inspectLiveData(file: string): LiveData {
  if (!existsSync(file)) return NOTHING;
  const db = new SQLite(file, { readonly: true, timeout: 5000 });
  try {
    if (!db.prepare("select 1 from sqlite_schema where name = 'accounts'").get()) return NOTHING;
    return liveDataOf(db.prepare<[], Row>(ROWS).all());
  } finally {
    db.close();
  }
}

/** Reads an open database on PostgreSQL, which may be empty. */
export async function inspectLiveDatabase(read: Db): Promise<LiveData> {
  const { rows } = await sql<{ table: string | null }>`select to_regclass('accounts') as table`.execute(read);
  if (rows[0]!.table === null) return NOTHING;
  return liveDataOf((await read.executeQuery<Row>(CompiledQuery.raw(ROWS))).rows);
}

interface Row {
  email: string;
  role: string;
  hash: string | null;
}

const ROWS =
  "select email, role, password_hash as hash from accounts where status = 'active' and (role = 'admin' or email like '%@kitab.example') order by email";

function liveDataOf(rows: Row[]): LiveData {
  const isOpen = ({ email, hash }: Row) => {
    const sample = SAMPLE_ACCOUNTS.find((account) => account.email === email);
    return sample !== undefined && hash !== null && verifySync(hash, sample.password);
  };
  const openSamples = rows.filter(isOpen).map((row) => row.email);
  const admins = rows.filter((row) => row.role === "admin" && !openSamples.includes(row.email));
  return { admins: admins.map((row) => row.email), openSamples };
}
