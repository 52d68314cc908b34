// What to do about a database that SQLite calls damaged.
import path from "node:path";

/**
 * @param dataDir the shop's data folder
 * @returns sentences for whoever starts the shop or a command; null when the error, or its cause, says something else
 */
export function aboutDamage(error, dataDir) {
  const found = [error, error.cause].find((one) => /^SQLITE_(?:CORRUPT|NOTADB)/.test(one?.code));
  if (!found) return null;
  return `The shop's database, ${path.join(dataDir, "kitab.db")}, is damaged (${found.message}). Stop the shop, and restore a backup with npm run restore -- BACKUP --force, which keeps the damaged files (docs/operating.md, 'Restoring, and the drill').`;
}
