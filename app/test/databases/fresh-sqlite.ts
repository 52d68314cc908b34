import path from "node:path";
import SQLite from "better-sqlite3";

/** Keeps a copy of a running shop's database. @returns what brings it back, see `ReusedShop` */
export async function keepSqliteFile(dataDir: string): Promise<() => Promise<void>> {
  const file = path.join(dataDir, "kitab.db");
  const fresh = `${dataDir}-fresh.db`;
  await copy(file, fresh);
  return async () => {
    const source = new SQLite(fresh);
    source.exec("update catalogue_version set version = version + 1000000");
    source.close();
    await copy(fresh, file);
  };
}

/** Into an open database, too: SQLite's backup is a transaction of the target. */
async function copy(from: string, to: string) {
  const source = new SQLite(from, { readonly: true });
  await source.backup(to, { progress: () => 1_000_000 });
  source.close();
}
