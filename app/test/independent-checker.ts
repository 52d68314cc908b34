import { sql } from "kysely";
import type { Db } from "~/db/database.server";

/*
 * The accountant who trusts nobody: recomputes a month from the tables, with statements and sums of its own. It imports
 * nothing of the shop, so that a fault there is not a fault here too. Paise throughout.
 */

/** Sums by what they are of, e.g. "b2cs 07 18" → [20000, 3600, 0, 0]: taxable, integrated, central, state tax. */
export type Figures = Record<string, number[]>;

function put(figures: Figures, key: string, amounts: readonly number[], sign = 1): void {
  const row = (figures[key] ??= amounts.map(() => 0));
  for (const [at, amount] of amounts.entries()) row[at]! += sign * amount;
}

/** Without rows that add up to nothing. */
const kept = (figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).filter(([, row]) => row.some((amount) => amount !== 0)));

interface LineRow {
  id: number;
  series: string;
  number: string;
  issued_on: string;
  buyer_gstin: string;
  place: string;
  split: string;
  value: number;
  of_value: number | null;
  of_day: string | null;
  tax_rate: number;
  hsn: string;
  quantity: number;
  taxable: number;
  central_tax: number;
  state_tax: number;
  integrated_tax: number;
}

/** Every line of the documents of a month that were not cancelled. @param month e.g. "2026-11" */
async function linesOf(db: Db, month: string, gstin: string): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select d.id, d.series, d.number, d.issued_on, d.buyer_gstin, d.place, d.split, d.value,
      o.value as of_value, o.issued_on as of_day,
      l.tax_rate, l.hsn, l.quantity, l.taxable, l.central_tax, l.state_tax, l.integrated_tax
    from document_lines l join documents d on d.id = l.document_id left join documents o on o.id = d.of_document
    where substr(d.issued_on, 1, 7) = ${month} and d.cancelled_at is null and d.kind <> 'bill'
      and d.seller like ${`%${gstin}%`}
    order by l.document_id, l.position`.execute(db);
  return rows;
}

/** The return of a month out of the documents' lines, row by row as the rules' text goes. */
export async function figuresOfDocuments(db: Db, month: string, gstin: string): Promise<Figures> {
  const figures: Figures = {};
  for (const line of await linesOf(db, month, gstin)) {
    const isNote = line.series !== "invoice";
    const sign = isNote ? -1 : 1;
    const rate = line.tax_rate / 100;
    const amounts = [line.taxable, line.integrated_tax, line.central_tax, line.state_tax];
    const isService = line.hsn.slice(0, 2) === "99";
    const tab = line.buyer_gstin ? "b2b" : "b2c";
    put(figures, `hsn ${tab} ${line.hsn} ${rate}`, [isService ? 0 : line.quantity, ...amounts], sign);
    const document = `${line.number} ${line.issued_on.slice(8)}-${line.issued_on.slice(5, 7)}-${line.issued_on.slice(0, 4)} ${line.value}`;
    const limit = (line.of_day ?? line.issued_on) < "2024-08-01" ? 25_000_000 : 10_000_000;
    const isLarge = line.split === "between_states" && (line.of_value ?? line.value) > limit;
    if (line.tax_rate === 0) {
      const supply = `${line.split === "within_state" ? "INTRA" : "INTR"}${line.buyer_gstin ? "B2B" : "B2C"}`;
      put(figures, `nil ${supply}`, isService ? [0, line.taxable] : [line.taxable, 0], sign);
    } else if (line.buyer_gstin)
      put(
        figures,
        `${isNote ? "cdnr" : "b2b"} ${line.buyer_gstin} ${document} ${line.place} ${rate}`,
        amounts,
      );
    else if (isLarge) put(figures, `${isNote ? "cdnur" : "b2cl"} ${document} ${line.place} ${rate}`, amounts);
    else
      put(
        figures,
        `b2cs ${line.split === "within_state" ? "INTRA" : "INTER"} ${line.place} ${rate}`,
        amounts,
        sign,
      );
  }
  const { rows } = await sql<{ series: string; count: number; cancelled: number }>`
    select series, count(*) as count, count(cancelled_at) as cancelled from documents
    where substr(issued_on, 1, 7) = ${month} and kind <> 'bill' and seller like ${`%${gstin}%`}
    group by series`.execute(db);
  for (const { series, count, cancelled } of rows)
    put(figures, `docs ${series === "invoice" ? 1 : 5}`, [Number(count), Number(cancelled)]);
  return kept(figures);
}

/* oxlint-disable typescript/no-explicit-any */
type Json = any;

const paise = (rupees: number | undefined) => Math.round((rupees ?? 0) * 100);
const amountsIn = (row: Json) => [row.txval, row.iamt, row.camt, row.samt].map(paise);

/** The same of a file for the portal, as its reader would add it up. */
export function figuresOfFile(file: Json): Figures {
  const figures: Figures = {};
  const document = (number: string, date: string, value: number) => `${number} ${date} ${paise(value)}`;
  const items = (key: string, row: Json) => {
    for (const { itm_det } of row.itms) put(figures, `${key} ${itm_det.rt}`, amountsIn(itm_det));
  };
  for (const { ctin, inv } of file.b2b)
    for (const row of inv) items(`b2b ${ctin} ${document(row.inum, row.idt, row.val)} ${row.pos}`, row);
  for (const { pos, inv } of file.b2cl)
    for (const row of inv) items(`b2cl ${document(row.inum, row.idt, row.val)} ${pos}`, row);
  for (const row of file.b2cs) put(figures, `b2cs ${row.sply_ty} ${row.pos} ${row.rt}`, amountsIn(row));
  for (const row of file.nil.inv)
    put(figures, `nil ${row.sply_ty}`, [paise(row.nil_amt), paise(row.expt_amt)]);
  for (const { ctin, nt } of file.cdnr)
    for (const row of nt) items(`cdnr ${ctin} ${document(row.nt_num, row.nt_dt, row.val)} ${row.pos}`, row);
  for (const row of file.cdnur) items(`cdnur ${document(row.nt_num, row.nt_dt, row.val)} ${row.pos}`, row);
  for (const tab of ["b2b", "b2c"])
    for (const row of file.hsn[`hsn_${tab}`])
      put(figures, `hsn ${tab} ${row.hsn_sc} ${row.rt}`, [row.qty, ...amountsIn(row)]);
  for (const { doc_num, docs } of file.doc_issue.doc_det)
    for (const run of docs) put(figures, `docs ${doc_num}`, [run.totnum, run.cancel]);
  return kept(figures);
}

interface OrderRow {
  id: number;
  state: string;
  total: number;
  discount: number;
  shipping: number;
  buyer_gstin: string;
  state_name: string;
  back: number;
}

/**
 * What all orders are worth now: their total less what went back or was taken off on account, nothing before they are paid or once they are over. By buyer
 * and state with taxes ("B2B INTER" …), and by rate: taxable value and taxes ("rate 18").
 * @param sellerState where a sale is within the state
 */
export async function worthOfOrders(db: Db, sellerState: string): Promise<Figures> {
  const orders = await sql<OrderRow>`
    select o.id, o.state, o.total, o.discount, o.shipping, o.buyer_gstin, o.state_name,
      coalesce((select sum(r.amount) from refunds r where r.order_id = o.id and r.status = 'processed' and r.reason not in
        ('second_payment', 'wrong_amount', 'unserviceable', 'order_cancelled', 'changed')), 0)
        + coalesce((select sum(c.amount) from account_credits c where c.order_id = o.id), 0) as back
    from orders o where o.paid_at is not null and o.is_test = 0 and o.state not in ('cancelled', 'refunded', 'pending')
    order by o.id`.execute(db);
  const lines = await sql<Line & { order_id: number }>`
    select order_id, unit_price as price, quantity, tax_rate, discount as own from order_lines order by id`.execute(
    db,
  );
  const worth: Figures = {};
  for (const order of orders.rows) {
    const left = Math.max(0, order.total - Number(order.back));
    const supply = order.state_name === sellerState ? "INTRA" : "INTER";
    put(worth, `${order.buyer_gstin ? "B2B" : "B2C"} ${supply}`, [left]);
    if (left === 0) continue;
    for (const [rate, value] of valueByRate(
      order,
      lines.rows.filter((line) => line.order_id === order.id),
    )) {
      // value × rate / (100 % + rate), half a paisa rounded up
      const tax = Math.floor((2 * value * rate + 10_000 + rate) / (2 * (10_000 + rate)));
      put(worth, `rate ${rate / 100}`, [value - tax, tax]);
    }
  }
  return worth;
}

interface Line {
  price: number;
  quantity: number;
  tax_rate: number;
  /** What the coupon takes off it alone. */
  own: number;
}

/** Each line less its own discount and its share of the rest; the delivery charge goes with the dearest line. */
function valueByRate(
  order: Pick<OrderRow, "discount" | "shipping">,
  lines: readonly Line[],
): Map<number, number> {
  const { shipping } = order;
  const discount = order.discount - lines.reduce((sum, { own }) => sum + own, 0);
  const gross = lines.map(({ price, quantity, own }) => price * quantity - own);
  const all = gross.reduce((sum, one) => sum + one, 0);
  const less = gross.map((one) => (all === 0 ? 0 : Math.floor((discount * one) / all)));
  const byRest = [...gross.keys()].sort(
    (a, b) => ((discount * gross[b]!) % all) - ((discount * gross[a]!) % all) || a - b,
  );
  const missing = discount - less.reduce((sum, one) => sum + one, 0);
  for (const at of byRest.slice(0, missing)) less[at]! += 1;
  const values = gross.map((one, at) => one - less[at]!);
  const dearest = values.indexOf(Math.max(...values));
  const byRate = new Map<number, number>();
  for (const [at, value] of values.entries()) {
    const rate = lines[at]!.tax_rate;
    byRate.set(rate, (byRate.get(rate) ?? 0) + value + (at === dearest ? shipping : 0));
  }
  return byRate;
}

/**
 * Orders whose money is not what they are worth: payments less everything that went back, unless something is still due at the
 * door. Of an order on account what is open counts as money.
 * @param open what the shop says of each such order
 * @returns their numbers with both amounts
 */
export async function ordersWithOtherMoney(db: Db, open: ReadonlyMap<number, number>): Promise<object[]> {
  const { rows } = await sql<OrderRow & { paid: number; sent_back: number }>`
    select o.id, o.state, o.total,
      coalesce((select sum(p.amount) from payments p where p.order_id = o.id and p.status <> 'failed'), 0) as paid,
      coalesce((select sum(r.amount) from refunds r where r.order_id = o.id and r.status = 'processed'), 0) as sent_back,
      coalesce((select sum(r.amount) from refunds r where r.order_id = o.id and r.status = 'processed' and r.reason not in
        ('second_payment', 'wrong_amount', 'unserviceable', 'order_cancelled', 'changed')), 0)
        + coalesce((select sum(c.amount) from account_credits c where c.order_id = o.id), 0) as back
    from orders o where o.paid_at is not null and o.is_test = 0 and o.due_at_door = o.door_received
    order by o.id`.execute(db);
  return rows
    .map(({ id, state, total, paid, sent_back, back }) => ({
      id,
      left: ["cancelled", "refunded"].includes(state) ? 0 : Math.max(0, total - Number(back)),
      money: Number(paid) - Number(sent_back) + (open.get(id) ?? 0),
    }))
    .filter(({ left, money }) => left !== money);
}

/**
 * Money of a month by way: how many payments and their sum, how many refunds and theirs. Its day is that of the entry, in India, or
 * the one that staff gave. @param month e.g. "2026-11"
 */
export async function moneyByWay(db: Db, month: string): Promise<Figures> {
  interface Money {
    amount: number;
    gateway: string;
    method: string | null;
    payment_way: string;
    /** The moment, or the day. */
    at: string;
    reason: string;
  }
  const came = await sql<Money>`
    select p.amount, p.gateway, p.method, o.payment_way, coalesce(p.received_on, p.created_at) as at, '' as reason
    from payments p join orders o on o.id = p.order_id
    where p.status in ('captured', 'refunded') and o.is_test = 0 order by p.id`.execute(db);
  const went = await sql<Money>`
    select r.amount, p.gateway, p.method, o.payment_way, r.updated_at as at, r.reason
    from refunds r join payments p on p.id = r.payment_id join orders o on o.id = r.order_id
    where r.status = 'processed' and o.is_test = 0 order by r.id`.execute(db);
  const inIndia = (at: string) =>
    at.length === 10 ? at : new Date(Date.parse(at) + 5.5 * 3_600_000).toISOString();
  const figures: Figures = {};
  for (const [isBack, { rows }] of [came, went].entries())
    for (const row of rows.filter(({ at }) => inIndia(at).startsWith(month)))
      put(figures, wayOf(row), isBack ? [0, 0, 1, row.amount] : [1, row.amount, 0, 0]);
  return figures;
}

/** What an exchange pays is in the new order; what goes back of that is a transfer. */
function wayOf(row: { gateway: string; method: string | null; payment_way: string; reason: string }): string {
  const { gateway, method, payment_way, reason } = row;
  if (reason === "exchange" || (gateway === "exchange" && reason === "")) return "Exchange";
  if (gateway === "cash") return payment_way === "cod" ? "Cash at the door" : "Cash";
  if (gateway === "transfer" && method === "upi") return "UPI to the shop";
  if (gateway === "transfer" || gateway === "exchange") return "Bank transfer";
  return `Razorpay (test payment), ${method === "upi" ? "UPI" : method}`;
}

/** What was added between two of them. */
export function changeOf(before: Figures, after: Figures): Figures {
  const change: Figures = {};
  for (const [key, row] of Object.entries(after)) put(change, key, row);
  for (const [key, row] of Object.entries(before)) put(change, key, row, -1);
  return kept(change);
}

/** A file's sums as `worthOfOrders` has them. */
export function worthInFile(file: Json): Figures {
  const worth: Figures = {};
  const sum = (row: readonly number[]) => row.reduce((all, one) => all + one, 0);
  for (const [key, row] of Object.entries(figuresOfFile(file))) {
    const [table, ...words] = key.split(" ");
    const group = (buyer: string, isFar: boolean) => `${buyer} ${isFar ? "INTER" : "INTRA"}`;
    // Between states there is integrated tax, unless it is less than half a paisa.
    const isFar = row[2] === 0 && row[3] === 0;
    if (table === "b2b" || table === "cdnr")
      put(worth, group("B2B", isFar), [sum(row)], table === "cdnr" ? -1 : 1);
    if (table === "b2cl" || table === "cdnur")
      put(worth, "B2C INTER", [sum(row)], table === "cdnur" ? -1 : 1);
    if (table === "b2cs") put(worth, `B2C ${words[0]}`, [sum(row)]);
    if (table === "nil") put(worth, group(words[0]!.slice(-3), !words[0]!.startsWith("INTRA")), [sum(row)]);
    if (table === "hsn") put(worth, `rate ${words.at(-1)}`, [row[1]!, row[2]! + row[3]! + row[4]!]);
  }
  return kept(worth);
}
