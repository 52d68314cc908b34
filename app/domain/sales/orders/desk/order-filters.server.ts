import { type ExpressionBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Db } from "~/db/database.server";
import { unindexed } from "~/db/planner.server";
import { countTextMatches, matchingIds } from "~/db/search/full-text.server";
import type { Match } from "~/db/search/match";
import type { OrderState, Tables } from "~/db/tables";
import { titleMatch } from "~/domain/catalogue/finding/title-match";
import { indianDayStart } from "~/domain/kit/dates";
import { ordersWithStuckRefunds } from "../money/stuck-refunds.server";
import { routeNames } from "../fulfilment/logistics.server";
import { ordersWithReturnsToAnswer } from "../returns/returns-of-orders.server";
import { UNDER_WAY } from "../orders";
import { askedFor } from "../money/order-money.server";
import { BY_HAND } from "../paying";
import { waitingOrders } from "../fulfilment/pre-orders.server";
import type { OrderSearch, WaitingMoney } from "./order-list";
import { notTest } from "../no-test.server";

type OrdersAsO = Tables & { o: Tables["orders"] };
export type OrderIds = SelectQueryBuilder<OrdersAsO, "o", { id: number }>;

/** Applies all filters but the search text. @returns null when no order can match */
export async function filteredOrders(db: Db, search: OrderSearch, today: string): Promise<OrderIds | null> {
  const { from, to, customer, carrier, route, payment, method, pickUp, zone, book, title } = search;
  let query: OrderIds = db.selectFrom("orders as o").select("o.id").where(notTest("o.id"));
  query = whereState(query, search.states);
  if (from) query = query.where("o.placed_at", ">=", indianDayStart(from).toISOString());
  if (to) query = query.where("o.placed_at", "<", indianDayStart(to, 1).toISOString());
  if (customer !== null) query = query.where("o.account_id", "=", customer);
  if (carrier !== null) query = query.where("o.logistics_provider_id", "=", carrier);
  if (payment) query = query.where("o.payment_way", "=", payment);
  if (method) query = query.where("o.method_name", "=", method);
  if (zone !== null) query = query.where("o.zone_id", "=", zone);
  if (pickUp) query = query.where("o.pick_up", pickUp === "yes" ? "is not" : "is", null);
  if (book !== null)
    query = query.where("o.id", "in", (eb) =>
      eb.selectFrom("order_lines as l").select("l.order_id").where("l.book_id", "=", book),
    );
  if (title !== null) {
    const match = titleMatch(title);
    if (!match) return null;
    query = whereTitle(query, match, (await countTextMatches(db, "books", match)) > BROAD);
  }
  if (route) {
    const names = await routeNames(db, route);
    if (names.length === 0) return null;
    query = query
      .where("o.state", "=", "shipped")
      .where("o.pick_up", "is", null)
      .where("o.state_name", "in", names);
  }
  const idFilters = [
    search.refundFailed ? await ordersWithStuckRefunds(db) : null,
    search.returnToAnswer ? await ordersWithReturnsToAnswer(db) : null,
    search.preorder ? await waitingOrders(db, today) : null,
  ];
  if (search.late)
    query = query
      .where("o.state", "in", UNDER_WAY)
      .where("o.eta_date", "<", today)
      // Books that wait at the shop are not late: nobody has fetched them.
      .where((eb) => eb.or([eb("o.state", "<>", "shipped"), eb("o.pick_up", "is", null)]));
  if (search.misfit) query = query.where("o.id", "in", ordersWithMisfits);
  if (search.waits) query = whereWaiting(query, search.waits);
  if (search.ready) query = query.where("o.balance_due", "=", 0);
  const waiting = search.ready ? await waitingOrders(db, today) : [];
  if (waiting.length > 0) query = query.where("o.id", "not in", waiting);
  for (const ids of idFilters) {
    if (ids?.length === 0) return null;
    if (ids) query = query.where("o.id", "in", ids);
  }
  return query;
}

/** With more books than this it is faster to look at each order's lines than to collect the orders of the books. */
const BROAD = 50;

/** Orders with a line of a book that matches. */
function whereTitle(query: OrderIds, match: Match, isBroad: boolean): OrderIds {
  const books = sql<number>`(${matchingIds("books", match)})`;
  if (!isBroad)
    return query.where("o.id", "in", (eb) =>
      eb.selectFrom("order_lines as l").select("l.order_id").where("l.book_id", "in", books),
    );
  return query.where((eb) =>
    eb.exists(
      eb
        .selectFrom("order_lines as l")
        .select("l.id")
        .whereRef("l.order_id", "=", "o.id")
        .where(unindexed<number>("l.book_id"), "in", books),
    ),
  );
}

/** Orders that are not paid online, and wait for somebody to confirm, send or pay back. */
function whereWaiting(query: OrderIds, waits: WaitingMoney): OrderIds {
  switch (waits) {
    case "confirm":
      return query
        .where("o.state", "=", "pending")
        .where("o.payment_way", "=", "cod")
        .whereRef("o.due_at_door", "=", "o.total");
    case "transfer":
      return query.where("o.state", "=", "pending").where("o.payment_way", "=", "transfer");
    case "door":
      return query
        .where("o.state", "in", ["shipped", "delivered"])
        .where("o.payment_way", "=", "cod")
        .whereRef("o.door_received", "<", "o.due_at_door");
    case "balance":
      return query
        .where("o.state", "not in", ["cancelled", "refunded"])
        .where("o.id", "in", (eb) =>
          eb
            .selectFrom("balances as b")
            .select("b.order_id")
            .where("b.paid_at", "is", null)
            .where("b.replaced_at", "is", null),
        );
    case "pay-back":
      return query.where("o.id", "in", (eb) =>
        eb
          .selectFrom("refunds as r")
          .innerJoin("payments as p", "p.id", "r.payment_id")
          .select("r.order_id")
          .where("r.status", "=", "queued")
          .where("p.gateway", "in", BY_HAND),
      );
  }
}

/** Their captured payments are not the orders' in amount or currency (`misfitOf`). */
const ordersWithMisfits = (eb: ExpressionBuilder<OrdersAsO, "o">) =>
  eb
    .selectFrom("payments as p")
    .innerJoin("orders as o", "o.id", "p.order_id")
    .leftJoin("balances as asked", "asked.id", "p.balance_id")
    .select("p.order_id")
    .where("p.status", "=", "captured")
    .where((not) =>
      not.or([not("p.amount", "!=", askedFor(not)), not("p.currency", "!=", not.ref("o.currency"))]),
    )
    .where("p.gateway", "not in", BY_HAND);

/** One state is read from its index; several states are filtered along the index of the sort order. */
function whereState(query: OrderIds, states: OrderState[]): OrderIds {
  if (states.length === 0) return query;
  if (states.length === 1) return query.where("o.state", "=", states[0]!);
  return query.where((eb) => eb(unindexed<OrderState>("o.state"), "in", states));
}
