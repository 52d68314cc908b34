import type { LineProblem } from "../cart/cart";
import type { PaymentWay } from "../delivery/plan";
import type { Buyer } from "~/domain/sales/orders/buyer/buyer";
import type { Gift } from "~/domain/sales/orders/buyer/gift";
import type { OrderToOpen } from "../payments/payments.server";
import type { ExpectedLine } from "./cart-changes";
import type { Totals } from "../orders/money/totals";

/** An order that a customer places, and what becomes of it. */

export interface OrderRequest {
  addressId: number;
  /** The name of the gateway for the payment. */
  gateway: string;
  /** The way of delivery; left out or null: the cheapest. */
  methodId?: number | null;
  /** By default online. */
  payment?: PaymentWay;
  /** The method's price that the client knows, in paise: the order is refused when it differs. */
  deliveryPrice?: number;
  /** The fee for paying at the door that the client knows, in paise: an order paid there is refused when it differs. */
  codFee?: number;
  /** What the shopper saw that is paid online now, in paise: an order with a part at the door is refused when it differs. */
  expectedDueNow?: number;
  /**
   * The total that the shopper saw, in paise. The order is refused when it differs, so that no other sum is charged
   * unnoticed. When it is absent, a coupon in the cart that does not apply is refused for the same reason.
   */
  expectedTotal?: number;
  /** The books that the shopper saw and wants to order. If the cart or a given price differs, the order is refused. */
  expectedLines?: ExpectedLine[];
  /** Whom the document is for; left out: whoever receives the parcel. */
  buyer?: Buyer;
  /** Left out or null: no gift. */
  gift?: Gift | null;
}

export type PlaceOrderOutcome =
  /** `isNew`: false when the customer already has an identical pending order (double click, retry). */
  | {
      ok: true;
      orderId: number;
      isNew: boolean;
      totals: Totals;
      couponCode: string | null;
      order: OrderToOpen;
    }
  | {
      ok: false;
      reason:
        | "not_open"
        | "address"
        | "delivery"
        | "payment"
        | "empty_cart"
        | "cart_changed"
        | "total_changed"
        | "too_small"
        | "coupon"
        | "unpaid_orders";
      message: string;
    }
  | {
      ok: false;
      reason: "lines";
      message: string;
      problems: { bookId: number; title: string; problem: LineProblem; message: string }[];
    };
