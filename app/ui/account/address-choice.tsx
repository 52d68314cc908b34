import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { AddressFields } from "~/domain/kit/addresses/address.schema";
import { AddressLines } from "./address-lines";
import { FieldErrors } from "~/ui/kit/field-errors";

interface AddressChoiceProps {
  addresses: (AddressFields & { id: number })[];
  /** The id of the form that posts the choice, elsewhere on the page. */
  form: string;
  chosen: number | null;
  onChoose: (id: number | null) => void;
  /** Called after the shopper has chosen another one. */
  onChange?: (() => void) | undefined;
  errors?: string[];
}

/** Saved addresses as radio buttons, each with Edit. Uncontrolled: a choice made before scripts run stays. */
export function AddressChoice({ addresses, form, chosen, onChoose, onChange, errors }: AddressChoiceProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const checked = fieldset.current?.querySelector<HTMLInputElement>("input:checked");
    onChoose(checked ? Number(checked.value) : null);
  }, [onChoose]);
  return (
    <fieldset ref={fieldset} aria-describedby={errors?.length ? "addresses-error" : undefined}>
      <legend className="sr-only">Delivery address</legend>
      <FieldErrors id="addresses" errors={errors} />
      <ul>
        {addresses.map((address, index) => (
          <li key={address.id} className="choice-row">
            <input
              type="radio"
              id={`address-${address.id}`}
              form={form}
              name="addressId"
              value={address.id}
              defaultChecked={address.id === chosen}
              autoFocus={Boolean(errors?.length) && index === 0}
              onChange={() => {
                onChoose(address.id);
                onChange?.();
              }}
              className="check mt-0.5"
            />
            <label htmlFor={`address-${address.id}`} className="wrap-anywhere">
              <AddressLines address={address} />
            </label>
            <Link
              to={`/checkout?edit=${address.id}#address-part`}
              preventScrollReset
              className="link inline-flex min-h-8 items-center self-start"
            >
              Edit<span className="sr-only"> the address of {address.fullname}</span>
            </Link>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
