import SQLite from "better-sqlite3";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAccount, createAddress, createBook } from "~/test/factories";
import { signedIn, startTestShop, type TestShop } from "~/test/shop";

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.remove());

test(
  "while the database is locked, writes answer 503 and leave nothing; reading goes on",
  { timeout: 60_000 },
  async () => {
    const account = await createAccount(shop.db.write);
    await createAddress(shop.db.write, account);
    const book = await createBook(shop.db.write);
    const browser = await signedIn(shop, account);
    const lock = new SQLite(path.join(shop.dataDir, "kitab.db"));
    lock.exec("begin immediate");
    try {
      expect((await browser.get("/books")).status).toBe(200);
      const added = await browser.post("/cart", { intent: "add", bookId: book, redirectTo: "/books" });
      expect(added.status).toBe(503);
      const address = {
        intent: "save-address",
        fullname: "A",
        address1: "b",
        address2: "c",
        place: "d",
        state: "e",
        pincode: "560001",
        mobile: "9845012345",
        email: "a@example.in",
      };
      const saved = await browser.post("/checkout", address);
      expect([saved.status, saved.headers.get("Retry-After")]).toEqual([503, "5"]);
    } finally {
      lock.exec("rollback");
      lock.close();
    }
    expect(await shop.db.read.selectFrom("cart_items").select("id").execute()).toEqual([]);
    expect((await browser.post("/cart", { intent: "add", bookId: book, redirectTo: "/books" })).status).toBe(
      303,
    );
  },
);
