import { expect, test } from "vitest";
import { canRefund, canStaffMove, refundProblem, STAFF_STEPS, whyNot } from "./fulfilment";
import { cancelSchema, despatchSchema, parseRefund, refundLinesOf, refundSchema } from "./fulfilment.schema";
import { ORDER_STATES, type OrderState } from "../orders";

const NOW = new Date("2026-11-21T20:00:00.000Z"); // the 22nd in India

const status = (state: OrderState, left: number | null) => ({
  state,
  cancelReason: state === "cancelled" ? ("staff" as const) : null,
  paidAt: state === "pending" ? null : "2026-11-20T00:00:00.000Z",
  left,
  wait: null,
  balanceDue: 0,
  isPickUp: false,
  isPartlySent: false,
});

test("staff can take only these steps", () => {
  const steps = ORDER_STATES.flatMap((state) =>
    STAFF_STEPS.filter((to) => canStaffMove(status(state, state === "pending" ? null : 100), to)).map(
      (to) => `${state} → ${to}`,
    ),
  );
  expect(steps).toEqual([
    "pending → cancelled",
    "paid → packed",
    "paid → cancelled",
    "packed → shipped",
    "packed → cancelled",
    "shipped → delivered",
  ]);
});

test("an order being refunded in full cannot be packed or shipped, but cancelled, or delivered if already shipped", () => {
  expect(canStaffMove(status("paid", 0), "packed")).toBe(false);
  expect(canStaffMove(status("packed", 0), "shipped")).toBe(false);
  expect(canStaffMove(status("packed", 0), "cancelled")).toBe(true);
  expect(canStaffMove(status("shipped", 0), "delivered")).toBe(true);
  expect(whyNot(7, status("paid", 0), "packed")).toBe(
    "Order #7 is being refunded in full: it cannot be marked as packed",
  );
  expect(whyNot(7, status("delivered", 0), "packed")).toBe(
    "Order #7 is delivered: it cannot be marked as packed",
  );
});

test("a paid order can be refunded while some of its money is left", () => {
  const refundable = ORDER_STATES.filter((state) => canRefund(status(state, 1)));
  expect(refundable).toEqual(["paid", "packed", "shipped", "delivered", "cancelled"]);
  expect(canRefund(status("paid", 0))).toBe(false);
  expect(canRefund(status("pending", null))).toBe(false);
});

test.each([
  [25_000, 25_000, null],
  [100, 25_000, null],
  [24_900, 25_000, null],
  [25_001, 25_000, "At most ₹250.00 can be refunded"],
  [99, 25_000, "Amount must be at least ₹1.00"],
  [0, 25_000, "Amount must be at least ₹1.00"],
  [24_901, 25_000, "Leave at least ₹1.00, or refund all of ₹250.00"],
  [40, 40, null],
  [39, 40, "Amount must be at least ₹1.00"],
])("refunding %i of %i paise: %s", (amount, left, problem) => {
  expect(refundProblem(amount, left)).toBe(problem);
});

const messages = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map((issue) => issue.message) ?? [];

test("shipping needs a carrier and a valid tracking number; the date is optional", () => {
  const check = (more: object) =>
    despatchSchema(() => NOW).safeParse({ providerId: 3, trackingNo: "AWB 123/4-5.6", ...more });
  expect(check({}).data).toEqual({ providerId: 3, trackingNo: "AWB 123/4-5.6" });
  expect(check({ trackingNo: " X ", etaDate: "2026-11-22" }).data).toMatchObject({ trackingNo: "X" });
  expect(messages(check({ providerId: undefined }))).toEqual(["Please choose a carrier"]);
  expect(messages(check({ providerId: 0 }))).toEqual(["Please choose a carrier"]);
  expect(messages(check({ trackingNo: undefined }))).toEqual(["Tracking number is required"]);
  expect(messages(check({ trackingNo: "   " }))[0]).toBe("Tracking number is required");
  expect(check({ trackingNo: "A".repeat(40) }).success).toBe(true);
  expect(messages(check({ trackingNo: "A".repeat(41) }))).toEqual([
    "Tracking number must be 40 characters or less",
  ]);
  for (const trackingNo of ["<b>", "A\u0000B", "A\r\nBcc: x@example.com", "Ä1"]) {
    expect(check({ trackingNo }).success).toBe(false);
  }
  expect(messages(check({ etaDate: "2026-11-21" }))).toEqual(["Estimated delivery cannot be in the past"]);
  expect(messages(check({ etaDate: "2027-11-23" }))).toEqual(["Estimated delivery must be within a year"]);
  for (const etaDate of ["2026-02-30", "tomorrow", "2026-11-22T00:00", "9999999-01-01"]) {
    expect(messages(check({ etaDate }))[0]).toBe("Please enter a date");
  }
});

test("a refund's amount is read as people type it; reason and a valid key are required", () => {
  const check = (more: object) =>
    refundSchema.safeParse({ amount: "250", reason: "Torn", key: "a".repeat(24), ...more });
  for (const [typed, paise] of [
    ["250", 25_000],
    ["₹1,234.50", 123_450],
    [" 99.9 ", 9_990],
    ["0.29", 29],
    ["999999999", 99_999_999_900],
    ["१२", 1_200],
    ["１２", 1_200],
  ]) {
    expect(check({ amount: typed }).data?.amount).toBe(paise);
  }
  for (const amount of ["abc", "-5", "1.234", "1e5", "Infinity", "0x10", "99999999999"]) {
    expect(messages(check({ amount }))).toEqual(["Amount must be in rupees, such as 250 or 99.50"]);
  }
  const parsed = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ reason: "Torn", key: "a".repeat(24), ...fields }))
      form.set(name, value);
    return { errors: parseRefund(form).reply().error ?? {}, lines: refundLinesOf(form) };
  };
  expect(parsed({ amount: "" })).toEqual({ errors: { amount: ["Amount is required"] }, lines: [] });
  expect(parsed({ amount: "", reason: "", "copies-3": "0" }).errors).toEqual({
    amount: ["Amount is required"],
    reason: ["Reason is required"],
  });
  // What lines and delivery cost is amount enough.
  expect(parsed({ shipping: "49" }).errors).toEqual({});
  expect(parsed({ "copies-3": "२", "restock-3": "on", "copies-4": "1" })).toEqual({
    errors: {},
    lines: [
      { id: 3, qty: 2, restock: true },
      { id: 4, qty: 1, restock: false },
    ],
  });
  expect(parsed({ "copies-3": "1.5" }).lines).toEqual([{ id: 3, qty: NaN, restock: false }]);
  expect(messages(check({ reason: "  " }))).toEqual(["Reason is required"]);
  expect(messages(check({ reason: "x".repeat(201) }))).toEqual(["Reason must be 200 characters or less"]);
  expect(check({ reason: "a\u0000b" }).data?.reason).toBe("ab");
  for (const key of ["short", "a".repeat(65), "with space and more", "drop'--table------"]) {
    expect(messages(check({ key }))).toEqual(["Please open the form again"]);
  }
  expect(cancelSchema.parse({}).note).toBe("");
  expect(messages(cancelSchema.safeParse({ note: "x".repeat(301) }))).toEqual([
    "Note must be 300 characters or less",
  ]);
});
