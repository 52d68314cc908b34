import { useNavigation, useSearchParams } from "react-router";
import type { StaffCoupon } from "~/domain/sales/coupons/staff-coupons";
import { listHref } from "~/domain/kit/listing/listing";
import { Button } from "~/ui/kit/button";
import { ConfirmForm } from "~/ui/kit/confirm-form";

/** The confirmation before a coupon is switched on or off. */
export function SwitchDialog({ coupon, active }: { coupon: StaffCoupon; active: boolean }) {
  const [params] = useSearchParams();
  const isBusy = useNavigation().state === "submitting";
  const closeTo = listHref(params);
  return (
    <ConfirmForm
      title={`Switch Coupon ${active ? "On" : "Off"}`}
      closeTo={closeTo}
      button={
        <Button
          name="intent"
          value={active ? "switch-on" : "switch-off"}
          variant={active ? "primary" : "danger"}
          isBusy={isBusy}
        >
          Switch {active ? "On" : "Off"}
        </Button>
      }
    >
      <input type="hidden" name="id" value={coupon.id} />
      <p className="wrap-anywhere">
        {active ? (
          <>Customers can use {coupon.code} again, within its dates and limits.</>
        ) : (
          <>
            {coupon.code} gives no discount any more, neither in carts that have it nor when a customer enters
            it. Orders already placed keep their discount.
          </>
        )}
      </p>
    </ConfirmForm>
  );
}
