import { expect, type Page } from "@playwright/test";
import { asStaff, unique } from "./staff";
import {
  PLAIN,
  buy,
  call,
  expectMessage,
  hydrated,
  mailedPath,
  newCustomer,
  pay,
  press,
  SCRIPTS,
  scripted,
  test,
} from "./support";

/** The copies of a book that was added to the form. */
const added = (page: Page, title: string) => page.getByRole("spinbutton", { name: new RegExp(`^${title} `) });

async function addBook(page: Page, title: string) {
  await page.getByLabel("Add a book").fill(title);
  await page.getByRole("button", { name: "Find and add" }).click();
  const one = page.getByRole("button", { name: `Add ${title}`, exact: true });
  await expect(one.or(added(page, title)).first()).toBeVisible();
  if (await one.isVisible()) await one.click();
  await expect(added(page, title)).toBeVisible();
}

test(
  "an order is changed before it is packed: the link of the mail pays the difference, then it goes in two parcels",
  PLAIN,
  async ({ page: staff, request, browser }) => {
    const email = await newCustomer({ request });
    const orderId = await buy({ request }, "Gora");
    await asStaff(staff, `/admin/orders/${orderId}`);
    await staff.getByRole("link", { name: "Change order" }).click();
    await staff.getByLabel("Pincode").fill("");
    await press(staff, "Check the Change");
    await expect(staff.getByText("Pincode is required").last()).toBeVisible();
    await addBook(staff, "Devdas");
    await added(staff, "Devdas").fill("2");
    await addBook(staff, "Gaban");
    await staff.getByLabel("Pincode").fill("682001");
    await press(staff, "Check the Change");
    await expect(staff.getByRole("button", { name: "Save the Change" })).toBeVisible();
    await addBook(staff, "Nirmala");
    await expect(added(staff, "Devdas")).toHaveValue("2");
    for (const title of ["Gaban", "Nirmala"]) await added(staff, title).fill("0");
    await press(staff, "Check the Change");
    await staff.getByLabel("Note to the customer (optional)").fill("As you asked by phone");
    await press(staff, "Check the Change");
    await staff.getByRole("button", { name: "Save the Change" }).click();
    await expectMessage(staff, /^Order #\d+ is changed; ₹[\d.,]+ is to be paid before it is packed/);
    await expect(staff.getByText(/is not paid yet: it cannot be packed before/)).toBeVisible();

    const guest = await browser.newPage();
    await guest.goto(await mailedPath(email, "/pay\\?"));
    await pay(guest, "success");
    await expect(guest.getByText(`Order ${orderId} is paid.`)).toBeVisible();
    await guest.close();

    await staff.goto(`/admin/orders/${orderId}`);
    await staff.getByRole("button", { name: "Mark as packed" }).click();
    await expectMessage(staff, `Order #${orderId} is packed`);
    await staff.getByLabel("Carrier").selectOption({ label: "India Post" });
    await staff.getByLabel("Tracking number").fill(unique("EK").slice(0, 20));
    await staff.getByText("Only some of the books").click();
    await added(staff, "Devdas").fill("1");
    await staff.getByRole("button", { name: "Mark as shipped" }).click();
    await expectMessage(staff, `Parcel 1 of order #${orderId} is sent with India Post`);
    await staff.getByLabel("Carrier").selectOption({ label: "India Post" });
    await staff.getByLabel("Tracking number").fill(unique("EL").slice(0, 20));
    await staff.getByRole("button", { name: "Mark as shipped" }).click();
    await expectMessage(staff, `Order #${orderId} is shipped with India Post`);
    await staff.getByRole("button", { name: "Parcel 1 is delivered" }).click();
    await expectMessage(staff, `Parcel 1 of order #${orderId} is delivered`);
    await staff.getByRole("link", { name: "Parcel 1: Not delivered yet" }).click();
    await staff.getByRole("button", { name: "Take it back" }).click();
    await expectMessage(staff, `Parcel 1 of order #${orderId} is not delivered yet`);
    await staff.getByRole("link", { name: "Correct parcel 1" }).click();
    const panel = staff.getByRole("dialog").or(staff.locator("#parcel"));
    await panel.first().getByLabel("Weight").fill("heavy");
    await staff.getByRole("button", { name: "Save" }).click();
    await expect(staff.getByText("Weight must be in grams, or such as 1.2 kg").last()).toBeVisible();
    await panel.first().getByLabel("Weight").fill("1.2 kg");
    await staff.getByRole("button", { name: "Save" }).click();
    await expectMessage(staff, `Parcel 1 of order #${orderId} is corrected`);
    await staff.getByRole("button", { name: "Parcel 1 is delivered" }).click();
    await expectMessage(staff, `Parcel 1 of order #${orderId} is delivered`);
    await staff.getByRole("link", { name: "Parcel 2 is lost" }).click();
    await staff.getByRole("button", { name: "Record as lost" }).click();
    await expectMessage(staff, `Parcel 2 of order #${orderId} is lost: its books can be sent again`);
    await staff.getByLabel("Carrier").selectOption({ label: "India Post" });
    await staff.getByLabel("Tracking number").fill(unique("EM").slice(0, 20));
    await staff.getByRole("button", { name: "Send again" }).click();
    await expectMessage(staff, `Parcel 3 of order #${orderId} is sent with India Post`);
    await staff.getByRole("button", { name: "Parcel 3 is delivered" }).click();
    await expectMessage(staff, `Order #${orderId} is delivered`);
  },
);

test("staff place an order at the counter, and one by telephone whose change is paid by transfer", async ({
  page: staff,
  request,
}) => {
  for (let two = 0; two < 2; two += 1) await newCustomer({ request });
  await asStaff(staff, "/admin/orders");
  await staff.getByRole("link", { name: "New order" }).click();
  await press(staff, "Add It Up");
  await expect(staff.getByText("Please check the fields below").last()).toBeVisible();
  await addBook(staff, "Gora");
  await staff.getByLabel("Find a customer").fill("Asha");
  await press(staff, "Find Customer");
  await staff
    .getByRole("button", { name: /^Choose Asha/ })
    .first()
    .click();
  await expect(staff.getByRole("button", { name: "Somebody Else" })).toBeVisible();
  await addBook(staff, "Devdas");
  await added(staff, "Devdas").fill("0");
  await staff.getByLabel("Discount on all (%)").fill("10");
  await press(staff, "Add It Up");
  await expect(staff.getByText("Write why there is a discount").last()).toBeVisible();
  await press(staff, "Save as Quotation");
  await press(staff, "Somebody Else");
  // The one chosen may have had an address.
  await staff.getByLabel("Send it to an address").uncheck();
  await staff.getByLabel("Discount on all (%)").fill("10");
  await press(staff, "Add It Up");
  // At their fields; with scripts a notification says the first, too.
  await expect(staff.getByText("Name is required").last()).toBeVisible();
  await expect(staff.getByText("Write why there is a discount").last()).toBeVisible();
  await staff.getByLabel("Name", { exact: true }).fill("Asha Rao");
  await staff.getByLabel("Phone").fill("+91 98470 12345");
  await staff.getByLabel("Why", { exact: true }).fill("Fair");
  await staff.getByText("GST invoice or order reference (optional)").click();
  await staff.getByLabel("GSTIN", { exact: true }).fill("29AAACM9012F1ZM");
  await staff.getByLabel("Your order reference").fill("PO 119");
  await staff.getByLabel("This is a gift").check();
  await staff.getByLabel("Message").fill("With love");
  await press(staff, "Add It Up");
  await expect(staff.getByText("Enter the name as it is registered for GST").last()).toBeVisible();
  await staff.getByLabel("Name on the invoice").fill("Malleswaram School");
  await addBook(staff, "Devdas");
  await press(staff, "Add It Up");
  await expect(staff.getByLabel("Message")).toHaveValue("With love");
  await expect(staff.getByRole("button", { name: "Place the Order" })).toBeVisible();
  await addBook(staff, "Nirmala");
  for (const title of ["Devdas", "Nirmala"]) await added(staff, title).fill("0");
  await press(staff, "Add It Up");
  await expect(staff.getByRole("button", { name: "Place the Order" })).toBeVisible();
  await press(staff, "Add It Up");
  await staff.getByRole("button", { name: "Place the Order" }).click();
  await expectMessage(staff, /^Order #\d+ is placed/);
  await expect(staff.getByText("Parcel 1: Delivered")).toBeVisible();
  for (const text of ["29AAACM9012F1ZM", "PO 119", "With love"])
    await expect(staff.getByText(text)).toBeVisible();

  const email = `${unique("desk")}@example.com`.toLowerCase();
  const books = await call<{ data: { bookId: number; title: string }[] }>(staff, "browsebooks/paged", {
    q: "Gora",
    page: 0,
    pageSize: 20,
  });
  const address = { fullname: "Ravi Nair", address1: "1 Hill Road", address2: "Flat 2", place: "Kochi", state: "Kerala", pincode: "682001", mobile: "9847012345", email }; // oxfmt-ignore
  const { orderid } = await call<{ orderid: number }>(staff, "orders/admin", {
    customer: { name: "Ravi Nair", phone: "9847012345", email },
    address,
    lines: [{ bookId: books.data.find(({ title }) => title === "Gora")!.bookId, qty: 1 }],
    payment: "upi",
    reference: "UPI 4122",
  });
  const { version, lines } = await call<{ version: number; lines: { id: number }[] }>(
    staff,
    `orders/admin/${orderid}`,
  );
  await call(staff, `orders/admin/${orderid}/edit`, { version, lines: [{ id: lines[0]!.id, qty: 2 }] });
  // With scripts its customer pays by the mailed link.
  if (scripted()) {
    await staff.context().clearCookies();
    await staff.goto(await mailedPath(email, "/pay\\?"));
    await pay(staff, "success");
    return expect(staff.getByText(`Order ${orderid} is paid.`)).toBeVisible();
  }
  await staff.goto(`/admin/orders/${orderid}`);
  await staff.getByRole("link", { name: "Record a payment" }).click();
  await staff.getByRole("button", { name: "Record payment" }).click();
  await expect(staff.getByText("Reference is required").last()).toBeVisible();
  await staff.getByLabel("Reference").fill("UPI 4123");
  await staff.getByRole("button", { name: "Record payment" }).click();
  await expectMessage(staff, new RegExp(`is recorded: order #${orderid} can be packed`));
});

test("what is typed while a book is looked for stays", SCRIPTS, async ({ page }) => {
  await asStaff(page, "/admin/orders/new");
  await hydrated(page);
  let answer = () => {};
  const isTyped = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/admin\/orders\/new\.data/, async (route) => {
    if (route.request().method() === "POST") await isTyped;
    await route.continue();
  });
  await page.getByLabel("Add a book").fill("Gaban");
  await page.getByRole("button", { name: "Find and add" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Asha Rao");
  answer();
  await expect(added(page, "Gaban")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Asha Rao");
  await expect(page.getByLabel("Add a book")).toHaveValue("");
});
