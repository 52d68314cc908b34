import { beforeAll, describe, expect, test } from "vitest";
import { recordCash, recordTransfer } from "~/domain/sales/at-the-door/record-money.server";
import { markDelivered } from "~/domain/sales/orders/fulfilment/fulfilment.server";
import { createDoorOrder, createWaitingOrder } from "~/test/door-orders";
import { createStaff } from "~/test/factories";
import { orderRecords, orderState, requestReturn } from "~/test/orders";
import { flashMessages, formFields, pageHtml, readPage } from "~/test/pages";
import { type Browser, type FormFields, guestBrowser, signedIn, testShop } from "~/test/shop";

const shop = testShop();
let staff: Browser;
let staffId: number;

beforeAll(async () => {
  staffId = await createStaff(shop.db.write);
  staff = await signedIn(shop, staffId);
});

const BOOK = { book: { stock: 50, price: 30_000 }, quantity: 2 };
const make = (state: Parameters<typeof createDoorOrder>[1]) =>
  createDoorOrder(shop.db.write, state, { ...BOOK, staffId });
const state = (order: { orderId: number }) => orderState(shop.db.read, order.orderId);
const pageOf = ({ orderId }: { orderId: number }) => `/admin/orders/${orderId}`;
const records = (order: Omit<Parameters<typeof orderRecords>[1], "gatewayOrderId">) =>
  orderRecords(shop.db.read, { ...order, gatewayOrderId: "" });

/** What is read of a page. */
const textOf = (html: string) =>
  html
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

/** Posts, and reads the message on the page that the answer redirects to. */
async function post(browser: Browser, url: string, fields: FormFields) {
  const answer = await readPage(browser.post(url, fields));
  const next = answer.status === 303 ? await pageHtml(browser.get(answer.to!)) : "";
  return { ...answer, message: flashMessages(next).join("") };
}

describe("staff", () => {
  test("see what is due, whom to call and what was refused before, and confirm", async () => {
    const order = await make("pending");
    const html = await pageHtml(staff.get(pageOf(order)));
    expect(html).toContain("To confirm");
    expect(html).toContain("₹600.00 is due at the door");
    expect(html).toContain('href="tel:');
    expect(textOf(html)).toContain("by this customer none, no parcel was delivered or refused yet");
    expect(await pageHtml(staff.get("/admin/orders?waits=confirm"))).toContain(`#${order.orderId}`);
    expect(await pageHtml(staff.get("/admin"))).toContain('href="/admin/orders?waits=confirm"');
    expect(await post(staff, pageOf(order), { intent: "confirm" })).toMatchObject({
      status: 303,
      message: `Order #${order.orderId} is confirmed`,
    });
    const after = await pageHtml(staff.get(pageOf(order)));
    expect(after).toContain("Confirmed – ₹600.00 is due at the door: the books can be packed.");
    expect(after).not.toMatch(/>Paid\b/);
  });

  test("see the share of refused parcels of the customer and the PIN code, until the order is sent", async () => {
    const address = { pincode: "799001" };
    const at = (to: Parameters<typeof createDoorOrder>[1], pincode = address.pincode) =>
      createDoorOrder(shop.db.write, to, { ...BOOK, staffId, address: { pincode } });
    const refused = await at("shipped");
    expect((await post(staff, pageOf(refused), { intent: "refuse", note: "" })).status).toBe(303);
    await at("delivered");
    await at("delivered", "799045");
    // On the road: nobody knows yet.
    const onTheRoad = await at("shipped");
    const note =
      "Refused at the door before: by this customer none, no parcel was delivered or refused yet; " +
      "at PIN code 799001 1 of 2 parcels (50 %); at all that begin with 799 1 of 3 parcels (33 %).";
    for (const to of ["pending", "paid", "packed"] as const)
      expect(textOf(await pageHtml(staff.get(pageOf(await at(to)))))).toContain(note);
    expect(await pageHtml(staff.get(pageOf(onTheRoad)))).not.toContain("Refused at the door before");
    // One with a part that is paid online before.
    const part = await at("pending");
    await shop.db.write.updateTable("orders").set({ due_at_door: 40_000 }).where("id", "=", part.orderId).execute(); // oxfmt-ignore
    expect(textOf(await pageHtml(staff.get(pageOf(part))))).toContain(note);
    const customer = async ({ accountId }: { accountId: number }) =>
      textOf(await pageHtml(staff.get(`/admin/customers/${accountId}`)));
    expect(await customer(refused)).toContain("Refused at the door: 1 of 1 parcel (100 %)");
    expect(await customer(onTheRoad)).not.toContain("Refused at the door");
  });

  test("record cash: another amount is asked about once, the typed values stay", async () => {
    const order = await make("delivered");
    const panel = await pageHtml(staff.get(`${pageOf(order)}?confirm=cash`));
    expect(panel).toContain("₹600.00 is due at the door.");
    const form = { ...formFields(panel, pageOf(order)), intent: "cash", amount: "550", reference: "R 7" };
    const key = /name="key" value="([^"]+)"/.exec(panel)![1]!;
    const receivedOn = /type="date"[^>]*value="([^"]+)"/.exec(panel)![1]!;
    const fields = { ...form, key, receivedOn };
    const asked = await readPage(staff.post(`${pageOf(order)}?confirm=cash`, fields));
    expect(asked.status).toBe(400);
    expect(asked.html).toContain("₹600.00 is due. Record ₹550.00, and leave ₹50.00 open?");
    expect(asked.html).toContain('value="550"');
    expect(asked.html).toContain('value="R 7"');
    const sure = /name="sure" value="([^"]+)"/.exec(asked.html)![1]!;
    expect(await post(staff, `${pageOf(order)}?confirm=cash`, { ...fields, sure })).toMatchObject({
      status: 303,
      message: `₹550.00 is recorded for order #${order.orderId}`,
    });
    expect((await records(order)).row.door_received).toBe(55_000);
    const list = await pageHtml(staff.get("/admin/orders?waits=door"));
    expect(list).toContain("₹50.00 is due at the door");
  });

  test.each([
    [{ amount: "0" }, "Amount must be more than zero"],
    [{ amount: "ten" }, "Amount must be in rupees, such as 250 or 99.50"],
    [{ receivedOn: "2999-01-01" }, "The day cannot be in the future"],
    [{ reference: "x".repeat(61) }, "Reference must be 60 characters or less"],
  ])("are told what is wrong with %o", async (wrong, message) => {
    const order = await make("delivered");
    const given = {
      intent: "cash",
      amount: "600",
      receivedOn: "2026-11-20",
      reference: "",
      key: "k".repeat(20),
    };
    const answer = await readPage(staff.post(`${pageOf(order)}?confirm=cash`, { ...given, ...wrong }));
    expect([answer.status, answer.html.includes(message)]).toEqual([400, true]);
  });

  test("record a refused parcel, and pay back what was recorded", async () => {
    const order = await make("shipped");
    expect(await pageHtml(staff.get(pageOf(order)))).toContain("?confirm=refuse");
    const refused = await post(staff, `${pageOf(order)}?confirm=refuse`, { intent: "refuse", note: "" });
    expect(refused.message).toBe(`The books of order #${order.orderId} are back in stock`);
    expect(await pageHtml(staff.get(pageOf(order)))).toContain("The parcel was refused");

    const paid = await createWaitingOrder(shop.db.write, "transfer", BOOK);
    const transfer = { intent: "transfer", amount: "600", receivedOn: "2026-11-20", reference: "UTR 1" };
    expect((await post(staff, `${pageOf(paid)}?confirm=transfer`, transfer)).message).toBe(
      `Order #${paid.orderId} is paid`,
    );
    await post(staff, pageOf(paid), { intent: "cancel", note: "" });
    const page = await pageHtml(staff.get(pageOf(paid)));
    expect(page).toContain("To pay back by hand");
    const { refunds } = await records(paid);
    const back = `${pageOf(paid)}?confirm=paid-back&refund=${refunds[0]!.id}`;
    expect(await pageHtml(staff.get(back))).toContain("Have you paid back ₹600.00?");
    const empty = await readPage(
      staff.post(back, { intent: "paid-back", refund: String(refunds[0]!.id), how: " " }),
    );
    expect([empty.status, empty.html.includes("Please write down how")]).toEqual([400, true]);
    const done = await post(staff, back, {
      intent: "paid-back",
      refund: String(refunds[0]!.id),
      how: "NEFT 5",
    });
    expect(done.message).toBe(`₹600.00 of order #${paid.orderId} is paid back`);
    expect(await state(paid)).toBe("refunded");
  });
});

test("staff take back a record of cash with a reason; without one they are asked for it", async () => {
  const order = await make("delivered");
  const cash = { orderId: order.orderId, staffId, receivedOn: "2026-11-20", reference: "", isSure: true };
  await recordCash(shop.db.write, { ...cash, amount: 60_000, key: "g".repeat(20) });
  const page = await pageHtml(staff.get(pageOf(order)));
  const link = /href="([^"]+confirm=take-back-cash[^"]+)"/.exec(page)![1]!.replaceAll("&amp;", "&");
  const dialog = await pageHtml(staff.get(link));
  expect(dialog).toContain("Take back the record of ₹600.00?");
  const fields = { ...formFields(dialog, pageOf(order)), intent: "take-back-cash" };
  const payment = /name="payment" value="([^"]+)"/.exec(dialog)![1]!;
  const empty = await readPage(staff.post(link, { ...fields, payment, reason: " " }));
  expect([empty.status, empty.html.includes("Please give a reason")]).toEqual([400, true]);
  const other = await make("delivered");
  const elsewhere = { ...fields, payment, reason: "Not this one" };
  expect((await readPage(staff.post(pageOf(other), elsewhere))).status).toBe(404);
  const editor = await signedIn(shop, await createStaff(shop.db.write, { job: "catalogue" }));
  expect((await readPage(editor.post(link, elsewhere))).status).toBe(403);
  const done = await post(staff, link, { ...fields, payment, reason: "It was another order's" });
  expect(done.message).toBe("The record of ₹600.00 is taken back: it is due at the door again");
  const after = await pageHtml(staff.get(pageOf(order)));
  for (const words of ["Taken back", "₹600.00 is due at the door", "Reason: It was another order"])
    expect(after).toContain(words);
  expect(after).not.toContain("confirm=take-back-cash");
});

test("a refund of cash says that staff pay it back themselves", async () => {
  const order = await make("delivered");
  const cash = {
    intent: "cash",
    amount: "600",
    receivedOn: "2026-11-20",
    reference: "",
    key: "c".repeat(20),
  };
  expect((await post(staff, `${pageOf(order)}?confirm=cash`, cash)).status).toBe(303);
  const refund = { intent: "refund", amount: "100", reason: "Torn", key: "r".repeat(20) };
  const asked = await readPage(staff.post(`${pageOf(order)}?confirm=refund`, refund));
  expect(asked.html).toContain("you pay it back yourself, and then record how.");
});

test("a refund of returned books says that the carrier's money is not recorded yet", async () => {
  const order = await make("delivered");
  const cash = { orderId: order.orderId, staffId, receivedOn: "2026-11-20", reference: "", isSure: true };
  await recordCash(shop.db.write, { ...cash, amount: 10_000, key: "e".repeat(20) });
  const returnId = await requestReturn(shop.db.write, { ...order, gatewayOrderId: "" });
  const answer = { intent: "return", returnId: String(returnId), answer: "approve", note: "" };
  expect((await post(staff, pageOf(order), answer)).status).toBe(303);
  const pages = async () => [
    await pageHtml(staff.get(pageOf(order))),
    await pageHtml(staff.get(`${pageOf(order)}?confirm=refund&return=${returnId}`)),
  ];
  const sentence = "₹500.00 that was due at the door is not recorded yet.";
  const [page, panel] = await pages();
  expect(page).toContain(sentence);
  expect(panel!.match(new RegExp(sentence, "g"))).toHaveLength(2);
  expect(panel).not.toContain("ends the order");
  await recordCash(shop.db.write, { ...cash, amount: 50_000, key: "f".repeat(20) });
  for (const html of await pages()) expect(html).not.toContain(sentence);
  expect((await pages())[1]).toContain("ends the order");
});

describe("the customer", () => {
  test("is asked only for what is still due, and for nothing after the delivery", async () => {
    const db = shop.db.write;
    const order = await make("shipped");
    const browser = await signedIn(shop, order.accountId);
    const pages = async () => [
      await pageHtml(browser.get(`/orders/${order.orderId}`)),
      await pageHtml(browser.get(`/checkout/confirmation/${order.orderId}`)),
    ];
    for (const html of await pages()) expect(html).toContain("₹600.00 is due at the door");
    const given = { orderId: order.orderId, staffId, receivedOn: "2026-11-20", reference: "", isSure: true };
    await recordCash(db, { ...given, amount: 50_000, key: "d".repeat(20) });
    for (const html of await pages()) {
      expect(html).toContain("₹100.00 is due at the door");
      expect(html).not.toContain("₹600.00 is due at the door");
      expect(html).toMatch(/Due at the door<\/dt><dd>₹100\.00/);
    }
    await markDelivered(db, { orderId: order.orderId, staffId });
    for (const html of await pages()) expect(html).not.toMatch(/due at the door/i);
    // Staff still see what the carrier owes.
    expect(await pageHtml(staff.get(pageOf(order)))).toContain("₹100.00 is due at the door");
  });

  test("who cancels is told what becomes of the money: nothing was paid, or the shop pays a transfer back", async () => {
    const door = await make("paid");
    const dialog = async ({ orderId, accountId }: { orderId: number; accountId: number }) =>
      await pageHtml((await signedIn(shop, accountId)).get(`/orders/${orderId}?confirm=cancel`));
    expect(await dialog(door)).toContain("You have not paid for it. The books are no longer kept for you.");
    const paid = await createWaitingOrder(shop.db.write, "transfer", BOOK);
    const transfer = { orderId: paid.orderId, staffId, receivedOn: "2026-11-20", isSure: true };
    await recordTransfer(shop.db.write, { ...transfer, amount: 20_000, reference: "UTR 80" });
    expect(await dialog(paid)).toContain("We pay back ₹200.00, and ask you");
    await recordTransfer(shop.db.write, { ...transfer, amount: 40_000, reference: "UTR 81" });
    expect(await dialog(paid)).toContain("We pay back ₹600.00, and ask you");
  });

  test("whose part online did not come in time is not told that nobody confirmed the order", async () => {
    const order = await make("pending");
    await shop.db.write
      .updateTable("orders")
      .set({ state: "cancelled", cancel_reason: "payment_timeout", due_at_door: 40_000, stock_held: 0 })
      .where("id", "=", order.orderId)
      .execute();
    const html = await pageHtml((await signedIn(shop, order.accountId)).get(`/orders/${order.orderId}`));
    expect(html).toContain("because no payment arrived in time");
  });

  test("confirms with the code on the order's page; a wrong one is refused there", async () => {
    const order = await make("pending");
    const browser = await signedIn(shop, order.accountId);
    const url = `/orders/${order.orderId}`;
    expect(await pageHtml(browser.get(url))).toContain("Code of six digits");
    const short = await readPage(browser.post(url, { intent: "confirm", code: "12" }));
    expect([short.status, short.html.includes("The code has six digits")]).toEqual([400, true]);
    const mail = (await records(order)).mails.find(({ dedupe_key }) =>
      dedupe_key.startsWith("order-to-confirm"),
    )!;
    const code = /code:?\s+(\d{6})/i.exec(mail.text_body)![1]!;
    const wrong = await readPage(
      browser.post(url, { intent: "confirm", code: code === "000000" ? "1" : "000000" }),
    );
    expect([wrong.status, wrong.html.includes("This is not the code of this order")]).toEqual([400, true]);
    const other = await signedIn(shop, (await make("pending")).accountId);
    expect((await other.post(url, { intent: "confirm", code })).status).toBe(404);
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await post(browser, url, { intent: "confirm", code: typed })).message).toBe(
      `Thank you! Order #${order.orderId} is confirmed`,
    );
    const page = await pageHtml(browser.get(url));
    expect(page).toContain("Confirmed – ₹600.00 is due at the door");
    expect(page).not.toContain("Paid on");
  });

  test("opens the mailed link without a login: a page with a button, used once", async () => {
    const order = await make("pending");
    const mail = (await records(order)).mails.find(({ dedupe_key }) =>
      dedupe_key.startsWith("order-to-confirm"),
    )!;
    const [path, token] = /\/confirm-order\?token=([\w-]+)/.exec(mail.text_body)!;
    const guest = guestBrowser(shop);
    expect(await pageHtml(guest.get(path))).toContain(`Order #${order.orderId}: ₹600.00 is due at the door.`);
    expect(await state(order)).toBe("pending");
    expect((await guest.post("/confirm-order", { token: "dead" })).status).toBe(400);
    expect(await post(guest, "/confirm-order", { token: token! })).toMatchObject({ status: 303, to: "/" });
    expect(await state(order)).toBe("paid");
    expect((await guest.post("/confirm-order", { token: token! })).status).toBe(400);
    expect((await guest.get(path)).status).toBe(400);
  });
});
