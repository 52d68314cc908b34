import { expect, test } from "vitest";
import { pinAnswer } from "./pin-answer";
import type { ParcelQuote, QuotedCod, QuotedMethod } from "./plan";

const NOT_AT_DOOR: QuotedCod = {
  offered: false,
  fee: 0,
  partPercent: 0,
  partDelivery: false,
  reason: "This way of delivery must be paid before.",
};
const AT_DOOR: QuotedCod = { ...NOT_AT_DOOR, offered: true, fee: 3_000, reason: null };

const method = (given: Partial<QuotedMethod>): QuotedMethod => ({
  id: 1,
  name: "Speed Post",
  carrier: "India Post",
  price: 4_000,
  from: "2026-11-30",
  to: "2026-12-05",
  pickUp: null,
  cod: NOT_AT_DOOR,
  ...given,
});
const quote = (...methods: QuotedMethod[]): ParcelQuote => ({
  pin: "560001",
  state: "Karnataka",
  methods,
  refusal: null,
});

test("says the cheapest way, a quicker one, and picking up; a dearer one that is no quicker is left out", () => {
  const picked = method({ name: "At the shop", price: 0, to: "2026-11-30", pickUp: "10 to 6" });
  const slow = method({ name: "Gyan Post", price: 2_500, to: "2026-12-09", cod: AT_DOOR });
  const dear = method({ name: "Courier", price: 9_000, to: "2026-12-05" });
  expect(pinAnswer(quote(picked, slow, method({}), dear))).toEqual([
    "To Karnataka: by Wed 9 Dec for ₹25 (Gyan Post).",
    "To Karnataka: by Sat 5 Dec for ₹40 (Speed Post).",
    "Pick up at the shop from Mon 30 Nov, free (10 to 6).",
    "You can pay at the door, for ₹30 more.",
  ]);
});

test("says why nothing is paid at the door, and why nothing is sent", () => {
  expect(pinAnswer(quote(method({ price: 0 })))).toEqual([
    "To Karnataka: by Sat 5 Dec free (Speed Post).",
    "This way of delivery must be paid before.",
  ]);
  const refusal = "We do not deliver to PIN code 682001 (Kerala).";
  expect(pinAnswer({ ...quote(), refusal })).toEqual([refusal]);
});
