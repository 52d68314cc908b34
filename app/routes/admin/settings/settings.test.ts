import { clearAudit } from "~/test/database";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAccount, createAddress, createBook } from "~/test/factories";
import { type Browser, customerBrowser, guestBrowser, signedIn, staffBrowser, testShop } from "~/test/shop";
import { formFields, openPage } from "~/test/pages";

const PAGE = "/admin/settings";
const START = {
  shopName: "Kitab",
  supportEmail: "help@kitab.example",
  supportPhone: "+91 80 4718 0110",
  postalAddress: "14 Residency Road\nBengaluru 560025",
  shippingThreshold: "500",
  shippingFee: "40",
  taxRate: "0",
  hsn: "4901",
  aboveFiveCrore: "no",
  gstin: "",
  invoicePrefix: "",
  reservationMinutes: "30",
  lowStockMark: "5",
  legalName: "",
  grievanceOfficer: "",
  grievanceEmail: "",
  grievancePhone: "",
  mostCopies: "10",
  mostUnpaidOrders: "2",
  returnDays: "10",
  deliveryDays: "7",
  codConfirmHours: "24",
  codOpenPerCustomer: "3",
  codOpenPerPhone: "3",
  codForPreorders: "no",
  transferOn: "no",
  transferName: "",
  transferAccount: "",
  transferIfsc: "",
  transferUpi: "",
  transferDays: "5",
};

const shop = testShop();
let staff: Browser;
let colleague: Browser;

beforeAll(async () => {
  staff = await staffBrowser(shop, { first_name: "Asha", last_name: "Rao" });
  colleague = await staffBrowser(shop, { first_name: "Meera", last_name: "Nair" });
});
beforeEach(async () => {
  await shop.db.write.deleteFrom("settings").execute();
  await clearAudit(shop.db.write);
});

const text = async (browser: Browser, url: string) => (await openPage(browser, url)).html;
const rows = () => shop.db.read.selectFrom("settings").select(["key", "value"]).orderBy("key").execute();

/** Opens the page and posts its form with these entries. */
async function save(browser: Browser, entries: Partial<typeof START>) {
  const hidden = formFields(await (await browser.get(PAGE)).text(), PAGE);
  return browser.post(PAGE, { ...hidden, ...START, ...entries });
}

describe("saved settings are used at once", () => {
  test("guests' pages show name, contact and GSTIN, cached pages too", async () => {
    const visitor = guestBrowser(shop);
    expect(await text(visitor, "/terms")).toContain("Kitab");
    expect(await text(visitor, "/terms")).not.toContain("GSTIN");
    const saved = await save(staff, {
      shopName: "Neem & Tree",
      supportEmail: "ask@neem.example",
      supportPhone: "+91 22 5550 1234",
      postalAddress: "3 Marine Drive,\nMumbai 400020",
      gstin: "27aapfu0939f1zv",
    });
    expect(saved.status).toBe(303);
    expect(saved.headers.get("Location")).toBe(PAGE);
    const after = await text(staff, PAGE);
    expect(after).toContain("Settings updated successfully!");
    expect(after).toContain("Asha Rao");
    expect(after).toContain("27AAPFU0939F1ZV");

    const home = await text(visitor, "/");
    expect(home).toContain("<title>Neem &amp; Tree</title>");
    expect(home).toContain("mailto:ask@neem.example");
    expect(home).toContain("tel:+912255501234");
    expect(home).toContain("3 Marine Drive,\nMumbai 400020");
    expect(home).not.toContain("Kitab");
    const terms = await text(visitor, "/terms");
    expect(terms).toContain("3 Marine Drive,\nMumbai 400020");
    expect(terms).toContain("27AAPFU0939F1ZV");
    expect(await text(visitor, "/privacy")).toContain("Neem &amp; Tree, 3 Marine Drive, Mumbai 400020;");
    expect(await text(staff, "/admin")).toContain(" · Neem &amp; Tree</title>");
  });

  test("orders use fee, threshold, tax, HSN and the time to pay", async () => {
    await save(staff, {
      shippingThreshold: "600",
      shippingFee: "49.50",
      taxRate: "5",
      hsn: "490199",
      reservationMinutes: "45",
    });
    const terms = await text(guestBrowser(shop), "/terms");
    expect(terms).toContain("free when the books together cost more than ₹600.00; otherwise it costs ₹49.50");
    expect(terms).toContain("for you for 45 minutes");
    const accountId = await createAccount(shop.db.write);
    const addressId = await createAddress(shop.db.write, accountId);
    const customer = await signedIn(shop, accountId);
    const order = async (quantity: number) => {
      await customer.post("/cart", {
        intent: "add",
        bookId: await createBook(shop.db.write),
        quantity,
        redirectTo: "/cart",
      });
      expect(await text(customer, "/cart")).toContain(quantity === 1 ? "₹49.50" : "Free");
      const placed = await customer.post("/checkout", { intent: "place-order", addressId });
      const id = Number(/\/pay\/(\d+)/.exec(placed.headers.get("Location") ?? "")![1]);
      return shop.db.read
        .selectFrom("orders as o")
        .innerJoin("order_lines as l", "l.order_id", "o.id")
        .select(["o.shipping", "o.tax", "o.total", "o.placed_at", "o.pay_by", "l.hsn", "l.tax_rate"])
        .where("o.id", "=", id)
        .executeTakeFirstOrThrow();
    };
    const small = await order(1);
    // 299.50 × 5 / 105, rounded
    expect(small).toMatchObject({ shipping: 4950, tax: 1426, total: 29_950, hsn: "490199", tax_rate: 500 });
    expect(Date.parse(small.pay_by) - Date.parse(small.placed_at)).toBe(45 * 60_000);
    expect(await order(3)).toMatchObject({ shipping: 0 });
    await save(staff, { shippingFee: "0" });
    expect(await text(guestBrowser(shop), "/terms")).toContain("Shipping is free.");
  });

  test("mails have the shop's new name and contact", async () => {
    await save(staff, { shopName: "Neem Tree", postalAddress: "3 Marine Drive\nMumbai 400020" });
    const registered = await guestBrowser(shop).post("/register", {
      firstName: "Ravi",
      lastName: "Iyer",
      email: "ravi@example.in",
      password: "paper-boat-9",
      confirmPassword: "paper-boat-9",
      terms: "on",
    });
    expect(registered.status).toBe(303);
    const mail = await shop.db.read
      .selectFrom("outgoing_mails")
      .selectAll()
      .where("recipient", "=", "ravi@example.in")
      .executeTakeFirstOrThrow();
    expect(mail.subject).toBe("Please confirm your email for Neem Tree");
    expect(mail.text_body).toContain("3 Marine Drive, Mumbai 400020");
    for (const contact of ["3 Marine Drive, Mumbai 400020", "help@kitab.example", "+91 80 4718 0110"]) {
      expect(mail.html_body).toContain(contact);
    }
  });
});

describe("two people edit the settings", () => {
  test("the second is told about the other's changes, keeps what they typed, and can save again", async () => {
    const page = await (await colleague.get(PAGE)).text();
    await save(staff, { ...defaults(page), shopName: "Neem Tree", hsn: "490199" });
    const mine = {
      ...formFields(page, PAGE),
      ...defaults(page),

      shopName: "Banyan",
      lowStockMark: "9",
    };
    const refused = await colleague.post(PAGE, mine);
    expect(refused.status).toBe(400);
    const html = await refused.text();
    expect(html).toContain("Changed meanwhile by Asha Rao to “Neem Tree”. Save again to replace that.");
    expect(html).toContain("Changed meanwhile by others: Shop name (Asha Rao), HSN (Asha Rao).");
    expect(defaults(html)).toMatchObject({ shopName: "Banyan", lowStockMark: "9", hsn: "490199" });
    expect((await rows()).map((row) => row.value)).not.toContain('"Banyan"');

    const saved = await colleague.post(PAGE, { ...formFields(html, PAGE), ...defaults(html) });
    expect(saved.status).toBe(303);
    const values = Object.fromEntries((await rows()).map((row) => [row.key, row.value]));
    expect(values).toMatchObject({ shopName: '"Banyan"', hsn: '"490199"', lowStockMark: "9" });
  });

  test("a double click saves once", async () => {
    const hidden = formFields(await (await staff.get(PAGE)).text(), PAGE);
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => staff.post(PAGE, { ...hidden, ...START, shopName: "Neem Tree" })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([303, 303, 303]);
    const trail = await shop.db.read.selectFrom("audit_entries").select("id").execute();
    expect(trail).toHaveLength(1);
  });
});

/** The values of the form's inputs. */
function defaults(html: string): typeof START {
  const value = (name: string) =>
    new RegExp(`<input(?=[^>]* name="${name}")[^>]* value="([^"]*)"`).exec(html)?.[1] ??
    new RegExp(`<textarea[^>]* name="${name}"[^>]*>([^<]*)<`).exec(html)?.[1] ??
    new RegExp(`<select[^>]*name="${name}"[\\s\\S]*?<option value="([^"]*)"[^>]* selected`).exec(html)?.[1] ??
    new RegExp(`<select[^>]*name="${name}"[\\s\\S]*?<option value="([^"]*)"`).exec(html)?.[1] ??
    "";
  return Object.fromEntries(Object.keys(START).map((name) => [name, value(name)])) as typeof START;
}

describe("refuses", () => {
  test("guests and customers with a message, on pages and posts", async () => {
    const customer = await customerBrowser(shop);
    for (const [who, message, to] of [
      [
        guestBrowser(shop),
        "You need to be logged in with admin credentials to access this page",
        `/login?redirectTo=${encodeURIComponent(PAGE)}`,
      ],
      [customer, "You need admin privileges to access this page", "/"],
    ] as const) {
      const seen = await who.get(PAGE);
      expect([seen.status, seen.headers.get("Location")]).toEqual([303, to]);
      expect(await text(who, "/")).toContain(message);
      expect(
        (await who.post(PAGE, { ...START, intent: "save-settings", shown: "{}", shopName: "Mine" })).status,
      ).toBe(303);
    }
    expect(await rows()).toEqual([]);
  });

  test("invalid values with messages at their fields, keeps what was typed, and focuses the first", async () => {
    const answer = await save(staff, {
      shopName: "",
      shippingFee: "lots",
      gstin: "27AAPFU0939F1ZW",
      hsn: "<b>",
    });
    expect(answer.status).toBe(400);
    const html = await answer.text();
    for (const message of [
      "Shop name is required",
      "Shipping fee must be a number with at most two decimals",
      "This is not a GSTIN: please check its 15 characters",
      "HSN must have 4, 6 or 8 digits",
    ])
      expect(html).toContain(message);
    expect(defaults(html)).toMatchObject({ shippingFee: "lots", hsn: "&lt;b&gt;" });
    expect(html.match(/autofocus/gi)).toHaveLength(1);
    expect(/<input[^>]*name="shopName"[^>]*>/.exec(html)![0]).toMatch(/autofocus/i);
    expect(await rows()).toEqual([]);
  });

  test("malformed forms with 400, and saves nothing", async () => {
    const bodies = [
      "",
      "intent=save-settings",
      "shopName=%00&shown=%00",
      `shown=${encodeURIComponent('{"__proto__":{"shopName":1}}')}`,
      "shopName[0]=a&shopName[1]=b",
      "shopName.a.b.c=x",
      `${"shopName=x&".repeat(900)}`,
      `postalAddress=${"%0A".repeat(5000)}`,
      `taxRate=${"9".repeat(5000)}&reservationMinutes=1e400&lowStockMark=-0`,
    ];
    for (const body of bodies) {
      const answer = await staff.request(PAGE, {
        method: "POST",
        body,
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      });
      expect([body.slice(0, 40), answer.status]).toEqual([body.slice(0, 40), 400]);
    }
    for (const method of ["PUT", "DELETE", "PATCH"]) {
      const answer = await staff.request(PAGE, {
        method,
        body: "x",
        headers: { "Content-Type": "text/plain" },
      });
      expect(answer.status).toBe(400);
    }
    expect(await rows()).toEqual([]);
  });
});
