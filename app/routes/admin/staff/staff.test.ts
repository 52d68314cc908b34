import { beforeAll, describe, expect, test } from "vitest";
import { recordSignIn } from "~/domain/people/factors/sign-ins.server";
import {
  ADDRESS_PROBLEMS,
  INVITATION_NOT_FOUND,
  LAST_OWNER,
  NOT_YOURSELF,
} from "~/domain/people/staff/staff";
import { listInvitations } from "~/domain/people/staff/invitations.server";
import { findStaff } from "~/domain/people/staff/staff.server";
import { tokenClient } from "~/test/api";
import { createAccount, createStaff } from "~/test/factories";
import { mailedToken, mailsTo } from "~/test/mails";
import { flashMessages, openPage, pageHtml, readPage } from "~/test/pages";
import { type Browser, signedIn, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();

let owner: Browser & { staffId: number };
beforeAll(async () => {
  owner = await staffBrowser(shop, { first_name: "Zoya", last_name: "Owner" });
  // The sample's admin would be a second owner.
  await shop.db.write
    .updateTable("accounts")
    .set({ job: "manager" })
    .where("role", "=", "admin")
    .where("id", "!=", owner.staffId)
    .execute();
});

const PAGE = "/admin/staff";
let people = 0;
const newEmail = () => `person${++people}@example.in`;
const colleague = (given: Parameters<typeof createStaff>[1] = {}) =>
  createStaff(shop.db.write, { job: "orders", first_name: "Ravi", last_name: "Das", ...given });
const memberOf = (id: number) => findStaff(shop.db.read, id);
const messageOf = async (browser: Browser, page: string) => flashMessages(await pageHtml(browser.get(page)));

async function invited(more: Record<string, string | string[]> = {}) {
  const email = newEmail();
  const form = { intent: "invite", email, firstName: "Leela", lastName: "Menon", job: "orders", ...more };
  return { email, answer: await readPage(owner.post(`${PAGE}?add=1`, form)) };
}
const openTo = async (email: string) =>
  (await listInvitations(shop.db.read)).find((invitation) => invitation.email === email) ?? null;

describe("the list", () => {
  test("shows people with job, extra rights and status; oneself has no switch", async () => {
    const email = newEmail();
    const id = await colleague({ email, extra_rights: '["refunds"]', status: "inactive" });
    const { status, html } = await openPage(owner, PAGE);
    expect(status).toBe(200);
    expect(html).toContain("Ravi Das");
    expect(html).toContain("may also cancel orders, refund payments and answer returns");
    expect(html).toContain(`value="activate-${id}"`);
    expect(html).not.toContain(`activate-${owner.staffId}"`);
    expect(html).toContain("(you)");
  });

  test("shows who has a second step at login, and when they last logged in", async () => {
    const id = await colleague({ first_name: "Wahida" });
    const rowOf = async () =>
      /<tr[^>]*>(?:(?!<tr).)*Wahida.*?<\/tr>/s.exec((await openPage(owner, PAGE)).html)![0];
    expect(await rowOf()).toMatch(/Off<.*–</);
    const at = "2026-11-20T06:30:00.000Z";
    await shop.db.write
      .insertInto("totp_factors")
      .values({ account_id: id, sealed_secret: "x", created_at: at, confirmed_at: at })
      .execute();
    await recordSignIn(
      shop.db.write,
      { accountId: id, event: "signed_in", method: "code", userAgent: null },
      new Date(at),
    );
    expect(await rowOf()).toMatch(/>On<.*20 Nov 2026, 12:00/);
  });

  test("shows what the dialogs ask, and 404 for unknown people and invitations", async () => {
    const id = await colleague();
    expect(await pageHtml(owner.get(`${PAGE}?confirm=deactivate-${id}`))).toContain(
      "Deactivate Member of Staff",
    );
    // Already active: nothing to ask.
    expect(await pageHtml(owner.get(`${PAGE}?confirm=activate-${id}`))).not.toContain("Member of Staff</h2>");
    const customer = await createAccount(shop.db.write);
    for (const query of [
      "edit=999999",
      `edit=${customer}`,
      "edit=x",
      `confirm=deactivate-${customer}`,
      "confirm=withdraw-999999",
    ])
      expect((await owner.get(`${PAGE}?${query}`)).status, query).toBe(404);
  });
});

describe("inviting", () => {
  test("mails the link, lists the invitation, and sends it again or withdraws it", async () => {
    const { email, answer } = await invited({ extraRights: ["refunds", "customers"] });
    expect(answer).toMatchObject({ status: 303, to: PAGE });
    expect(await messageOf(owner, PAGE)).toEqual([`The invitation is on its way to ${email}`]);
    const { html } = await openPage(owner, PAGE);
    expect(html).toContain("Open invitations");
    expect(html).toContain("Send again");
    expect(html).not.toContain(await mailedToken(shop.db.read, email));
    const invitation = (await openTo(email))!;
    expect(invitation).toMatchObject({ extraRights: ["refunds", "customers"], invitedBy: "Zoya Owner" });

    const resend = { intent: "resend", id: invitation.id };
    expect(await readPage(owner.post(PAGE, resend))).toMatchObject({ status: 303, to: PAGE });
    const dialog = await pageHtml(owner.get(`${PAGE}?confirm=withdraw-${invitation.id}`));
    expect(dialog).toContain("Withdraw Invitation");
    const withdraw = { intent: "withdraw", id: invitation.id };
    expect(await readPage(owner.post(`${PAGE}?confirm=withdraw-${invitation.id}`, withdraw))).toMatchObject({
      status: 303,
      to: PAGE,
    });
    expect(await openTo(email)).toBeNull();
    await messageOf(owner, PAGE);
    // Somebody else's page may still show the button.
    await owner.post(PAGE, resend);
    expect(await messageOf(owner, PAGE)).toEqual([INVITATION_NOT_FOUND]);
  });

  test("says what is wrong at each field, and keeps what was typed", async () => {
    const form = { email: "nobody", firstName: " ", lastName: "Menon", job: "", extraRights: ["refunds"] };
    const { answer } = await invited(form);
    expect(answer.status).toBe(400);
    for (const text of [
      "Please enter a valid email address",
      "First name is required",
      "Please choose a job",
    ])
      expect(answer.html).toContain(text);
    expect(answer.html).toContain('value="Menon"');
    expect(answer.html).toMatch(/<input(?=[^>]*value="refunds")(?=[^>]*checked)/);
    expect(answer.html).not.toMatch(/<input(?=[^>]*value="sales")(?=[^>]*checked)/);
  });

  test("refuses a customer's, a colleague's and an invited address, and rights that cannot be given", async () => {
    const [customer, staff] = [newEmail(), newEmail()];
    await createAccount(shop.db.write, { email: customer });
    await colleague({ email: staff });
    const { email: waiting } = await invited();
    for (const [email, message] of [
      [customer, ADDRESS_PROBLEMS.customer],
      [staff, ADDRESS_PROBLEMS.staff],
      [waiting.toUpperCase(), ADDRESS_PROBLEMS.invited],
    ]) {
      const { answer } = await invited({ email: email! });
      expect(answer.status).toBe(400);
      expect(answer.html).toContain(message!.replaceAll("'", "&#x27;"));
    }
    const { answer, email } = await invited({ extraRights: ["staff"] });
    expect(answer.status).toBe(400);
    expect(answer.html).toContain("This right cannot be given");
    expect(await openTo(email)).toBeNull();
  });
});

test("a change asks for the password again when the last proof is old", async () => {
  const other = await staffBrowser(shop);
  await shop.db.write
    .updateTable("sessions")
    .set({ proved_at: new Date(Date.now() - 16 * 60_000).toISOString() })
    .where("account_id", "=", other.staffId)
    .execute();
  const id = await colleague();
  const forms: [string, Record<string, string | number>][] = [
    [`${PAGE}?add=1`, { intent: "invite", email: newEmail(), firstName: "A", lastName: "B", job: "orders" }],
    [`${PAGE}?edit=${id}`, { intent: "save-access", job: "manager", shown: "orders:" }],
    [`${PAGE}?confirm=deactivate-${id}`, { intent: "status", id, status: "inactive" }],
  ];
  for (const [page, form] of forms)
    expect(await readPage(other.post(page, form))).toMatchObject({
      status: 303,
      to: `/admin/prove?to=${encodeURIComponent(page)}`,
    });
  expect(await memberOf(id)).toMatchObject({ job: "orders", status: "active" });
  await shop.db.write
    .updateTable("accounts")
    .set({ job: "manager" })
    .where("id", "=", other.staffId)
    .execute();
});

describe("job and rights", () => {
  const save = (id: number, fields: Record<string, string | string[]>, by: Browser = owner) =>
    readPage(by.post(`${PAGE}?edit=${id}`, { intent: "save-access", ...fields }));

  test("are changed, and take effect with the next request of pages and API", async () => {
    const id = await colleague();
    const [browser, client] = [await signedIn(shop, id), await tokenClient(shop, id)];
    expect((await browser.get("/admin/orders")).status).toBe(200);
    expect((await client.get("/coupons/admin/paged")).status).not.toBe(200);

    const panel = await pageHtml(owner.get(`${PAGE}?edit=${id}`));
    expect(panel).toContain('name="shown" value="orders:"');
    const answer = await save(id, { job: "catalogue", extraRights: "coupons", shown: "orders:" });
    expect(answer).toMatchObject({ status: 303, to: PAGE });
    expect(await memberOf(id)).toMatchObject({ job: "catalogue", extraRights: ["coupons"] });

    expect((await browser.get("/admin/orders")).status).toBe(403);
    expect((await browser.get("/admin/coupons")).status).toBe(200);
    const list = { page: 1, pageSize: 5, searchText: "" };
    expect((await client.post("/orders/admin/paged", list)).status).toBe(403);
    expect((await client.post("/coupons/admin/paged", list)).status).toBe(200);
    const own = await pageHtml(browser.get("/admin/account"));
    expect(own).toContain("<strong>Catalogue</strong>");
    expect(own).toContain("<li>edit coupons</li>");
  });

  test("that another owner has changed meanwhile are shown beside one's own, and saved by a second click", async () => {
    const id = await colleague();
    await save(id, { job: "accounts", shown: "orders:" });
    const clash = await save(id, { job: "manager", extraRights: "payments", shown: "orders:" });
    expect(clash.status).toBe(409);
    expect(clash.html).toContain("Somebody else has changed job or rights meanwhile");
    expect(clash.html).toContain('name="shown" value="accounts:"');
    expect(clash.html).toMatch(/<input(?=[^>]*value="payments")(?=[^>]*checked)/);
    expect(clash.html).toMatch(/<option[^>]*value="manager"[^>]*selected/);
    expect(await save(id, { job: "manager", extraRights: "payments", shown: "accounts:" })).toMatchObject({
      status: 303,
    });
    expect(await memberOf(id)).toMatchObject({ job: "manager", extraRights: ["payments"] });
  });

  test("without a job, or with a right that cannot be given, are refused at the field", async () => {
    const id = await colleague();
    for (const [fields, message] of [
      [{ job: "king" }, "Please choose a job"],
      [{ job: "orders", extraRights: "everything" }, "This right cannot be given"],
    ] as const) {
      const answer = await save(id, { shown: "orders:", ...fields });
      expect(answer.status).toBe(400);
      expect(answer.html).toContain(message);
    }
  });

  test("the only owner keeps the job; one of two who gives it up comes to the dashboard", async () => {
    const alone = await save(owner.staffId, { job: "manager", shown: "owner:" });
    expect(alone.status).toBe(400);
    expect(alone.html).toContain(LAST_OWNER);

    const second = await staffBrowser(shop);
    expect(await save(second.staffId, { job: "manager", shown: "owner:" }, second)).toMatchObject({
      status: 303,
      to: "/admin",
    });
    expect((await second.get(PAGE)).status).toBe(403);
  });
});

describe("deactivating", () => {
  const switchTo = (id: number, status: string, by: Browser = owner) =>
    readPage(by.post(`${PAGE}?confirm=deactivate-${id}`, { intent: "status", id, status }));

  test("ends sessions and tokens at once; activating lets them log in again", async () => {
    const email = newEmail();
    const id = await colleague({ email });
    const [browser, client] = [await signedIn(shop, id), await tokenClient(shop, id)];
    expect(await switchTo(id, "inactive")).toMatchObject({ status: 303, to: PAGE });
    expect(await messageOf(owner, PAGE)).toEqual(["Ravi Das is inactive and has been logged out"]);
    expect((await browser.get("/admin")).headers.get("Location")).toBe("/login?redirectTo=%2Fadmin");
    expect((await client.get("/dashboard/admin")).status).toBe(401);
    expect(await mailsTo(shop.db.read, email)).toHaveLength(1);

    await switchTo(id, "active");
    expect(await memberOf(id)).toMatchObject({ status: "active" });
    expect((await browser.get("/admin")).status).toBe(303);
    const panel = await pageHtml(owner.get(`${PAGE}?edit=${id}`));
    expect(panel).toMatch(/deactivated[\s\S]*Zoya Owner|Zoya Owner[\s\S]*deactivated/);
  });

  test("of oneself, or to no status, is refused", async () => {
    await messageOf(owner, PAGE);
    await switchTo(owner.staffId, "inactive");
    expect(await messageOf(owner, PAGE)).toEqual([NOT_YOURSELF]);
    expect((await switchTo(await colleague(), "gone")).status).toBe(400);
    expect((await owner.post(PAGE, { intent: "promote" })).status).toBe(400);
  });
});
