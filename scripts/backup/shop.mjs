// Reads a shop's database for backups, whichever schema it has.
import SQLite from "better-sqlite3";

/** Tables whose numbers of rows an operator recognises. */
const COUNTED = ["accounts", "books", "orders", "payments", "refunds", "reviews"];

/** The columns with the time of the last change, by table. (Visits, carts and logins do not count.) */
const MOMENTS = {
  orders: "placed_at",
  order_events: "happened_at",
  payments: "updated_at",
  refunds: "updated_at",
  accounts: "created_at",
  books: "updated_at",
  reviews: "updated_at",
  settings: "updated_at",
  audit_entries: "happened_at",
};

/**
 * The files that pages show for a cover (domain/images). The JPEG and the AVIF of 240 pixels are copied if they exist:
 * sample covers have no JPEG, and the AVIF is made at the first request.
 */
const ENDINGS = [".webp", "-160.avif", "-160.webp", "-320.avif", "-320.webp", "-640.avif"];

/** @param cover books.cover */
export const coverFiles = (cover) => ENDINGS.map((ending) => cover.replace(/\.webp$/, "") + ending);

/** Copies the whole database in one step: a copy in several steps would restart after each write of the shop. */
export const copyDatabase = (db, file) => db.backup(file, { progress: () => 0x7fff_ffff });

/** @returns { schema, counts, newest }: applied migrations, numbers of rows, and times of the last change by table */
export function describe(db) {
  const tables = new Set(db.prepare("select name from sqlite_schema where type = 'table'").pluck().all());
  const value = (sql) => db.prepare(sql).pluck().get();
  const schema = tables.has("kysely_migration")
    ? db.prepare("select name from kysely_migration order by name").pluck().all()
    : [];
  const counts = COUNTED.filter((table) => tables.has(table)).map((table) => [
    table,
    value(`select count(*) from ${table}`),
  ]);
  const newest = Object.entries(MOMENTS)
    .filter(([table]) => tables.has(table))
    .map(([table, column]) => [table, value(`select max(${column}) from ${table}`) ?? ""]);
  return { schema, counts: Object.fromEntries(counts), newest: Object.fromEntries(newest) };
}

/** @returns the files below coverpages/ that the database refers to, sorted */
export function namedPictures(db) {
  const covers = db.prepare("select distinct cover from books where cover is not null").pluck().all();
  const logo = db.prepare("select json_extract(value, '$') from settings where key = 'logo'").pluck().get();
  const further = db.prepare("select 1 from sqlite_schema where name = 'book_pictures'").pluck().get()
    ? db.prepare("select distinct file from book_pictures").pluck().all()
    : [];
  return [...covers.flatMap(coverFiles), ...(logo ? [logo] : []), ...further].sort();
}

/**
 * Checks a copy that no other process has open, and makes it a single file without a WAL.
 * @returns { broken, problems, ...describe }: whether it is damaged, and a list of problems
 */
export function examine(file) {
  const db = new SQLite(file);
  try {
    db.pragma("journal_mode = DELETE");
    const integrity = db.pragma("integrity_check", { simple: true });
    const broken = integrity === "ok" ? "" : String(integrity);
    if (broken) return { broken, problems: [], pictures: [] };
    const missing = db.pragma("foreign_key_check");
    const problems = missing.length > 0 ? [`${missing.length} rows refer to missing rows`] : [];
    return { broken, problems, pictures: namedPictures(db), ...describe(db) };
  } finally {
    db.close();
  }
}

/** Part of a message, e.g. "12 orders, 60 books, 5 accounts". */
export const tally = ({ orders = 0, books = 0, accounts = 0 }) =>
  `${orders} orders, ${books} books, ${accounts} accounts`;
