import { ADDRESS_MAX, type AddressFields, MOBILE_TYPED_MAX } from "~/domain/kit/addresses/address.schema";
import { TextField } from "~/ui/kit/field";

/** The fields of an address in a form of staff. @param shown a field's value @param errors by the names of the fields */
export function AddressInputs({
  shown,
  errors,
  required = false,
}: {
  shown: (name: keyof AddressFields) => string;
  errors: Record<string, string[]>;
  required?: boolean;
}) {
  const text = (name: keyof AddressFields) => ({
    name,
    defaultValue: shown(name),
    errors: errors[name],
    maxLength: ADDRESS_MAX[name],
    required,
    dir: "auto",
    autoComplete: "off",
  });
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <TextField label="Full name" {...text("fullname")} />
      <TextField label="Mobile" {...text("mobile")} maxLength={MOBILE_TYPED_MAX} type="tel" />
      <TextField label="Address 1" {...text("address1")} />
      <TextField label="Address 2" {...text("address2")} />
      <TextField label="Place" {...text("place")} />
      <TextField label="Pincode" {...text("pincode")} inputMode="numeric" />
      <TextField label="State" {...text("state")} />
      <TextField label="Email" {...text("email")} type="email" />
    </div>
  );
}
