import { expect, test } from "vitest";
import { ADDRESS } from "~/test/factories";
import { ADDRESS_MAX, addressFormSchema, addressSchema, doubtfulValues } from "./address.schema";
import { addressDoubts } from "./address-doubts";
import { INDIAN_STATES } from "./indian-states";
import { statesOfPin } from "./pin-states";

function messages(given: Record<string, unknown>): Record<string, string[] | undefined> {
  const parsed = addressSchema.safeParse(given);
  return parsed.success ? {} : parsed.error.flatten().fieldErrors;
}

test("trims surrounding spaces", () => {
  expect(
    addressSchema.parse({ ...ADDRESS, fullname: "  Meera Nair ", email: " meera@example.com " }),
  ).toEqual(ADDRESS);
});

test("each field is one line: on labels and carriers' lists nobody adds a line or a control character", () => {
  const typed = { ...ADDRESS, fullname: "Meera\r\n\u0000COD: paid\u0007", place: "Ko\u2028chi\t" };
  expect(addressSchema.parse(typed)).toMatchObject({ fullname: "Meera COD: paid", place: "Ko chi" });
  expect(messages({ ...ADDRESS, fullname: "\u0000\n" })).toEqual({ fullname: ["Name is required"] });
});

test("every field is required, whether left out or blank", () => {
  const wanted = {
    fullname: ["Name is required"],
    address1: ["Address 1 is required"],
    address2: ["Address 2 is required"],
    place: ["Place is required"],
    state: ["State is required"],
    pincode: ["Pincode is required"],
    mobile: ["Mobile is required"],
    email: ["Please enter a valid email address"],
  };
  expect(messages({})).toEqual(wanted);
  expect(messages(Object.fromEntries(Object.keys(ADDRESS).map((name) => [name, "  "])))).toEqual(wanted);
});

const limits = [
  ["fullname", 99, "Name must be less than 100 characters"],
  ["address1", 99, "Address 1 must be less than 100 characters"],
  ["address2", 99, "Address 2 must be less than 100 characters"],
  ["place", 99, "Place must be less than 100 characters"],
  ["state", 69, "State must be less than 70 characters"],
  ["pincode", 7, "Pincode must be less than 7 characters"],
  ["mobile", 10, "Mobile must be less than 10 characters"],
] as const;

test.each(limits)("%s takes at most %i characters", (field, max, message) => {
  expect(messages({ ...ADDRESS, [field]: "x".repeat(max) })).toEqual({});
  expect(messages({ ...ADDRESS, [field]: "x".repeat(max + 1) })).toEqual({ [field]: [message] });
  expect(ADDRESS_MAX[field]).toBe(max);
});

test("an email address must be valid and under 120 characters", () => {
  const withLength = (length: number) => `a@${"b".repeat(50)}.${"c".repeat(length - 56)}.in`;
  expect(messages({ ...ADDRESS, email: "nobody" })).toEqual({
    email: ["Please enter a valid email address"],
  });
  expect(withLength(119)).toHaveLength(119);
  expect(messages({ ...ADDRESS, email: withLength(119) })).toEqual({});
  expect(messages({ ...ADDRESS, email: withLength(120) })).toEqual({
    email: ["Email must be less than 120 characters"],
  });
});

test("drops unknown fields", () => {
  expect(addressSchema.parse({ ...ADDRESS, account_id: 7, id: 3 })).toEqual(ADDRESS);
});

test.each([
  ["+91 98470 12345", "9847012345"],
  ["+919847012345", "9847012345"],
  ["09847012345", "9847012345"],
  ["98470-12345", "9847012345"],
])("the mobile %s is stored as %s", (typed, kept) => {
  expect(addressSchema.parse({ ...ADDRESS, mobile: typed }).mobile).toBe(kept);
});

test("a mobile that is too long even without its prefix gets one error", () => {
  for (const mobile of ["98470123456", "9".repeat(50)])
    expect(messages({ ...ADDRESS, mobile })).toEqual({ mobile: ["Mobile must be less than 10 characters"] });
});

test("removes the space within a PIN", () => {
  expect(addressSchema.parse({ ...ADDRESS, pincode: "700 029" }).pincode).toBe("700029");
});

const doubtful = [
  ["pincode", "4110", "PIN codes have six digits. Is 4110 right?"],
  ["pincode", "W1A 1AA", "PIN codes have six digits. Is W1A 1AA right?"],
  ["pincode", "012345", "PIN codes do not start with 0. Is 012345 right?"],
  ["mobile", "12345", "Mobile numbers have ten digits and start with 6, 7, 8 or 9. Is 12345 right?"],
  [
    "mobile",
    "5847012345",
    "Mobile numbers have ten digits and start with 6, 7, 8 or 9. Is 5847012345 right?",
  ],
  ["state", "Maharastra", "India has no state called Maharastra. Is it right?"],
] as const;

test.each(doubtful)(
  "the %s %s is questioned once, and accepted when sent again unchanged",
  (field, value, doubt) => {
    const given = { ...ADDRESS, [field]: value };
    const errors = (asked: Record<string, string>) => {
      const parsed = addressFormSchema((name) => asked[name]).safeParse(given);
      return parsed.success ? {} : parsed.error.flatten().fieldErrors;
    };
    expect(errors({})).toEqual({ [field]: [doubt] });
    expect(errors({ [field]: "something else" })).toEqual({ [field]: [doubt] });
    expect(errors({ ...doubtfulValues(given) })).toEqual({});
    expect(doubtfulValues({ ...given, [field]: ` ${value} ` })).toEqual({ [field]: value });
    expect(messages(given)).toEqual({});
    expect(addressDoubts(given)).toEqual({ [field]: doubt });
  },
);

test("reports doubtful values together with errors; an empty field is only required", () => {
  const parsed = addressFormSchema(() => null).safeParse({
    ...ADDRESS,
    pincode: "",
    state: "Bavaria",
    place: "",
  });
  expect(parsed.error?.flatten().fieldErrors).toEqual({
    place: ["Place is required"],
    pincode: ["Pincode is required"],
    state: ["India has no state called Bavaria. Is it right?"],
  });
});

test("accepts every Indian state under each of its names without a question", () => {
  for (const state of [...INDIAN_STATES, "Orissa", "tamil nadu", "NCT of Delhi"])
    expect(addressDoubts({ ...ADDRESS, state })).toEqual({});
});

test.each([
  ["110001", ["Delhi"]],
  ["411001", ["Maharashtra"]],
  ["403001", ["Goa"]],
  ["700029", ["West Bengal"]],
  ["737101", ["Sikkim"]],
  ["560003", ["Karnataka"]],
  ["682001", ["Kerala", "Lakshadweep"]],
  ["797001", ["Nagaland"]],
  ["605001", ["Puducherry", "Tamil Nadu"]],
  ["8", []],
  ["814", ["Bihar", "Jharkhand"]],
  ["814101", ["Jharkhand", "Bihar"]],
  ["826001", ["Jharkhand"]],
  ["246701", ["Uttar Pradesh"]],
  ["262501", ["Uttarakhand"]],
  ["160055", ["Punjab"]],
  ["682555", ["Lakshadweep"]],
  ["605106 and more", ["Puducherry", "Tamil Nadu"]],
  ["99", []],
  ["", []],
  ["abc", []],
])("the PIN %s suggests %j", (pin, states) => {
  expect(statesOfPin(pin)).toEqual(states);
});

test("every state is suggested by some PIN", () => {
  const found = new Set(Array.from({ length: 900 }, (_, index) => statesOfPin(String(100 + index))).flat());
  expect([...found].sort()).toEqual([...INDIAN_STATES].sort());
});
