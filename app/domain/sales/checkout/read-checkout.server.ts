import type { Db } from "~/db/database.server";
import { type Address, addressesToChoose } from "~/domain/kit/addresses/addresses.server";
import { whyNoOrders } from "~/domain/shop/settings/closing.server";
import { whyNotAtDoor } from "../at-the-door/door-limits.server";
import { priceCart, type PricedCart, readCartParts } from "../cart/priced-cart.server";
import { PAYMENT_WAYS, type PaymentWay } from "../delivery/plan";
import type { Buyer } from "~/domain/sales/orders/buyer/buyer";
import type { Gift } from "~/domain/sales/orders/buyer/gift";
import { lastBuyer } from "~/domain/sales/orders/buyer/last-buyer.server";
import { waitingGift } from "~/domain/sales/orders/buyer/waiting-gift.server";
import type { UnpaidOrder } from "../payments/payments";
import { findUnpaidOrder } from "../payments/unpaid-order.server";
import { whyNotOnAccount } from "../trade/on-account";
import { creditOf } from "../trade/on-account.server";
import { deliveryDate } from "./delivery";
import { paymentOffer, type PaymentOffer } from "./payment-offers";

/** What a shopper has chosen at the checkout so far; all null at first. */
export interface CheckoutChoice {
  addressId: number | null;
  methodId: number | null;
  payment: PaymentWay | null;
}

export interface Checkout {
  cart: PricedCart;
  addresses: Address[];
  /** The address that the prices are for; null: none is chosen. */
  chosen: Address | null;
  payments: PaymentOffer[];
  /** The day by which the order should arrive; null: no way of delivery is known. */
  deliveryBy: string | null;
  /** Why the shop takes no orders; null: it does. */
  notOpen: string | null;
  unpaid: UnpaidOrder | null;
  /** Whom the customer's last document was for; null: for nobody else. */
  buyer: Buyer | null;
  /** As the order that waits to be paid has it. */
  gift: Gift | null;
}

/**
 * What the checkout shows: the cart priced for the address, method and way of paying that are chosen, and all that could be
 * chosen instead. What was chosen and is not offered is left out; without a choice it is as the unpaid order has it.
 */
export async function readCheckout(
  db: Db,
  accountId: number,
  asked: CheckoutChoice,
  now = new Date(),
): Promise<Checkout> {
  const [parts, notOpen, { addresses, preselected }, unpaid, buyer, gift, credit] = await Promise.all([
    readCartParts(db, { accountId }),
    whyNoOrders(db),
    addressesToChoose(db, accountId),
    findUnpaidOrder(db, accountId, now),
    lastBuyer(db, accountId),
    waitingGift(db, accountId),
    creditOf(db, accountId),
  ]);
  const chosen = addresses.find(({ id }) => id === asked.addressId) ?? preselected;
  const before = asked.methodId === null && asked.payment === null ? unpaid : null;
  const wish = {
    pin: chosen?.pincode ?? null,
    methodId: before?.methodId ?? asked.methodId,
    payment: before?.payment ?? asked.payment ?? "online",
  };
  const priced = (payment: PaymentWay) => priceCart(parts, { ...wish, payment }, now);
  const ways = PAYMENT_WAYS.filter((way) => way !== "account" || credit.limit > 0);
  const payments = ways.flatMap((way) => paymentOffer(way, priced(way).delivery) ?? []);
  const onAccount = payments.find(({ way }) => way === "account");
  if (onAccount) onAccount.problem = whyNotOnAccount(credit, priced("account").totals.total);
  const cod = payments.find(({ way }) => way === "cod");
  if (cod && chosen) {
    const hasPreorder = priced("cod").lines.some(({ forthcoming }) => forthcoming);
    const order = { accountId, mobile: chosen.mobile, hasPreorder };
    // Before the plan's reason: another way of delivery does not help against the shop's limits.
    cod.problem = (await whyNotAtDoor(db, order, parts.settings)) ?? cod.problem;
  }
  // What was wished for and is not offered is shown with the reason, and the order is priced without it.
  const isOffered = payments.some(({ way, problem }) => way === wish.payment && problem === null);
  const cart = priced(isOffered ? wish.payment : "online");
  return {
    cart,
    addresses,
    chosen,
    payments,
    deliveryBy: parts.plan.isOn
      ? (cart.delivery.method?.to ?? null)
      : deliveryDate(parts.settings, now, cart.lines),
    notOpen,
    unpaid,
    buyer,
    gift,
  };
}
