import { expect, test } from "vitest";
import type { OrderDetail } from "../orders/order-detail";
import { billOf, bookLine } from "~/test/files/documents";

/** Each line of the table as one list: title, quantity, price, then its figures. */
const shown = ({ lines }: ReturnType<typeof billOf>) =>
  lines.map((line) => [
    line.title,
    line.quantity,
    line.price,
    ...line.figures.map(({ text, note }) => (note ? `${text} @ ${note}` : text)),
  ]);

test("a bill of supply shows what GST Rule 49 requires", () => {
  const bill = billOf([bookLine({ title: "Gora", mrp: 45_000, unitPrice: 40_000, quantity: 2 })], {
    discount: 10_001,
    shipping: 4_000,
  });
  expect(bill).toMatchObject({
    title: "Bill of supply",
    number: "KB/26-27/000001",
    issuedOn: [2026, 11, 21],
    sellerName: "Kitab Books Private Limited",
    seller: [
      "14 Residency Road",
      "Bengaluru 560025, Karnataka",
      "GSTIN 29ABCDE1234F1ZW",
      "State Karnataka (29)",
    ],
    recipientName: "Asha Rao",
    recipient: ["12 Temple Street", "Malleswaram", "Bengaluru 560003", "Karnataka"],
    columns: ["Discount", "Value"],
    copies: "2",
    sums: ["100.01", "739.99"],
    totals: [
      ["Subtotal", "₹800.00"],
      ["Discount", "−₹100.01"],
      ["Delivery", "₹40.00"],
    ],
    total: "₹739.99",
    words: "Rupees seven hundred thirty-nine and ninety-nine paise only",
    payment: "₹739.99 paid on 21 Nov 2026: Razorpay, UPI, pay_1.",
    stamp: null,
  });
  expect(Object.fromEntries(bill.facts)).toEqual({
    Number: "KB/26-27/000001",
    Date: "21 Nov 2026",
    Order: "#17",
    "Order date": "20 Nov 2026",
    "Place of supply": "Karnataka (29)",
    "Whether tax is payable on reverse charge": "No",
  });
  expect(bill.lines[0]).toMatchObject({ hsn: "4901", mrp: "450.00" });
  expect(shown(bill)).toEqual([
    ["Gora", "2", "400.00", "100.01", "699.99"],
    ["Delivery", "", "40.00", "0.00", "40.00"],
  ]);
  expect(bill.notes.join()).toContain("No GST is charged");
});

test("a tax invoice within the state shows CGST and SGST, half of the rate each", () => {
  const invoice = billOf([bookLine({ title: "Gora", unitPrice: 10_500, taxRate: 500 })], { shipping: 2_100 });
  expect(invoice).toMatchObject({
    title: "Tax invoice",
    columns: ["Taxable value", "CGST", "SGST", "Total"],
    sums: ["120.00", "3.00", "3.00", "126.00"],
    totals: [
      ["Taxable value", "₹120.00"],
      ["CGST", "₹3.00"],
      ["SGST", "₹3.00"],
    ],
    total: "₹126.00",
  });
  expect(shown(invoice)).toEqual([
    ["Gora", "1", "105.00", "100.00", "2.50 @ 2.5%", "2.50 @ 2.5%", "105.00"],
    ["Delivery", "", "21.00", "20.00", "0.50 @ 2.5%", "0.50 @ 2.5%", "21.00"],
  ]);
});

test.each([
  ["another state", { state: "Kerala" }, "Kerala (32)"],
  ["an older name of another state", { state: "Orissa" }, "Odisha (21)"],
  ["a place outside India", { state: "Bavaria" }, "Bavaria"],
])("a tax invoice to %s shows IGST", (_, address, place) => {
  const invoice = billOf([bookLine({ unitPrice: 11_800, taxRate: 1800 })], {}, { address });
  expect(invoice.columns).toEqual(["Taxable value", "IGST", "Total"]);
  expect(invoice.lines[0]!.figures).toEqual([
    { text: "100.00", note: "" },
    { text: "18.00", note: "18%" },
    { text: "118.00", note: "" },
  ]);
  expect(Object.fromEntries(invoice.facts)["Place of supply"]).toBe(place);
});

test("taxed and exempt books are on one paper, with the value of each kind (GST Rule 46A)", () => {
  const ebook = bookLine({ title: "Gora, e-book", unitPrice: 11_800, hsn: "852349", taxRate: 1800 });
  const bill = billOf([bookLine({ title: "Gora", unitPrice: 45_000 }), ebook], {
    discount: 5_680,
    shipping: 4_000,
  });
  expect(bill).toMatchObject({
    title: "Invoice-cum-bill of supply",
    columns: ["Discount", "Taxable value", "CGST", "SGST", "Total"],
    totals: [
      ["Exempt value", "₹445.00"],
      ["Taxable value", "₹90.00"],
      ["CGST", "₹8.10"],
      ["SGST", "₹8.10"],
    ],
    total: "₹551.20",
  });
  expect(shown(bill)).toEqual([
    ["Gora", "1", "450.00", "45.00", "0.00", "0.00 @ 0%", "0.00 @ 0%", "405.00"],
    ["Gora, e-book", "1", "118.00", "11.80", "90.00", "8.10 @ 9%", "8.10 @ 9%", "106.20"],
    ["Delivery", "", "40.00", "0.00", "0.00", "0.00 @ 0%", "0.00 @ 0%", "40.00"],
  ]);
  expect(bill.notes[0]).toContain("What has no taxable value is exempt from GST.");
});

test("a tax invoice within a union territory without a legislature shows CGST and UTGST", () => {
  const state = { name: "Chandigarh", code: "04" };
  const invoice = billOf(
    [bookLine({ taxRate: 500 })],
    {},
    { address: { state: "Chandigarh" }, seller: { state, gstin: "04ABCDE1234F1Z5" } },
  );
  expect(invoice.columns).toEqual(["Taxable value", "CGST", "UTGST", "Total"]);
});

test("a tax invoice shows IGST when the seller's state is not known", () => {
  const invoice = billOf([bookLine({ taxRate: 500 })], {}, { seller: { state: null } });
  expect(invoice.columns).toContain("IGST");
  const abroad = { address: { state: "Bavaria" }, seller: { state: null } };
  expect(billOf([bookLine({ taxRate: 500 })], {}, abroad).columns).toContain("IGST");
});

test("the bill of a seller without a GSTIN has no word of GST", () => {
  const buyer = { gstin: "29AAGCB7383J1Z4", name: "Gyan Library", address: "4 Hill Road", reference: "" };
  const bill = billOf(
    [bookLine({ taxRate: 1800 })],
    { shipping: 4_000 },
    { seller: { gstin: "" }, order: { buyer } },
  );
  expect(bill).toMatchObject({
    title: "Bill",
    seller: ["14 Residency Road", "Bengaluru 560025, Karnataka"],
    hasHsn: false,
    columns: ["Value"],
    sums: ["490.00"],
    total: "₹490.00",
  });
  expect(Object.keys(Object.fromEntries(bill.facts))).toEqual(["Number", "Date", "Order", "Order date"]);
  expect(JSON.stringify({ ...bill, shopName: "" })).not.toMatch(/GST|tax|supply|exempt/i);
});

test.each<[string, Partial<OrderDetail>, string]>([
  ["confirmed", {}, "₹450.00 to be paid at the door."],
  [
    "partly received",
    { state: "delivered", doorReceived: 40_000 },
    "₹400.00 paid at the door. ₹50.00 to be paid at the door.",
  ],
  ["received", { state: "delivered", doorReceived: 45_000 }, "₹450.00 paid at the door."],
  ["a refused parcel", { state: "cancelled" }, "Nothing was paid, and nothing is due."],
])("the bill of an order that is paid at the door names what is still due: %s", (_, order, sentence) => {
  const given = { order: { paymentWay: "cod" as const, dueAtDoor: 45_000, ...order } };
  expect(billOf([bookLine()], {}, given).payment).toBe(sentence);
});

const received = (amount: number) => [{ amount, status: "captured" }] as OrderDetail["payments"];

test.each<[string, Partial<OrderDetail>, string]>([
  ["open", {}, "On account: ₹450.00 to be paid by 21 Dec 2026."],
  [
    "paid in part, and lowered",
    { payments: received(10_000), credited: 5_000 },
    "On account: ₹300.00 to be paid by 21 Dec 2026. ₹100.00 was received.",
  ],
  ["paid", { payments: received(45_000) }, "On account: nothing is due. ₹450.00 was received."],
  ["cancelled", { state: "cancelled" }, "On account: nothing is due."],
])("the bill of an order on account says what is open of it: %s", (_, order, sentence) => {
  const given = { order: { paymentWay: "account" as const, dueOn: "2026-12-21", ...order } };
  expect(billOf([bookLine()], {}, given).payment).toBe(sentence);
});

const refund = (given: Partial<OrderDetail["refunds"][number]>): OrderDetail["refunds"][number] => ({
  amount: 10_000,
  reason: "staff",
  status: "processed",
  updatedAt: "2026-11-25T20:00:00.000Z",
  ...given,
});

test.each<[string, Partial<OrderDetail>, { title: string; text: string } | null]>([
  ["nothing", {}, null],
  [
    "cancelled, the money under way",
    {
      state: "cancelled",
      cancelledAt: "2026-11-22T06:00:00.000Z",
      refunds: [refund({ status: "queued", amount: 45_000 })],
    },
    { title: "Cancelled", text: "The order was cancelled on 22 Nov 2026. ₹450.00 is being returned." },
  ],
  [
    "refunded",
    { state: "refunded", refunds: [refund({ amount: 45_000 })] },
    { title: "Refunded", text: "₹450.00 was returned on 26 Nov 2026." },
  ],
  [
    "refunded in part, twice",
    {
      state: "delivered",
      refunds: [refund({}), refund({ amount: 2_500, updatedAt: "2026-12-01T06:00:00Z" })],
    },
    { title: "Partly refunded", text: "₹125.00 was returned on 1 Dec 2026." },
  ],
  ["a second payment returned", { refunds: [refund({ reason: "second_payment" })] }, null],
  ["a refund that failed", { refunds: [refund({ status: "failed" })] }, null],
])("the stamp of an order after: %s", (_, order, stamp) => {
  const today = billOf([bookLine()], {}, { order });
  expect(today.stamp).toEqual(stamp);
  expect({ ...today, stamp: null }).toEqual({ ...billOf([bookLine()]), stamp: null });
});

test("texts are one line each, without invisible characters or changes of the writing direction", () => {
  const title = "  A\u0000b\r\nc\u2028d\u202Ee\u2066f\u200Fg\ud800h\tन‍म ";
  const bill = billOf([bookLine({ title })], {}, { address: { fullname: "Asha\nRao\u0007" } });
  expect(bill.lines[0]!.title).toBe("A b c defg\ufffdh न‍म");
  expect(bill.recipientName).toBe("Asha Rao");
});

test("titles have their writing direction and line height", () => {
  const bill = billOf(
    ["آگ کا دریا", "«دیوانِ غالب» 1841", "Diwan-e-Ghalib دیوانِ غالب", "गोदान", "1984"].map((title) =>
      bookLine({ title }),
    ),
  );
  expect(bill.lines.map((line) => [line.isRightToLeft, line.isTall])).toEqual([
    [true, true],
    [true, true],
    [false, true],
    [false, false],
    [false, false],
  ]);
});
