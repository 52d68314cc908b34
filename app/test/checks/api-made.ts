// What the example calls of the API need: each makes it anew.
import path from "node:path";
import type { Updateable } from "kysely";
import { createImport } from "~/domain/book-files/runs/create-import.server";
import type { Tables } from "~/db/tables";
import { uploadedFile } from "../files/import-files";
import type { Db } from "~/db/database.server";
import { addToCart, readCart } from "~/domain/sales/cart/cart.server";
import { saveForLater } from "~/domain/sales/cart/saved-items.server";
import { findEditableBook } from "~/domain/catalogue/books/staff/staff-books.server";
import { MASTER_DATA, type MasterDataEntity } from "~/domain/kit/master-data";
import { indianDate } from "~/domain/kit/dates";
import { makeQuotation } from "~/domain/sales/quotations/make-quotation.server";
import { quotationSchema } from "~/domain/sales/quotations/quotations.schema";
import type { OrderState } from "~/domain/sales/orders/orders";
import { orderVersion } from "~/domain/sales/orders/edit/order-version.server";
import { askForReturn } from "~/domain/sales/orders/returns/returns.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { savePage } from "~/domain/front/pages/staff-pages.server";
import { saveReview } from "~/domain/readers/reviews/reviews.server";
import { placeStaffOrder } from "~/domain/sales/orders/by-staff/place-staff-order.server";
import { staffOrderSchema } from "~/domain/sales/orders/by-staff/staff-order.schema";
import { ADDRESS, createAccount, createAddress, createBook } from "../factories";
import { createShopOrder, refundKey } from "../orders";
import type { World } from "./api-world";

let made = 0;

/** Publishes a page or a post. @returns its address */
export const publishedPage = async ({ shop, staff }: World, kind: "page" | "news") => {
  const fields = {
    title: "About us",
    address: `about-${++made}`,
    body: "We publish *books*.",
    searchTitle: "",
    searchDescription: "",
    hasContactForm: false,
    postedOn: kind === "news" ? "2026-01-31" : null,
    pictureId: null,
    published: true,
  };
  const saved = await savePage(shop.db.write, { id: null, kind, staffId: staff.id, fields, version: 0 });
  if (!saved.ok) throw new Error(saved.message);
  return fields.address;
};

/** Saves the book for later for the customer. */
export const savedBook = async (world: World) => {
  const { id, bookId } = await lineOf(world);
  const saved = await saveForLater(world.shop.db.write, world.customer.id, { itemId: id });
  if (!saved.ok) throw new Error(saved.message);
  return { bookId };
};

const NOW = "2026-11-23T04:30:00.000Z";

/** Another process works at the imports, so that nothing happens to them meanwhile. */
const HELD = { holder: "elsewhere", held_until: "9999-01-01T00:00:00.000Z" };

/** An uploaded file of one book, with these columns of its row. */
const importWith =
  (columns: Parameters<typeof changeImport>[2]) =>
  async ({ shop, staff }: World) => {
    const file = uploadedFile("ISBN,Price\n9780143065838,250\n");
    const dir = path.join(shop.dataDir, "imports");
    const actor = { id: staff.id, name: "Kamini Iyer" };
    const made = await createImport(shop.db.write, { path: file, fileName: "books.csv", staff: actor, dir });
    if (!made.ok) throw new Error(made.message);
    await changeImport(shop.db.write, made.id, columns);
    return { importId: made.id };
  };

const changeImport = (db: Db, id: number, columns: Updateable<Tables["bulk_changes"]>) =>
  db
    .updateTable("bulk_changes")
    .set({ mode: "add_and_change", mapping: "{}", ...HELD, ...columns })
    .where("id", "=", id)
    .execute();

const CHECKED = { status: "planned", planned_at: NOW, asked_at: NOW, rows: 1, changed: 1 } as const;
export const uploadedImport = importWith({});
export const checkedImport = importWith(CHECKED);
export const runningImport = importWith({ status: "planning", asked_at: NOW });
export const importedImport = importWith({ ...CHECKED, status: "imported", started_at: NOW, written: 1 });

/** An import with a picture that waits to be fetched, long after the tests. */
export const fetchingImport = async (world: World) => {
  const { importId } = await importedImport(world);
  const picture = { bulk_change_id: importId, book_id: world.bookId, position: 0, next_try_at: "9999-01-01" };
  await world.shop.db.write
    .insertInto("picture_fetches")
    .values({ ...picture, address: "https://images.kitab.example/1.jpg" })
    .execute();
  return { importId };
};

/** Adds the book to the customer's cart. */
export const lineOf = async ({ shop, customer, bookId }: World) => {
  const owner = { accountId: customer.id };
  const added = await addToCart(shop.db.write, owner, { bookId, quantity: 1 });
  if (!added.ok) throw new Error(added.message);
  const line = (await readCart(shop.db.read, owner)).lines.find((one) => one.bookId === bookId)!;
  return { id: line.itemId, bookId, quantity: line.quantity };
};

export const checkoutOf = async (world: World) => {
  const { bookId, quantity } = await lineOf(world);
  const address = await createAddress(world.shop.db.write, world.customer.id);
  return { address: { id: address }, cartItems: [{ bookId, qty: quantity, price: 250 }] };
};

/** A new order of the customer with a gateway order. */
export const orderOf = async (world: World) => {
  const response = await fetch(new URL("/api/v1/checkout/checkout", world.shop.origin), {
    method: "POST",
    headers: { Authorization: `Bearer ${world.customer.token}`, "Content-Type": "application/json" },
    body: JSON.stringify(await checkoutOf(world)),
  });
  return (await response.json()) as { orderid: number; razorpay_order_id: string; amount: number };
};

/** An order of the customer in this state. */
export const staffOrder = ({ shop, customer, bookId, staff }: World, state: OrderState) =>
  createShopOrder(shop, state, { accountId: customer.id, bookId, staffId: staff.id });

export const staffOrderIn = (state: OrderState) => async (world: World) => ({
  orderId: (await staffOrder(world, state)).orderId,
});

export const quotationBody = ({ bookId, customer }: World) => ({
  customer: { id: customer.id },
  address: ADDRESS,
  lines: [{ bookId, qty: 1 }],
  payment: "link" as const,
  validUntil: indianDate(new Date(), 30),
});

export const openQuotation = async (world: World) => {
  const fields = quotationSchema.parse(quotationBody(world));
  const made = await makeQuotation(world.shop.db.write, { ...fields, staffId: world.staff.id });
  if (!made.ok) throw new Error(made.message);
  return { quotationId: made.id };
};

export const groupOf = async ({ shop }: World) => {
  const at = NOW;
  const name = newName();
  const { id: groupId } = await shop.db.write
    .insertInto("customer_groups")
    .values({ name, name_key: name.toLowerCase(), created_at: at, updated_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { groupId };
};
export const discountOf = async (world: World) => {
  const { groupId } = await groupOf(world);
  const { id: discountId } = await world.shop.db.write
    .insertInto("group_discounts")
    .values({ group_id: groupId, rate: 1000, least_copies: 1, created_at: NOW })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { groupId, discountId };
};

/** An order on account of a new customer. */
export const onAccount = async ({ shop, bookId, staff }: World) => {
  const customerId = await createAccount(shop.db.write);
  const order = { customer: { id: customerId }, lines: [{ bookId, qty: 1 }], payment: "account" };
  const fields = staffOrderSchema.parse({ ...order, creditReason: "A known school" });
  const placed = await placeStaffOrder(shop.db.write, { ...fields, staffId: staff.id, gateway: "sandbox" });
  if (!placed.ok) throw new Error(placed.message);
  return { customerId };
};
export const accountPayment = () => ({
  amount: 1.5,
  way: "cheque" as const,
  reference: "Cheque 000123",
  receivedOn: "2026-11-01",
  idempotencyKey: refundKey(),
});

/** A failed refund that staff have to try again. */
export const stuckRefund = async (world: World) => {
  const { orderId } = await staffOrder(world, "delivered");
  const { write } = world.shop.db;
  const given = { orderId, staffId: world.staff.id, amount: 5000, reason: "Came damaged", key: refundKey() };
  await refundByStaff(write, given);
  const refund = await write
    .updateTable("refunds")
    .set({ status: "failed", last_error: "refused" })
    .where("order_id", "=", orderId)
    .returning("id")
    .executeTakeFirstOrThrow();
  return { orderId, refundId: refund.id };
};

/** A delivered order with a return that waits for staff's answer. */
export const returnedOrder = async (world: World) => {
  const { orderId } = await staffOrder(world, "delivered");
  const asked = await askForReturn(world.shop.db.write, {
    orderId,
    accountId: world.customer.id,
    items: [{ bookId: world.bookId, qty: 1 }],
    reason: "damaged",
    remarks: "",
  });
  if (!asked.ok) throw new Error(asked.message);
  return { orderId };
};

export const reviewOf = async ({ shop, customer, bookId }: World) => {
  await saveReview(shop.db.write, { bookId, accountId: customer.id, rating: 4, remarks: "Read it twice." });
  const { id } = await shop.db.write
    .updateTable("reviews")
    .set({ hidden: 0 })
    .where("account_id", "=", customer.id)
    .returning("id")
    .executeTakeFirstOrThrow();
  return { reviewId: id };
};

export const LIST = { page: 1, pageSize: 5, searchText: "a" };

/** A number that nothing else here has. */
export const nextNumber = () => ++made;

export const newName = () => `${nextNumber()}.${Date.now()}`;

/** The parcel of a shipped order. */
export async function sentParcel(world: World) {
  const { orderId } = await staffOrder(world, "shipped");
  const { id } = await world.shop.db.read
    .selectFrom("parcels")
    .select("id")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  return { orderId, parcelId: id };
}

/** The version of the newest order. */
export async function newestVersion(db: Db): Promise<number> {
  const { id } = await db
    .selectFrom("orders")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return orderVersion(db, id);
}

/** A new title for a book, from a client that sends only the original fields (docs/specification.md §3). */
export const editOf = async ({ shop }: World) => {
  const bookId = await createBook(shop.db.write, { authors: ["Asha Devi"], tags: ["Tale"] });
  const book = (await findEditableBook(shop.db.read, bookId))!;
  return {
    bookId,
    title: `Title ${newName()}`,
    brief: "A book.",
    isbn13: "9780143065838",
    price: 250,
    stock: 10,
    booktagsId: book.tags.map(({ id }) => id),
    authorId: book.authors.map(({ id }) => id),
    publisherId: book.publisher.id,
    languageId: book.language.id,
  };
};

export const twoNames =
  (path: string, id: string) =>
  async ({ shop }: World) => ({
    [id]: await createName(shop.db.write, path),
    into: await createName(shop.db.write, path),
  });

/** A new entry of the master data at this path of the API. @returns its id */
export async function createName(db: Db, path: string): Promise<number> {
  const entity = Object.values<MasterDataEntity>(MASTER_DATA).find(({ api }) => api.path === path)!;
  const name = `Name ${newName()}`;
  const row = { name, name_key: name.toLowerCase() };
  const { id } = await db.insertInto(entity.table).values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}
