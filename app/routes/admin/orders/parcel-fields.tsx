import type { FieldMetadata } from "@conform-to/react";
import { TRACKING_MAX } from "~/domain/sales/orders/fulfilment/fulfilment.schema";
import { SelectField, TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { Options } from "~/ui/kit/options";

/**
 * Carrier and tracking number of the parcel.
 * @param focus the name of the field that gets the focus
 * @param asked a tracking number that another parcel has too, after staff were asked about it: sent again, it is taken
 */
export function ParcelFields({
  providerId,
  trackingNo,
  carriers,
  focus,
  asked,
}: {
  providerId: FieldMetadata<number | undefined>;
  trackingNo: FieldMetadata<string | undefined>;
  carriers: { id: number; name: string }[];
  focus: string | null | undefined;
  asked: string | undefined;
}) {
  return (
    <>
      {asked ? <input type="hidden" name="sharedTracking" value={asked} /> : null}
      <SelectField label="Carrier" {...fieldProps(providerId, focus)} required>
        <option value="">Choose…</option>
        <Options of={carriers.map((carrier) => [carrier.id, carrier.name])} />
      </SelectField>
      <TextField
        label="Tracking number"
        {...fieldProps(trackingNo, focus)}
        maxLength={TRACKING_MAX}
        autoComplete="off"
        required
      />
    </>
  );
}
