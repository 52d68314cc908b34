import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import SQLite from "better-sqlite3";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openDatabase, type ShopDatabase } from "~/db/database.server";
import { matchingIds } from "~/db/search/full-text.server";
import { indexRest } from "~/db/search/index-rows.server";
import type { SubjectName } from "~/db/search/subjects";
import { searchFor } from "~/db/search/text-search";
import { updateDatabase } from "~/db/migrating/migrate.server";
import { migratedFile, withoutSync } from "~/test/database";
import { createAccount, createBook } from "~/test/factories";
import { fillShop } from "~/test/full-shop";
import { writeOlderShop } from "~/test/databases/older-shop";
import { isOnPostgres } from "~/test/databases/postgres";
import { createEmpty } from "~/test/databases/postgres-databases";
import type { CopyProgress } from "./copy-shop.server";
import { ALL_ROWS, isOwnTable } from "./databases";
import { copyToFile, type Move, moveShop, stateOf } from "./move-shop.server";

const MIGRATIONS = path.resolve("migrations");
const folder = mkdtempSync(path.join(tmpdir(), "kitab-move-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
const newFile = () => path.join(folder, `${++made}.db`);

const removals: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const remove of removals.splice(0)) await remove();
});
async function newDatabase(): Promise<string> {
  const { url, remove } = await createEmpty();
  removals.push(remove);
  return url;
}

const open = (at: string): ShopDatabase => openDatabase(at);
async function using<T>(at: string, work: (db: ShopDatabase) => Promise<T>): Promise<T> {
  const db = open(at);
  return work(db).finally(() => db.close());
}

const move = (from: string, to: string, given: Partial<Move> = {}) =>
  moveShop({ from, to, migrations: MIGRATIONS, again: false, progress: () => {}, ...given });

/** All rows of all tables of a file, without those of search indexes and of the migrator. */
function contents(file: string): Record<string, unknown[]> {
  const db = new SQLite(file, { readonly: true });
  try {
    const names = db
      .prepare<[], string>(
        "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'kysely%' and name <> 'sqlite_schema'",
      )
      .pluck()
      .all();
    return Object.fromEntries(
      // What searches have is made anew.
      names
        .filter((name) => name === "sqlite_sequence" || !isOwnTable(name))
        .map((name) => {
          const rows = db.prepare(`select * from "${name}"`).all();
          return [name, rows.map((row) => JSON.stringify(row)).sort()];
        }),
    );
  } finally {
    db.close();
  }
}

/** Triggers, indexes and tables of a file, as they were written. */
function schemaOf(file: string): unknown[] {
  const db = new SQLite(file, { readonly: true });
  const rows = db.prepare("select type, name, sql from sqlite_schema order by type, name").all();
  db.close();
  return rows;
}

/** Values that a column must have, where a guess is wrong. */
const GIVEN: Record<string, string | number> = {
  "daily_notices.last_day": "2026-11-23",
  "webhook_endpoints.url": "https://example.in/hook",
  "old_addresses.address": "/old",
  "search_terms.week": "2026-11-23",
  "former_names.into_id": 2,
  "mail_words.opening": "Hello,",
  "invitations.email": "new@neem.in",
  "bought_together.other_id": 2,
  "sandbox_refunds.amount": 100,
  "settlements.settled_on": "2026-11-12",
  "documents.issued_on": "2026-11-23",
  "documents.value": 4,
  "document_lines.gross": 5,
  "document_lines.value": 4,
  "coupon_targets.for_tag": 1,
  "tax_rates.from_day": "2025-09-22",
  "tax_limits.from_day": "2024-08-01",
};

/** Adds a row to each table that has none: guessed from its columns, their checks and references. */
function fillRest(file: string): void {
  const db = new SQLite(file);
  const tables = db
    .prepare<[], { name: string; sql: string }>(
      "select name, sql from sqlite_schema where type = 'table' and sql not like '%virtual%' and name not like 'sqlite_%' and name not like 'kysely_%' and name not like '%\\_index\\_%' escape '\\' and name not in ('search_queue', 'search_later', 'search_indexes') and name not like 'near\\_%' escape '\\'",
    )
    .all();
  // Twice, since one table refers to another that may come later.
  for (const { name, sql } of [...tables, ...tables]) {
    if (db.prepare(`select 1 from "${name}"`).get()) continue;
    const references = db.pragma(`foreign_key_list("${name}")`) as {
      from: string;
      table: string;
      to: string | null;
    }[];
    const columns = db.pragma(`table_info("${name}")`) as {
      name: string;
      type: string;
      notnull: number;
      dflt_value: string | null;
      pk: number;
    }[];
    const values = new Map<string, string | number>();
    for (const column of columns) {
      const given = GIVEN[`${name}.${column.name}`];
      if (given !== undefined) values.set(column.name, given);
      else if ((column.notnull && column.dflt_value === null) || (column.pk > 0 && column.name !== "id")) {
        const parent = references.find(({ from }) => from === column.name);
        const [, first] = new RegExp(`check \\(\\s*${column.name} in\\s*\\('([^']*)'`).exec(sql) ?? [];
        const parentId = parent && firstOf(db, parent.table, parent.to);
        const [, length] = new RegExp(`length\\(${column.name}\\) = (\\d+)`).exec(sql) ?? [];
        const word = length ? "a".repeat(Number(length)) : `x ${made}`;
        const text = sql.includes(`json_valid(${column.name})`) ? "[]" : (first ?? word);
        values.set(column.name, parentId ?? (column.type === "INTEGER" ? 1 : text));
      }
    }
    const names = [...values.keys()];
    const row =
      names.length > 0 ? `(${names.join()}) values (${names.map(() => "?").join()})` : "default values";
    try {
      db.prepare(`insert into "${name}" ${row}`).run(...values.values());
    } catch (error) {
      throw new Error(`${name} needs values in GIVEN`, { cause: error });
    }
  }
  expect(db.pragma("foreign_key_check")).toEqual([]);
  const words = JSON.stringify({ Title: 'A shop \\ of "words"', Count: 3, Left: null });
  db.prepare(
    "insert into audit_entries (subject, subject_id, action, after, happened_at) values ('page', 1, 'changed', ?, '')",
  ).run(words);
  // An id that was given and is free again.
  db.exec("insert into works default values; delete from works where id = (select max(id) from works)");
  db.close();
}

function firstOf(db: SQLite.Database, table: string, column: string | null): string | number {
  const key =
    column ??
    db.prepare<[string], string>("select name from pragma_table_info(?) where pk = 1").pluck().get(table);
  return db.prepare<[], string | number>(`select min("${key}") from "${table}"`).pluck().get()!;
}

let full: string;
beforeAll(async () => {
  full = newFile();
  copyFileSync(await migratedFile(), full);
  await using(full, async (db) => {
    withoutSync(db);
    await fillShop(db.write);
    const work = await createBook(db.write);
    await createBook(db.write, { title: 'Poems: "तारे" \\N {a,b} 😀\t\r\n\b\v\f\u0001', successor_id: work });
  });
  fillRest(full);
});
function fullShop(): string {
  const file = newFile();
  copyFileSync(full, file);
  return file;
}

/** A number of words found in each search index. */
async function searches(at: string): Promise<unknown> {
  return using(at, async ({ read, write }) => {
    while ((await indexRest(write)) > 0);
    const ids = async (name: SubjectName, words: string) => {
      const { rows } = await matchingIds(name, searchFor(name, words)!).execute(read);
      return rows.map(({ id }) => id).sort((a, b) => a - b);
    };
    return {
      books: await ids("books", "folk"),
      poems: await ids("books", "तारे"),
      orders: await ids("orders", "example"),
      accounts: await ids("accounts", "example"),
      audit: await ids("audit", "words"),
    };
  });
}

/** The names of all objects of a database on PostgreSQL, with their definitions. */
const objectsOf = (url: string) =>
  using(url, async ({ read }) => {
    const { rows } = await sql<{ what: string }>`
      select pg_get_indexdef(indexrelid) as what from pg_index
        join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace
      union all select conrelid::regclass::text || conname::text || pg_get_constraintdef(oid) || convalidated::text from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select tgname::text || tgenabled::text || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select relname::text || relkind::text from pg_class where relnamespace = 'public'::regnamespace
      order by 1`.execute(read);
    return rows.map(({ what }) => what);
  });

describe.runIf(isOnPostgres)("a shop moves", () => {
  test("from SQLite to PostgreSQL and back with every row, and is found by the same words", async () => {
    const source = fullShop();
    expect(Object.entries(contents(source)).filter(([, rows]) => rows.length === 0)).toEqual([]);
    const url = await newDatabase();
    const { figures, replaced, isContinued } = await move(source, url);
    expect([replaced, isContinued]).toEqual([[], false]);
    expect(Number(figures.get("orders")![ALL_ROWS])).toBeGreaterThan(5);
    expect(await stateOf(url)).toBe("shop");
    const found = await searches(source);
    expect(JSON.stringify(found)).not.toContain("[]");
    expect(await searches(url)).toEqual(found);

    const back = newFile();
    await move(url, back);
    expect(contents(back)).toEqual(contents(source));
    expect(schemaOf(back)).toEqual(schemaOf(source));
    expect(await searches(back)).toEqual(found);
  });

  test("to a database with all that a new shop has, whose next start changes nothing", async () => {
    const url = await newDatabase();
    await move(fullShop(), url);
    const fresh = await newDatabase();
    await using(fresh, (db) => updateDatabase(db, MIGRATIONS));
    expect(await objectsOf(url)).toEqual(await objectsOf(fresh));
    await using(url, async (db) => {
      const before = await db.catalogueVersion();
      expect(await updateDatabase(db, MIGRATIONS)).toEqual([]);
      expect(await db.catalogueVersion()).toBe(before);
    });
  });

  test("with its ids: none is given twice", async () => {
    const source = fullShop();
    const highest = await using(source, ({ read }) => highestIds(read));
    const url = await newDatabase();
    await move(source, url);
    const add = ({ write }: ShopDatabase) =>
      write.insertInto("works").defaultValues().returning("id").executeTakeFirstOrThrow();
    // The highest work was deleted.
    expect((await using(url, add)).id).toBe(highest.works + 2);
    expect(await using(url, ({ write }) => createBook(write))).toBe(highest.books + 1);
    const back = newFile();
    await using(url, async ({ write }) => {
      await write.deleteFrom("works").where("id", ">", highest.works).execute();
    });
    await move(url, back);
    expect((await using(back, add)).id).toBe(highest.works + 3);
  });

  test("goes on where it was interrupted, in each phase", { timeout: 120_000 }, async () => {
    const source = fullShop();
    const url = await newDatabase();
    const back = newFile();
    for (const [from, to, every] of [
      [source, url, 23],
      [url, back, 29],
    ] as const) {
      const seen = new Set<string>();
      let stops = 0;
      const progress: CopyProgress = (what, name) => {
        const step = `${what} ${name}`;
        // Nothing is written while the source is read, and a copy that only has no words yet is a shop.
        if (what === "read" || name === "the words of books and names" || seen.has(step)) return;
        seen.add(step);
        if (seen.size % every === 0) throw new Error(`interrupted after ${(stops += 1)}`);
      };
      for (;;) {
        const before = stops;
        const moved = await move(from, to, { progress }).catch((error: Error) => error);
        if (!(moved instanceof Error)) {
          expect(moved.isContinued).toBe(true);
          break;
        }
        expect(moved.message).toBe(`interrupted after ${before + 1}`);
        expect(await stateOf(to)).toBe("unfinished");
      }
      const names = (what: string) =>
        [...seen].filter((step) => step.startsWith(what)).map((step) => step.slice(what.length));
      expect(names("copied")).toContain(" accounts");
      expect(names("checked")).toEqual(names("copied"));
      expect(names("indexed").length).toBeGreaterThan(every);
    }
    expect(contents(back)).toEqual(contents(source));
    expect(schemaOf(back)).toEqual(schemaOf(source));
  });

  test("not on with another source; begins anew when told to", async () => {
    for (const isBack of [false, true]) {
      const shop = fullShop();
      const url = await newDatabase();
      if (isBack) await move(shop, url);
      const [from, to] = isBack ? [url, newFile()] : [shop, url];
      await expect(move(from, to, { progress: stopAt("copied", "orders") })).rejects.toThrow("interrupted");
      await using(from, ({ write }) => createAccount(write, { email: "late@neem.in" }));
      await expect(move(from, to)).rejects.toThrow("The shop has changed since the copy was begun.");
      const { isContinued } = await move(from, to, { again: true });
      expect(isContinued).toBe(false);
      const late = await using(to, ({ read }) =>
        read.selectFrom("accounts").select("id").where("email", "=", "late@neem.in").execute(),
      );
      expect(late).toHaveLength(1);
    }
  });

  test("not when the copy differs in a single value: it stays unfinished", async () => {
    const source = fullShop();
    const url = await newDatabase();
    await expect(move(source, url, { progress: stopAt("checked", "accounts") })).rejects.toThrow(
      "interrupted",
    );
    const change = (values: { first_name?: string; order_count?: number }) =>
      using(url, async ({ write }) => {
        const { id } = await write
          .selectFrom("accounts")
          .select("id")
          .orderBy("id")
          .executeTakeFirstOrThrow();
        await write.updateTable("accounts").set(values).where("id", "=", id).execute();
      });
    await change({ first_name: "Somebody" });
    await expect(move(source, url)).rejects.toThrow(
      "The copy is not equal:\n  - accounts: the rows are not the same",
    );
    await change({ order_count: 99 });
    await expect(move(source, url)).rejects.toThrow(/accounts: order_count is \d+ instead of \d+/);
    expect(await stateOf(url)).toBe("unfinished");
    await move(source, url, { again: true });
    expect(await stateOf(url)).toBe("shop");
  });

  test("to nothing but an empty place, and leaves another as it is", async () => {
    const source = fullShop();
    const url = await newDatabase();
    await using(url, async (db) => db.executeScript("create table notes (id bigint)"));
    await expect(move(source, url)).rejects.toThrow("has tables of something else");
    expect(await objectsOf(url)).toEqual(["notesr"]);

    const shop = await newDatabase();
    await using(shop, (db) => updateDatabase(db, MIGRATIONS));
    const before = await objectsOf(shop);
    await expect(move(source, shop)).rejects.toThrow("There is a shop already in the database kitab_test_");
    expect(await objectsOf(shop)).toEqual(before);

    const file = fullShop();
    await move(source, await newDatabase());
    await expect(move(shop, file)).rejects.toThrow(`There is a shop already in ${file}`);
    expect(contents(file)).toEqual(contents(full));
  });

  test("only while nobody else uses it", async () => {
    const source = fullShop();
    const url = await newDatabase();
    await using(source, async (db) => {
      await db.read.selectFrom("accounts").select("id").execute();
      await expect(move(source, url)).rejects.toThrow("is running, or something else has its database open");
    });
    expect(await stateOf(url)).toBe("empty");
    await move(source, url);
    await using(url, async (db) => {
      await db.read.selectFrom("accounts").select("id").execute();
      await expect(move(url, newFile())).rejects.toThrow("A shop is running on the database kitab_test_");
    });
    // Nobody writes while it is copied.
    let refused: unknown;
    const progress: CopyProgress = (what, name) => {
      if (what !== "copied" || name !== "accounts" || refused) return;
      refused = using(url, async ({ write }) => {
        await createAccount(write, { email: "late@neem.in" });
      }).then(
        () => "written",
        () => "refused",
      );
    };
    const back = newFile();
    await move(url, back, { progress });
    expect(contents(back).accounts).toEqual(contents(source).accounts);
    await refused;
  });

  test("not when a row refers to a missing one", async () => {
    const source = fullShop();
    const db = new SQLite(source);
    db.pragma("foreign_keys = OFF");
    db.prepare("update payments set order_id = 999 where id = (select min(id) from payments)").run();
    db.close();
    const url = await newDatabase();
    await expect(move(source, url)).rejects.toThrow(/refers to rows that do not exist: payments, row \d+/);
    expect(await stateOf(url)).toBe("empty");
  });

  test("with U+FFFD for what PostgreSQL cannot hold, and says where", async () => {
    const source = fullShop();
    const db = new SQLite(source);
    const [first, second, third] = db
      .prepare<[], number>("select id from accounts order by id")
      .pluck()
      .all();
    db.prepare("update accounts set first_name = 'a' || char(0) || 'b' where id = ?").run(first);
    db.prepare("update accounts set first_name = cast(x'61eda08062' as text) where id = ?").run(second);
    db.prepare("update accounts set first_name = 'a\uFFFDb' where id = ?").run(third);
    db.prepare(
      "insert into audit_entries (id, subject, subject_id, action, before, happened_at) values (9000, 'page', 1, 'x', ?, '')",
    ).run(String.raw`{"a":"x\u0000 \ud800y \ud83d\ude00 \\u0000 \udc00"}`);
    db.close();
    const url = await newDatabase();
    const { replaced } = await move(source, url);
    expect(replaced.map(({ table, column, row }) => `${table}.${column} ${row}`)).toEqual([
      `accounts.first_name ${first}`,
      `accounts.first_name ${second}`,
      "audit_entries.before 9000",
    ]);
    await using(url, async ({ read }) => {
      const rows = await read.selectFrom("accounts").select("first_name").orderBy("id").limit(3).execute();
      expect(rows.map((row) => row.first_name)).toEqual(["a\uFFFDb", "a\uFFFD\uFFFD\uFFFDb", "a\uFFFDb"]);
      const entry = await read.selectFrom("audit_entries").select("before").where("id", "=", 9000).execute();
      expect(entry[0]!.before).toBe(String.raw`{"a":"x\ufffd \ufffdy \ud83d\ude00 \\u0000 \ufffd"}`);
    });
  });

  test("not with a number that the shop cannot read", async () => {
    const source = fullShop();
    const db = new SQLite(source);
    db.prepare("update home_draft set counter = 9007199254740993").run();
    db.close();
    await expect(move(source, await newDatabase())).rejects.toThrow(
      "home_draft.counter has a number beyond 2^53",
    );
  });

  test("from an earlier version: it gets the newest schema first", async () => {
    const source = newFile();
    writeOlderShop(source);
    await using(source, (db) => createAccount(db.write, { email: "early@neem.in" }));
    const url = await newDatabase();
    await move(source, url);
    const names = await using(url, ({ read }) => read.selectFrom("accounts").select("email").execute());
    expect(names).toEqual([{ email: "early@neem.in" }]);
  });

  test("not from a version that is too old: the message says what to do", async () => {
    const source = newFile();
    writeOlderShop(source);
    await using(source, async (db) => {
      await db.executeScript("delete from kysely_migration where name like '20261127%'");
    });
    await expect(move(source, await newDatabase())).rejects.toThrow(/start it once with the commit/);
  });
});

/** Fails at a step, as if the process were killed there. */
const stopAt =
  (what: string, name: string): CopyProgress =>
  (...step) => {
    if (step[0] === what && step[1] === name) throw new Error("interrupted");
  };

async function highestIds(read: ShopDatabase["read"]) {
  const highest = async (table: "works" | "books") => {
    const row = await read
      .selectFrom(table)
      .select((eb) => eb.fn.max("id").as("id"))
      .executeTakeFirstOrThrow();
    return row.id;
  };
  return { works: await highest("works"), books: await highest("books") };
}

describe.runIf(isOnPostgres)("a copy of a shop on PostgreSQL as a file", () => {
  test("is the shop of one moment, while orders come in", async () => {
    const source = fullShop();
    const url = await newDatabase();
    await move(source, url);
    const file = newFile();
    await using(url, async ({ write }) => {
      let late: Promise<unknown> | undefined;
      const progress: CopyProgress = (what, name) => {
        // Written before its table is copied.
        if (what === "copied" && name === "account_tokens")
          late ??= createAccount(write, { email: "late@neem.in" });
      };
      await copyToFile(url, file, { migrations: MIGRATIONS, progress });
      expect(await late).toBeGreaterThan(0);
    });
    // The highest number is read while the copy is made: before the late account got its own, or after.
    const highest = /("accounts","seq":)(\d+)/;
    const sequences = [0, 1].map((more) =>
      contents(source).sqlite_sequence!.map((row) =>
        (row as string).replace(highest, (_, name, seq) => `${name}${Number(seq) + more}`),
      ),
    );
    const { sqlite_sequence, ...copied } = contents(file);
    const { sqlite_sequence: _before, ...all } = contents(source);
    expect(copied).toEqual(all);
    expect(sequences).toContainEqual(sqlite_sequence);
    expect(schemaOf(file)).toEqual(schemaOf(source));
  });
});
