import { addToCart } from "~/domain/cart/cart.server";
import { placeOrder } from "~/domain/checkout/place-order.server";
import { createAccount, createAddress, createBook } from "./factories";
import { type Browser, signedIn, type TestShop } from "./shop";

/** A signed-in customer with an order of two books to pay: ₹500.00. */
export async function customerWithOrder(shop: TestShop): Promise<{ browser: Browser; orderId: number }> {
  const db = shop.db.write;
  const accountId = await createAccount(db);
  const addressId = await createAddress(db, accountId, { fullname: 'Asha "<b>" Rao' });
  await addToCart(db, { accountId }, { bookId: await createBook(db), quantity: 2 });
  const placed = await placeOrder(db, accountId, { addressId, gateway: "sandbox" });
  if (!placed.ok) throw new Error(placed.message);
  return { browser: await signedIn(shop, accountId), orderId: placed.orderId };
}

export const payPage = (orderId: number) => `/checkout/pay/${orderId}`;

/** The hidden fields of the form that posts to this action. */
export function formFields(html: string, action: string): Record<string, string> {
  const form = new RegExp(`<form[^>]* action="${quoted(action)}"[\\s\\S]*?</form>`).exec(html);
  if (!form) throw new Error(`no form posts to ${action}`);
  const inputs = form[0].matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"\/?>/g);
  return Object.fromEntries([...inputs].map(([, name, value]) => [name!, unescaped(value!)]));
}

const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const unescaped = (value: string) =>
  value.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** The fields that the payment page's form posts to the gateway. */
export async function checkoutForm(browser: Browser, orderId: number): Promise<Record<string, string>> {
  const html = await (await browser.get(payPage(orderId))).text();
  return formFields(html, "/sandbox/v1/checkout/embedded");
}

/** Pays in the sandbox's window. @returns what the window passes to its handler */
export async function payInWindow(
  shop: TestShop,
  form: Record<string, string>,
): Promise<Record<string, string>> {
  const response = await fetch(new URL("/sandbox/v1/payments/create/ajax", shop.origin), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      key_id: form.key_id,
      order_id: form.order_id,
      amount: Number(form.amount),
      currency: "INR",
      method: "upi",
      vpa: "success@razorpay",
    }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Record<string, string>;
}

export async function orderState(shop: TestShop, orderId: number): Promise<string> {
  const order = await shop.db.read
    .selectFrom("orders")
    .select("state")
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  return order.state;
}
