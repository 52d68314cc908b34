import { isFetched } from "../delivery/pick-up";
import type { ExpressionBuilder, Selectable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { booksOf } from "./ordered-books.server";
import { openReturn } from "./returns/returns-of-orders.server";
import type { OpenReturnState } from "./returns/returns";
import type { OrderList, OrderRow } from "./order-detail";
import { orderSearchTerm } from "./orders";

const PAGE_SIZE = 20;

/** What came for an order on account, in paise. */
const onAccount = (eb: ExpressionBuilder<Tables & { o: Tables["orders"] }, "o">) =>
  eb
    .selectFrom("payments as p")
    .select((sum) => sum.fn.sum<number | null>("p.amount").as("on_account"))
    .whereRef("p.order_id", "=", "o.id")
    .where("p.account_receipt", "is not", null)
    .where("p.status", "in", ["captured", "refunded"])
    .as("on_account");

const ROW = [
  "o.id",
  "o.invoice_no",
  "o.invoice_date",
  "o.placed_at",
  "o.state",
  "o.pick_up",
  "o.item_count",
  "o.total",
  "o.paid_at",
  "o.payment_way",
  "o.due_at_door",
  "o.door_received",
  "o.balance_due",
] as const;

/** The customer's orders. Orders replaced before they were paid are left out, unless money came in for them. */
function ordersOf(db: Db, accountId: number) {
  return db
    .selectFrom("orders as o")
    .where("o.account_id", "=", accountId)
    .where((eb) =>
      eb.or([
        eb("o.cancel_reason", "is", null),
        eb("o.cancel_reason", "!=", "superseded"),
        eb.exists(eb.selectFrom("refunds as r").select("r.id").whereRef("r.order_id", "=", "o.id")),
      ]),
    );
}

/** The same orders as `listOrders`, on one page. */
export async function listAllOrders(db: Db, accountId: number): Promise<OrderRow[]> {
  const rows = await ordersOf(db, accountId)
    .select(ROW)
    .select(onAccount)
    .select(openReturn)
    .orderBy("o.id", "desc")
    .execute();
  return rows.map(toRow);
}

/**
 * The customer's orders, the newest first. Orders replaced before they were paid are left out, unless money came
 * in for them.
 * @param typed the search text: an order's number, or part of an invoice number; empty for all
 * @param page from 1; a number that is too high gives the last page
 */
export async function listOrders(db: Db, accountId: number, typed = "", page = 1): Promise<OrderList> {
  const term = orderSearchTerm(typed);
  let matching = ordersOf(db, accountId);
  if (typed.trim() !== "") matching = matching.where((eb) => matchesTerm(eb, term));
  const rowsOf = (shown: number) =>
    matching
      .select(ROW)
      .select(onAccount)
      .select(openReturn)
      .orderBy("o.id", "desc")
      .limit(PAGE_SIZE)
      .offset((shown - 1) * PAGE_SIZE)
      .execute();
  const asked = Math.max(1, page);
  const [{ count }, found] = await Promise.all([
    matching.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
    rowsOf(asked),
  ]);
  const pageCount = Math.max(1, Math.ceil(count / PAGE_SIZE));
  const shown = Math.min(asked, pageCount);
  const rows = shown === asked ? found : await rowsOf(shown);
  const books = await booksOf(
    db,
    rows.map((row) => row.id),
  );
  return {
    rows: rows.map((row) => ({ ...toRow(row), ...books(row.id) })),
    count,
    page: shown,
    pageCount,
  };
}

type SelectedRow = Pick<
  Selectable<Tables["orders"]>,
  | "id"
  | "invoice_no"
  | "invoice_date"
  | "placed_at"
  | "state"
  | "pick_up"
  | "item_count"
  | "total"
  | "paid_at"
  | "payment_way"
  | "due_at_door"
  | "door_received"
  | "balance_due"
> & { open_return: OpenReturnState | null; on_account: number | null };

function amountPaid(row: SelectedRow): number {
  if (row.paid_at === null) return 0;
  if (row.payment_way === "account") return row.on_account ?? 0;
  return row.total - (row.due_at_door - row.door_received) - row.balance_due;
}

const toRow = (row: SelectedRow): OrderRow => ({
  id: row.id,
  invoiceNo: row.invoice_no,
  date: row.invoice_date ?? row.placed_at,
  state: row.state,
  isPickUp: isFetched(row.pick_up),
  itemCount: row.item_count,
  total: row.total,
  paymentWay: row.payment_way,
  dueAtDoor: row.due_at_door,
  amountPaid: amountPaid(row),
  openReturn: row.open_return,
});

/** A number is an order's number or an invoice's serial number; other text is searched for in the invoice number. */
function matchesTerm(eb: ExpressionBuilder<Tables & { o: Tables["orders"] }, "o">, term: string) {
  // A term without letters and digits matches nothing. (`orderSearchTerm` has removed the wildcards of LIKE.)
  if (!/[\dA-Za-z]/.test(term)) return eb.lit(false);
  if (!/^\d+$/.test(term)) return eb("o.invoice_no", "like", `%${term}%`);
  return eb.or([eb("o.id", "=", Number(term)), eb("o.invoice_no", "like", `%/${term}`)]);
}
