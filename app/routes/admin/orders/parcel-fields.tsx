import type { FieldMetadata } from "@conform-to/react";
import { TRACKING_MAX } from "~/domain/orders/fulfilment.schema";
import { SelectField, TextField } from "~/ui/field";

/**
 * Who carries the parcel, and under which number.
 * @param focus the name of the field that has the focus
 * @param asked the tracking number that another parcel has too, once staff were asked about it: sent again, it is taken
 */
export function ParcelFields({
  providerId,
  trackingNo,
  carriers,
  focus,
  asked,
}: {
  providerId: FieldMetadata<number>;
  trackingNo: FieldMetadata<string>;
  carriers: { id: number; name: string }[];
  focus: string | null | undefined;
  asked: string | undefined;
}) {
  return (
    <>
      {asked ? <input type="hidden" name="sharedTracking" value={asked} /> : null}
      <SelectField
        label="Carrier"
        id={providerId.id}
        name={providerId.name}
        defaultValue={providerId.initialValue ?? ""}
        errors={providerId.errors}
        autoFocus={focus === providerId.name}
        required
      >
        <option value="">Choose…</option>
        {carriers.map((carrier) => (
          <option key={carrier.id} value={carrier.id}>
            {carrier.name}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Tracking number"
        id={trackingNo.id}
        name={trackingNo.name}
        defaultValue={trackingNo.initialValue}
        errors={trackingNo.errors}
        autoFocus={focus === trackingNo.name}
        maxLength={TRACKING_MAX}
        autoComplete="off"
        required
      />
    </>
  );
}
