import { customerWithCart, placeOrderFor } from "./orders";
import { formFields } from "./pages";
import { type Browser, signedIn, type TestShop } from "./shop";

/** A customer who is signed in, with an order of two books to pay: ₹500.00. */
export async function customerWithOrder(shop: TestShop): Promise<{ browser: Browser; orderId: number }> {
  const db = shop.db.write;
  const customer = await customerWithCart(db, { quantity: 2, address: { fullname: 'Asha "<b>" Rao' } });
  const orderId = await placeOrderFor(db, customer);
  return { browser: await signedIn(shop, customer.accountId), orderId };
}

export const payPage = (orderId: number) => `/checkout/pay/${orderId}`;

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
