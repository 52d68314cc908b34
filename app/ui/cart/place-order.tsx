import type { ComponentProps } from "react";
import { Form, Link, useLocation } from "react-router";
import { linesField, NO_ADDRESS } from "~/domain/sales/checkout/checkout.schema";
import type { Totals } from "~/domain/sales/orders/money/totals";
import type { CartCoupon } from "~/domain/sales/coupons/coupons";
import { byDay, releaseNotice } from "~/domain/sales/checkout/delivery";
import { formatTime } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { PAYMENT_CANCELLED, type UnpaidOrder } from "~/domain/sales/payments/payments";
import { Button, ButtonLink } from "~/ui/kit/button";
import { CheckoutCoupon } from "./cart-coupon";
import { type CheckoutLine, CheckoutLines } from "./checkout-lines";
import { FormErrorSummary } from "~/ui/kit/field";
import { useHydrated } from "~/ui/kit/hydrated";
import { TypedBy } from "~/ui/kit/typed-by";
import { useIsSending } from "~/ui/kit/use-is-sending";
import { OrderTotals } from "~/ui/orders/order-totals";

interface PlaceOrderProps {
  /** The id of the form that Place Order posts: its own, or that of the open address form. */
  form: string;
  lines: CheckoutLine[];
  totals: Totals;
  coupon: CartCoupon | null;
  /** Shipping is free above this subtotal, in paise; null: by the delivery plan. */
  freeAbove: number | null;
  /** The expected day of delivery, e.g. "2026-12-01"; null: not known yet. */
  deliveryBy: string | null;
  /** Paise. */
  dues: { codFee: number; dueNow: number; dueAtDoor: number };
  /** Said in place of the price of delivery, and why there is nothing to press yet; null: it is known. */
  noDelivery: string | null;
  /** `choiceText` of what the prices are for; null: they depend on no choice. */
  pricedFor: string | null;
  hasAddress: boolean;
  /** Whether this order is placed already, and waits to be paid. */
  isPlaced: boolean;
  error: string | null;
  /** Those of its fields that are refused. */
  fields: ComponentProps<typeof FormErrorSummary>["fields"];
}

export const ORDER_FORM = "place-order";

/** The order summary with Place Order. */
export function PlaceOrder(props: PlaceOrderProps) {
  const { coupon, freeAbove, deliveryBy, dues, noDelivery, hasAddress, error } = props;
  const form = props.form === ORDER_FORM ? undefined : props.form;
  // As long as delivery is not known, nothing is counted for it.
  const { total, shipping } = props.totals;
  const totals = noDelivery === null ? props.totals : { ...props.totals, total: total - shipping };
  const { search } = useLocation();
  const notice = releaseNotice(props.lines);
  const isBusy = useIsSending("place-order");
  // Without scripts it is unknown before the post whether an address is chosen.
  const isBlocked = useHydrated() && !hasAddress;
  return (
    <section aria-labelledby="summary" className="receipt grid grid-cols-1 gap-5 lg:sticky lg:top-24">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="summary" className="text-xl">
          Order summary
        </h2>
        <p className="text-muted">{totals.itemCount === 1 ? "1 item" : `${totals.itemCount} items`}</p>
      </div>
      <CheckoutLines lines={props.lines} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        {deliveryBy && noDelivery === null ? <p>Delivery by {byDay(deliveryBy, props.lines)}</p> : null}
        <Link to="/cart" className="link py-0.5 text-sm">
          Edit cart
        </Link>
      </div>
      {notice ? <p className="font-semibold">{notice}</p> : null}
      <OrderTotals
        totals={totals}
        couponCode={totals.discount > 0 ? coupon?.code : null}
        {...(noDelivery === null && { codFee: dues.codFee, dueAtDoor: dues.dueAtDoor })}
        noShipping={noDelivery === null ? undefined : "Not known yet"}
      />
      <CheckoutCoupon coupon={coupon} />
      {freeAbove === null ? null : (
        <p className="text-good text-sm">
          {totals.shipping === 0
            ? "Free shipping"
            : `Free shipping on orders above ${formatRupees(freeAbove)}`}
        </p>
      )}
      {/* With the choice that the page's address has: a refused order shows the same prices. */}
      <Form method="post" action={`/checkout${form ? "" : search}`} id={ORDER_FORM} className="grid gap-3">
        <input type="hidden" name="expectedTotal" value={totals.total} form={form} />
        <input type="hidden" name="expectedDueNow" value={dues.dueNow} form={form} />
        <input type="hidden" name="expectedCodFee" value={dues.codFee} form={form} />
        <input type="hidden" name="expectedLines" value={linesField(props.lines)} form={form} />
        {props.pricedFor === null ? null : (
          <input type="hidden" name="pricedFor" value={props.pricedFor} form={form} />
        )}
        <TypedBy />
        <FormErrorSummary errors={error ? [error] : undefined} fields={props.fields} />
        {noDelivery === null ? (
          <Button
            form={form}
            name="intent"
            value="place-order"
            // Only one button is filled: while the same order waits to be paid, that of its notice.
            variant={props.isPlaced ? "quiet" : "primary"}
            disabled={isBlocked}
            isBusy={isBusy}
            data-own-label
          >
            {isBusy ? "Processing..." : "Place Order"}
          </Button>
        ) : (
          <p className="font-semibold">{noDelivery}</p>
        )}
        {isBlocked ? <p className="text-muted text-sm">{NO_ADDRESS}</p> : null}
      </Form>
    </section>
  );
}

/**
 * The customer's unpaid order: its last problem, and a link to pay it.
 * @param isSame whether the cart below is still the same: then paying is the next step, else placing the new order
 */
export function UnpaidNotice({ order, isSame }: { order: UnpaidOrder; isSame: boolean }) {
  const { id, total, dueAtDoor, payBy, problem, lines } = order;
  // Whoever closed the window knows that nothing went wrong.
  const isError = problem !== null && problem !== PAYMENT_CANCELLED;
  return (
    <section
      aria-label="Your unpaid order"
      className={`mb-8 grid gap-3 rounded-md border px-4 py-4 sm:flex sm:items-center sm:justify-between sm:gap-8 ${
        isError ? "bg-bad-soft border-bad" : "bg-sunken border-line-strong"
      }`}
    >
      <div className="min-w-0 wrap-anywhere">
        {problem ? (
          <p role="alert" className={`font-semibold ${isError ? "text-bad" : ""}`}>
            {problem}
          </p>
        ) : null}
        {isSame ? (
          <p>
            Order #{id} is not paid yet. We keep its books for you until {formatTime(payBy)}: pay it now, or
            change something below and place it again.
          </p>
        ) : (
          <>
            <p>
              Order #{id} is not paid yet. We keep its books for you until {formatTime(payBy)}. Your cart has
              changed since: Place Order below replaces this order by a new one.
            </p>
            <ul aria-label={`Books of order #${id}`} className="mt-2">
              {lines.map(({ bookId, title, quantity }) => (
                <li key={bookId}>
                  <bdi>{title}</bdi> × {quantity}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <ButtonLink
        to={`/checkout/pay/${id}`}
        reloadDocument
        variant={isSame ? "primary" : "quiet"}
        className="shrink-0 justify-self-start"
      >
        Pay {formatRupees(total - dueAtDoor)} now
      </ButtonLink>
    </section>
  );
}
