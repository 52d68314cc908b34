import { beforeAll, expect, test } from "vitest";
import { createBook, createStaff, setSettings } from "~/test/factories";
import { createCoupon } from "~/test/factories-coupons";
import { readPage } from "~/test/pages";
import { type Browser, signedIn, testShop } from "~/test/shop";

const shop = testShop();
let staff: Browser;
let bookId: number;
let isbn: string;
beforeAll(async () => {
  const db = shop.db.write;
  staff = await signedIn(shop, await createStaff(db));
  bookId = await createBook(db, { title: "Gora", price: 20_000, stock: 50, isbn13: "9780306406157" });
  isbn = "9780306406157";
  await setSettings(db, { transferName: "Kitab", transferUpi: "kitab@sbi" });
});

let keys = 0;
const newKey = () => `a-sale-at-the-counter-${++keys}`;
/** Posts the form of a sale, and reads what is answered. */
async function send(fields: Record<string, string>, who = staff) {
  const page = await readPage(who.post("/admin/counter", { payment: "cash", ...fields }));
  const value = (name: string) =>
    new RegExp(`<input(?=[^>]*name="${name}")[^>]*value="([^"]*)"`).exec(page.html)?.[1];
  return { ...page, value };
}
const orders = () =>
  shop.db.read.selectFrom("orders").select(["id", "total", "state"]).orderBy("id").execute();

test("scanned, one more, one less: the sum and its code follow; paid once, with the change and the bill", async () => {
  const before = (await orders()).length;
  const key = newKey();
  let page = await send({ key, intent: "find", find: isbn });
  expect(page.status).toBe(200);
  const book = `add-${bookId}`;
  expect([page.value(book), page.value("confirmed"), page.value("find")]).toEqual(["1", "20000", ""]);
  page = await send({ key, intent: "find", find: isbn, [book]: "1" });
  expect([page.value(book), page.value("confirmed")]).toEqual(["2", "40000"]);
  page = await send({ key, more: String(bookId), [book]: "2" });
  expect([page.value(book), page.value("confirmed")]).toEqual(["3", "60000"]);
  page = await send({ key, less: String(bookId), [book]: "3", payment: "upi" });
  expect([page.value(book), page.value("confirmed"), page.value("key")]).toEqual(["2", "40000", key]);
  expect(page.html).toContain('aria-label="Pay ₹400.00 by UPI"');
  expect((await send({ key, less: String(bookId), [book]: "1" })).value(book)).toBeUndefined();

  const sale = { key, intent: "save", confirmed: "40000", [book]: "2", given: "₹500" };
  const paid = await send(sale);
  expect(paid.status).toBe(303);
  const made = await orders();
  expect(made.slice(before)).toEqual([{ id: made.at(-1)!.id, total: 40_000, state: "delivered" }]);
  const shown = await readPage(staff.get(paid.to!));
  expect(shown.html).toContain("Paid: ₹400.00");
  expect(shown.html).toContain("Change to give: ₹100.00");
  expect(shown.html).toMatch(new RegExp(`/admin/orders/${made.at(-1)!.id}/documents/\\d+`));
  expect(shown.html).not.toContain(`value="${key}"`);

  // The answer was lost: whatever is sent with the same key leads to the same sale.
  for (const again of [sale, { ...sale, intent: "check" }, { ...sale, [book]: "9" }]) {
    const second = await send(again);
    expect([second.status, second.to]).toEqual([303, `${paid.to}&again=yes`]);
  }
  expect(await orders()).toEqual(made);
  expect((await readPage(staff.get(`${paid.to}&again=yes`))).html).toContain("This sale was made already");
  // To somebody else it is no sale.
  const other = await signedIn(shop, await createStaff(shop.db.write));
  expect((await readPage(other.get(paid.to!))).html).not.toContain("Paid:");
});

test("another sum is asked about again, too little cash is refused, and what was typed stays", async () => {
  const before = await orders();
  const sale = { key: newKey(), intent: "save", [`add-${bookId}`]: "2", name: "Asha" };
  const changed = await send({ ...sale, confirmed: "20000" });
  expect(changed.status).toBe(400);
  expect(changed.html).toContain("The sum is ₹400.00 now");
  expect([changed.value("name"), changed.value("confirmed")]).toEqual(["Asha", "40000"]);
  const tooLittle = await send({ ...sale, confirmed: "40000", given: "399.50" });
  expect(tooLittle.html).toContain("₹0.50 is missing");
  const wrong = await send({ ...sale, confirmed: "40000", given: "many" });
  expect(wrong.html).toContain("Enter an amount in rupees");
  const tooMany = await send({ ...sale, [`add-${bookId}`]: "9000", confirmed: "1" });
  expect([tooMany.status, tooMany.html]).toEqual([
    400,
    expect.stringMatching(/Only \d+ of “Gora” can be had/),
  ]);
  expect((await send({ key: newKey(), intent: "save" })).html).toContain("Add a book");
  const discounted = await send({ ...sale, discount: "10", confirmed: "36000" });
  expect(discounted.html).toContain("Write why there is a discount");
  expect(await orders()).toEqual(before);
  const paid = await send({
    ...sale,
    discount: "10",
    discountReason: "Fair",
    confirmed: "36000",
    phone: "98470 12345",
  });
  expect(paid.status).toBe(303);
  const last = await shop.db.read
    .selectFrom("orders")
    .selectAll()
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(last).toMatchObject({ fullname: "Asha", mobile: "9847012345", total: 36_000 });
});

test("a walk-in pays by UPI without a reference", async () => {
  const sale = { key: newKey(), payment: "upi", [`add-${bookId}`]: "1" };
  expect((await send({ ...sale, intent: "save", confirmed: "20000" })).status).toBe(303);
  const paid = await shop.db.read
    .selectFrom("payments")
    .selectAll()
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(paid).toMatchObject({ method: "upi", reference: null, amount: 20_000 });
});

test("a coupon: its code at its field when it is refused, and what it takes off beside the sum", async () => {
  const sale = { key: newKey(), intent: "check", [`add-${bookId}`]: "1" };
  const refused = await send({ ...sale, coupon: "NONE" });
  expect([refused.html, refused.value("coupon")]).toEqual([
    expect.stringContaining("This coupon code is not valid"),
    "NONE",
  ]);
  const { code } = await createCoupon(shop.db.write, { kind: "percentage", value: 1_000 });
  const sum = await send({ ...sale, coupon: code.toLowerCase() });
  expect(sum.value("confirmed")).toBe("18000");
  expect(sum.html).toContain(`Discount (${code})`);
  const paid = await send({ ...sale, coupon: code, intent: "save", confirmed: "18000" });
  expect(paid.status).toBe(303);
  const orderId = (await orders()).at(-1)!.id;
  const page = await readPage(staff.get(`/admin/orders/${orderId}`));
  expect(page.html).toContain(`Discount (${code})`);
  // What gives free delivery takes nothing off the books.
  const free = { subtotal: 18_000, discount: 0 };
  await shop.db.write.updateTable("orders").set(free).where("id", "=", orderId).execute();
  const changed = await readPage(staff.get(`/admin/orders/${orderId}`));
  expect(changed.html).toMatch(new RegExp(`<dt>Coupon</dt><dd>${code}</dd>`));
});

test("of several barcodes each adds a copy; one that no book has stays in the field, and is named", async () => {
  const book = `add-${bookId}`;
  const unknown = "9781234567897";
  const page = await send({ key: newKey(), intent: "find", find: `${isbn} ${unknown} ${isbn}`, [book]: "1" });
  expect([page.value(book), page.value("find"), page.value("confirmed")]).toEqual(["3", unknown, "60000"]);
  expect(page.html).toContain(`No book in the store matches “${unknown}”`);
  const twin = "9789350095553";
  for (const title of ["Twin", "Other twin"])
    await createBook(shop.db.write, { title, stock: 1, isbn13: twin });
  const several = await send({ key: newKey(), intent: "find", find: `${isbn} ${twin}` });
  expect([several.value(book), several.value("find")]).toEqual(["1", twin]);
  expect(several.html).toContain(`Several books match “${twin}”: look for each alone`);
  const all = await send({ key: newKey(), intent: "find", find: `${isbn} ${isbn}` });
  expect([all.value(book), all.value("find")]).toEqual(["2", ""]);
});
