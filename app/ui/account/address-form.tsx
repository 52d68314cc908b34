import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type FormEvent, useRef, useState } from "react";
import { DOUBTED } from "~/domain/kit/addresses/address-doubts";
import {
  ADDRESS_FORM_ERROR,
  ADDRESS_MAX,
  addressFormSchema,
  type AddressFields,
  askedField,
  doubtfulValues,
  MOBILE_TYPED_MAX,
  postedAddressSchema,
} from "~/domain/kit/addresses/address.schema";
import { INDIAN_STATES } from "~/domain/kit/addresses/indian-states";
import { statesOfPin } from "~/domain/kit/addresses/pin-states";
import { Button, ButtonLink } from "~/ui/kit/button";
import { TextField } from "~/ui/kit/field";
import { type FieldControl, fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { useParsedForm, ZodForm } from "~/ui/kit/zod-form";
import { useIsSending } from "~/ui/kit/use-is-sending";

/** The form's id, for buttons outside it. */
export const ADDRESS_FORM = "address-form";

interface AddressFormProps {
  /** The current page, which shows the form again (`?add` or `?edit=…`) when it is refused. */
  page: "/checkout" | "/account/addresses";
  /** The address to edit; null for a new one. */
  id: number | null;
  defaults: Partial<AddressFields>;
  lastResult?: SubmissionResult<string[]>;
  /** Where 'Cancel' leads; undefined while there is no other address to go back to. */
  cancelTo?: string;
  /** At the checkout: whether saving is the next step, before anything can be ordered. */
  isNext?: boolean;
}

/**
 * A shipping address (docs/specification.md §5.2). Posts intent=save-address; at the checkout Place Order posts it too.
 * Asks about doubtful values once: hidden fields hold the values it has asked about.
 */
export function AddressForm({ page, id, defaults, lastResult, cancelTo, isNext = false }: AddressFormProps) {
  const { form, fields, asked, isSaving, onSubmit } = useAddressForm(defaults, lastResult);
  const { fullname, address1, address2, place, state: region, pincode, mobile, email } = fields;
  const all = [fullname, address1, address2, place, pincode, region, mobile, email];
  const focus = firstInvalid(all);
  const isOnlyDoubt = all.every(({ errors = [] }) => errors.every((error) => error.endsWith("?")));
  const text = (field: typeof fullname) => ({
    ...fieldProps(field, focus),
    maxLength: ADDRESS_MAX[field.name as keyof AddressFields],
    required: true,
    enterKeyHint: "next" as const,
  });
  return (
    <ZodForm
      form={form}
      fields={all}
      errors={focus ? [isOnlyDoubt ? CHECK_DOUBTS : ADDRESS_FORM_ERROR] : form.errors}
      // A refused form comes back open.
      action={id === null ? `${page}?add=1` : `${page}?edit=${id}`}
      onSubmit={onSubmit}
      preventScrollReset
      className="grid gap-5"
    >
      {/* Not "id": a field of that name hides the form's own id from scripts. */}
      <input type="hidden" name="addressId" value={id ?? 0} />
      {DOUBTED.map((field) => (
        <input key={field} type="hidden" name={askedField(field)} value={asked[field] ?? ""} />
      ))}
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
      <PlaceAndContact
        place={text(place)}
        pincode={text(pincode)}
        region={text(region)}
        mobile={text(mobile)}
        email={text(email)}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          name="intent"
          value="save-address"
          // At the checkout only Place Order is a filled button, and it saves the address too.
          variant={page === "/checkout" && !isNext ? "quiet" : "primary"}
          isBusy={isSaving}
        >
          {id === null ? "Save Address" : "Update Address"}
        </Button>
        {cancelTo ? (
          <ButtonLink to={cancelTo} variant="quiet" preventScrollReset>
            Cancel
          </ButtonLink>
        ) : null}
      </div>
    </ZodForm>
  );
}

/** The state of the form. @returns `asked`, the doubtful values that were asked about, and more */
function useAddressForm(defaults: AddressFormProps["defaults"], lastResult: AddressFormProps["lastResult"]) {
  const isSaving = useIsSending("save-address");
  const [asked, setAsked] = useState(() => doubtfulValues(lastResult?.initialValue));
  const [form, fields] = useParsedForm({
    id: ADDRESS_FORM,
    lastResult,
    defaultValue: defaults,
    parse: (form) => {
      // While one types, a question stays until its value changes.
      const schema = form.has(INTENT) ? addressFormSchema(() => null) : postedAddressSchema(form);
      return parseWithZod(form, { schema });
    },
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    form.onSubmit(event);
    // conform's own check while one types sends nothing, so no question was shown.
    const pressed = (event.nativeEvent as SubmitEvent).submitter;
    if (pressed?.getAttribute("name") === INTENT) return;
    setAsked(doubtfulValues(Object.fromEntries(new FormData(event.currentTarget))));
  };
  return { form, fields, asked, isSaving, onSubmit };
}

/** Place to email; the PIN code suggests the state. */
function PlaceAndContact({
  place,
  pincode,
  region,
  mobile,
  email,
}: Record<"place" | "pincode" | "region" | "mobile" | "email", FieldControl>) {
  const { states, suggest } = useSuggestedStates(pincode.defaultValue ?? "", region.id);
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField label="Place" {...place} dir="auto" autoComplete="shipping address-level2" />
        <TextField
          label="Pincode"
          {...pincode}
          onChange={(event) => suggest(event.currentTarget.value)}
          inputMode="numeric"
          autoComplete="shipping postal-code"
        />
        <TextField label="State" {...region} list="indian-states" autoComplete="shipping address-level1" />
        <TextField
          label="Mobile"
          {...mobile}
          maxLength={MOBILE_TYPED_MAX}
          type="tel"
          autoComplete="shipping tel"
        />
      </div>
      <TextField label="Email" {...email} enterKeyHint="done" type="email" autoComplete="shipping email" />
      <datalist id="indian-states">
        {states.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  );
}

/** The field that conform adds when it checks the form while one types. */
const INTENT = "__intent__";

const CHECK_DOUBTS = "Please look at this once more. If it is right, press the button again.";

/**
 * The states to choose from, first those that the PIN code suggests. Where scripts run, an empty state is filled in when
 * the PIN code leaves only one.
 * @param stateId the id of the state's input
 */
function useSuggestedStates(initialPin: string, stateId: string) {
  const [pin, setPin] = useState(initialPin);
  const filledIn = useRef("");
  const suggested: readonly string[] = statesOfPin(pin);
  const suggest = (typed: string) => {
    setPin(typed);
    const input = document.getElementById(stateId) as HTMLInputElement;
    const [only, ...others] = statesOfPin(typed);
    if (!only || others.length > 0 || (input.value !== "" && input.value !== filledIn.current)) return;
    filledIn.current = only;
    input.value = only;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return {
    states: [...suggested, ...INDIAN_STATES.filter((name) => !suggested.includes(name))],
    suggest,
  };
}
