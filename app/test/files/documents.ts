import { taxOfLines } from "~/domain/sales/orders/money/totals";
import {
  type DocumentContent,
  type DocumentLine,
  documentContent,
} from "~/domain/sales/documents/document-content";
import { documentKind } from "~/domain/sales/orders/order-documents";
import type { Seller } from "~/domain/sales/documents/issued-document";
import type { OrderDetail } from "~/domain/sales/orders/orders";

/** By default one copy at ₹450.00 without tax. */
export function bookLine(given: Partial<DocumentLine> = {}): DocumentLine {
  return { title: "Gora", mrp: 45_000, unitPrice: 45_000, quantity: 1, hsn: "4901", taxRate: 0, ...given };
}

/** The document of a paid order with these lines, by default from Bengaluru to Bengaluru. */
export function billOf(
  lines: DocumentLine[],
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
    documentKind: documentKind(lines),
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
  const issued = {
    kind: documentKind(lines),
    number: "KB/26-27/000001",
    issuedAt: "2026-11-20T18:30:00.000Z",
    seller,
    payment: { id: "pay_1", method: "upi" },
  };
  return documentContent(issued, order, lines);
}
