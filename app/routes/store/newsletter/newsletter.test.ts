import { describe, expect, test } from "vitest";
import { sha256 } from "~/platform/secrets/tokens.server";
import { mailsTo } from "~/test/mails";
import { customerBrowser, guestBrowser, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();

let asked = 0;

const row = (email: string) =>
  shop.db.read
    .selectFrom("newsletter_subscribers")
    .selectAll()
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
const lastMail = async (email: string) => (await mailsTo(shop.db.read, email)).at(-1)!;

/** A confirmed subscriber, with the path of the unsubscribe link. */
async function subscriber() {
  const email = `reader${++asked}@example.com`;
  await guestBrowser(shop).post("/newsletter", { email });
  // Sets a token of its own, since the mail's is erased once it was sent.
  const token = `token-of-${email}`;
  await shop.db.write
    .updateTable("newsletter_subscribers")
    .set({ token_hash: sha256(token) })
    .where("email", "=", email)
    .execute();
  const confirmed = await guestBrowser(shop).post("/newsletter/confirm", { token });
  expect(confirmed.status).toBe(303);
  const headers = JSON.parse((await lastMail(email)).headers) as Record<string, string>;
  const link = /^<(.*)>$/.exec(headers["List-Unsubscribe"]!)![1]!;
  expect(headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  return { email, token, path: link.slice(new URL(link).origin.length) };
}

describe("confirming", () => {
  test("opening the link changes nothing; its button does", async () => {
    const { email, token, path } = await subscriber();
    await shop.db.write
      .updateTable("newsletter_subscribers")
      .set({ state: "unconfirmed", confirmed_at: null })
      .where("email", "=", email)
      .execute();
    const browser = guestBrowser(shop);
    const page = await browser.get(`/newsletter/confirm?token=${token}`);
    expect(page.status).toBe(200);
    expect(page.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(page.headers.get("Cache-Control")).toContain("no-store");
    expect(await page.text()).toContain("Subscribe me");
    expect((await row(email)).state).toBe("unconfirmed");
    const answer = await browser.post("/newsletter/confirm", { token });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/"]);
    expect(await (await browser.get("/")).text()).toContain("Thank you! You are subscribed");
    expect(await row(email)).toMatchObject({ state: "confirmed", confirmed_at: expect.any(String) });
    expect(path).toMatch(/^\/newsletter\/unsubscribe\?id=\d+&key=[\w-]{43}$/);
  });

  test("an invalid link says so and offers a new one", async () => {
    for (const token of ["", "made-up"]) {
      const page = await guestBrowser(shop).get(`/newsletter/confirm?token=${token}`);
      expect(page.status).toBe(400);
      expect(await page.text()).toContain("ask for a new link");
      expect((await guestBrowser(shop).post("/newsletter/confirm", { token })).status).toBe(400);
    }
  });
});

describe("unsubscribing", () => {
  test("opening the link changes nothing and masks the address; its button unsubscribes", async () => {
    const { email, path } = await subscriber();
    const browser = guestBrowser(shop);
    const html = await (await browser.get(path)).text();
    expect(html).toMatch(/<button[^>]*>Unsubscribe</);
    expect(html).not.toContain(email);
    expect((await row(email)).state).toBe("confirmed");
    const answer = await browser.post(path, {});
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, path]);
    expect(await (await browser.get(path)).text()).toContain("no longer gets our newsletter");
    expect((await row(email)).state).toBe("unsubscribed");
  });

  test.each([
    ["without Origin and cookies, as mail providers do", {}],
    ["from another site", { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" }],
  ])("works with one click %s", async (_how, headers: Record<string, string>) => {
    const { email, path } = await subscriber();
    const body = "List-Unsubscribe=One-Click";
    const type = { "Content-Type": "application/x-www-form-urlencoded" };
    const answer = await fetch(new URL(path, shop.origin), {
      method: "POST",
      headers: { ...headers, ...type },
      body,
      redirect: "manual",
    });
    expect(answer.status).toBe(200);
    expect((await row(email)).state).toBe("unsubscribed");
    const again = await fetch(new URL(path, shop.origin), { method: "POST", headers: type, body });
    expect(again.status).toBe(200);
  });

  test("works with a multipart form, which providers may send too", async () => {
    const { email, path } = await subscriber();
    const form = new FormData();
    form.set("List-Unsubscribe", "One-Click");
    const answer = await fetch(new URL(path, shop.origin), { method: "POST", body: form });
    expect(answer.status).toBe(200);
    expect((await row(email)).state).toBe("unsubscribed");
  });

  test("a wrong signature is a 404 and shows no address", async () => {
    const one = await subscriber();
    const other = await subscriber();
    const forged = one.path.replace(/key=.*/, other.path.split("&")[1]!);
    for (const path of [forged, one.path.slice(0, -1), "/newsletter/unsubscribe"]) {
      const page = await guestBrowser(shop).get(path);
      expect([path, page.status]).toEqual([path, 404]);
      expect(await page.text()).toContain("No subscription goes with this link");
      expect((await guestBrowser(shop).post(path, { "List-Unsubscribe": "One-Click" })).status).toBe(404);
    }
    expect((await row(one.email)).state).toBe("confirmed");
  });

  test("other newsletter posts from another site are refused", async () => {
    const answer = await guestBrowser(shop).request("/newsletter", {
      method: "POST",
      headers: { Origin: "https://mail.example" },
      body: new URLSearchParams({ email: "x@example.com" }),
    });
    expect(answer.status).toBe(403);
  });
});

describe("the list for staff", () => {
  const staff = async () => staffBrowser(shop);

  test("shows confirmed addresses, searches, and asks before a change", async () => {
    const { email } = await subscriber();
    const { id } = await row(email);
    const browser = await staff();
    const shown = await (await browser.get(`/admin/newsletter?q=${email.slice(0, 8)}`)).text();
    expect(shown.replaceAll("<wbr/>", "")).toContain(email);
    expect(shown).toContain(`confirm=unsubscribe-${id}`);
    const dialog = await (await browser.get(`/admin/newsletter?confirm=unsubscribe-${id}`)).text();
    expect(dialog).toContain("Unsubscribe Address");
    expect(dialog).toContain("the stories behind them, by email");
    const gone = await browser.post("/admin/newsletter?state=all", { id, intent: "unsubscribe" });
    expect([gone.status, gone.headers.get("Location")]).toEqual([303, "/admin/newsletter?state=all"]);
    expect((await row(email)).state).toBe("unsubscribed");
    expect((await browser.post("/admin/newsletter", { id, intent: "remove" })).status).toBe(303);
    await expect(row(email)).rejects.toThrow();
    expect((await browser.post("/admin/newsletter", { id, intent: "remove" })).status).toBe(404);
    expect((await browser.post("/admin/newsletter", { id, intent: "praise" })).status).toBe(400);
    expect((await browser.get(`/admin/newsletter?confirm=remove-${id}`)).status).toBe(404);
    expect((await browser.get("/admin/newsletter?confirm=praise-1")).status).toBe(200);
  });

  test("exports confirmed addresses by default, without formulas, as UTF-8", async () => {
    const { email } = await subscriber();
    await shop.db.write
      .insertInto("newsletter_subscribers")
      .values({
        email: "=1+1@example.com",
        state: "unconfirmed",
        requested_at: "2026-01-01T00:00:00.000Z",
        confirmed_at: null,
        unsubscribed_at: null,
      })
      .execute();
    const browser = await staff();
    const answer = await browser.get("/admin/newsletter/export");
    expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="newsletter-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, ...lines] = bytes.toString("utf8").slice(1).trim().split("\n");
    expect(head).toBe("email,state,requested,confirmed,unsubscribed,unsubscribe link");
    expect(lines.find((line) => line.startsWith(email))).toMatch(
      /,confirmed,\d{4}-[^,]+Z,\d{4}-[^,]+Z,,http:\/\/[^,]+\/newsletter\/unsubscribe\?id=\d+&key=[\w-]{43}$/,
    );
    expect(lines.every((line) => line.includes(",confirmed,"))).toBe(true);
    const all = await (await browser.get("/admin/newsletter/export?state=all&q=%3D1")).text();
    expect(all).toContain("'=1+1@example.com,unconfirmed,");
    expect(all).not.toContain(email);
    for (const other of [guestBrowser(shop), await customerBrowser(shop)]) {
      const refused = await other.get("/admin/newsletter/export");
      expect(await refused.text()).not.toContain("@example.com");
      expect(refused.status).not.toBe(200);
    }
    const exports = await shop.db.read
      .selectFrom("audit_entries")
      .select(["actor", "action", "after"])
      .where("subject", "=", "export")
      .orderBy("id")
      .execute();
    expect(exports.map(({ actor, action, after }) => [actor, action, JSON.parse(after)])).toEqual([
      ["Kamini Iyer", "exported", { List: "Newsletter", State: "Confirmed" }],
      ["Kamini Iyer", "exported", { List: "Newsletter", Search: "=1", State: "All" }],
    ]);
  });
});
