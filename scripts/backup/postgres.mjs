// What backup, restore and clear-sample do with a shop on PostgreSQL, by the built program.
import { say } from "./command.mjs";
import { Refusal } from "./files.mjs";
import { anySecret, loadShop } from "./place.mjs";

async function done(dataDir, work) {
  const { onPostgres } = await loadShop(dataDir, anySecret());
  const outcome = await work(onPostgres);
  if (!outcome.ok) throw new Refusal(outcome.message);
}

/** Copies the database, which the shop may be using, into a new file of SQLite. @throws {Refusal} */
export const copyOfDatabase = (dataDir, file) =>
  done(dataDir, ({ backupCommand }) => backupCommand(file, say));

/** The same before it is replaced, while nobody uses it. @throws {Refusal} */
export const keepDatabase = (dataDir, file) =>
  done(dataDir, ({ keepAsideCommand }) => keepAsideCommand(file, say));

/** Replaces the database by the shop in a file of SQLite, which is migrated. @throws {Refusal} */
export const restoreDatabase = (dataDir, file) =>
  done(dataDir, ({ restoreCommand }) => restoreCommand(file, say));

/** Refuses while a shop runs on the database. @throws {Refusal} */
export const requireNobody = (dataDir) => done(dataDir, ({ requireStopped }) => requireStopped());

/** Whether there is a shop in the database. @throws {Refusal} when there is something else */
export async function hasShop(dataDir) {
  const { onPostgres } = await loadShop(dataDir, anySecret());
  const state = await onPostgres.restoreTarget();
  if (state === null) throw new Refusal("The database of DATABASE_URL has tables of something else.");
  return state === "shop";
}
