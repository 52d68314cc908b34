import { COUPON_STATE_LABELS, COUPON_STATES, type CouponState } from "~/domain/coupons/coupons";
import { Button } from "~/ui/button";

/** Beside the list's search box, in the same form. */
export function CouponFilter({ state }: { state: CouponState | null }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <label className="flex items-center gap-2 text-sm">
        State
        <select name="state" key={state} defaultValue={state ?? ""} className="input w-auto!">
          <option value="">All</option>
          {COUPON_STATES.map((value) => (
            <option key={value} value={value}>
              {COUPON_STATE_LABELS[value]}
            </option>
          ))}
        </select>
      </label>
      <Button variant="quiet" className="no-js">
        Filter
      </Button>
    </div>
  );
}
