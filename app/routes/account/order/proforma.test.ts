import { expect, test } from "vitest";
import { createAccount, createStaff, setSettings } from "~/test/factories";
import { createWaitingOrder } from "~/test/door-orders";
import { readPage } from "~/test/pages";
import { guestBrowser, signedIn, testShop } from "~/test/shop";
import { readPdf } from "~/test/files/pdf";

const shop = testShop();

test("a customer who pays by transfer reads how, and gets the proforma invoice", async () => {
  await setSettings(shop.db.write, {
    transferOn: "yes",
    transferName: "Kitab Books",
    transferUpi: "kitab@sbi",
  });
  const { orderId, accountId } = await createWaitingOrder(shop.db.write, "transfer");
  const customer = await signedIn(shop, accountId);
  const { html } = await readPage(customer.get(`/orders/${orderId}`));
  expect(html).toContain("Waiting for your transfer");
  expect(html).toContain(`Order ${orderId}`);
  expect(html).toMatch(/href="upi:\/\/pay\?pa=kitab@sbi&amp;pn=Kitab%20Books&amp;am=\d+\.\d\d&amp;cu=INR/);
  expect(html).not.toContain("Account number");

  const file = await customer.get(`/orders/${orderId}/proforma`);
  expect(file.headers.get("Content-Type")).toBe("application/pdf");
  expect(file.headers.get("Content-Disposition")).toBe(`attachment; filename="proforma-${orderId}.pdf"`);
  expect(file.headers.get("Cache-Control")).toBe("private, no-store");
  expect(readPdf(Buffer.from(await file.arrayBuffer())).text).toContain("kitab@sbi");

  const [staff, stranger] = [await createStaff(shop.db.write), await createAccount(shop.db.write)];
  expect((await (await signedIn(shop, staff)).get(`/orders/${orderId}/proforma`)).status).toBe(200);
  const taken = await shop.db.read
    .selectFrom("audit_entries")
    .select(["account_id", "after"])
    .where("action", "=", "exported")
    .execute();
  const after = JSON.stringify({ List: "Proforma invoice", Order: `#${orderId}` });
  expect(taken).toEqual([{ account_id: staff, after }]);
  expect((await (await signedIn(shop, stranger)).get(`/orders/${orderId}/proforma`)).status).toBe(404);
  const guest = await guestBrowser(shop).get(`/orders/${orderId}/proforma`);
  expect(guest.headers.get("Location")).toBe(`/login?redirectTo=${encodeURIComponent(`/orders/${orderId}`)}`);
});
