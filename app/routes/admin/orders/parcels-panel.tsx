import { isFetched } from "~/domain/sales/delivery/pick-up";
import { Form, Link } from "react-router";
import { formatDateTime } from "~/domain/kit/dates";
import { formatGrams } from "~/domain/sales/delivery/weights";
import type { StaffOrder } from "~/domain/sales/orders/desk/staff-order";
import {
  copiesInWords,
  isOnItsWay,
  isWholeOrder,
  parcelState,
  parcelTakeBack,
  type SentParcel,
} from "~/domain/sales/orders/parcels/parcels";
import { useMay } from "~/ui/admin/frame/rights";
import { Button } from "~/ui/kit/button";
import { TrackingLink } from "~/ui/orders/tracking-link";
import { Panel } from "./order-facts";
import { takeBackWords } from "./parcel-dialogs";

/** The parcels of an order, with what staff record of each; nothing before one was sent. */
export function ParcelsPanel({ order }: { order: StaffOrder }) {
  const may = useMay();
  const { parcels, state } = order;
  const isPickUp = isFetched(order.delivery?.pickUp);
  if (parcels.length === 0) return null;
  const isOver = state === "cancelled" || state === "refunded";
  return (
    <Panel title={parcels.length === 1 ? "Parcel" : "Parcels"}>
      <ul className="divide-line grid divide-y">
        {parcels.map((parcel) => (
          <li key={parcel.id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
              <p className="font-semibold">
                Parcel {parcel.number}: {parcelState(parcel, isPickUp)}
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
            {may("dispatch") && !isOver && parcel.returnedAt === null ? (
              <ParcelSteps order={order} parcel={parcel} />
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What staff can record of a parcel. Of one that is all of its order delivery and its taking back are the order's. */
function ParcelSteps({ order, parcel }: { order: StaffOrder; parcel: SentParcel }) {
  const { id, number } = parcel;
  const isPickUp = isFetched(order.delivery?.pickUp);
  const isWhole = isWholeOrder(order);
  const back = parcelTakeBack(parcel);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {isOnItsWay(parcel) && !isWhole ? (
        <Form method="post" action={`/admin/orders/${order.id}`} preventScrollReset>
          <input type="hidden" name="parcel" value={id} />
          <Button
            name="intent"
            value="parcel-delivered"
            variant="quiet"
            size="sm"
            aria-label={`Parcel ${number} is ${isPickUp ? "fetched" : "delivered"}`}
          >
            {isPickUp ? "Fetched" : "Delivered"}
          </Button>
        </Form>
      ) : null}
      {isOnItsWay(parcel) && !isPickUp ? (
        <ParcelLink parcel={parcel} confirm="parcel-lost" label={`Parcel ${number} is lost`}>
          Lost
        </ParcelLink>
      ) : null}
      {back && (!isWhole || back === "loss") ? (
        <ParcelLink
          parcel={parcel}
          confirm="parcel-take-back"
          label={`Parcel ${number}: ${takeBackWords(back, isPickUp)}`}
        >
          {takeBackWords(back, isPickUp)}
        </ParcelLink>
      ) : null}
      {isPickUp ? null : (
        <ParcelLink parcel={parcel} confirm="parcel" label={`Correct parcel ${number}`}>
          Correct
        </ParcelLink>
      )}
    </div>
  );
}

const ParcelLink = ({
  parcel,
  confirm,
  label,
  children,
}: {
  parcel: SentParcel;
  confirm: string;
  label: string;
  children: string;
}) => (
  <Link
    to={`?confirm=${confirm}&parcel=${parcel.id}`}
    preventScrollReset
    className="link py-1"
    aria-label={label}
  >
    {children}
  </Link>
);
