import { describe, expect, test } from "vitest";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { tokenClient } from "~/test/api";
import { startLiveShop } from "~/test/live-shop";
import { createBook } from "~/test/factories";
import { customerWithCart } from "~/test/orders";
import { flashMessages, pageHtml, readPage } from "~/test/pages";
import { type Browser, guestBrowser, signedIn, staffBrowser, testShop, type TestShop } from "~/test/shop";

const PAGE = "/admin/opening";

/** Each step with its state, e.g. { seller: "To do: Seller: Missing …" }. */
async function steps(staff: Browser): Promise<Record<string, string>> {
  const html = await pageHtml(staff.get(PAGE));
  const found = html.matchAll(/<li id="(\w+)"[^>]*><span[^>]*>(Done|To do)<\/span>.*?<p[^>]*>(.*?)<\/p>/gs);
  return Object.fromEntries(
    [...found].map(([, key, state, why]) => [key!, `${state}: ${why!.replace(/<[^>]+>/g, "")}`]),
  );
}

async function auditOf(shop: TestShop) {
  const rows = await shop.db.read
    .selectFrom("audit_entries")
    .select(["action", "after"])
    .where("subject", "=", "opening")
    .orderBy("id")
    .execute();
  return rows.map(({ action, after }) => `${action} ${after}`);
}

describe("the checklist of a live shop", () => {
  test("says of each step whether it is done and why, from the shop's own data", async () => {
    const shop = await startLiveShop();
    try {
      const admin = await shop.db.read.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
      const staff = await signedIn(shop, admin.id);
      const empty = await steps(staff);
      expect(Object.keys(empty)).toHaveLength(13);
      expect(Object.values(empty).filter((text) => text.startsWith("Done"))).toEqual([]);
      expect(empty.seller).toBe(
        "To do: Seller: Missing: Shop name, Support email, Support phone, Postal address. Bills and terms name the seller.",
      );
      expect(empty.webhook).toContain(`${shop.origin}/payments/webhook`);
      expect(empty.factors).toContain("can log in with a password alone");
      const dashboard = await pageHtml(staff.get("/admin"));
      expect(dashboard).toContain("13 of 13 steps are left.");
      expect(dashboard).toContain(`href="${PAGE}"`);

      for (const item of ["tax", "legal", "backup"])
        expect((await staff.post(PAGE, { intent: "confirm", item })).status).toBe(303);
      expect((await staff.post(PAGE, { intent: "confirm", item: "seller" })).status).toBe(400);
      await staff.post(PAGE, { intent: "test-keys" });
      await staff.post(PAGE, { intent: "test-mail" });
      await createBook(shop.db.write);
      const confirmed = await steps(staff);
      expect(confirmed.tax).toMatch(/^Done: Tax: Not registered for GST, confirmed by staff on /);
      expect(confirmed.legal).toMatch(/^Done: /);
      expect(confirmed.backup).toMatch(/^Done: Backup: Made in another way/);
      expect(confirmed.keys).toMatch(/^Done: .*: The payment service accepts the keys\. Tested by staff/);
      expect(confirmed.books).toBe("Done: Books: 1 book is in the store.");
      // The mail server of this shop does not answer.
      const mailError = async () =>
        (await shop.db.read.selectFrom("outgoing_mails").select("last_error").executeTakeFirstOrThrow())
          .last_error;
      await expect.poll(mailError, { timeout: 30_000 }).toContain("ECONNREFUSED");
      expect(confirmed.mail).toMatch(
        /^To do: Mail: The test mail to staff@example\.in is waiting to be sent\./,
      );
      expect(await auditOf(shop)).toEqual([
        'confirmed {"Step":"Tax"}',
        'confirmed {"Step":"Terms and privacy"}',
        'confirmed {"Step":"Backup"}',
        'tested the keys {"Result":"The payment service accepts the keys."}',
        "sent a test mail {}",
      ]);

      const db = shop.db.write;
      await db
        .updateTable("outgoing_mails")
        .set({ status: "sent", sent_at: "2026-11-22T06:00:00.000Z" })
        .execute();
      expect((await steps(staff)).mail).toMatch(/^Done: .* left the shop on /);
      // Other keys than those that were tested.
      await db
        .updateTable("opening_checks")
        .set({ about: "razorpay rzp_live_old" })
        .where("name", "=", "keys")
        .execute();
      expect((await steps(staff)).keys).toMatch(/^To do: .*The keys have changed since/);
      // The terms changed after they were read.
      await db
        .updateTable("opening_checks")
        .set({ checked_at: "2026-01-01T06:00:00.000Z" })
        .where("name", "=", "legal")
        .execute();
      expect((await steps(staff)).legal).toMatch(
        /^To do: .*One of the pages changed on .*after staff on 1 Jan 2026/,
      );

      const backup = (takenAt: Date, problems = 0) =>
        writeFileSync(
          path.join(shop.dataDir, "last-backup.json"),
          JSON.stringify({ takenAt: takenAt.toISOString(), folder: "/backups/kitab-1", problems }),
        );
      backup(new Date());
      expect((await steps(staff)).backup).toMatch(
        /^Done: Backup: The last backup was made on .*, in \/backups\/kitab-1\.$/,
      );
      backup(new Date(), 2);
      expect((await steps(staff)).backup).toMatch(/^To do: .*It reported a problem/);
      await db.deleteFrom("opening_checks").where("name", "=", "backup").execute();
      backup(new Date(Date.now() - 9 * 86_400_000));
      expect((await steps(staff)).backup).toMatch(/^To do: .*older than a week/);
    } finally {
      await shop.remove();
    }
  });
});

describe("in a demo shop", () => {
  const shop = testShop();

  test("only an owner tests the keys; a clerk does not see the page", async () => {
    const manager = await staffBrowser(shop, { job: "manager" });
    const html = await pageHtml(manager.get(PAGE));
    expect(html).toContain("An owner can test them.");
    expect(html).not.toContain('value="test-keys"');
    expect(html).not.toContain('href="/admin/opening/test-purchase"');
    expect((await manager.post(PAGE, { intent: "test-keys" })).status).toBe(403);
    const clerk = await staffBrowser(shop, { job: "orders" });
    expect((await clerk.get(PAGE)).status).toBe(403);
    expect((await clerk.post(PAGE, { intent: "close", note: "x", shown: "" })).status).toBe(403);
    expect((await manager.post(PAGE, { intent: "x" })).status).toBe(400);
  });

  test("closed for a while, visitors read why, and nobody can order; then it opens again", async () => {
    const staff = await staffBrowser(shop);
    const { accountId, addressId, bookId } = await customerWithCart(shop.db.write);
    const customer = await signedIn(shop, accountId);
    const guest = guestBrowser(shop);
    await guest.get("/");
    const note = "We count our <books> until 2 January.";
    const shownNote = "We count our &lt;books&gt; until 2 January.";
    const empty = await readPage(staff.post(PAGE, { intent: "close", note: "  ", shown: "" }));
    expect([empty.status, empty.html.includes("Please write a sentence for visitors")]).toEqual([400, true]);
    const long = await readPage(staff.post(PAGE, { intent: "close", note: "x".repeat(201), shown: "" }));
    expect([long.status, long.html.includes("x".repeat(201))]).toEqual([400, true]);

    expect(await readPage(staff.post(PAGE, { intent: "close", note, shown: "" }))).toMatchObject({
      status: 303,
      to: PAGE,
    });
    for (const [browser, page] of [
      [guest, "/"],
      [guest, "/books"],
      [customer, "/cart"],
    ] as const)
      expect([page, (await pageHtml(browser.get(page))).includes(shownNote)]).toEqual([page, true]);
    expect(await readPage(customer.get("/checkout"))).toMatchObject({ status: 303, to: "/cart" });
    const order = () => readPage(customer.post("/checkout", { intent: "place-order", addressId }));
    expect(await order()).toMatchObject({ status: 303, to: "/cart" });
    expect(flashMessages(await pageHtml(customer.get("/cart")))).toContain(shownNote);
    const client = await tokenClient(shop, accountId);
    const { body } = await client.post("/checkout/checkout", {
      address: addressId,
      cartItems: [{ bookId, qty: 1 }],
    });
    expect(body).toMatchObject({ result: 0, msg: note });
    expect(await pageHtml(staff.get("/admin"))).toContain("The shop is closed for orders");

    // Somebody else's page still shows the open shop.
    const clash = await readPage(staff.post(PAGE, { intent: "close", note: "On holiday.", shown: "" }));
    expect(clash.status).toBe(400);
    expect(clash.html).toContain(`meanwhile to “${shownNote}”`);
    expect(clash.html).toContain('value="On holiday."');
    expect(clash.html).toContain(`name="shown" value="${shownNote}"`);
    expect((await staff.post(PAGE, { intent: "close", note: "On holiday.", shown: note })).status).toBe(303);

    expect((await staff.post(PAGE, { intent: "open", shown: "On holiday." })).status).toBe(303);
    expect(await pageHtml(guest.get("/"))).not.toContain("On holiday.");
    expect((await order()).to).toMatch(/^\/checkout\/pay\/\d+$/);
    expect((await auditOf(shop)).map((line) => line.split(" {")[0])).toEqual([
      "closed for orders",
      "closed for orders",
      "opened for orders",
    ]);
  });
});
