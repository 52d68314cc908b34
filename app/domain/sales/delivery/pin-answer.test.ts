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
  zoneId: 1,
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
  const picked = method({
    name: "At the shop",
    price: 0,
    from: "2026-11-28",
    to: "2026-11-30",
    pickUp: "10 to 6",
  });
  const slow = method({ name: "Gyan Post", price: 2_500, to: "2026-12-09", cod: AT_DOOR });
  const dear = method({ name: "Courier", price: 9_000, to: "2026-12-05" });
  expect(pinAnswer(quote(picked, slow, method({}), dear))).toEqual([
    "To Karnataka: by Wed 9 Dec for ₹25 (Gyan Post).",
    "To Karnataka: by Sat 5 Dec for ₹40 (Speed Post).",
    "Pick up at the shop from Sat 28 Nov, free (10 to 6).",
    "You can pay at the door with Gyan Post: ₹25 + ₹30.",
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

const GYAN = method({ name: "Gyan Post", price: 2_500, to: "2026-12-09" });
const SPEED = method({ price: 7_000 });
const SHOP = method({ name: "At the shop", price: 0, pickUp: "10 to 6" });
const paying = (...methods: QuotedMethod[]) => pinAnswer(quote(...methods)).at(-1);
const courier = (price: number, given: Partial<QuotedCod> = {}) =>
  method({ name: "Courier", price, cod: { ...AT_DOOR, ...given } });

test("names the cheapest way that is paid at the door, also one that is not shown", () => {
  expect(paying(GYAN, SPEED, courier(9_000))).toBe("You can pay at the door with Courier: ₹90 + ₹30.");
  expect(paying(GYAN, courier(9_000, { fee: 0 }))).toBe("You can pay at the door with Courier: ₹90.");
  expect(paying(courier(0), SPEED)).toBe("You can pay at the door with Courier, for ₹30 more.");
  expect(paying(SHOP, courier(9_000))).toBe("You can pay at the door, for ₹30 more.");
});

test("says what is due now of what is paid at the door", () => {
  const due = (price: number, given: Partial<QuotedCod>) =>
    paying(courier(price, given))!.replace("You can pay at the door, for ₹30 more.", "");
  expect(due(9_000, { partPercent: 20 })).toBe(" 20 % is due now.");
  expect(due(9_000, { partDelivery: true })).toBe(" The delivery is due now.");
  expect(due(9_000, { partPercent: 20, partDelivery: true })).toBe(
    " 20 % is due now, at least the delivery.",
  );
  expect(due(0, { partDelivery: true })).toBe("");
});

test("paying when the books are fetched is not paying at the door", () => {
  const free = { ...SHOP, cod: { ...AT_DOOR, fee: 0 } };
  expect(paying(GYAN, free)).toBe("You can pay when you fetch the books.");
  expect(paying(free, courier(9_000))).toBe("You can pay at the door, for ₹30 more.");
});
