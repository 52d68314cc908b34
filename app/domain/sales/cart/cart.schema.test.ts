import { expect, test } from "vitest";
import { cartSchema } from "./cart.schema";

const read = (fields: Record<string, string>) => {
  const parsed = cartSchema.safeParse(fields);
  return parsed.success ? parsed.data : null;
};

test("adding may have no quantity; a given quantity is raised to at least 1", () => {
  expect(read({ intent: "add", bookId: "7" })).toEqual({ intent: "add", bookId: 7 });
  expect(read({ intent: "add", bookId: "7", quantity: "3" })).toEqual({
    intent: "add",
    bookId: 7,
    quantity: 3,
  });
  expect(read({ intent: "add", bookId: "7", quantity: "-2" })).toEqual({
    intent: "add",
    bookId: 7,
    quantity: 1,
  });
});

test("a very large quantity is capped, and an invalid one is refused", () => {
  expect(read({ intent: "update", itemId: "1", quantity: "99999999" })).toMatchObject({
    quantity: 1_000_000,
  });
  expect(read({ intent: "update", itemId: "1", quantity: "0" })).toMatchObject({ quantity: 0 });
  for (const quantity of ["two", "1.5", "NaN", "Infinity"]) {
    expect(read({ intent: "update", itemId: "1", quantity })).toBeNull();
  }
});

test("extra fields are dropped; unknown intents and invalid ids are refused", () => {
  expect(read({ intent: "remove", itemId: "4", price: "1", cart_id: "9" })).toEqual({
    intent: "remove",
    itemId: 4,
  });
  expect(read({ intent: "clear" })).toBeNull();
  expect(read({ intent: "remove", itemId: "-4" })).toBeNull();
  expect(read({ intent: "add" })).toBeNull();
});
