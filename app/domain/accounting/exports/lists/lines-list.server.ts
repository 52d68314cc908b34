import type { Db } from "~/db/database.server";
import { documentKind } from "../../documents-in-words";
import type { Period } from "../../period";
import { type After, exportedList, inPortions } from "../export-list.server";

/** The lines of a document are read together; most have a few. */
const DOCUMENTS = 250;

/** The lines of the documents of a period. Their sums are those of the documents. */
export const linesList = exportedList("Lines", {
  columns: [
    { heading: "Order", kind: "number", of: (row) => row.orderId },
    { heading: "Date", kind: "day", of: (row) => row.day },
    { heading: "Document", kind: "text", width: 18, of: (row) => row.number },
    { heading: "Kind", kind: "text", width: 24, of: (row) => documentKind(row.kind) },
    { heading: "Cancelled", kind: "time", width: 16, of: (row) => row.cancelledAt },
    { heading: "ISBN", kind: "text", width: 16, of: (row) => row.isbn },
    { heading: "Title", kind: "text", width: 40, of: (row) => row.title },
    { heading: "HSN", isOfTax: true, kind: "text", of: (row) => row.hsn },
    { heading: "Rate %", isOfTax: true, kind: "percent", of: (row) => row.rate },
    { heading: "Copies", kind: "number", of: (row) => row.copies },
    { heading: "Gross", kind: "money", of: (row) => row.gross },
    { heading: "Discount", kind: "money", of: (row) => row.discount },
    { heading: "Value", kind: "money", of: (row) => row.value },
    { heading: "Taxable", isOfTax: true, kind: "money", of: (row) => row.taxable },
    { heading: "Tax", isOfTax: true, kind: "money", of: (row) => row.value - row.taxable },
  ],
  portions: linesOf,
  async count(db, { from, to }) {
    const { count } = await db
      .selectFrom("document_lines as l")
      .innerJoin("documents as d", "d.id", "l.document_id")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("d.issued_on", ">=", from)
      .where("d.issued_on", "<=", to)
      .executeTakeFirstOrThrow();
    return count;
  },
});

async function* linesOf(db: Db, period: Period) {
  for await (const documents of inPortions(
    period.from,
    (after) => documentsAfter(db, period, after),
    DOCUMENTS,
  )) {
    const ids = documents.map(({ id }) => id);
    yield await db
      .selectFrom("documents as d")
      .innerJoin("document_lines as l", "l.document_id", "d.id")
      .leftJoin("order_lines as o", "o.id", "l.of_line")
      .leftJoin("books as b", "b.id", "o.book_id")
      .select(["d.order_id as orderId", "d.issued_on as day", "d.number", "d.kind"])
      .select(["d.cancelled_at as cancelledAt", "b.isbn13 as isbn", "l.title", "l.hsn", "l.tax_rate as rate"])
      .select(["l.quantity as copies", "l.gross", "l.discount", "l.value", "l.taxable"])
      .where("d.id", "in", ids)
      .orderBy("d.issued_on")
      .orderBy("d.id")
      .orderBy("l.position")
      .execute();
  }
}

const documentsAfter = (db: Db, { to }: Period, after: After) =>
  db
    .selectFrom("documents")
    .select(["id", "issued_on as at"])
    .where((eb) => eb(eb.refTuple("issued_on", "id"), ">", eb.tuple(after.at, after.id)))
    .where("issued_on", "<=", to)
    .orderBy("issued_on")
    .orderBy("id")
    .limit(DOCUMENTS)
    .execute();
