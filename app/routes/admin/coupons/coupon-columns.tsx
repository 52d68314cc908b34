import { Link, useSearchParams } from "react-router";
import { formatCount } from "~/domain/kit/counts";
import type { StaffCoupon } from "~/domain/sales/coupons/staff-coupons";
import { couponGives, couponNeeds, endText, startText } from "~/domain/sales/coupons/coupon-words";
import { COUPON_STATE_LABELS } from "~/domain/sales/coupons/coupons";
import { listHref } from "~/domain/kit/listing/listing";
import { ConfirmSwitch } from "~/ui/admin/forms/confirm-switch";
import type { Column } from "~/ui/admin/lists/data-table";

export const COUPON_COLUMNS: Column<StaffCoupon>[] = [
  {
    title: "Code",
    sort: "code",
    cell: ({ code, description }) => (
      <>
        <span className="font-semibold wrap-anywhere">{code}</span>
        {description ? (
          <span className="text-muted line-clamp-2 text-xs wrap-anywhere" dir="auto">
            {description}
          </span>
        ) : null}
      </>
    ),
    className: "min-w-40 max-w-64 @max-4xl:max-w-full @max-4xl:basis-full",
  },
  {
    title: "Discount",
    cell: (coupon) => (
      <>
        {couponGives(coupon)}
        {couponNeeds(coupon).map((need) => (
          <span key={need} className="text-muted block text-xs wrap-anywhere">
            {need}
          </span>
        ))}
      </>
    ),
    className: "min-w-28 wrap-anywhere @max-xl:basis-full",
  },
  {
    title: "Valid",
    sort: "ends",
    cell: (coupon) => <Validity {...coupon} />,
    className: "min-w-36 tabular-nums @max-xl:basis-full",
  },
  { title: "Uses", sort: "uses", cell: (coupon) => <Uses {...coupon} />, isNumber: true, label: "Uses" },
  {
    title: "State",
    cell: ({ id, code, active, state }) => (
      <ConfirmSwitch
        isOn={active}
        isIdle={state !== "active"}
        name={`Coupon ${code} switched on`}
        shown={COUPON_STATE_LABELS[state]}
        confirm={`${active ? "off" : "on"}-${id}`}
      />
    ),
    className: "w-36 @max-4xl:w-auto @max-4xl:basis-auto",
  },
  {
    title: "Actions",
    cell: (coupon) => <EditLink {...coupon} />,
    className: "@max-4xl:ml-auto",
  },
];

function Validity({ startsAt, endsAt }: StaffCoupon) {
  if (startsAt === null && endsAt === null) return <span className="text-muted">Always</span>;
  return (
    <>
      {startsAt === null ? null : <span className="block">from {startText(startsAt)}</span>}
      {endsAt === null ? null : <span className="block">to {endText(endsAt)}</span>}
    </>
  );
}

function Uses({ uses, totalLimit, customerLimit }: StaffCoupon) {
  const isUsedUp = totalLimit !== null && uses >= totalLimit;
  return (
    <>
      <span className={isUsedUp ? "text-bad font-semibold" : undefined}>
        {formatCount(uses)}
        {totalLimit === null ? "" : ` of ${formatCount(totalLimit)}`}
      </span>
      {customerLimit === null ? null : (
        <span className="text-muted block text-xs">{formatCount(customerLimit)} per customer</span>
      )}
    </>
  );
}

function EditLink({ id, code }: StaffCoupon) {
  const [params] = useSearchParams();
  return (
    <Link to={listHref(params, { edit: id })} preventScrollReset className="row-link">
      Edit<span className="sr-only"> {code}</span>
    </Link>
  );
}
