import type { RouterContextProvider } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { readCart } from "~/domain/sales/cart/cart.server";
import { deliveryDate, deliveryLine, returnsLine } from "~/domain/sales/checkout/delivery";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { getRequestSession } from "~/http/request/request-session.server";

/** Pages of the cart, which send a guest to the login. */
const ABOUT_THE_CART = /^\/(?:cart|checkout)(?:[/?#]|$)/;

/**
 * The cart of a guest who was sent here from it, to show beside the form (docs/product-decisions.md §4.1).
 * @returns null for others, and for an empty cart
 */
export async function guestCart(context: Readonly<RouterContextProvider>, redirectTo: string) {
  const { account, cartOwner } = getRequestSession(context);
  if (account || !cartOwner || !ABOUT_THE_CART.test(redirectTo)) return null;
  const cart = await readCart(readDb, cartOwner);
  if (cart.lines.length === 0) return null;
  const { lines, totals, count, delivery } = cart;
  const settings = await readSettings(readDb);
  const line =
    delivery.grams === null
      ? deliveryLine(settings, totals.subtotal, deliveryDate(settings, new Date(), lines), lines)
      : `What delivery costs depends on your PIN code. ${returnsLine(settings)}`;
  return { lines, totals, count, delivery, line };
}
