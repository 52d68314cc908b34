import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { asStaff, unique } from "./staff";
import { buy, call, expectMessage, newCustomer, scripted, test } from "./support";

test("staff ship checked orders by their numbers, and others from a list", async ({
  page: staff,
  request,
}) => {
  await newCustomer({ request });
  const ids: number[] = [];
  for (let at = 0; at < 4; at++) ids.push(await buy({ request }, "Gora"));
  const [first, second, third, fourth] = ids as [number, number, number, number];
  const number = (id: number) => `${unique("EB")}${id}`.replace(/[^A-Za-z0-9]/g, "").slice(-20);

  await asStaff(staff, "/admin");
  for (const id of ids) await call(staff, `orders/admin/${id}/packing`, {});
  await staff.goto("/admin/orders?status=packed&size=100");
  await staff.getByLabel(`Order #${first}`, { exact: true }).check();
  await staff.getByRole("button", { name: "Manifest", exact: true }).click();
  await staff.getByLabel("Town", { exact: true }).uncheck();
  await staff.getByLabel("Heading of “Order”").fill("Order No");
  const download = staff.waitForEvent("download");
  await staff.getByRole("button", { name: "Download the manifest" }).click();
  const text = readFileSync(await (await download).path(), "utf8");
  expect(text).toMatch(new RegExp(`^\\uFEFFOrder No,name,address,state,pin.*\\n${first},[^\\n]*\\n$`));

  await staff.goto("/admin/orders?status=packed&size=100");
  for (const id of [first, second]) await staff.getByLabel(`Order #${id}`, { exact: true }).check();
  await staff.getByRole("button", { name: "Ship", exact: true }).click();
  const [one, other] = [
    staff.getByLabel(`Tracking number of order #${first}`),
    staff.getByLabel(`Tracking number of order #${second}`),
  ];
  for (const id of [first, second])
    await staff.getByLabel(`Carrier of order #${id}`).selectOption({ label: "India Post" });
  await one.fill(number(first));
  // As a scanner does.
  await one.press("Enter");
  if (scripted()) await expect(other).toBeFocused();
  await expect(staff).toHaveURL(/\/admin\/orders\/ship\?/);
  await other.fill(number(second));
  await staff.getByRole("button", { name: "Ship these orders" }).click();
  await expectMessage(staff, "2 orders are marked as shipped");
  // What follows is the same with scripts.
  if (scripted()) return;

  await staff.goto("/admin/orders");
  await staff.getByRole("link", { name: "Ship from a list" }).click();
  const list = `${third}, India Post, ${number(third)}, 450\n${fourth}, Dehlivery, ${number(fourth)}, 450\n${first}, India Post, ${number(first)}, 90`;
  await staff.getByRole("textbox", { name: "List" }).fill("Client ref,Town\nA,Kochi");
  await staff.getByRole("button", { name: "Check the list" }).click();
  await expect(staff.getByText("The list’s headings are: Client ref, Town")).toBeVisible();
  await staff.getByLabel("Tracking number", { exact: true }).fill("Docket");
  await staff.getByRole("textbox", { name: "List" }).fill(list);
  await staff.getByRole("button", { name: "Check the list" }).click();
  await expect(staff.getByText(`Left out: Order #${first} is shipped already`)).toBeVisible();
  await staff.getByLabel("“Dehlivery” is").selectOption({ label: "India Post" });
  await staff.getByRole("button", { name: "Check the list" }).click();
  await staff.getByRole("button", { name: "Ship 2 orders" }).click();
  await expectMessage(
    staff,
    new RegExp(`^2 orders are marked as shipped\\. Order #${first} is shipped already`),
  );
  await staff.goto("/admin/orders/ship");
  await staff.getByText("The list calls its columns otherwise").click();
  await expect(staff.getByLabel("Tracking number", { exact: true })).toHaveValue("Docket");
  await staff.goto(`/admin/orders/${fourth}`);
  await expect(staff.getByText("India Post", { exact: true }).first()).toBeVisible();
});
