import type { SubmissionResult } from "@conform-to/react";
import { indianDate } from "~/domain/kit/dates";
import { canCorrectShipment } from "~/domain/sales/orders/fulfilment/fulfilment";
import { shipmentSchema } from "~/domain/sales/orders/fulfilment/fulfilment.schema";
import type { StaffOrder } from "~/domain/sales/orders/desk/staff-order";
import { SidePanel } from "~/ui/kit/dialog";
import { FormButtons } from "~/ui/kit/form-buttons";
import { Button } from "~/ui/kit/button";
import { TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import { useIsSending } from "~/ui/kit/use-is-sending";
import { ParcelFields } from "./parcel-fields";

const SHIPMENT = shipmentSchema(() => new Date());

/** Corrects carrier, tracking number and dates of a shipped parcel; shows nothing if the order was not shipped. */
export function ShipmentForm({
  order,
  carriers,
  today,
  lastResult,
  asked,
}: {
  order: StaffOrder;
  carriers: { id: number; name: string }[];
  /** Today's date in India, e.g. "2026-11-28". */
  today: string;
  lastResult?: SubmissionResult<string[]>;
  asked?: string;
}) {
  const isSending = useIsSending("shipment");
  const carrierId = carriers.find(({ name }) => name === order.carrier)?.id;
  const [form, { providerId, trackingNo, shippedOn, etaDate }] = useZodForm({
    id: "shipment",
    lastResult,
    defaultValue: {
      providerId: carrierId,
      trackingNo: order.trackingNo ?? "",
      shippedOn: order.shippedAt && indianDate(new Date(order.shippedAt)),
      etaDate: order.etaDate ?? "",
    },
    schema: SHIPMENT,
  });
  if (!canCorrectShipment(order.state, order.status.isPickUp) || order.shippedAt === null) return null;
  const inOrder = [providerId, trackingNo, shippedOn, etaDate];
  const focus = firstInvalid(inOrder);
  const closeTo = `/admin/orders/${order.id}`;
  return (
    <SidePanel title="Correct the shipment" closeTo={closeTo}>
      <ZodForm form={form} fields={inOrder} preventScrollReset className="grid gap-5">
        <p>The customer is told by email what changed.</p>
        <ParcelFields
          providerId={providerId}
          trackingNo={trackingNo}
          carriers={carriers}
          focus={focus ?? trackingNo.name}
          asked={asked}
        />
        <TextField label="Shipped on" type="date" {...fieldProps(shippedOn, focus)} max={today} required />
        <TextField label="Est. delivery (optional)" type="date" {...fieldProps(etaDate, focus)} />
        <FormButtons closeTo={closeTo}>
          <Button name="intent" value="shipment" isBusy={isSending}>
            Save
          </Button>
        </FormButtons>
      </ZodForm>
    </SidePanel>
  );
}
