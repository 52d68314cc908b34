import { beforeEach, describe, expect, test } from "vitest";
import { paymentSignature } from "~/domain/sales/gateways/razorpay/signatures.server";
import { ADDRESSES_MAX } from "~/domain/kit/addresses/addresses.server";
import { sandboxKeys } from "~/domain/sales/gateways/sandbox/sandbox-keys.server";
import {
  type ApiClient,
  type ApiResult,
  customerClient,
  guestClient,
  sessionClient,
  tokenClient,
} from "~/test/api";
import { ADDRESS, createAccount, createAddress, createBook, createStaff } from "~/test/factories";
import { NO_COD, planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { payInWindow } from "~/test/paying";
import { orderState } from "~/test/orders";
import { testShop } from "~/test/shop";

interface CheckedOut extends ApiResult {
  orderid: number;
  receipt: string;
  razorpay_order_id: string;
  keyId: string;
  amount: number;
  currency: string;
  checkoutScript: string;
  payBy: string;
}

const CHECKOUT = "/checkout/checkout";
const CHECK = "/checkout/paymentcheck";

const shop = testShop();

let accountId: number;
let addressId: number;
let bookId: number;
let customer: ApiClient;
beforeEach(async () => {
  const db = shop.db.write;
  accountId = await createAccount(db);
  addressId = await createAddress(db, accountId);
  bookId = await createBook(db, { title: "Kari", price: 30_000, sale_price: 19_950, stock: 5 });
  customer = await tokenClient(shop, accountId);
  await customer.post("/carts/", { bookId, qty: 2 });
});

const inCart = async (client = customer) => (await client.get<unknown[]>("/checkout/all")).body;
const checkOut = async (more: Record<string, unknown> = {}, client = customer) =>
  client.post<CheckedOut>(CHECKOUT, { address: { id: addressId }, cartItems: await inCart(client), ...more });
const ordersOf = (id = accountId) =>
  shop.db.read.selectFrom("orders").selectAll().where("account_id", "=", id).execute();

/** The steps of a customer up to the result of the provider's window. */
async function payable(client = customer) {
  const { body: order } = await checkOut({}, client);
  const window = { key_id: order.keyId, order_id: order.razorpay_order_id, amount: String(order.amount) };
  const given = await payInWindow(shop, window);
  return { order, confirmation: { orderid: order.orderid, ...given, amount: order.amount } };
}

describe("access", () => {
  test("every call answers 401 to guests and 403 to staff", async () => {
    const staff = await createStaff(shop.db.write);
    const check = { orderid: 1, razorpay_order_id: "o", razorpay_payment_id: "p", razorpay_signature: "s", amount: 1 }; // oxfmt-ignore
    for (const [client, status] of [
      [guestClient(shop), 401],
      [await tokenClient(shop, staff), 403],
      [await sessionClient(shop, staff), 403],
    ] as const) {
      for (const answer of [
        await client.get("/checkout/all"),
        await client.get("/checkout/address"),
        await client.post("/checkout/updateaddress", { id: 0, ...ADDRESS }),
        await client.post(CHECKOUT, { address: addressId, cartItems: [] }),
        await client.post(CHECK, check),
      ]) {
        expect(answer).toMatchObject({ status, body: { result: 0, msg: expect.any(String) } });
      }
    }
  });
});

describe("addresses", () => {
  const save = (body: Record<string, unknown>, client = customer) =>
    client.post<ApiResult & { id?: number }>("/checkout/updateaddress", body);

  test("adds without an id or with 0, changes with an id, lists in the order of adding", async () => {
    const added = await save({ id: 0, ...ADDRESS, place: " Pune " });
    expect(added).toMatchObject({ status: 200, body: { result: 1, msg: "Shipping address added!" } });
    const id = added.body.id!;
    expect((await save({ ...ADDRESS, place: "Nasik" })).body).toMatchObject({ result: 1 });
    expect((await save({ id, ...ADDRESS, fullname: "Asha Rao" })).body).toEqual({
      result: 1,
      msg: "Shipping address updated!",
      id,
    });
    const { body } = await customer.get("/checkout/address");
    expect(body).toEqual([
      { id: addressId, ...ADDRESS },
      { id, ...ADDRESS, fullname: "Asha Rao" },
      { id: expect.any(Number), ...ADDRESS, place: "Nasik" },
    ]);
  });

  test("no more than fifty are saved", async () => {
    for (let n = 1; n < ADDRESSES_MAX; n += 1) await createAddress(shop.db.write, accountId);
    const msg = "You can save 50 addresses; delete one first";
    expect(await save({ ...ADDRESS, place: "Pune" })).toMatchObject({
      status: 200,
      body: { result: 0, msg },
    });
  });

  test("another customer's address is a 404 and unchanged; an owner sent in the body is ignored", async () => {
    const stranger = await customerClient(shop);
    for (const id of [addressId, 999_999, Number.MAX_SAFE_INTEGER]) {
      expect(await save({ id, ...ADDRESS, fullname: "Thief" }, stranger)).toMatchObject({
        status: 404,
        body: { result: 0, msg: "Address not found" },
      });
    }
    await save({ id: 0, ...ADDRESS, account_id: accountId, accountId }, stranger);
    expect((await customer.get("/checkout/address")).body).toEqual([{ id: addressId, ...ADDRESS }]);
    expect((await stranger.get<unknown[]>("/checkout/address")).body).toHaveLength(1);
  });

  test.each([
    ["fullname", 99, "Name must be less than 100 characters"],
    ["address1", 99, "Address 1 must be less than 100 characters"],
    ["address2", 99, "Address 2 must be less than 100 characters"],
    ["place", 99, "Place must be less than 100 characters"],
    ["state", 69, "State must be less than 70 characters"],
    ["pincode", 7, "Pincode must be less than 7 characters"],
    ["mobile", 10, "Mobile must be less than 10 characters"],
  ])("%s takes 1 to %d characters", async (field, max, message) => {
    expect((await save({ ...ADDRESS, [field]: "x".repeat(max) })).body.result).toBe(1);
    expect(await save({ ...ADDRESS, [field]: "x".repeat(max + 1) })).toMatchObject({
      status: 200,
      body: { result: 0, msg: message, errors: { [field]: [message] } },
    });
    expect((await save({ ...ADDRESS, [field]: " " })).body).toMatchObject({
      result: 0,
      errors: { [field]: [{}] },
    });
    expect(await save({ ...ADDRESS, [field]: 7 })).toMatchObject({ status: 400 });
    expect(await save({ ...ADDRESS, [field]: undefined })).toMatchObject({ status: 400 });
  });

  test("the email must be a valid address of less than 120 characters", async () => {
    const email = (length: number) => `${"x".repeat(60)}@${"y".repeat(length - 65)}.com`;
    expect((await save({ ...ADDRESS, email: email(119) })).body.result).toBe(1);
    expect((await save({ ...ADDRESS, email: email(120) })).body.msg).toBe(
      "Email must be less than 120 characters",
    );
    expect((await save({ ...ADDRESS, email: "nobody" })).body.msg).toBe("Please enter a valid email address");
  });

  test("saves doubtful values with a warning for each; an identical address is not saved twice", async () => {
    const doubtful = { ...ADDRESS, pincode: "4110", mobile: "+91 12345", state: "Maharastra" };
    const saved = await save(doubtful);
    expect(saved.body).toEqual({
      result: 1,
      msg: "Shipping address added!",
      id: expect.any(Number),
      warnings: {
        pincode: "PIN codes have six digits. Is 4110 right?",
        mobile: "Mobile numbers have ten digits and start with 6, 7, 8 or 9. Is +91 12345 right?",
        state: "India has no state called Maharastra. Is it right?",
      },
    });
    expect((await save(doubtful)).body).toMatchObject({ result: 1, id: saved.body.id });
    expect((await save({ ...ADDRESS, mobile: `0${ADDRESS.mobile}` })).body).toEqual({
      result: 1,
      msg: "You have saved this address already.",
      id: addressId,
    });
    expect((await customer.get<unknown[]>("/checkout/address")).body).toHaveLength(2);
  });

  test.each([{}, { id: "0", ...ADDRESS }, { id: 1.5, ...ADDRESS }, [ADDRESS], null])(
    "a body of another shape is a 400: %o",
    async (body) => {
      expect(await customer.post("/checkout/updateaddress", body)).toMatchObject({ status: 400 });
    },
  );
});

describe("POST /checkout/checkout", () => {
  test("orders the cart at the catalogue's prices and returns what a payment needs", async () => {
    expect(await inCart()).toMatchObject([{ bookId, qty: 2, price: 199.5 }]);
    const { status, body } = await checkOut({ total: 1, price: 1, currency: "USD", account_id: 1 });
    expect(status).toBe(200);
    const [order] = await ordersOf();
    expect(body).toEqual({
      result: 1,
      msg: expect.any(String),
      orderid: order!.id,
      receipt: order!.receipt,
      razorpay_order_id: order!.gateway_order_id,
      keyId: sandboxKeys().keyId,
      amount: 39_900,
      currency: "INR",
      checkoutScript: `${shop.origin}/sandbox/checkout.js`,
      payBy: order!.pay_by,
      delivery: null,
      payment: "online",
      codFee: 0,
      dueAtDoor: 0,
      totals: { subtotal: 399, discount: 0, couponCode: null, shipping: 0, tax: 0, total: 399 },
    });
    expect(order).toMatchObject({ state: "pending", total: 39_900, fullname: ADDRESS.fullname });
    expect((await fetch(body.checkoutScript)).status).toBe(200);
    expect(await inCart()).toHaveLength(1);
  });

  test("takes a way of delivery and of paying; what is not offered any more is refused", async () => {
    const cod = { ...NO_COD, offered: true, fee: 3_000 };
    const zones = [planZone({ states: ["Kerala"], methods: [planMethod({ cod })] })];
    const plan = await storePlan(shop.db.write, await createStaff(shop.db.write), { zones });
    const methodId = plan.zones[0]!.methods[0]!.id;
    const refused = async (more: Record<string, unknown>) => (await checkOut(more)).body;
    expect(await refused({ deliveryPrice: 39 })).toMatchObject({
      result: 0,
      msg: "Speed Post costs ₹40.00 now. Please check it and place the order again.",
    });
    expect(await refused({ methodId: methodId + 1 })).toMatchObject({ result: 0 });
    expect(await refused({ payment: "transfer" })).toMatchObject({
      result: 0,
      msg: "We take no bank transfers now. Please choose another way of paying.",
    });
    expect(await refused({ methodId, payment: "cod", codFee: 20 })).toMatchObject({
      result: 0,
      msg: "The fee for paying at the door is ₹30.00 now. Please check it and place the order again.",
    });
    expect((await checkOut({ payment: "cash" })).body).toMatchObject({
      result: 0,
      errors: { payment: ["payment must be online, cod, transfer, account"] },
    });
    const { body } = await checkOut({ methodId, payment: "cod", deliveryPrice: 40, codFee: 30 });
    expect(body).toMatchObject({
      result: 1,
      msg: "The order waits to be confirmed",
      payment: "cod",
      codFee: 30,
      dueAtDoor: 469,
      delivery: { methodId, method: "Speed Post", carrier: "India Post", pickUp: null },
      totals: { shipping: 70, total: 469 },
    });
    expect(body).not.toHaveProperty("razorpay_order_id");
    expect(body).not.toHaveProperty("amount");
    expect(await inCart()).toEqual([]);
    expect(await customer.get(`/customer/orderstatus/${body.orderid}`)).toMatchObject({
      body: { payment: "cod", codFee: 30, dueAtDoor: 469, delivery: { method: "Speed Post" } },
    });
    await shop.db.write.deleteFrom("delivery_plan").execute();
  });

  test("takes the address by its id, alone or in an object, and uses the saved fields", async () => {
    expect((await checkOut({ address: addressId })).body.result).toBe(1);
    expect(
      (await checkOut({ address: { id: addressId, ...ADDRESS, fullname: "Somebody Else" } })).body.result,
    ).toBe(1);
    expect(await ordersOf()).toMatchObject([{ fullname: ADDRESS.fullname }]);
  });

  test.each([0, { id: 0 }, -1, null, undefined])(
    "refuses an order without an address (%o)",
    async (address) => {
      expect(await checkOut({ address })).toMatchObject({
        status: 200,
        body: { result: 0, msg: "Please select a delivery address" },
      });
      expect(await ordersOf()).toEqual([]);
    },
  );

  test("another customer's address and an unknown one are a 404", async () => {
    const foreign = await createAddress(shop.db.write, await createAccount(shop.db.write));
    for (const address of [foreign, { id: foreign }, 999_999]) {
      expect(await checkOut({ address })).toMatchObject({ status: 404, body: { msg: "Address not found" } });
    }
    expect(await ordersOf()).toEqual([]);
  });

  test("refuses items that differ from the cart or its prices and says how", async () => {
    const other = await createBook(shop.db.write, { title: "Gora" });
    const line = { bookId, qty: 2, price: 199.5 };
    const cases: [unknown[], string][] = [
      [[], "Kari is in your cart too"],
      [[{ ...line, qty: 1 }], "Kari is in your cart 2 times"],
      [[{ ...line, qty: 3 }], "Kari is in your cart 2 times"],
      [[{ ...line, price: 1 }], "Kari costs ₹199.50 now"],
      [[{ ...line, price: 300 }], "Kari costs ₹199.50 now"],
      [[line, { bookId: other, qty: 1 }], "a book that you wanted to order is not in it"],
      [[line, { bookId: 999_999, qty: 1 }], "a book that you wanted to order is not in it"],
    ];
    for (const [cartItems, words] of cases) {
      const { status, body } = await checkOut({ cartItems });
      expect([status, body]).toEqual([
        200,
        { result: 0, msg: `Your cart has changed: ${words}. Please check it and place the order again.` },
      ]);
    }
    expect(await ordersOf()).toEqual([]);
    await shop.db.write.updateTable("books").set({ sale_price: 20_000 }).where("id", "=", bookId).execute();
    expect((await checkOut({ cartItems: [line] })).body.msg).toContain("Kari costs ₹200.00 now");
  });

  test("needs only books and copies; copies in qty or quantity, also in several items", async () => {
    for (const cartItems of [
      [{ bookId, qty: 2 }],
      [{ bookId, quantity: 2 }],
      [{ bookId, qty: 2, quantity: 2, price: null }],
      [
        { bookId, qty: 1 },
        { bookId, qty: 1 },
      ],
    ]) {
      expect((await checkOut({ cartItems })).body).toMatchObject({ result: 1 });
    }
    expect(await ordersOf()).toHaveLength(1);
    for (const [item, field] of [
      [{ bookId }, "qty"],
      [{ bookId, qty: 0 }, "qty"],
      [{ bookId, qty: 1_000_001 }, "qty"],
      [{ bookId, qty: 2, quantity: 3 }, "quantity"],
    ] as const) {
      expect((await checkOut({ cartItems: [item] })).body).toMatchObject({
        result: 0,
        errors: { [`cartItems.0.${field}`]: [expect.any(String)] },
      });
    }
  });

  test.each([
    {},
    { address: 1 },
    { address: "1", cartItems: [] },
    { address: 1.5, cartItems: [] },
    { address: {}, cartItems: [] },
    { address: 1, cartItems: {} },
    { address: 1, cartItems: [1] },
    { address: 1, cartItems: [{ qty: 1 }] },
    { address: 1, cartItems: [{ bookId: "1", qty: 1 }] },
    { address: 1, cartItems: [{ bookId: 1, qty: 1, price: "free" }] },
    [],
  ])("a body of another shape is a 400: %o", async (body) => {
    expect(await customer.post(CHECKOUT, body)).toMatchObject({ status: 400, body: { result: 0 } });
  });

  test("refuses an empty cart and books that cannot be ordered", async () => {
    const update = (set: { hidden?: 0 | 1; stock?: number; sale_price?: number }) =>
      shop.db.write.updateTable("books").set(set).where("id", "=", bookId).execute();
    await update({ stock: 1 });
    expect((await checkOut()).body).toEqual({ result: 0, msg: "Kari: Only 1 left in stock" });
    await update({ stock: 0 });
    expect((await checkOut()).body).toEqual({ result: 0, msg: "Kari: Out of stock" });
    await update({ stock: 5, hidden: 1 });
    expect((await checkOut()).body).toEqual({ result: 0, msg: "Kari: This book is no longer available" });
    await shop.db.write.deleteFrom("cart_items").where("book_id", "=", bookId).execute();
    expect((await checkOut()).body).toEqual({ result: 0, msg: "Your cart is empty" });
    expect(await ordersOf()).toEqual([]);
  });

  test("ten calls at once make one order and take the stock once", async () => {
    const body = { address: addressId, cartItems: await inCart() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => customer.post<CheckedOut>(CHECKOUT, body)),
    );
    expect(
      new Set(answers.map((answer) => `${answer.body.orderid} ${answer.body.razorpay_order_id}`)).size,
    ).toBe(1);
    expect(await ordersOf()).toHaveLength(1);
    const { stock } = await shop.db.read
      .selectFrom("books")
      .select("stock")
      .where("id", "=", bookId)
      .executeTakeFirstOrThrow();
    expect(stock).toBe(3);
  });
});

describe("POST /checkout/paymentcheck", () => {
  test("a payment made in the window pays the order, once when repeated", async () => {
    const { order, confirmation } = await payable();
    const paid = {
      status: 200,
      body: {
        result: 1,
        msg: "Payment successful! Your order has been placed.",
        outcome: "paid",
      },
    };
    const answers = await Promise.all(Array.from({ length: 5 }, () => customer.post(CHECK, confirmation)));
    for (const answer of [...answers, await customer.post(CHECK, confirmation)])
      expect(answer).toMatchObject(paid);
    expect(await orderState(shop.db.read, order.orderid)).toBe("paid");
    const payments = await shop.db.read
      .selectFrom("payments")
      .select(["amount", "status"])
      .where("order_id", "=", order.orderid)
      .execute();
    expect(payments).toEqual([{ amount: 39_900, status: "captured" }]);
    expect(await inCart()).toEqual([]);
    expect((await customer.get(`/customer/orderstatus/${order.orderid}`)).body).toMatchObject({
      status: "Payment made",
      total: 399,
    });
  });

  test("works with the cookie session too", async () => {
    const session = await sessionClient(shop, accountId);
    const { confirmation } = await payable(session);
    expect((await session.post(CHECK, confirmation)).body).toMatchObject({ result: 1 });
  });

  test("refuses and records a forged signature; the order stays unpaid", async () => {
    const { body: order } = await checkOut();
    const payment = "pay_00000000000000";
    const forged = {
      orderid: order.orderid,
      razorpay_order_id: order.razorpay_order_id,
      razorpay_payment_id: payment,
      amount: order.amount,
    };
    const verified = "Payment failed: the payment could not be verified";
    const secret = sandboxKeys().keySecret;
    for (const razorpay_signature of [
      "",
      "x",
      "0".repeat(64),
      paymentSignature("guess", order.razorpay_order_id, payment),
      // A valid signature for a payment that the gateway does not have.
      paymentSignature(secret, order.razorpay_order_id, payment),
    ]) {
      expect(await customer.post(CHECK, { ...forged, razorpay_signature })).toMatchObject({
        status: 200,
        body: { result: 0, msg: verified, outcome: "refused" },
      });
    }
    expect(await events(order.orderid)).toContain("payment_refused");
    expect(await orderState(shop.db.read, order.orderid)).toBe("pending");
  });

  test("refuses a valid signature with another amount than the order's", async () => {
    const { order, confirmation } = await payable();
    for (const amount of [1, order.amount - 1, order.amount + 1, order.amount / 100, 0, -order.amount]) {
      expect(await customer.post(CHECK, { ...confirmation, amount })).toMatchObject({
        status: 200,
        body: { result: 0, outcome: "refused" },
      });
    }
    expect((await customer.post(CHECK, confirmation)).body.result).toBe(1);
  });

  test("another customer's order is a 404, and so is an own order under another number", async () => {
    const { order, confirmation } = await payable();
    const stranger = await customerClient(shop);
    const notFound = { status: 404, body: { result: 0, msg: "Order not found" } };
    expect(await stranger.post(CHECK, confirmation)).toMatchObject(notFound);
    for (const more of [
      { orderid: order.orderid + 1 },
      { orderid: 0 },
      { razorpay_order_id: "order_unknown" },
      { razorpay_order_id: "" },
    ]) {
      expect(await customer.post(CHECK, { ...confirmation, ...more })).toMatchObject(notFound);
    }
  });

  test("a payment for another customer's order does not pay one's own", async () => {
    const dear = await payable();
    const thiefId = await createAccount(shop.db.write);
    const thief = await tokenClient(shop, thiefId);
    const address = await createAddress(shop.db.write, thiefId);
    await thief.post("/carts/", { bookId, qty: 1 });
    const { body: own } = await checkOut({ address }, thief);
    const borrowed = { ...dear.confirmation, orderid: own.orderid, amount: own.amount };
    for (const razorpay_order_id of [own.razorpay_order_id, dear.order.razorpay_order_id]) {
      expect((await thief.post(CHECK, { ...borrowed, razorpay_order_id })).body.result).toBe(0);
    }
    expect(await orderState(shop.db.read, own.orderid)).toBe("pending");
  });

  test.each([
    {},
    { orderid: "1" },
    { razorpay_order_id: 7 },
    { razorpay_payment_id: null },
    { razorpay_signature: undefined },
    { amount: "100" },
    { amount: 1.5 },
  ])("a body of another shape is a 400: %o", async (more) => {
    const good = { orderid: 1, razorpay_order_id: "o", razorpay_payment_id: "p", razorpay_signature: "s", amount: 1 }; // oxfmt-ignore
    const body = Object.keys(more).length === 0 ? {} : { ...good, ...more };
    expect(await customer.post(CHECK, body)).toMatchObject({ status: 400, body: { result: 0 } });
  });

  const events = async (orderId: number) =>
    (
      await shop.db.read.selectFrom("order_events").select("kind").where("order_id", "=", orderId).execute()
    ).map(({ kind }) => kind);
});

describe("buyer", () => {
  const SCHOOL = { gstin: "32AABCL1234C1ZD", name: "Lake View School", address: "12 Lake Road", reference: "PO 118" }; // oxfmt-ignore

  test("is checked, and stands in the order's details, not in lists; another one is another order", async () => {
    const wrong = await checkOut({ buyer: { ...SCHOOL, gstin: "32AABCL1234C1ZE" } });
    expect(wrong).toMatchObject({
      status: 200,
      body: { result: 0, errors: { "buyer.gstin": [expect.stringMatching(/does not add up/)] } },
    });
    const nameless = await checkOut({ buyer: { gstin: SCHOOL.gstin } });
    expect(nameless.body).toMatchObject({ errors: { "buyer.name": [expect.stringMatching(/registered/)] } });
    const plain = (await checkOut({ buyer: null })).body;
    const { orderid } = (await checkOut({ buyer: { ...SCHOOL, gstin: "32aabcl 1234c 1zd" } })).body;
    expect((await checkOut({ buyer: SCHOOL })).body).toMatchObject({ result: 1, orderid });
    expect(orderid).not.toBe(plain.orderid);
    expect((await customer.get(`/customer/orderstatus/${orderid}`)).body).toMatchObject({ buyer: SCHOOL });
    expect((await customer.get(`/customer/orderstatus/${plain.orderid}`)).body).toMatchObject({
      buyer: null,
    });
    expect(JSON.stringify((await customer.get("/customer/orders/all")).body)).not.toContain("PO 118");
  });
});

test("a gift is checked, and stands in the order's details; another message is another order", async () => {
  const gift = { from: "Asha and Ravi", message: "Happy birthday!\nRead it slowly." };
  const long = await checkOut({ gift: { ...gift, message: "x".repeat(301) } });
  expect(long.body).toMatchObject({ result: 0, errors: { "gift.message": [expect.any(String)] } });
  const { orderid } = (await checkOut({ gift })).body;
  expect((await checkOut({ gift })).body).toMatchObject({ result: 1, orderid });
  const other = (await checkOut({ gift: {} })).body;
  const plain = (await checkOut({})).body;
  expect(new Set([orderid, other.orderid, plain.orderid]).size).toBe(3);
  const giftOf = async (id: unknown) =>
    (await customer.get<{ gift: unknown }>(`/customer/orderstatus/${String(id)}`)).body.gift;
  expect(await giftOf(orderid)).toEqual(gift);
  expect(await giftOf(other.orderid)).toEqual({ from: "", message: "" });
  expect(await giftOf(plain.orderid)).toBeNull();
});
