import { Form, useNavigation } from "react-router";
import { NO_ADDRESS } from "~/domain/checkout/checkout.schema";
import type { Totals } from "~/domain/checkout/totals";
import type { CartCoupon } from "~/domain/coupons/coupons";
import { formatRupees } from "~/domain/money";
import { Button } from "../button";
import { CheckoutCoupon } from "./cart-coupon";
import { FormErrorSummary } from "../field";
import { useHydrated } from "../hydrated";
import { OrderTotals } from "./order-totals";

/** Only the card payment provider (specification section 2). @param form the id of the form that posts it */
export function PaymentMethod({ form }: { form: string }) {
  return (
    <section aria-labelledby="payment" className="grid grid-cols-1 gap-5">
      <h2 id="payment" className="text-2xl">
        Payment method
      </h2>
      <div className="choice-row">
        <input
          type="radio"
          id="razorpay"
          name="paymentMethod"
          value="razorpay"
          form={form}
          defaultChecked
          className="check mt-0.5"
        />
        <label htmlFor="razorpay">
          <span className="block font-semibold">Razorpay</span>
          <span className="text-muted block">Pay safely by card, UPI or net banking</span>
        </label>
      </div>
    </section>
  );
}

interface PlaceOrderProps {
  form: string;
  totals: Totals;
  coupon: CartCoupon | null;
  /** Shipping is free above this subtotal, in paise. */
  freeAbove: number;
  hasAddress: boolean;
  error: string | null;
}

/** The order summary with Place Order. */
export function PlaceOrder({ form, totals, coupon, freeAbove, hasAddress, error }: PlaceOrderProps) {
  const { state, formData } = useNavigation();
  const isBusy = state !== "idle" && formData?.get("intent") === "place-order";
  // Without scripts nobody can tell before the post whether an address is chosen.
  const isBlocked = useHydrated() && !hasAddress;
  return (
    <section aria-labelledby="summary" className="receipt grid grid-cols-1 gap-5 lg:sticky lg:top-24">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="summary" className="text-xl">
          Order summary
        </h2>
        <p className="text-muted">{totals.itemCount === 1 ? "1 item" : `${totals.itemCount} items`}</p>
      </div>
      <OrderTotals totals={totals} couponCode={coupon?.code} />
      <CheckoutCoupon coupon={coupon} />
      <p className="text-good text-sm">
        {totals.shipping === 0 ? "Free shipping" : `Free shipping on orders above ${formatRupees(freeAbove)}`}
      </p>
      <Form method="post" action="/checkout" id={form} className="grid gap-3">
        <input type="hidden" name="intent" value="place-order" />
        <input type="hidden" name="expectedTotal" value={totals.total} />
        <FormErrorSummary errors={error ? [error] : undefined} />
        <Button disabled={isBlocked} aria-disabled={isBusy || undefined} data-own-label>
          {isBusy ? "Processing..." : "Place Order"}
        </Button>
        {isBlocked ? <p className="text-muted text-sm">{NO_ADDRESS}</p> : null}
      </Form>
    </section>
  );
}
