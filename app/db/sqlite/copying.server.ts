import SQLite from "better-sqlite3";
import { linesOf } from "../copying/copy-text";
import {
  ALL_ROWS,
  type CopiedColumn,
  type CopiedTable,
  type CopiedDatabase,
  type CopyTarget,
  digestOf,
  isOwnTable,
  list,
  NOTES,
  type Part,
  PART_LENGTH,
  PART_ROWS,
  quoted,
  type Value,
} from "../copying/databases";

/** Something else has the file open. */
export class FileInUse extends Error {}

/**
 * Opens a shop's file so that no other process can open it: each that has it open holds a lock on it.
 * @throws {FileInUse} if one has
 */
function openAlone(file: string): SQLite.Database {
  const db = new SQLite(file, { timeout: 300 });
  try {
    db.pragma("locking_mode = EXCLUSIVE");
    // Merges the write-ahead log into the file.
    db.pragma("journal_mode = DELETE");
    db.exec("begin exclusive; commit");
    db.pragma("foreign_keys = OFF");
    db.pragma("cache_size = -64000");
    db.pragma("temp_store = MEMORY");
    return db;
  } catch (error) {
    db.close();
    throw isLocked(error) ? new FileInUse(file) : error;
  }
}

const isLocked = (error: unknown) => /^SQLITE_(?:BUSY|LOCKED)/.test((error as { code?: string }).code ?? "");

/** Whether a shop's file has been opened by nobody else. @throws {FileInUse} */
export const requireUnused = (file: string): void => void openAlone(file).close();

/** What is in the file: nothing yet, a copy that is not complete, or a shop. @throws {FileInUse} */
export function stateOfFile(file: string): "empty" | "unfinished" | "shop" {
  const db = new SQLite(file, { timeout: 300 });
  try {
    const names = db.prepare("select name from sqlite_schema").pluck().all();
    if (names.includes(NOTES)) return "unfinished";
    return names.length === 0 ? "empty" : "shop";
  } catch (error) {
    throw isLocked(error) ? new FileInUse(file) : error;
  } finally {
    db.close();
  }
}

/** Marks an empty file as a copy that is not complete. */
export function markFile(file: string): void {
  const db = new SQLite(file);
  db.exec(`create table if not exists ${NOTES} (key text primary key, value text not null) strict`);
  db.close();
}

/** Opens a shop's file to be copied. */
export const openFileToCopy = (file: string): CopiedDatabase & { missingReferences(): Promise<string[]> } => {
  const db = openAlone(file);
  return { ...copiedDatabase(db), missingReferences: async () => missingReferences(db) };
};

function copiedDatabase(db: SQLite.Database): CopiedDatabase {
  const columnsOf = db.prepare<[string], { name: string; type: string; pk: number; hidden: number }>(
    "select name, type, pk, hidden from pragma_table_xinfo(?) order by name",
  );
  const kindOf = (table: string, { name, type }: { name: string; type: string }): CopiedColumn => {
    const kind = { TEXT: "text", INTEGER: "number" } as const;
    if (type !== "TEXT" && type !== "INTEGER")
      throw new Error(`${table}.${name} is of a type that is not copied: ${type}`);
    return { name, kind: kind[type] };
  };
  async function* rows({ name, columns, key }: CopiedTable): AsyncGenerator<Part> {
    const all = list(columns.map((column) => column.name));
    const order = key.length > 0 ? list(key) : all;
    const statement = db.prepare<[], Value[]>(`select ${all} from ${quoted(name)} order by ${order}`);
    let part: Value[][] = [];
    let length = 0;
    for (const row of statement.raw(true).iterate()) {
      part.push(row);
      for (const value of row) if (typeof value === "string") length += value.length;
      if (part.length < PART_ROWS && length < PART_LENGTH) continue;
      yield { rows: part, lines: linesOf(part) };
      part = [];
      length = 0;
    }
    if (part.length > 0) yield { rows: part, lines: linesOf(part) };
  }
  return {
    async tables() {
      return tableNames(db).map((name) => {
        const columns = columnsOf.all(name).filter(({ hidden }) => hidden === 0);
        const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
        return {
          name,
          columns: columns.map((column) => kindOf(name, column)),
          key: key.map((column) => column.name),
        };
      });
    },
    rows,
    digest: (table, onRows) => digestOf(rows(table), onRows),
    async figures({ name, columns }) {
      const sums = columns.filter(({ kind }) => kind === "number").map((column) => quoted(column.name));
      const chosen = sums.map((column) => `cast(coalesce(sum(${column}), 0) as text) as ${column}`);
      return db
        .prepare<[], Record<string, string>>(
          `select ${[`cast(count(*) as text) as ${quoted(ALL_ROWS)}`, ...chosen].join()} from ${quoted(name)}`,
        )
        .get()!;
    },
    async lastIds() {
      const given = db.prepare<[], { name: string; seq: number }>("select name, seq from sqlite_sequence");
      const ids = new Map(given.all().map(({ name, seq }) => [name, seq]));
      for (const name of tableNames(db)) {
        if (!columnsOf.all(name).some((column) => column.name === "id" && column.type === "INTEGER"))
          continue;
        const highest = db
          .prepare(`select coalesce(max(id), 0) from ${quoted(name)}`)
          .pluck()
          .get();
        ids.set(name, Math.max(ids.get(name) ?? 0, highest as number));
      }
      return ids;
    },
    isExact({ name, columns, key }, row, column) {
      if (key.length === 0) return true;
      const values = key.map((one) => row[columns.findIndex((each) => each.name === one)]!);
      const where = key.map((one) => `${quoted(one)} = ?`).join(" and ");
      const bytes = db
        .prepare(`select cast(${quoted(columns[column]!.name)} as blob) from ${quoted(name)} where ${where}`)
        .pluck()
        .get(...values) as Buffer | undefined;
      return bytes?.equals(Buffer.from(row[column] as string)) ?? false;
    },
    async close() {
      db.close();
    },
  };
}

const tableNames = (db: SQLite.Database) =>
  (
    db
      .prepare("select name from pragma_table_list where schema = 'main' and type = 'table' order by name")
      .pluck()
      .all() as string[]
  ).filter((name) => !isOwnTable(name));

const DROPPED_PARTS = `select value from ${NOTES} where key like 'recreate %' order by key`;

/** References to missing rows, in words. */
function missingReferences(db: SQLite.Database): string[] {
  const found = db.pragma("foreign_key_check") as { table: string; rowid: number | null; parent: string }[];
  return found.map(
    ({ table, rowid, parent }) => `${table}, row ${rowid ?? "?"}, refers to missing ${parent}`,
  );
}

/** Opens a file that is marked as unfinished, and has been migrated, to copy a shop to it. */
export function openFileForCopy(file: string): CopyTarget {
  const db = openAlone(file);
  // With a rollback journal each transaction would wait for the disk twice.
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = NORMAL");
  const getNote = db.prepare<[string], string>(`select value from ${NOTES} where key = ?`).pluck();
  const putNote = db.prepare(
    `insert into ${NOTES} (key, value) values (?, ?) on conflict do update set value = excluded.value`,
  );
  const together = (work: () => void) => db.transaction(work).immediate();
  const inserts = new Map<string, SQLite.Statement>();
  const insertInto = ({ name, columns }: CopiedTable) => {
    const names = columns.map((column) => column.name);
    return db.prepare(`insert into ${quoted(name)} (${list(names)}) values (${names.map(() => "?").join()})`);
  };
  return {
    ...copiedDatabase(db),
    note: async (key) => getNote.get(key),
    setNote: async (key, value) => void putNote.run(key, value),
    async begin(notes) {
      together(() => {
        const parts = db
          .prepare<[], { type: string; name: string; sql: string }>(
            "select type, name, sql from sqlite_schema where type in ('index', 'trigger') and sql is not null order by rowid",
          )
          .all();
        for (const [at, { type, name, sql }] of parts.entries()) {
          putNote.run(`recreate ${type === "index" ? "tables" : "triggers"} ${1000 + at}`, sql);
          db.exec(`drop ${type} ${quoted(name)}`);
        }
        for (const name of tableNames(db)) db.exec(`delete from ${quoted(name)}`);
        db.exec("delete from sqlite_sequence; delete from search_indexes");
        for (const note of notes) putNote.run(...note);
      });
    },
    async discard() {
      together(() => {
        for (const name of tableNames(db)) db.exec(`delete from ${quoted(name)}`);
        for (const value of db.prepare<[], string>(DROPPED_PARTS).pluck().all()) db.exec(value);
        db.exec(`delete from ${NOTES}`);
      });
    },
    async write(table, parts, note) {
      let insert = inserts.get(table.name);
      if (!insert) inserts.set(table.name, (insert = insertInto(table)));
      together(() => {
        for (const { rows } of parts) for (const row of rows) insert.run(row);
        putNote.run(...note);
      });
    },
    async setLastIds(ids) {
      const counting = db
        .prepare("select name from sqlite_schema where type = 'table' and sql like '%autoincrement%'")
        .pluck()
        .all() as string[];
      together(() => {
        for (const name of counting) {
          db.prepare("delete from sqlite_sequence where name = ?").run(name);
          const id = ids.get(name) ?? 0;
          if (id > 0) db.prepare("insert into sqlite_sequence (name, seq) values (?, ?)").run(name, id);
        }
      });
    },
    async recreate(onStep) {
      // First the indexes: those of tables come before the triggers by their keys.
      const steps = db
        .prepare<[], { key: string; value: string }>(
          `select key, value from ${NOTES} where key glob 'recreate *' order by key`,
        )
        .all();
      for (const [at, { key, value }] of steps.entries()) {
        onStep(steps.length - at);
        together(() => {
          db.exec(value);
          db.prepare(`delete from ${NOTES} where key = ?`).run(key);
        });
      }
    },
    missingReferences: async () => missingReferences(db),
    async finish() {
      db.exec(`drop table ${NOTES}`);
    },
    async close() {
      db.pragma("journal_mode = DELETE");
      db.close();
    },
  };
}
