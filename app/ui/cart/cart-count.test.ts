import { expect, test } from "vitest";
import { expectedCartCount } from "./cart-count";

function sent(formAction: string, fields: Record<string, string>) {
  const formData = new FormData();
  for (const [name, value] of Object.entries(fields)) formData.set(name, value);
  return { formAction, formData };
}
const after = (...forms: ReturnType<typeof sent>[]) => expectedCartCount(5, forms);

test("is the server's count when nothing is being sent", () => {
  expect(expectedCartCount(5, [])).toBe(5);
  expect(expectedCartCount(5, [{}, { formAction: "/cart" }, { formData: new FormData() }])).toBe(5);
});

test("adding counts the copies chosen; one from a list", () => {
  expect(after(sent("/cart", { intent: "add", bookId: "3" }))).toBe(6);
  expect(after(sent("/cart", { intent: "add", bookId: "3", quantity: "4" }))).toBe(9);
  expect(after(sent("/cart", { intent: "add", bookId: "3", quantity: "0" }))).toBe(6);
});

test("a changed line counts the difference to its copies", () => {
  expect(after(sent("/cart", { intent: "update", itemId: "1", was: "2", quantity: "3" }))).toBe(6);
  expect(after(sent("/cart", { intent: "update", itemId: "1", was: "2", quantity: "1" }))).toBe(4);
  // A decrease at 1 is ignored, and so is an invalid number.
  expect(after(sent("/cart", { intent: "update", itemId: "1", was: "1", quantity: "0" }))).toBe(5);
  expect(after(sent("/cart", { intent: "update", itemId: "1", was: "1", quantity: "two" }))).toBe(5);
});

test("counts copies that leave the cart or come back into it", () => {
  expect(after(sent("/cart", { intent: "remove", itemId: "1", was: "2" }))).toBe(3);
  expect(after(sent("/cart/saved", { intent: "save", itemId: "1", was: "2" }))).toBe(3);
  expect(after(sent("/cart/saved", { intent: "move", bookId: "1", was: "3" }))).toBe(8);
  expect(after(sent("/wishlist", { intent: "move", bookId: "1" }))).toBe(6);
});

test("ignores forms that do not change the cart", () => {
  expect(after(sent("/cart/saved", { intent: "remove", bookId: "1", was: "3" }))).toBe(5);
  expect(after(sent("/cart", { intent: "apply-coupon", code: "TEN" }))).toBe(5);
  expect(after(sent("/wishlist", { intent: "add", bookId: "1" }))).toBe(5);
  expect(after(sent("/checkout", { intent: "add", quantity: "3" }))).toBe(5);
});

test("several forms add up, never below 0", () => {
  const add = sent("/cart", { intent: "add", bookId: "3" });
  expect(after(add, add, sent("/cart", { intent: "remove", itemId: "1", was: "2" }))).toBe(5);
  expect(expectedCartCount(1, [sent("/cart", { intent: "remove", itemId: "1", was: "2" })])).toBe(0);
});
