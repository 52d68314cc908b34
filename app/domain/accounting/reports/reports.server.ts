import { sql } from "kysely";
import type { Db } from "~/db/database.server";
import { formatName } from "~/domain/catalogue/books/record/book-formats";
import { AUTHOR_ROLE } from "~/domain/catalogue/books/record/contributor-roles";
import { stateOfGstin } from "~/domain/kit/addresses/gst-states";
import type { Period } from "../period";
import { type ReportFigures, type ReportKind, type ReportRow, REPORTS, type StockRow } from "./reports";

/**
 * The rows of a report of the bills and notes that were issued in a period (index documents_by_day); delivery is in none of
 * them.
 */
export async function reportRows(
  db: Db,
  by: ReportKind,
  period: Pick<Period, "from" | "to">,
): Promise<ReportRow[]> {
  const { none } = REPORTS[by];
  const rows = await grouped(db, by, period);
  return rows.map(({ key, label, ...figures }) => ({
    key: String(key ?? ""),
    label: labelOf(by, label) ?? none,
    ...figures,
  }));
}

function labelOf(by: ReportKind, label: string | null): string | null {
  if (label === null || label === "") return null;
  if (by === "format") return formatName(label) ?? label;
  return by === "state" ? (stateOfGstin(label)?.name ?? label) : label;
}

/** What was sold and came back in a period, each line once; and what delivery cost, and how much of it was given back. */
export async function soldSums(
  db: Db,
  period: Pick<Period, "from" | "to">,
): Promise<{ goods: ReportFigures; delivery: ReportFigures }> {
  const rows = await linesOf(db, period)
    .select("l.is_delivery")
    .select(measures)
    .groupBy("l.is_delivery")
    .execute();
  const sums = { goods: NOTHING_SOLD, delivery: NOTHING_SOLD };
  for (const { is_delivery, ...figures } of rows) sums[is_delivery === 1 ? "delivery" : "goods"] = figures;
  return sums;
}

const NOTHING_SOLD: ReportFigures = { copies: 0, gross: 0, discount: 0, value: 0, returned: 0, refunded: 0 };

type Grouped = ReportFigures & { key: number | string | null; label: string | null };

/** One statement for each kind: the lines are added up by book, or by order, before they are joined with names. */
function grouped(db: Db, by: ReportKind, period: Pick<Period, "from" | "to">): Promise<Grouped[]> {
  if (by === "state")
    return goodsOf(db, period)
      .select(["d.place as key", "d.place as label"])
      .select(measures)
      .groupBy("d.place")
      .execute();
  if (by === "method")
    return goodsOf(db, period)
      .innerJoin("orders as o", "o.id", "d.order_id")
      .select(["o.method_name as key", "o.method_name as label"])
      .select(measures)
      .groupBy("o.method_name")
      .execute();

  const books = db
    .selectFrom(
      goodsOf(db, period)
        .leftJoin("order_lines as ol", "ol.id", "l.of_line")
        .select("ol.book_id")
        .select(measures)
        .groupBy("ol.book_id")
        .as("s"),
    )
    .leftJoin("books as b", "b.id", "s.book_id");
  switch (by) {
    case "book":
      return books
        .select(["s.book_id as key", "b.title as label"])
        .select(["s.copies", "s.gross", "s.discount", "s.value", "s.returned", "s.refunded"])
        .execute();
    case "publisher":
      return books
        .leftJoin("publishers as n", "n.id", "b.publisher_id")
        .select(["n.id as key", "n.name as label"])
        .select(sums)
        .groupBy(["n.id", "n.name"])
        .execute();
    case "language":
      return books
        .leftJoin("languages as n", "n.id", "b.language_id")
        .select(["n.id as key", "n.name as label"])
        .select(sums)
        .groupBy(["n.id", "n.name"])
        .execute();
    case "format":
      return books
        .select(["b.format as key", "b.format as label"])
        .select(sums)
        .groupBy("b.format")
        .execute();
    case "author":
      return books
        .leftJoin("book_contributors as c", (join) =>
          join.onRef("c.book_id", "=", "b.id").on("c.role", "=", AUTHOR_ROLE),
        )
        .leftJoin("authors as n", "n.id", "c.author_id")
        .select(["n.id as key", "n.name as label"])
        .select(sums)
        .groupBy(["n.id", "n.name"])
        .execute();
    case "tag":
      return books
        .leftJoin("book_tags as t", "t.book_id", "b.id")
        .leftJoin("tags as n", "n.id", "t.tag_id")
        .select(["n.id as key", "n.name as label"])
        .select(sums)
        .groupBy(["n.id", "n.name"])
        .execute();
  }
}

/** The lines of a period's documents; cancelled ones have no figures. */
const linesOf = (db: Db, { from, to }: Pick<Period, "from" | "to">) =>
  db
    .selectFrom("documents as d")
    .innerJoin("document_lines as l", "l.document_id", "d.id")
    .where("d.issued_on", ">=", from)
    .where("d.issued_on", "<=", to)
    .where("d.cancelled_at", "is", null);

const goodsOf = (db: Db, period: Pick<Period, "from" | "to">) =>
  linesOf(db, period).where("l.is_delivery", "=", 0);

/** Of the lines of bills and invoices alone, or of notes alone. */
const sumOf = (of: "bills" | "notes", column: "quantity" | "gross" | "discount" | "value") =>
  sql<number>`coalesce(sum(case when d.series ${sql.raw(of === "bills" ? "=" : "<>")} 'invoice'
    then ${sql.ref(`l.${column}`)} else 0 end), 0)`;

const measures = () =>
  [
    sumOf("bills", "quantity").as("copies"),
    sumOf("bills", "gross").as("gross"),
    sumOf("bills", "discount").as("discount"),
    sumOf("bills", "value").as("value"),
    sumOf("notes", "quantity").as("returned"),
    sumOf("notes", "value").as("refunded"),
  ] as const;

const again = <Name extends keyof ReportFigures>(name: Name) =>
  sql<number>`sum(${sql.ref(`s.${name}`)})`.as(name);
const sums = () =>
  [
    again("copies"),
    again("gross"),
    again("discount"),
    again("value"),
    again("returned"),
    again("refunded"),
  ] as const;

/** The copies in stock now and what they are worth, by publisher. */
export async function stockValue(db: Db): Promise<StockRow[]> {
  const rows = await db
    .selectFrom("books as b")
    .innerJoin("publishers as n", "n.id", "b.publisher_id")
    .select(["n.id as key", "n.name as label"])
    .select(({ fn, eb }) => [
      fn.countAll<number>().as("titles"),
      fn.sum<number>("b.stock").as("copies"),
      fn.sum<number>(eb("b.stock", "*", eb.ref("b.charged_price"))).as("atPrice"),
      fn.sum<number>(eb("b.stock", "*", eb.ref("b.price"))).as("atMrp"),
    ])
    .where("b.stock", ">", 0)
    .groupBy(["n.id", "n.name"])
    .orderBy("n.name")
    .orderBy("n.id")
    .execute();
  return rows.map(({ key, ...row }) => ({ key: String(key), ...row }));
}
