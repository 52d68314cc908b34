import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { NO_COD, planMethod, planZone, storePlan } from "~/test/delivery-plans";
import {
  ADDRESS,
  createAccount,
  createAddress,
  createBook,
  createStaff,
  setSettings,
} from "~/test/factories";
import { formFields, pageHtml, readPage } from "~/test/pages";
import { type Browser, guestBrowser, ownShop, signedIn, staffBrowser } from "~/test/shop";

const shop = ownShop();

const COD = { ...NO_COD, offered: true, fee: 3_000, upTo: 100_000 };
const METHODS = [
  planMethod({ name: "Gyan Post", rates: { by: "flat", price: 2_500 }, cod: COD }),
  planMethod({ name: "Speed Post", rates: { by: "flat", price: 7_000 } }),
];

let accountId: number;
let bookId: number;
let home: number;
let browser: Browser;
beforeEach(async () => {
  const db = shop.db.write;
  await db.deleteFrom("delivery_plan").execute();
  accountId = await createAccount(db);
  bookId = await createBook(db, { title: "Kari", price: 30_000, stock: 90 });
  home = await createAddress(db, accountId, { is_default: 1 });
  await addToCart(db, { accountId }, { bookId, quantity: 2 });
  browser = await signedIn(shop, accountId);
});

const planned = async () =>
  storePlan(shop.db.write, await createStaff(shop.db.write), {
    zones: [planZone({ states: ["Kerala"], methods: METHODS })],
  });
const page = (path = "/checkout") => pageHtml(browser.get(path));
const orders = () =>
  shop.db.read.selectFrom("orders").selectAll().where("account_id", "=", accountId).orderBy("id").execute();
/** The ids of the radio buttons, those chosen marked. */
const radios = (html: string) =>
  [...html.matchAll(/<input[^>]*type="radio"[^>]*>/g)].map(
    ([input]) => (/ id="([^"]+)"/.exec(input)?.[1] ?? "") + (input.includes(" checked") ? " *" : ""),
  );

test("a shop without a plan shows what it did: no way of delivery, and one of paying", async () => {
  const html = await page();
  expect(radios(html)).toEqual([`address-${home} *`, expect.stringMatching(/ \*$/)]);
  expect(html).not.toContain('id="delivery"');
  expect(html).toMatch(/Free shipping/);
});

test("the methods that fit are offered, the cheapest chosen; a choice has its price, also without scripts", async () => {
  await planned();
  const html = await page();
  expect(radios(html)).toEqual([
    `address-${home} *`,
    "method-1 *",
    "method-2",
    expect.stringMatching(/ \*$/),
    "cod",
  ]);
  expect(html).toContain("<dd>₹625.00</dd>");
  const chosen = await browser.post("/checkout", {
    intent: "choose",
    addressId: home,
    methodId: 1,
    paymentMethod: "cod",
  });
  const address = `/checkout?address=${home}&method=1&payment=cod`;
  expect(chosen.headers.get("Location")).toBe(address);
  const other = await page(address);
  expect(radios(other)).toContain("cod *");
  expect(other).toMatch(/Cash on delivery fee<\/dt><dd>₹30\.00/);
  expect(other).toMatch(/Due at the door<\/dt><dd>₹655\.00/);
  // Speed Post is not paid at the door: beside it that choice cannot be made, and says what can.
  const without = await page(`/checkout?method=2&payment=cod`);
  expect(radios(without)).toEqual([
    `address-${home} *`,
    "method-1",
    "method-2 *",
    expect.stringMatching(/ \*$/),
    "cod",
  ]);
  expect(without).toMatch(/<input[^>]*id="cod"[^>]* disabled/);
  expect(without).toContain("At the door with Gyan Post");
});

test("a choice stays on the way to the cart and back, and to another address, until the order is placed", async () => {
  await planned();
  await page(`/checkout?address=${home}&method=2&payment=online`);
  const chosen = async (path = "/checkout") => radios(await page(path)).filter((id) => id.endsWith("*"));
  const speedPost = [`address-${home} *`, "method-2 *", expect.stringMatching(/ \*$/)];
  await browser.post("/cart", { intent: "apply-coupon", code: "NONE" });
  await page("/cart");
  expect(await chosen()).toEqual(speedPost);
  const other = await createAddress(shop.db.write, accountId);
  expect(await chosen(`/checkout?address=${other}`)).toEqual([`address-${other} *`, ...speedPost.slice(1)]);
  // What is not offered there is left out, and what no page has written is none.
  const away = await createAddress(shop.db.write, accountId, { pincode: "560001" });
  expect(await chosen(`/checkout?address=${away}`)).not.toContain("method-2 *");
  expect(await chosen(`/checkout?address=${home}`)).toEqual(speedPost);
  await browser.post("/checkout", { intent: "place-order", addressId: home, methodId: 2 });
  await shop.db.write.updateTable("orders").set({ state: "cancelled", cancel_reason: "customer", stock_held: 0 }).where("account_id", "=", accountId).execute(); // oxfmt-ignore
  expect(await chosen()).toContain("method-1 *");
  browser.setCookie("choice", "x.-1.gold");
  expect(await chosen()).toContain("method-1 *");
});

test("an order paid at the door goes to its page; Back from there leads to it again", async () => {
  await planned();
  // The form posts to the same choice, so that a refused order shows the same prices.
  const address = "/checkout?method=1&payment=cod";
  const fields = formFields(await page(address), address.replace("&", "&amp;"));
  const given = { ...fields, intent: "place-order", addressId: home, methodId: 1, paymentMethod: "cod" };
  const placed = await browser.post("/checkout", given);
  const [order] = await orders();
  expect(order).toMatchObject({ payment_way: "cod", total: 65_500, due_at_door: 65_500, cod_fee: 3_000 });
  expect(placed.headers.get("Location")).toBe(`/orders/${order!.id}`);
  for (const again of [await browser.post("/checkout", given), await browser.get("/checkout")])
    expect(again.headers.get("Location")).toBe(`/orders/${order!.id}`);
  expect(await orders()).toHaveLength(1);
  const promise = /Gyan Post, India Post: \w{3} \d+ \w{3} to \w{3} \d+ \w{3}/;
  const own = await page(`/orders/${order!.id}`);
  expect(own).toMatch(promise);
  expect(own).toMatch(/Cash on delivery fee<\/dt><dd>₹30\.00/);
  expect(own).toMatch(/Due at the door<\/dt><dd>₹655\.00/);
  const staff = await staffBrowser(shop);
  expect(await pageHtml(staff.get(`/admin/orders/${order!.id}`))).toMatch(promise);
  const slip = await pageHtml(staff.get(`/admin/orders/${order!.id}/packing-slip`));
  expect(slip).toMatch(promise);
  expect(slip).toMatch(/Collect at the door<\/dt><dd[^>]*>₹655\.00/);
  const mails = await shop.db.read.selectFrom("outgoing_mails").select("text_body").orderBy("id").execute();
  expect(mails.at(-1)!.text_body).toMatch(promise);
});

test("the cart has the price of the default address; without one it says that it is not known", async () => {
  await planned();
  const html = await page("/cart");
  expect(html).toMatch(/Shipping<\/dt><dd>₹25\.00/);
  expect(html).not.toContain("free above");
  await shop.db.write.deleteFrom("addresses").where("id", "=", home).execute();
  const unknown = await page("/cart");
  expect(unknown).toMatch(/Shipping<\/dt><dd>By PIN code/);
  const guest = guestBrowser(shop);
  await guest.post("/cart", { intent: "add", bookId });
  const login = await pageHtml(guest.get("/login?redirectTo=%2Fcart"));
  expect(login).toMatch(/Shipping<\/dt><dd>By PIN code/);
  expect(login).toContain("What delivery costs depends on your PIN code.");
});

test("what costs something else by now, or is not offered, is refused with the page as it is now", async () => {
  await planned();
  const place = async (given: object) => {
    const answer = await browser.post("/checkout", { intent: "place-order", addressId: home, ...given });
    return { status: answer.status, html: await answer.text() };
  };
  const dearer = await place({ methodId: 1, expectedTotal: 60_000 });
  expect(dearer.status).toBe(400);
  expect(dearer.html).toContain("The total has changed to ₹625.00.");
  // Chosen without scripts: the page had no prices for it, so the one that has says why.
  const chosen = await browser.post("/checkout", {
    intent: "place-order",
    addressId: home,
    methodId: 2,
    paymentMethod: "razorpay",
    pricedFor: `${home}:1:online`,
    expectedTotal: 62_500,
  });
  const priced = `/checkout?address=${home}&method=2&payment=razorpay`;
  expect([chosen.status, chosen.headers.get("Location")]).toEqual([303, priced]);
  const told = await page(priced);
  expect(told).toContain("The total has changed to ₹670.00.");
  expect(told).toContain("<dd>₹670.00</dd>");
  expect(told).toContain(`name="pricedFor" value="${home}:2:online"`);
  const gone = await place({ methodId: 9 });
  expect(gone.html).toContain("is not offered for this order any more");
  const away = await createAddress(shop.db.write, accountId, { pincode: "560001" });
  const html = await page(`/checkout?address=${away}`);
  expect(html).toContain("We do not deliver to PIN code 560001 (Karnataka).");
  expect(html).not.toContain('value="place-order"');
  expect((await place({ addressId: away })).html).toContain("We do not deliver to PIN code 560001");
  expect(await orders()).toEqual([]);
});

test("a raised fee for paying at the door is asked again, also where delivery costs as much less: the total is the same", async () => {
  const [zone] = (await planned()).zones;
  const address = `/checkout?address=${home}&method=1&payment=cod`;
  const fields = formFields(await page(address), address.replaceAll("&", "&amp;"));
  const given = { ...fields, intent: "place-order", addressId: home, methodId: 1, paymentMethod: "cod" };
  const placeAt = async (price: number, fee: number) => {
    const method = planMethod({ ...zone!.methods[0]!, rates: { by: "flat", price }, cod: { ...COD, fee } });
    const zones = [planZone({ states: ["Kerala"], methods: [method] })];
    await storePlan(shop.db.write, await createStaff(shop.db.write), { zones });
    const answer = await browser.post(address, given);
    return { status: answer.status, html: await answer.text() };
  };
  const raised = await placeAt(2_500, 4_000);
  expect(raised.status).toBe(400);
  expect(raised.html).toMatch(/The fee for paying at the door is ₹40\.00 now\./);
  expect(raised.html).toMatch(/Cash on delivery fee<\/dt><dd>₹40\.00/);
  const moved = await placeAt(1_500, 4_000);
  expect(moved.status).toBe(400);
  expect(moved.html).toMatch(/The fee for paying at the door is ₹40\.00 now\./);
  expect(await orders()).toEqual([]);
});

test("above the amount, and without a known place, the reason is said", async () => {
  await planned();
  await addToCart(shop.db.write, { accountId }, { bookId, quantity: 2 });
  expect(await page()).toContain("You can pay at the door up to ₹1,000.");
  expect(await page("/checkout?add=1")).toContain("Save the address to see what delivery costs");
});

test("paying at the door by a dearer way, or only where the books are fetched, is said beside the cheapest", async () => {
  const sold = async (...methods: ReturnType<typeof planMethod>[]) => {
    const zones = [planZone({ states: ["Kerala"], methods })];
    await storePlan(shop.db.write, await createStaff(shop.db.write), { zones });
    return page();
  };
  const gyan = { ...METHODS[0]!, cod: NO_COD };
  const courier = planMethod({ name: "Courier", rates: { by: "flat", price: 9_000 }, cod: COD });
  const pickUp = planMethod({ name: "At the shop", pickUp: true, pickUpHours: "10 to 6", cod: COD });
  expect(await sold(gyan, METHODS[1]!, courier, pickUp)).toContain("At the door with Courier");
  expect(radios(await page("/checkout?method=3&payment=cod"))).toContain("cod *");
  expect(await sold(gyan, pickUp)).toContain("When you fetch the books, with At the shop");
  expect(radios(await sold(gyan, METHODS[1]!))).not.toContain("cod");
  // The shop's own limits come first: another way of delivery does not help.
  await setSettings(shop.db.write, { codOpenPerCustomer: 1 });
  await sold(courier);
  const address = "/checkout?payment=cod";
  const given = { intent: "place-order", addressId: home, paymentMethod: "cod" };
  await browser.post("/checkout", { ...formFields(await page(address), address), ...given });
  expect(await orders()).toHaveLength(1);
  await addToCart(shop.db.write, { accountId }, { bookId, quantity: 1 });
  const limited = await sold(gyan, courier);
  expect(limited).toContain("You have an order to be paid at the door already.");
  expect(limited).not.toContain("At the door with Courier");
  await setSettings(shop.db.write, { codOpenPerCustomer: 3 });
});

test("a transfer is offered when the shop takes them", async () => {
  await setSettings(shop.db.write, { transferOn: "yes", transferName: "Kitab", transferUpi: "kitab@sbi" });
  expect(radios(await page())).toContain("transfer");
  const placed = await browser.post("/checkout", {
    intent: "place-order",
    addressId: home,
    paymentMethod: "transfer",
    expectedTotal: 60_000,
  });
  const [order] = await orders();
  expect(order).toMatchObject({ payment_way: "transfer", due_at_door: 0 });
  expect(placed.headers.get("Location")).toBe(`/orders/${order!.id}`);
  await setSettings(shop.db.write, { transferOn: "no" });
});

describe("the buyer's block", () => {
  beforeAll(() => setSettings(shop.db.write, { gstin: "29ABCDE1234F1ZW" }));
  const SCHOOL = {
    buyerGstin: "32aabcl1234c1zd",
    buyerName: "Lake View School",
    buyerAddress: "12 Lake Road\r\nKochi 682001",
    buyerReference: "PO 118",
  };
  const COLUMNS = {
    buyer_gstin: "32AABCL1234C1ZD",
    buyer_name: "Lake View School",
    buyer_address: "12 Lake Road\nKochi 682001",
    buyer_reference: "PO 118",
  };
  const send = (fields: object, path = "/checkout") => browser.post(path, { addressId: home, ...fields });
  const block = (html: string) =>
    /<details[^>]*>(?:(?!<\/details>).)*buyerGstin.*?<\/details>/s.exec(html)![0];
  const isOpen = (html: string) => block(html).startsWith('<details open=""');
  const shown = (html: string) =>
    [...block(html).matchAll(/<input[^>]* value="([^"]+)"|<textarea[^>]*>([^<]+)/g)].map(
      ([, value, lines]) => value ?? lines?.replaceAll("\r", ""),
    );
  const TYPED = ["32aabcl1234c1zd", "Lake View School", "12 Lake Road\nKochi 682001", "PO 118"];
  const KEPT = [COLUMNS.buyer_gstin, COLUMNS.buyer_name, COLUMNS.buyer_address];

  test("is folded and empty; a wrong GSTIN is said at its field, and all that was typed stays", async () => {
    const empty = await page();
    expect([isOpen(empty), shown(empty)]).toEqual([false, []]);
    const wrong = { intent: "place-order", expectedTotal: 60_000, ...SCHOOL, buyerGstin: "32AABCL1234C1ZE" };
    const refused = await readPage(send(wrong));
    expect(refused.status).toBe(400);
    expect(isOpen(refused.html)).toBe(true);
    expect(shown(refused.html)).toEqual(["32AABCL1234C1ZE", ...TYPED.slice(1)]);
    expect(block(refused.html)).toMatch(/autofocus=""[^>]*id="buyerGstin"|id="buyerGstin"[^>]*autofocus=""/i);
    expect(block(refused.html)).toContain("This GSTIN does not add up");
    expect(refused.html).toMatch(/<a href="#buyerGstin"[^>]*>This GSTIN does not add up/);
    // The same beside other refusals.
    const typed = { ...SCHOOL, intent: "place-order" };
    for (const other of [
      { ...typed, expectedTotal: 1 },
      { ...typed, addressId: 0 },
    ])
      expect(shown((await readPage(send(other))).html)).toEqual(TYPED);
    const address = { ...ADDRESS, pincode: "", intent: "place-order", ...SCHOOL };
    expect(shown((await readPage(send(address, "/checkout?add=1"))).html)).toEqual(TYPED);
    expect(await orders()).toEqual([]);
  });

  test("what is typed comes along, where the form leads to another page", async () => {
    await planned();
    const next = async (fields: object, path?: string) => {
      const answer = await send({ ...SCHOOL, ...fields }, path);
      expect(answer.status).toBe(303);
      return page(answer.headers.get("Location")!);
    };
    const priced = await next({ intent: "choose", methodId: 2, paymentMethod: "razorpay" });
    expect([isOpen(priced), shown(priced)]).toEqual([true, TYPED]);
    expect(priced).not.toContain("What you typed is filled in again");
    const saved = await next({ ...ADDRESS, place: "Thrissur", intent: "save-address" }, "/checkout?add=1");
    expect(shown(saved)).toEqual(TYPED);
    const dearer = { intent: "place-order", methodId: 2, paymentMethod: "razorpay" };
    expect(shown(await next({ ...dearer, pricedFor: `${home}:1:online`, expectedTotal: 1 }))).toEqual(TYPED);
    await shop.db.write.updateTable("books").set({ stock: 1 }).where("id", "=", bookId).execute();
    await send({ ...SCHOOL, intent: "place-order" });
    await shop.db.write.updateTable("books").set({ stock: 90 }).where("id", "=", bookId).execute();
    expect(shown(await page())).toEqual(TYPED);
    // Once.
    expect(shown(await page())).toEqual([]);
  });

  test("stands on the order and its slip, and is filled in at the next order, without its reference", async () => {
    const placed = await send({ ...SCHOOL, intent: "place-order", expectedTotal: 60_000 });
    const [order] = await orders();
    expect(placed.headers.get("Location")).toBe(`/checkout/pay/${order!.id}`);
    expect(order).toMatchObject(COLUMNS);
    expect(shown(await page())).toEqual([...KEPT, "PO 118"]);
    const staff = await staffBrowser(shop);
    for (const html of [
      await page(`/orders/${order!.id}`),
      await pageHtml(staff.get(`/admin/orders/${order!.id}`)),
    ])
      for (const text of Object.values(COLUMNS)) expect(html).toContain(text);
    const slip = await pageHtml(staff.get(`/admin/orders/${order!.id}/packing-slip`));
    expect(slip).toMatch(/Your reference<\/dt><dd[^>]*>PO 118/);
    const cancelled = { state: "cancelled", cancel_reason: "customer", stock_held: 0 } as const;
    await shop.db.write.updateTable("orders").set(cancelled).where("id", "=", order!.id).execute();
    expect(shown(await page())).toEqual(KEPT);
  });
});

describe("a gift", () => {
  const WRITTEN = {
    gift: "on",
    giftFrom: " Asha  and Ravi ",
    giftMessage: "Happy birthday!\r\nRead it slowly.",
  };
  const COLUMNS = {
    is_gift: 1,
    gift_from: "Asha and Ravi",
    gift_message: "Happy birthday!\nRead it slowly.",
  };
  const send = (fields: object, path = "/checkout") =>
    readPage(
      browser.post(path, { addressId: home, intent: "place-order", expectedTotal: 60_000, ...fields }),
    );
  /** Whether the box is ticked, and what is written below it. */
  const shown = (html: string) => [
    / checked=""/.test(/<input[^>]*name="gift"[^>]*>/.exec(html)![0]),
    / value="([^"]*)"/.exec(/<input[^>]*name="giftFrom"[^>]*>/.exec(html)![0])?.[1],
    /<textarea[^>]*name="giftMessage"[^>]*>([^<]*)/.exec(html)![1]!.replaceAll("\r", ""),
  ];

  test("is not one unless the box is ticked; its message is at most 300 characters, and stays typed", async () => {
    expect(shown(await page())).toEqual([false, "", ""]);
    const long = "x".repeat(301);
    const refused = await send({ ...WRITTEN, giftMessage: long });
    expect(refused.status).toBe(400);
    expect(shown(refused.html)).toEqual([true, " Asha  and Ravi ", long]);
    expect(refused.html).toMatch(/<a href="#giftMessage"[^>]*>Message must be at most 300 characters/);
    expect(await orders()).toEqual([]);
    await send({ ...WRITTEN, gift: "", giftMessage: long });
    expect(await orders()).toMatchObject([{ is_gift: 0, gift_from: "", gift_message: "" }]);
  });

  test("comes along to the page with other prices, and stands on the order and its slip", async () => {
    await planned();
    const chosen = { ...WRITTEN, intent: "choose", methodId: 2, paymentMethod: "razorpay" };
    const priced = await page((await send(chosen)).to!);
    expect(shown(priced)).toEqual([true, WRITTEN.giftFrom, "Happy birthday!\nRead it slowly."]);
    const paying = { methodId: 2, paymentMethod: "razorpay", expectedTotal: 67_000 };
    await send({ ...WRITTEN, ...paying });
    const [order] = await orders();
    expect(order).toMatchObject(COLUMNS);
    // The same again is the same order; with another message it is another.
    await send({ ...WRITTEN, ...paying });
    expect(await orders()).toHaveLength(1);
    expect(shown(await page())).toEqual([true, COLUMNS.gift_from, COLUMNS.gift_message]);
    await send({ ...WRITTEN, ...paying, giftMessage: "" });
    expect(await orders()).toMatchObject([{ state: "cancelled" }, { gift_message: "" }]);
    const staff = await staffBrowser(shop);
    for (const html of [
      await page(`/orders/${order!.id}`),
      await pageHtml(staff.get(`/admin/orders/${order!.id}`)),
      await pageHtml(staff.get(`/admin/orders/${order!.id}/packing-slip`)),
    ]) {
      expect(html).toContain(COLUMNS.gift_message);
      expect(html).toContain(COLUMNS.gift_from);
    }
    expect(await pageHtml(staff.get(`/admin/orders/${order!.id}`))).toContain("Put no bill into its parcel.");
  });
});
