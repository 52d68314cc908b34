import { expect, type Page } from "@playwright/test";
import { asStaff, unique } from "./staff";
import { bookIdOf, buy, call, expectMessage, newCustomer, press, test } from "./support";

/** The copies of a book, by the beginning of its label. */
const copies = (page: Page, label: string) =>
  page.getByRole("spinbutton", { name: new RegExp(`^${label} `) });

/** Places an order as a new customer, and sends it. */
async function sent(customer: Pick<Page, "request">, staff: Page, title: string): Promise<number> {
  await newCustomer(customer);
  const orderId = await buy(customer, title);
  await asStaff(staff);
  const parcel = { logisticsId: 1, trackingno: unique("EX").slice(0, 20) };
  await call(staff, `orders/admin/${orderId}/packing`, {});
  await call(staff, `orders/admin/${orderId}/despatch`, parcel);
  await call(staff, `orders/admin/${orderId}/delivery`, {});
  return orderId;
}

async function search(page: Page, words: string) {
  await page.getByLabel("Add a book").fill(words);
  await press(page, "Find and add");
}

/** Adds a book by its title: at once, or from several that match. */
async function add(page: Page, title: string) {
  await search(page, title);
  const one = page.getByRole("button", { name: `Add ${title}`, exact: true });
  await expect(one.or(copies(page, title)).last()).toBeVisible();
  if (await one.isVisible()) await press(page, `Add ${title}`);
  await expect(copies(page, title).last()).toBeVisible();
}

test("a damaged book of a sent order is exchanged: the other one is an order of its own, linked both ways", async ({
  page: staff,
  request,
}) => {
  const orderId = await sent({ request }, staff, "Gora");
  await staff.goto(`/admin/orders/${orderId}`);
  await staff.getByRole("link", { name: "Exchange books" }).click();
  await press(staff, "Add It Up");
  await expect(staff.getByText("Say which copies are exchanged").last()).toBeVisible();
  await search(staff, "no such book");
  await expect(staff.getByText(/^No book in the store matches/).last()).toBeVisible();
  await copies(staff, "Gora").fill("1");
  await staff.getByLabel("Back into stock: Gora").check();
  for (const count of ["1", "2"]) {
    await press(staff, "Send the same again: Gora");
    await expect(copies(staff, "Gora").last()).toHaveValue(count);
  }
  await copies(staff, "Gora").last().fill("1");
  await staff.getByLabel("Delivery (₹)").fill("free");
  await press(staff, "Add It Up");
  await expect(staff.getByText("Delivery must be in rupees").last()).toBeVisible();
  await expect(staff.getByLabel("Back into stock: Gora")).toBeChecked();
  await staff.getByLabel("Delivery (₹)").fill("");
  await press(staff, "Add It Up");
  const sums = staff.getByRole("status", { name: "The exchange" });
  await expect(sums).toContainText("Paid by what comes back");
  await expect(sums).not.toContainText("Still to be paid");
  // Added while the sums stand there: they are asked about again.
  await add(staff, "Devdas");
  await press(staff, "Add It Up");
  await expect(sums).toContainText("Still to be paid");
  await press(staff, "Exchange the Books");
  await expectMessage(staff, /^Exchanged: order #\d+ is placed; ₹[\d.,]+ is to be paid before it is packed/);
  await staff.getByRole("link", { name: `order #${orderId}`, exact: true }).click();
  await expect(staff.getByText("Books exchanged, sent as").first()).toBeVisible();
  await expect(staff.getByText("Sent: 1 × Gora, 1 × Devdas")).toBeVisible();
});

test("the books of a return are exchanged", async ({ page: staff, request }) => {
  const orderId = await sent({ request }, staff, "Nirmala");
  const items = [{ bookId: await bookIdOf({ request }, "Nirmala"), qty: 1 }];
  await call({ request }, `customer/orders/${orderId}/return`, { items, reason: "damaged" });
  const { returns: asked } = await call<{ returns: { id: number }[] }>(staff, `orders/admin/${orderId}`);
  await call(staff, `orders/admin/${orderId}/return-answer`, { returnId: asked[0]!.id, answer: "approve" });
  await staff.goto(`/admin/orders/${orderId}`);
  const returns = staff.getByRole("region", { name: "Returns" });
  await returns.getByRole("link", { name: "Exchange these books" }).click();
  await press(staff, "Add It Up");
  await expect(staff.getByText("Add a book", { exact: true }).last()).toBeVisible();
  await search(staff, "no such book");
  await expect(staff.getByText(/^No book in the store matches/).last()).toBeVisible();
  await press(staff, "Send the same again: Nirmala");
  await add(staff, "Gora");
  await press(staff, "Send the same again: Nirmala");
  await press(staff, "Add It Up");
  await expect(staff.getByText(/^At most 1 can be exchanged for the same book/).last()).toBeVisible();
  await copies(staff, "Nirmala").fill("1");
  await copies(staff, "Gora").fill("0");
  await press(staff, "Add It Up");
  await press(staff, "Exchange the Books");
  await expectMessage(staff, /^Exchanged: order #\d+ is placed$/);
  await staff.goto(`/admin/orders/${orderId}`);
  await expect(returns.getByText("Return approved")).toBeVisible();
  await expect(returns.getByText(/^Value of these books: ₹.*/)).toBeVisible();
  await expect(returns.getByRole("link", { name: "Exchange these books" })).toHaveCount(0);
});
