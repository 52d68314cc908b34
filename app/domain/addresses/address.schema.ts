import { z } from "zod";

/** The longest value each input takes; 'under 100' refuses 100 (specification section 5, decisions.md). */
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

/** What stands above the form when any field is wrong. */
export const ADDRESS_FORM_ERROR = "Please check the form for errors";

const INVALID_EMAIL = "Please enter a valid email address";

const text = (label: string, max: number, printedLimit: number, example: string) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} must be less than ${printedLimit} characters`)
    .meta({ examples: [example] });

/** A shipping address as people type it: surrounding spaces never matter, all fields are required. */
export const addressSchema = z.object({
  fullname: text("Name", ADDRESS_MAX.fullname, 100, "Asha Rao"),
  address1: text("Address 1", ADDRESS_MAX.address1, 100, "12 Lake View Road"),
  address2: text("Address 2", ADDRESS_MAX.address2, 100, "Near the post office"),
  place: text("Place", ADDRESS_MAX.place, 100, "Kochi"),
  state: text("State", ADDRESS_MAX.state, 70, "Kerala"),
  pincode: text("Pincode", ADDRESS_MAX.pincode, 7, "682001"),
  mobile: text("Mobile", ADDRESS_MAX.mobile, 10, "9847012345"),
  email: z
    .string({ error: INVALID_EMAIL })
    .trim()
    .max(ADDRESS_MAX.email, "Email must be less than 120 characters")
    .pipe(z.email(INVALID_EMAIL))
    .meta({ format: "email", examples: ["asha@example.com"] }),
});

export type AddressFields = z.infer<typeof addressSchema>;
