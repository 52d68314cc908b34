import type { RouterContextProvider } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { readCart } from "~/domain/sales/cart/cart.server";
import { deliveryDate, deliveryLine } from "~/domain/sales/checkout/delivery";
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
  const { lines, totals, count } = await readCart(readDb, cartOwner);
  if (lines.length === 0) return null;
  const settings = await readSettings(readDb);
  const delivery = deliveryLine(settings, totals.subtotal, deliveryDate(settings, new Date(), lines), lines);
  return { lines, totals, count, delivery };
}
