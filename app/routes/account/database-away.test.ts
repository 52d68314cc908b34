import { expect, test } from "vitest";
import { lockDatabase, refuseWrites } from "~/test/databases/database-away";
import { createBook } from "~/test/factories";
import { accountWithPassword } from "~/test/factories-accounts";
import { createAccountToken } from "~/domain/people/accounts/account-tokens.server";
import { customerBrowser, guestBrowser, signedIn, ownShop } from "~/test/shop";

const shop = ownShop();

test(
  "while the database is locked, account forms come back with the specification's messages and what was typed",
  { timeout: 60_000 },
  async () => {
    const email = "asha@example.in";
    const now = "an-old-boat-9";
    const { id: account } = await accountWithPassword(shop.db.write, now, { email });
    const { token } = await createAccountToken(shop.db.write, account, "reset_password", new Date());
    const browser = await signedIn(shop, account);
    const book = await createBook(shop.db.write);
    const guest = guestBrowser(shop);
    const name = { firstName: "Asha", lastName: "Rao", email: "asha-new@example.in", terms: "on" };
    const password = "paper-boat-9";
    const chosen = { password, confirmPassword: password };
    const unlock = await lockDatabase(shop);
    try {
      const sent: [words: string, answer: Promise<Response>, kept?: string][] = [
        ["Registration failed.", guest.post("/register", { ...name, ...chosen }), name.email],
        ["Failed to send reset instructions", guest.post("/forgot-password", { email }), email],
        // An unknown address gets the same answer.
        [
          "Failed to send reset instructions",
          guestBrowser(shop).post("/forgot-password", { email: "nobody@example.in" }),
          "nobody@example.in",
        ],
        [
          "The shop is busy for the moment, and your code could not be sent or checked. Please try again",
          guest.post("/login/email", { email }),
          email,
        ],
        ["Failed to Reset password", guest.post(`/resetpassword?token=${token}`, { token, ...chosen })],
        ["Failed to change password", browser.post("/change-password", { currentPassword: now, ...chosen })],
      ];
      for (const [words, answer, kept] of sent) {
        const { status, headers } = await answer;
        const page = await (await answer).text();
        expect([words, status, headers.get("Retry-After")]).toEqual([words, 503, "5"]);
        expect(page).toContain(words);
        if (kept) expect(page).toContain(`value="${kept}"`);
        expect(page).not.toContain(password);
      }
      // With scripts, a form without a message of its own gets a plain one, which the page shows as a toast.
      const wished = await browser.request("/wishlist.data", {
        method: "POST",
        body: new URLSearchParams({ intent: "add", bookId: String(book) }),
      });
      expect([wished.status, wished.headers.get("Retry-After")]).toEqual([503, "5"]);
      expect(wished.headers.has("X-Remix-Response")).toBe(false);
      expect(await wished.text()).toBe(
        "The shop is busy for the moment. What you typed is still here. Please try again.",
      );
    } finally {
      await unlock();
    }
  },
);

test("pages are still served when the cart cannot be read", async () => {
  const browser = await customerBrowser(shop);
  await shop.db.executeScript("alter table cart_items rename to cart_items_away");
  try {
    const list = await browser.get("/terms");
    expect(list.status).toBe(200);
    const cart = await browser.get("/cart");
    expect(cart.status).toBe(503);
    expect(await cart.text()).toContain("Failed to load your cart. Please refresh the page.");
  } finally {
    await shop.db.executeScript("alter table cart_items_away rename to cart_items");
  }
});

test("the error page has the request's id when nothing of the page could be loaded", async () => {
  const browser = await customerBrowser(shop);
  await shop.db.executeScript("alter table accounts rename to accounts_away");
  try {
    const failed = await browser.get("/terms");
    expect(failed.status).toBe(500);
    const id = failed.headers.get("X-Request-Id");
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await failed.text()).toContain(`<code id="request-id" class="wrap-anywhere">${id}</code>`);
  } finally {
    await shop.db.executeScript("alter table accounts_away rename to accounts");
  }
});

// Must be the last: nothing can be written afterwards.
test("while nothing can be written a password reset gets the same answer for every address", async () => {
  const { email } = await accountWithPassword(shop.db.write, "an-old-boat-9");
  await refuseWrites(shop);
  for (const address of [email, "nobody@example.in"]) {
    const page = await guestBrowser(shop).post("/forgot-password", { email: address });
    expect([address, page.status, page.headers.get("Retry-After")]).toEqual([address, 503, "5"]);
    expect(await page.text()).toContain("Failed to send reset instructions");
    const api = await guestBrowser(shop).request("/api/v1/auth/forgot-password", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email: address }),
    });
    expect([address, api.status, api.headers.get("Retry-After")]).toEqual([address, 503, "5"]);
  }
});
