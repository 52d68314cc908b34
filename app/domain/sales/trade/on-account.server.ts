import type { ExpressionBuilder } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { indianDate } from "~/domain/kit/dates";
import { notTest } from "../orders/no-test.server";
import { customerTerms } from "./customer-terms.server";
import { type AccountReceipt, type Credit, type OpenInvoice, openOf, type Receivable } from "./on-account";

/** What came for an order, less what changes of it gave back: the total is less by that, too. Paise. */
const received = (eb: ExpressionBuilder<Tables & { o: Tables["orders"] }, "o">) =>
  eb(
    eb
      .selectFrom("payments as p")
      .select((sum) => sum.fn.coalesce(sum.fn.sum<number>("p.amount"), sum.lit(0)).as("came"))
      .whereRef("p.order_id", "=", "o.id")
      .where("p.status", "in", ["captured", "refunded"]),
    "-",
    eb
      .selectFrom("refunds as r")
      .select((sum) => sum.fn.coalesce(sum.fn.sum<number>("r.amount"), sum.lit(0)).as("went"))
      .whereRef("r.order_id", "=", "o.id")
      .where("r.reason", "=", "changed")
      .where("r.status", "<>", "failed"),
  );

/** Accepted orders on account. */
export const accountOrders = (db: Db) =>
  db
    .selectFrom("orders as o")
    .select(["o.id", "o.account_id", "o.state", "o.total", "o.credited", "o.placed_at", "o.cancelled_at"])
    .select(["o.due_on", "o.invoice_no", "o.invoice_date", "o.buyer_reference"])
    .select((eb) => received(eb).as("received"))
    .where("o.payment_way", "=", "account")
    .where("o.due_on", "is not", null)
    .where("o.paid_at", "is not", null)
    .where(notTest("o.id"));

/** Those of which something is still to be paid. What is paid stays in the database, however many there are. */
const openOrders = (db: Db) =>
  accountOrders(db)
    .where("o.state", "not in", ["cancelled", "refunded"])
    .where((eb) => eb(eb("o.total", "-", eb.ref("o.credited")), ">", received(eb)));

type Row = Awaited<ReturnType<ReturnType<typeof accountOrders>["executeTakeFirstOrThrow"]>>;

/** A row of `accountOrders`, with what is open. */
export const toInvoice = (row: Row): OpenInvoice => ({
  orderId: row.id,
  invoiceNo: row.invoice_no ?? "",
  placedAt: row.invoice_date ?? row.placed_at,
  reference: row.buyer_reference ?? "",
  dueOn: row.due_on!,
  total: row.total,
  credited: row.credited,
  received: row.received ?? 0,
  open: openOf({ ...row, received: row.received ?? 0 }),
});

/** What is open of a customer's orders on account: the oldest first. */
export async function openInvoices(db: Db, accountId: number): Promise<OpenInvoice[]> {
  const rows = await openOrders(db).where("o.account_id", "=", accountId).orderBy("o.id").execute();
  return rows.map(toInvoice);
}

/** What of an order on account is open, in paise. */
export async function openOfOrder(db: Db, orderId: number): Promise<number> {
  const row = await accountOrders(db).where("o.id", "=", orderId).executeTakeFirst();
  return row ? toInvoice(row).open : 0;
}

/** What a customer may owe, and does: with what is open, the oldest first. */
export async function readCredit(
  db: Db,
  accountId: number,
): Promise<{ credit: Credit; invoices: OpenInvoice[] }> {
  const [terms, invoices] = await Promise.all([customerTerms(db, accountId), openInvoices(db, accountId)]);
  const open = invoices.reduce((sum, invoice) => sum + invoice.open, 0);
  return { credit: { limit: terms?.creditLimit ?? 0, days: terms?.creditDays ?? 0, open }, invoices };
}

/** What a customer may owe, and does. @param accountId null: nobody yet, who may owe nothing */
export async function creditOf(db: Db, accountId: number | null): Promise<Credit> {
  return accountId === null ? { limit: 0, days: 0, open: 0 } : (await readCredit(db, accountId)).credit;
}

/** Whether a customer has an account: may owe something, or has ordered on account before. */
export async function hasAccount(db: Db, accountId: number): Promise<boolean> {
  const [terms, order] = await Promise.all([
    customerTerms(db, accountId),
    db
      .selectFrom("orders")
      .select("id")
      .where("account_id", "=", accountId)
      .where("due_on", "is not", null)
      .limit(1)
      .executeTakeFirst(),
  ]);
  return (terms?.creditLimit ?? 0) > 0 || order !== undefined;
}

/** By when an order on account is to be paid: a plain date. */
export const dueDay = ({ days }: Pick<Credit, "days">, now: Date): string => indianDate(now, days);

/** Invoices on account of which something is open: since when, by when, and how much, in paise. */
export const openAccountRows = (db: Db) =>
  openOrders(db)
    .clearSelect()
    .select(["o.id", "o.id as orderId", "o.placed_at as since", "o.fullname as customer", "o.due_on as due"])
    .select((eb) => eb(eb("o.total", "-", eb.ref("o.credited")), "-", received(eb)).as("amount"));

/** Customers with something open, whoever is late longest first. @param today the date in India */
export async function receivables(db: Db, today: string): Promise<Receivable[]> {
  const rows = await openOrders(db)
    .innerJoin("accounts as a", "a.id", "o.account_id")
    .select(["a.first_name", "a.last_name"])
    .orderBy("o.due_on")
    .orderBy("o.id")
    .execute();
  const customers = new Map<number, Receivable>();
  for (const row of rows) {
    const { open, dueOn } = toInvoice(row);
    const name = `${row.first_name} ${row.last_name}`.trim();
    const one = customers.get(row.account_id) ?? {
      accountId: row.account_id,
      name,
      open: 0,
      invoices: 0,
      oldestDueOn: dueOn,
      late: 0,
    };
    const late = dueOn < today ? open : 0;
    customers.set(row.account_id, {
      ...one,
      open: one.open + open,
      invoices: one.invoices + 1,
      late: one.late + late,
    });
  }
  return [...customers.values()];
}

/** What a customer has paid on account: the newest first, at most fifty. */
export async function accountReceipts(db: Db, accountId: number): Promise<AccountReceipt[]> {
  const rows = await db
    .selectFrom("account_receipts")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("received_on", "desc")
    .orderBy("id", "desc")
    .limit(50)
    .execute();
  const ids = rows.map(({ id }) => id);
  const parts =
    ids.length === 0
      ? []
      : await db
          .selectFrom("payments")
          .select(["account_receipt", "order_id as orderId", "amount"])
          .where("account_receipt", "in", ids)
          .orderBy("order_id")
          .execute();
  return rows.map((row) => ({
    id: row.id,
    way: row.way,
    amount: row.amount,
    reference: row.reference,
    receivedOn: row.received_on,
    takenBack: row.taken_back_at === null ? null : row.taken_back_why,
    parts: parts
      .filter((part) => part.account_receipt === row.id)
      .map(({ orderId, amount }) => ({ orderId, amount })),
  }));
}
