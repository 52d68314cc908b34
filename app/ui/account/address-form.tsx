import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "react-router";
import {
  ADDRESS_FORM_ERROR,
  ADDRESS_MAX,
  type AddressFields,
  addressSchema,
} from "~/domain/addresses/address.schema";
import { INDIAN_STATES } from "~/domain/addresses/indian-states";
import { Button, ButtonLink } from "../button";
import { FormErrorSummary, TextField } from "../field";
import { firstInvalid } from "../first-invalid";

interface AddressFormProps {
  /** The page it stands on, which shows it again (`?add` or `?edit=…`) when it is refused. */
  page: "/checkout" | "/account/addresses";
  /** The address to edit; null for a new one. */
  id: number | null;
  defaults: Partial<AddressFields>;
  lastResult?: SubmissionResult<string[]>;
  /** Where 'Cancel' leads; none while there is no other address to go back to. */
  cancelTo?: string;
}

/** A shipping address (specification section 5). Posts intent=save-address. */
export function AddressForm({ page, id, defaults, lastResult, cancelTo }: AddressFormProps) {
  const { state, formData } = useNavigation();
  const isSaving = state !== "idle" && formData?.get("intent") === "save-address";
  const [form, fields] = useForm({
    id: "address-form",
    lastResult,
    defaultValue: defaults,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: addressSchema }),
  });
  const { fullname, address1, address2, place, state: region, pincode, mobile, email } = fields;
  const all = [fullname, address1, address2, place, region, pincode, mobile, email];
  const focus = firstInvalid(all);
  const text = (field: typeof fullname) => ({
    id: field.id,
    name: field.name,
    defaultValue: field.initialValue,
    errors: field.errors,
    maxLength: ADDRESS_MAX[field.name as keyof AddressFields],
    required: true,
    enterKeyHint: "next" as const,
    autoFocus: focus === field.name,
  });
  return (
    <Form
      method="post"
      // Refused, the page comes back with this form open.
      action={id === null ? `${page}?add=1` : `${page}?edit=${id}`}
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate
      preventScrollReset
      className="grid gap-5"
    >
      <FormErrorSummary id={form.errorId} errors={focus ? [ADDRESS_FORM_ERROR] : form.errors} fields={all} />
      <input type="hidden" name="intent" value="save-address" />
      {/* Not "id": a field of that name hides the form's own id from scripts. */}
      <input type="hidden" name="addressId" value={id ?? 0} />
      <TextField label="Full name" {...text(fullname)} dir="auto" autoComplete="shipping name" />
      <TextField
        label="Address 1"
        {...text(address1)}
        dir="auto"
        hint="House, building, street"
        autoComplete="shipping address-line1"
      />
      <TextField
        label="Address 2"
        {...text(address2)}
        dir="auto"
        hint="Area, landmark"
        autoComplete="shipping address-line2"
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField label="Place" {...text(place)} dir="auto" autoComplete="shipping address-level2" />
        <TextField
          label="State"
          {...text(region)}
          list="indian-states"
          autoComplete="shipping address-level1"
        />
        <TextField
          label="Pincode"
          {...text(pincode)}
          inputMode="numeric"
          autoComplete="shipping postal-code"
        />
        <TextField label="Mobile" {...text(mobile)} type="tel" autoComplete="shipping tel-national" />
      </div>
      <TextField
        label="Email"
        {...text(email)}
        enterKeyHint="done"
        type="email"
        autoComplete="shipping email"
      />
      <datalist id="indian-states">
        {INDIAN_STATES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <div className="flex flex-wrap gap-3">
        <Button aria-disabled={isSaving || undefined}>
          {id === null ? "Save Address" : "Update Address"}
        </Button>
        {cancelTo ? (
          <ButtonLink to={cancelTo} variant="quiet" preventScrollReset>
            Cancel
          </ButtonLink>
        ) : null}
      </div>
    </Form>
  );
}
