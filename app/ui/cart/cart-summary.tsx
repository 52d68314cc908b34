import { useRouteLoaderData } from "react-router";
import { type Cart, countedLines } from "~/domain/sales/cart/cart";
import type { PinBox as Box } from "~/domain/sales/delivery/pin-answer";
import { releaseNotice } from "~/domain/sales/checkout/delivery";
import { formatRupees } from "~/domain/kit/money";
import type { RootData } from "~/page-data/root-data";
import { Button, ButtonLink } from "~/ui/kit/button";
import { useCartChanging } from "./cart-changes";
import { PinBox } from "~/ui/store/pin-box";
import { Live } from "~/ui/frame/live";
import { CartCouponForms, type RefusedCoupon } from "./cart-coupon";
import { OrderTotals } from "~/ui/orders/order-totals";

interface CartSummaryProps {
  cart: Cart;
  /** The day of delivery and what it costs. */
  delivery: string;
  /** null: what delivery costs does not depend on the place. */
  pinBox: Box | null;
  refused?: RefusedCoupon;
}

/** The order summary beside the cart, with the link to the checkout. */
export function CartSummary({ cart, delivery, pinBox, refused }: CartSummaryProps) {
  const isChanging = useCartChanging();
  const notice = releaseNotice(countedLines(cart.lines));
  const notOpen = useRouteLoaderData<RootData>("root")?.notOpen ?? null;
  return (
    <section aria-labelledby="summary" className="receipt grid grid-cols-1 gap-5 lg:sticky lg:top-24">
      <h2 id="summary" className="text-xl">
        Order summary
      </h2>
      <div aria-busy={isChanging || undefined} className="settles">
        <OrderTotals
          totals={cart.totals}
          couponCode={cart.totals.discount > 0 ? cart.coupon?.code : null}
          noShipping={pinBox && !cart.delivery.method ? "By PIN code" : undefined}
        />
      </div>
      {pinBox ? <PinBox box={pinBox} action="/cart" /> : null}
      {notice ? <p className="font-semibold">{notice}</p> : null}
      {cart.isOrderable ? <p className="text-muted text-sm">{delivery}</p> : null}
      <Live text={`Total ${formatRupees(cart.totals.total)}`} />
      <CartCouponForms coupon={cart.coupon} refused={refused} />
      <div className="grid gap-3">
        {cart.isOrderable && notOpen === null ? (
          <ButtonLink to="/checkout" className="bar-after">
            Proceed to Checkout
          </ButtonLink>
        ) : (
          <>
            <p className="text-bad font-semibold">
              {notOpen ?? "Please change or remove the marked books first."}
            </p>
            <Button type="button" disabled>
              Proceed to Checkout
            </Button>
          </>
        )}
        <ButtonLink to="/books" variant="quiet">
          Continue Shopping
        </ButtonLink>
      </div>
    </section>
  );
}

/** The total and the way on while those of the summary are out of view on a phone (styles/book-parts.css). */
export function CartBar({ cart }: { cart: Cart }) {
  const notOpen = useRouteLoaderData<RootData>("root")?.notOpen ?? null;
  if (!cart.isOrderable || notOpen !== null) return null;
  return (
    <div className="bar">
      <span className="price">
        <span className="sr-only">Total </span>
        {formatRupees(cart.totals.total)}
      </span>
      <ButtonLink to="/checkout">Proceed to Checkout</ButtonLink>
    </div>
  );
}
