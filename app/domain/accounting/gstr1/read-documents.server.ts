import type { Db } from "~/db/database.server";
import type { ReturnDocument } from "./return-tables";

/** A document with what decides whether the return has it. */
export interface ReadDocument extends ReturnDocument {
  /** Issued without this GSTIN: before the registration, or under another one. */
  isForeign: boolean;
  kind: string;
}

/**
 * The documents of one day with their sums by rate and HSN, in the order of their issue; cancelled ones too. One statement
 * a day: a month is read in portions, and each document with its lines as they are at one moment.
 * @param gstin the seller's
 */
export async function documentsOfDay(db: Db, day: string, gstin: string): Promise<ReadDocument[]> {
  const rows = await db
    .selectFrom("documents as d")
    .leftJoin("documents as o", "o.id", "d.of_document")
    .leftJoin("document_lines as l", "l.document_id", "d.id")
    .select((eb) => [
      "d.id",
      "d.order_id as orderId",
      "d.series",
      "d.kind",
      "d.number",
      "d.issued_on as issuedOn",
      "d.cancelled_at as cancelledAt",
      "d.buyer_gstin as gstin",
      "d.place",
      "d.split",
      "d.value",
      "d.taxable",
      "d.central_tax as centralTax",
      "d.state_tax as stateTax",
      "d.integrated_tax as integratedTax",
      "o.value as baseValue",
      "o.split as baseSplit",
      "o.issued_on as baseDay",
      "o.kind as baseKind",
      eb.case().when("d.seller", "like", `%"gstin":"${gstin}"%`).then(1).else(0).end().as("isOwn"),
      "l.tax_rate as rate",
      "l.hsn",
      eb.fn.sum<number>("l.quantity").as("quantity"),
      eb.fn.sum<number>("l.taxable").as("partTaxable"),
      eb.fn.sum<number>("l.central_tax").as("partCentral"),
      eb.fn.sum<number>("l.state_tax").as("partState"),
      eb.fn.sum<number>("l.integrated_tax").as("partIntegrated"),
    ])
    .where("d.issued_on", "=", day)
    .groupBy(["d.id", "o.id", "l.tax_rate", "l.hsn"])
    .orderBy("d.id")
    .orderBy("l.tax_rate")
    .orderBy("l.hsn")
    .execute();
  const documents: ReadDocument[] = [];
  for (const row of rows) {
    if (documents.at(-1)?.id !== row.id) {
      const { id, orderId, series, kind, number, issuedOn, gstin: buyer, place, split } = row;
      const { value, taxable, centralTax, stateTax, integratedTax } = row;
      documents.push({
        id,
        orderId,
        series,
        kind,
        number,
        issuedOn,
        gstin: buyer,
        place,
        split,
        value,
        taxable,
        centralTax,
        stateTax,
        integratedTax,
        isCancelled: row.cancelledAt !== null,
        isForeign: row.isOwn === 0 || kind === "bill" || row.baseKind === "bill",
        base: {
          value: row.baseValue ?? value,
          split: row.baseSplit ?? split,
          issuedOn: row.baseDay ?? issuedOn,
        },
        parts: [],
      });
    }
    if (row.rate === null) continue;
    documents.at(-1)!.parts.push({
      rate: row.rate,
      hsn: row.hsn ?? "",
      quantity: row.quantity,
      taxable: row.partTaxable,
      centralTax: row.partCentral,
      stateTax: row.partState,
      integratedTax: row.partIntegrated,
    });
  }
  return documents;
}

/** Sales less notes of some days, in paise. */
export async function turnover(db: Db, from: string, to: string): Promise<number> {
  const rows = await db
    .selectFrom("documents")
    .select((eb) => ["series", eb.fn.sum<number>("value").as("value")])
    .where("issued_on", ">=", from)
    .where("issued_on", "<=", to)
    .where("cancelled_at", "is", null)
    .groupBy("series")
    .execute();
  return rows.reduce((sum, { series, value }) => sum + (series === "invoice" ? value : -value), 0);
}

/** Which of these numbers a series has, on whatever day. */
export async function givenNumbers(
  db: Db,
  series: ReturnDocument["series"],
  numbers: readonly string[],
): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const rows = await db
    .selectFrom("documents")
    .select("number")
    .where("series", "=", series)
    .where("number", "in", numbers)
    .execute();
  return new Set(rows.map(({ number }) => number));
}

/** The last number of a series before a day; null: there is none. */
export async function numberBefore(
  db: Db,
  series: ReturnDocument["series"],
  day: string,
): Promise<string | null> {
  const row = await db
    .selectFrom("documents")
    .select("number")
    .where("series", "=", series)
    .where("issued_on", "<", day)
    .orderBy("issued_on", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.number ?? null;
}

/** A line whose HSN cannot be reported. */
export interface HsnProblem {
  hsn: string;
  title: string;
  number: string;
  orderId: number;
  /** null: delivery, or the line has gone from the order since. */
  bookId: number | null;
}

/** Lines of these documents with these codes, in the order of issue. @param most it gives no more */
export async function linesWithHsn(
  db: Db,
  documentIds: readonly number[],
  codes: readonly string[],
  most: number,
): Promise<HsnProblem[]> {
  if (documentIds.length === 0) return [];
  return db
    .selectFrom("document_lines as l")
    .innerJoin("documents as d", "d.id", "l.document_id")
    .leftJoin("order_lines as ol", "ol.id", "l.of_line")
    .select(["l.hsn", "l.title", "d.number", "d.order_id as orderId", "ol.book_id as bookId"])
    .where("l.document_id", "in", documentIds)
    .where("l.hsn", "in", codes)
    .orderBy("d.id")
    .orderBy("l.position")
    .limit(most)
    .execute();
}
