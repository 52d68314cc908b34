import { expect, test } from "vitest";
import { ADDRESS, createBook } from "~/test/factories";
import { ApiRefusal, OpenApiClient } from "~/test/checks/openapi-client";
import { payInWindow } from "~/test/paying";
import { testShop } from "~/test/shop";

const shop = testShop();

const PASSWORD = "Monsoon-Verandah-9";
const document = () => new URL("/api/v1/openapi.json", shop.origin);

let people = 0;

async function newCustomer(now?: () => number) {
  const email = `reader${++people}@example.com`;
  const client = await OpenApiClient.open(document(), now);
  const registered = await client.call("postAuthSignup", {
    body: { firstName: "Asha", lastName: "Rao", email, password: PASSWORD, confirmPassword: PASSWORD },
  });
  expect(registered.result).toBe(1);
  await client.signIn(email, PASSWORD);
  return client;
}

interface Book {
  bookId: number;
  title: string;
  price: number;
  salePrice?: number;
}
interface Order {
  orderid: number;
  razorpay_order_id: string;
  keyId: string;
  amount: number;
}

test("a client that only uses the document registers, finds a book, buys it, pays and reviews it", async () => {
  await createBook(shop.db.write, { title: "The Weaver of Kanchipuram", price: 45_000, sale_price: 39_950 });
  const client = await newCustomer();

  const found = await client.call<{ data: Book[] }>("postBrowsebooksPaged", {
    body: { q: "weaver", page: 0 },
  });
  const [{ bookId, price, salePrice }] = found.data as [Book];
  expect([price, salePrice]).toEqual([450, 399.5]);
  const detail = await client.call<{ book: Book }>("getBrowsebooksId", { path: { id: bookId } });
  expect(detail.book.title).toBe("The Weaver of Kanchipuram");

  expect((await client.call("postCarts", { body: { id: 0, bookId, qty: 2 } })).result).toBe(1);
  const cart = await client.call<{ bookId: number; qty: number; price: number }[]>("getCartsAll");
  const saved = await client.call<{ id: number }>("postCheckoutUpdateaddress", {
    body: { ...ADDRESS, id: 0 },
  });
  const addresses = await client.call<{ id: number }[]>("getCheckoutAddress");
  expect(addresses.map(({ id }) => id)).toEqual([saved.id]);

  const order = await client.call<Order>("postCheckoutCheckout", {
    body: { address: { id: saved.id }, cartItems: cart },
  });
  expect(order.amount).toBe(79_900);
  const pending = await client.call("getCustomerOrderstatusOrderId", { path: { orderId: order.orderid } });
  expect(pending).toMatchObject({ status: "Pending", total: 799 });

  const window = { key_id: order.keyId, order_id: order.razorpay_order_id, amount: String(order.amount) };
  const paid = await payInWindow(shop, window);
  const confirmation = { orderid: order.orderid, ...paid, amount: order.amount };
  const confirmed = await client.call("postCheckoutPaymentcheck", { body: confirmation });
  expect(confirmed).toMatchObject({ result: 1, outcome: "paid" });
  expect(await client.call("postCheckoutPaymentcheck", { body: confirmation })).toEqual(confirmed);

  const placed = await client.call("getCustomerOrderstatusOrderId", { path: { orderId: order.orderid } });
  expect(placed).toMatchObject({
    status: "Payment made",
    items: [{ id: bookId, orderqty: 2, orderprice: 399.5 }],
  });
  expect(await client.call<unknown[]>("getCustomerOrdersAll")).toMatchObject([
    { id: order.orderid, orderqty: 2, amountpaid: 799 },
  ]);
  expect(await client.call<unknown[]>("getCartsAll")).toEqual([]);

  const review = { bookid: bookId, id: 0, rate: 5, remarks: "Worth every rupee." };
  expect((await client.call("postRatings", { body: review })).result).toBe(1);
  const { reviews } = await client.call<{ reviews: object[] }>("getBrowsebooksReviewsId", {
    path: { id: bookId },
  });
  expect(reviews).toMatchObject([{ rate: 5, remarks: "Worth every rupee.", verifiedPurchase: true }]);
});

test("exchanges its tokens shortly before they expire, once for many calls at a time", async () => {
  let ahead = 0;
  const client = await newCustomer(() => Date.now() + ahead);
  const first = client.tokens!;
  ahead = (15 * 60 - 20) * 1000;
  await client.call("getCartsAll");
  expect(client.tokens).toBe(first);
  ahead = (15 * 60 - 9) * 1000;
  await Promise.all(Array.from({ length: 20 }, () => client.call("getCustomerOrdersAll")));
  expect(client.tokens).not.toEqual(first);
  const tokens = await shop.db.read
    .selectFrom("refresh_tokens as t")
    .innerJoin("refresh_families as f", "f.id", "t.family_id")
    .innerJoin("accounts as a", "a.id", "f.account_id")
    .select("t.used_at")
    .where("a.email", "=", `reader${people}@example.com`)
    .execute();
  expect(tokens.filter(({ used_at }) => used_at !== null)).toHaveLength(1);
  expect(tokens).toHaveLength(2);
});

test("is logged out when the exchange is refused", async () => {
  let ahead = 0;
  const client = await newCustomer(() => Date.now() + ahead);
  await shop.db.write
    .updateTable("accounts")
    .set({ status: "inactive" })
    .where("email", "=", `reader${people}@example.com`)
    .execute();
  ahead = 15 * 60 * 1000;
  const refused = await client.call("getCartsAll").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiRefusal);
  expect([(refused as ApiRefusal).status, client.tokens]).toEqual([401, null]);
});

test("never sends what the document does not allow", async () => {
  const client = await OpenApiClient.open(document());
  await expect(client.call("postCarts", { body: { bookId: "1" } })).rejects.toThrow("must be integer");
  await expect(client.call("getBrowsebooksId", { path: { id: 0 } })).rejects.toThrow("must be >= 1");
  await expect(client.call("deleteEverything")).rejects.toThrow("the document has no deleteEverything");
});
