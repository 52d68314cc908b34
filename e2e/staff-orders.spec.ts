import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { asStaff } from "./staff";
import { PLAIN, buy, call, expectMessage, followLink, mailsTo, newCustomer, scripted, test } from "./support";

// The page is the staff's; the customer needs none. Refunds wait for the gateway.
test.slow();

/** Places and pays an order of one book as a new customer. @returns its number and the customer's email */
async function paidOrder(request: APIRequestContext, title: string): Promise<{ id: string; email: string }> {
  const email = await newCustomer({ request });
  return { id: String(await buy({ request }, title)), email };
}

const subjects = (email: string) =>
  mailsTo(email).map((mail) => /^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(mail)?.[1]?.replace(/\r?\n\s+/g, " "));

test(
  "staff move an order from paid to delivered, and take back a delivery; the customer is told",
  PLAIN,
  async ({ page: staff, request }) => {
    const { id, email } = await paidOrder(request, "Gitanjali");
    await asStaff(staff, `/admin/orders/${id}`);
    await expect(staff.getByRole("heading", { level: 1, name: `Order #${id}` })).toBeVisible();
    await expect(staff.getByRole("region", { name: "Payments" })).toContainText("Captured");
    await expect(staff.getByRole("button", { name: "Mark as delivered" })).toHaveCount(0);

    await staff.getByLabel("Note for staff").fill("Wrap it well");
    await staff.getByRole("button", { name: "Add Note" }).click();
    await expect(staff.getByRole("region", { name: "Timeline" })).toContainText("Wrap it well");
    await staff.getByRole("button", { name: "Mark as packed" }).click();
    await expectMessage(staff, `Order #${id} is packed`);

    await staff.getByLabel("Carrier").selectOption({ label: "India Post" });
    const number = `EW ${id} IN`;
    await staff.getByLabel("Tracking number").fill(number);
    await staff.getByRole("button", { name: "Mark as shipped" }).click();
    await expectMessage(staff, `Order #${id} is shipped with India Post`);

    expect(await (await staff.request.get("/admin/logistics")).text()).toContain(number);
    await staff.getByRole("link", { name: "Print packing slip" }).click();
    await expect(staff.getByRole("heading", { name: "Packing slip" })).toBeVisible();
    await expect(staff.getByRole("button", { name: "Print" })).toHaveCount(0);
    await staff.emulateMedia({ media: "print" });
    await expect(staff.getByRole("navigation", { name: "Back office" }).first()).toBeHidden();
    await expect(staff.getByRole("cell", { name: "Gitanjali" })).toBeVisible();
    await staff.emulateMedia({ media: null });

    await staff.goto(`/admin/orders/${id}?confirm=shipment`);
    await staff.getByRole("dialog").getByLabel("Tracking number").fill(`${number}2`);
    await staff.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expectMessage(staff, `The shipment of order #${id} is corrected. The customer is told by email`);
    await staff.getByRole("link", { name: "Mark as delivered" }).click();
    await staff.getByRole("dialog").getByRole("button", { name: "Mark as delivered" }).click();
    await expectMessage(staff, `Order #${id} is delivered`);
    // The order's page shows who did what.
    const timeline = staff.getByRole("region", { name: "Timeline" });
    await expect(timeline.getByRole("listitem").first()).toContainText(/Delivered.*Kamala Iyer/s);
    await staff.getByRole("link", { name: "Not delivered yet" }).click();
    await staff.getByRole("dialog").getByRole("button", { name: "Take back delivery" }).click();
    await expectMessage(staff, `Order #${id} is not delivered yet`);
    await expect
      .poll(() => subjects(email).filter((subject) => subject?.includes(`order #${id}`)))
      .toEqual([
        `Kitab: order #${id} confirmed`,
        `Kitab: order #${id} is on its way`,
        `Kitab: new details of your parcel, order #${id}`,
        `Kitab: order #${id} has been delivered`,
        `Kitab: order #${id} is still on its way`,
      ]);
  },
);

test(
  "staff refund a part, then the rest: the order ends as refunded",
  PLAIN,
  async ({ page: staff, request }) => {
    const { id, email } = await paidOrder(request, "Chokher Bali");
    await asStaff(staff, `/admin/orders/${id}?confirm=refund`);
    const panel = staff.getByRole("dialog", { name: `Refund order #${id}` });
    await panel.getByLabel("Reason").fill("A torn page");
    await panel.getByLabel("Amount (₹)").fill("20.50");
    await panel.getByRole("button", { name: "Refund" }).click();
    await expect(panel.getByText("cannot be called back")).toBeVisible();
    await panel.getByRole("button", { name: "Change" }).click();
    await expect(panel.getByLabel("Amount (₹)")).toHaveValue("20.50");
    await panel.getByLabel("Reason").press("Enter");
    await panel.getByRole("button", { name: "Refund ₹20.50" }).click();
    await expectMessage(staff, `₹20.50 of order #${id} is being refunded`);
    await staff.getByRole("link", { name: "Refund", exact: true }).click();
    await expect(panel.getByLabel("Amount (₹)")).toHaveValue("");
    await panel.getByRole("link", { name: "The whole amount" }).click();
    await panel.getByLabel("Reason").fill("All of it after all");
    await panel.getByRole("button", { name: "Refund" }).click();
    await panel.getByRole("button", { name: /^Refund ₹/ }).click();
    await expect(panel).toBeHidden();
    const refunds = async () =>
      (await call<{ refunds: { status: string }[] }>(staff, `orders/admin/${id}`)).refunds;
    await expect
      .poll(async () => (await refunds()).map(({ status }) => status), { timeout: 45_000 })
      .toEqual(["processed", "processed"]);
    const shown = await (await staff.request.get(`/admin/orders/${id}`)).text();
    expect(shown).toContain("All that was paid for this order has been refunded.");
    expect(shown).not.toContain("confirm=refund");
    const order = await (await request.get(`/orders/${id}`)).text();
    expect(order).toContain("This order was refunded.");
    expect(order.match(/was returned to you on/g)!.length).toBeGreaterThanOrEqual(2);
    expect(subjects(email).filter((subject) => subject === `Kitab: refund for order #${id}`)).toHaveLength(2);
  },
);

test(
  "staff cancel an order after a confirmation, and the customer is told",
  PLAIN,
  async ({ page: staff, request }) => {
    const { id, email } = await paidOrder(request, "Godaan");
    await asStaff(staff, `/admin/orders/${id}?confirm=cancel`);
    const question = staff.getByRole("dialog", { name: `Cancel order #${id}?` });
    await expect(question.getByRole("link", { name: "Keep order" })).toHaveAttribute(
      "href",
      `/admin/orders/${id}`,
    );
    await question.getByLabel("Note to the customer (optional)").fill("The last copy was damaged.");
    await question.getByRole("button", { name: "Cancel order" }).click();
    await expectMessage(staff, new RegExp(`Order #${id} is cancelled; ₹[\\d.]+ is being refunded`));
    await expect(staff.getByRole("link", { name: "Cancel order" })).toHaveCount(0);
    await expect
      .poll(() => mailsTo(email).filter((mail) => mail.includes("The last copy was damaged.")).length)
      .toBe(1);
  },
);

test("staff mark several orders as packed at once", async ({ page: staff, request }) => {
  const first = await paidOrder(request, "Nirmala");
  const second = await buy({ request }, "Devdas");

  const mine = `/admin/orders?q=${encodeURIComponent(first.email)}`;
  await asStaff(staff, `${mine}&status=paid&ready=yes`);
  await staff.getByRole("button", { name: "Pack all 2" }).click();
  await expectMessage(staff, "2 orders are marked as packed");
  for (const id of [first.id, second]) await call(staff, `orders/admin/${id}/take-back`, { step: "packing" });

  await staff.goto(mine);
  const boxes = staff.getByRole("checkbox", { name: /^Order #/ });
  await expect(boxes).toHaveCount(2);
  if (scripted()) {
    await staff.getByRole("checkbox", { name: "Select all on this page" }).check();
    await expect(boxes.nth(1)).toBeChecked();
    await expect(boxes.nth(0)).toBeChecked();
  } else {
    await boxes.nth(0).check();
    await boxes.nth(1).check();
  }
  await staff.getByRole("button", { name: "Mark as packed" }).click();
  await expectMessage(staff, "2 orders are marked as packed");
  await expect(staff.getByRole("button", { name: "Mark as packed" })).toHaveCount(0);
  await expect(boxes.nth(0)).not.toBeChecked();

  // Their papers, one after the other.
  for (const at of [0, 1]) await boxes.nth(at).check();
  if (scripted()) {
    await expect(staff.getByText("2 checked")).toBeVisible();
    return filtersApply(staff, first.id, second);
  }
  await staff.getByRole("button", { name: "Print", exact: true }).click();
  await expect(staff.getByText("2 orders", { exact: true })).toBeVisible();
  const [slips] = await Promise.all([
    staff.waitForEvent("download"),
    staff.getByRole("link", { name: "Packing slips (PDF)" }).click(),
  ]);
  expect(slips.suggestedFilename()).toMatch(/^packing-slips-[\d-]+\.pdf$/);
  const list = `/admin/orders?q=${encodeURIComponent(first.email)}`;

  // One has been sent, and is noted as delivered from the list.
  const body = { logisticsId: 1, trackingno: `EW${first.id}IN` };
  await call(staff, `orders/admin/${first.id}/despatch`, body);
  await staff.goto(list);
  for (const at of [0, 1]) await boxes.nth(at).check();
  await staff.getByRole("button", { name: "Mark as delivered" }).click();
  await expectMessage(
    staff,
    /^1 order is marked as delivered\. Order #\d+ is packed: it cannot be marked as delivered/,
  );

  await staff.getByRole("checkbox", { name: "Packed", exact: true }).check();
  await staff.getByRole("button", { name: "Apply" }).click();
  await expect(staff).toHaveURL(/status=packed/);
  await expect(staff.getByRole("link", { name: `#${second}`, exact: true })).toBeVisible();
});

/** With scripts the filters apply without a button. Both orders are packed. */
async function filtersApply(staff: Page, first: string, second: number) {
  await staff.getByRole("checkbox", { name: "Packed", exact: true }).check();
  await expect(staff).toHaveURL(/status=packed/);
  await expect(staff.getByRole("link", { name: `#${second}`, exact: true })).toBeVisible();
  await staff.getByRole("checkbox", { name: "Packed", exact: true }).uncheck();
  await staff.getByRole("checkbox", { name: /^Delivered/ }).check();
  await expect(staff.getByText("No items found matching your search")).toBeVisible();
  await followLink(staff, `/admin/orders/${first}/packing-slip`);
  await expect(staff.getByRole("button", { name: "Print" })).toBeVisible();
}
