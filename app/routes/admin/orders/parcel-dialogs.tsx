import { isFetched } from "~/domain/sales/delivery/pick-up";
import type { StaffOrder } from "~/domain/sales/orders/desk/staff-order";
import {
  copiesInWords,
  isOnItsWay,
  type ParcelTakeBack,
  parcelTakeBack,
} from "~/domain/sales/orders/parcels/parcels";
import { Button } from "~/ui/kit/button";
import { ConfirmForm } from "~/ui/kit/confirm-form";

/** 'Is this parcel lost?'; shows nothing for a parcel that is not on its way. */
export function LostDialog({ order, parcelId }: { order: StaffOrder; parcelId: number }) {
  const parcel = order.parcels.find(({ id }) => id === parcelId);
  if (!parcel || !isOnItsWay(parcel) || isFetched(order.delivery?.pickUp)) return null;
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
        told by email.
      </p>
    </ConfirmForm>
  );
}

/** What was recorded by mistake, as the link to its question has it. */
export const takeBackWords = (step: ParcelTakeBack, isPickUp: boolean): string =>
  ({
    delivery: isPickUp ? "Not fetched yet" : "Not delivered yet",
    loss: "Not lost",
    sending: isPickUp ? "Not ready yet" : "Not sent yet",
  })[step];

/** The question before a parcel's last step is taken back; shows nothing if there is none. */
export function ParcelTakeBackDialog({ order, parcelId }: { order: StaffOrder; parcelId: number }) {
  const parcel = order.parcels.find(({ id }) => id === parcelId);
  const step = parcel ? parcelTakeBack(parcel) : null;
  if (!parcel || !step) return null;
  const isPickUp = isFetched(order.delivery?.pickUp);
  return (
    <ConfirmForm
      title={`Parcel ${parcel.number}: ${takeBackWords(step, isPickUp).toLowerCase()}?`}
      closeTo={`/admin/orders/${order.id}`}
      cancel="Leave it"
      button={
        <Button name="intent" value="parcel-take-back">
          Take it back
        </Button>
      }
    >
      <input type="hidden" name="parcel" value={parcel.id} />
      <input type="hidden" name="step" value={step} />
      <p>{copiesInWords(parcel.lines)}</p>
      <p>{WHAT[step](order, isPickUp)}</p>
    </ConfirmForm>
  );
}

const WHAT: Record<ParcelTakeBack, (order: StaffOrder, isPickUp: boolean) => string> = {
  delivery: ({ state }, isPickUp) => {
    const now = isPickUp ? "The books wait at the shop again." : "The parcel is on its way again.";
    return state === "delivered"
      ? `${now} The customer, who was told that all had ${isPickUp ? "been fetched" : "arrived"}, is told by email that this part has not.`
      : `${now} The customer gets no email about it.`;
  },
  loss: (_order, isPickUp) =>
    `${isPickUp ? "The books wait at the shop again." : "The parcel is on its way again."} The customer, who was told that it is lost, is told by email that it is not. If its books were sent again or refunded, it stays lost.`,
  sending: (_order, isPickUp) =>
    `Its books are to be sent again, and its number is forgotten; what was taken from the stock in place of lost copies goes back. The customer, who was told that it is ${isPickUp ? "ready" : "on its way"}, is told by email that it is not.`,
};
