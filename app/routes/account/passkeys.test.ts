import { describe, expect, test } from "vitest";
import { createAccount } from "~/test/factories";
import { accountWithPassword, PASSWORD } from "~/test/factories-accounts";
import { accountWithApp, provedAgo } from "~/test/factors";
import { flashMessages, pageHtml, readPage } from "~/test/pages";
import { SoftwarePasskey } from "~/test/servers/software-passkey";
import { type Browser, customerBrowser, guestBrowser, signedIn, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();
const CUSTOMERS = "/account/passkeys";
const STAFF = "/admin/account/security";

interface Challenge {
  challenge: string;
  message?: string;
  to?: string;
}
async function challenge(browser: Browser, purpose: string) {
  const response = await browser.post("/passkeys/challenge", { purpose });
  return { status: response.status, ...((await response.json()) as Challenge) };
}
const newPasskey = () => new SoftwarePasskey(shop.origin);

async function add(browser: Browser, page: string, passkey = newPasskey(), name = "My phone") {
  const options = await challenge(browser, "add");
  const answer = await readPage(
    browser.post(page, { intent: "passkey-add", name, passkey: passkey.create(options) }),
  );
  return { passkey, answer };
}
const logIn = async (passkey: SoftwarePasskey, browser = guestBrowser(shop), fields = {}) => ({
  browser,
  answer: await readPage(
    browser.post("/login", {
      intent: "passkey",
      passkey: passkey.get(await challenge(browser, "sign-in")),
      ...fields,
    }),
  ),
});

describe("a customer", () => {
  test("adds a passkey, logs in with it, renames and removes it", async () => {
    const customer = await customerBrowser(shop);
    const { passkey, answer } = await add(customer, CUSTOMERS, newPasskey(), " Blue <b>phone</b> ");
    expect(answer).toMatchObject({ status: 303, to: CUSTOMERS });
    const html = await pageHtml(customer.get(CUSTOMERS));
    expect(html).toContain("Blue &lt;b&gt;phone&lt;/b&gt;");
    const id = /\?rename=(\d+)/.exec(html)![1]!;

    const { browser } = await logIn(passkey, undefined, { redirectTo: "/wishlist", remember: "on" });
    expect(flashMessages(await pageHtml(browser.get(CUSTOMERS)))).toEqual(["Login successful!"]);

    expect(await pageHtml(customer.get(`${CUSTOMERS}?rename=${id}`))).toContain("Name of the passkey");
    const rename = (name: string) =>
      readPage(customer.post(`${CUSTOMERS}?rename=${id}`, { intent: "passkey-rename", id, name }));
    expect((await rename(" ")).html).toContain("Please give the passkey a name");
    expect((await rename("x".repeat(61))).html).toContain("The name must be 60 characters or less");
    expect(await rename("Tablet")).toMatchObject({ status: 303 });
    expect(await pageHtml(customer.get(`${CUSTOMERS}?remove=${id}`))).toContain("Remove this passkey?");
    const stranger = await customerBrowser(shop);
    for (const intent of ["passkey-rename", "passkey-remove"])
      expect((await stranger.post(CUSTOMERS, { intent, id, name: "x" })).status).toBe(404);
    expect((await customer.post(CUSTOMERS, { intent: "passkey-remove", id })).status).toBe(303);
    const refused = await logIn(passkey);
    expect(refused.answer).toMatchObject({ status: 400 });
    expect((await refused.browser.get(CUSTOMERS)).status).toBe(303);
  });

  test("goes on to the page that asked for the login", async () => {
    const { passkey } = await add(await customerBrowser(shop), CUSTOMERS);
    const { answer } = await logIn(passkey, undefined, { redirectTo: "/orders?page=2" });
    expect(answer).toMatchObject({ status: 303, to: "/orders?page=2" });
    const evil = await logIn(passkey, undefined, { redirectTo: "//evil.example" });
    expect(evil.answer.to).toBe("/");
  });

  test("must confirm the address first: somebody else may have registered with it", async () => {
    const id = await createAccount(shop.db.write, { email_confirmed_at: null });
    const browser = await signedIn(shop, id);
    expect(await challenge(browser, "add")).toMatchObject({
      status: 403,
      message: "Please confirm your email address first: open the link that we sent you",
    });
    const passkey = newPasskey().create({ challenge: "x" });
    expect((await browser.post(CUSTOMERS, { intent: "passkey-add", name: "x", passkey })).status).toBe(400);
  });

  test("a login is refused for an answer to another site, one sent twice, and nonsense", async () => {
    const { passkey } = await add(await customerBrowser(shop), CUSTOMERS);
    const browser = guestBrowser(shop);
    const post = (answer: string) => readPage(browser.post("/login", { intent: "passkey", passkey: answer }));
    const options = await challenge(browser, "sign-in");
    const elsewhere = passkey.get(options, { origin: "https://evil.example" });
    expect(await post(elsewhere)).toMatchObject({ status: 400 });
    expect(await post("{}")).toMatchObject({ status: 400 });
    const answer = passkey.get(options);
    expect((await post(answer)).status).toBe(303);
    await browser.post("/logout", {});
    expect((await post(answer)).status).toBe(400);
  });

  test("a challenge needs a login or its purpose", async () => {
    const guest = guestBrowser(shop);
    for (const purpose of ["add", "prove", "step"])
      expect(await challenge(guest, purpose)).toMatchObject({ status: 403, message: "Please log in again" });
    expect((await guest.post("/passkeys/challenge", { purpose: "x" })).status).toBe(400);
  });
});

describe("staff", () => {
  test("add a passkey after a recent proof, and get recovery codes with it", async () => {
    const staff = await staffBrowser(shop);
    await provedAgo(shop.db.write, staff.staffId, 16);
    expect(await challenge(staff, "add")).toMatchObject({
      status: 403,
      to: `/admin/prove?to=${encodeURIComponent(STAFF)}`,
    });
    await provedAgo(shop.db.write, staff.staffId, 1);
    const { answer, passkey } = await add(staff, STAFF);
    expect(answer.status).toBe(200);
    expect(answer.html.match(/<li><code>/g)).toHaveLength(10);
    const { answer: login, browser } = await logIn(passkey);
    expect(login).toMatchObject({ status: 303, to: "/admin" });
    expect((await browser.get("/admin/orders")).status).toBe(200);
  });

  test("with only a passkey use it, or a recovery code, after the password", async () => {
    const { id, email } = await accountWithPassword(shop.db.write, PASSWORD, { role: "admin" });
    const { passkey, answer } = await add(await signedIn(shop, id), STAFF);
    const [, code] = /<li><code>([\w-]+)<\/code>/.exec(answer.html)!;
    const browser = guestBrowser(shop);
    const password = () => browser.post("/login", { username: email, password: PASSWORD });
    expect((await password()).headers.get("Location")).toBe("/login/code");
    expect(await pageHtml(browser.get("/login/code"))).toContain("One of the codes that you wrote down");
    const stranger = await add(await staffBrowser(shop), STAFF);
    const step = async (used: SoftwarePasskey) =>
      readPage(
        browser.post("/login/code", {
          intent: "passkey",
          passkey: used.get(await challenge(browser, "step")),
        }),
      );
    expect((await step(stranger.passkey)).status).toBe(400);
    expect(await step(passkey)).toMatchObject({ status: 303, to: "/admin" });
    await browser.post("/logout", {});
    await password();
    expect((await browser.post("/login/code", { code: code! })).status).toBe(303);
  });

  test("prove themselves with a passkey", async () => {
    const staff = await staffBrowser(shop);
    const { passkey } = await add(staff, STAFF);
    await accountWithApp(shop.db.write, staff.staffId);
    await provedAgo(shop.db.write, staff.staffId, 16);
    expect((await staff.get("/admin/newsletter/export")).status).toBe(303);
    const answer = passkey.get(await challenge(staff, "prove"));
    const page = "/admin/prove?to=%2Fadmin%2Fnewsletter";
    expect(await readPage(staff.post(page, { intent: "passkey", passkey: answer }))).toMatchObject({
      status: 303,
      to: "/admin/newsletter",
    });
    expect((await staff.get("/admin/newsletter/export")).status).toBe(200);
    expect((await staff.post(page, { intent: "passkey", passkey: answer })).status).toBe(400);
  });
});
