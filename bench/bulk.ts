// npm run bench:bulk: what changes very many rows at once, on both engines: an import of new books, a change of all their
// prices, undoing that, the merge of two names, the search index made anew, a shop moved to PostgreSQL and back, and a
// backup of it. Calls the domain in this process; both engines wait for the disk. Needs PostgreSQL's programs
// (app/test/postgres.ts). Writes its section of bench/results.md.
//   BENCH_BOOKS=100000   so many books are imported; default: 5,000
//   BENCH_MERGED=5000    so many of them name the one that is merged; default: a fifth
//   BENCH_ORDERS=300000  so many orders has the shop that moves; default: 3 for each book
//   BENCH_SHOP=DIR       moves the shop in this data folder, which npm run sample has made, instead of making one
//   BENCH_ONLY=import    only a part: import (with merge and index), move
//   BENCH_ENGINE=sqlite  only one engine imports
//   BENCH_REPORT=off     leaves results.md alone
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { sql, type KyselyPlugin } from "kysely";
import { openDatabase, type ShopDatabase } from "~/db/database.server";
import { copyToFile, moveShop } from "~/db/copying/move-shop.server";
import { updateDatabase } from "~/db/migrating/migrate.server";
import { importMappingSchema } from "~/domain/book-files/mapping";
import { planRun, requestImport, undoImport } from "~/domain/book-files/runs/import-steps.server";
import { runImports } from "~/domain/book-files/runs/run-imports.server";
import { mergeNames } from "~/domain/front/merging/merge-names.server";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { fillSampleShop } from "../app/sample/fill";
import { generateOrders } from "../app/sample/orders";
import { startPostgres } from "../app/test/databases/postgres";
import { writeTable } from "./import-file.mjs";
import { writeSection } from "./shop.mjs";

const BOOKS = Number(process.env.BENCH_BOOKS ?? 5_000);
const MERGED = Number(process.env.BENCH_MERGED ?? Math.ceil(BOOKS / 5));
const ORDERS = Number(process.env.BENCH_ORDERS ?? BOOKS * 3);
const SHOP = process.env.BENCH_SHOP;
const does = (part: "import" | "move") => (process.env.BENCH_ONLY ?? part) === part;
const engines = ["SQLite", "PostgreSQL"].filter((name) =>
  name.toLowerCase().startsWith(process.env.BENCH_ENGINE ?? ""),
);
const { values } = parseArgs({ options: { data: { type: "string" } } });

const tell = (line: string) => process.stdout.write(`${line}\n`);
const folder = mkdtempSync(path.join(values.data ?? tmpdir(), "kitab-bench-bulk-"));
const MIGRATIONS = path.resolve("migrations");
const server = await startPostgres(undefined, {
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  autovacuum: "on",
  shared_buffers: "256MB",
  max_connections: "100",
});
const staff = { id: null, name: "Bench" };
const times = new Map<string, Record<string, number>>();
/** Statements of the imports, without those that index for searches. */
let asked = 0;

async function measured<T>(what: string, engine: string, work: () => Promise<T>): Promise<T> {
  const [started, before] = [performance.now(), asked];
  const result = await work();
  const seconds = (performance.now() - started) / 1000;
  times.set(what, { ...times.get(what), [engine]: seconds });
  tell(
    `${engine}: ${what}: ${seconds.toFixed(1)} s${asked > before ? `, ${asked - before} statements` : ""}`,
  );
  return result;
}

async function createDatabase(name: string): Promise<string> {
  const client = new pg.Client(server.urlOf("postgres"));
  await client.connect();
  await client.query(`create database ${name}`).finally(() => client.end());
  return server.urlOf(name);
}

/** The same handles, whose statements are counted. */
function counting({ read, write }: ShopDatabase): Pick<ShopDatabase, "read" | "write"> {
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => ((asked += 1), node),
    transformResult: async ({ result }) => result,
  };
  return { read: read.withPlugin(counter), write: write.withPlugin(counter) };
}

async function imports(engine: string) {
  const at = engine === "SQLite" ? path.join(folder, "import.db") : await createDatabase("import");
  const db = openDatabase(at);
  await updateDatabase(db, MIGRATIONS);
  const dir = path.join(folder, "imports");
  mkdirSync(dir, { recursive: true });
  const columns = await writeTable(path.join(dir, "table"), BOOKS);
  const counted = counting(db);
  const run = async () => {
    while ((await runImports(counted, { dir, stopping: new AbortController().signal })) > 0);
  };
  const start = async (row: object) =>
    (
      await db.write
        .insertInto("bulk_changes")
        .values({
          status: "uploaded",
          actor: "Bench",
          asked_name: "Bench",
          file_name: "bench",
          format: "kitab",
          columns: "[]",
          created_at: new Date().toISOString(),
          ...row,
        } as never)
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
  const expectCounts = async (id: number, status: string, counts: object) => {
    const row = await db.read
      .selectFrom("bulk_changes")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    for (const [name, number] of Object.entries({ status, ...counts }))
      if (row[name as keyof typeof row] !== number)
        throw new Error(`${name} is ${row[name as keyof typeof row]} instead of ${number}: ${row.problem}`);
  };
  const table = await start({ kind: "import", file: "table", columns: JSON.stringify(columns) });
  await measured(`check ${count(BOOKS)} new books`, engine, async () => {
    await planRun(db.write, table, { mode: "add_and_change", mapping: importMappingSchema.parse({}) });
    await run();
  });
  await measured(`import ${count(BOOKS)} new books`, engine, async () => {
    await requestImport(db.write, table, staff);
    await run();
  });
  await expectCounts(table, "imported", { added: BOOKS });
  const typed = { price: "raise", priceAmount: "10", rounding: "rupee" };
  const edit = await start({
    kind: "edit",
    status: "planning",
    mode: "add_and_change",
    asked_at: new Date().toISOString(),
    mapping: JSON.stringify({ typed, selection: { list: "" } }),
  });
  await run();
  await measured(`change the prices of ${count(BOOKS)} books`, engine, async () => {
    await requestImport(db.write, edit, staff);
    await run();
  });
  await expectCounts(edit, "imported", { changed: BOOKS });
  await measured("undo that", engine, async () => {
    await undoImport(db.write, edit, staff);
    await run();
  });
  await expectCounts(edit, "undone", { undone: BOOKS });

  const [stays, gone] = await db.write
    .insertInto("authors")
    .values(
      ["R. K. Narayan", "RK Narayan"].map((name) => ({ name, name_key: name.toLowerCase(), sort_key: name })),
    )
    .returning("id")
    .execute();
  await sql`insert into book_contributors (book_id, author_id, role, position)
    select id, ${gone!.id}, 'A01', 9 from books order by id limit ${sql.lit(MERGED)}`.execute(db.write);
  const { id: staffId } = await db.write
    .insertInto("accounts")
    .values({
      email: "bench@kitab.in",
      first_name: "Bench",
      last_name: "",
      role: "admin",
      password_hash: "",
      created_at: new Date().toISOString(),
    } as never)
    .returning("id")
    .executeTakeFirstOrThrow();
  const merged = await measured(`merge two names, one of ${count(MERGED)} books`, engine, () =>
    mergeNames(counted.write, MASTER_DATA.author, { fromId: gone!.id, intoId: stays!.id, staffId }),
  );
  if (!merged.ok || merged.changed !== MERGED) throw new Error("the names were not merged");

  await db.write.updateTable("search_indexes").set({ mark: "" }).where("subject", "=", "books").execute();
  await measured(`search index of ${count(BOOKS)} books made anew`, engine, () => db.prepareSearch());
  await db.close();
  if (engine === "SQLite") rmSync(at);
}

/** A shop of so many books and orders. @returns its file */
async function makeShop(): Promise<string> {
  const file = path.join(folder, "kitab.db");
  const db = openDatabase(file);
  db.executeScript("pragma synchronous = off");
  await updateDatabase(db, MIGRATIONS);
  const now = new Date();
  await fillSampleShop(db, {
    coversDir: path.join(folder, "covers"),
    books: BOOKS,
    now,
    onProgress: () => {},
  });
  await generateOrders(db.write, { upTo: ORDERS, now, onProgress: () => {} });
  await db.close();
  return file;
}

async function moves() {
  const file = SHOP ? path.join(SHOP, "kitab.db") : await makeShop();
  const { books, orders } = await sizeOf(file);
  tell(`the shop that moves has ${(statSync(file).size / 2 ** 20).toFixed(0)} MB`);
  const url = await createDatabase("moved");
  const given = { migrations: MIGRATIONS, again: false };
  const phases = (engine: string) => {
    let last = ["", performance.now()] as [string, number];
    return (what: string) => {
      if (what === last[0]) return;
      const now = performance.now();
      if (last[0]) tell(`  ${engine}: ${last[0]} ${((now - last[1]) / 1000).toFixed(1)} s`);
      last = [what, now];
    };
  };
  const shop = `${count(books)} books and ${count(orders)} orders`;
  await measured(`move ${shop} here`, "PostgreSQL", () =>
    moveShop({ ...given, from: file, to: url, progress: phases("to PostgreSQL") }),
  );
  await measured(`back up ${shop}`, "PostgreSQL", () =>
    copyToFile(url, path.join(folder, "backup.db"), { ...given, progress: phases("backup") }),
  );
  rmSync(path.join(folder, "backup.db"));
  await measured(`move ${shop} here`, "SQLite", () =>
    moveShop({ ...given, from: url, to: path.join(folder, "back.db"), progress: phases("to SQLite") }),
  );
}

async function sizeOf(file: string): Promise<{ books: number; orders: number }> {
  const db = openDatabase(file);
  const { rows } = await sql<{ books: number; orders: number }>`select (select count(*) from books) as books,
    (select count(*) from orders) as orders`.execute(db.read);
  await db.close();
  return rows[0]!;
}

function count(number: number) {
  return number.toLocaleString("en-IN");
}

try {
  if (does("import")) for (const engine of engines) await imports(engine);
  if (does("move")) await moves();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

const shown = (seconds: number | undefined) => (seconds === undefined ? "–" : `${seconds.toFixed(1)} s`);
if (process.env.BENCH_REPORT !== "off")
  writeSection("Last results of `npm run bench:bulk`", [
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores, which PostgreSQL shares with the program; both engines wait for the disk. Each imported book has 1.4 KB, two of 16,000 people, three of 60 tags.`,
    "",
    "| | SQLite | PostgreSQL |",
    "|---|---|---|",
    ...[...times].map(
      ([what, { SQLite, PostgreSQL }]) => `| ${what} | ${shown(SQLite)} | ${shown(PostgreSQL)} |`,
    ),
  ]);
