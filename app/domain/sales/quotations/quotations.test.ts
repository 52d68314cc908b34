import { beforeAll, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { indianDate } from "~/domain/kit/dates";
import { eraseAccount } from "~/domain/people/accounts/deletion/erasure.server";
import { createAccount, createBook, setSettings } from "~/test/factories";
import { createCoupon } from "~/test/factories-coupons";
import { mailsTo } from "~/test/mails";
import { registerForGst } from "~/test/files/documents";
import { createOrderShop } from "~/test/orders";
import { readOrder } from "../orders/orders.server";
import { setCustomerTerms } from "../trade/customer-terms.server";
import { openInvoices } from "../trade/on-account.server";
import { acceptQuotation, withdrawQuotation } from "./accept-quotation.server";
import { mailQuotation } from "./mail-quotation.server";
import { makeQuotation } from "./make-quotation.server";
import { quotationContent } from "./quotation-paper";
import { quotationOfLink, quotationPath } from "./quotation-link.server";
import { parseQuotationSearch } from "./quotations";
import { quotationSchema } from "./quotations.schema";
import { hasQuotations, listQuotations, ownQuotations, readQuotation } from "./quotations.server";
import { readSettings } from "~/domain/shop/settings/settings.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const LATER = new Date("2026-12-21T06:00:00.000Z");
const ADDRESS = { fullname: "City Library", address1: "12 Lake Road", address2: "Fort", place: "Kochi", state: "Kerala", pincode: "682001", mobile: "9847012345", email: "books@example.com" }; // oxfmt-ignore

let db: Db;
let staffId: number;
beforeAll(async () => {
  ({ db, staffId } = await createOrderShop());
  await setSettings(db, { transferOn: "yes", transferName: "Kitab Books", transferUpi: "kitab@upi" });
});

type Given = Partial<Parameters<typeof quotationSchema.parse>[0] & object>;
const book = (more = {}) => createBook(db, { price: 20_000, stock: 60, title: "Gora", ...more });
async function quote(given: Given, more: { stock?: number } = {}) {
  const bookId = await book(more);
  const accountId = await createAccount(db, { first_name: "City", last_name: "Library" });
  const parsed = quotationSchema.parse({
    customer: { id: accountId },
    address: ADDRESS,
    lines: [{ bookId, qty: 10 }],
    payment: "link",
    validUntil: "2026-12-21",
    ...given,
  });
  return { bookId, accountId, outcome: await makeQuotation(db, { ...parsed, staffId }, NOW) };
}
async function quoted(given: Given = {}, more: { stock?: number } = {}) {
  const { outcome, ...made } = await quote(given, more);
  if (!outcome.ok) throw new Error(outcome.message);
  return { ...made, id: outcome.id, number: outcome.number };
}
const accept = (id: number, now = NOW, more: object = { name: "Meera Nair" }) =>
  acceptQuotation(db, { id, reference: "PO 118", gateway: "sandbox", ...more } as never, now);
const orderOf = async (id: number) => {
  const outcome = await accept(id);
  if (!outcome?.ok) throw new Error(outcome?.message);
  return (await readOrder(db, outcome.orderId, "anybody", NOW))!;
};
const stockOf = async (id: number) => (await db.selectFrom("books").select("stock").where("id", "=", id).executeTakeFirstOrThrow()).stock; // oxfmt-ignore
const ordersOf = async (id: number) => (await db.selectFrom("orders").select("id").where("account_id", "=", id).execute()).length; // oxfmt-ignore

test("a quotation places no order and holds no stock; its numbers follow each other, and one form makes one", async () => {
  const key = { idempotencyKey: "one-form-of-the-desk" };
  const one = await quoted({ lines: [{ bookId: await book(), qty: 10, discountPercent: 25 }], discountReason: "Library", ...key }); // oxfmt-ignore
  const two = await quoted(key);
  expect(two.id).toBe(one.id);
  expect(await quoted()).toMatchObject({ number: "QT/26-27/000002" });
  expect(one.number).toBe("QT/26-27/000001");
  expect([await stockOf(one.bookId), await ordersOf(one.accountId)]).toEqual([60, 0]);
  expect(await readQuotation(db, one.id, NOW)).toMatchObject({
    state: "open",
    total: 150_000,
    offer: { lines: [{ unitPrice: 15_000, mrp: 20_000, quantity: 10 }] },
    customer: { id: one.accountId, name: "City Library" },
  });
  for (const validUntil of ["2026-11-20", "2027-12-21"])
    expect((await quote({ validUntil })).outcome).toMatchObject({ ok: false, field: "validUntil" });
  expect((await quote({}, { stock: 9 })).outcome).toMatchObject({
    ok: true,
    message: "Quotation QT/26-27/000003 is made. Only 9 of “Gora” can be had",
  });
  for (const given of [{ payment: "cash" }, { address: undefined }, { validUntil: "soon" }])
    await expect(quote(given as Given)).rejects.toThrow();
});

test("accepted twice at once, and again by staff, it is one order at the quoted prices", async () => {
  const { id, bookId, accountId, number } = await quoted();
  await db.updateTable("books").set({ price: 30_000 }).where("id", "=", bookId).execute();
  await setSettings(db, { shippingThreshold: 10_000_000, shippingFee: 9_900 });
  const both = await Promise.all([accept(id), accept(id)]);
  await setSettings(db, { shippingThreshold: 100, shippingFee: 100 });
  const again = await accept(id, NOW, { staffId, creditReason: "" });
  expect(both.map((outcome) => outcome?.ok && outcome.isNew).sort()).toEqual([false, true]);
  expect(again).toMatchObject({ ok: true, isNew: false });
  expect([await stockOf(bookId), await ordersOf(accountId)]).toEqual([50, 1]);
  const quotation = (await readQuotation(db, id, NOW))!;
  expect(quotation).toMatchObject({ state: "accepted", acceptedBy: "Meera Nair" });
  const order = (await readOrder(db, quotation.orderId!, "anybody", NOW))!;
  expect(order).toMatchObject({
    state: "pending",
    paymentWay: "online",
    totals: { total: 200_000, shipping: 0 },
    buyer: { reference: "PO 118" },
    lines: [{ unitPrice: 20_000 }],
  });
  const [placed] = await db.selectFrom("order_events").selectAll().where("order_id", "=", order.id).orderBy("id").execute(); // oxfmt-ignore
  expect([placed!.actor, JSON.parse(placed!.detail)]).toEqual([
    "customer",
    { total: 200_000, quotation: number, acceptedBy: "Meera Nair" },
  ]);
  expect(await withdrawQuotation(db, { id, staffId }, NOW)).toMatchObject({ ok: false });
});

test("neither a group's discount nor an automatic coupon that came since changes what was quoted", async () => {
  const { id, accountId } = await quoted();
  await createCoupon(db, { code: "ALL10", automatic: 1 });
  const { id: groupId } = await db
    .insertInto("customer_groups")
    .values({ name: "Libraries", name_key: "libraries", created_at: NOW.toISOString(), updated_at: "" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("group_discounts").values({ group_id: groupId, rate: 5_000, created_at: "" }).execute(); // oxfmt-ignore
  await db.updateTable("accounts").set({ group_id: groupId }).where("id", "=", accountId).execute();
  expect((await orderOf(id)).totals).toMatchObject({ total: 200_000, discount: 0 });
});

test("a rate of tax that changes meanwhile is that of the order; what the customer pays stays", async () => {
  await registerForGst(db);
  const { id } = await quoted();
  await setSettings(db, { taxRate: 500 });
  const { totals, lines } = await orderOf(id);
  await setSettings(db, { taxRate: 0, gstin: "" });
  expect([totals.total, totals.tax, lines[0]!.taxRate]).toEqual([200_000, 9_524, 500]);
  expect((await readQuotation(db, id, NOW))!.offer.tax).toBe(0);
});

test("two quotations for the same last copies, accepted at once: one order, and a sentence", async () => {
  const bookId = await book({ stock: 15 });
  const both = [
    await quoted({ lines: [{ bookId, qty: 10 }] }),
    await quoted({ lines: [{ bookId, qty: 10 }] }),
  ];
  const outcomes = await Promise.all(both.map(({ id }) => accept(id)));
  expect(outcomes.map((outcome) => outcome?.ok).sort()).toEqual([false, true]);
  expect(outcomes.find((outcome) => !outcome?.ok)).toMatchObject({ message: "Only 5 of “Gora” can be had." });
  expect(await stockOf(bookId)).toBe(5);
});

test("a transfer is asked for with a proforma invoice; on account it is accepted at once, within the limit", async () => {
  const transfer = await quoted({ payment: "proforma" });
  const order = await orderOf(transfer.id);
  expect(order).toMatchObject({ state: "pending", paymentWay: "transfer" });
  const { email } = await db.selectFrom("accounts").select("email").where("id", "=", transfer.accountId).executeTakeFirstOrThrow(); // oxfmt-ignore
  expect((await mailsTo(db, email)).map(({ attachment }) => attachment)).toEqual([`proforma:${order.id}`]);

  expect((await quote({ payment: "account" })).outcome).toMatchObject({ field: "creditReason" });
  const reason = await quoted({ payment: "account", creditReason: "Known to us" });
  expect(await orderOf(reason.id)).toMatchObject({ state: "paid" });
  const accountId = await createAccount(db);
  const terms = (creditLimit: number) =>
    setCustomerTerms(db, { accountId, staffId, fields: { groupId: null, creditLimit, creditDays: 30 } });
  await terms(200_000);
  const account = await quoted({ payment: "account", customer: { id: accountId } });
  await terms(0);
  expect(await accept(account.id)).toEqual({ ok: false, field: null, message: "You cannot buy on account." });
  expect(await accept(account.id, NOW, { staffId, creditReason: "" })).toMatchObject({ field: "creditReason" }); // oxfmt-ignore
  await terms(199_999);
  expect(await accept(account.id)).toMatchObject({
    message: expect.stringContaining("Your limit on account is ₹1,999.99"),
  });
  await terms(200_000);
  expect(await orderOf(account.id)).toMatchObject({ state: "paid", paymentWay: "account" });
  expect(await openInvoices(db, accountId)).toMatchObject([{ open: 200_000, reference: "PO 118", dueOn: "2026-12-21" }]); // oxfmt-ignore
});

test("a reason for passing the limit holds for what was open then: quotations do not pass it together", async () => {
  const accountId = await createAccount(db);
  const given = { payment: "account", customer: { id: accountId }, creditReason: "Known to us" } as const;
  const [first, second] = [await quoted(given), await quoted(given)];
  expect(await orderOf(first.id)).toMatchObject({ state: "paid" });
  expect(await accept(second.id)).toEqual({ ok: false, field: null, message: "You cannot buy on account." });
  expect(await accept(second.id, NOW, { staffId, creditReason: "" })).toMatchObject({
    field: "creditReason",
  });
  expect(await accept(second.id, NOW, { staffId, creditReason: "Paid half" })).toMatchObject({ ok: true });
});

test("late, withdrawn, too few copies, hidden, or its customer gone: a sentence, and nothing is placed", async () => {
  const why = async (id: number, now = NOW) => {
    const outcome = await accept(id, now);
    return outcome?.ok === false ? outcome.message : "accepted";
  };
  const last = await quoted();
  expect(await why(last.id, new Date("2026-12-21T18:30:00Z"))).toBe(
    "This quotation was valid until 21 Dec 2026.",
  );
  expect(await why(last.id, LATER)).toBe("accepted");

  const one = await quoted();
  await db.updateTable("books").set({ stock: 9 }).where("id", "=", one.bookId).execute();
  expect(await why(one.id)).toBe("Only 9 of “Gora” can be had.");
  await db.updateTable("books").set({ stock: 90, hidden: 1 }).where("id", "=", one.bookId).execute();
  expect(await why(one.id)).toBe("“Gora” is not in the store.");
  await db.updateTable("books").set({ hidden: 0 }).where("id", "=", one.bookId).execute();
  expect(await withdrawQuotation(db, { id: one.id, staffId }, NOW)).toMatchObject({ ok: true });
  expect(await why(one.id)).toBe("This quotation was withdrawn.");

  const raced = await quoted();
  const both = await Promise.all([accept(raced.id), withdrawQuotation(db, { id: raced.id, staffId }, NOW)]);
  expect(both.map((outcome) => outcome?.ok).sort()).toEqual([false, true]);
  expect(await ordersOf(raced.accountId)).toBe(both[0]!.ok ? 1 : 0);

  const gone = await quoted();
  const kept = await quoted();
  const order = await orderOf(kept.id);
  await db.transaction().execute(async (trx) => {
    await eraseAccount(trx, gone.accountId, NOW);
    await eraseAccount(trx, kept.accountId, NOW);
  });
  expect(await why(gone.id)).toBe("This quotation was withdrawn.");
  expect(await readQuotation(db, kept.id, NOW)).toMatchObject({
    state: "accepted",
    orderId: order.id,
    wanted: null,
    acceptedBy: "",
  });
  for (const { accountId } of [one, gone]) expect(await ordersOf(accountId)).toBe(0);
  expect(await accept(999)).toBeNull();
});

test("it is mailed three times a day at most, however many ask at once; a form that was sent stays sent", async () => {
  const { id, accountId } = await quoted();
  await db.updateTable("accounts").set({ email: "often@example.com" }).where("id", "=", accountId).execute();
  const mail = (key: string, now = NOW) => mailQuotation(db, { id, staffId, key }, now);
  const outcomes = await Promise.all(["a", "b", "c", "d", "e"].map((key) => mail(key)));
  const sent = ["a", "b", "c", "d", "e"].filter((_, at) => outcomes[at]!.ok);
  expect(sent).toHaveLength(3);
  expect(outcomes.find((outcome) => !outcome!.ok)!.message).toContain("was mailed 3 times today");
  expect(await mailsTo(db, "often@example.com")).toHaveLength(3);
  expect(await mail(sent[0]!)).toMatchObject({ ok: true });
  const tomorrow = new Date("2026-11-21T18:30:00.000Z");
  expect([await mail("f", new Date(tomorrow.getTime() - 1)), await mail("f", tomorrow)]).toMatchObject([{ ok: false }, { ok: true }]); // oxfmt-ignore
  expect(await mailsTo(db, "often@example.com")).toHaveLength(4);
});

test("a customer's own list has what is open and what was accepted, of nobody else", async () => {
  const one = await quoted();
  const { accountId } = one;
  const of = { customer: { id: accountId } };
  const [withdrawn, short, last] = [await quoted(of), await quoted({ ...of, validUntil: "2026-11-21" }), await quoted(of)]; // oxfmt-ignore
  const { id: orderId } = await orderOf(one.id);
  await withdrawQuotation(db, { id: withdrawn.id, staffId }, NOW);
  const own = async (now: Date) => (await ownQuotations(db, accountId, now)).map(({ id, orderId: order }) => [id, order]); // oxfmt-ignore
  expect(await own(NOW)).toEqual([[last.id, null], [short.id, null], [one.id, orderId]]); // oxfmt-ignore
  expect(await own(LATER)).toEqual([[last.id, null], [one.id, orderId]]); // oxfmt-ignore
  const other = await createAccount(db);
  expect([await ownQuotations(db, other, NOW), await hasQuotations(db, other, NOW)]).toEqual([[], false]);
  expect(await hasQuotations(db, accountId, NOW)).toBe(true);
});

test("it is mailed once for a form; its link is its own; the list finds it by number, customer and state", async () => {
  const { id, accountId, number } = await quoted();
  await db.updateTable("accounts").set({ email: "library@example.com", first_name: "Anna" }).where("id", "=", accountId).execute(); // oxfmt-ignore
  const mail = { id, staffId, key: "one-form" };
  expect(await mailQuotation(db, mail, NOW)).toMatchObject({ ok: true });
  await mailQuotation(db, mail, NOW);
  const mails = await mailsTo(db, "library@example.com");
  expect(mails).toMatchObject([{ attachment: `quotation:${id}` }]);
  const params = new URLSearchParams(quotationPath(id).split("?")[1]);
  expect(mails[0]!.text_body).toContain(quotationPath(id));
  expect(quotationOfLink(params)).toBe(id);
  params.set("quotation", String(id + 1));
  expect(quotationOfLink(params)).toBeNull();

  const found = async (query: string, now = NOW) =>
    (await listQuotations(db, parseQuotationSearch(new URLSearchParams(query)), now)).rows.map((row) => row.number); // oxfmt-ignore
  expect(await found(`q=${number.toLowerCase()}&state=open`)).toEqual([number]);
  expect(await found("q=anna")).toEqual([number]);
  expect(await found(`customer=${accountId}&state=expired`)).toEqual([]);
  expect(await found(`customer=${accountId}&state=expired`, new Date("2027-01-01T00:00:00Z"))).toEqual([
    number,
  ]);
  expect(await found("sort=total&dir=desc&size=5")).toHaveLength(5);
});

test("the paper names its buyer, its rates and the link", async () => {
  const { id } = await quoted({
    buyer: {
      name: "Kochi City Library",
      gstin: "32AABCL1234C1ZD",
      address: "Fort Road\nKochi",
      reference: "Q 7",
    },
  });
  const quotation = (await readQuotation(db, id, NOW))!;
  const settings = await readSettings(db);
  const paper = (gstin: string) =>
    quotationContent(quotation, quotation.wanted!, { ...settings, gstin }, { url: "https://x.example/quotation", creditDays: 0 }); // oxfmt-ignore
  const content = paper("29ABCDE1234F1ZW");
  // A seller without a GSTIN writes none of the buyer's.
  expect(paper("").recipient.join()).not.toContain("GSTIN");
  expect(content).toMatchObject({
    title: "Quotation",
    recipientName: "Kochi City Library",
    facts: [
      ["Number", quotation.number],
      ["Date", "21 Nov 2026"],
      ["Valid until", "21 Dec 2026"],
      ["Your reference", "Q 7"],
      ["Place of supply", "Kerala (32)"],
    ],
    total: "₹2,000.00",
    payment: "Paid online when it is accepted.",
  });
  expect(content.recipient).toContain("GSTIN 32AABCL1234C1ZD");
  expect(content.notes.join()).toContain("https://x.example/quotation");
  expect(indianDate(NOW)).toBe("2026-11-21");
});
