import { describe, expect, test } from "vitest";
import type { OrderDetail, OrderLine } from "../orders/order-detail";
import { bars } from "./bars.server";
import { labelContent } from "./labels";
import { leftOutSentence, MOST_IN_FILE, type Paper, PAPER_KINDS, sortOut } from "./papers";
import { paperQuery } from "./papers.schema";
import { pickListContent } from "./pick-list";
import { noteContents } from "./delivery-notes";
import { slipContent } from "./slips";

const SHOP = {
  shopName: "Kitab Ghar",
  postalAddress: "14 Residency Road\nBengaluru 560025, Karnataka",
  supportPhone: "+91 80 4718 0110",
  supportEmail: "help@kitab.example",
  gstin: "29ABCDE1234F1ZW",
};

const line = (given: Partial<OrderLine> = {}) =>
  ({ id: 1, bookId: 1, title: "Gora", quantity: 2, refunded: 0, isbn: null, ...given }) as OrderLine;

const GYAN_POST = {
  methodId: 1,
  method: "Gyan Post",
  carrier: "India Post",
  from: "2026-12-01",
  to: "2026-12-04",
};

/** A paid order of two copies, with what the papers read. */
const order = (given: Partial<OrderDetail> = {}) =>
  ({
    id: 12,
    state: "paid",
    placedAt: "2026-11-20T06:00:00.000Z",
    documentKind: "bill_of_supply",
    lines: [line()],
    parcels: [],
    wait: null,
    delivery: { ...GYAN_POST, pickUp: null },
    carrier: null,
    trackingNo: null,
    dueAtDoor: 0,
    doorReceived: 0,
    exchangeOf: null,
    paymentWay: "account",
    buyer: null,
    address: {
      fullname: "Asha  Rao",
      address1: "12 Temple Street",
      address2: "",
      place: "Bengaluru",
      state: "Karnataka",
      pincode: "560003",
      mobile: "9845012345",
      email: "asha@example.com",
    },
    ...given,
  }) as OrderDetail;

describe("which orders are on a paper", () => {
  const whyOf = (given: Partial<OrderDetail>) =>
    Object.fromEntries(
      PAPER_KINDS.map((kind) => [kind, sortOut(kind, [order(given)]).leftOut[0]?.why ?? null]),
    );
  const all = (why: string | null, others: Partial<Record<Paper, string | null>> = {}) => ({
    slips: why,
    notes: why,
    labels: why,
    bills: why,
    picklist: why,
    ...others,
  });

  test.each<[string, Partial<OrderDetail>, Record<string, string | null>]>([
    ["a paid one is on all", {}, all(null)],
    [
      "one of a reader has no delivery note",
      { paymentWay: "online" },
      all(null, { notes: "is neither on account nor for a buyer with a name or reference" }),
    ],
    ["a shipped one is not picked", { state: "shipped" }, all(null, { picklist: "is shipped" })],
    [
      "an unpaid one is on none",
      { state: "pending", documentKind: null },
      all("is pending payment", { bills: "is pending payment and has no bill" }),
    ],
    ["of a cancelled one only the bill", { state: "cancelled" }, all("is cancelled", { bills: null })],
    [
      "one that is fetched has no label",
      { delivery: { ...GYAN_POST, pickUp: "" } },
      all(null, { labels: "is fetched from the shop" }),
    ],
    [
      "one of which everything was refunded by line is not sent",
      { lines: [line({ refunded: 2 })] },
      all("has no copies left to send", { bills: null }),
    ],
    [
      "a pre-order is not picked before its book is there",
      { wait: { title: "Gora", from: "2027-01-12", owed: 0 } },
      all(null, { picklist: "is a pre-order: “Gora” is released on 12 Jan 2027" }),
    ],
  ])("%s", (_, given, expected) => expect(whyOf(given)).toEqual(expected));

  test("they keep their sequence, and a sentence names the others", () => {
    const { on, leftOut } = sortOut("slips", [
      order({ id: 9 }),
      order({ id: 3, state: "cancelled" }),
      order({ id: 4 }),
      order({ id: 5, state: "refunded" }),
    ]);
    expect(on.map(({ id }) => id)).toEqual([9, 4]);
    expect(leftOutSentence(leftOut)).toBe("Left out: #3 is cancelled, #5 is refunded.");
  });
});

test("a slip has what is in the parcel and no prices, only what is collected at the door", () => {
  const lines = [
    line({ title: "गोदान\n", isbn: "9788126415120", quantity: 3, refunded: 1 }),
    line({ refunded: 2 }),
  ];
  const slip = slipContent(order({ lines, dueAtDoor: 45_000, doorReceived: 5000 }), SHOP);
  expect(slip.lines).toEqual([
    { title: "गोदान", isTall: false, isRightToLeft: false, isbn: "9788126415120", quantity: "2", counts: ["2"] }, // oxfmt-ignore
  ]);
  expect(slip).toMatchObject({
    title: "Packing slip",
    copies: ["2"],
    recipientName: "Asha Rao",
    recipient: ["12 Temple Street", "Bengaluru, Karnataka 560003", "Mobile 9845012345"],
    facts: [
      ["Order", "#12"],
      ["Date", "20 Nov 2026"],
      ["Delivery", "Gyan Post, India Post: Tue 1 Dec to Fri 4 Dec"],
      ["Collect at the door", "₹400.00"],
    ],
    foot: ["14 Residency Road", "Bengaluru 560025, Karnataka", "+91 80 4718 0110 · help@kitab.example"],
  });
  expect(JSON.stringify(slipContent(order({ lines }), SHOP))).not.toContain("₹");
});

describe("a label", () => {
  test("has the method's mark, the address, the sender, and the weight where it is known", () => {
    expect(labelContent(order(), SHOP, 1250)).toEqual({
      mark: "Gyan Post",
      carrier: "India Post",
      name: "Asha Rao",
      address: ["12 Temple Street"],
      place: "Bengaluru, Karnataka",
      pincode: "560003",
      mobile: "9845012345",
      due: "",
      order: "Order #12",
      code: "12",
      facts: ["Prepaid", "2 books", "1.25 kg"],
      sender: "Kitab Ghar",
      senderLines: ["14 Residency Road", "Bengaluru 560025, Karnataka", "Phone +91 80 4718 0110"],
    });
  });

  test("says what is due at the door, the carrier without a method, and no weight that has changed", () => {
    const sent = { carrier: "Blue Dart", trackingNo: "EW123", delivery: null, dueAtDoor: 75_000 };
    const label = labelContent(order({ ...sent, lines: [line({ refunded: 1 })] }), SHOP, 700);
    expect(label).toMatchObject({
      mark: "Blue Dart",
      carrier: "",
      due: "₹750.00",
      facts: ["1 book", "EW123"],
    });
  });

  test("of what follows an earlier parcel has its copies, and not the weight of the whole order", () => {
    const parcels = [{ id: 1, lostAt: null, returnedAt: null, lines: [{ id: 1, title: "Gora", qty: 1 }] }];
    const facts = (given: object) => labelContent(order(given), SHOP, 1250).facts;
    expect(facts({ parcels })).toEqual(["Prepaid", "1 book"]);
    expect(facts({ parcels: [{ ...parcels[0], lostAt: "2026-11-24T06:00:00.000Z" }] })).toEqual([
      "Prepaid",
      "2 books",
      "1.25 kg",
    ]);
    expect(facts({ lines: [line(), line({ id: 2, refunded: 2 })] })).toEqual(["Prepaid", "2 books"]);
  });

  test("its bars are Code 128: start, pairs of digits, check and stop", async () => {
    // 11 modules each, 13 of the stop, two units a module.
    expect(await bars("1042")).toContain(`viewBox="0 0 ${2 * (4 * 11 + 13)} `);
  });
});

test("a pick list adds up the copies of each title, by SKU and then title, without what was refunded", () => {
  const list = pickListContent(
    [
      order({ id: 12, lines: [line({ bookId: 1, quantity: 2 }), line({ bookId: 2, title: "Anandmath" })] }),
      order({
        id: 9,
        lines: [
          line({ bookId: 1, quantity: 3, refunded: 2 }),
          line({ bookId: 3, refunded: 2 }),
          line({ bookId: 4, title: "Zamindar", quantity: 1 }),
          line({ bookId: 5, title: "Aangan", quantity: 1 }),
        ],
      }),
    ],
    [
      { id: 1, titleKey: "gora", sku: "B 10" },
      { id: 2, titleKey: "anandmath", sku: null },
      { id: 4, titleKey: "zamindar", sku: "B 9" },
      { id: 5, titleKey: "aangan", sku: " " },
    ],
  );
  const text = { isTall: false, isRightToLeft: false, isbn: "–" };
  expect(list).toEqual({
    rows: [
      { ...text, title: "Zamindar", quantity: "1", sku: "B 9", orders: "#9" },
      { ...text, title: "Gora", quantity: "3", sku: "B 10", orders: "#12\u{a0}×\u{a0}2, #9" },
      { ...text, title: "Aangan", quantity: "1", sku: "", orders: "#9" },
      { ...text, title: "Anandmath", quantity: "2", sku: "", orders: "#12\u{a0}×\u{a0}2" },
    ],
    summary: "7 copies of 4 titles for 2 orders",
  });
});

test("a file has 1 to 50 orders, each once, in their sequence", () => {
  const idsOf = (ids: string) => paperQuery.safeParse({ kind: "slips", ids }).data?.ids ?? null;
  expect(idsOf("7, ३,7")).toEqual([7, 3]);
  const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
  expect(idsOf(upTo(MOST_IN_FILE).join(","))).toEqual(upTo(50));
  for (const wrong of [upTo(51).join(","), "", "7,", "7;3", "-1", "0", "1e3", "7 3"])
    expect(idsOf(wrong), wrong).toBeNull();
});

test("a delivery note has what was ordered, came before, is in the parcel and is to come; each sent parcel has its own", () => {
  const lines = [
    line({ id: 1, title: "गोदान", quantity: 10, refunded: 1 }),
    line({ id: 2, title: "Gora", quantity: 4 }),
  ];
  const parcel = (number: number, of: [id: number, qty: number][], more: object = {}) => ({ number, sentAt: "2026-11-22T06:00:00.000Z", carrier: "India Post", trackingNo: `EK${number}`, lostAt: null, returnedAt: null, lines: of.map(([id, qty]) => ({ id, title: "", qty })), ...more }); // oxfmt-ignore
  const buyer = { gstin: "29AAACM9012F1ZM", name: "City Library", address: "", reference: "PO 118" };
  const notes = (...parcels: object[]) =>
    noteContents(order({ lines, buyer, parcels: parcels as OrderDetail["parcels"] }), SHOP);
  const first = parcel(1, [[1, 6]]);
  const lost = parcel(2, [[2, 4]], { lostAt: "2026-11-23T06:00:00.000Z" });
  const [next, ...others] = notes(first, lost);
  expect(others).toEqual([]);
  expect(next).toMatchObject({
    title: "Delivery note",
    heads: ["Ordered", "Before", "This parcel", "To come"],
    copies: ["13", "6", "7", "0"],
    hasReceipt: true,
  });
  expect(next!.lines.map(({ title, counts }) => [title, ...counts])).toEqual([
    ["गोदान", "9", "6", "3", "0"],
    ["Gora", "4", "0", "4", "0"],
  ]);
  expect(next!.facts).toEqual([
    ["Order", "#12"],
    ["Order date", "20 Nov 2026"],
    ["Your reference", "PO 118"],
    ["Buyer", "City Library"],
    ["GSTIN", "29AAACM9012F1ZM"],
    ["Parcel", "3"],
  ]);
  const sent = notes(first, lost, parcel(3, [[1, 3], [2, 4]])); // oxfmt-ignore
  expect(sent.map(({ copies }) => copies)).toEqual([
    ["13", "0", "6", "7"],
    ["13", "6", "7", "0"],
  ]);
  expect(sent[1]!.facts).toContainEqual(["Tracking number", "EK3"]);
});
