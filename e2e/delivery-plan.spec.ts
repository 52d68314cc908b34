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
import { login, SCRIPTS, test } from "./support";

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
  await storePlan(db.write, id, { zones: [planZone({ name: "East", states: ["West Bengal"], methods })] });
  await db.close();
});

test.afterAll(async () => {
  shop.stdin!.end();
  await once(shop, "exit");
  rmSync(dataDir, { recursive: true, force: true });
});

/** Types a PIN code in the page's box. */
async function askFor(page: Page, pin: string) {
  await page.getByLabel("Deliver to PIN code").fill(pin);
  await page.getByRole("button", { name: "Check", exact: true }).click();
}

const logIn = (page: Page, role: "admin" | "customer") => {
  const { email, password } = SAMPLE_ACCOUNTS.find((account) => account.role === role)!;
  return login(page, email, password);
};

/** From the book's page to the checkout's choice of payment at the door. */
async function chooseMethod(page: Page, hasScripts: boolean) {
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
  await repriced(/^Book Post/, "₹504.00");
  await repriced(/^Cash on delivery/, "Due at the door₹534.00");
}

test(
  "with a plan, a book is sent by a method that the customer chooses, paid at the door, and confirmed by staff",
  SCRIPTS,
  async ({ page, browser }) => {
    await chooseMethod(page, true);
    await page.getByRole("button", { name: "Place Order" }).click();
    await expect(page.getByText("You pay ₹534.00 when the parcel arrives.")).toBeVisible();
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
  },
);
