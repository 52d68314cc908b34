import { expect, test } from "vitest";
import { ADDRESS } from "~/test/factories";
import { ADDRESS_MAX, addressSchema } from "./address.schema";

function messages(given: Record<string, unknown>): Record<string, string[] | undefined> {
  const parsed = addressSchema.safeParse(given);
  return parsed.success ? {} : parsed.error.flatten().fieldErrors;
}

test("surrounding spaces never matter", () => {
  expect(
    addressSchema.parse({ ...ADDRESS, fullname: "  Meera Nair ", email: " meera@example.com " }),
  ).toEqual(ADDRESS);
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

test.each(limits)("%s takes %i characters and not one more", (field, max, message) => {
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

test("fields that no address has are dropped", () => {
  expect(addressSchema.parse({ ...ADDRESS, account_id: 7, id: 3 })).toEqual(ADDRESS);
});
