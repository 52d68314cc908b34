import { sql } from "kysely";
import { byEngine } from "~/db/by-engine";
import type { Db } from "~/db/database.server";
import { larger } from "~/db/expressions.server";
import { withoutTrigger } from "~/db/triggers.server";
import { MASTER_DATA, type MasterDataEntity } from "~/domain/kit/master-data";
import { NAME_TABLES } from "~/db/name-lists";
import { nameKey } from "~/domain/catalogue/names/names";
import { SAMPLE_BOOKS } from "./sample-books";
import { DOMAINS } from "./customers";
import { FIRST_NAMES, LANGUAGES, LAST_NAMES, PUBLISHERS, TAGS } from "./generate-words";
import { CARRIERS } from "./names";
import { DEMO_SETTINGS } from "./settings";

/** The numbers of removed rows. */
export type Cleared = Record<
  | "accounts"
  | "books"
  | "orders"
  | "reviews"
  | "coupons"
  | "names"
  | "mails"
  | "books hidden"
  | "accounts closed",
  number
>;

/**
 * Removes the whole sample from a shop: its accounts, books, reviews and coupons, every order of the sandbox with its
 * payments, bill and mails, and unused names. What staff have added stays. If real orders refer to a sample book or
 * account, the book is hidden and the account deactivated. A shop without real orders numbers its orders and bills
 * from 1 again.
 * @param trx an open transaction
 */
export async function clearSample(trx: Db): Promise<Cleared> {
  await chooseRows(trx);
  const hasSold = (await count(trx, sql`orders where gateway <> 'sandbox'`)) > 0;
  const before = await countAll(trx);
  const hidden = await run(
    trx,
    sql`update books set hidden = 1 where id in (select id from going_books) and id in (select book_id from order_lines where order_id not in (select id from going_orders))`,
  );
  await run(
    trx,
    sql`delete from going_books where id in (select book_id from order_lines where order_id not in (select id from going_orders))`,
  );
  const closed = await run(
    trx,
    sql`update accounts set status = 'inactive', password_hash = null where id in (select id from going_accounts) and id in (select account_id from orders where id not in (select id from going_orders))`,
  );
  await run(
    trx,
    sql`delete from going_accounts where id in (select account_id from orders where id not in (select id from going_orders))`,
  );
  await clearOrders(trx, hasSold);
  await clearCatalogue(trx);
  await clearRest(trx, hasSold);
  await clearNames(trx);
  await clearHistory(trx);
  const after = await countAll(trx);
  for (const table of ["books", "accounts", "orders"]) await run(trx, sql.raw(`drop table going_${table}`));
  const removed = Object.fromEntries(Object.entries(before).map(([key, was]) => [key, was - after[key]!]));
  return { ...removed, "books hidden": hidden, "accounts closed": closed } as Cleared;
}

type Query = ReturnType<typeof sql>;

async function run(trx: Db, query: Query): Promise<number> {
  return Number((await query.execute(trx)).numAffectedRows ?? 0);
}

async function count(trx: Db, from: Query): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${from}`.execute(trx);
  return rows[0]!.n;
}

async function countAll(trx: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const tables = {
    accounts: "accounts",
    books: "books",
    orders: "orders",
    reviews: "reviews",
    coupons: "coupons",
  };
  for (const [key, table] of Object.entries(tables)) counts[key] = await count(trx, sql.table(table));
  counts.mails = await count(trx, sql.table("outgoing_mails"));
  counts.names = 0;
  for (const table of NAME_TABLES) counts.names += await count(trx, sql.table(table));
  return counts;
}

const list = (values: readonly string[]) =>
  byEngine({
    sqlite: sql`(select value from json_each(${JSON.stringify(values)}))`,
    postgres: () =>
      sql`(select each.value from json_array_elements_text(${JSON.stringify(values)}::json) as each (value))`,
  });

/** Where the second text begins in the first, from 1; 0: nowhere. */
const place = (text: Query, part: Query) =>
  byEngine({
    sqlite: sql<number>`instr(${text}, ${part})`,
    postgres: () => sql<number>`strpos(${text}, ${part})`,
  });

/** Finds the sample's rows: recorded when they were made, or recognised by their content in older shops. */
async function chooseRows(trx: Db) {
  await run(trx, sql`create temp table going_orders as select id from orders where gateway = 'sandbox'`);
  await run(
    trx,
    sql`create temp table going_accounts as select id from accounts where email like '%@kitab.example'
      or (role = 'customer' and password_hash is null and substr(email, ${place(sql`email`, sql`'@'`)} + 1) in ${list(DOMAINS)}
        and id not in (select account_id from identities))`,
  );
  const known = SAMPLE_BOOKS.map(({ title, publisher }) => `${title}\n${nameKey(publisher)}`);
  await run(
    trx,
    sql`create temp table going_books as select b.id from books b
      left join sample_books s on s.book_id = b.id join publishers p on p.id = b.publisher_id
      where b.title = s.title
        or (not exists (select 1 from sample_books) and b.isbn13 is null and b.title || ${"\n"} || p.name_key in ${list(known)})`,
  );
}

async function clearOrders(trx: Db, hasSold: boolean) {
  // The shop's own books get back the copies held by test orders, and their sales are subtracted.
  await run(
    trx,
    sql`update books set
      stock = stock + (select coalesce(sum(l.quantity), 0) from order_lines l join orders o on o.id = l.order_id
        where l.book_id = books.id and o.stock_held = 1 and o.id in (select id from going_orders)),
      sold_count = ${larger(
        0,
        sql<number>`sold_count - (select coalesce(sum(l.quantity), 0) from order_lines l join orders o on o.id = l.order_id
          where l.book_id = books.id and o.paid_at is not null and o.state not in ('cancelled', 'refunded') and o.id in (select id from going_orders))`,
      )}
      where id in (select book_id from order_lines where order_id in (select id from going_orders))`,
  );
  await run(
    trx,
    hasSold
      ? sql`delete from payment_events where exists (select 1 from orders o where o.id in (select id from going_orders)
          and o.gateway_order_id is not null and ${place(sql`payment_events.body`, sql`o.gateway_order_id`)} > 0)`
      : sql`delete from payment_events`,
  );
  await run(trx, sql`delete from refunds where order_id in (select id from going_orders)`);
  await run(trx, sql`delete from payments where order_id in (select id from going_orders)`);
  await run(trx, sql`delete from orders where id in (select id from going_orders)`);
  for (const table of ["webhooks", "refunds", "payments", "orders"])
    await run(trx, sql`delete from ${sql.table(`sandbox_${table}`)}`);
  await run(trx, sql`delete from bought_together`);
  await run(
    trx,
    sql`insert into bought_together (book_id, other_id, order_count)
      select p.book_id, p.other_id, count(*) from orders o join order_pairs p on p.order_id = o.id
      where o.state in ('paid', 'packed', 'shipped', 'delivered') group by p.book_id, p.other_id`,
  );
  if (hasSold) return;
  await run(trx, sql`delete from invoice_counters`);
  await run(
    trx,
    byEngine({
      sqlite: sql`delete from sqlite_sequence where name = 'orders'`,
      postgres: () => sql`select setval(pg_get_serial_sequence('orders', 'id'), 1, false)`,
    }),
  );
  await run(
    trx,
    sql`delete from settings where key = 'invoicePrefix' and value = '"KB"'
      and not exists (select 1 from audit_entries where subject = 'settings' and ${place(sql`after`, sql`'Invoice prefix'`)} > 0)`,
  );
}

async function clearCatalogue(trx: Db) {
  await run(
    trx,
    sql`delete from reviews where book_id in (select id from going_books) or account_id in (select id from going_accounts)`,
  );
  // Deleted before their books, so that triggers keep the figures of the tags correct.
  await run(trx, sql`delete from book_tags where book_id in (select id from going_books)`);
  await run(trx, sql`delete from book_contributors where book_id in (select id from going_books)`);
  await run(trx, sql`delete from books where id in (select id from going_books)`);
}

async function clearRest(trx: Db, hasSold: boolean) {
  const isSample = sql`(select id from going_accounts)`;
  // Their keys contain ids of orders and accounts, which will be reused.
  await run(
    trx,
    hasSold
      ? sql`delete from outgoing_mails where recipient like '%.example' or recipient in (select email from accounts where id in ${isSample})`
      : sql`delete from outgoing_mails`,
  );
  for (const table of ["newsletter_subscribers", "stock_alerts", "wanted_titles"])
    await run(
      trx,
      sql`delete from ${sql.table(table)} where email like '%.example' or email in (select email from accounts where id in ${isSample})`,
    );
  await run(trx, sql`delete from accounts where id in ${isSample}`);
  await run(
    trx,
    sql`delete from coupons where code in ('WELCOME10', 'MONSOON50') and version = 1 and id not in (select coupon_id from coupon_uses)`,
  );
  await run(
    trx,
    sql`update coupons set use_count = (select count(*) from coupon_uses where coupon_id = coupons.id and released_at is null)`,
  );
  for (const [key, value] of Object.entries(DEMO_SETTINGS))
    await run(trx, sql`delete from settings where key = ${key} and value = ${JSON.stringify(value)}`);
}

/** Deletes unused names of the sample. India Post is kept, since it is real. */
async function clearNames(trx: Db) {
  const writers = FIRST_NAMES.flatMap((first) => LAST_NAMES.map((last) => `${first} ${last}`));
  const names = {
    authors: [...SAMPLE_BOOKS.flatMap((book) => book.authors), ...writers],
    languages: [...SAMPLE_BOOKS.map((book) => book.language), ...LANGUAGES],
    publishers: [...SAMPLE_BOOKS.map((book) => book.publisher), ...PUBLISHERS],
    tags: [...SAMPLE_BOOKS.flatMap((book) => book.tags), ...TAGS],
    logistics_providers: CARRIERS.slice(1),
  };
  for (const { key, table, references } of Object.values<MasterDataEntity>(MASTER_DATA)) {
    if (!isIn(names, table)) continue;
    const used = references.map(
      (to) =>
        sql`select ${sql.ref(to.column)} from ${sql.table(to.table)} where ${sql.ref(to.column)} is not null`,
    );
    await run(
      trx,
      sql`delete from ${sql.table(table)} where name_key in ${list(names[table].map(nameKey))}
        and id not in (${sql.join(used, sql` union `)})`,
    );
    await run(
      trx,
      sql`delete from name_pages where entity = ${key} and id not in (select id from ${sql.table(table)})`,
    );
    await run(
      trx,
      sql`update former_names set into_id = null where entity = ${key} and into_id not in (select id from ${sql.table(table)})`,
    );
  }
}

const isIn = <Names extends object>(names: Names, table: PropertyKey): table is keyof Names =>
  Object.hasOwn(names, table);

/** Ids are reused: a new book must not have the history of a removed one. */
async function clearHistory(trx: Db) {
  const tables = {
    book: "books",
    order: "orders",
    customer: "accounts",
    review: "reviews",
    coupon: "coupons",
    ...Object.fromEntries(Object.values(MASTER_DATA).map(({ key, table }) => [key, table])),
  };
  await withoutTrigger(trx, "audit_entries_not_deleted", async () => {
    for (const [subject, table] of Object.entries(tables))
      await run(
        trx,
        sql`delete from audit_entries where subject = ${subject} and subject_id not in (select id from ${sql.table(table)})`,
      );
  });
}
