import { NAME_PAGES } from "~/domain/catalogue/names/paged-entities";
import { addToWishlist } from "~/domain/readers/wishlist/wishlist.server";
import { sendMailedCode } from "~/domain/people/accounts/mailed-codes.server";
import { startRefreshFamily } from "~/domain/people/accounts/refresh-tokens.server";
import { recordAccountPayment } from "~/domain/sales/trade/account-money.server";
import { accountPaymentBody } from "~/domain/sales/trade/on-account.json.ts";
import { accountReceipts } from "~/domain/sales/trade/on-account.server";
import { ADDRESS, createAddress, createBook, createBookPicture } from "../factories";
import { createCoupon } from "../factories-coupons";
import { PASSWORD } from "../factories-accounts";
import { jpeg } from "../files/pictures";
import { mailedCode } from "../mails";
import { createCarrier, refundKey } from "../orders";
import {
  nextNumber,
  publishedPage,
  savedBook,
  uploadedImport,
  checkedImport,
  runningImport,
  importedImport,
  fetchingImport,
  lineOf,
  checkoutOf,
  orderOf,
  staffOrder,
  staffOrderIn,
  quotationBody,
  openQuotation,
  groupOf,
  discountOf,
  onAccount,
  accountPayment,
  stuckRefund,
  returnedOrder,
  reviewOf,
  LIST,
  newName,
  sentParcel,
  newestVersion,
  editOf,
  twoNames,
  createName,
} from "./api-made";
import { type CallExample, type World, createPerson } from "./api-world";

const masterDataCalls = (
  path: string,
  id: string,
  name: string,
  sortField: string,
): Record<string, CallExample> => ({
  [`GET /${path}/all`]: { access: "staff" },
  [`POST /${path}/admin/all`]: {
    access: "staff",
    body: async () => ({ page: 1, pageSize: 5, searchText: "", orderdir: "asc", sortField }),
  },
  [`POST /${path}`]: { access: "staff", body: async () => ({ [id]: 0, [name]: `Name ${newName()}` }) },
  [`POST /${path}/admin/{${id}}/deletion`]: {
    access: "staff",
    params: async ({ shop }) => ({ [id]: await createName(shop.db.write, path) }),
  },
  ...(path in NAME_PAGES && {
    [`POST /${path}/admin/{${id}}/page`]: {
      access: "staff",
      params: async ({ shop }: World) => ({ [id]: await createName(shop.db.write, path) }),
      body: async () => ({ nativeName: "নাম", text: "A text.", website: "example.in" }),
    },
  }),
  [`GET /${path}/admin/{${id}}/merge/{into}`]: { access: "staff", params: twoNames(path, id) },
  [`POST /${path}/admin/{${id}}/merge/{into}`]: { access: "staff", params: twoNames(path, id) },
});

/** A valid call of each operation. A new operation needs an example here. */
export const CALLS: Record<string, CallExample> = {
  "POST /auth/authenticate": {
    access: "public",
    body: async ({ customer }) => ({ username: customer.email, email: customer.email, password: PASSWORD }),
  },
  "POST /auth/login-code": {
    access: "public",
    body: async ({ customer }) => ({ email: customer.email }),
  },
  "POST /auth/authenticate-code": {
    access: "public",
    // One address each: a right code ends the others of its address.
    body: async ({ shop }) => {
      const email = `coded-${newName()}@example.com`;
      const site = { shopName: "Kitab", origin: "https://books.example" };
      const codeToken = await sendMailedCode(shop.db.write, { email, remember: false, isKnown: false }, site);
      return { codeToken, code: await mailedCode(shop.db.read, email) };
    },
  },
  "POST /auth/signup": {
    access: "public",
    body: async () => ({
      firstName: "Leela",
      lastName: "Menon",
      email: `leela${newName()}@example.com`,
      password: PASSWORD,
      confirmPassword: PASSWORD,
    }),
  },
  "POST /auth/refreshtoken": {
    access: "public",
    body: async ({ shop, customer }) => ({
      refreshToken: (await startRefreshFamily(shop.db.write, customer.id)).refreshToken,
    }),
  },
  "POST /auth/forgot-password": {
    access: "public",
    body: async ({ customer }) => ({ email: customer.email }),
  },
  "POST /auth/reset-password": {
    access: "public",
    body: async () => ({ token: "of-no-link", password: PASSWORD, confirmPassword: PASSWORD }),
  },
  "POST /auth/change-password": {
    access: "member",
    // A wrong password, because a change would sign the callers out.
    body: async () => ({
      currentPassword: "Not-The-One-7",
      password: "Monsoon-Verandah-9",
      confirmPassword: "Monsoon-Verandah-9",
    }),
  },

  "GET /browsebooks/favourite": { access: "anyone" },
  "GET /browsebooks/booktags": { access: "anyone" },
  "GET /browsebooks/bestsellers": { access: "anyone" },
  "GET /browsebooks/categories": { access: "anyone" },
  "GET /browsebooks/{id}/more-by-author": {
    access: "anyone",
    params: async ({ bookId }) => ({ id: bookId }),
  },
  "GET /browsebooks/{id}/recommendations": {
    access: "anyone",
    params: async ({ bookId }) => ({ id: bookId }),
  },
  "POST /browsebooks/paged": { access: "anyone", body: async () => ({ page: 0, pageSize: 5 }) },
  "GET /browsebooks/{id}": { access: "anyone", params: async ({ bookId }) => ({ id: bookId }) },
  "GET /browsebooks/reviews/{id}": { access: "anyone", params: async ({ bookId }) => ({ id: bookId }) },
  "GET /pages": { access: "anyone" },
  "GET /pages/{address}": {
    access: "anyone",
    params: async (world) => ({ address: await publishedPage(world, "page") }),
  },
  "GET /news": { access: "anyone" },
  "GET /news/{address}": {
    access: "anyone",
    params: async (world) => ({ address: await publishedPage(world, "news") }),
  },
  "POST /browsebooks/{id}/notify": {
    access: "anyone",
    params: async ({ shop }) => ({ id: await createBook(shop.db.write, { stock: 0 }) }),
    body: async () => ({ email: `reader${newName()}@example.com` }),
  },
  "POST /browsebooks/wanted": {
    access: "anyone",
    body: async () => ({ title: newName(), email: `reader${newName()}@example.com` }),
  },
  "POST /ratings": {
    access: "customer",
    body: async ({ bookId }) => ({ bookid: bookId, id: 0, rate: 4, remarks: "Read it twice." }),
  },

  "GET /carts/all": { access: "anyone", staff: 403 },
  "POST /carts/": {
    access: "anyone",
    staff: 403,
    body: async ({ bookId }) => ({ id: 0, bookId, qty: 1, title: "A title", price: 250 }),
  },
  "POST /carts/update": {
    access: "anyone",
    staff: 403,
    forOthers: 404,
    body: async (world) => ({ ...(await lineOf(world)), qty: 2 }),
  },
  "POST /carts/remove": { access: "anyone", staff: 403, forOthers: 404, body: lineOf },
  "GET /carts/totals": { access: "anyone", staff: 403 },
  "POST /carts/coupon": {
    access: "anyone",
    staff: 403,
    body: async (world) => {
      await lineOf(world);
      return { code: (await createCoupon(world.shop.db.write)).code.toLowerCase() };
    },
  },
  "POST /carts/coupon/remove": { access: "anyone", staff: 403 },
  "POST /carts/save": { access: "customer", forOthers: 404, body: lineOf },
  "GET /carts/saved": { access: "customer" },
  "POST /carts/saved/move": { access: "customer", forOthers: 404, body: savedBook },
  "POST /carts/saved/remove": { access: "customer", forOthers: 404, body: savedBook },

  "GET /checkout/all": { access: "customer" },
  "GET /checkout/address": { access: "customer" },
  "POST /checkout/updateaddress": {
    access: "customer",
    forOthers: 404,
    body: async ({ shop, customer }) => ({
      ...ADDRESS,
      id: await createAddress(shop.db.write, customer.id),
      place: "Thrissur",
    }),
  },
  "POST /checkout/checkout": { access: "customer", forOthers: 404, body: checkoutOf },
  "POST /checkout/paymentcheck": {
    access: "customer",
    forOthers: 404,
    body: async (world) => {
      const { orderid, razorpay_order_id, amount } = await orderOf(world);
      const forged = { razorpay_payment_id: "pay_of_nobody", razorpay_signature: "0".repeat(64) };
      return { orderid, razorpay_order_id, amount, ...forged };
    },
  },
  "GET /customer/orders/all": { access: "customer" },
  "GET /customer/orderstatus/{orderId}": {
    access: "customer",
    forOthers: 404,
    params: async (world) => ({ orderId: (await orderOf(world)).orderid }),
  },
  "POST /customer/orders/{orderId}/cancel": {
    access: "customer",
    forOthers: 404,
    params: staffOrderIn("paid"),
    body: async () => ({ reason: "I found it on my own shelf" }),
  },
  "POST /customer/orders/{orderId}/reorder": {
    access: "customer",
    forOthers: 404,
    params: staffOrderIn("delivered"),
  },
  "POST /customer/orders/{orderId}/return": {
    access: "customer",
    forOthers: 404,
    params: staffOrderIn("delivered"),
    body: async ({ bookId }) => ({
      items: [{ bookId, qty: 1 }],
      reason: "other",
      remarks: "The spine is broken.",
    }),
  },

  "POST /books/admin/paged": {
    access: "staff",
    body: async () => ({ page: 1, pageSize: 5, searchText: "", sortField: "price", orderdir: "asc" }),
  },
  "GET /books/admin/{bookId}": { access: "staff", params: async ({ bookId }) => ({ bookId }) },
  "GET /books/admin/export": { access: "staff" },
  "GET /accounts/export/orders": { access: "staff" },
  "GET /accounts/export/lines": { access: "staff" },
  "GET /accounts/export/payments": { access: "staff" },
  "GET /accounts/export/refunds": { access: "staff" },
  "GET /accounts/export/documents": { access: "staff" },
  "GET /accounts/export/open": { access: "staff" },
  "POST /books/update": { access: "staff", body: editOf },
  "POST /books/updateCoverpage": {
    access: "staff",
    body: async ({ bookId }) => ({
      file1: new Blob([new Uint8Array(await jpeg(40, 60))], { type: "image/jpeg" }),
      book: { bookId },
    }),
  },
  "POST /books/defaultCoverpage": {
    access: "staff",
    body: async ({ shop, bookId }) => {
      await shop.db.write.updateTable("books").set({ cover: "a.webp" }).where("id", "=", bookId).execute();
      return { bookId };
    },
  },
  "POST /books/addPicture": {
    access: "staff",
    body: async ({ shop }) => ({
      file1: new Blob([new Uint8Array(await jpeg(40, 60))], { type: "image/jpeg" }),
      book: { bookId: await createBook(shop.db.write), kind: "back_cover", alt: "" },
    }),
  },
  "POST /books/describePicture": {
    access: "staff",
    body: async ({ shop, bookId }) => ({
      bookId,
      pictureId: await createBookPicture(shop.db.write, bookId),
      kind: "look_inside",
      alt: "The first page",
    }),
  },
  "POST /books/movePicture": {
    access: "staff",
    body: async ({ shop, bookId }) => ({
      bookId,
      pictureId: await createBookPicture(shop.db.write, bookId),
      direction: "up",
    }),
  },
  "POST /books/removePicture": {
    access: "staff",
    body: async ({ shop, bookId }) => ({ bookId, pictureId: await createBookPicture(shop.db.write, bookId) }),
  },
  "POST /books/admin/book/toggle/{bookId}": {
    access: "staff",
    params: async ({ shop }) => ({ bookId: await createBook(shop.db.write) }),
  },
  "POST /books/admin/{bookId}/successor": {
    access: "staff",
    params: async ({ shop }) => ({ bookId: await createBook(shop.db.write) }),
    body: async ({ shop }) => ({ successorId: await createBook(shop.db.write) }),
  },
  ...masterDataCalls("authors", "authorId", "authorName", "author_name"),
  ...masterDataCalls("languages", "languageId", "languageName", "language_name"),
  ...masterDataCalls("publishers", "publisherId", "publisherName", "publisher_name"),
  ...masterDataCalls("series", "seriesId", "seriesName", "series_name"),
  ...masterDataCalls("booktags", "booktagId", "tagname", "tagname"),
  ...masterDataCalls("logistics", "id", "logisticsname", "logisticsname"),
  "POST /imports": {
    access: "staff",
    body: async () => ({ file: new Blob(["ISBN,Price\n9780143065838,250\n"]) }),
  },
  "GET /imports/{importId}": { access: "staff", params: uploadedImport },
  "GET /imports/{importId}/rows": { access: "staff", params: uploadedImport },
  "POST /imports/{importId}/check": {
    access: "staff",
    params: uploadedImport,
    body: async () => ({ mode: "add_and_change", columns: [{ heading: "Price", holds: "price" }] }),
  },
  "POST /imports/{importId}/import": { access: "staff", params: checkedImport },
  "POST /imports/{importId}/cancel": { access: "staff", params: runningImport },
  "POST /imports/{importId}/undo": { access: "staff", params: importedImport },
  "POST /imports/{importId}/stop-fetching": { access: "staff", params: fetchingImport },
  "GET /customer/profile": { access: "customer" },
  "POST /customer/profile": {
    access: "customer",
    body: async () => ({ firstName: `Asha ${newName()}`, lastName: "Rao", showRecommendations: false }),
  },
  "GET /customer/wishlist": { access: "customer" },
  "POST /customer/wishlist": { access: "customer", body: async ({ bookId }) => ({ bookId }) },
  "POST /customer/wishlist/remove": {
    access: "customer",
    body: async ({ shop, customer, bookId }) => {
      await addToWishlist(shop.db.write, customer.id, bookId);
      return { bookId };
    },
  },

  "POST /orders/admin/paged": {
    access: "staff",
    body: async ({ customer }) => ({
      ...LIST,
      status: ["packed", "Payment made"],
      from: "2026-01-01",
      customerId: customer.id,
      sortField: "total",
      orderdir: "desc",
    }),
  },
  "GET /customer-groups": { access: "staff" },
  "POST /customer-groups": {
    access: "staff",
    body: async () => ({
      id: 0,
      name: `Group ${newName()}`,
      active: true,
      creditLimit: 50_000,
      creditDays: 45,
      invoiceBy: "post",
    }),
  },
  "POST /customer-groups/{groupId}/discounts": {
    access: "staff",
    params: groupOf,
    body: async () => ({ of: "all", which: null, rate: 12.5, leastCopies: 3 }),
  },
  "POST /customer-groups/{groupId}/discounts/{discountId}/removal": { access: "staff", params: discountOf },
  "GET /customers/admin/{customerId}/terms": {
    access: "staff",
    params: async ({ customer }) => ({ customerId: customer.id }),
  },
  "POST /customers/admin/{customerId}/terms": {
    access: "staff",
    params: async ({ customer }) => ({ customerId: customer.id }),
    body: async (world) => ({ ...(await groupOf(world)), creditLimit: 9_000, creditDays: null }),
  },
  "GET /accounts/receivables": { access: "staff" },
  "GET /accounts/receivables/{customerId}": {
    access: "staff",
    params: async ({ customer }) => ({ customerId: customer.id }),
  },
  "GET /accounts/receivables/{customerId}/statement": {
    access: "staff",
    params: async ({ customer }) => ({ customerId: customer.id }),
    query: async () => ({ month: "2026-11" }),
  },
  "POST /accounts/receivables/{customerId}/payments": {
    access: "staff",
    params: async (world) => ({ customerId: (await onAccount(world)).customerId }),
    body: async () => accountPayment(),
  },
  "POST /accounts/receivables/{customerId}/payments/{paymentId}/take-back": {
    access: "staff",
    params: async (world) => {
      const { customerId } = await onAccount(world);
      const fields = accountPaymentBody.parse(accountPayment());
      const given = { ...fields, accountId: customerId, staffId: world.staff.id };
      const paid = await recordAccountPayment(world.shop.db.write, given);
      if (!paid.ok) throw new Error(paid.message);
      const [receipt] = await accountReceipts(world.shop.db.read, customerId);
      return { customerId, paymentId: receipt!.id };
    },
    body: async () => ({ reason: "The cheque bounced" }),
  },
  "POST /accounts/receivables/reminders": {
    access: "staff",
    body: async ({ customer }) => ({ customerIds: [customer.id] }),
  },
  "GET /accounts/settlements": { access: "staff", query: async () => ({ month: "2026-11" }) },
  "GET /accounts/settlements/differences": { access: "staff", query: async () => ({ month: "2026-11" }) },
  "POST /accounts/settlements": {
    access: "staff",
    body: async () => {
      const made = nextNumber();
      return {
        file: new Blob([
          `entity_id,type,debit,credit,amount,fee,tax,settlement_id,settled_at,settlement_utr\npay_${made},payment,0,97.64,100,2.36,0.36,setl_${made},2026-11-28,U${made}\n`,
        ]),
      };
    },
  },
  "GET /accounts/gstr1": { access: "staff", query: async () => ({ month: "2026-11" }) },
  "GET /orders/admin/papers": {
    access: "staff",
    query: async (world) => ({ kind: "slips", ids: String((await staffOrder(world, "paid")).orderId) }),
  },
  "GET /orders/admin/{orderId}": { access: "staff", params: staffOrderIn("paid") },
  "POST /orders/admin/packing": {
    access: "staff",
    body: async (world) => ({ orderIds: [(await staffOrder(world, "paid")).orderId] }),
  },
  "POST /orders/admin/{orderId}/packing": { access: "staff", params: staffOrderIn("paid") },
  "POST /orders/admin/{orderId}/despatch": {
    access: "staff",
    params: staffOrderIn("packed"),
    body: async ({ shop }) => ({
      logisticsId: await createCarrier(shop.db.write, `Carrier ${newName()}`),
      trackingno: "EK123456789IN",
    }),
  },
  "POST /orders/admin/{orderId}/delivery": { access: "staff", params: staffOrderIn("shipped") },
  "POST /orders/admin/{orderId}/cancellation": {
    access: "staff",
    params: staffOrderIn("packed"),
    body: async () => ({ note: "The last copy was damaged" }),
  },
  "POST /orders/admin/{orderId}/notes": {
    access: "staff",
    params: staffOrderIn("paid"),
    body: async () => ({ note: "She will call" }),
  },
  "POST /orders/admin": {
    access: "staff",
    body: async ({ bookId, customer }) => ({
      customer: { id: customer.id },
      lines: [{ bookId, qty: 1 }],
      payment: "cash",
    }),
  },
  "POST /orders/admin/quotations": {
    access: "staff",
    body: async (world) => {
      // So that the counter of their numbers is there.
      await openQuotation(world);
      return quotationBody(world);
    },
  },
  "POST /orders/admin/quotations/paged": {
    access: "staff",
    body: async () => ({ page: 1, pageSize: 5, searchText: "QT/", state: "open" }),
  },
  "GET /orders/admin/quotations/{quotationId}": { access: "staff", params: openQuotation },
  "POST /orders/admin/quotations/{quotationId}/order": {
    access: "staff",
    params: openQuotation,
    body: async () => ({ reference: "PO 118" }),
  },
  "POST /orders/admin/quotations/{quotationId}/withdrawal": { access: "staff", params: openQuotation },
  "POST /orders/admin/{orderId}/edit": {
    access: "staff",
    params: staffOrderIn("paid"),
    body: async ({ shop }) => ({ version: await newestVersion(shop.db.read), note: "As agreed by phone" }),
  },
  "POST /orders/admin/{orderId}/exchanges": {
    access: "staff",
    params: staffOrderIn("delivered"),
    body: async ({ shop, bookId }) => {
      const [line] = await shop.db.read
        .selectFrom("order_lines")
        .select("id")
        .orderBy("id", "desc")
        .limit(1)
        .execute();
      return {
        version: await newestVersion(shop.db.read),
        lines: [{ id: line!.id, qty: 1 }],
        add: [{ bookId, qty: 1 }],
        idempotencyKey: `exchange-of-${newName().replaceAll(/\W/g, "")}-books`,
      };
    },
  },
  "POST /orders/admin/{orderId}/parcels": {
    access: "staff",
    params: staffOrderIn("packed"),
    body: async ({ shop }) => ({
      carrierId: await createCarrier(shop.db.write, `Carrier ${newName()}`),
      trackingno: "EK777777777IN",
      weightG: 640,
    }),
  },
  "POST /orders/admin/{orderId}/parcels/{parcelId}/delivery": { access: "staff", params: sentParcel },
  "POST /orders/admin/{orderId}/parcels/{parcelId}/loss": { access: "staff", params: sentParcel },
  "POST /orders/admin/{orderId}/parcels/{parcelId}/correction": {
    access: "staff",
    params: sentParcel,
    body: async ({ shop }) => ({
      carrierId: await createCarrier(shop.db.write, `Carrier ${newName()}`),
      trackingno: "EK888888888IN",
      weightG: 640,
    }),
  },
  "POST /orders/admin/{orderId}/parcels/{parcelId}/take-back": {
    access: "staff",
    params: sentParcel,
    body: async () => ({ step: "sending" }),
  },
  "POST /orders/admin/{orderId}/shipment": {
    access: "staff",
    params: staffOrderIn("shipped"),
    body: async ({ shop }) => ({
      logisticsId: await createCarrier(shop.db.write, `Carrier ${newName()}`),
      trackingno: "EK555555555IN",
    }),
  },
  "POST /orders/admin/{orderId}/take-back": {
    access: "staff",
    params: staffOrderIn("delivered"),
    body: async () => ({ step: "delivery" }),
  },
  "POST /orders/admin/{orderId}/refunds": {
    access: "staff",
    params: staffOrderIn("delivered"),
    body: async () => ({ amount: 50, reason: "Came damaged", idempotencyKey: refundKey() }),
  },
  "POST /orders/admin/{orderId}/refunds/{refundId}/retry": { access: "staff", params: stuckRefund },
  "POST /orders/admin/{orderId}/return-answer": {
    access: "staff",
    params: returnedOrder,
    body: async ({ shop, customer }) => {
      const { id } = await shop.db.read
        .selectFrom("return_requests")
        .select("id")
        .where("account_id", "=", customer.id)
        .orderBy("id", "desc")
        .executeTakeFirstOrThrow();
      return { returnId: id, answer: "approve", note: "Please send it to our shop." };
    },
  },
  "POST /orders/admin/{orderId}/confirmation": { access: "staff", params: staffOrderIn("paid") },

  "POST /customers/admin/paged": {
    access: "staff",
    body: async () => ({ ...LIST, status: "active", sortField: "name", orderdir: "asc" }),
  },
  "GET /customers/admin/{customerId}": {
    access: "staff",
    params: async ({ customer }) => ({ customerId: customer.id }),
  },
  "POST /customers/admin/{customerId}/status": {
    access: "staff",
    params: async ({ shop }) => ({ customerId: (await createPerson(shop)).id }),
    body: async () => ({ status: "inactive" }),
  },

  "POST /reviews/admin/paged": {
    access: "staff",
    body: async () => ({ ...LIST, state: "visible", rating: 4, sortField: "date", orderdir: "desc" }),
  },
  "POST /reviews/admin/{reviewId}/visibility": {
    access: "staff",
    params: reviewOf,
    body: async () => ({ hidden: true }),
  },

  "POST /coupons/admin/paged": {
    access: "staff",
    body: async () => ({ ...LIST, state: "active", sortField: "uses", orderdir: "desc" }),
  },
  "POST /coupons": {
    access: "staff",
    body: async () => ({
      id: 0,
      code: `CODE-${newName().replace(".", "-")}`,
      kind: "copies",
      value: 1,
      setSize: 3,
      scope: "all",
      which: [],
      leastCopies: 3,
      groupId: null,
      leastBought: 500,
      automatic: false,
      startsOn: "2026-12-01",
      customerLimit: 1,
    }),
  },

  "GET /dashboard/admin": { access: "staff" },
  "GET /logistics/admin/dashboard": { access: "staff" },

  "GET /settings/admin": { access: "staff" },
  "POST /settings/admin": {
    access: "staff",
    body: async ({ shop }) => {
      const stored = { key: "lowStockMark", value: "3", updated_at: "2026-01-01T00:00:00.000Z" };
      await shop.db.write
        .insertInto("settings")
        .values(stored)
        .onConflict((conflict) => conflict.column("key").doUpdateSet(stored))
        .execute();
      return { lowStockMark: 4, shippingFee: 1 };
    },
  },

  "GET /settings/admin/tax-rates": { access: "staff" },
  "POST /settings/admin/tax-rates": {
    access: "staff",
    body: async ({ shop }) => {
      await shop.db.write.deleteFrom("tax_rates").where("hsn", "=", "4905").execute();
      return { hsn: "4905", from: "2025-09-22", rate: 5, note: "Maps" };
    },
  },
  "POST /settings/admin/tax-rates/remove": {
    access: "staff",
    body: async ({ shop }) => {
      const rate = { hsn: "4903", from_day: "2017-07-01", rate: 0, condition: "any" } as const;
      await shop.db.write.deleteFrom("tax_rates").where("hsn", "=", "4903").execute();
      return shop.db.write.insertInto("tax_rates").values(rate).returning("id").executeTakeFirstOrThrow();
    },
  },

  "POST /settings/admin/tax-limits": {
    access: "staff",
    body: async ({ shop }) => {
      await shop.db.write.deleteFrom("tax_limits").where("from_day", "=", "2026-04-01").execute();
      return { kind: "largeSale", from: "2026-04-01", amount: 50_000, note: "Budget" };
    },
  },
  "POST /settings/admin/tax-limits/remove": {
    access: "staff",
    body: async ({ shop }) => {
      const row = { kind: "longHsn", from_day: "2026-04-01", amount: 100_00 } as const;
      await shop.db.write.deleteFrom("tax_limits").where("kind", "=", row.kind).execute();
      await shop.db.write.insertInto("tax_limits").values(row).execute();
      return { kind: row.kind, from: row.from_day };
    },
  },

  "GET /delivery/quote": {
    access: "anyone",
    query: async ({ bookId }) => ({ pincode: "560001", items: `${bookId}:2` }),
  },
  "GET /delivery/admin/plan": { access: "staff" },
  "POST /delivery/admin/plan": {
    access: "staff",
    // Off, so that the orders of other examples stay as they are.
    body: async ({ shop }) => {
      await shop.db.write.deleteFrom("delivery_plan").execute();
      const method = {
        name: "Post",
        days: { from: 2, to: 5 },
        steps: [{ upToGrams: 5000, price: 40 }],
        maxGrams: 5000,
      };
      const zones = [{ name: "India", states: ["Kerala"], pinPrefixes: ["5"], methods: [method] }];
      return { on: false, packingGrams: 100, zones };
    },
  },

  "POST /newsletter": {
    access: "anyone",
    body: async () => ({ email: `reader${newName()}@example.com` }),
  },
  "POST /newsletter/admin/paged": {
    access: "staff",
    body: async () => ({ ...LIST, state: "unconfirmed", sortField: "email", orderdir: "asc" }),
  },

  "GET /openapi.json": { access: "anyone" },
};

const NO_BODY = { headers: { "Content-Type": "application/json" } };

/** Builds the request of the operation's example. */
export async function requestFor(
  world: World,
  { method, path }: { method: string; path: string },
): Promise<{ path: string; init: RequestInit; body: Record<string, unknown> | undefined }> {
  const example = CALLS[`${method} ${path}`];
  const params = (await example?.params?.(world)) ?? {};
  const query = await example?.query?.(world);
  const body = await example?.body?.(world);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  return {
    path: `/api/v1${filled}${query ? `?${new URLSearchParams(query)}` : ""}`,
    // Apps with a session cookie send this type even without a body, since forms of other sites cannot (CSRF).
    init: { method, ...(body ? withBody(body) : method === "POST" ? NO_BODY : {}) },
    body,
  };
}

/** JSON, or multipart/form-data if a field is a picture; then other fields than texts and pictures are JSON parts. */
export function withBody(body: Record<string, unknown>): Pick<RequestInit, "headers" | "body"> {
  const parts = Object.entries(body);
  if (!parts.some(([, value]) => value instanceof Blob))
    return { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const form = new FormData();
  for (const [name, value] of parts) {
    const isPlain = typeof value === "string" || value instanceof Blob;
    form.append(name, isPlain ? value : new Blob([JSON.stringify(value)], { type: "application/json" }));
  }
  return { body: form };
}

/** The token of an account that may call the operation. */
export function tokenFor(world: World, { access }: { access: CallExample["access"] }): string {
  return access === "staff" ? world.staff.token : world.customer.token;
}
