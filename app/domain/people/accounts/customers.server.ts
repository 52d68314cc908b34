import { isFetched } from "~/domain/sales/delivery/pick-up";
import type { SelectQueryBuilder } from "kysely";
import { shownEmail } from "~/domain/kit/no-email";
import type { Db } from "~/db/database.server";
import { textMatches } from "~/db/search/full-text.server";
import { forgivingMatch, heardIn, nearWord } from "~/db/search/forgiving-search";
import { anyOf, type Match } from "~/db/search/match";
import { digitsOf, mobileMatch, searchFor } from "~/db/search/text-search";
import { ignoringCase } from "~/db/expressions.server";
import type { Tables } from "~/db/tables";
import { listAddresses } from "~/domain/kit/addresses/addresses.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { type ForgivingListing, type Listing, pageOf } from "~/domain/kit/listing/listing";
import { asciiDigits } from "~/domain/kit/digits";
import { voidAccountTokens } from "./account-tokens.server";
import {
  type AccountStatus,
  type Customer,
  type CustomerDetail,
  type CustomerSearch,
  STATUS_LABELS,
} from "./customers";
import { endSessionsOf } from "./sessions.server";

type Matching<Row> = SelectQueryBuilder<Tables & { a: Tables["accounts"] }, "a", Row>;

const COLUMNS = [
  "a.id",
  "a.first_name",
  "a.last_name",
  "a.email",
  "a.status",
  "a.created_at",
  "a.order_count",
  "a.deleted_at",
] as const;

/**
 * One page of the customers that match; newest first unless sorted. Accounts of staff are not included. Wrong letters in a name are
 * forgiven if the text finds nobody otherwise.
 */
export async function listCustomers(db: Db, search: CustomerSearch): Promise<ForgivingListing<Customer>> {
  const asTyped = searchOf(search.q);
  const list = await readPage(db, search, asTyped);
  if (list.count > 0 || !asTyped) return { ...list, isForgiven: false };
  const match = await forgiven(db, search, asTyped);
  if (!match) return { ...list, isForgiven: false };
  return { ...(await readPage(db, search, { match, id: null })), isForgiven: true };
}

async function readPage(
  db: Db,
  search: CustomerSearch,
  text: CustomerText | null,
): Promise<Listing<Customer>> {
  const matching = matchingCustomers(db, search.status, text);
  const { count } = await matching
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset, ...place } = pageOf(search, count);
  const rows = await inOrder(matching.select(COLUMNS), search.sort).limit(limit).offset(offset).execute();
  return { rows: rows.map(toCustomer), count, ...place };
}

/** What a typed text finds: customers who match, and the one with this id. */
interface CustomerText {
  match: Match | null;
  id: number | null;
}

/** @returns null for an empty text: all customers */
function searchOf(q: string): CustomerText | null {
  if (q === "") return null;
  const typed = asciiDigits(q);
  const digits = digitsOf(typed);
  const number = /^#?(\d{1,15})$/.exec(typed)?.[1];
  return {
    match: anyOf(searchFor("accounts", q), digits && digits.length >= 4 ? mobileMatch(digits) : null),
    id: number === undefined ? null : Number(number),
  };
}

/** Customers with similar names; null if the text finds somebody, whom only the filter leaves out. */
async function forgiven(db: Db, { q, status }: CustomerSearch, asTyped: CustomerText): Promise<Match | null> {
  const finds = async (text: CustomerText) =>
    (await matchingCustomers(db, null, text).select("a.id").limit(1).execute()).length > 0;
  if (status && (await finds(asTyped))) return null;
  return forgivingMatch(q, {
    heard: heardIn("accounts"),
    mended: nearWord,
    isFound: (match) => finds({ match, id: null }),
  });
}

function matchingCustomers(
  db: Db,
  status: AccountStatus | null,
  text: CustomerText | null,
): Matching<object> {
  let query: Matching<object> = db.selectFrom("accounts as a").where("a.role", "=", "customer");
  if (status) query = query.where("a.status", "=", status);
  if (!text) return query;
  const { match, id } = text;
  return query.where((eb) =>
    eb.or([
      ...(match ? [textMatches("accounts", "a.id", match)] : []),
      ...(id === null ? [] : [eb("a.id", "=", id)]),
    ]),
  );
}

/** Each order has its own index (accounts_by_…); ties are sorted by id. */
function inOrder<Row>(query: Matching<Row>, sort: CustomerSearch["sort"]): Matching<Row> {
  if (!sort) return query.orderBy("a.created_at", "desc").orderBy("a.id", "asc");
  const { field, direction } = sort;
  const opposite = direction === "asc" ? "desc" : "asc";
  if (field === "joined") return query.orderBy("a.created_at", direction).orderBy("a.id", opposite);
  if (field === "orders") return query.orderBy("a.order_count", direction).orderBy("a.id", direction);
  return query
    .orderBy(ignoringCase("a.first_name"), direction)
    .orderBy(ignoringCase("a.last_name"), direction)
    .orderBy("a.id", direction);
}

interface CustomerRow {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  status: AccountStatus;
  created_at: string;
  order_count: number;
  deleted_at: string | null;
}

const toCustomer = (row: CustomerRow): Customer => ({
  id: row.id,
  name: nameOf(row),
  email: shownEmail(row.email),
  status: row.status,
  joinedAt: row.created_at,
  orders: row.order_count,
  deletedAt: row.deleted_at,
});

const nameOf = (row: Pick<CustomerRow, "first_name" | "last_name">) =>
  `${row.first_name} ${row.last_name}`.trim();

/** What a list shows of one customer. @returns null when there is no such customer; staff are not customers */
export async function findCustomerRow(db: Db, id: number): Promise<Customer | null> {
  const row = await db
    .selectFrom("accounts as a")
    .select(COLUMNS)
    .where("a.id", "=", id)
    .where("a.role", "=", "customer")
    .executeTakeFirst();
  return row ? toCustomer(row) : null;
}

const RECENT_ORDERS = 10;

/** @returns null when there is no such customer; staff are not customers */
export async function findCustomer(db: Db, id: number): Promise<CustomerDetail | null> {
  const customer = await findCustomerRow(db, id);
  if (!customer) return null;
  const [account, orders, received, returned, addresses] = await Promise.all([
    db.selectFrom("accounts").select("email_confirmed_at").where("id", "=", id).executeTakeFirstOrThrow(),
    db
      .selectFrom("orders")
      .select(["id", "placed_at as placedAt", "state", "item_count as itemCount", "total"])
      .select(["payment_way as paymentWay", "due_at_door as dueAtDoor", "pick_up"])
      .where("account_id", "=", id)
      .orderBy("id", "desc")
      .limit(RECENT_ORDERS)
      .execute(),
    moneyReceived(db, id),
    moneyReturned(db, id),
    listAddresses(db, id),
  ]);
  return {
    ...customer,
    emailConfirmedAt: account.email_confirmed_at,
    spent: received - returned,
    lastOrderAt: orders[0]?.placedAt ?? null,
    recentOrders: orders.map(({ pick_up, ...order }) => ({ ...order, isPickUp: isFetched(pick_up) })),
    addresses,
  };
}

/** In paise: payments received for the customer's orders. */
async function moneyReceived(db: Db, accountId: number): Promise<number> {
  const { amount } = await db
    .selectFrom("orders as o")
    .innerJoin("payments as p", "p.order_id", "o.id")
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("p.amount"), eb.lit(0)).as("amount"))
    .where("o.account_id", "=", accountId)
    .where("p.status", "in", ["captured", "refunded"])
    .whereRef("p.currency", "=", "o.currency")
    .executeTakeFirstOrThrow();
  return amount;
}

/** In paise: refunds paid to the customer. */
async function moneyReturned(db: Db, accountId: number): Promise<number> {
  const { amount } = await db
    .selectFrom("orders as o")
    .innerJoin("refunds as r", "r.order_id", "o.id")
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("r.amount"), eb.lit(0)).as("amount"))
    .where("o.account_id", "=", accountId)
    .where("r.status", "=", "processed")
    .executeTakeFirstOrThrow();
  return amount;
}

export type StatusOutcome = { ok: true; name: string } | { ok: false; message: string };

/**
 * Activates or deactivates a customer. In the same transaction all sessions end and all links sent to them become
 * invalid; once active again they log in as before. A repeated call changes nothing.
 * @returns not ok for staff, unknown and deleted accounts: they cannot be switched
 */
export async function setAccountStatus(
  db: Db,
  { accountId, status, staffId }: { accountId: number; status: AccountStatus; staffId: number },
  now = new Date(),
): Promise<StatusOutcome> {
  return db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom("accounts")
      .select(["first_name", "last_name", "status", "deleted_at"])
      .where("id", "=", accountId)
      .where("role", "=", "customer")
      .executeTakeFirst();
    if (!account) return { ok: false, message: "Customer Not Found" };
    if (account.deleted_at) return { ok: false, message: "This account was deleted by its owner" };
    const name = nameOf(account);
    const switched = await trx
      .updateTable("accounts")
      .set({ status })
      .where("id", "=", accountId)
      .where("status", "!=", status)
      .executeTakeFirst();
    if (switched.numUpdatedRows === 0n) return { ok: true, name };

    // Also on activation: ends a session that a login under way opened after the deactivation.
    await endSessionsOf(trx, accountId);
    await voidAccountTokens(trx, accountId, now);
    await recordAudit(
      trx,
      {
        staffId,
        subject: "customer",
        subjectId: accountId,
        action: status === "active" ? "activated" : "deactivated",
        before: { Status: STATUS_LABELS[account.status] },
        after: { Status: STATUS_LABELS[status] },
      },
      now,
    );
    return { ok: true, name };
  });
}
