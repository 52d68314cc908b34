import type { Db } from "~/db/database.server";
import { insertRows } from "~/db/writing/many-rows.server";
import { INDIA_RATES } from "~/domain/catalogue/books/tax/india-rates";
import { indianDate, indianDayStart } from "~/domain/kit/dates";
import { confirmByStaff } from "~/domain/sales/at-the-door/confirm-order.server";
import { recordCash, recordTransfer } from "~/domain/sales/at-the-door/record-money.server";
import { refuseParcel } from "~/domain/sales/at-the-door/refuse-parcel.server";
import { applyCoupon } from "~/domain/sales/cart/cart-coupon.server";
import { addToCart } from "~/domain/sales/cart/cart.server";
import type { OrderRequest } from "~/domain/sales/checkout/order-request";
import { placeOrder } from "~/domain/sales/checkout/place-order.server";
import { placeStaffOrder } from "~/domain/sales/orders/by-staff/place-staff-order.server";
import { staffOrderSchema } from "~/domain/sales/orders/by-staff/staff-order.schema";
import { cancelByStaff } from "~/domain/sales/orders/cancellation.server";
import { editOrder } from "~/domain/sales/orders/edit/edit-order.server";
import { editOrderSchema } from "~/domain/sales/orders/edit/edit-order.schema";
import { orderVersion } from "~/domain/sales/orders/edit/order-version.server";
import { despatch, markDelivered, markPacked } from "~/domain/sales/orders/fulfilment/fulfilment.server";
import { readOrder } from "~/domain/sales/orders/orders.server";
import { recordLost } from "~/domain/sales/orders/parcels/record-parcel.server";
import { sendParcel } from "~/domain/sales/orders/parcels/send-parcel.server";
import { answerReturn } from "~/domain/sales/orders/returns/return-answers.server";
import { askForReturn } from "~/domain/sales/orders/returns/returns.server";
import { ensureGatewayOrder } from "~/domain/sales/payments/payments.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { recordAccountPayment } from "~/domain/sales/trade/account-money.server";
import { setCustomerTerms } from "~/domain/sales/trade/customer-terms.server";
import { addDiscount, saveGroup } from "~/domain/sales/trade/groups.server";
import { discountSchema, groupSchema } from "~/domain/sales/trade/groups.schema";
import { NO_COD, planMethod, planZone, storePlan } from "./delivery-plans";
import { ADDRESS, createAccount, createAddress, createBook, createStaff, setSettings } from "./factories";
import { createCoupon } from "./factories-coupons";
import { BUYER_FAR, BUYER_NEAR, SELLER } from "./gst-month";
import { createCarrier, payOrder, refundKey } from "./orders";
import { MemoryGateway } from "./payments/memory-gateway";

/*
 * November 2026 of a made-up press in Maharashtra, which docs/a-month.md goes through: 200 orders of all kinds, each made by the
 * shop's own functions at its own minute, and two of October whose money goes back in November. Nothing is left to chance.
 */

const PLACES = [
  { place: "Pune", state: "Maharashtra", pincode: "411001" },
  { place: "Bengaluru", state: "Karnataka", pincode: "560003" },
  { place: "Mumbai", state: "Maharashtra", pincode: "400050" },
  { place: "Delhi", state: "Delhi", pincode: "110001" },
  { place: "Kochi", state: "Kerala", pincode: "682001" },
] as const;
const PATNA = { place: "Patna", state: "Bihar", pincode: "800001" } as const;

type Title = "godan" | "atlas" | "gora" | "keys" | "diary" | "calendar";
type Lines = readonly (readonly [Title, number])[];
interface Placed {
  orderId: number;
  accountId: number;
  total: number;
  place: { state: string };
}

/**
 * Makes the month in an empty, migrated database. @returns how many orders of each kind were placed in November, and the
 * bookshop's account
 */
export async function makeMonth(db: Db): Promise<{ kinds: Record<string, number>; bookshop: number }> {
  const gateway = new MemoryGateway();
  const staffId = await createStaff(db);
  const providerId = await createCarrier(db, "India Post");
  const books = await stock(db, staffId);
  const library = await createAccount(db, { first_name: "Malleswaram", last_name: "Public Library" });
  const school = await createAccount(db, { first_name: "Deccan", last_name: "High School" });
  const bookshop = await createAccount(db, { first_name: "Temple Street", last_name: "Books" });
  await onAccount(db, { staffId, accountId: bookshop });

  const work: { at: Date; run: (now: Date) => Promise<void> }[] = [];
  const later = (now: Date, days: number, run: (now: Date) => Promise<void>) =>
    work.push({ at: new Date(now.getTime() + days * 86_400_000), run });
  let customers = 0;

  /** An order at the checkout, accepted. */
  const buy = async (
    now: Date,
    lines: Lines,
    {
      place = PLACES[customers % 5]!,
      accountId: known = 0,
      coupon = "",
      ...request
    }: Partial<OrderRequest> & {
      place?: { place: string; state: string; pincode: string };
      accountId?: number;
      coupon?: string;
    } = {},
  ): Promise<Placed> => {
    customers += 1;
    const accountId = known || (await createAccount(db));
    const mobile = String(9_000_000_000 + customers);
    const addressId = await createAddress(db, accountId, { ...ADDRESS, ...place, mobile });
    for (const [title, quantity] of lines)
      sure(await addToCart(db, { accountId }, { bookId: books[title], quantity }, now));
    if (coupon) sure(await applyCoupon(db, { accountId }, coupon, now));
    const placed = sure(
      await placeOrder(db, accountId, { addressId, gateway: gateway.name, ...request }, now),
    );
    const { orderId, totals } = placed;
    const order = { orderId, accountId, total: totals.total, place };
    const isByHand = request.payment === "transfer" || request.payment === "account";
    if (!isByHand && (request.payment !== "cod" || place === PATNA)) {
      const opened = sure(await ensureGatewayOrder(db, gateway, orderId, accountId, now));
      await payOrder(db, gateway, { gatewayOrderId: opened.gatewayOrderId, total: opened.amount }, { now });
    } else if (request.payment === "cod") sure(await confirmByStaff(db, { orderId, staffId }, now));
    return order;
  };
  const send = async ({ orderId }: Placed, now: Date) => {
    sure(await markPacked(db, { orderId, staffId }, now));
    sure(await despatch(db, { orderId, staffId, providerId, trackingNo: `EM${orderId}IN` }, now));
  };
  /** Packed, sent and delivered in the days that follow; at the door the rest is paid. */
  const deliver = (order: Placed, now: Date, then?: (now: Date) => Promise<void>) => {
    later(now, 1, (day) => send(order, day));
    later(now, 4, async (day) => {
      sure(await markDelivered(db, { orderId: order.orderId, staffId }, day));
      await then?.(day);
    });
  };
  const giveBack = async ({ orderId }: Placed, now: Date, given: object) => {
    const request = { orderId, staffId, reason: "A torn page", key: refundKey(), amount: "full" as const };
    sure(await refundByStaff(db, { ...request, ...given }, now));
    await processRefunds(db, gateway, now);
  };
  const change = async ({ orderId }: Placed, now: Date, at: number, qty: number) => {
    const { id } = (await readOrder(db, orderId, "anybody", now))!.lines[at]!;
    const version = await orderVersion(db, orderId);
    const edit = editOrderSchema.parse({ version, lines: [{ id, qty }] });
    sure(await editOrder(db, { orderId, staffId, ...edit }, now));
    await processRefunds(db, gateway, now);
  };
  const buyer = (gstin: string, name: string, reference: string) => ({
    buyer: { gstin, name, address: "", reference },
  });
  const { code: coupon } = await createCoupon(db, { code: "DIWALI", kind: "percentage", value: 1_000 });

  const online =
    (lines: Lines, given = {}) =>
    async (now: Date) =>
      deliver(await buy(now, lines, given), now);
  const door = (lines: Lines, place: (typeof PLACES)[number] | typeof PATNA) => async (now: Date) => {
    const order = await buy(now, lines, { place, payment: "cod" });
    deliver(order, now, async (day) => {
      const [due] = await db
        .selectFrom("orders")
        .select("due_at_door as amount")
        .where("id", "=", order.orderId)
        .execute();
      const cash = { amount: due!.amount, reference: "", receivedOn: indianDate(day), key: refundKey() };
      sure(await recordCash(db, { orderId: order.orderId, staffId, ...cash }, day));
    });
  };
  const lost = (isSentAgain: boolean) => async (now: Date) => {
    const order = await buy(now, [["godan", 1]]);
    const { orderId } = order;
    later(now, 1, (day) => send(order, day));
    later(now, 9, async (day) => {
      const parcelId = (await readOrder(db, orderId, "anybody", day))!.parcels[0]!.id;
      sure(await recordLost(db, { orderId, staffId, parcelId }, day));
      const again = { orderId, staffId, lines: [], providerId, trackingNo: `EM${orderId}AIN`, weightG: null };
      if (isSentAgain) sure(await sendParcel(db, again, day));
      else await giveBack(order, day, {});
    });
  };

  const kinds: [name: string, count: number, make: (now: Date) => Promise<unknown>][] = [
    ["one book, paid online", 55, online([["godan", 1]])],
    [
      "books and an atlas",
      20,
      online([
        ["godan", 2],
        ["atlas", 1],
      ]),
    ],
    [
      "with a coupon of 10 %",
      12,
      online(
        [
          ["godan", 1],
          ["diary", 1],
        ],
        { coupon },
      ),
    ],
    ["e-book of a printed book, 5 %", 14, online([["gora", 1]])],
    ["e-book alone, 18 %", 6, online([["keys", 1]])],
    [
      "book and diary, one document",
      15,
      online([
        ["godan", 1],
        ["diary", 1],
      ]),
    ],
    ["calendar, 18 % and from the 16th 5 %", 14, online([["calendar", 1]])],
    ["at the door, accepted", 14, (now) => door([["godan", 1]], PLACES[customers % 5]!)(now)],
    ["at the door, a part paid before", 4, door([["godan", 2]], PATNA)],
    [
      "at the door, refused",
      4,
      async (now) => {
        const order = await buy(now, [["diary", 1]], { payment: "cod" });
        later(now, 1, (day) => send(order, day));
        later(now, 6, async (day) => {
          const refused = { orderId: order.orderId, staffId, note: "Nobody at home", payBack: false };
          sure(await refuseParcel(db, refused, day));
        });
      },
    ],
    [
      "by transfer to the shop",
      6,
      async (now) => {
        const order = await buy(now, [["godan", 3]], { payment: "transfer" });
        later(now, 1, async (day) => {
          const { orderId, total: amount } = order;
          const transfer = { amount, reference: `UTR ${orderId}`, receivedOn: indianDate(day) };
          sure(await recordTransfer(db, { orderId, staffId, ...transfer }, day));
          deliver(order, day);
        });
      },
    ],
    [
      "library with a GSTIN, books alone",
      4,
      online([["godan", 20]], {
        accountId: library,
        place: PLACES[1],
        ...buyer(BUYER_FAR, "Malleswaram Public Library", "LIB 7"),
      }),
    ],
    [
      "school with a GSTIN, two documents",
      4,
      online(
        [
          ["godan", 10],
          ["diary", 10],
        ],
        {
          accountId: school,
          place: PLACES[0],
          ...buyer(BUYER_NEAR, "Deccan High School", "PO 118"),
        },
      ),
    ],
    [
      "the same, and a diary sent back",
      1,
      async (now) => {
        const given = {
          accountId: school,
          place: PLACES[0],
          ...buyer(BUYER_NEAR, "Deccan High School", "PO 119"),
        };
        const order = await buy(
          now,
          [
            ["godan", 5],
            ["diary", 5],
          ],
          given,
        );
        deliver(order, now, async (day) => {
          const diary = (await readOrder(db, order.orderId, "anybody", day))!.lines.find(
            ({ bookId }) => bookId === books.diary,
          )!;
          const lines = [{ id: diary.id, qty: 1, restock: false }];
          await giveBack(order, day, { amount: "lines", lines, shipping: 0 });
        });
      },
    ],
    [
      "bookshop at 35 %, on account",
      4,
      async (now) => {
        const order = await buy(
          now,
          [
            ["godan", 40],
            ["calendar", 10],
          ],
          {
            accountId: bookshop,
            place: PLACES[1],
            payment: "account",
            ...buyer(BUYER_FAR, "Temple Street Books", "Standing order"),
          },
        );
        deliver(order, now);
      },
    ],
    [
      "in another state above ₹1,00,000",
      1,
      (now) =>
        byStaff(now, [["diary", 350]], {
          payment: "transfer",
          reference: "UTR 9001",
          address: { ...ADDRESS, ...PLACES[4] },
        }),
    ],
    [
      "over the counter, cash",
      4,
      (now) =>
        byStaff(
          now,
          [
            ["godan", 1],
            ["atlas", 1],
          ],
          { payment: "cash" },
        ),
    ],
    ["a gift", 3, online([["godan", 1]], { gift: { message: "For you", from: "Asha" } })],
    [
      "changed before packing: a copy more",
      2,
      async (now) => {
        const order = await buy(now, [["godan", 1]], { payment: "cod" });
        await change(order, new Date(now.getTime() + 3_600_000), 0, 2);
        later(now, 1, (day) => send(order, day));
      },
    ],
    [
      "changed before packing: a copy less",
      2,
      async (now) => {
        const order = await buy(now, [["diary", 2]]);
        await change(order, new Date(now.getTime() + 3_600_000), 0, 1);
        deliver(order, now);
      },
    ],
    [
      "returned",
      2,
      async (now) => {
        const order = await buy(now, [
          ["diary", 1],
          ["godan", 1],
        ]);
        deliver(order, now, async (day) => {
          const { orderId, accountId } = order;
          const items = [{ bookId: books.diary, qty: 1 }];
          const asked = { orderId, accountId, items, reason: "damaged", remarks: "" } as const;
          const { returnId } = sure(await askForReturn(db, asked, day));
          const answer = { orderId, staffId, returnId, note: "", restock: true };
          sure(await answerReturn(db, { ...answer, answer: "approve" }, day));
          sure(await answerReturn(db, { ...answer, answer: "received" }, day));
          await giveBack(order, day, { returnId, amount: 354_00 });
        });
      },
    ],
    [
      "a part paid back",
      2,
      async (now) => {
        const order = await buy(now, [["godan", 1]]);
        deliver(order, now, (day) => giveBack(order, day, { amount: 50_00 }));
      },
    ],
    [
      "paid back in December",
      1,
      async (now) => {
        const order = await buy(now, [["keys", 1]]);
        deliver(order, now);
        later(new Date("2026-12-02T06:00:00Z"), 0, (day) => giveBack(order, day, {}));
      },
    ],
    ["parcel lost, paid back", 1, lost(false)],
    ["parcel lost, sent again", 1, lost(true)],
    [
      "cancelled before it was sent",
      4,
      async (now) => {
        const { orderId } = await buy(now, [["godan", 1]]);
        later(now, 0.5, async (day) => {
          sure(await cancelByStaff(db, { orderId, staffId, note: "" }, day));
          await processRefunds(db, gateway, day);
        });
      },
    ],
  ];

  async function byStaff(now: Date, lines: Lines, given: object): Promise<void> {
    customers += 1;
    const order = staffOrderSchema.parse({
      customer: { name: "Asha Rao", phone: String(9_000_000_000 + customers) },
      lines: lines.map(([title, qty]) => ({ bookId: books[title], qty })),
      ...given,
    });
    sure(await placeStaffOrder(db, { ...order, staffId, gateway: gateway.name }, now));
  }

  // October's: the money of both goes back in November.
  const october = new Date("2026-10-20T06:00:00Z");
  work.push({
    at: october,
    run: async (now) => {
      const [book, diary] = [await buy(now, [["godan", 1]]), await buy(now, [["diary", 1]])];
      deliver(book, now);
      deliver(diary, now);
      for (const order of [book, diary]) later(now, 15, (day) => giveBack(order, day, {}));
    },
  });
  // Each kind is spread over the month, between the first of November and the 29th.
  const start = indianDayStart("2026-11-01").getTime();
  let placed = 0;
  for (const [, count, make] of kinds)
    for (let n = 0; n < count; n++) {
      const minutes = Math.floor((28 * 1_440 * (n + 0.5)) / count) + placed++;
      work.push({ at: new Date(start + minutes * 60_000), run: async (now) => void (await make(now)) });
    }
  later(new Date("2026-11-28T06:00:00Z"), 0, async (now) => {
    const paid = { amount: 10_000_00, way: "transfer", reference: "UTR 77", orderId: 0 } as const;
    const receipt = { accountId: bookshop, staffId, receivedOn: indianDate(now), key: refundKey(), ...paid };
    sure(await recordAccountPayment(db, receipt, now));
  });
  while (work.length > 0) {
    work.sort((a, b) => a.at.getTime() - b.at.getTime());
    const { at, run } = work.shift()!;
    await run(at);
  }
  await tellSandbox(db, gateway);
  return { kinds: Object.fromEntries(kinds.map(([name, count]) => [name, count])), bookshop };
}

/** The sandbox that a shop with this month pays with knows its payments, as it does those of the sample shop. */
async function tellSandbox(db: Db, gateway: MemoryGateway): Promise<void> {
  const payments = await db
    .selectFrom("payments as p")
    .select(["p.gateway_payment_id as id", "p.amount", "p.method", "p.created_at"])
    .select((eb) =>
      eb
        .selectFrom("refunds as r")
        .select((of) => of.fn.coalesce(of.fn.sum<number>("r.amount"), of.lit(0)).as("back"))
        .whereRef("r.payment_id", "=", "p.id")
        .where("r.status", "=", "processed")
        .$asScalar()
        .as("amount_refunded"),
    )
    .where("p.gateway", "=", gateway.name)
    .orderBy("p.id")
    .execute();
  const known = payments.map((payment) => ({
    ...payment,
    amount_refunded: payment.amount_refunded ?? 0,
    order: gateway.orders.get(gateway.payments.get(payment.id)!.orderId!)!,
  }));
  const currency = "INR";
  await insertRows(
    db,
    "sandbox_orders",
    known.map(({ order: { id, amount, receipt }, created_at }) => {
      return { id, amount, currency, receipt, status: "paid" as const, attempts: 1, created_at };
    }),
  );
  await insertRows(
    db,
    "sandbox_payments",
    known.map(({ order, method, ...payment }) => ({
      ...payment,
      order_id: order.id,
      currency,
      method: method === "upi" ? ("upi" as const) : ("card" as const),
      status: payment.amount_refunded < payment.amount ? ("captured" as const) : ("refunded" as const),
    })),
  );
}

/** The outcome of a step that cannot be refused here. @throws with the shop's sentence */
function sure<Outcome extends { ok: boolean }>(outcome: Outcome): Extract<Outcome, { ok: true }> {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome as Extract<Outcome, { ok: true }>;
}

async function stock(db: Db, staffId: number): Promise<Record<Title, number>> {
  await setSettings(db, {
    gstin: SELLER,
    mostCopies: 100,
    transferOn: "yes",
    transferName: "Kitab Press LLP",
    transferUpi: "kitab@upi",
    legalName: "Kitab Press LLP",
    postalAddress: "12 Laxmi Road\nPune 411030, Maharashtra",
  });
  const calendars = { hsn: "4910", condition: "any" as const, note: "Made up: lowered within the month" };
  const rates = [
    ...INDIA_RATES,
    { ...calendars, from: "2025-09-22", rate: 1_800 },
    { ...calendars, from: "2026-11-16", rate: 500 },
  ];
  await db
    .insertInto("tax_rates")
    .values(rates.map(({ from, ...rate }) => ({ ...rate, from_day: from })))
    .execute();
  const parcel = (partPercent: number) =>
    planMethod({ rates: { by: "flat", price: 5_000 }, cod: { ...NO_COD, offered: true, partPercent } });
  const pinPrefixes = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
  const rest = planZone({ name: "India", states: [], pinPrefixes, methods: [parcel(0)] });
  await storePlan(db, staffId, {
    zones: [planZone({ name: "Bihar", states: [], pinPrefixes: ["80"], methods: [parcel(20)] }), rest],
  });
  const book = { stock: 9_999 };
  return {
    godan: await createBook(db, { ...book, title: "गोदान", price: 250_00, hsn: "4901" }),
    atlas: await createBook(db, { ...book, title: "An Atlas of Rivers", price: 150_00, hsn: "4905" }),
    gora: await createBook(db, {
      ...book,
      title: "Gora",
      format: "ED",
      price: 210_00,
      hsn: "998431",
      tax_rate: 500,
    }),
    keys: await createBook(db, {
      ...book,
      title: "Answers",
      format: "ED",
      price: 236_00,
      hsn: "998431",
      tax_rate: 1_800,
    }),
    diary: await createBook(db, { ...book, title: "Diary", price: 354_00, hsn: "4820", tax_rate: 1_800 }),
    calendar: await createBook(db, { ...book, title: "Calendar", price: 413_00, hsn: "4910" }),
  };
}

/** The bookshop is in a group with 35 %, and may owe ₹1,00,000 for 45 days. */
async function onAccount(db: Db, by: { staffId: number; accountId: number }): Promise<void> {
  const group = { name: "Bookshops", creditLimit: "100000", creditDays: "45" };
  sure(await saveGroup(db, { ...by, id: null, fields: groupSchema.parse(group) }));
  const [{ id: groupId }] = (await db.selectFrom("customer_groups").select("id").execute()) as [
    { id: number },
  ];
  sure(await addDiscount(db, { ...by, groupId, fields: discountSchema.parse({ of: "all", rate: "35" }) }));
  const fields = { groupId, creditLimit: null, creditDays: null };
  sure(await setCustomerTerms(db, { ...by, fields }));
}
