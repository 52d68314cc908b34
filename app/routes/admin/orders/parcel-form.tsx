import { isFetched } from "~/domain/sales/delivery/pick-up";
import type { SubmissionResult } from "@conform-to/react";
import { formatGrams } from "~/domain/sales/delivery/weights";
import { parcelSchema, WEIGHT_MAX } from "~/domain/sales/orders/fulfilment/fulfilment.schema";
import type { StaffOrder } from "~/domain/sales/orders/desk/staff-order";
import type { SentParcel } from "~/domain/sales/orders/parcels/parcels";
import { SidePanel } from "~/ui/kit/dialog";
import { FormButtons } from "~/ui/kit/form-buttons";
import { Button } from "~/ui/kit/button";
import { TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import { useIsSending } from "~/ui/kit/use-is-sending";
import { ParcelFields } from "./parcel-fields";

interface Props {
  order: StaffOrder;
  carriers: { id: number; name: string }[];
  lastResult?: SubmissionResult<string[]>;
  asked?: string;
}

/** Corrects carrier, number and weight of one parcel; shows nothing if there is none, or it is back, or fetched at the shop. */
export function ParcelForm({ parcelId, ...props }: Props & { parcelId: number }) {
  const parcel = props.order.parcels.find(({ id }) => id === parcelId);
  const isLeft = !parcel || parcel.returnedAt || isFetched(props.order.delivery?.pickUp);
  return isLeft ? null : <Correction parcel={parcel} {...props} />;
}

function Correction({ order, parcel, carriers, lastResult, asked }: Props & { parcel: SentParcel }) {
  const isSending = useIsSending("parcel");
  const [form, { providerId, trackingNo, weight }] = useZodForm({
    id: "parcel",
    lastResult,
    defaultValue: {
      providerId: carriers.find(({ name }) => name === parcel.carrier)?.id,
      trackingNo: parcel.trackingNo ?? "",
      weight: parcel.weightG ? formatGrams(parcel.weightG) : "",
    },
    schema: parcelSchema(false),
  });
  const inOrder = [providerId, trackingNo, weight];
  const focus = firstInvalid(inOrder);
  const closeTo = `/admin/orders/${order.id}`;
  return (
    <SidePanel title={`Correct parcel ${parcel.number}`} closeTo={closeTo}>
      <ZodForm form={form} fields={inOrder} preventScrollReset className="grid gap-5">
        <input type="hidden" name="parcel" value={parcel.id} />
        {parcel.lostAt ? (
          <p>It is recorded as lost: nobody gets an email.</p>
        ) : (
          <p>If carrier or number change, the customer is told by email.</p>
        )}
        <ParcelFields
          providerId={providerId}
          trackingNo={trackingNo}
          carriers={carriers}
          focus={focus ?? trackingNo.name}
          asked={asked}
        />
        <TextField
          label="Weight (optional)"
          hint="In grams, or such as 1.2 kg"
          {...fieldProps(weight, focus)}
          maxLength={WEIGHT_MAX}
          autoComplete="off"
        />
        <FormButtons closeTo={closeTo}>
          <Button name="intent" value="parcel" isBusy={isSending}>
            Save
          </Button>
        </FormButtons>
      </ZodForm>
    </SidePanel>
  );
}
