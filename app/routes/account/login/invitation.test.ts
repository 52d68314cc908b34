import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { invite, listInvitations, withdrawInvitation } from "~/domain/people/staff/invitations.server";
import { ADDRESS_TAKEN } from "~/domain/people/staff/staff";
import { createAccount, createStaff } from "~/test/factories";
import { NEW_PASSWORD } from "~/test/factories-accounts";
import { mailedToken } from "~/test/mails";
import { openPage, pageHtml, readPage } from "~/test/pages";
import { type Browser, customerBrowser, guestBrowser, signedIn, testShop } from "~/test/shop";

const shop = testShop();
const site = { shopName: "Neem Press", origin: "https://books.example.in" };

let staffId: number;
beforeAll(async () => {
  staffId = await createStaff(shop.db.write, { first_name: "Zoya", last_name: "Owner" });
});

let people = 0;
let email: string;
let url: string;
beforeEach(async () => {
  email = `leela${++people}@example.in`;
  url = await newLink();
});

async function newLink(): Promise<string> {
  const person = { email, firstName: "Leela", lastName: "Menon" };
  const done = await invite(
    shop.db.write,
    { staffId, ...person, job: "orders", extraRights: ["coupons"] },
    site,
  );
  if (!done.ok) throw new Error(done.message);
  return `/invitation?token=${await mailedToken(shop.db.read, email)}`;
}

const accept = (browser: Browser, more: Record<string, string> = {}) => {
  const token = /token=(.*)/.exec(url)![1]!;
  const password = { password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
  return readPage(browser.post(url, { token, firstName: "Leela", lastName: "Menon", ...password, ...more }));
};

test("shows who invites, the job and what it may do; accepting it opens the back office", async () => {
  const browser = guestBrowser(shop);
  const { status, html, response } = await openPage(browser, url);
  expect(status).toBe(200);
  for (const text of ["Zoya Owner", "Orders", email, "pack, dispatch and deliver orders", "edit coupons"])
    expect(html).toContain(text);
  expect(html).toContain('value="Leela"');
  expect(response.headers.get("Referrer-Policy")).toBe("no-referrer");
  expect(response.headers.get("Cache-Control")).toContain("no-store");

  expect(await accept(browser, { firstName: "Lila" })).toMatchObject({ status: 303, to: "/admin" });
  const home = await pageHtml(browser.get("/admin"));
  expect(home).toContain("Welcome! Your staff account is ready");
  expect(home).toContain("<bdi>Lila</bdi>");
  expect((await browser.get("/admin/orders")).status).toBe(200);
  expect((await browser.get("/admin/staff")).status).toBe(403);

  const again = await openPage(guestBrowser(shop), url);
  expect(again.status).toBe(400);
  expect(again.html).toContain("This invitation was accepted already.");
  expect(again.html).not.toContain(email);
});

test("says at the field what is wrong with name and password, and never sends a password back", async () => {
  const browser = guestBrowser(shop);
  for (const [fields, message] of [
    [{ firstName: " " }, "First name is required"],
    [{ password: "short", confirmPassword: "short" }, "Password must be at least 8 characters long"],
    [{ confirmPassword: "Another-One-8" }, "Passwords do not match"],
    [{ password: "Password@123", confirmPassword: "Password@123" }, "one of the most common"],
  ] as const) {
    const answer = await accept(browser, fields);
    expect(answer.status).toBe(400);
    expect(answer.html).toContain(message);
    expect(answer.html).not.toContain(NEW_PASSWORD);
  }
  expect(await accept(browser)).toMatchObject({ status: 303, to: "/admin" });
});

describe("a link that is over says so", () => {
  const messageOf = async (link: string) => {
    const { status, html } = await openPage(guestBrowser(shop), link);
    expect(status).toBe(400);
    expect(html).not.toContain("Accept Invitation");
    return html;
  };

  test("expired, also while the form was open", async () => {
    await shop.db.write
      .updateTable("invitations")
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where("email", "=", email)
      .execute();
    expect(await messageOf(url)).toContain("Ask Zoya Owner to send it again.");
    expect(await accept(guestBrowser(shop))).toMatchObject({ status: 303, to: url });
  });

  test("withdrawn", async () => {
    const invitation = (await listInvitations(shop.db.read)).find((one) => one.email === email)!;
    await withdrawInvitation(shop.db.write, { invitationId: invitation.id, staffId });
    expect(await messageOf(url)).toContain("This invitation was withdrawn.");
    expect(await accept(guestBrowser(shop))).toMatchObject({ status: 303, to: url });
  });

  test("unknown or cut off", async () => {
    for (const link of ["/invitation", "/invitation?token=no", url.slice(0, -3)])
      expect(await messageOf(link)).toContain("This link is not valid.");
  });
});

describe("somebody who is logged in", () => {
  const visitors = {
    "a customer": () => customerBrowser(shop, { email: `asha${people}@example.com` }),
    "a member of staff": async () =>
      signedIn(shop, await createStaff(shop.db.write, { email: `asha${people}@example.com` })),
  };
  test.each(Object.entries(visitors))("%s is told so, and can log out and go on", async (_, visitor) => {
    const browser = await visitor();
    const html = await pageHtml(browser.get(url));
    expect(html).toContain("You are logged in as");
    expect(html).not.toContain("Accept Invitation");
    // A form that was opened before the login changes nothing either.
    expect(await accept(browser)).toMatchObject({ status: 303, to: url });
    expect(await readPage(browser.post(url, { intent: "log-out" }))).toMatchObject({ status: 303, to: url });
    expect(await pageHtml(browser.get(url))).toContain("Accept Invitation");
    expect(await accept(browser)).toMatchObject({ status: 303, to: "/admin" });
  });
});

test("an address that a customer has registered since is refused in a sentence", async () => {
  await createAccount(shop.db.write, { email });
  const answer = await accept(guestBrowser(shop));
  expect(answer.status).toBe(400);
  expect(answer.html).toContain(ADDRESS_TAKEN.replaceAll("'", "&#x27;"));
});
