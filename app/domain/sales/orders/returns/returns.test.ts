import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refundForReturn } from "./returns";
import { returnAnswerSchema, returnFromForm, returnSchema } from "./returns.schema";

const line = (bookId: number, unitPrice: number, quantity: number) => ({
  id: bookId,
  bookId,
  title: `Book ${bookId}`,
  unitPrice,
  quantity,
  refunded: 0,
  lineTotal: unitPrice * quantity,
  cover: null,
  isVisible: true,
  isbn: null,
  taxRate: 0,
  discount: 0,
});

/** The part of an order that a refund depends on. Paise. */
function order(lines: ReturnType<typeof line>[], discount = 0, shipping = 0) {
  const subtotal = lines.reduce((sum, one) => sum + one.lineTotal, 0);
  const itemCount = lines.reduce((sum, one) => sum + one.quantity, 0);
  const total = subtotal - discount + shipping;
  return { lines, totals: { itemCount, subtotal, discount, shipping, tax: 0, total } };
}
const returned = (...copies: [bookId: number, quantity: number][]) => ({
  lines: copies.map(([bookId, quantity]) => ({ bookId, title: "", quantity })),
});

describe("the refund proposed for returned books", () => {
  const two = order([line(1, 25_000, 2), line(2, 19_900, 1)]);

  test("is the price of the copies, without the shipping", () => {
    expect(refundForReturn(returned([1, 1]), two, 69_900)).toBe(25_000);
    expect(refundForReturn(returned([1, 2], [2, 1]), order(two.lines, 0, 5_000), 74_900)).toBe(69_900);
  });

  test("subtracts its share of the order's discount, to the paisa", () => {
    // A tenth of 699 rupees.
    const less = order(two.lines, 6_990);
    expect(refundForReturn(returned([1, 1]), less, less.totals.total)).toBe(22_500);
    expect(refundForReturn(returned([2, 1]), less, less.totals.total)).toBe(17_910);
    // A third of a paisa is rounded.
    expect(refundForReturn(returned([1, 1]), order([line(1, 1_000, 3)], 1_000), 2_000)).toBe(667);
    expect(refundForReturn(returned([1, 3]), order([line(1, 1_000, 3)], 3_000), 0)).toBe(0);
  });

  test("never exceeds what is left, and leaves no remainder too small to refund", () => {
    expect(refundForReturn(returned([1, 2]), two, 30_000)).toBe(30_000);
    expect(refundForReturn(returned([1, 2]), two, 0)).toBe(0);
    expect(refundForReturn(returned([1, 1]), two, 25_050)).toBe(25_050);
    expect(refundForReturn(returned([1, 1]), two, 25_100)).toBe(25_000);
  });

  test("for all books is the subtotal less the discount, and for parts never more", () => {
    const copies = fc.array(fc.tuple(fc.nat(500_00), fc.integer({ min: 1, max: 9 })), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(copies, fc.double({ min: 0, max: 1, noNaN: true }), (given, part) => {
        const lines = given.map(([price, quantity], index) => line(index + 1, price, quantity));
        const whole = order(lines);
        const less = order(lines, Math.floor(whole.totals.subtotal * part), 4_900);
        const { subtotal, discount, total } = less.totals;
        const all = lines.map(({ bookId, quantity }): [number, number] => [bookId, quantity]);
        expect(refundForReturn(returned(...all), less, total)).toBe(subtotal - discount);
        for (const { bookId } of lines)
          expect(refundForReturn(returned([bookId, 1]), less, total)).toBeLessThanOrEqual(
            subtotal - discount,
          );
      }),
    );
  });
});

describe("the return form", () => {
  const fields = (given: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ reason: "damaged", remarks: "", ...given }))
      form.set(name, value);
    return returnSchema.safeParse(returnFromForm(form));
  };
  const messages = (given: Record<string, string>) =>
    (fields(given).error?.issues ?? []).map(({ path, message }) => [path.join("."), message]);

  test("ignores books without copies", () => {
    expect(
      fields({ "copies-3": "2", "copies-4": "0", "copies-5": " ", "copies-x": "7", copies: "7" }),
    ).toMatchObject({
      success: true,
      data: { items: [{ bookId: 3, qty: 2 }], reason: "damaged", remarks: "" },
    });
  });

  test.each(["-1", "1.5", "two", "1e3", "9".repeat(30)])("refuses '%s' copies", (typed) => {
    expect(messages({ "copies-3": typed })).toEqual([["items.0.qty", "Copies must be a whole number"]]);
  });

  test("reports all missing parts together", () => {
    expect(messages({ reason: "" })).toEqual([
      ["items", "Please choose the books to return"],
      ["reason", "Please choose a reason"],
    ]);
    expect(messages({ reason: "other" })).toEqual([
      ["items", "Please choose the books to return"],
      ["remarks", "Please tell us why"],
    ]);
    expect(messages({ "copies-3": "1", reason: "bored" })).toEqual([["reason", "Please choose a reason"]]);
  });

  test("allows 500 characters of remarks, counting a CRLF as one", () => {
    expect(messages({ "copies-3": "1", remarks: "x\r\n".repeat(250) })).toEqual([]);
    expect(messages({ "copies-3": "1", remarks: "x".repeat(501) })).toEqual([
      ["remarks", "Remarks must be 500 characters or less"],
    ]);
    expect(messages({ "copies-3": "1", reason: "other", remarks: " \n " })).toEqual([
      ["remarks", "Please tell us why"],
    ]);
  });

  test("refuses the same book twice", () => {
    const items = [
      { bookId: 3, qty: 1 },
      { bookId: 3, qty: 1 },
    ];
    expect(returnSchema.safeParse({ items, reason: "damaged" }).success).toBe(false);
  });
});

test("declining a return needs a note", () => {
  const given = { returnId: 1, answer: "decline" };
  expect(returnAnswerSchema.safeParse(given).error?.issues).toMatchObject([
    { path: ["note"], message: "Please tell the customer why" },
  ]);
  expect(returnAnswerSchema.parse({ ...given, note: " No. " })).toMatchObject({
    note: "No.",
    restock: false,
  });
  expect(returnAnswerSchema.parse({ ...given, answer: "approve" })).toMatchObject({ note: "" });
});
