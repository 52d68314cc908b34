import { expect, test } from "vitest";
import { cartChanges } from "./cart-changes";

const kari = { bookId: 1, title: "Kari", quantity: 2, unitPrice: 19_950 };
const gora = { bookId: 2, title: "Gora", quantity: 1, unitPrice: 30_000 };
const said = (bookId: number, quantity: number, unitPrice: number | null = null) => ({
  bookId,
  quantity,
  unitPrice,
});

test("the same books and copies are no change, in any order, with or without prices", () => {
  expect(cartChanges([], [])).toEqual([]);
  expect(cartChanges([kari, gora], [said(2, 1, 30_000), said(1, 2)])).toEqual([]);
  expect(cartChanges([kari], [said(1, 1), said(1, 1, 19_950)])).toEqual([]);
});

test("reports each difference", () => {
  expect(cartChanges([kari, gora], [said(1, 2)])).toEqual(["Gora is in your cart too"]);
  expect(cartChanges([gora], [said(2, 3)])).toEqual(["Gora is in your cart once"]);
  expect(cartChanges([kari], [said(1, 1, 19_900)])).toEqual([
    "Kari is in your cart 2 times",
    "Kari costs ₹199.50 now",
  ]);
  expect(cartChanges([kari], [said(1, 2), said(9, 1), said(8, 1)])).toEqual([
    "a book that you wanted to order is not in it",
  ]);
  expect(cartChanges([kari], [said(1, 1, 19_950), said(1, 1, 1)])).toEqual(["Kari costs ₹199.50 now"]);
});
