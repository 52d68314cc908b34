import type { Insertable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { stateOfGstin } from "~/domain/kit/addresses/gst-states";
import { indianDate } from "~/domain/kit/dates";
import type { Seller } from "~/domain/sales/documents/issued-document";
import { createAccount } from "./factories";
import { insertOrder } from "./factories-orders";

type DocumentRow = Insertable<Tables["documents"]>;
type LineRow = Insertable<Tables["document_lines"]>;

/** A line as a test gives it; amounts in paise. The value has the tax in it. */
interface GivenLine {
  value?: number;
  /** Hundredths of a per cent. */
  rate?: number;
  quantity?: number;
  hsn?: string;
  title?: string;
  discount?: number;
  isDelivery?: boolean;
  ofLine?: number | null;
}

export interface GivenDocument extends Partial<Omit<DocumentRow, "order_id">> {
  orderId?: number;
  lines?: readonly GivenLine[];
}

const SELLER: Seller = {
  legalName: "Kitab Press LLP",
  shopName: "Kitab",
  address: "1 Hill Road, Mumbai 400050",
  gstin: "27AAPFU0939F1ZV",
  state: stateOfGstin("27AAPFU0939F1ZV"),
  email: "help@kitab.example",
  phone: "9876543210",
};

const orderOfItsOwn = async (db: Db, placedAt: string) =>
  insertOrder(db, { accountId: await createAccount(db), state: "delivered", placedAt });

let last = 0;

/**
 * Inserts a document with its lines and sums, as it would have been issued: unless told otherwise a bill of supply over
 * one exempt book of ₹100 within Maharashtra, of an order of its own.
 * @returns its id
 */
export async function insertDocument(
  db: Db,
  { orderId, lines = [{}], ...given }: GivenDocument = {},
): Promise<number> {
  const count = ++last;
  const issuedAt = given.issued_at ?? "2026-11-15T06:00:00.000Z";
  const split = given.split ?? "within_state";
  const rows = lines.map((line, position) => lineRow(line, position, split));
  const sum = (key: "value" | "taxable" | "central_tax" | "state_tax" | "integrated_tax") =>
    rows.reduce((all, row) => all + row[key], 0);
  const series = given.series ?? "invoice";
  const { id } = await db
    .insertInto("documents")
    .values({
      order_id: orderId ?? (await orderOfItsOwn(db, issuedAt)),
      series,
      kind:
        series === "invoice" ? (sum("value") === sum("taxable") ? "bill_of_supply" : "tax_invoice") : series,
      number: `${series === "invoice" ? "T" : series === "credit_note" ? "C" : "R"}/26-27/${count}`,
      issued_at: issuedAt,
      issued_on: indianDate(new Date(issuedAt)),
      cause: series === "invoice" ? null : "refund",
      seller: JSON.stringify(SELLER),
      payment: JSON.stringify({ id: "pay_1", method: "upi" }),
      recipient: JSON.stringify({ name: "Asha Rao", lines: ["1 Hill Road", "Mumbai 400050"], delivery: [] }),
      place: "27",
      split,
      value: sum("value"),
      taxable: sum("taxable"),
      central_tax: sum("central_tax"),
      state_tax: sum("state_tax"),
      integrated_tax: sum("integrated_tax"),
      ...given,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("document_lines")
    .values(rows.map((row) => ({ ...row, document_id: id })))
    .execute();
  return id;
}

function lineRow(line: GivenLine, position: number, split: string): Omit<LineRow, "document_id"> & Sums {
  const { value = 100_00, rate = 0, quantity = 1, discount = 0, isDelivery = false } = line;
  const tax = value - Math.round((value * 10_000) / (10_000 + rate));
  const half = Math.floor(tax / 2);
  const isWithin = split === "within_state";
  const gross = value + discount;
  return {
    position,
    of_line: line.ofLine ?? null,
    is_delivery: isDelivery ? 1 : 0,
    title: line.title ?? (isDelivery ? "Delivery" : "Godan"),
    hsn: line.hsn ?? "4901",
    tax_rate: rate,
    quantity: isDelivery ? 0 : quantity,
    mrp: gross,
    unit_price: quantity > 0 ? Math.floor(gross / quantity) : gross,
    gross,
    discount,
    value,
    taxable: value - tax,
    central_tax: isWithin ? half : 0,
    state_tax: isWithin ? tax - half : 0,
    integrated_tax: isWithin ? 0 : tax,
  };
}

type Sums = Record<"value" | "taxable" | "central_tax" | "state_tax" | "integrated_tax", number>;
