import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import PostalMime from "postal-mime";
import { PLAIN, buy, mailsTo, signUp, test } from "./support";

test("a paid order has its bill on the order's page and in the mail", PLAIN, async ({ page }) => {
  const email = await signUp(page);
  await page.goto(`/checkout/confirmation/${await buy(page, "Godaan")}`);
  await expect(page.getByRole("link", { name: "Bill of supply (PDF)" })).toBeVisible();

  await page.getByRole("link", { name: "Track Your Order" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Bill of supply (PDF)" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^bill-of-supply-KB-\d\d-\d\d-\d{6}\.pdf$/);
  const bill = await readFile(await download.path());
  expect(bill.subarray(0, 5).toString()).toBe("%PDF-");
  await expect(page.getByRole("heading", { name: "Track Your Order" })).toBeVisible();

  const confirmed = () => mailsTo(email).find((mail) => /^Subject: .*confirmed/im.test(mail));
  await expect.poll(confirmed).toBeTruthy();
  const { attachments } = await PostalMime.parse(confirmed()!);
  expect(attachments.map(({ filename }) => filename)).toEqual([download.suggestedFilename()]);
  expect(Buffer.from(attachments[0]!.content as ArrayBuffer).equals(bill)).toBe(true);
});
