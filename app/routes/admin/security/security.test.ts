import { describe, expect, test } from "vitest";
import { accountWithPassword, PASSWORD } from "~/test/factories-accounts";
import { accountWithApp, appCode, provedAgo } from "~/test/factors";
import { mailsTo } from "~/test/mails";
import { flashMessages, openPage, pageHtml, readPage } from "~/test/pages";
import { guestBrowser, signedIn, testShop } from "~/test/shop";

const shop = testShop();
const PAGE = "/admin/account/security";

async function staff() {
  const { id, email } = await accountWithPassword(shop.db.write, PASSWORD, { role: "admin" });
  return Object.assign(await signedIn(shop, id), { id, email });
}
const codesIn = (html: string) =>
  [...html.matchAll(/<li><code>([\w-]{19})<\/code>/g)].map(([, code]) => code!);
const subjects = async (email: string) => (await mailsTo(shop.db.read, email)).map(({ subject }) => subject);

test("setting up an app: picture and key, a right code, recovery codes shown once, a mail", async () => {
  const browser = await staff();
  expect(await readPage(browser.post(PAGE, { intent: "app-begin" }))).toMatchObject({
    status: 303,
    to: `${PAGE}?setup=app`,
  });
  const { html, response } = await openPage(browser, `${PAGE}?setup=app`);
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  expect(html).toMatch(/<svg role="img" aria-label="QR code[^>]*>.*<path d="M4 4h1v1h-1z/);
  const secret = /<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(html)![1]!.replaceAll(" ", "");
  expect(html).toContain(`secret=${secret}`);

  const wrong = await readPage(browser.post(`${PAGE}?setup=app`, { intent: "app-confirm", code: "12345" }));
  expect(wrong.status).toBe(400);
  expect(wrong.html).toContain("The code has 6 digits");
  const code = appCode(secret);
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  const on = await readPage(browser.post(`${PAGE}?setup=app`, { intent: "app-confirm", code: spaced }));
  expect(on.status).toBe(200);
  const codes = codesIn(on.html);
  expect(codes).toHaveLength(10);
  expect(on.html).toContain('download="recovery-codes.txt"');
  expect(on.html).toMatch(new RegExp(`href="${PAGE}"[^>]*>I have kept them<`));
  expect(decodeURIComponent(/href="data:text\/plain;charset=utf-8,([^"]*)"/.exec(on.html)![1]!)).toContain(
    codes.join("\r\n"),
  );
  const after = await pageHtml(browser.get(PAGE));
  expect(codesIn(after)).toEqual([]);
  expect(after).not.toContain(secret);
  expect(after).toContain("10 of 10 are left.");
  expect(await subjects(browser.email)).toEqual(["The login of your account at Kitab was changed"]);
  const audit = await shop.db.read
    .selectFrom("audit_entries")
    .select(["action", "subject", "after"])
    .where("account_id", "=", browser.id)
    .execute();
  expect(audit).toEqual([{ action: "set up codes from an app", subject: "sign_in", after: "{}" }]);
});

test("setting up and new recovery codes ask for the password again after 15 minutes", async () => {
  const browser = await staff();
  await accountWithApp(shop.db.write, browser.id);
  await provedAgo(shop.db.write, browser.id, 16);
  for (const intent of ["app-begin", "new-codes"])
    expect(await readPage(browser.post(PAGE, { intent }))).toMatchObject({
      status: 303,
      to: `/admin/prove?to=${encodeURIComponent(PAGE)}`,
    });
});

describe("switching off", () => {
  test("needs password and code", async () => {
    const browser = await staff();
    const { secret, recoveryCodes } = await accountWithApp(shop.db.write, browser.id);
    const url = `${PAGE}?confirm=app-off`;
    expect(await pageHtml(browser.get(url))).toContain("Switch off the code from the app?");
    const off = (password: string, code: string) =>
      readPage(browser.post(url, { intent: "app-off", password, code }));
    expect((await off("wrong", appCode(secret))).html).toContain("This is not your current password");
    const wrong = await off(PASSWORD, "000000");
    expect(wrong.html).toContain("This code is not right");
    expect(wrong.html).not.toContain(PASSWORD);
    expect((await off("", "")).html).toContain("Please enter your password");
    expect(await off(PASSWORD, recoveryCodes[0]!)).toMatchObject({ status: 303, to: PAGE });
    const html = await pageHtml(browser.get(PAGE));
    expect(flashMessages(html)).toEqual(["Your login no longer asks for a code from the app"]);
    expect(html).not.toContain("Recovery codes");
    const login = await guestBrowser(shop).post("/login", { username: browser.email, password: PASSWORD });
    expect(login.headers.get("Location")).toBe("/admin");
    const left = await shop.db.read
      .selectFrom("recovery_codes")
      .select("id")
      .where("account_id", "=", browser.id)
      .execute();
    expect(left).toEqual([]);
  });
});

test("new recovery codes replace the earlier ones, and need a second step", async () => {
  const browser = await staff();
  expect((await browser.post(PAGE, { intent: "new-codes" })).status).toBe(400);
  const { recoveryCodes } = await accountWithApp(shop.db.write, browser.id);
  const links = await pageHtml(browser.get(PAGE));
  for (const form of ["new-codes", "app-off"]) expect(links).toContain(`?confirm=${form}"`);
  expect(await pageHtml(browser.get(`${PAGE}?confirm=new-codes`))).toContain("Make new recovery codes?");
  const codes = codesIn((await readPage(browser.post(PAGE, { intent: "new-codes" }))).html);
  expect(codes).toHaveLength(10);
  expect(codes.filter((code) => recoveryCodes.includes(code))).toEqual([]);
});

test("lists where one is logged in, and the last logins; one's own only", async () => {
  const browser = await staff();
  const login = guestBrowser(shop);
  await login.post("/login", { username: browser.email, password: PASSWORD });
  const html = await pageHtml(browser.get(PAGE));
  expect(html).toContain("Logged in with the password");
  expect(html).toContain("this device");
  const others = await staff();
  const key = /name="key" value="([^"]+)"/.exec(html)![1]!;
  expect((await others.post(PAGE, { intent: "end", kind: "browser", key })).status).toBe(404);
  expect((await browser.post(PAGE, { intent: "end", kind: "browser", key })).status).toBe(303);
  expect((await login.get("/admin")).status).toBe(303);
  const third = await signedIn(shop, browser.id);
  await browser.post(PAGE, { intent: "end-others" });
  expect((await third.get("/admin")).status).toBe(303);
  expect((await browser.get(PAGE)).status).toBe(200);
  await browser.post("/logout", {});
  const events = await shop.db.read
    .selectFrom("sign_ins")
    .select(["event", "method"])
    .where("account_id", "=", browser.id)
    .orderBy("id")
    .execute();
  expect(events).toEqual([
    { event: "signed_in", method: "password" },
    { event: "signed_out", method: "" },
  ]);
});
