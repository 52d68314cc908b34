import { expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import { formTest as test } from "./form-test";
import { inShop } from "./second-step";
import { asStaff, bookOfOurOwn, unique } from "./staff";
import { bookIdOf, buy, call, expectMessage, mailedPath, newEmail, signUp, submit } from "./support";

/** A customer's paid order, and staff on this page of it. */
async function orderAsStaff(
  page: Page,
  prepare: (id: number) => Promise<unknown>,
  query = "",
): Promise<number> {
  await signUp(page);
  const id = await buy(page, "Gora");
  await prepare(id);
  await asStaff(page, `/admin/orders/${id}${query}`);
  return id;
}

test("the confirmation of an order is sent again; a failed refund is tried again", async ({
  page,
  staff,
}) => {
  const id = await orderAsStaff(page, async (order) => {
    const refund = { amount: 20, reason: "A torn page", idempotencyKey: unique("refund-of-an-order-") };
    await call(staff, `orders/admin/${order}/refunds`, refund);
    // The test gateway refuses none.
    await expect(() =>
      inShop(async (db) => {
        await sql`update refunds set status = 'failed', last_error = 'The account is closed'
          where order_id = ${order}`.execute(db);
        const { rows } = await sql`select status from refunds where order_id = ${order}`.execute(db);
        expect(rows).toEqual([{ status: "failed" }]);
      }),
    ).toPass();
  });
  await page.getByRole("link", { name: /^Try again.*refund of ₹20\.00$/ }).click();
  await page.getByRole("button", { name: "Refund ₹20.00" }).click();
  await expectMessage(page, "The refund of ₹20.00 is being tried again");
  await expect(page.getByRole("link", { name: /^Try again/ })).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${id}$`));
  await page.getByRole("button", { name: "Resend confirmation" }).click();
  await expectMessage(page, new RegExp(`^The confirmation of order #${id} is on its way to `));
});

test("a return is declined", async ({ page, staff }) => {
  const id = await orderAsStaff(
    page,
    async (order) => {
      await call(staff, `orders/admin/${order}/packing`, {});
      await call(staff, `orders/admin/${order}/despatch`, { logisticsId: 1, trackingno: `EK${order}IN` });
      await call(staff, `orders/admin/${order}/delivery`, {});
      const items = [{ bookId: await bookIdOf(page, "Gora"), qty: 1 }];
      await call(page, `customer/orders/${order}/return`, { items, reason: "damaged" });
    },
    "?confirm=decline-return",
  );
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Why, for the customer").fill("The spine was broken by the reader.");
  await dialog.getByRole("button", { name: "Decline return" }).click();
  await expectMessage(page, new RegExp(`^The return of order #${id} is declined`));
  await expect(page.getByRole("region", { name: "Returns" })).toContainText(
    "The spine was broken by the reader.",
  );
});

test("staff choose the dark theme, then the light one, and change their name", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await asStaff(page, "/admin/account");
  for (const [theme, other] of [
    ["dark", "light"],
    ["light", "dark"],
  ]) {
    await page.getByRole("button", { name: `Switch to ${theme} theme` }).click();
    await expect(page.getByRole("button", { name: `Switch to ${other} theme` })).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/account$/);
  }
  // The same as before: others go by the name of the sample admin.
  await page.getByLabel("Last name").fill("Iyer");
  await page.getByRole("button", { name: "Save name" }).click();
  await expectMessage(page, "Your name has been saved");
  await expect(page.getByLabel("First name")).toHaveValue("Kamala");
});

test("the list of products is searched", async ({ page }) => {
  await asStaff(page, "/admin/products");
  await page.getByRole("searchbox", { name: "Search" }).fill("Gora");
  await page.getByLabel("Rows per page").selectOption("50");
  await page.getByRole("search").getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/q=Gora.*size=50/);
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("Gora");
  await expect(page.getByRole("cell", { name: /Gora/ }).first()).toBeVisible();
});

test("the searches that found nothing are filtered; a synonym is added, found, changed and deleted", async ({
  page,
}) => {
  await asStaff(page, "/admin/search");
  await page.getByLabel("Result").selectOption({ label: "Found nothing" });
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page.getByLabel("Result")).toHaveValue("missed");
  await page.getByRole("link", { name: "Synonyms" }).click();
  await page.getByRole("link", { name: "Add Synonym" }).click();
  const word = unique("Sagar");
  const phrases = page.getByLabel("Words or phrases that mean the same");
  await phrases.fill(`${word}\nsea of ${word}`);
  await page.getByRole("button", { name: "Add Synonym" }).click();
  await expectMessage(page, `The search takes “${word}”, “sea of ${word}” for the same`);
  await page.getByRole("searchbox", { name: "Search" }).fill(`of ${word}`);
  await page.getByRole("search").getByRole("button", { name: "Search" }).click();
  await page.getByRole("link", { name: `Edit ${word}` }).click();
  await phrases.fill(`${word}\nसागर ${word}`);
  await page.getByRole("button", { name: "Update Synonym" }).click();
  await expectMessage(page, `The search takes “${word}”, “सागर ${word}” for the same`);
  await page.goto(`/admin/search/synonyms?q=${word}`);
  await page.getByRole("link", { name: `Delete ${word}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expectMessage(page, `The synonym of “${word}” is deleted`);
});

test("titles asked for are filtered; one is answered with a book, one is deleted", async ({
  page,
  staff,
}) => {
  const { title } = await bookOfOurOwn(staff, { stock: 1 });
  const lost = unique("Lost");
  for (const one of [lost, title]) await call(page, "browsebooks/wanted", { title: one, email: newEmail() });
  await asStaff(page, "/admin/search/wanted");
  await page.getByLabel("State").selectOption({ label: "All" });
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("link", { name: new RegExp(`^Delete.*${lost}$`) }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expectMessage(page, "The title and who asked for it are deleted");
  await page.getByRole("link", { name: new RegExp(`^We have it.*${title}$`) }).click();
  await page.getByRole("button", { name: "Find Books" }).click();
  await page.getByRole("button", { name: `This one: ${title}` }).click();
  await expectMessage(page, `1 person will be emailed that we have “${title}”`);
});

test("the coupons are filtered", async ({ page }) => {
  await asStaff(page, "/admin/coupons");
  await page.getByLabel("State").selectOption({ label: "Ended" });
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page.getByLabel("State")).toHaveValue("over");
  await expect(page.getByRole("cell", { name: /MONSOON50/ }).first()).toBeVisible();
  await expect(page.getByRole("cell", { name: /WELCOME10/ })).toHaveCount(0);
});

test("the switch of a coupon asks before anything changes; a coupon is switched on", async ({
  page,
  staff,
}) => {
  const code = unique("SWITCH").toUpperCase();
  await call(staff, "coupons", { code, kind: "percentage", value: 10, active: false });
  await asStaff(page, `/admin/coupons?q=${code}`);
  const toggle = page.getByRole("button", { name: `Coupon ${code} switched on` });
  const question = page.getByRole("dialog", { name: "Switch Coupon On" });
  await toggle.click();
  await question.getByRole("link", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  await expect(toggle).toHaveAttribute("aria-pressed", "false");
  await toggle.click();
  await question.getByRole("button", { name: "Switch On" }).click();
  await expectMessage(page, `Coupon ${code} is switched on`);
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
});

/** Asks for the newsletter. @returns what the mailed link confirms it with */
async function newsletterToken(page: Page, email: string): Promise<string> {
  await page.request.post("/newsletter", {
    form: { email },
    headers: { Origin: new URL(test.info().project.use.baseURL!).origin },
  });
  const link = await mailedPath(email, "/newsletter/confirm");
  return new URL(link, "http://shop.example").searchParams.get("token")!;
}

test("staff unsubscribe an address", async ({ page }) => {
  const email = newEmail();
  await submit(page, "/newsletter/confirm", { token: await newsletterToken(page, email) });
  await asStaff(page, `/admin/newsletter?q=${encodeURIComponent(email)}&state=all`);
  await page.getByRole("row", { name: email }).getByRole("link", { name: "Unsubscribe" }).click();
  await page
    .getByRole("dialog", { name: "Unsubscribe Address" })
    .getByRole("button", { name: "Unsubscribe" })
    .click();
  await expectMessage(page, `${email} is unsubscribed`);
  await expect(page.getByRole("row", { name: email })).toContainText("Unsubscribed");
});

test("a member of staff chooses their mails, and the audit log has it", async ({ page }) => {
  await asStaff(page, "/admin/notices");
  const box = page.getByRole("checkbox", { name: "Low stock" });
  const isOn = await box.isChecked();
  await box.setChecked(!isOn);
  await page.getByRole("button", { name: "Save" }).click();
  await expectMessage(page, "Your choice has been saved");
  await expect(box).toBeChecked({ checked: !isOn });

  await page.goto("/admin/audit");
  await page.getByRole("searchbox", { name: "Search" }).fill("Low stock");
  await page.getByRole("combobox", { name: "What" }).selectOption("Mails to staff");
  await page.getByRole("search").getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/q=Low\+stock.*kind=notices/);
  await expect(
    page.getByRole("row", { name: /Iyer.*changed the mails to.*Low stock/ }).first(),
  ).toBeVisible();
});

test("a member of staff who changes the password needs the present one", async ({ page }) => {
  await asStaff(page, "/admin/change-password");
  await page.getByLabel("Current password", { exact: true }).fill("not-the-one-5");
  await page.getByLabel("New password", { exact: true }).fill("another-boat-9");
  await page.getByLabel("Confirm password", { exact: true }).fill("another-boat-9");
  await page.getByRole("main").getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("This is not your current password").first()).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/change-password$/);
});
