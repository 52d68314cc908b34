import { z } from "zod";
import { DOUBTED, type DoubtedField, doubtAbout, nationalMobile, plainPin } from "./address-doubts";
import { EMAIL_PATTERN, inOneLine, mailAddress, typedText } from "../typed-text";

/** The longest value each input takes; 'under 100' refuses 100 (docs/specification.md §5.2). */
export const ADDRESS_MAX = {
  fullname: 99,
  address1: 99,
  address2: 99,
  place: 99,
  state: 69,
  pincode: 7,
  mobile: 10,
  email: 119,
} as const;

/** The longest mobile that may be typed: +91 or 0 in front and spaces are dropped before its own limit applies. */
export const MOBILE_TYPED_MAX = 20;

/** The message above the form when any field is wrong. */
export const ADDRESS_FORM_ERROR = "Please check the form for errors";

const INVALID_EMAIL = "Please enter a valid email address";
const EMAIL_TOO_LONG = "Email must be less than 120 characters";

const tooLong = (label: string, printedLimit: number) =>
  `${label} must be less than ${printedLimit} characters`;

const text = (label: string, max: number, printedLimit: number, example: string) => {
  return typedText(max, tooLong(label, printedLimit), `${label} is required`)
    .overwrite(inOneLine)
    .trim()
    .min(1, `${label} is required`)
    .max(max, tooLong(label, printedLimit))
    .meta({ examples: [example] });
};

/**
 * A shipping address as typed: surrounding spaces are trimmed, all fields are required. A mobile is stored without
 * +91 or 0 in front.
 */
export const addressSchema = z.object({
  fullname: text("Name", ADDRESS_MAX.fullname, 100, "Asha Rao"),
  address1: text("Address 1", ADDRESS_MAX.address1, 100, "12 Lake View Road"),
  address2: text("Address 2", ADDRESS_MAX.address2, 100, "Near the post office"),
  place: text("Place", ADDRESS_MAX.place, 100, "Kochi"),
  state: text("State", ADDRESS_MAX.state, 70, "Kerala"),
  pincode: text("Pincode", ADDRESS_MAX.pincode, 7, "682001").overwrite(plainPin),
  mobile: z
    .string({ error: "Mobile is required" })
    .max(MOBILE_TYPED_MAX, { error: tooLong("Mobile", 10), abort: true })
    .trim()
    .min(1, "Mobile is required")
    .overwrite(nationalMobile)
    .max(ADDRESS_MAX.mobile, tooLong("Mobile", 10))
    .meta({ examples: ["9847012345"] }),
  email: typedText(ADDRESS_MAX.email, EMAIL_TOO_LONG, INVALID_EMAIL)
    .trim()
    .overwrite(mailAddress)
    .max(ADDRESS_MAX.email, EMAIL_TOO_LONG)
    .pipe(z.email({ error: INVALID_EMAIL, pattern: EMAIL_PATTERN }))
    .meta({ format: "email", examples: ["asha@example.com"] }),
});

export type AddressFields = z.infer<typeof addressSchema>;

/** The hidden fields with the doubtful values that the customer was already asked about. */
const ASKED = { pincode: "askedPincode", mobile: "askedMobile", state: "askedState" } as const;
/** The name of the hidden field with the value that was asked about. */
export const askedField = (field: DoubtedField): string => ASKED[field];

/**
 * The schema of the address form: a doubtful value gets a question at its field once, and is accepted when it is sent
 * again unchanged (docs/product-decisions.md §4.2).
 * @param asked returns the value of a field that was already asked about, from the form's hidden fields
 */
export function addressFormSchema(asked: (field: DoubtedField) => unknown) {
  const known = <Field extends DoubtedField>(field: Field) =>
    addressSchema.shape[field].check((ctx) => {
      if (ctx.issues.length > 0) return;
      const doubt = doubtAbout(field, ctx.value);
      if (doubt && asked(field) !== ctx.value)
        ctx.issues.push({ code: "custom", message: doubt, input: ctx.value });
    });
  return addressSchema.extend({
    state: known("state"),
    pincode: known("pincode"),
    mobile: known("mobile"),
  });
}

/** The same schema for a posted form. */
export const postedAddressSchema = (form: FormData) =>
  addressFormSchema((field) => form.get(askedField(field)));

/**
 * The doubtful values of a posted form, for its hidden fields.
 * @param posted the form's fields; absent while nothing was sent
 */
export function doubtfulValues(
  posted: Record<string, unknown> | null | undefined,
): Partial<Record<DoubtedField, string>> {
  const found = DOUBTED.map((field) => {
    const parsed = addressSchema.shape[field].safeParse(posted?.[field]);
    return [field, parsed.success && doubtAbout(field, parsed.data) ? parsed.data : null];
  });
  return Object.fromEntries(found.filter(([, value]) => value !== null)) as Partial<
    Record<DoubtedField, string>
  >;
}
