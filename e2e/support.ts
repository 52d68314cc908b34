import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page, test as base } from "@playwright/test";
import type { World } from "./accessible/world";
import { FormRecorder } from "./form-coverage/recorder";

/**
 * Every journey fails on a script error, a hydration mismatch or a breach of the page's security policy, and records the
 * forms that it sees and sends for coverage.spec.ts.
 */
export const test = base.extend<
  {
    recordedForms: void;
    /** For journeys whose requests fail on purpose: the browser logs each as an error. */
    failsRequests: boolean;
  },
  {
    formRecorder: FormRecorder;
    /** Here for all journeys: with fixtures of their own, some would wait for workers of their own. */
    world: World;
  }
>({
  failsRequests: [false, { option: true }],
  formRecorder: [
    async ({ browser }, use, worker) => {
      const recorder = new FormRecorder(browser, worker);
      await use(recorder);
      await recorder.write();
    },
    { scope: "worker" },
  ],
  world: [
    async ({ playwright }, use, { project }) => {
      // Not imported above: it is made with this file's functions.
      const { worldOf } = await import("./accessible/world");
      await use(await worldOf(project.outputDir, playwright.request, project.use.baseURL!));
    },
    { scope: "worker" },
  ],
  recordedForms: [
    async ({ page, formRecorder }, use, { file, title }) => {
      const stop = await formRecorder.follow(page, `${path.basename(file)}: ${title}`);
      await use();
      await stop();
    },
    { auto: true },
  ],
  page: async ({ page, failsRequests }, use) => {
    // The page is used again: the pointer is still where the last journey clicked.
    await page.mouse.move(0, 0);
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => {
      // The browser logs every refused form (400) and every 404 that a journey asks for.
      const isAnswer = message
        .text()
        .startsWith(
          `Failed to load resource: ${failsRequests ? "" : "the server responded with a status of 4"}`,
        );
      if (message.type() === "error" && !isAnswer) problems.push(message.text());
    });
    await use(page);
    expect(problems).toEqual([]);
  },
});

/** For a journey that needs scripts, and one for which there is nothing to try with them. */
export const SCRIPTS = { tag: "@scripts" };
export const PLAIN = { tag: "@plain" };

/** Waits for hydration: before it, keys that scripts handle do nothing, such as the sidebar's shortcut. */
export async function hydrated(page: Page) {
  await page.waitForFunction(() => document.querySelector(".toasts:popover-open") !== null);
}

/**
 * Goes to the path of a hydrated page as a link does, in a fifth of the time of loading it. Fails where the browser loads a
 * document instead, which only the pages of payment are meant to do.
 */
export async function followLink(page: Page, path: string) {
  await page.evaluate(async (to) => {
    // React Router's own name for its router (react-router/dom).
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate(to: string): Promise<void> };
    };
    await router.navigate(to);
    // The router is done before React has drawn the page.
    do await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    while (document.querySelector(".progress-bar"));
  }, path);
}

export const PASSWORD = "paper-boat-9";
const OUTBOX = path.resolve(".cache/e2e-data/outbox");

let people = 0;

/** An email address that no journey has used before. */
export function newEmail(): string {
  people += 1;
  return `reader-${process.pid}-${Date.now()}-${people}@example.in`;
}

/** Whether this project's pages run scripts. */
export function scripted(): boolean {
  return test.info().project.use.javaScriptEnabled !== false;
}

/** Expects the message of the last request: a toast with scripts, a notice in the page without. */
export async function expectMessage(page: Page, text: string | RegExp) {
  await expect(page.getByText(text).first()).toBeVisible();
}

/** Presses a button of a form, and waits for the answer: until it is shown, the form takes no other press. */
export async function press(page: Page, name: string) {
  await page.getByRole("button", { name, exact: true }).click();
  await expect(page.locator("form[aria-busy]")).toHaveCount(0);
}

export async function register(page: Page, email: string) {
  await page.getByLabel("First name").fill("Asha");
  await page.getByLabel("Last name").fill("Rao");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password", { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox", { name: /terms/i }).check();
  await page
    .getByRole("main")
    .getByRole("button", { name: /register|sign up|create/i })
    .click();
  await expectMessage(page, "Registration successful! Welcome to Kitab. Please confirm your email");
}

export async function login(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel("Username").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Login", exact: true }).click();
  await expectMessage(page, "Login successful!");
}

/** Registers and logs in a new customer, and opens the path, if any. */
export async function signUp(page: Page, path?: string): Promise<string> {
  const email = await newCustomer(page);
  // Loading a page shows the waiting message, so that later pages do not.
  if (path) await page.goto(path);
  else await page.request.get("/terms");
  return email;
}

/**
 * Registers and logs in a new customer. Posts the forms without opening their pages; accounts.spec.ts tests those.
 * @returns the email address
 */
export async function newCustomer(page: Pick<Page, "request">): Promise<string> {
  const email = newEmail();
  const form = { firstName: "Asha", lastName: "Rao", email, password: PASSWORD, confirmPassword: PASSWORD };
  await submit(page, "/register", { ...form, terms: "on" });
  await signIn(page, email, PASSWORD);
  return email;
}

/** Logs in by a request with the page's cookies; the page itself does not change. */
export async function signIn(page: Pick<Page, "request">, email: string, password: string) {
  await submit(page, "/login", { username: email, password });
}

/** Lets staff see the store, or ends that, without opening a page; back-office.spec.ts tests the links. */
export async function previewStore(page: Pick<Page, "request">, isOn: boolean) {
  const answer = await page.request.get(isOn ? "/?preview=on" : "/admin?preview=off");
  expect(answer.ok()).toBe(true);
}

/** Posts a form without opening its page. */
export async function submit(page: Pick<Page, "request">, path: string, form: Record<string, string>) {
  const origin = test.info().project.use.baseURL!;
  const answer = await page.request.post(path, { form, headers: { Origin: origin }, maxRedirects: 0 });
  expect(answer.status(), `${path} is answered with a redirect`).toBe(303);
}

/** Puts copies of the book into the logged-in customer's cart through the JSON API. */
export async function fillCart(page: Pick<Page, "request">, title: string, copies = 1) {
  await call(page, "carts/", { id: 0, bookId: await bookIdOf(page, title), qty: copies });
}

/** Opens the book's page by its address. */
export async function openBook(page: Page, title: string) {
  await page.goto(`/books/${await bookIdOf(page, title)}`);
  await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
}

/** By the labels of their fields. */
export const ADDRESS = {
  "Full name": "Asha Rao",
  "Address 1": "12 Temple Street",
  "Address 2": "Malleswaram",
  Place: "Bengaluru",
  State: "Karnataka",
  Pincode: "560003",
  Mobile: "9845012345",
};

/**
 * Places an order of one copy of each book, and of what is in the cart, as the logged-in customer, through the JSON API as
 * docs/api.md describes it; shopping.spec.ts tests the pages.
 */
async function order(page: Pick<Page, "request">, ...titles: string[]): Promise<Placed> {
  for (const title of titles) await fillCart(page, title);
  const address = { fullname: "Asha Rao", address1: "12 Temple Street", address2: "Malleswaram" };
  const place = { place: "Bengaluru", state: "Karnataka", pincode: "560003", mobile: "9845012345" };
  const saved = { id: 0, ...address, ...place, email: "asha@example.in" };
  const { id } = await call<{ id: number }>(page, "checkout/updateaddress", saved);
  const lines = await call<{ bookId: number; qty: number }[]>(page, "carts/all");
  const cartItems = lines.map(({ bookId, qty }) => ({ bookId, qty }));
  return call<Placed>(page, "checkout/checkout", { address: { id }, cartItems });
}

/**
 * Places and pays an order like `order`.
 * @returns the order's number
 */
export async function buy(page: Pick<Page, "request">, ...titles: string[]): Promise<number> {
  const placed = await order(page, ...titles);
  const paid = await call<object>(page, "/sandbox/v1/payments/create/ajax", {
    key_id: placed.keyId,
    order_id: placed.razorpay_order_id,
    amount: placed.amount,
    currency: "INR",
    method: "upi",
    vpa: "success@razorpay",
  });
  await call(page, "checkout/paymentcheck", { orderid: placed.orderid, ...paid, amount: placed.amount });
  return placed.orderid;
}

/** The id of the book of this title. */
export async function bookIdOf(page: Pick<Page, "request">, title: string): Promise<number> {
  const query = { q: title, page: 0, pageSize: 20 };
  const found = await call<{ data: { bookId: number; title: string }[] }>(page, "browsebooks/paged", query);
  return found.data.find((book) => book.title === title)!.bookId;
}

interface Placed {
  orderid: number;
  razorpay_order_id: string;
  keyId: string;
  amount: number;
}

/** Calls the JSON API with the page's cookies; GET without a body. Expects success. */
export async function call<Answer = { result: number }>(
  page: Pick<Page, "request">,
  path: string,
  body?: object,
): Promise<Answer> {
  const url = path.startsWith("/") ? path : `/api/v1/${path}`;
  const headers = { Origin: test.info().project.use.baseURL! };
  const answer = body
    ? await page.request.post(url, { data: body, headers })
    : await page.request.get(url, { headers });
  const json: unknown = await answer.json();
  expect(answer.ok(), `${url}: ${JSON.stringify(json)}`).toBe(true);
  expect((json as { result?: number }).result ?? 1, `${url}: ${JSON.stringify(json)}`).toBe(1);
  return json as Answer;
}

/** Runs in the page: whether this text would be cut off in the node. */
export function isCut(node: Element, text: string): boolean {
  node.textContent = text;
  return node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1;
}

type Outcome = "success" | "failure" | "dismissal";

/** Ends the payment page with this outcome: in the gateway's window, or without scripts on its hosted page. */
export async function pay(page: Page, outcome: Outcome) {
  if (scripted()) {
    const dialog = page.getByRole("dialog");
    if (outcome === "dismissal") await dialog.getByRole("button", { name: "Cancel" }).click();
    else if (outcome === "failure") await dialog.getByRole("button", { name: "Fail this payment" }).click();
    else await dialog.getByRole("button", { name: /^Pay ₹/ }).click();
    return;
  }
  await page.getByRole("button", { name: /^Pay ₹/ }).click();
  if (outcome === "dismissal") return page.getByRole("link", { name: "Cancel" }).click();
  if (outcome === "failure") await page.getByLabel("Card number").fill("4100 2800 0008 0001");
  await page.getByRole("button", { name: /by card$/ }).click();
  await page.getByRole("button", { name: "Return to the shop" }).click();
}

/** The link to this page in the newest mail to the address that has one, as a path. */
export async function mailedPath(email: string, start: string): Promise<string> {
  const link = new RegExp(`https?://[^/\\s]+(${start}[^\\s<>"]+)`);
  const found = () =>
    mailsTo(email)
      .map((mail) => link.exec(mail.replaceAll("=\r\n", "").replaceAll("=3D", "="))?.[1])
      .findLast(Boolean);
  await expect.poll(found).toBeTruthy();
  return found()!;
}

/** The code in the newest mail to the address that has one. */
export async function mailedCode(email: string): Promise<string> {
  const found = () =>
    mailsTo(email)
      .map((mail) => /^Code: (\d{6})\r?$/m.exec(mail)?.[1])
      .findLast(Boolean);
  await expect.poll(found).toBeTruthy();
  return found()!;
}

/** The mails read before: a mail does not change. */
const readMails = new Map<string, string>();

function readMail(name: string): string {
  const mail = readMails.get(name) ?? readFileSync(path.join(OUTBOX, name), "utf8");
  readMails.set(name, mail);
  return mail;
}

/** All mails written for this address so far, newest last. */
export function mailsTo(email: string): string[] {
  return readdirSync(OUTBOX)
    .filter((name) => name.endsWith(".eml"))
    .sort((a, b) => Number.parseInt(a) - Number.parseInt(b))
    .map(readMail)
    .filter((mail) => mail.includes(email));
}
