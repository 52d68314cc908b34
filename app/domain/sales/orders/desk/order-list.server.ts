import { isFetched } from "../../delivery/pick-up";
import type { Db } from "~/db/database.server";
import { forgivingMatch, heardIn, nearWord } from "~/db/search/forgiving-search";
import { countTextMatches, hasTextMatch, textMatches } from "~/db/search/full-text.server";
import { unindexed } from "~/db/planner.server";
import { anyOf, type Match } from "~/db/search/match";
import { nearWords } from "~/db/search/near-words.server";
import { digitsOf, orderNumberMatch, searchFor, word } from "~/db/search/text-search";
import { indianDate } from "~/domain/kit/dates";
import { type Listing, pageOf } from "~/domain/kit/listing/listing";
import { asciiDigits } from "~/domain/kit/digits";
import { OPEN_STATES } from "../orders";
import { waitOf } from "../fulfilment/pre-orders";
import { preorderLines } from "../fulfilment/pre-orders.server";
import {
  isNarrowed,
  type OrderListing,
  type OrderSearch,
  parseOrderSearch,
  type StaffOrderRow,
} from "./order-list";
import { ORDER_VIEWS, type OrderView } from "./order-views";
import { filteredOrders, type OrderIds } from "./order-filters.server";

/**
 * A page of the staff's list of orders, the newest first unless sorted. The ids of the page are read from indexes
 * alone; then only their rows are read. Wrong letters in names and titles are forgiven if the text finds no order otherwise.
 */
export async function listStaffOrders(db: Db, search: OrderSearch, now = new Date()): Promise<OrderListing> {
  const today = indianDate(now);
  const text = textOf(search.q);
  const matching = text === "nothing" ? null : await filteredOrders(db, search, today);
  if (!matching || text === "nothing") return { rows: [], ...shownPage(search, 0), isForgiven: false };
  const count = await countOf(db, search, matching, text);
  if (count > 0 || !text?.isInWords)
    return { ...(await readPage(db, { search, matching, text, count, today })), isForgiven: false };
  const match = await forgiven(db, search, text);
  if (!match) return { rows: [], ...shownPage(search, 0), isForgiven: false };
  const near = { match, number: null, isInWords: true };
  const found = await countOf(db, search, matching, near);
  return {
    ...(await readPage(db, { search, matching, text: near, count: found, today })),
    isForgiven: true,
  };
}

/** How many orders the list has without a search text. */
export async function countStaffOrders(db: Db, search: OrderSearch, now = new Date()): Promise<number> {
  const matching = await filteredOrders(db, search, indianDate(now));
  return matching === null ? 0 : countOf(db, search, matching, null);
}

/** How many orders each view of the list has. @param kept the filters that all of them have (`keptInViews`) */
export async function countOrderViews(
  db: Db,
  now = new Date(),
  kept = "",
): Promise<Record<OrderView, number>> {
  const views = Object.keys(ORDER_VIEWS) as OrderView[];
  const counts = await Promise.all(
    views.map((view) =>
      countStaffOrders(db, parseOrderSearch(new URLSearchParams(`${ORDER_VIEWS[view].query}&${kept}`)), now),
    ),
  );
  return Object.fromEntries(views.map((view, at) => [view, counts[at]!])) as Record<OrderView, number>;
}

async function readPage(
  db: Db,
  given: { search: OrderSearch; matching: OrderIds; text: TypedText | null; count: number; today: string },
): Promise<Listing<StaffOrderRow>> {
  const { search, matching, text, count, today } = given;
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
      today,
    ),
    ...shownPage(search, count),
  };
}

/** Orders with similar names and titles; null if the text finds orders, which only the filters leave out. */
async function forgiven(db: Db, search: OrderSearch, { match }: TypedText): Promise<Match | null> {
  const isFound = (one: Match) => hasTextMatch(db, "orders", one);
  if (match && isNarrowed({ ...search, q: "" }) && (await isFound(match))) return null;
  return forgivingMatch(search.q, {
    heard: heardIn("orders"),
    // The words of titles are known, those of people are not.
    mended: async (one) => anyOf(nearWord(one), await nearTitles(db, one)),
    isFound,
  });
}

/** What a word of a title may be that has wrong letters. */
async function nearTitles(db: Db, one: string): Promise<Match | null> {
  const columns = { written: ["titles"], fine: ["fine"], coarse: ["coarse"] };
  return anyOf(...(await nearWords(db, one)).map(({ kind, form }) => word(form, columns[kind])));
}

/** With more matches than this it is faster to filter along the index of the sort order than to sort the matches. */
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
  if (text && text.match !== null && text.number === null && !isNarrowed({ ...search, q: "" }))
    return countTextMatches(db, "orders", text.match);
  const { count } = await withText(matching, text, false)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

interface TypedText {
  /** null: search only by number. */
  match: Match | null;
  /** The order's number, if the text can be one. */
  number: number | null;
  /** Not only a number, in which nothing is forgiven. */
  isInWords: boolean;
}

/** @returns null without a search text, "nothing" when the text can match no order */
function textOf(typed: string): TypedText | "nothing" | null {
  if (!typed) return null;
  const q = asciiDigits(typed);
  const named = /^#\s*(\d{1,15})$/.exec(q)?.[1];
  if (named) return { match: null, number: Number(named), isInWords: false };
  const digits = digitsOf(q);
  if (digits) {
    const number = /^\d{1,15}$/.test(q) ? Number(q) : null;
    return { match: orderNumberMatch(digits), number, isInWords: false };
  }
  const match = searchFor("orders", q);
  return match ? { match, number: null, isInWords: true } : "nothing";
}

function withText(query: OrderIds, text: TypedText | null, isBroad: boolean): OrderIds {
  if (!text) return query;
  if (text.match === null) return query.where("o.id", "=", text.number);
  const matches = textMatches("orders", isBroad ? unindexed<number>("o.id") : "o.id", text.match);
  const { number } = text;
  return query.where((eb) => (number === null ? matches : eb.or([eb("o.id", "=", number), matches])));
}

/** Puts the order with exactly this number first, unless the user chose a sort order. */
function numberFirst(query: OrderIds, { sort }: OrderSearch, text: TypedText | null): OrderIds {
  const number = text?.number ?? null;
  return sort || number === null ? query : query.orderBy((eb) => eb("o.id", "=", number), "desc");
}

function sorted(query: OrderIds, sort: OrderSearch["sort"]): OrderIds {
  const direction = sort?.direction ?? "desc";
  if (sort?.field === "id") return query.orderBy("o.id", direction);
  if (sort?.field === "total") return query.orderBy("o.total", direction).orderBy("o.id", direction);
  return query.orderBy("o.placed_at", direction).orderBy("o.id", direction);
}

/** Reads the rows in the order of the ids. */
async function rowsOf(db: Db, ids: number[], today: string): Promise<StaffOrderRow[]> {
  if (ids.length === 0) return [];
  const [rows, preorders, refunding, noted] = await Promise.all([
    db
      .selectFrom("orders as o")
      .innerJoin("accounts as a", "a.id", "o.account_id")
      .leftJoin("logistics_providers as p", "p.id", "o.logistics_provider_id")
      .select([
        "o.id",
        "o.account_id",
        "o.placed_at",
        "o.state",
        "o.tracking_no",
        "o.shipped_at",
        "o.eta_date",
      ])
      .select(["o.payment_way", "o.due_at_door", "o.door_received", "o.balance_due", "o.pick_up"])
      .select(["o.total", "a.first_name", "a.last_name", "p.name as carrier"])
      .where("o.id", "in", ids)
      .execute(),
    preorderLines(db, ids, today),
    db
      .selectFrom("refunds")
      .select("order_id")
      .where("order_id", "in", ids)
      .where("status", "in", ["queued", "pending"])
      .execute(),
    db
      .selectFrom("order_events")
      .select((eb) => ["order_id", eb.fn.countAll<number>().as("count")])
      .where("order_id", "in", ids)
      .where("kind", "=", "note")
      .groupBy("order_id")
      .execute(),
  ]);
  const notes = new Map(noted.map((row) => [row.order_id, row.count]));
  const isRefunding = new Set(refunding.map((row) => row.order_id));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id)!;
    const isOpen = OPEN_STATES.some((one) => one === row.state);
    return {
      id,
      customer: { id: row.account_id, name: `${row.first_name} ${row.last_name}`.trim() },
      placedAt: row.placed_at,
      state: row.state,
      isPickUp: isFetched(row.pick_up),
      notes: notes.get(id) ?? 0,
      paymentWay: row.payment_way,
      dueAtDoor: row.due_at_door,
      doorReceived: row.door_received,
      balanceDue: row.balance_due,
      carrier: row.carrier,
      trackingNo: row.tracking_no,
      despatchedAt: row.shipped_at,
      etaDate: row.eta_date,
      total: row.total,
      wait: waitOf((isOpen && preorders.get(id)) || []),
      isRefunding: isRefunding.has(id),
    };
  });
}
