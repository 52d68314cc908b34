import { beforeAll, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { fieldsOf } from "~/domain/catalogue/books/book";
import { addBook } from "~/domain/catalogue/books/record/save-book.server";
import { findEditableBook } from "~/domain/catalogue/books/staff/staff-books.server";
import { saveAddress } from "~/domain/kit/addresses/addresses.server";
import { confirmSubscription, subscribe } from "~/domain/readers/newsletter/newsletter.server";
import { addToCart, cartCount } from "~/domain/sales/cart/cart.server";
import { stashRow, takeRow } from "~/http/request/stashed-form-rows.server";
import { createTestDatabase } from "~/test/database";
import { isOnPostgres } from "~/test/databases/postgres";
import { race } from "~/test/databases/race";
import { ADDRESS, createAccount, createBook, createStaff } from "~/test/factories";
import { allMails } from "~/test/mails";

// As races.postgres.test.ts, for what customers write besides orders, and what staff write into books.
describe.runIf(isOnPostgres)("two processes of a shop at once", () => {
  const site = { shopName: "Neem Press", origin: "https://books.example.in", contact: [] };
  let shop: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Db;
  beforeAll(async () => {
    shop = await createTestDatabase();
    db = shop.write;
  });

  const atOnce = <Result>(table: keyof Tables, work: (write: Db) => Promise<Result>, nth?: number) =>
    race(shop.file, table, work, work, nth);

  test.each(["customer", "guest"])("count both first additions to the cart of a %s", async (who) => {
    const bookId = await createBook(db);
    const sessionHash = "5e55";
    await db
      .insertInto("sessions")
      .values({
        id_hash: sessionHash,
        account_id: null,
        remember: 0,
        user_agent: "",
        proved_at: null,
        created_at: "2026-11-27T00:00:00.000Z",
        last_seen_at: "2026-11-27T00:00:00.000Z",
        expires_at: "2999-01-01T00:00:00.000Z",
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const owner = who === "guest" ? { sessionHash } : { accountId: await createAccount(db) };
    const added = await atOnce("books", (write) => addToCart(write, owner, { bookId, quantity: 1 }));
    expect(added.map((one) => one.ok && one.quantity).toSorted()).toEqual([1, 2]);
    expect(await cartCount(db, owner)).toBe(2);
  });

  test("save an address that was sent twice once", async () => {
    const accountId = await createAccount(db);
    const saved = await atOnce("addresses", (write) => saveAddress(write, accountId, null, ADDRESS));
    expect(saved.map((one) => one.ok && one.isDouble).toSorted()).toEqual([false, true]);
  });

  test("give a stashed form back once", async () => {
    const form = { page: "/checkout", fields: {}, staffId: null, customerId: null, why: "session" } as const;
    await stashRow(db, "token", form, { expires: new Date("2999-01-01") });
    const taken = await atOnce("stashed_forms", (write) =>
      takeRow(write, "token", { page: "/checkout", accountId: null }),
    );
    expect(taken.filter(({ stashed }) => stashed !== null)).toHaveLength(1);
  });

  test("mail an address that was sent twice once, and welcome it once", async () => {
    const email = "asha@example.com";
    await atOnce("outgoing_mails", (write) => subscribe(write, { email, consent: "Once a month." }, site));
    const mails = async () => (await allMails(db)).filter(({ recipient }) => recipient === email);
    const [asked, ...others] = await mails();
    expect(others).toEqual([]);
    const token = /token=([\w-]+)/.exec(asked!.text_body)![1]!;
    const confirmed = await atOnce("newsletter_subscribers", (write) =>
      confirmSubscription(write, token, site),
    );
    expect(confirmed).toEqual([true, true]);
    expect(await mails()).toHaveLength(2);
  });

  test("add one of two books with the same article number", async () => {
    const book = (await findEditableBook(db, await createBook(db)))!;
    const fields = { ...fieldsOf(book), sku: "NP-1" };
    const staff = [await createStaff(db), await createStaff(db)];
    const add = (write: Db, staffId: number) => addBook(write, { staffId, fields });
    const [one, two] = await race(
      shop.file,
      "books",
      (write) => add(write, staff[0]!),
      (write) => add(write, staff[1]!),
    );
    expect(one).toMatchObject({ ok: true });
    expect(two).toMatchObject({ ok: false, field: "sku" });
  });
});
