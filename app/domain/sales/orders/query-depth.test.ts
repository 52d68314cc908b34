import { expect, test } from "vitest";
import { addToCart, readCart } from "../cart/cart.server";
import { findBook } from "~/domain/catalogue/books/books.server";
import { createOrder, createOrderShop } from "~/test/orders";
import { createBook } from "~/test/factories";
import { queryDepth } from "~/test/databases/query-depth";
import { findOrder } from "./orders.server";

test("what a book's page, a cart and an order read is asked side by side", async () => {
  const { db, gateway } = await createOrderShop();
  const bookId = await createBook(db, {});
  expect(await queryDepth(db, () => findBook(db, bookId))).toBe(1);
  const { accountId, orderId } = await createOrder(db, gateway, "paid");
  await addToCart(db, { accountId }, { bookId, quantity: 1 });
  expect(await queryDepth(db, () => readCart(db, { accountId }))).toBe(1);
  expect(await queryDepth(db, () => findOrder(db, accountId, orderId))).toBe(1);
});
