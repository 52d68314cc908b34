import { describe, expect, test } from "vitest";
import { guestClient } from "~/test/api";
import { accountWithPassword, NEW_PASSWORD, PASSWORD } from "~/test/factories-accounts";
import { accountWithApp, appCode } from "~/test/factors";
import { mailsTo } from "~/test/mails";
import { flashMessages, pageHtml, readPage } from "~/test/pages";
import { type Browser, guestBrowser, signedIn, testShop, LIMITED, withSettings } from "~/test/shop";

const shop = testShop();

async function staffWithApp(role: "admin" | "customer" = "admin") {
  const account = await accountWithPassword(shop.db.write, PASSWORD, { role });
  return { ...account, ...(await accountWithApp(shop.db.write, account.id)) };
}
const logIn = (
  browser: Browser,
  username: string,
  fields: Record<string, string> = {},
  password = PASSWORD,
) => readPage(browser.post("/login", { username, password, ...fields }));
const sendCode = (browser: Browser, code: string, fields: Record<string, string> = {}) =>
  readPage(browser.post("/login/code", { code, ...fields }));
const mayWork = async (browser: Browser) => (await browser.get("/admin/account")).status === 200;
const subjects = async (email: string) => (await mailsTo(shop.db.read, email)).map(({ subject }) => subject);

describe("staff with an app", () => {
  test("type the code after the password; until then nothing is open", async () => {
    const { email, secret } = await staffWithApp();
    const browser = guestBrowser(shop);
    const answer = await logIn(browser, email, { redirectTo: "/admin/orders?q=1" });
    const page = `/login/code?redirectTo=${encodeURIComponent("/admin/orders?q=1")}`;
    expect(answer).toMatchObject({ status: 303, to: page });
    expect(browser.cookieNames()).not.toContain("kitab");
    expect(await mayWork(browser)).toBe(false);
    const html = await pageHtml(browser.get(page));
    expect(html).toMatch(/<input(?=[^>]*name="code")(?=[^>]*autoComplete="one-time-code")[^>]*>/);
    const wrong = await sendCode(browser, "000000");
    expect(wrong).toMatchObject({ status: 400 });
    expect(wrong.html).toContain("This code is not right");
    expect(await mayWork(browser)).toBe(false);
    const right = await readPage(browser.post(page, { code: appCode(secret) }));
    expect(right).toMatchObject({ status: 303, to: "/admin/orders?q=1" });
    expect(await mayWork(browser)).toBe(true);
    expect(browser.cookieNames()).not.toContain("unfinished");
  });

  test("the half-finished login belongs to its browser, is used once, and ends with a new password", async () => {
    const { id, email, secret, recoveryCodes } = await staffWithApp();
    const browser = guestBrowser(shop);
    await logIn(browser, email);
    const copy = guestBrowser(shop);
    const stolen = browser.cookieHeader();
    for (const pair of stolen.split("; "))
      copy.setCookie(...(pair.split(/=(.*)/s).slice(0, 2) as [string, string]));
    const other = guestBrowser(shop);
    expect(await sendCode(other, appCode(secret))).toMatchObject({ status: 303, to: "/login" });
    expect(await sendCode(browser, recoveryCodes[0]!)).toMatchObject({ status: 303, to: "/admin" });
    expect(await sendCode(copy, recoveryCodes[1]!)).toMatchObject({ status: 303, to: "/login" });
    expect(flashMessages(await pageHtml(copy.get("/login")))).toContain(
      "Please log in again: the time to type the code is over",
    );

    const late = guestBrowser(shop);
    await logIn(late, email);
    await browser.post("/admin/change-password", {
      currentPassword: PASSWORD,
      password: NEW_PASSWORD,
      confirmPassword: NEW_PASSWORD,
    });
    expect(await sendCode(late, recoveryCodes[2]!)).toMatchObject({ to: "/login" });
    const again = guestBrowser(shop);
    await logIn(again, email, {}, NEW_PASSWORD);
    await shop.db.write
      .updateTable("unfinished_sign_ins")
      .set({ expires_at: new Date().toISOString() })
      .where("account_id", "=", id)
      .execute();
    expect(await sendCode(again, recoveryCodes[3]!)).toMatchObject({ to: "/login" });
  });

  test("a recovery code opens once, and the page says how many are left", async () => {
    const { email, recoveryCodes } = await staffWithApp();
    const [first, second] = [guestBrowser(shop), guestBrowser(shop)];
    await logIn(first, email);
    await sendCode(first, recoveryCodes[0]!.toLowerCase().replaceAll("-", " "));
    expect(flashMessages(await pageHtml(first.get("/admin")))).toEqual([
      "Login successful! You have 9 recovery codes left",
    ]);
    await logIn(second, email);
    expect((await sendCode(second, recoveryCodes[0]!)).html).toContain(
      "This recovery code has been used already",
    );
  });

  test("a remembered device is asked for the password only, until the factor or the password changes", async () => {
    const { id, email, recoveryCodes } = await staffWithApp();
    const browser = guestBrowser(shop);
    await logIn(browser, email);
    await sendCode(browser, recoveryCodes[0]!, { rememberDevice: "on" });
    await browser.post("/logout", {});
    expect(await logIn(browser, email)).toMatchObject({ status: 303, to: "/admin" });
    // Another account on the same browser is not remembered.
    const other = await staffWithApp();
    await browser.post("/logout", {});
    expect((await logIn(browser, other.email)).to).toBe("/login/code");
    const stored = await shop.db.read
      .selectFrom("remembered_devices")
      .selectAll()
      .where("account_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(browser.cookieHeader()).not.toContain(stored.token_hash);

    const security = await signedIn(shop, id);
    const page = "/admin/account/security";
    expect(await pageHtml(security.get(page))).toContain("Remembered devices");
    await security.post(page, { intent: "forget", id: stored.id });
    expect((await logIn(browser, email)).to).toBe("/login/code");
    await sendCode(browser, recoveryCodes[1]!, { rememberDevice: "on" });
    await browser.post("/logout", {});
    await security.post(page, { intent: "new-codes" });
    expect((await logIn(browser, email)).to).toBe("/login/code");
  });

  test("a password reset by mail does not remove the second factor", async () => {
    const { email } = await staffWithApp();
    const browser = guestBrowser(shop);
    await browser.post("/forgot-password", { email });
    const { text_body } = (await mailsTo(shop.db.read, email)).at(-1)!;
    const token = /token=([\w-]+)/.exec(text_body)![1]!;
    await browser.post("/resetpassword", { token, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD });
    expect(await logIn(browser, email, {}, NEW_PASSWORD)).toMatchObject({ status: 303, to: "/login/code" });
  });

  test("five wrong codes: the owner gets one mail about it", async () => {
    const { email } = await staffWithApp();
    const browser = guestBrowser(shop);
    await logIn(browser, email);
    for (let n = 0; n < 4; n += 1) await sendCode(browser, "000000");
    expect((await subjects(email)).filter((subject) => subject.startsWith("Wrong codes"))).toEqual([]);
    for (let n = 0; n < 3; n += 1) await sendCode(browser, "000000");
    expect((await subjects(email)).filter((subject) => subject.startsWith("Wrong codes"))).toHaveLength(1);
  });
});

describe("the API", () => {
  const authenticate = (username: string, code?: string) =>
    guestClient(shop).post<{ msg: string }>("/auth/authenticate", { username, password: PASSWORD, code });

  test("asks staff for the code, which is accepted once", async () => {
    const { email, secret } = await staffWithApp();
    expect(await authenticate(email)).toMatchObject({
      status: 401,
      body: {
        msg: "This account also needs a code from its app: send the six digits, or a recovery code, as code",
      },
    });
    expect(await authenticate(email, "000000")).toMatchObject({ status: 401 });
    const code = appCode(secret);
    expect(await authenticate(email, code)).toMatchObject({ status: 200, body: { role: "admin" } });
    expect((await authenticate(email, code)).body.msg).toContain("has been used already");
  });

  test("asks nobody else: a customer's code is not read", async () => {
    const { email } = await accountWithPassword(shop.db.write, PASSWORD);
    expect(await authenticate(email, "nonsense")).toMatchObject({ status: 200 });
  });
});

describe("mails about new devices", () => {
  const NEW_DEVICE = /^A new device logged in/;
  const news = async (email: string) => (await subjects(email)).filter((subject) => NEW_DEVICE.test(subject));

  test("staff get one at the first login with a browser, none at the next", async () => {
    const { email } = await accountWithPassword(shop.db.write, PASSWORD, { role: "admin" });
    const browser = guestBrowser(shop);
    await logIn(browser, email);
    expect(await news(email)).toHaveLength(1);
    await browser.post("/logout", {});
    await shop.db.write.deleteFrom("outgoing_mails").where("recipient", "=", email).execute();
    await logIn(browser, email);
    expect(await news(email)).toEqual([]);
  });

  test("customers get one from their second login on", async () => {
    const { email } = await accountWithPassword(shop.db.write, PASSWORD);
    await logIn(guestBrowser(shop), email);
    expect(await news(email)).toEqual([]);
    await logIn(guestBrowser(shop), email);
    expect(await news(email)).toHaveLength(1);
  });
});

describe("limits", () => {
  withSettings(shop, LIMITED);

  test("too many wrong codes from one address must wait, with a sentence", async () => {
    const { id, email } = await accountWithPassword(shop.db.write, PASSWORD, { role: "admin" });
    const { secret } = await accountWithApp(shop.db.write, id);
    const browser = guestBrowser(shop);
    await logIn(browser, email);
    for (let n = 0; n < 10; n += 1) expect((await sendCode(browser, "000000")).status).toBe(400);
    const refused = await sendCode(browser, appCode(secret));
    expect(refused.status).toBe(429);
    expect(refused.html).toMatch(/Too many tries\. Please wait \d+ minutes/);
  });
});
