import { CONTACT_MAX } from "~/domain/front/pages/contact.schema";
import { TextField } from "~/ui/kit/field";
import type { FieldControl } from "~/ui/kit/field-props";

/** Who writes to the shop: name and email address. */
export function SenderFields({ name, email }: { name: FieldControl; email: FieldControl }) {
  return (
    <>
      <TextField
        label="Your name"
        {...name}
        autoComplete="name"
        maxLength={CONTACT_MAX.name}
        dir="auto"
        required
      />
      <TextField
        label="Your email"
        {...email}
        type="email"
        autoComplete="email"
        hint="We answer to this address"
        maxLength={CONTACT_MAX.email}
        required
      />
    </>
  );
}
