import { useEffect, useRef } from "react";
import {
  type Buyer,
  BUYER_FIELDS,
  BUYER_MAX,
  BUYER_PARTS,
  GSTIN_TYPED_MAX,
} from "~/domain/sales/orders/buyer/buyer";
import type { TypedBuyer } from "~/domain/sales/orders/buyer/buyer.schema";
import { TextAreaField, TextField } from "~/ui/kit/field";
import { FormScope, useStashedForm } from "~/ui/kit/stashed-fields";

interface BuyerFieldsProps {
  /** The id of the form that posts them, where it is not around them. */
  form?: string;
  /** As the page has it at first; null: nothing. */
  buyer: Buyer | null;
  /** The fields of a form that was refused or checked. */
  answer: TypedBuyer | null | undefined;
  /** Whether the shop has a GSTIN: else it gives no invoice for a buyer's. */
  isRegistered: boolean;
}

/** Whom the document is for, folded as long as nothing is in it: school, library or firm, and its number of the order. */
export function BuyerFields(props: BuyerFieldsProps) {
  // What was typed into a form before a login is filled in only there.
  return (
    <FormScope value={props.form}>
      <Folded {...props} />
    </FormScope>
  );
}

function Folded({ form, buyer, answer, isRegistered }: BuyerFieldsProps) {
  const stashed = useStashedForm();
  const errors = answer?.errors ?? {};
  const before = answer?.typed ?? buyer;
  const wrong = BUYER_PARTS.find((part) => errors[part]?.length);
  const isFilled = BUYER_PARTS.some((part) => before?.[part] || stashed?.fields[BUYER_FIELDS[part]]);
  // A refused one is shown, wherever it came from.
  const hasGstin = isRegistered || wrong === "gstin";
  const paper = isRegistered ? "invoice" : "bill";
  const seen = useRef(answer);
  useEffect(() => {
    // A page from the server has autoFocus instead.
    if (seen.current === answer) return;
    seen.current = answer;
    if (wrong) document.getElementById(BUYER_FIELDS[wrong])?.focus();
  }, [answer, wrong]);
  const text = (part: keyof Buyer) => ({
    form,
    id: BUYER_FIELDS[part],
    name: BUYER_FIELDS[part],
    defaultValue: before?.[part] ?? "",
    errors: errors[part],
    maxLength: BUYER_MAX[part],
    autoFocus: part === wrong,
    dir: "auto",
    autoComplete: "off",
  });
  return (
    <details open={isFilled || wrong !== undefined} className="border-line border-y py-3">
      <summary className="link w-fit py-1">
        {isRegistered ? "GST invoice" : "Name on the bill"} or order reference (optional)
      </summary>
      <div className="mt-3 grid gap-5">
        <div className="grid items-start gap-5 sm:grid-cols-2">
          {hasGstin ? (
            <TextField
              label="GSTIN"
              hint="Of the school, library or firm that pays"
              {...text("gstin")}
              maxLength={GSTIN_TYPED_MAX}
              dir={undefined}
              autoCapitalize="characters"
              spellCheck={false}
            />
          ) : (
            <input type="hidden" form={form} name={BUYER_FIELDS.gstin} value={before?.gstin ?? ""} />
          )}
          <TextField
            label={`Name on the ${paper}`}
            hint={hasGstin ? "Needed with a GSTIN" : "Of the school, library or firm that pays"}
            {...text("name")}
          />
        </div>
        <TextAreaField
          label={`Address on the ${paper}`}
          hint="If it is not that of the delivery"
          {...text("address")}
          rows={3}
        />
        <TextField
          label="Your order reference"
          hint={`It stands on the ${paper} and in the parcel`}
          {...text("reference")}
        />
      </div>
    </details>
  );
}

/** Links to the fields with a message, for the summary of a form's errors. */
export const buyerErrors = (answer: TypedBuyer | null | undefined) =>
  BUYER_PARTS.map((part) => ({ id: BUYER_FIELDS[part], errors: answer?.errors[part] }));
