import { expect, test } from "vitest";
import type { MailedOrder } from "./order-message";
import { confirmationMessage, releaseMovedMessage } from "./order-messages";
import { shippedMessage } from "./parcel-messages";

const ORDER: MailedOrder = {
  id: 7,
  first_name: "Asha",
  subtotal: 60_000,
  discount: 0,
  coupon_code: null,
  shipping: 0,
  tax: 0,
  total: 60_000,
  payment_way: "cod",
  due_at_door: 60_000,
  door_received: 0,
  state: "paid",
  eta_date: null,
  invoice_no: "KB/26-27/000001",
  tracking_no: "AWB1",
  fullname: "Asha Rao",
  address1: "12 Temple Street",
  address2: "",
  place: "Bengaluru",
  state_name: "Karnataka",
  pincode: "560003",
};
const LINES = [{ title: "Gora", quantity: 2, unit_price: 30_000, tax_rate: 0 }];

const confirmation = (order: Partial<MailedOrder>) => {
  const { preheader, paragraphs, totals } = confirmationMessage({ ...ORDER, ...order }, LINES);
  return { text: [preheader, ...paragraphs].join(" "), due: new Map(totals).get("Due at the door") };
};

test("a confirmation names what is still due at the door, not what came", () => {
  const first = confirmation({});
  expect(first.due).toBe("₹600.00");
  expect(first.text).toContain("It is confirmed. ₹600.00 is due at the door: please keep it ready");
  const part = confirmation({ state: "shipped", door_received: 45_000 });
  expect(part.due).toBe("₹150.00");
  expect(part.text).toContain("We have received your payment. ₹150.00 is due at the door");
  const all = confirmation({ state: "delivered", door_received: 60_000 });
  expect(all.due).toBeUndefined();
  expect(all.text).not.toContain("due at the door");
  expect(all.text).toContain("We have received your payment.");
});

test("a confirmation that is sent again asks for no money after the delivery, and claims none", () => {
  const { text, due } = confirmation({ state: "delivered" });
  expect(due).toBeUndefined();
  expect(text).not.toMatch(/due at the door|received your payment/);
});

test("the mail of a shipped parcel asks for what is still due", () => {
  const asked = (door_received: number) =>
    shippedMessage({ ...ORDER, state: "shipped", door_received }, "India Post").paragraphs.slice(1);
  expect(asked(0)).toEqual(["₹600.00 is due at the door: please keep it ready."]);
  expect(asked(45_000)).toEqual(["₹150.00 is due at the door: please keep it ready."]);
  expect(asked(60_000)).toEqual([]);
});

test.each([
  [60_000, "Nothing is due then."],
  [45_000, "Your payment is then returned in full."],
  [0, "Your payment is then returned in full."],
])("what a moved release says about cancelling when %i paise are due at the door", (due, sentence) => {
  const books = [{ title: "Gora", told: "2026-12-01", releasedOn: "2026-12-20" }];
  const { paragraphs } = releaseMovedMessage({ ...ORDER, due_at_door: due }, books, null);
  expect(paragraphs.at(-1)!.endsWith(`until we have packed it. ${sentence}`)).toBe(true);
});
