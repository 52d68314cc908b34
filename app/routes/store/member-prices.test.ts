import { beforeAll, expect, test } from "vitest";
import { discountSchema, groupSchema } from "~/domain/sales/trade/groups.schema";
import { setCustomerTerms } from "~/domain/sales/trade/customer-terms.server";
import { addDiscount, saveGroup } from "~/domain/sales/trade/groups.server";
import { addToWishlist } from "~/domain/readers/wishlist/wishlist.server";
import { tokenClient } from "~/test/api";
import { planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { createAddress, createStaff } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { formFields, openPage, readPage } from "~/test/pages";
import { type Browser, customerBrowser, guestBrowser, testShop } from "~/test/shop";

const shop = testShop();
let staffId: number;
let groupId: number;
let bookId: number;

const YOURS = "Your price </small>₹292.50";
const PUBLIC = "₹450.00";

beforeAll(async () => {
  const db = shop.db.write;
  staffId = await createStaff(db);
  const group = await saveGroup(db, { id: null, staffId, fields: groupSchema.parse({ name: "Bookshop" }) });
  if (!group.ok) throw new Error(group.message);
  groupId = group.id;
  const book = { title: "Gora", authors: ["Tagore"], tags: ["Novel"], price: 45_000, stock: 90 };
  bookId = await catalogueBook(db, book);
  await catalogueBook(db, { ...book, title: "Ghare Baire" });
  await db.updateTable("books").set({ sold_count: 3 }).execute();
  for (const [rate, leastCopies] of [
    ["35", "1"],
    ["40", "10"],
  ])
    // oxfmt-ignore
    await addDiscount(db, { groupId, staffId, fields: discountSchema.parse({ of: "all", rate, leastCopies }) });
});

const join = (accountId: number, id: number | null) =>
  setCustomerTerms(shop.db.write, {
    accountId,
    staffId,
    fields: { groupId: id, creditLimit: null, creditDays: null },
  });

async function member() {
  const browser = await customerBrowser(shop);
  await join(browser.accountId, groupId);
  return browser;
}

/** The pages that show prices; the book's by the address that it has. */
async function pages() {
  const book = (await guestBrowser(shop).request(`/books/${bookId}`)).headers.get("Location")!;
  const author = (await guestBrowser(shop).request("/authors/1")).headers.get("Location")!;
  return ["/", "/books", "/books?q=gora", "/books?sort=title", author, "/bestsellers", book];
}

const open = async (browser: Browser, path: string) => {
  const { html, response, status } = await openPage(browser, path);
  return { html, status, isKept: !response.headers.has("X-Request-Id"), response };
};

test("guest, member, guest, another customer: each page has its reader's prices, and none of a member's is kept", async () => {
  const [guest, one, other] = [guestBrowser(shop), await member(), await customerBrowser(shop)];
  for (const path of await pages()) {
    // Twice, so that what can be kept is.
    for (let round = 0; round < 2; round += 1) {
      for (const visitor of [guest, other, one, guest, other]) {
        const { html, status, isKept, response } = await open(visitor, path);
        const isMember = visitor === one;
        expect([path, status, html.includes(YOURS)]).toEqual([path, 200, isMember]);
        expect([path, html.includes(PUBLIC)]).toEqual([path, true]);
        if (!isMember) continue;
        expect([path, isKept]).toEqual([path, false]);
        expect(response.headers.get("Cache-Control")).toContain("no-store");
      }
      const data = await (await guest.get(`${path === "/" ? "/_root" : path.split("?")[0]}.data`)).text();
      expect(data).not.toContain("yourPrice");
    }
  }
});

test("the book's page says what more copies cost, and the lists of one reader have their prices", async () => {
  const browser = await member();
  const path = (await pages()).at(-1)!;
  expect((await open(browser, path)).html).toContain(
    "Your price for one copy: ₹292.50 from 1, ₹270.00 from 10",
  );
  await addToWishlist(shop.db.write, browser.accountId, bookId);
  expect((await open(browser, "/wishlist")).html).toContain(YOURS);
  expect((await open(browser, "/recent")).html).toContain(YOURS);
});

test("a group that ends, and a customer who leaves it: the public price at once", async () => {
  const browser = await member();
  const path = (await pages()).at(-1)!;
  const isShown = async () => (await open(browser, path)).html.includes(YOURS);
  expect(await isShown()).toBe(true);
  const save = (standing: string) =>
    saveGroup(shop.db.write, {
      id: groupId,
      staffId,
      fields: groupSchema.parse({ name: "Bookshop", standing }),
    });
  await save("ended");
  expect(await isShown()).toBe(false);
  await save("active");
  expect(await isShown()).toBe(true);
  await join(browser.accountId, null);
  expect(await isShown()).toBe(false);
});

test("cart, checkout and order have the member's price; one that changes meanwhile is asked about", async () => {
  const browser = await member();
  const { accountId } = browser;
  const addressId = await createAddress(shop.db.write, accountId);
  await browser.post("/cart", { intent: "add", bookId, quantity: 10 });
  const cart = await open(browser, "/cart");
  expect(cart.html).toContain("Your price </small>₹270.00");
  expect(cart.html).toContain("₹2,700.00");
  const checkout = await open(browser, "/checkout");
  expect(checkout.html).toContain("₹2,700.00");
  const fields = formFields(checkout.html, "/checkout");
  await join(accountId, null);
  const send = (given: Record<string, string>) =>
    readPage(
      browser.post("/checkout", { ...given, intent: "place-order", addressId, paymentMethod: "sandbox" }),
    );
  const refused = await send(fields);
  expect(refused.status).toBe(400);
  expect(refused.html).toContain("The total has changed to");
  await join(accountId, groupId);
  expect(await send(fields)).toMatchObject({ status: 303 });
  const lines = await shop.db.read
    .selectFrom("orders as o")
    .innerJoin("order_lines as l", "l.order_id", "o.id")
    .select(["l.unit_price", "l.mrp", "l.quantity"])
    .where("o.account_id", "=", accountId)
    .execute();
  expect(lines).toEqual([{ unit_price: 27_000, mrp: 45_000, quantity: 10 }]);
});

test("a program's cart and checkout: the price is the server's, a wrong one is refused", async () => {
  const browser = await member();
  const client = await tokenClient(shop, browser.accountId);
  const addressId = await createAddress(shop.db.write, browser.accountId);
  await client.post("/carts/", { bookId, qty: 1 });
  const { body } = await client.get("/carts/all");
  expect(JSON.stringify(body)).toContain('"price":292.5');
  const wanted = (price: number) => ({ address: addressId, cartItems: [{ bookId, qty: 1, price }] });
  expect((await client.post("/checkout/checkout", wanted(450))).body).toMatchObject({ result: 0 });
  expect((await client.post("/checkout/checkout", wanted(292.5))).body).toMatchObject({ result: 1 });
});

test("suggestions and a quote of delivery count the reader's own price", async () => {
  const [one, other, guest] = [await member(), await customerBrowser(shop), guestBrowser(shop)];
  await storePlan(shop.db.write, staffId, {
    zones: [
      planZone({
        states: ["Karnataka"],
        // Free above ₹400: the public price is, the member's is not.
        methods: [planMethod({ rates: { by: "flat", price: 5_000 }, freeAbove: 40_000 })],
      }),
    ],
  });
  const asked = async (browser: Browser) => {
    const suggested = await browser.get("/books/suggest?q=gora");
    const { books } = (await suggested.json()) as { books: { id: number; yourPrice?: number }[] };
    const quote = await browser.get(`/api/v1/delivery/quote?pincode=560003&items=${bookId}:1`);
    expect(quote.headers.get("Cache-Control")).toBe("private, no-store");
    const { methods } = (await quote.json()) as { methods: { price: number }[] };
    return [books.find(({ id }) => id === bookId)?.yourPrice, methods.map(({ price }) => price)];
  };
  for (let round = 0; round < 2; round += 1) {
    expect(await asked(guest)).toEqual([undefined, [0]]);
    expect(await asked(one)).toEqual([29_250, [50]]);
    expect(await asked(other)).toEqual([undefined, [0]]);
  }
});
