import { type ComponentProps, useEffect, useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { CartCoupon } from "~/domain/sales/coupons/coupons";
import { AnsweredForm } from "~/ui/kit/answered-form";
import { Button } from "~/ui/kit/button";
import { FieldErrors } from "~/ui/kit/field-errors";
import { useStashedValue } from "~/ui/kit/stashed-fields";

/** The code that was typed, and why it was refused. */
export interface RefusedCoupon {
  code: string;
  error: string;
}

/** Longer than any code, since people type spaces too. */
const TYPED_MAX = 60;

/** The coupon of a cart: a field for the code, or the coupon applied and its discount. Works without scripts. */
export function CartCouponForms({ coupon, refused }: { coupon: CartCoupon | null; refused?: RefusedCoupon }) {
  const isBusy = useNavigation().formData?.get("intent")?.toString().endsWith("-coupon") ?? false;
  return (
    <div className="border-line-strong grid grid-cols-1 gap-2 border-y border-dashed py-4">
      {coupon ? <InCart coupon={coupon} isBusy={isBusy} /> : null}
      {coupon && !isWithoutCode(coupon) ? null : <Entry refused={refused} isBusy={isBusy} />}
    </div>
  );
}

/** Whether one applies by itself, and no code was entered: then one can be. */
const isWithoutCode = ({ automatic, instead }: CartCoupon) => automatic === true && !instead;

function InCart({ coupon, isBusy }: { coupon: CartCoupon; isBusy: boolean }) {
  if (isWithoutCode(coupon)) return <CouponStanding coupon={coupon} />;
  return (
    <Form method="post" action="/cart" preventScrollReset className="flex items-start justify-between gap-3">
      <CouponStanding coupon={coupon} />
      <Button name="intent" value="remove-coupon" variant="plain" size="sm" isBusy={isBusy}>
        Remove<span className="sr-only"> coupon {(coupon.instead ?? coupon).code}</span>
      </Button>
    </Form>
  );
}

/** The coupon's code, and its discount or why it gives none. */
function CouponStanding({ coupon: { code, gives, problem, automatic, instead } }: { coupon: CartCoupon }) {
  return (
    <div className="min-w-0">
      <p className="font-semibold wrap-anywhere">{automatic ? `Offer ${code}` : `Coupon ${code}`}</p>
      {problem ? (
        <p className="text-bad text-sm font-medium">Not applied: {problem}.</p>
      ) : (
        <p className="text-good text-sm wrap-anywhere">{gives}</p>
      )}
      {instead ? (
        <p className="text-muted text-sm wrap-anywhere">
          Coupon {instead.code} is not applied: {instead.problem}.
        </p>
      ) : null}
    </div>
  );
}

function Entry({ refused, isBusy }: { refused?: RefusedCoupon; isBusy: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(refused);
  useEffect(() => {
    // A page from the server has autoFocus instead.
    if (!refused || refused === shown.current) return;
    shown.current = refused;
    input.current?.focus();
  }, [refused]);
  const error = refused?.error;
  return (
    <AnsweredForm form={{ id: "coupon-form" }} action="/cart" preventScrollReset className="grid gap-1">
      <label htmlFor="coupon" className="font-semibold">
        Coupon
      </label>
      <div className="flex">
        <CodeInput
          ref={input}
          code={refused?.code}
          maxLength={TYPED_MAX}
          autoComplete="off"
          autoCapitalize="characters"
          enterKeyHint="go"
          spellCheck={false}
          autoFocus={error !== undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "coupon-error" : undefined}
          className="input relative min-w-0 flex-1 rounded-r-none uppercase focus-visible:z-1"
        />
        <Button
          name="intent"
          value="apply-coupon"
          variant="quiet"
          className="rounded-l-none border-l-0"
          isBusy={isBusy}
        >
          Apply
        </Button>
      </div>
      <FieldErrors id="coupon" errors={error ? [error] : undefined} />
    </AnsweredForm>
  );
}

/** @param code as typed before */
function CodeInput({ code, ...input }: ComponentProps<"input"> & { code?: string }) {
  const initialValue = useStashedValue("code", code);
  return <input type="text" id="coupon" name="code" defaultValue={initialValue} {...input} />;
}

/** In the checkout's summary. The coupon can only be changed in the cart. */
export function CheckoutCoupon({ coupon }: { coupon: CartCoupon | null }) {
  return (
    <div className="border-line-strong flex items-start justify-between gap-3 border-y border-dashed py-3">
      {coupon ? <CouponStanding coupon={coupon} /> : <p className="text-muted">No coupon</p>}
      <Link to="/cart#coupon" className="link py-0.5 text-sm whitespace-nowrap">
        {coupon ? "Change" : "Add one"}
        <span className="sr-only">{coupon ? " the coupon" : " in the cart"}</span>
      </Link>
    </div>
  );
}
