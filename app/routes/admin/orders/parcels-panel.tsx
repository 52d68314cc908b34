import { Form, Link } from "react-router";
import { formatDateTime } from "~/domain/kit/dates";
import { formatGrams } from "~/domain/sales/delivery/weights";
import type { StaffOrder } from "~/domain/sales/orders/desk/staff-order";
import { copiesInWords, parcelState, type SentParcel } from "~/domain/sales/orders/parcels/parcels";
import { useMay } from "~/ui/admin/frame/rights";
import { Button } from "~/ui/kit/button";
import { ConfirmForm } from "~/ui/kit/confirm-form";
import { TrackingLink } from "~/ui/orders/tracking-link";
import { Panel } from "./order-facts";

/** Whether something can be recorded of a parcel: it is on its way. */
const isOnItsWay = ({ deliveredAt, lostAt, returnedAt }: SentParcel) =>
  deliveredAt === null && lostAt === null && returnedAt === null;

/** The parcels of an order, with what staff record of each; nothing before one was sent. */
export function ParcelsPanel({ order }: { order: StaffOrder }) {
  const may = useMay();
  const { id, parcels, state } = order;
  if (parcels.length === 0) return null;
  const isOver = state === "cancelled" || state === "refunded";
  return (
    <Panel title={parcels.length === 1 ? "Parcel" : "Parcels"}>
      <ul className="divide-line grid divide-y">
        {parcels.map((parcel) => (
          <li key={parcel.id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
              <p className="font-semibold">
                Parcel {parcel.number}: {parcelState(parcel, order.delivery?.pickUp != null)}
              </p>
              <p>{copiesInWords(parcel.lines)}</p>
              {parcel.trackingNo ? (
                <p className="text-muted">
                  {parcel.carrier} <TrackingLink order={parcel} />
                </p>
              ) : null}
              <p className="text-muted">
                {[formatDateTime(parcel.sentAt), parcel.weightG ? formatGrams(parcel.weightG) : ""]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
            </div>
            {may("dispatch") && isOnItsWay(parcel) && !isOver ? (
              <div className="flex flex-wrap items-center gap-3">
                {parcels.length > 1 ? (
                  <Form method="post" action={`/admin/orders/${id}`} preventScrollReset>
                    <input type="hidden" name="parcel" value={parcel.id} />
                    <Button
                      name="intent"
                      value="parcel-delivered"
                      variant="quiet"
                      size="sm"
                      aria-label={`Parcel ${parcel.number} is delivered`}
                    >
                      Delivered
                    </Button>
                  </Form>
                ) : null}
                <Link
                  to={`?confirm=parcel-lost&parcel=${parcel.id}`}
                  preventScrollReset
                  className="link py-1"
                  aria-label={`Parcel ${parcel.number} is lost`}
                >
                  Lost
                </Link>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** 'Is this parcel lost?'; shows nothing for a parcel that is not on its way. */
export function LostDialog({ order, parcelId }: { order: StaffOrder; parcelId: number }) {
  const parcel = order.parcels.find(({ id }) => id === parcelId);
  if (!parcel || !isOnItsWay(parcel)) return null;
  return (
    <ConfirmForm
      title={`Is parcel ${parcel.number} lost?`}
      closeTo={`/admin/orders/${order.id}`}
      cancel="Not lost"
      button={
        <Button name="intent" value="parcel-lost" variant="danger">
          Record as lost
        </Button>
      }
    >
      <input type="hidden" name="parcel" value={parcel.id} />
      <p>
        {copiesInWords(parcel.lines)} can then be sent again from the stock, or be refunded. The customer is
        told by email. This cannot be undone.
      </p>
    </ConfirmForm>
  );
}
