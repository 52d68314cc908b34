import { beforeEach, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createWaitingOrder } from "~/test/door-orders";
import { createAccount } from "~/test/factories";
import { createOrderShop, orderRecords, orderState } from "~/test/orders";
import { confirmByCode, confirmByLink, confirmByStaff, findLinkedOrder } from "./confirm-order.server";
import { MOST_CODES, sendCodeAgain, textWithCode } from "./send-code.server";

const NOW = new Date("2026-11-27T06:00:00.000Z");
const BOOK = { book: { stock: 10, price: 30_000 }, quantity: 2, now: NOW };

let shop: Awaited<ReturnType<typeof createOrderShop>>;
let db: Db;
beforeEach(async () => {
  shop = await createOrderShop();
  db = shop.db;
});

type Waiting = Awaited<ReturnType<typeof createWaitingOrder>>;
const wait = () => createWaitingOrder(db, "cod", BOOK);
const records = (order: Waiting) => orderRecords(db, { ...order, gatewayOrderId: "" });
const inText = (text: string) => ({
  code: /code:?\s+(\d{6})/i.exec(text)![1]!,
  token: /confirm-order\?token=([\w-]+)/.exec(text)![1]!,
});
const mailed = async (order: Waiting) =>
  (await records(order)).mails
    .filter(({ dedupe_key }) => dedupe_key.startsWith(`order-to-confirm:${order.orderId}`))
    .map(({ text_body }) => inText(text_body));

test("a new code is mailed, and the one before opens nothing any more, with new tries", async () => {
  const order = await wait();
  const { orderId, accountId } = order;
  for (let n = 0; n < 5; n += 1) await confirmByCode(db, { orderId, accountId, code: "wrong" }, NOW);
  expect(await sendCodeAgain(db, { orderId, accountId }, NOW)).toMatchObject({ ok: true });
  const [first, second, ...others] = await mailed(order);
  expect(others).toEqual([]);
  expect(await findLinkedOrder(db, first!.token, NOW)).toBeNull();
  expect(await confirmByLink(db, first!.token, NOW)).toMatchObject({ ok: false });
  if (first!.code !== second!.code)
    expect(await confirmByCode(db, { orderId, accountId, code: first!.code }, NOW)).toMatchObject({
      ok: false,
    });
  expect(await confirmByCode(db, { orderId, accountId, code: second!.code }, NOW)).toMatchObject({
    ok: true,
  });
  expect(await orderState(db, orderId)).toBe("paid");
});

test("staff mail one too, or write a text with one; both are in the log and the audit", async () => {
  const order = await wait();
  const request = { orderId: order.orderId, staffId: shop.staffId };
  expect(await sendCodeAgain(db, request, NOW)).toMatchObject({ ok: true });
  const texted = await textWithCode(db, request, NOW);
  if (!texted.ok) throw new Error(texted.message);
  expect(texted.text).toContain(`order #${order.orderId}, ₹600.00 at the door`);
  const { code, token } = inText(texted.text);
  expect((await findLinkedOrder(db, token, NOW))?.orderId).toBe(order.orderId);
  const { events, audit, mails } = await records(order);
  expect(events.filter(({ kind }) => kind === "code_sent").map(({ detail }) => detail)).toEqual([
    '{"how":"by mail"}',
    '{"how":"by text"}',
  ]);
  expect(audit.map(({ action }) => action)).toEqual([
    "sent the code again for",
    "made a text with the code of",
  ]);
  // Nobody reads the texted one in the shop's own records.
  expect(JSON.stringify([events, audit, mails])).not.toContain(token);
  const { accountId, orderId } = order;
  expect(await confirmByCode(db, { orderId, accountId, code }, NOW)).toMatchObject({ ok: true });
});

test("is refused for others' orders, for those that do not wait, too late, and after too many codes", async () => {
  const order = await wait();
  const { orderId, accountId } = order;
  const stranger = await createAccount(db);
  expect(await sendCodeAgain(db, { orderId, accountId: stranger }, NOW)).toMatchObject({
    reason: "not_found",
  });
  const late = new Date("2027-01-01T00:00:00.000Z");
  expect(await sendCodeAgain(db, { orderId, accountId }, late)).toMatchObject({
    message: expect.stringContaining("is over"),
  });
  for (let n = 1; n < MOST_CODES.customer; n += 1)
    expect(await sendCodeAgain(db, { orderId, accountId }, NOW)).toMatchObject({ ok: true });
  expect(await sendCodeAgain(db, { orderId, accountId }, NOW)).toMatchObject({
    ok: false,
    message: "No more than 4 codes are made for an order. Please call us, or wait for our call",
  });
  // Staff can still send some.
  const request = { orderId, staffId: shop.staffId };
  for (let n: number = MOST_CODES.customer; n < MOST_CODES.staff; n += 1)
    expect(await textWithCode(db, request, NOW)).toMatchObject({ ok: true });
  expect(await textWithCode(db, request, NOW)).toMatchObject({
    ok: false,
    message: "No more than 8 codes are made for an order: call the customer",
  });
  expect(await mailed(order)).toHaveLength(MOST_CODES.customer);
  await confirmByStaff(db, request, NOW);
  expect(await sendCodeAgain(db, request, NOW)).toMatchObject({ ok: false, reason: "wrong_step" });
});
