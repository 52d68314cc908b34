import { beforeAll, expect, test } from "vitest";
import { type ApiResult, type StaffClient, staffClient } from "~/test/api";
import { createAccount, createBook } from "~/test/factories";
import { refundKey } from "~/test/orders";
import { testShop } from "~/test/shop";

const shop = testShop();
let staff: StaffClient;
let customerId: number;
beforeAll(async () => {
  staff = await staffClient(shop);
  customerId = await createAccount(shop.db.write, { email: "shop@example.com" });
});

const post = async (path: string, body: object) => (await staff.post<ApiResult & { id: number }>(path, body)).body; // oxfmt-ignore
const get = async (path: string) => (await staff.get<Record<string, never>>(path)).body;

test("a group, a customer's terms, an order on account, its payment spread, taken back, reminded of and stated", async () => {
  const group = { name: "Bookshops", creditLimit: 1000.5, creditDays: 45, invoiceBy: "post" };
  const { id } = await post("/customer-groups", group);
  expect(await post("/customer-groups", group)).toMatchObject({ errors: { name: ["Group already exists"] } });
  expect(await post("/customer-groups", { name: "Other", creditLimit: -1 })).toMatchObject({
    result: 0,
    errors: { creditLimit: [expect.stringContaining("Credit must be")] },
  });
  const discount = { of: "all", rate: 35, leastCopies: 2 };
  expect(await post(`/customer-groups/${id}/discounts`, discount)).toMatchObject({ result: 1 });
  const groups = await get("/customer-groups");
  expect(groups).toMatchObject({
    groups: [
      { ...group, id, active: true, members: 0, discounts: [{ of: "all", rate: 35, leastCopies: 2 }] },
    ],
  });
  expect((await staff.post("/customer-groups", { ...group, id: 99_999, name: "No group" })).status).toBe(404);
  const terms = `/customers/admin/${customerId}/terms`;
  expect(await post(terms, { groupId: 99_999 })).toMatchObject({ errors: { groupId: [expect.any(String)] } });
  expect(await post(terms, { groupId: id, creditDays: 0 })).toMatchObject({ result: 1 });
  expect(await get(terms)).toEqual({
    groupId: id,
    groupName: "Bookshops",
    ownCreditLimit: null,
    ownCreditDays: 0,
    creditLimit: 1000.5,
    creditDays: 0,
  });

  const bookId = await createBook(shop.db.write, { price: 20_000, stock: 50 });
  const order = { customer: { id: customerId }, payment: "account", lines: [{ bookId, qty: 2 }] };
  const orders: number[] = [];
  for (let n = 0; n < 2; n++)
    orders.push((await staff.post<{ orderid: number }>("/orders/admin", order)).body.orderid);
  const room = `/accounts/receivables/${customerId}`;
  expect(await get("/accounts/receivables")).toMatchObject({
    receivables: [{ customerId, open: 520, late: 0, invoices: 2 }],
  });

  const payment = { amount: 300.25, way: "transfer", reference: "NEFT 1", receivedOn: "2026-11-01", idempotencyKey: refundKey() }; // oxfmt-ignore
  expect(await post(`${room}/payments`, { ...payment, amount: 521 })).toMatchObject({
    errors: { amount: ["At most ₹520.00 is open"] },
  });
  expect(await post(`${room}/payments`, { ...payment, reference: null })).toMatchObject({
    errors: { reference: ["Enter the reference of the payment"] },
  });
  expect(await post(`${room}/payments`, { ...payment, orderid: 99_999 })).toMatchObject({
    errors: { orderid: ["Nothing is open for order #99999"] },
  });
  for (let n = 0; n < 2; n++) expect(await post(`${room}/payments`, payment)).toMatchObject({ result: 1 });
  const account = (await get(room)) as unknown as { payments: { id: number }[] };
  expect(account).toMatchObject({
    limit: 1000.5,
    open: 219.75,
    invoices: [{ orderid: orders[1], total: 260, received: 40.25, open: 219.75 }],
    payments: [{ amount: 300.25, takenBack: null, parts: [{ orderid: orders[0], amount: 260 }, { orderid: orders[1], amount: 40.25 }] }], // oxfmt-ignore
  });

  const back = `${room}/payments/${account.payments[0]!.id}/take-back`;
  expect(await post(back, { reason: " " })).toMatchObject({ errors: { reason: ["Write a reason"] } });
  expect(await post(back, { reason: "It bounced" })).toMatchObject({ result: 1 });
  expect(await get(room)).toMatchObject({ open: 520, payments: [{ takenBack: "It bounced" }] });
  const stated = (await get(`${room}/statement`)) as unknown as { closing: number; ages: object[] };
  expect(stated).toMatchObject({ opening: 0, closing: 520, rows: [{ kind: "invoice", debit: 260 }, { balance: 520 }] }); // oxfmt-ignore
  expect(stated.ages[0]).toEqual({ label: "Not due yet", open: 520 });
  await shop.db.write.updateTable("orders").set({ due_on: "2026-01-01" }).execute();
  const remind = () => post("/accounts/receivables/reminders", { customerIds: [customerId] });
  expect(await remind()).toMatchObject({ result: 1, msg: "1 customer is reminded by mail" });
  expect(await remind()).toMatchObject({ result: 0, msg: expect.stringContaining("had a reminder today") });
  for (const path of ["", "/statement"])
    expect((await staff.get(`/accounts/receivables/99999${path}`)).status).toBe(404);
});

test("a report of settlements: stored once, listed with what differs, refused with a sentence", async () => {
  const upload = async (text: string) => {
    const body = new FormData();
    body.set("file", new Blob([text]), "report.csv");
    return (await staff.call("/accounts/settlements", { method: "POST", body })).body;
  };
  const report = "entity_id,type,debit,credit,amount,fee,tax,settlement_id,settled_at,settlement_utr\npay_9,payment,0,97.64,100,2.36,0.36,setl_9,2026-11-28,U9\n"; // oxfmt-ignore
  expect(await upload(report)).toMatchObject({ result: 1, settlements: 1, rows: 1 });
  expect(await upload(report)).toMatchObject({ result: 1, settlements: 0, rows: 0 });
  expect(await upload("Name\nGora\n")).toMatchObject({
    result: 0,
    errors: { file: [expect.stringContaining("These columns were not found")] },
  });
  expect(await get("/accounts/settlements?month=2026-11")).toEqual({
    settlements: [{ number: "setl_9", settledOn: "2026-11-28", utr: "U9", paidOut: 97.64, payments: 100, refunds: 0, fees: 2.36, other: 0 }], // oxfmt-ignore
  });
  expect(await get("/accounts/settlements/differences?month=2026-11")).toMatchObject({
    settlements: [{ entity: "pay_9", amount: 100, what: expect.stringContaining("no payment with this id") }],
    cash: [],
  });
  expect((await staff.get("/accounts/settlements?month=2026-13")).status).toBe(400);
});
