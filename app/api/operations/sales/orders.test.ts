import { beforeAll, describe, expect, test } from "vitest";
import { API_STATUS, type OrderState } from "~/domain/sales/orders/orders";
import { type ApiResult, staffClient, type StaffClient } from "~/test/api";
import { expectListLimits, expectStaffOnly } from "~/test/checks/api-rules";
import { createAccount } from "~/test/factories";
import { createCarrier, createShopOrder, orderRecords, refundKey } from "~/test/orders";
import { testShop } from "~/test/shop";

const PAGED = "/orders/admin/paged";
const UNKNOWN = 999_999;

const shop = testShop();
let staff: StaffClient;
beforeAll(async () => {
  staff = await staffClient(shop);
});

const make = (state: OrderState, given: { accountId?: number; quantity?: number } = {}) =>
  createShopOrder(shop, state, { staffId: staff.staffId, ...given });

interface Page {
  data: { id: number; status: string }[];
  count: number;
  totalPages: number;
}
interface Detail {
  version: number;
  status: string;
  nextSteps: string[];
  refundable: number | null;
  refunds: { id: number; amount: number; canRetry: boolean; status: string }[];
  timeline: { who: string; kind: string; what: string }[];
}

const pathOf = (id: number | string, step = "") => `/orders/admin/${id}${step}`;
const detail = async (id: number) => (await staff.get<Detail>(pathOf(id))).body;

describe("POST /orders/admin/paged", () => {
  test("returns the newest first, with the columns of the page, in rupees", async () => {
    const accountId = await createAccount(shop.db.write);
    const shipped = await make("shipped", { accountId, quantity: 2 });
    const paid = await make("paid", { accountId });
    const { row } = await orderRecords(shop.db.read, shipped);
    const { body } = await staff.post<Page>(PAGED, { customerId: accountId });
    expect(body).toEqual({
      data: [
        expect.objectContaining({ id: paid.orderId, status: "Payment made", total: 250, carrier: null }),
        {
          id: shipped.orderId,
          customer: { id: accountId, name: "Meera Nair" },
          placedAt: row.placed_at,
          status: "Despatched",
          carrier: expect.stringMatching(/^Carrier/),
          trackingno: row.tracking_no,
          despatchedAt: row.shipped_at,
          etadate: row.eta_date,
          total: 500,
          dispatchFrom: null,
        },
      ],
      count: 2,
      totalPages: 1,
    });
  });

  test("finds orders by a title and a zone", async () => {
    const accountId = await createAccount(shop.db.write);
    const { orderId, bookId } = await make("paid", { accountId });
    await make("paid", { accountId });
    await shop.db.write
      .updateTable("books")
      .set({ title: "Padma Nadir Majhi" })
      .where("id", "=", bookId)
      .execute();
    await shop.db.write.updateTable("orders").set({ zone_id: 4 }).where("id", "=", orderId).execute();
    const found = async (more: object) =>
      (await staff.post<Page>(PAGED, { customerId: accountId, ...more })).body.data.map(({ id }) => id);
    expect(await found({ title: " nadir padma " })).toEqual([orderId]);
    expect(await found({ zoneId: 4, title: "majhi" })).toEqual([orderId]);
    expect(await found({ zoneId: 5 })).toEqual([]);
  });

  test("pages and sorts; a page past the end is empty", async () => {
    const accountId = await createAccount(shop.db.write);
    const ids: number[] = [];
    for (const quantity of [2, 1, 3]) ids.push((await make("paid", { accountId, quantity })).orderId);
    const [two, one, three] = ids;
    const page = async (more: object) => {
      const { body } = await staff.post<Page>(PAGED, { customerId: accountId, pageSize: 2, ...more });
      expect([body.count, body.totalPages]).toEqual([3, 2]);
      return body.data.map(({ id }) => id);
    };
    expect(await page({})).toEqual([three, one]);
    expect(await page({ page: 2 })).toEqual([two]);
    expect(await page({ page: 3 })).toEqual([]);
    expect(await page({ sortField: "total", orderdir: "asc" })).toEqual([one, two]);
    expect(await page({ sortField: "total", orderdir: "desc" })).toEqual([three, two]);
    expect(await page({ sortField: "id", orderdir: "asc" })).toEqual([two, one]);
  });

  test("filters by state, day, number and failed refund", async () => {
    const accountId = await createAccount(shop.db.write);
    const found = async (more: object) => {
      const { body } = await staff.post<Page>(PAGED, { customerId: accountId, ...more });
      return body.data.map(({ id }) => id).sort();
    };
    const ids = {} as Record<OrderState, number>;
    for (const state of ["packed", "delivered", "cancelled", "pending"] as const)
      ids[state] = (await make(state, { accountId })).orderId;
    for (const [state, id] of Object.entries(ids))
      expect([state, await found({ status: API_STATUS[state as OrderState] })]).toEqual([state, [id]]);
    expect(await found({ status: ["packed", "Delivered"] })).toEqual([ids.packed, ids.delivered].sort());
    expect(await found({ status: [] })).toHaveLength(4);
    expect(await found({ status: null, from: "2000-01-01", to: "2999-12-31" })).toHaveLength(4);
    expect(await found({ to: "2025-12-31" })).toEqual([]);
    expect(await found({ searchText: `#${ids.packed}` })).toContain(ids.packed);
    expect(await found({ refundFailed: true })).toEqual([]);
    await fail(ids.cancelled);
    expect(await found({ refundFailed: true })).toEqual([ids.cancelled]);
  });

  test("checks the limits of each parameter", async () => {
    await expectListLimits(staff, PAGED);
    for (const [field, value] of [
      ["status", "shipped"],
      ["status", ["packed", "payment made"]],
      ["from", "2026-02-30"],
      ["to", "1999-12-31"],
      ["to", "21/11/2026"],
      ["customerId", 0],
    ] as const) {
      const answer = await staff.post(PAGED, { [field]: value });
      expect(answer).toMatchObject({
        status: 200,
        body: { result: 0, errors: { [field]: expect.any(Array) } },
      });
    }
    for (const odd of [{ status: 1 }, { status: [1] }, { customerId: "1" }, { refundFailed: 1 }])
      expect([odd, (await staff.post(PAGED, odd)).status]).toEqual([odd, 400]);
  });
});

/** Marks all refunds of an order as failed. */
async function fail(orderId: number) {
  await shop.db.write
    .updateTable("refunds")
    .set({ status: "failed", last_error: "refused" })
    .where("order_id", "=", orderId)
    .execute();
}

describe("POST /orders/admin/{orderId}/refunds with lines", () => {
  test("refunds what the copies cost, and tells which lines are left", async () => {
    const order = await make("paid", { quantity: 3 });
    const path = pathOf(order.orderId, "/refunds");
    const before = (await staff.get<LinesOfDetail>(pathOf(order.orderId))).body.lines;
    expect(before).toMatchObject([{ bookId: order.bookId, ordered: 3, refunded: 0, returned: 0 }]);
    const { id } = before[0]!;
    const body = { lines: [{ id, qty: 1, restock: true }], reason: "Torn", idempotencyKey: refundKey() };
    for (const _ of [1, 2]) expect((await staff.post(path, body)).body).toMatchObject({ result: 1 });
    const { body: after } = await staff.get<LinesOfDetail>(pathOf(order.orderId));
    expect(after.lines).toMatchObject([{ id, ordered: 3, refunded: 1, returned: 0 }]);
    expect(after.refunds).toMatchObject([
      { amount: 250, shipping: 0, lines: [{ id, qty: 1, restock: true }] },
    ]);
    const more = (fields: object) => staff.post(path, { ...body, idempotencyKey: refundKey(), ...fields });
    for (const [fields, message] of [
      [{ lines: [{ id, qty: 3 }] }, "At most 2 can be refunded"],
      [{ lines: [{ id, qty: 2 }] }, "Nothing would be left to send: cancel the order instead"],
      [{ lines: [{ id: id + 999, qty: 1 }] }, `Line ${id + 999} is not part of order #${order.orderId}`],
      [{ lines: [], shipping: 500 }, /^At most ₹\d+\.00 of the delivery can be refunded$/],
      [{ lines: [] }, "amount is required, or lines or shipping"],
    ] as const) {
      const answer = await more(fields);
      expect(answer.body.result).toBe(0);
      expect(answer.body.msg).toMatch(message);
    }
  });
});

interface LinesOfDetail {
  lines: { id: number; bookId: number; ordered: number; refunded: number; returned: number }[];
  refunds: { amount: number; shipping: number; lines: object[] }[];
}

describe("GET /orders/admin/{orderId}", () => {
  test("returns everything the page shows", async () => {
    const order = await make("shipped", { quantity: 2 });
    await staff.post(pathOf(order.orderId, "/refunds"), {
      amount: 99.5,
      reason: "Torn",
      idempotencyKey: refundKey(),
    });
    const { row, account } = {
      ...(await orderRecords(shop.db.read, order)),
      account: await shop.db.read
        .selectFrom("accounts")
        .select("email")
        .where("id", "=", order.accountId)
        .executeTakeFirstOrThrow(),
    };
    const { status, body, headers } = await staff.get<Detail>(pathOf(order.orderId));
    expect([status, headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    expect(body).toMatchObject({
      id: order.orderId,
      status: "Despatched",
      total: 500,
      paid: 500,
      refundable: 400.5,
      customer: { id: order.accountId, name: "Meera Nair", email: account.email },
      address: { pincode: "682001", mobile: "9847012345", email: "meera@example.com" },
      items: [{ id: order.bookId, orderprice: 250, orderqty: 2 }],
      trackingno: row.tracking_no,
      placedAt: row.placed_at,
      despatchedAt: row.shipped_at,
      deliveredAt: null,
      payments: [{ id: order.paymentId, amount: 500, status: "captured", method: "card", error: null }],
      refunds: [
        {
          amount: 99.5,
          status: "queued",
          reason: "by staff",
          note: "Torn",
          requestedBy: "Kamini Iyer",
          canRetry: false,
        },
      ],
      nextSteps: ["delivery", "refunds", "confirmation", "shipment", "take-back"],
    });
    expect(body.timeline.map(({ kind, who }) => [kind, who])).toEqual([
      ["refund_queued", "Kamini Iyer"],
      ["shipped", "Kamini Iyer"],
      ["packed", "Kamini Iyer"],
      ["paid", "Payment service"],
      ["placed", "Meera Nair"],
    ]);
    expect(body.timeline[0]!.what).toBe("Refund of ₹99.50 asked for");
  });

  test.each<[OrderState, string[]]>([
    ["pending", ["cancellation"]],
    ["paid", ["packing", "edit", "cancellation", "refunds", "confirmation"]],
    ["packed", ["despatch", "cancellation", "refunds", "confirmation", "take-back"]],
    ["shipped", ["delivery", "refunds", "confirmation", "shipment", "take-back"]],
    ["delivered", ["refunds", "confirmation", "shipment", "take-back"]],
    ["cancelled", []],
    ["refunded", []],
  ])("allows the next steps of a %s order and no others", async (state, steps) => {
    const order = await make(state);
    const body = await detail(order.orderId);
    expect([body.status, body.nextSteps]).toEqual([API_STATUS[state], steps]);
    const logisticsId = await createCarrier(shop.db.write);
    const bodies: Record<string, object> = {
      packing: {},
      despatch: { logisticsId, trackingno: "EK1" },
      shipment: { logisticsId, trackingno: "EK1" },
      delivery: {},
      edit: { version: (await detail(order.orderId)).version, note: "Late" },
      cancellation: {},
      refunds: { amount: 10, reason: "Torn", idempotencyKey: refundKey() },
      confirmation: {},
    };
    const look = async () => {
      const { mails, ...rest } = await orderRecords(shop.db.read, order);
      return { ...rest, mails: mails.map((mail) => mail.dedupe_key) };
    };
    const before = await look();
    for (const [step, fields] of Object.entries(bodies)) {
      if (steps.includes(step)) continue;
      const answer = await staff.post(pathOf(order.orderId, `/${step}`), fields);
      expect([step, answer.status, answer.body]).toEqual([
        step,
        200,
        { result: 0, msg: expect.stringContaining(`#${order.orderId} `) },
      ]);
    }
    expect(await look()).toEqual(before);
  });

  test("unknown and invalid ids are a 404", async () => {
    for (const id of [UNKNOWN, 0, -1, "x", "1.0", "99999999999999999999"])
      expect([id, (await staff.get(pathOf(id))).status]).toEqual([id, 404]);
  });
});

describe("steps of an order", () => {
  test("packs, despatches and delivers with the pages' messages, recording who did it", async () => {
    const order = await make("paid");
    const { orderId } = order;
    const logisticsId = await createCarrier(shop.db.write, "Konkan Post");
    const take = async (step: string, body: object = {}) =>
      (await staff.post(pathOf(orderId, `/${step}`), body)).body;
    expect(await take("packing")).toEqual({ result: 1, msg: `Order #${orderId} is packed` });
    expect(await take("packing")).toEqual({
      result: 0,
      msg: `Order #${orderId} is packed: it cannot be marked as packed`,
    });
    const parcel = { logisticsId, trackingno: " EK123456789IN ", etadate: null };
    expect(await take("despatch", parcel)).toEqual({
      result: 1,
      msg: `Order #${orderId} is shipped with Konkan Post`,
    });
    expect(await take("delivery")).toEqual({ result: 1, msg: `Order #${orderId} is delivered` });
    const { row, events, mails } = await orderRecords(shop.db.read, order);
    expect(row).toMatchObject({ state: "delivered", tracking_no: "EK123456789IN" });
    expect(events.slice(-3).map((event) => [event.kind, event.actor_account_id])).toEqual(
      ["packed", "shipped", "delivered"].map((kind) => [kind, staff.staffId]),
    );
    expect(mails.length).toBeGreaterThanOrEqual(2);
  });

  test("a step without a body needs no content type", async () => {
    const { orderId } = await make("paid");
    const answer = await staff.call(pathOf(orderId, "/packing"), { method: "POST" });
    expect(answer).toMatchObject({ status: 200, body: { result: 1 } });
  });

  test("a despatch needs a carrier and a tracking number within their limits", async () => {
    const { orderId } = await make("packed");
    const logisticsId = await createCarrier(shop.db.write);
    const send = (more: object) =>
      staff.post(pathOf(orderId, "/despatch"), { logisticsId, trackingno: "EK1", ...more });
    for (const [field, value, msg] of [
      ["logisticsId", UNKNOWN, "Please choose a carrier"],
      ["logisticsId", 0, "Please choose a carrier"],
      ["trackingno", " ", "Tracking number is required"],
      ["trackingno", "x".repeat(41), "Tracking number must be 40 characters or less"],
      ["etadate", "2020-01-01", "Estimated delivery cannot be in the past"],
      ["etadate", "2999-01-01", "Estimated delivery must be within a year"],
      ["etadate", "soon", "Please enter a date"],
    ] as const) {
      const { status, body } = await send({ [field]: value });
      expect([field, value, status, body.result, body.errors?.[field]?.[0]]).toEqual([
        field,
        value,
        200,
        0,
        msg,
      ]);
    }
    for (const odd of [{ logisticsId: "1" }, { trackingno: null }, { etadate: 5 }])
      expect([odd, (await send(odd)).status]).toEqual([odd, 400]);
    const etadate = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    expect((await send({ trackingno: "x".repeat(40), etadate })).body.result).toBe(1);
    expect(await detail(orderId)).toMatchObject({
      status: "Despatched",
      etadate,
      trackingno: "x".repeat(40),
    });
  });

  test("a cancellation refunds the money and returns the copies, with a note of at most 300 characters", async () => {
    const order = await make("packed");
    const cancel = (body: object) => staff.post(pathOf(order.orderId, "/cancellation"), body);
    expect((await cancel({ note: "x".repeat(301) })).body).toMatchObject({
      result: 0,
      msg: "Note must be 300 characters or less",
    });
    expect((await cancel({ note: 5 })).status).toBe(400);
    const note = "x".repeat(300);
    expect((await cancel({ note })).body).toEqual({
      result: 1,
      msg: `Order #${order.orderId} is cancelled; ₹250.00 is being refunded`,
    });
    const { row, book, refunds } = await orderRecords(shop.db.read, order);
    expect([row.state, book.stock, refunds.map(({ amount }) => amount)]).toEqual(["cancelled", 10, [25_000]]);
    expect((await staff.post(pathOf((await make("pending")).orderId, "/cancellation"), {})).body.result).toBe(
      1,
    );
  });

  test("sends the confirmation again, but not twice within a minute", async () => {
    const { orderId } = await make("paid");
    const resend = () => staff.post(pathOf(orderId, "/confirmation"), {});
    expect((await resend()).body).toEqual({ result: 1, msg: expect.stringContaining("is on its way to") });
    expect((await resend()).body).toEqual({
      result: 0,
      msg: expect.stringContaining("less than a minute ago"),
    });
  });

  test("packs several orders at once, those that can be packed", async () => {
    const [one, two, cancelled] = [await make("paid"), await make("paid"), await make("cancelled")];
    const pack = (orderIds: unknown) =>
      staff.post<ApiResult & { packed?: number[]; refused?: object[] }>("/orders/admin/packing", {
        orderIds,
      });
    expect((await pack([one.orderId, one.orderId])).body).toEqual({
      result: 1,
      msg: "1 order is marked as packed",
      packed: [one.orderId],
      refused: [],
    });
    const msg = `Order #${cancelled.orderId} is cancelled: it cannot be marked as packed`;
    const missing = `Order #${UNKNOWN} does not exist`;
    expect((await pack([two.orderId, cancelled.orderId, UNKNOWN])).body).toEqual({
      result: 0,
      msg: `1 order is marked as packed. ${msg}. ${missing}`,
      packed: [two.orderId],
      refused: [
        { orderId: cancelled.orderId, msg },
        { orderId: UNKNOWN, msg: missing },
      ],
    });
    const many = (count: number) => Array.from({ length: count }, () => UNKNOWN);
    expect((await pack([])).body).toMatchObject({ result: 0, msg: "orderIds must name 1 to 100 orders" });
    expect((await pack(many(101))).body).toMatchObject({ msg: "orderIds must name 1 to 100 orders" });
    expect((await pack(many(100))).body).toMatchObject({ result: 0, packed: [] });
    expect((await pack(["1"])).status).toBe(400);
    expect((await staff.get("/orders/admin/packing")).status).toBe(405);
  });
});

describe("POST /orders/admin/{orderId}/refunds", () => {
  const refund = (orderId: number, more: object = {}) =>
    staff.post(pathOf(orderId, "/refunds"), {
      amount: 100,
      reason: "Torn",
      idempotencyKey: refundKey(),
      ...more,
    });
  const amounts = async (orderId: number) => (await detail(orderId)).refunds.map(({ amount }) => amount);

  test("refunds a part, then the rest; each key once, however often it is sent", async () => {
    const { orderId } = await make("delivered");
    const idempotencyKey = refundKey();
    const answers = await Promise.all([1, 2, 3, 4].map(() => refund(orderId, { idempotencyKey })));
    for (const { body } of answers)
      expect(body).toEqual({ result: 1, msg: `₹100.00 of order #${orderId} is being refunded` });
    expect(await amounts(orderId)).toEqual([100]);
    const other = await refund(orderId, { idempotencyKey, amount: 20 });
    expect(other.body).toEqual({ result: 0, msg: expect.stringContaining("₹100.00 already") });
    expect((await refund(orderId, { idempotencyKey, amount: "full" })).body.result).toBe(0);

    const rest = refundKey();
    for (let n = 0; n < 2; n += 1) {
      const { body } = await refund(orderId, { amount: "full", idempotencyKey: rest });
      expect(body).toEqual({ result: 1, msg: `₹150.00 of order #${orderId} is being refunded` });
    }
    expect(await amounts(orderId)).toEqual([100, 150]);
    expect((await refund(orderId, { amount: "full" })).body).toEqual({
      result: 0,
      msg: `Order #${orderId} has nothing left to refund`,
    });
    expect(await detail(orderId)).toMatchObject({
      refundable: 0,
      nextSteps: ["confirmation", "shipment", "take-back"],
    });
  });

  test("checks the limits of each field", async () => {
    const { orderId } = await make("delivered");
    for (const [field, value, msg] of [
      ["amount", 250.01, "At most ₹250.00 can be refunded"],
      ["amount", 0.99, "Amount must be at least ₹1.00"],
      ["amount", 0, "Amount must be at least ₹1.00"],
      ["amount", 249.5, "Leave at least ₹1.00, or refund all of ₹250.00"],
      ["amount", 99.999, "Amount must be in rupees, such as 250 or 99.50"],
      ["amount", -1, "Amount must be in rupees, such as 250 or 99.50"],
      ["amount", 1e21, "Amount must be in rupees, such as 250 or 99.50"],
      ["reason", " ", "Reason is required"],
      ["reason", "x".repeat(201), "Reason must be 200 characters or less"],
      ["idempotencyKey", "x".repeat(15), "idempotencyKey must be 16 to 64 letters, digits, - or _"],
      ["idempotencyKey", "x".repeat(65), "idempotencyKey must be 16 to 64 letters, digits, - or _"],
    ] as const) {
      const { status, body } = await refund(orderId, { [field]: value });
      expect([field, value, status, body]).toEqual([
        field,
        value,
        200,
        { result: 0, msg, errors: { [field]: [msg] } },
      ]);
    }
    for (const odd of [{ amount: "100" }, { amount: null }, { reason: 5 }, { idempotencyKey: undefined }])
      expect([odd, (await refund(orderId, odd)).status]).toEqual([odd, 400]);
    expect(await amounts(orderId)).toEqual([]);
    expect((await refund(orderId, { amount: 1, reason: "x".repeat(200) })).body.result).toBe(1);
    expect((await refund(orderId, { amount: 249 })).body.result).toBe(1);
  });

  test("tries a failed refund again, once", async () => {
    const { orderId } = await make("delivered");
    await refund(orderId);
    const retry = (id: number, of = orderId) => staff.post(pathOf(of, `/refunds/${id}/retry`), {});
    const [made] = (await detail(orderId)).refunds;
    expect((await retry(made!.id)).body).toEqual({
      result: 0,
      msg: "The refund of ₹100.00 does not need to be tried again",
    });
    await fail(orderId);
    expect((await detail(orderId)).refunds).toMatchObject([{ status: "failed", canRetry: true }]);
    expect((await retry(made!.id)).body).toEqual({
      result: 1,
      msg: "The refund of ₹100.00 is being tried again",
    });
    expect((await retry(made!.id)).body.result).toBe(0);
    expect((await detail(orderId)).refunds).toMatchObject([{ status: "queued", canRetry: false }]);
    expect((await retry(UNKNOWN)).status).toBe(404);
    expect((await retry(made!.id, (await make("paid")).orderId)).status).toBe(404);
  });
});

test("the calls are only for staff; unknown orders are a 404", async () => {
  const { orderId } = await make("paid");
  const logisticsId = await createCarrier(shop.db.write);
  const steps: Record<string, object> = {
    "/packing": {},
    "/despatch": { logisticsId, trackingno: "EK1" },
    "/delivery": {},
    "/cancellation": {},
    "/refunds": { amount: "full", reason: "Torn", idempotencyKey: refundKey() },
    "/refunds/1/retry": {},
    "/confirmation": {},
    "/notes": { note: "She will call" },
  };
  for (const [step, body] of Object.entries(steps)) {
    await expectStaffOnly(shop, pathOf(orderId, step), body);
    const answer = await staff.post(pathOf(UNKNOWN, step), body);
    expect([step, answer.status, answer.body.result]).toEqual([step, 404, 0]);
  }
  await expectStaffOnly(shop, pathOf(orderId), null);
  await expectStaffOnly(shop, PAGED, {});
  await expectStaffOnly(shop, "/orders/admin/packing", { orderIds: [orderId] });
  expect((await detail(orderId)).status).toBe("Payment made");
});
