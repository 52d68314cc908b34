import type { SelectQueryBuilder } from "kysely";
import type { Db } from "~/db/database.server";
import {
  countTextMatches,
  digitsOf,
  fullTextExpression,
  orderNumberExpression,
  textMatches,
} from "~/db/full-text.server";
import { unindexed } from "~/db/planner.server";
import type { OrderState, Tables } from "~/db/tables";
import { indianDayStart } from "../dates";
import { pageOf } from "../listing/listing";
import { ordersWithStuckRefunds } from "./stuck-refunds.server";
import { routeNames } from "./logistics.server";
import { ordersWithReturnsToAnswer } from "./returns-of-orders.server";
import { isNarrowed, type OrderListing, type OrderSearch, type StaffOrderRow } from "./order-list";

type OrdersAsO = Tables & { o: Tables["orders"] };
type OrderIds = SelectQueryBuilder<OrdersAsO, "o", { id: number }>;

/**
 * A page of the staff's list: all orders that match, the newest first unless sorted. The page's ids come from indexes
 * alone; the rows are looked up for them.
 */
export async function listStaffOrders(db: Db, search: OrderSearch): Promise<OrderListing> {
  const text = textOf(search.q);
  const matching = text === "nothing" ? null : await narrowed(db, search);
  if (!matching || text === "nothing") return { rows: [], ...shownPage(search, 0) };
  const count = await countOf(db, search, matching, text);
  const { limit, offset } = pageOf(search, count);
  const page = withText(matching, text, count > BROAD);
  const ids = await sorted(numberFirst(page, search, text), search.sort)
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    rows: await rowsOf(
      db,
      ids.map((row) => row.id),
    ),
    ...shownPage(search, count),
  };
}

/** More matches than this are quicker picked out along the list's order than sorted. */
const BROAD = 1000;

function shownPage(search: OrderSearch, count: number) {
  const { page, pageCount, size } = pageOf(search, count);
  return { count, page, pageCount, size };
}

async function countOf(
  db: Db,
  search: OrderSearch,
  matching: OrderIds,
  text: TypedText | null,
): Promise<number> {
  if (text && text.expression !== null && text.number === null && !isNarrowed({ ...search, q: "" }))
    return countTextMatches(db, "orders_fts", text.expression);
  const { count } = await withText(matching, text, false)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

interface TypedText {
  /** null: the number alone is looked for. */
  expression: string | null;
  /** The order's number, where the text can be one. */
  number: number | null;
}

/** @returns null when nothing is looked for */
function textOf(q: string): TypedText | "nothing" | null {
  if (!q) return null;
  const named = /^#\s*(\d{1,15})$/.exec(q)?.[1];
  if (named) return { expression: null, number: Number(named) };
  const digits = digitsOf(q);
  if (digits) {
    const number = /^\d{1,15}$/.test(q) ? Number(q) : null;
    return { expression: orderNumberExpression(digits), number };
  }
  const expression = fullTextExpression(q);
  return expression ? { expression, number: null } : "nothing";
}

function withText(query: OrderIds, text: TypedText | null, isBroad: boolean): OrderIds {
  if (!text) return query;
  if (text.expression === null) return query.where("o.id", "=", text.number);
  const matches = textMatches("orders_fts", isBroad ? unindexed<number>("o.id") : "o.id", text.expression);
  const { number } = text;
  return query.where((eb) => (number === null ? matches : eb.or([eb("o.id", "=", number), matches])));
}

/** The order whose number was typed comes before those that have it elsewhere, unless another order is asked for. */
function numberFirst(query: OrderIds, { sort }: OrderSearch, text: TypedText | null): OrderIds {
  const number = text?.number ?? null;
  return sort || number === null ? query : query.orderBy((eb) => eb("o.id", "=", number), "desc");
}

/** What is asked for beside the typed text. @returns null when nothing can match */
async function narrowed(db: Db, search: OrderSearch): Promise<OrderIds | null> {
  const { from, to, customer, route } = search;
  let query: OrderIds = db.selectFrom("orders as o").select("o.id");
  query = whereState(query, search.states);
  if (from) query = query.where("o.placed_at", ">=", indianDayStart(from).toISOString());
  if (to) query = query.where("o.placed_at", "<", indianDayStart(to, 1).toISOString());
  if (customer !== null) query = query.where("o.account_id", "=", customer);
  if (route) {
    const names = await routeNames(db, route);
    if (names.length === 0) return null;
    query = query.where("o.state", "=", "shipped").where("o.state_name", "in", names);
  }
  const waiting = [
    search.refundFailed ? await ordersWithStuckRefunds(db) : null,
    search.returnToAnswer ? await ordersWithReturnsToAnswer(db) : null,
  ];
  for (const ids of waiting) {
    if (ids?.length === 0) return null;
    if (ids) query = query.where("o.id", "in", ids);
  }
  return query;
}

/** One state is a stretch of its own index; several are picked out along the order of the list. */
function whereState(query: OrderIds, states: OrderState[]): OrderIds {
  if (states.length === 0) return query;
  if (states.length === 1) return query.where("o.state", "=", states[0]!);
  return query.where((eb) => eb(unindexed<OrderState>("o.state"), "in", states));
}

function sorted(query: OrderIds, sort: OrderSearch["sort"]): OrderIds {
  const direction = sort?.direction ?? "desc";
  if (sort?.field === "id") return query.orderBy("o.id", direction);
  if (sort?.field === "total") return query.orderBy("o.total", direction).orderBy("o.id", direction);
  return query.orderBy("o.placed_at", direction).orderBy("o.id", direction);
}

/** In the order of the ids. */
async function rowsOf(db: Db, ids: number[]): Promise<StaffOrderRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("orders as o")
    .innerJoin("accounts as a", "a.id", "o.account_id")
    .leftJoin("logistics_providers as p", "p.id", "o.logistics_provider_id")
    .select(["o.id", "o.account_id", "o.placed_at", "o.state", "o.tracking_no", "o.shipped_at", "o.eta_date"])
    .select(["o.total", "a.first_name", "a.last_name", "p.name as carrier"])
    .where("o.id", "in", ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id)!;
    return {
      id,
      customer: { id: row.account_id, name: `${row.first_name} ${row.last_name}`.trim() },
      placedAt: row.placed_at,
      state: row.state,
      carrier: row.carrier,
      trackingNo: row.tracking_no,
      despatchedAt: row.shipped_at,
      etaDate: row.eta_date,
      total: row.total,
    };
  });
}
