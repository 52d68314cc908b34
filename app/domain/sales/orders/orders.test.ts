import { expect, test } from "vitest";
import { API_STATUS, canMove, ORDER_STATES, orderSearchTerm, progressStep, STATE_LABELS } from "./orders";

const status = (state: (typeof ORDER_STATES)[number]) => ({ state, cancelReason: null, paidAt: null });

test("only the allowed steps can be taken", () => {
  const allowed = ORDER_STATES.flatMap((from) =>
    ORDER_STATES.filter((to) => canMove(status(from), to)).map((to) => `${from} → ${to}`),
  );
  expect(allowed).toEqual([
    "pending → paid",
    "pending → cancelled",
    "paid → packed",
    "paid → cancelled",
    "paid → refunded",
    "packed → shipped",
    "packed → cancelled",
    "packed → refunded",
    "shipped → delivered",
    "shipped → refunded",
    "delivered → refunded",
  ]);
});

test("a cancelled order can become paid only if its payment was late, and refunded only if it was paid", () => {
  const cancelled = { state: "cancelled", cancelReason: "payment_timeout", paidAt: null } as const;
  expect(canMove(cancelled, "paid")).toBe(true);
  expect(canMove({ ...cancelled, cancelReason: "superseded" }, "paid")).toBe(false);
  expect(canMove({ ...cancelled, cancelReason: "unserviceable" }, "paid")).toBe(false);
  expect(canMove(cancelled, "refunded")).toBe(false);
  expect(
    canMove({ state: "cancelled", cancelReason: "staff", paidAt: "2026-01-01T00:00:00Z" }, "refunded"),
  ).toBe(true);
});

test("states have different names in the API and on screens", () => {
  expect(["paid", "packed", "shipped", "delivered"].map((state) => API_STATUS[state as "paid"])).toEqual([
    "Payment made",
    "packed",
    "Despatched",
    "Delivered",
  ]);
  expect(["paid", "packed", "shipped", "delivered"].map((state) => STATE_LABELS[state as "paid"])).toEqual([
    "Processing",
    "Packed",
    "Shipped",
    "Delivered",
  ]);
});

test("the progress bar fills up to the order's step", () => {
  expect(ORDER_STATES.map(progressStep)).toEqual([-1, 0, 1, 2, 3, -1, -1]);
});

test("a search text keeps only characters of order and invoice numbers", () => {
  expect(orderSearchTerm(" #12 ")).toBe("12");
  expect(orderSearchTerm("KB/26-27/000001")).toBe("KB/26-27/000001");
  expect(orderSearchTerm("%_*")).toBe("");
});
