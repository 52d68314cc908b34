import type { OrderState } from "~/domain/sales/orders/orders";
import { createBook, createStaff } from "./factories";
import { createCarrier, createOrder, type OrderOptions, orderState } from "./orders";
import { flashMessages, pageHtml, readPage } from "./pages";
import { MemoryGateway } from "./payments/memory-gateway";
import { type FormFields, signedIn, type TestShop } from "./shop";

export type OrderDesk = Awaited<ReturnType<typeof createOrderDesk>>;

/** Somebody of the staff, a carrier and a book of which there is enough, to make orders and work on them. */
export async function createOrderDesk(shop: TestShop) {
  const db = shop.db.write;
  const gateway = new MemoryGateway();
  const staffId = await createStaff(db);
  const staff = await signedIn(shop, staffId);
  const providerId = await createCarrier(db, "Blue Dart");
  const bookId = await createBook(db, {
    title: "Gora <i>the</i> novel",
    stock: 500,
    isbn13: "9788126415151",
    price: 25_000,
  });
  return {
    gateway,
    staffId,
    staff,
    providerId,
    bookId,
    make: (state: OrderState, given: OrderOptions = {}) =>
      createOrder(db, gateway, state, { staffId, providerId, bookId, quantity: 2, ...given }),
    state: (order: { orderId: number }) => orderState(shop.db.read, order.orderId),
    /** Posts, and reads the message on the page that the answer redirects to. */
    async post(url: string, fields: FormFields) {
      const answer = await readPage(staff.post(url, fields));
      const next = answer.status === 303 ? await pageHtml(staff.get(answer.to!)) : "";
      return { ...answer, message: flashMessages(next).join("") };
    },
  };
}
