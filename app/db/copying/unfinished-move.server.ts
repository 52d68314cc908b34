import { sql } from "kysely";
import { isPostgres } from "~/db/by-engine";
import { NOTES } from "./databases";
import type { Db } from "~/db/engine";

/** Whether the database is a copy of a shop that is not complete (npm run move, npm run restore). */
export async function isUnfinishedMove(db: Db): Promise<boolean> {
  const { rows } = await (
    isPostgres(db)
      ? sql<{ found: string | null }>`select to_regclass(${NOTES}) as found`
      : sql<{ found: string | null }>`select max(name) as found from sqlite_schema where name = ${NOTES}`
  ).execute(db);
  return rows[0]!.found !== null;
}

/** Why the shop and its commands do not use such a database, as a sentence. */
export const UNFINISHED_MOVE =
  "the database is a copy of a shop that is not complete: run the move or the restore again";
