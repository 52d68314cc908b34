import { beforeAll, describe, expect, test } from "vitest";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { planInput, planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { createAccount, createAddress, createStaff } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { readPage } from "~/test/pages";
import { type Browser, guestBrowser, signedIn, testShop } from "~/test/shop";

const shop = testShop();
let bookId: number;
let path: string;
const FAR = "We do not deliver to PIN code 682001 (Kerala).";

beforeAll(async () => {
  bookId = await catalogueBook(shop.db.write, { title: "Gora", price: 25_000, stock: 9 });
  path = `/books/${bookId}-gora`;
});

const read = async (browser: Browser, at = path) => (await readPage(browser.get(at))).html;
/** The answer below the box. */
const answer = (html: string) =>
  /id="pin-answer"[^>]*>(.*?)<\/div>/s.exec(html)?.[1]?.replace(/<[^>]*>/g, " ");
const typedPin = (html: string) => /<input[^>]*id="pin"[^>]*>/.exec(html)?.[0];

test("without a plan there is no box, and the settings say what delivery costs", async () => {
  const html = await read(guestBrowser(shop));
  expect(html).not.toContain("Deliver to PIN code");
  expect(html).toContain("Arrives by");
});

describe("with a plan", () => {
  beforeAll(async () => {
    const method = planMethod({ name: "Speed Post", rates: { by: "flat", price: 4_000 }, freeAbove: null });
    const zones = [planZone({ states: ["Karnataka"], methods: [method] })];
    await storePlan(shop.db.write, await createStaff(shop.db.write), planInput({ zones }));
  });

  test("a guest learns what one copy costs to send, on this and on each further book's page", async () => {
    const browser = guestBrowser(shop);
    const first = await read(browser);
    expect(first).toContain("Deliver to PIN code");
    expect(first).not.toContain("Arrives by");
    expect(answer(first)?.trim()).toBe("");
    const asked = await browser.get(`${path}?pincode=560%20001`);
    expect(asked.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^pin=560001; Max-Age=\d+; .*HttpOnly/),
    );
    const told = answer(await asked.text());
    expect(told).toMatch(/To Karnataka: by .* for ₹40 \(Speed Post\)\./);
    expect(answer(await read(browser))).toBe(told);
    expect(typedPin(await read(browser))).toContain('value="560001"');
  });

  test("the page that is kept for others has no visitor's answer", async () => {
    const [one, other] = [guestBrowser(shop), guestBrowser(shop)];
    await one.get(`${path}?pincode=560001`);
    for (let time = 0; time < 2; time += 1) {
      expect(answer(await read(one))).toContain("₹40");
      expect(answer(await read(other))?.trim()).toBe("");
      expect(typedPin(await read(other))).toContain('value=""');
    }
  });

  test("says where nothing is delivered, and what is no PIN code, with what was typed", async () => {
    const browser = guestBrowser(shop);
    expect(answer(await read(browser, `${path}?pincode=682001`))).toContain(FAR);
    const html = await read(browser, `${path}?pincode=${"5600x".padEnd(60, "9")}`);
    expect(answer(html)).toContain("Type a PIN code of six digits");
    expect(typedPin(html)).toContain('value="5600x');
    expect(typedPin(html)!.length).toBeLessThan(400);
    // What was no PIN code is not remembered.
    expect(answer(await read(browser))).toContain(FAR);
  });

  test("a cookie that the shop cannot have written counts for nothing", async () => {
    const browser = guestBrowser(shop);
    const page = await browser.request(path, { headers: { Cookie: 'pin=<b>"1' } });
    expect([page.status, answer(await page.text())?.trim()]).toEqual([200, ""]);
  });

  test("a customer's default address fills it, each one's own; what they type counts before it", async () => {
    const customers = [];
    for (const pincode of ["560001", "682001"]) {
      const accountId = await createAccount(shop.db.write);
      await createAddress(shop.db.write, accountId, { pincode, is_default: 1 });
      customers.push(await signedIn(shop, accountId));
    }
    for (let time = 0; time < 2; time += 1) {
      expect(answer(await read(customers[0]!))).toContain("₹40");
      expect(answer(await read(customers[1]!))).toContain(FAR);
    }
    await customers[1]!.get(`${path}?pincode=560001`);
    expect(answer(await read(customers[1]!))).toContain("₹40");
    // Nobody who uses the browser after them reads it.
    const out = await customers[1]!.post("/logout", {});
    expect(out.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^pin=; Max-Age=0;/));
  });

  test("the cart's total has the delivery for the place in its box", async () => {
    const accountId = await createAccount(shop.db.write);
    await addToCart(shop.db.write, { accountId }, { bookId, quantity: 1 });
    const browser = await signedIn(shop, accountId);
    const before = await read(browser, "/cart");
    expect(before).toContain("By PIN code");
    expect(answer(before)?.trim()).toBe("");
    const after = await read(browser, "/cart?pincode=560001");
    expect(answer(after)).toContain("for ₹40");
    expect(after).toContain("₹290.00");
    expect(await read(browser, "/cart")).toContain("₹290.00");
    expect(answer(await read(browser, "/cart?pincode=682001"))).toContain(FAR);
  });
});
