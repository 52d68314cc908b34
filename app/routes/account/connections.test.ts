import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountWithPassword, PASSWORD } from "~/test/factories-accounts";
import { type OpenIdProvider, startOpenIdProvider } from "~/test/servers/openid-provider";
import { type Browser, guestBrowser, signedIn, testShop } from "~/test/shop";

let google: OpenIdProvider;
beforeAll(async () => {
  google = await startOpenIdProvider("google");
});
const shop = testShop(() => ({ ...google.env }));
afterAll(() => google.close());

let people = 0;

async function customer() {
  const account = await accountWithPassword(shop.db.write, PASSWORD);
  return { ...account, visitor: await signedIn(shop, account.id) };
}

/** Connects a Google account with another email address. @returns the page's text afterwards */
async function connect(visitor: Browser, sub = `sub-${++people}`): Promise<string> {
  google.person = { sub, email: `${sub}@elsewhere.example`, email_verified: true };
  const answer = await visitor.post("/auth/google", { intent: "connect" });
  const back = await visitor.get(await google.visit(answer.headers.get("Location")!));
  expect(back.headers.get("Location")).toBe("/account/connections");
  return look(visitor);
}

/** The page's text. */
async function look(visitor: Browser): Promise<string> {
  const html = await (await visitor.get("/account/connections")).text();
  return html
    .replace(/^.*<body/s, "")
    .replace(/<script.*$/s, "")
    .replace(/<[^>]*>/g, "");
}

const identitiesOf = (accountId: number) =>
  shop.db.read.selectFrom("identities").selectAll().where("account_id", "=", accountId).execute();

/** Posts the page's form. @returns the page's text afterwards */
async function post(visitor: Browser, fields: Record<string, string>): Promise<string> {
  const answer = await visitor.post("/account/connections", fields);
  expect(answer.headers.get("Location")).toBe("/account/connections");
  return look(visitor);
}

test("the page is only for customers and shows the providers that the shop offers", async () => {
  const guest = await guestBrowser(shop).get("/account/connections");
  expect(guest.headers.get("Location")).toBe("/login?redirectTo=%2Faccount%2Fconnections");
  const admin = await accountWithPassword(shop.db.write, PASSWORD, { role: "admin" });
  const staff = await signedIn(shop, admin.id);
  expect((await staff.get("/account/connections")).headers.get("Location")).toBe("/admin");
  expect((await staff.post("/auth/google", { intent: "connect" })).headers.get("Location")).toBe("/admin");

  const { visitor } = await customer();
  const html = await look(visitor);
  expect(html).toContain("Not connected");
  expect(html).toContain("Google");
  expect(html).not.toContain("Facebook");
  expect(html).not.toContain("Set a password");
});

describe("connecting", () => {
  test("connects the Google account, whatever its address, and mails the owner", async () => {
    const { id, email, visitor } = await customer();
    const html = await connect(visitor);
    expect(html).toContain("Google is connected to your account now");
    expect(html).toMatch(/Connected on .* as sub-\d+@elsewhere\.example/);
    expect(await identitiesOf(id)).toMatchObject([{ provider: "google" }]);
    const mail = await shop.db.read
      .selectFrom("outgoing_mails")
      .select("subject")
      .where("recipient", "=", email)
      .executeTakeFirst();
    expect(mail?.subject).toBe("Google was connected to your account at Kitab");
  });

  test("is refused for a Google account of another customer, and for a second Google account", async () => {
    const [first, second] = [await customer(), await customer()];
    await connect(first.visitor, "shared");
    expect(await connect(second.visitor, "shared")).toContain("is connected to another account here");
    expect(await identitiesOf(second.id)).toEqual([]);
    expect(await connect(first.visitor, "shared")).toContain("is connected to your account already");
    expect(await connect(first.visitor)).toContain("Please disconnect the other Google account first");
    expect(await identitiesOf(first.id)).toMatchObject([{ subject: "shared" }]);
  });

  test("connects only the account that began it, not another one that is logged in at the callback", async () => {
    const [asker, other] = [await customer(), await customer()];
    google.person = { sub: `sub-${++people}` };
    const answer = await asker.visitor.post("/auth/google", { intent: "connect" });
    const back = await google.visit(answer.headers.get("Location")!);
    other.visitor.setCookie("third-party", /third-party=([^;]+)/.exec(asker.visitor.cookieHeader())![1]!);
    await other.visitor.get(back);
    expect(await look(other.visitor)).toContain("Please log in again to connect your account");
    expect([...(await identitiesOf(asker.id)), ...(await identitiesOf(other.id))]).toEqual([]);
  });

  test("sends a guest to the login", async () => {
    const guest = await guestBrowser(shop).post("/auth/google", { intent: "connect" });
    expect(guest.headers.get("Location")).toBe("/login?redirectTo=%2Fauth%2Fgoogle");
    const { visitor } = await customer();
    expect((await visitor.get("/auth/google")).headers.get("Location")).toBe("/account/connections");
  });
});

describe("disconnecting", () => {
  test("removes the connection", async () => {
    const { id, visitor } = await customer();
    await connect(visitor);
    expect(await post(visitor, { disconnect: "google" })).toContain("Google is no longer connected");
    expect(await identitiesOf(id)).toEqual([]);
    expect((await visitor.post("/account/connections", { disconnect: "github" })).status).toBe(404);
  });

  test("is refused for the only way to log in; a provider no longer offered does not count; a password can be set", async () => {
    const { id, email, visitor } = await customer();
    await connect(visitor);
    await shop.db.write.updateTable("accounts").set({ password_hash: null }).where("id", "=", id).execute();
    const unused = { provider: "facebook", subject: "old", account_id: id, email: null } as const;
    await shop.db.write
      .insertInto("identities")
      .values({ ...unused, linked_at: "2026-01-01T00:00:00.000Z" })
      .execute();
    const html = await post(visitor, { disconnect: "google" });
    expect(html).toContain("Google is the only way into your account");
    expect(html).toContain("Set a password");
    expect(html).toContain("Logging in through Facebook is switched off at present");
    expect(await identitiesOf(id)).toHaveLength(2);
    expect(await post(visitor, { disconnect: "facebook" })).toContain("Facebook is no longer connected");
    expect(await post(visitor, { intent: "password" })).toContain("Reset password instruction sent");
    const mails = shop.db.read.selectFrom("outgoing_mails").select("subject").where("recipient", "=", email);
    expect((await mails.execute()).map(({ subject }) => subject)).toContain("Reset your password for Kitab");
  });

  test("leaves other customers' connections alone", async () => {
    const [mine, theirs] = [await customer(), await customer()];
    await connect(theirs.visitor);
    await post(mine.visitor, { disconnect: "google" });
    expect(await identitiesOf(theirs.id)).toHaveLength(1);
  });
});

describe("other shops", () => {
  const bare = testShop();
  const away = testShop(() => ({ ...google.env, GOOGLE_ISSUER: "http://127.0.0.1:9" }));

  test("shows a message when a provider cannot be reached, and no buttons without client ids", async () => {
    for (const page of ["/login", "/register"]) {
      const response = await guestBrowser(bare).get(page);
      expect(await response.text()).not.toContain("/auth/");
      expect(response.headers.get("Content-Security-Policy")).toContain("form-action 'self';");
    }
    for (const path of ["/auth/google", "/auth/google/callback"])
      expect((await guestBrowser(bare).get(path)).status).toBe(404);
    const visitor = guestBrowser(away);
    const answer = await visitor.post("/auth/google", { redirectTo: "/cart" });
    expect(answer.headers.get("Location")).toBe("/login?redirectTo=%2Fcart");
    expect(await (await visitor.get("/login")).text()).toContain("Google cannot be reached at the moment");
  });
});
