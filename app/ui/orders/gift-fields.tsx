import { useEffect, useRef } from "react";
import { type Gift, GIFT_FIELDS, GIFT_MAX } from "~/domain/sales/orders/buyer/gift";
import type { TypedGift } from "~/domain/sales/orders/buyer/gift.schema";
import { CheckboxField, TextAreaField, TextField } from "~/ui/kit/field";
import { FormScope } from "~/ui/kit/stashed-fields";

interface GiftFieldsProps {
  /** The id of the form that posts them, where it is not around them. */
  form?: string;
  /** As the page has it at first; null: no gift. */
  gift: Gift | null;
  /** The fields of a form that was refused or checked. */
  answer: TypedGift | null | undefined;
}

/** A box to tick, and below it what the slip of a gift says: the style sheet hides it as long as the box is not ticked. */
export function GiftFields(props: GiftFieldsProps) {
  return (
    <FormScope value={props.form}>
      <Block {...props} />
    </FormScope>
  );
}

function Block({ form, gift, answer }: GiftFieldsProps) {
  const errors = answer?.errors ?? {};
  const before = answer?.typed ?? gift;
  const wrong = (["from", "message"] as const).find((part) => errors[part]?.length);
  const seen = useRef(answer);
  useEffect(() => {
    // A page from the server has autoFocus instead.
    if (seen.current === answer) return;
    seen.current = answer;
    if (wrong) document.getElementById(GIFT_FIELDS[wrong])?.focus();
  }, [answer, wrong]);
  const text = (part: keyof Gift) => ({
    form,
    id: GIFT_FIELDS[part],
    name: GIFT_FIELDS[part],
    defaultValue: before?.[part] ?? "",
    errors: errors[part],
    maxLength: GIFT_MAX[part],
    autoFocus: part === wrong,
    dir: "auto",
  });
  return (
    <div className="border-line grid gap-4 border-t pt-4 pb-1 [&:not(:has(:checked))>.gift-parts]:hidden">
      <CheckboxField
        label="This is a gift"
        hint="The parcel has no bill and no prices"
        name={GIFT_FIELDS.on}
        form={form}
        defaultChecked={answer?.isOn ?? gift !== null}
      />
      <div className="gift-parts grid gap-5">
        <TextField label="From" hint="The name on the packing slip" autoComplete="off" {...text("from")} />
        <TextAreaField
          label="Message"
          hint={`On the packing slip, at most ${GIFT_MAX.message} characters`}
          rows={3}
          {...text("message")}
        />
      </div>
    </div>
  );
}

/** Links to the fields with a message, for the summary of a form's errors. */
export const giftErrors = (answer: TypedGift | null | undefined) =>
  (["from", "message"] as const).map((part) => ({ id: GIFT_FIELDS[part], errors: answer?.errors[part] }));
