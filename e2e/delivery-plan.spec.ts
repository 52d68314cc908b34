import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { openDatabase } from "~/db/database.server";
import { SAMPLE_ACCOUNTS } from "~/sample/accounts";
import { NO_COD, planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { LOOPBACK } from "../app/test/servers/loopback";
import { AXE_SCRIPT, type Finding, lookAt, report } from "./accessible/look";
import { ADDRESS, login, press, SCRIPTS, test } from "./support";
import { expectWithinBudget, openFresh, weigh } from "./weight";

// The shop of the other journeys has no plan of delivery. This one is a demo shop of its own, from the same build.

const dataDir = mkdtempSync(path.join(tmpdir(), "kitab-plan-"));
let shop: ChildProcess;
let origin: string;

test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  shop = spawn(process.execPath, ["app/test/serve.mjs", "--until-input-ends"], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      HOST: LOOPBACK,
      PORT: "0",
      DATA_DIR: dataDir,
      RATE_LIMIT: "off",
      FORM_TIMING: "off",
      LOG_LEVEL: "warn",
      WORKERS: "1",
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let output = "";
  while (!/^listening /m.test(output)) output += String((await once(shop.stdout!, "data"))[0]);
  origin = /^listening (\S+)$/m.exec(output)![1]!;

  const db = openDatabase(path.join(dataDir, "kitab.db"));
  const { id } = await db.read
    .selectFrom("accounts")
    .select("id")
    .where("role", "=", "admin")
    .executeTakeFirstOrThrow();
  const cod = { ...NO_COD, offered: true, fee: 3_000, upTo: 200_000 };
  const methods = [
    planMethod({ name: "Book Post", rates: { by: "flat", price: 2_500 }, cod }),
    planMethod({ name: "Speed Post", days: { from: 1, to: 1 }, rates: { by: "flat", price: 7_000 } }),
  ];
  const pickUp = planMethod({ name: "At the shop", carrier: "", pickUp: true, pickUpHours: "10 am to 6 pm" });
  const zones = [
    planZone({ name: "East", states: ["West Bengal"], methods }),
    planZone({ name: "South", states: ["Kerala"], methods: [pickUp] }),
  ];
  await storePlan(db.write, id, { zones });
  await db.close();
});

test.afterAll(async () => {
  shop.stdin!.end();
  await once(shop, "exit");
  rmSync(dataDir, { recursive: true, force: true });
});

const DESKTOP = { width: 1280, height: 900 };
/** Checks what a page shows now. @param where in words, for the report */
type Look = (page: Page, where: string) => Promise<void>;

/** Types a PIN code in the page's box. */
async function askFor(page: Page, pin: string) {
  await page.getByLabel("Deliver to PIN code").fill(pin);
  await page.getByRole("button", { name: "Check", exact: true }).click();
}

const logIn = (page: Page, role: "admin" | "customer") => {
  const { email, password } = SAMPLE_ACCOUNTS.find((account) => account.role === role)!;
  return login(page, email, password);
};

/**
 * From the book's page to the checkout's choice of payment at the door.
 * @param look is called where something is shown that only a shop with a plan shows
 */
async function chooseMethod(page: Page, hasScripts: boolean, look: Look = () => Promise.resolve()) {
  await page.goto(`${origin}/books?q=Gora`);
  await page.getByRole("main").getByRole("link", { name: "Gora", exact: true }).first().click();
  await askFor(page, "12");
  await expect(page.getByRole("textbox", { name: "Deliver to PIN code" })).toHaveAttribute("aria-invalid");
  await askFor(page, "560001");
  await expect(page.getByText("We do not deliver to PIN code 560001 (Karnataka).")).toBeVisible();
  await askFor(page, "700029");
  await expect(page.getByText(/^To West Bengal: by .* for ₹25 \(Book Post\)\.$/)).toBeVisible();
  await expect(page.getByText(/^To West Bengal: by .* for ₹70 \(Speed Post\)\.$/)).toBeVisible();
  await expect(page.getByText("You can pay at the door with Book Post: ₹25 + ₹30.")).toBeVisible();
  await look(page, "a book with a PIN code");

  await page
    .getByRole("button", { name: /^Add to Cart/ })
    .first()
    .click();
  await expect(page.getByText(/^Added .*"Gora" to your cart/).first()).toBeVisible();
  await page.goto(`${origin}/login?redirectTo=/cart`);
  await logIn(page, "customer");
  // The cart remembers the place.
  await expect(page.getByLabel("Deliver to PIN code")).toHaveValue("700029");
  await expect(page.getByText(/for ₹25 \(Book Post\)\.$/)).toBeVisible();
  await askFor(page, "560001");
  await expect(page.getByText("We do not deliver to PIN code 560001 (Karnataka).")).toBeVisible();
  await look(page, "a cart that is not delivered");
  await page.goto(`${origin}/checkout`);

  await expect(page.getByRole("radio", { name: /^Book Post/ })).toBeChecked();
  const repriced = async (choice: RegExp, total: string) => {
    await page.getByRole("radio", { name: choice }).check();
    if (!hasScripts) await page.getByRole("button", { name: "Show what my choice costs" }).click();
    await expect(page.getByRole("region", { name: "Order summary" })).toContainText(total);
  };
  // Gora costs ₹479.
  await repriced(/^Speed Post/, "₹549.00");
  await expect(
    page.getByRole("radio", { name: "Cash on delivery At the door with Book Post" }),
  ).toBeDisabled();
  await look(page, "the checkout with a way of paying that is not offered");
  await repriced(/^Book Post/, "₹504.00");
  await repriced(/^Cash on delivery/, "Due at the door₹534.00");
}

test(
  "with a plan, a book is sent by a method that the customer chooses, paid at the door, and confirmed by staff",
  SCRIPTS,
  async ({ page, browser }) => {
    const findings: Finding[] = [];
    await page.addInitScript(AXE_SCRIPT);
    const look: Look = async (shown, where) => {
      await shown.setViewportSize(DESKTOP);
      findings.push(...(await lookAt(shown, where, "state")));
      await shown.setViewportSize(DESKTOP);
    };
    await chooseMethod(page, true, look);
    await page.getByRole("button", { name: "Place Order" }).click();
    await expect(page.getByText("You pay ₹534.00 when the parcel arrives.")).toBeVisible();
    await look(page, "an order with its promise");
    const id = /\/orders\/(\d+)/.exec(page.url())![1]!;

    await page.context().clearCookies();
    await page.goto(`${origin}/login?redirectTo=/admin/orders/${id}`);
    await logIn(page, "admin");
    await page.goto(`${origin}/admin/orders/${id}`);
    await page.getByRole("button", { name: "Confirm order" }).click();
    await expect(page.getByText(`Order #${id} is confirmed`).first()).toBeVisible();
    await expect(page.getByText(/Book Post, India Post/).first()).toBeVisible();

    // In the same shop, since each start takes seconds.
    const plain = await browser.newPage({ javaScriptEnabled: false });
    await chooseMethod(plain, false);
    await plain.close();
    if (findings.length > 0) throw new Error(report(findings));
  },
);

test("a book's page with a plan stays within its weight", SCRIPTS, async ({ browser }) => {
  const db = openDatabase(path.join(dataDir, "kitab.db"));
  const { id } = await db.read
    .selectFrom("books")
    .select("id")
    .where("title", "=", "Gora")
    .executeTakeFirstOrThrow();
  await db.close();
  const { page, fetched } = await openFresh(browser, `${origin}/books/${id}`);
  await expect(page.getByLabel("Deliver to PIN code")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expectWithinBudget("/books/Gora with a plan", await weigh(page, fetched));
  await page.context().close();
});

test(
  "without scripts staff take a preset and a rate card, and an order is fetched at the shop",
  SCRIPTS,
  async ({ browser }) => {
    const staff = await browser.newPage({ javaScriptEnabled: false });
    await staff.goto(`${origin}/login?redirectTo=/admin`);
    await logIn(staff, "admin");
    await staff.goto(`${origin}/admin/delivery/presets`);
    await staff.getByLabel("Gyan Post: books, one price for all India").check();
    await staff.getByRole("button", { name: "Use Presets" }).click();
    await expect(
      staff.getByText("The preset is in the plan. Check its prices and days").first(),
    ).toBeVisible();
    await staff.goto(`${origin}/admin/delivery/rates`);
    await staff.getByLabel("Name of the method").fill("Courier");
    await staff
      .getByLabel("Rate card", { exact: true })
      .fill("Weight\tEast\tSouth\n500 g\t45\t60\n2 kg\t90\t120");
    await staff.getByRole("button", { name: "Check" }).click();
    await staff.getByRole("button", { name: "Save Plan" }).click();
    await expect(staff.getByText("The prices of “Courier” are saved").first()).toBeVisible();
    await staff.goto(`${origin}/admin/delivery`);
    await staff.getByRole("link", { name: "South", exact: true }).click();
    await expect(staff.getByRole("cell", { name: "₹60 to ₹120 by weight, up to 2 kg" })).toBeVisible();
    await expect(staff.getByRole("cell", { name: "₹24 to ₹118 by weight, up to 5 kg" })).toBeVisible();

    await staff.goto(`${origin}/admin/orders/new`);
    await staff.getByLabel("Add a book").fill("Gora");
    await press(staff, "Find and add");
    await expect(staff.getByLabel(/^Gora/).first()).toBeVisible();
    await staff.getByLabel("Name", { exact: true }).fill("Ravi Nair");
    await staff.getByLabel("Phone").fill("9847012345");
    await staff.getByLabel("Send it to an address").check();
    await staff.getByText("Address", { exact: true }).click();
    const address = { ...ADDRESS, State: "Kerala", Pincode: "682001", Email: "ravi@example.in" };
    for (const [label, value] of Object.entries(address))
      await staff.getByLabel(label, { exact: true }).fill(value);
    await staff.getByLabel("Way of delivery").selectOption("At the shop (South)");
    await press(staff, "Add It Up");
    await staff.getByRole("button", { name: "Place the Order" }).click();
    await expect(staff.getByText(/^Order #\d+ is placed/).first()).toBeVisible();
    const id = /\/orders\/(\d+)/.exec(staff.url())![1]!;
    await staff.getByRole("button", { name: "Mark as packed" }).click();
    await expect(staff.getByText(`Order #${id} is packed`).first()).toBeVisible();
    await staff.goto(`${origin}/admin/orders?status=packed&q=%23${id}`);
    await staff.getByLabel(`Order #${id}`, { exact: true }).check();
    await staff.getByRole("button", { name: "Ready to fetch" }).click();
    await expect(staff.getByLabel(`Order #${id} is ready to fetch`)).toBeChecked();
    await staff.getByRole("button", { name: "Ready to fetch" }).click();
    await expect(staff.getByText("1 order is marked as ready to fetch").first()).toBeVisible();
    await staff.goto(`${origin}/admin/orders?status=shipped&q=%23${id}`);
    await staff.getByLabel(`Order #${id}`, { exact: true }).check();
    await staff.getByRole("button", { name: "Mark as fetched" }).click();
    await expect(staff.getByText("1 order is marked as fetched").first()).toBeVisible();
    await staff.close();
  },
);
