import { type RouterContextProvider } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { notePaymentProblem } from "~/domain/sales/payments/unpaid-order.server";
import { redirect } from "~/http/answers/redirect.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import type { Flash } from "~/page-data/flash";

/**
 * The way back to the checkout after a payment that did not happen. The checkout itself says why, beside the order that is
 * not paid; as a message only when that order cannot be paid any more.
 */
export async function toCheckout(
  context: Readonly<RouterContextProvider>,
  { accountId, orderId, message }: { accountId: number; orderId: number; message: Flash },
): Promise<Response> {
  const isShown = await notePaymentProblem(writeDb, accountId, orderId, message.text);
  return isShown ? redirect("/checkout", 303) : redirectWithFlash(context, "/checkout", message);
}
