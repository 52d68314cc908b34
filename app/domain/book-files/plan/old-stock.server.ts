import { sql } from "kysely";
import type { Db } from "~/db/database.server";
import { formatDate } from "~/domain/kit/dates";
import type { PlannedBook, PlanOptions } from "./plan";

/** Orders whose copies have left the shelf. */
const SOLD = ["pending", "paid", "packed", "shipped", "delivered"] as const;

/** When the last list before this one gave a book its stock, and how many copies were sold since. */
interface Sales {
  since: string | null;
  copies: number;
}

/**
 * Marks the rows whose list may be older than sales: they have more copies than the shop, and no more than were sold since the
 * last list. Such a list would bring sold copies back.
 * @returns the rows in their order
 */
export async function withOldStock(
  db: Db,
  planned: PlannedBook[],
  { isTyped }: PlanOptions,
): Promise<PlannedBook[]> {
  const raised = isTyped ? [] : planned.filter((book) => raisedBy(book) > 0);
  if (raised.length === 0) return planned;
  const sales = await salesSinceLastList(
    db,
    raised.map(({ known }) => known!.id),
  );
  return planned.map((book) => {
    const by = raisedBy(book);
    const { since = null, copies = 0 } = (by > 0 && sales.get(book.known!.id)) || {};
    if (by <= 0 || copies < by) return book;
    const when = since === null ? "so far" : `since ${formatDate(since)}`;
    const warning = `Stock: the shop has ${book.known!.stock}, and ${copies} ${copies === 1 ? "was" : "were"} sold ${when}. Is the list older than these sales?`;
    return { ...book, isOldStock: true, warnings: [...book.warnings, warning] };
  });
}

const raisedBy = ({ known, fields }: PlannedBook): number =>
  known && fields ? fields.stock - known.stock : 0;

async function salesSinceLastList(db: Db, ids: number[]): Promise<Map<number, Sales>> {
  const lists = await db
    .selectFrom("bulk_change_rows as r")
    .innerJoin("bulk_changes as b", "b.id", "r.bulk_change_id")
    // Copies that were sold between check and writing are not in the list either.
    .select(["r.book_id", (eb) => eb.fn.max<string>("b.planned_at").as("since")])
    .where("r.book_id", "in", ids)
    .where("r.state", "=", "written")
    .where("b.planned_at", "is not", null)
    .where((eb) => eb.or([eb("r.before", "is", null), eb("r.before", "like", '%"stock":%')]))
    .groupBy("r.book_id")
    .execute();
  const last = new Map(lists.map(({ book_id, since }) => [book_id!, since]));
  const sales = new Map<number, Sales>();
  for (const since of new Set(ids.map((id) => last.get(id) ?? null))) {
    const books = ids.filter((id) => (last.get(id) ?? null) === since);
    for (const { book_id, copies } of await soldSince(db, books, since))
      sales.set(book_id, { since, copies: Number(copies) });
  }
  return sales;
}

/** The copies of a line that were refunded and went back into stock. */
const backOnShelf = sql`(select sum(r.quantity) from refund_lines r where r.order_line_id = l.id and r.restocked = 1)`;

function soldSince(db: Db, ids: number[], since: string | null) {
  let lines = db
    .selectFrom("order_lines as l")
    .innerJoin("orders as o", "o.id", "l.order_id")
    .select(["l.book_id", sql<number>`sum(l.quantity - l.owed - coalesce(${backOnShelf}, 0))`.as("copies")])
    .where("l.book_id", "in", ids)
    .where("o.state", "in", SOLD)
    .groupBy("l.book_id");
  if (since !== null) lines = lines.where("o.placed_at", ">=", since);
  return lines.execute();
}
