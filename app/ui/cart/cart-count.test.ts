import { expect, test } from "vitest";
import { expectedCartCount } from "./cart-count";

function sent(formAction: string, fields: Record<string, string>) {
  const formData = new FormData();
  for (const [name, value] of Object.entries(fields)) formData.set(name, value);
  return { formAction, formData };
}
const after = (...forms: ReturnType<typeof sent>[]) => expectedCartCount(5, forms);

test("nothing under way: what the server told", () => {
  expect(expectedCartCount(5, [])).toBe(5);
  expect(expectedCartCount(5, [{}, { formAction: "/cart" }, { formData: new FormData() }])).toBe(5);
});

test("adding counts the copies asked for, from a list one", () => {
  expect(after(sent("/cart", { intent: "add", bookId: "3" }))).toBe(6);
  expect(after(sent("/cart", { intent: "add", bookId: "3", quantity: "4" }))).toBe(9);
  expect(after(sent("/cart", { intent: "add", bookId: "3", quantity: "0" }))).toBe(6);
});

test("a changed line counts by what it had", () => {
  expect(after(sent("/cart", { intent: "update", itemId: "1", was: "2", quantity: "3" }))).toBe(6);
  expect(after(sent("/cart", { intent: "update", itemId: "1", was: "2", quantity: "1" }))).toBe(4);
  // A decrease at 1 is ignored; so is what no server would take.
  expect(after(sent("/cart", { intent: "update", itemId: "1", was: "1", quantity: "0" }))).toBe(5);
  expect(after(sent("/cart", { intent: "update", itemId: "1", was: "1", quantity: "two" }))).toBe(5);
});

test("what leaves the cart, and what comes back into it", () => {
  expect(after(sent("/cart", { intent: "remove", itemId: "1", was: "2" }))).toBe(3);
  expect(after(sent("/cart/saved", { intent: "save", itemId: "1", was: "2" }))).toBe(3);
  expect(after(sent("/cart/saved", { intent: "move", bookId: "1", was: "3" }))).toBe(8);
  expect(after(sent("/wishlist", { intent: "move", bookId: "1" }))).toBe(6);
});

test("forms that leave the cart alone", () => {
  expect(after(sent("/cart/saved", { intent: "remove", bookId: "1", was: "3" }))).toBe(5);
  expect(after(sent("/cart", { intent: "apply-coupon", code: "TEN" }))).toBe(5);
  expect(after(sent("/wishlist", { intent: "add", bookId: "1" }))).toBe(5);
  expect(after(sent("/checkout", { intent: "add", quantity: "3" }))).toBe(5);
});

test("several at once add up, and never below nothing", () => {
  const add = sent("/cart", { intent: "add", bookId: "3" });
  expect(after(add, add, sent("/cart", { intent: "remove", itemId: "1", was: "2" }))).toBe(5);
  expect(expectedCartCount(1, [sent("/cart", { intent: "remove", itemId: "1", was: "2" })])).toBe(0);
});
