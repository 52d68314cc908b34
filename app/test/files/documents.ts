import type { Db } from "~/db/database.server";
import { taxOfLines } from "~/domain/sales/orders/money/totals";
import { type DocumentContent, documentContent } from "~/domain/sales/documents/document-content";
import { recipientOf, type Seller } from "~/domain/sales/documents/issued-document";
import {
  columnsForDraft,
  documentsToIssue,
  type OrderedLine,
  placeOf,
} from "~/domain/sales/documents/new-documents";
import { documentKind } from "~/domain/sales/orders/order-documents";
import type { OrderDetail } from "~/domain/sales/orders/order-detail";

/** The shop has a GSTIN of Karnataka from now on. */
export async function registerForGst(db: Db): Promise<void> {
  const at = new Date(0).toISOString();
  await db
    .insertInto("settings")
    .values({ key: "gstin", value: '"29ABCDE1234F1ZW"', updated_at: at })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: '"29ABCDE1234F1ZW"' }))
    .execute();
}

/** By default one copy at ₹450.00 without tax. */
export function bookLine(given: Partial<OrderedLine> = {}): OrderedLine {
  return {
    id: null,
    title: "Gora",
    mrp: 45_000,
    unitPrice: 45_000,
    quantity: 1,
    hsn: "4901",
    taxRate: 0,
    discount: 0,
    ...given,
  };
}

/** The document of a paid order with these lines, by default from Bengaluru to Bengaluru. */
export function billOf(
  lines: OrderedLine[],
  money: { discount?: number; shipping?: number } = {},
  given: {
    order?: Partial<OrderDetail>;
    address?: Partial<OrderDetail["address"]>;
    seller?: Partial<Seller>;
  } = {},
): DocumentContent {
  const { discount = 0, shipping = 0 } = money;
  const subtotal = lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0);
  const total = subtotal - discount + shipping;
  const totals = {
    itemCount: lines.reduce((sum, line) => sum + line.quantity, 0),
    subtotal,
    discount,
    shipping,
    tax: taxOfLines(lines, { discount, shipping }, 0),
    total,
  };
  const order: OrderDetail = {
    id: 17,
    state: "paid",
    cancelReason: null,
    placedAt: "2026-11-20T06:00:00.000Z",
    payBy: "2026-11-20T06:30:00.000Z",
    // Already the 21st in India.
    paidAt: "2026-11-20T18:30:00.000Z",
    packedAt: null,
    shippedAt: null,
    deliveredAt: null,
    cancelledAt: null,
    invoiceNo: "KB/26-27/000001",
    invoiceDate: "2026-11-20T18:30:00.000Z",
    documentKind: documentKind(lines, true),
    documents: [],
    exchangeOf: null,
    exchanges: [],
    etaDate: null,
    trackingNo: null,
    carrier: null,
    trackingUrl: null,
    lines: [],
    wait: null,
    couponCode: null,
    buyer: null,
    gift: null,
    balanceDue: 0,
    parcels: [],
    changedAt: null,
    codFee: 0,
    delivery: null,
    paymentWay: "online",
    dueAtDoor: 0,
    doorReceived: 0,
    refusedAt: null,
    returns: [],
    totals,
    address: {
      fullname: "Asha Rao",
      address1: "12 Temple Street",
      address2: "Malleswaram",
      place: "Bengaluru",
      state: "Karnataka",
      pincode: "560003",
      mobile: "9845012345",
      email: "asha@example.com",
      ...given.address,
    },
    gateway: "razorpay",
    gatewayOrderId: "order_1",
    receipt: "kb_1",
    payments: [],
    refunds: [],
    ...given.order,
  };
  const seller: Seller = {
    legalName: "Kitab Books Private Limited",
    shopName: "Kitab",
    address: "14 Residency Road\nBengaluru 560025, Karnataka",
    gstin: "29ABCDE1234F1ZW",
    state: { name: "Karnataka", code: "29" },
    email: "help@kitab.example",
    phone: "+91 80 4718 0110",
    ...given.seller,
  };
  const columns = columnsForDraft(order);
  const issued = {
    ...documentsToIssue(columns, lines, seller)[0]!,
    ...placeOf(columns, seller),
    id: 1,
    number: "KB/26-27/000001",
    issuedAt: "2026-11-20T18:30:00.000Z",
    seller,
    payment: { id: "pay_1", method: "upi" },
    recipient: recipientOf(columns),
    buyerGstin: columns.buyer_gstin,
    buyerReference: columns.buyer_reference,
    of: null,
    cause: null,
    cancelledAt: null,
  };
  return documentContent(issued, order, []);
}
