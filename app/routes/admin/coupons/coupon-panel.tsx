import { Link, useSearchParams } from "react-router";
import type { AuditEntry } from "~/domain/kit/audit/audit";
import type { CouponOrder, StaffCoupon } from "~/domain/sales/coupons/staff-coupons";
import { formatDate } from "~/domain/kit/dates";
import { listHref } from "~/domain/kit/listing/listing";
import { formatRupees } from "~/domain/kit/money";
import { stepLabel } from "~/domain/sales/orders/orders";
import { CustomerLink } from "~/ui/admin/lists/customer-link";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { SidePanel } from "~/ui/kit/dialog";
import { PanelHistory } from "~/ui/admin/forms/history";
import type { CouponAnswer } from "./coupon-answer";
import { CouponForm } from "./coupon-form";

const ORDER_COLUMNS: Column<CouponOrder>[] = [
  {
    title: "Order",
    cell: ({ orderId }) => (
      <Link to={`/admin/orders/${orderId}`} className="link font-semibold">
        #{orderId}
      </Link>
    ),
  },
  {
    title: "Customer",
    cell: ({ customer }) => <CustomerLink customer={customer} className="link wrap-anywhere" />,
    className: "min-w-32",
  },
  { title: "Placed", cell: ({ usedAt }) => formatDate(usedAt), className: "whitespace-nowrap" },
  { title: "State", cell: ({ state, isPickUp }) => stepLabel(state, isPickUp) },
  {
    title: "Discount",
    cell: ({ discount }) => (discount === 0 ? "Delivery" : formatRupees(discount)),
    isNumber: true,
  },
];

/** The side panel: the form, the orders that use the coupon, and the history of its changes. */
export function CouponPanel({
  coupon,
  groups,
  orders,
  history,
  answer,
}: {
  /** null to add one. */
  coupon: StaffCoupon | null;
  groups: { id: number; name: string }[];
  /** null for somebody who may not see orders. */
  orders: CouponOrder[] | null;
  history: AuditEntry[];
  answer?: CouponAnswer;
}) {
  const [params] = useSearchParams();
  const closeTo = listHref(params);
  return (
    <SidePanel title={coupon ? "Edit Coupon" : "Add New Coupon"} closeTo={closeTo}>
      <CouponForm coupon={coupon} groups={groups} answer={answer} closeTo={closeTo} />
      {coupon ? (
        <>
          {orders ? <Orders orders={orders} uses={coupon.uses} /> : null}
          <PanelHistory entries={history} />
        </>
      ) : null}
    </SidePanel>
  );
}

/** @param uses number of orders that use the coupon */
function Orders({ orders, uses }: { orders: CouponOrder[]; uses: number }) {
  return (
    <section aria-labelledby="orders" className="mt-10 min-w-0">
      <div className="part-head">
        <h3 id="orders">Orders</h3>
      </div>
      {uses > orders.length ? (
        <p className="text-muted text-sm">
          The last {orders.length} of {uses}
        </p>
      ) : null}
      {orders.length === 0 ? (
        <p className="text-muted text-sm">No order uses it yet</p>
      ) : (
        <DataTable
          label="Orders that use the coupon"
          columns={ORDER_COLUMNS}
          rows={orders}
          rowKey={(order) => order.orderId}
        />
      )}
    </section>
  );
}
