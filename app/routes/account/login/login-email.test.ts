import { describe, expect, test } from "vitest";
import { GUARD_FIELDS } from "~/page-data/spam-guard";
import { ApiClient, guestClient } from "~/test/api";
import { createBook } from "~/test/factories";
import { accountWithApp } from "~/test/factors";
import { accountWithPassword, PASSWORD } from "~/test/factories-accounts";
import { mailedCode, mailsTo } from "~/test/mails";
import { flashMessages, pageHtml, readPage } from "~/test/pages";
import { type Browser, guestBrowser, LIMITED, testShop, withSettings } from "~/test/shop";

const shop = testShop();
const ASK = "/login/email";
const TYPE = "/login/email/code";
const SENT = "We have sent a code to your email. Please check your inbox!";
const OVER = "This code no longer works. Please ask for a new one";

let people = 0;
const newEmail = () => `coded-${++people}@example.in`;
const ask = (browser: Browser, email: string, fields: Record<string, string> = {}) =>
  readPage(browser.post(ASK, { email, ...fields }));
const type = (browser: Browser, code: string, page = TYPE) => readPage(browser.post(page, { code }));
const codeOf = (email: string) => mailedCode(shop.db.read, email);
const wrong = (code: string) => (code === "000000" ? "000001" : "000000");
const isLoggedIn = async (browser: Browser) => (await browser.get("/account")).status === 200;
const accountOf = (email: string) =>
  shop.db.read.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirst();

test("a new reader logs in with the mailed code; the account is made by it, and the session is new", async () => {
  const email = newEmail();
  const browser = guestBrowser(shop);
  const page = `${TYPE}?redirectTo=${encodeURIComponent("/orders?page=2")}`;
  const asked = await readPage(
    browser.post(`${ASK}?redirectTo=${encodeURIComponent("/orders?page=2")}`, {
      email: ` ${email.toUpperCase()} `,
    }),
  );
  expect(asked).toMatchObject({ status: 303, to: page });
  const html = await pageHtml(browser.get(page));
  expect(flashMessages(html)).toEqual([SENT]);
  expect(html).toMatch(/<input(?=[^>]*name="code")(?=[^>]*autoComplete="one-time-code")[^>]*>/);
  expect(await accountOf(email)).toBeUndefined();
  expect(await isLoggedIn(browser)).toBe(false);

  const code = await codeOf(email);
  const refused = await type(browser, wrong(code), page);
  expect(refused.status).toBe(400);
  expect(refused.html).toContain(
    "This code is not right. Please look at the newest mail; you can type 4 more",
  );
  expect(refused.html).not.toContain(`value="${wrong(code)}"`);
  expect(await isLoggedIn(browser)).toBe(false);
  // In the digits of another script, with a space.
  const typed = [...code].map((digit) => String.fromCodePoint(0x0966 + Number(digit))).join("");
  expect(await type(browser, `${typed.slice(0, 3)} ${typed.slice(3)}`, page)).toMatchObject({
    status: 303,
    to: "/orders?page=2",
  });
  expect(browser.cookieNames()).not.toContain("mailedcode");
  expect(await isLoggedIn(browser)).toBe(true);
  expect(await accountOf(email)).toMatchObject({ role: "customer", password_hash: null });
  const profile = await pageHtml(browser.get("/change-password"));
  expect(profile).toContain("Your account has no password yet");
  const { method } = await shop.db.read
    .selectFrom("sign_ins")
    .select("method")
    .where("account_id", "=", (await accountOf(email))!.id)
    .executeTakeFirstOrThrow();
  expect(method).toBe("mailed_code");
});

test("every address gets the same answers: new, known, inactive, of staff", async () => {
  const [known, inactive, staff] = [newEmail(), newEmail(), newEmail()];
  await accountWithPassword(shop.db.write, PASSWORD, { email: known });
  await accountWithPassword(shop.db.write, PASSWORD, { email: inactive, status: "inactive" });
  await accountWithPassword(shop.db.write, PASSWORD, { email: staff, role: "admin" });
  const seen = await Promise.all(
    [newEmail(), known, inactive, staff].map(async (email) => {
      const browser = guestBrowser(shop);
      const asked = await ask(browser, email);
      const page = await pageHtml(browser.get(TYPE));
      const refused = await Promise.all(["000000", "000001"].map((code) => type(browser, code)));
      const shown = (html: string) =>
        html
          .replaceAll(email.split("@")[0]!, "…")
          .replace(/<script[\s\S]*?<\/script>/g, "")
          .replace(/nonce="[^"]*"|value="[^"]*"|\/assets\/[^"]*/g, "");
      return JSON.stringify([
        asked.status,
        asked.to,
        browser.cookieNames().toSorted(),
        shown(page),
        refused.map(({ status, html }) => [status, shown(html)]).toSorted(),
      ]);
    }),
  );
  for (const other of seen) expect(other).toBe(seen[0]);
});

test("the session before the login ends, and the guest's cart moves into the account", async () => {
  const book = await createBook(shop.db.write, { title: "Kari", stock: 9 });
  const browser = guestBrowser(shop);
  await browser.post("/cart", { intent: "add", bookId: book, quantity: 2 });
  const before = browser.cookieHeader();
  const page = `${ASK}?redirectTo=%2Fcheckout`;
  expect(await pageHtml(browser.get(page))).toContain(
    "Log in or register to check out. Your 2 books are kept.",
  );
  const email = newEmail();
  await readPage(browser.post(page, { email, remember: "on" }));
  expect(await type(browser, await codeOf(email), `${TYPE}?redirectTo=%2Fcheckout`)).toMatchObject({
    to: "/checkout",
  });
  const id = (await accountOf(email))!.id;
  const sessions = await shop.db.read
    .selectFrom("sessions")
    .select("remember")
    .where("account_id", "=", id)
    .execute();
  expect(sessions).toEqual([{ remember: 1 }]);
  expect(await pageHtml(browser.get("/cart"))).toContain("Kari");
  const old = guestBrowser(shop);
  for (const pair of before.split("; "))
    old.setCookie(...(pair.split(/=(.*)/s).slice(0, 2) as [string, string]));
  expect(await pageHtml(old.get("/cart"))).not.toContain("Kari");
});

test("staff are not let in by a code, whether they have a second step or not", async () => {
  for (const withApp of [false, true]) {
    const { id, email } = await accountWithPassword(shop.db.write, PASSWORD, { role: "admin" });
    if (withApp) await accountWithApp(shop.db.write, id);
    const browser = guestBrowser(shop);
    await ask(browser, email);
    const mails = await mailsTo(shop.db.read, email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Please log in to Kitab with your password"]);
    expect(mails[0]!.text_body).not.toMatch(/Code: /);
  }
});

test("the code belongs to the browser that asked, and one of two requests gets in", async () => {
  const { email } = await accountWithPassword(shop.db.write, PASSWORD);
  const browser = guestBrowser(shop);
  await ask(browser, email);
  const code = await codeOf(email);
  const other = guestBrowser(shop);
  expect(await type(other, code)).toMatchObject({ status: 303, to: ASK });
  expect(flashMessages(await pageHtml(other.get(ASK)))).toEqual([OVER]);
  expect(await readPage(other.get(TYPE))).toMatchObject({ to: ASK });

  const copies = [1, 2, 3].map(() => {
    const copy = guestBrowser(shop);
    for (const pair of browser.cookieHeader().split("; "))
      copy.setCookie(...(pair.split(/=(.*)/s).slice(0, 2) as [string, string]));
    return copy;
  });
  const answers = await Promise.all(copies.map((copy) => type(copy, code)));
  expect(answers.map(({ to }) => to).toSorted()).toEqual(["/", ASK, ASK]);
});

test("a new code ends the earlier one; after five wrong ones a new one is to be asked for", async () => {
  const { email } = await accountWithPassword(shop.db.write, PASSWORD);
  const browser = guestBrowser(shop);
  await ask(browser, email);
  const first = await codeOf(email);
  const page = `${TYPE}?redirectTo=%2Fwishlist`;
  expect(await readPage(browser.post(page, { intent: "again" }))).toMatchObject({ status: 303, to: page });
  const second = await codeOf(email);
  if (first !== second) expect((await type(browser, first)).status).toBe(400);
  const another = guestBrowser(shop);
  await ask(another, email);
  const third = await codeOf(email);
  for (let n = 0; n < 4; n += 1) expect((await type(another, wrong(third), page)).status).toBe(400);
  const last = await type(another, wrong(third), page);
  expect(last).toMatchObject({ status: 303, to: `${ASK}?redirectTo=%2Fwishlist` });
  expect(await type(another, third)).toMatchObject({ to: ASK });
  expect(await isLoggedIn(another)).toBe(false);
  expect(await type(browser, second)).toMatchObject({ to: "/" });
});

test("refused forms keep the address and say what is wrong; nothing leads off the site", async () => {
  const browser = guestBrowser(shop);
  const bad = await ask(browser, "nobody");
  expect(bad).toMatchObject({ status: 400 });
  expect(bad.html).toContain("Please enter a valid email address");
  expect(bad.html).toContain('value="nobody"');
  expect((await ask(browser, `${"x".repeat(250)}@example.in`)).status).toBe(400);
  const email = newEmail();
  const off = await readPage(browser.post(`${ASK}?redirectTo=https://evil.example`, { email }));
  expect(off.to).toBe(TYPE);
  for (const [code, message] of [
    ["", "Please type the code"],
    ["12345", "The code has 6 digits"],
    ["1234567", "The code has 6 digits"],
    ["abcdef", "The code has 6 digits"],
    ["1".repeat(5000), "The code has 6 digits"],
  ] as const) {
    const answer = await type(browser, code);
    expect([code.slice(0, 9), answer.status]).toEqual([code.slice(0, 9), 400]);
    expect(answer.html).toContain(message);
  }
  // None of these was a try.
  expect((await type(browser, wrong(await codeOf(email)))).html).toContain("you can type 4 more");
});

test("whoever is logged in is led on", async () => {
  const browser = guestBrowser(shop);
  const email = newEmail();
  await ask(browser, email);
  await type(browser, await codeOf(email));
  for (const page of [ASK, TYPE])
    expect(await readPage(browser.get(`${page}?redirectTo=%2Fwishlist`))).toMatchObject({ to: "/wishlist" });
});

describe("the API", () => {
  const askBy = (email: string) =>
    guestClient(shop).post<{ msg: string; codeToken: string }>("/auth/login-code", { email });
  const enter = (codeToken: string, code: string, client = guestClient(shop)) =>
    client.post<{ msg: string; accessToken: string; role: string }>("/auth/authenticate-code", {
      codeToken,
      code,
    });

  test("logs in by a code, once, and makes the account", async () => {
    const email = newEmail();
    const asked = await askBy(email.toUpperCase());
    expect(asked).toMatchObject({ status: 200, body: { result: 1, msg: SENT } });
    const { codeToken } = asked.body;
    const code = await codeOf(email);
    const refused = await enter(codeToken, wrong(code));
    expect(refused).toMatchObject({ status: 401, body: { result: 0 } });
    expect(refused.body.msg).toContain("you can type 4 more");
    expect(await enter(codeToken, "12345")).toMatchObject({
      status: 401,
      body: { msg: "The code has 6 digits" },
    });
    const { status, body } = await enter(codeToken, code);
    expect([status, body.role]).toEqual([200, "customer"]);
    const client = new ApiClient(guestBrowser(shop), body.accessToken);
    expect((await client.get("/customer/orders/all")).status).toBe(200);
    expect(await enter(codeToken, code)).toMatchObject({ status: 401, body: { msg: OVER } });
    expect(await enter("of-nobody", code)).toMatchObject({ status: 401, body: { msg: OVER } });
  });

  test("answers alike for staff, who are let in by no code", async () => {
    const { email } = await accountWithPassword(shop.db.write, PASSWORD, { role: "admin" });
    const { body } = await askBy(email);
    const { body: other } = await askBy(newEmail());
    expect({ ...body, codeToken: "" }).toEqual({ ...other, codeToken: "" });
    expect(body.codeToken).toHaveLength(other.codeToken.length);
    expect((await enter(body.codeToken, "000000")).body.msg).toContain("you can type 4 more");
  });

  test("a guest's cart moves into the account", async () => {
    const book = await createBook(shop.db.write, { title: "Kari", stock: 9 });
    const browser = guestBrowser(shop);
    await browser.post("/cart", { intent: "add", bookId: book, quantity: 1 });
    const email = newEmail();
    const { codeToken } = (await askBy(email)).body;
    const { body } = await enter(codeToken, await codeOf(email), new ApiClient(browser));
    const cart = await new ApiClient(guestBrowser(shop), body.accessToken).get<{ bookId: number }[]>(
      "/carts/all",
    );
    expect(cart.body.map(({ bookId }) => bookId)).toEqual([book]);
  });
});

describe("limits", () => {
  withSettings(shop, LIMITED);

  test("five codes an hour to one address, with the same answer afterwards", async () => {
    const email = newEmail();
    for (let n = 0; n < 7; n += 1)
      expect(await ask(guestBrowser(shop), email)).toMatchObject({ status: 303, to: TYPE });
    expect(await mailsTo(shop.db.read, email)).toHaveLength(5);
  });

  test("strangers who ask keep the owner's own browser from nothing", async () => {
    const email = newEmail();
    const owner = guestBrowser(shop);
    await ask(owner, email);
    await type(owner, await codeOf(email));
    await owner.post("/logout", {});
    for (let n = 0; n < 5; n += 1) await ask(guestBrowser(shop), email);
    expect(await mailsTo(shop.db.read, email)).toHaveLength(5);
    await ask(owner, email);
    expect(await mailsTo(shop.db.read, email)).toHaveLength(6);
    expect(await type(owner, await codeOf(email))).toMatchObject({ status: 303, to: "/" });
  });

  test("forty codes from one network in a quarter of an hour", async () => {
    const headers = { "X-Forwarded-For": "203.0.113.77" };
    const answers = await Promise.all(
      Array.from({ length: 41 }, () =>
        guestBrowser(shop).request(ASK, {
          method: "POST",
          headers,
          body: new URLSearchParams({ email: newEmail() }),
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(statuses.filter((status) => status === 303)).toHaveLength(40);
  });
});

test("a program that fills in the hidden field gets the usual answer and mails nobody", async () => {
  const email = newEmail();
  expect(await ask(guestBrowser(shop), email, { [GUARD_FIELDS.empty]: "casino" })).toMatchObject({
    status: 303,
    to: TYPE,
  });
  expect(await mailsTo(shop.db.read, email)).toEqual([]);
});
