import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { inspectLiveData, inspectLiveDatabase } from "~/process/live-data.server";
import { hashPassword } from "~/platform/secrets/passwords.server";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { isOnPostgres } from "~/test/databases/postgres";
import { createAccount, createAddress, createBook, createStaff } from "~/test/factories";
import { createPendingOrder } from "~/test/orders";
import { createSampleAccounts } from "./accounts";
import { clearSample } from "./clear";
import { fillSampleShop } from "./fill";

const liveData = async (db: Db, file: string) =>
  isOnPostgres ? inspectLiveDatabase(db) : inspectLiveData(file);

/** PostgreSQL accepts no reference to a missing row. */
async function expectNoStrays(db: Db) {
  if (isOnPostgres) return;
  expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([]);
}

test.each(["noted down", "of an older shop"])(
  "removes all of a sample shop with its books %s, and keeps the shop's own data",
  async (how) => {
    const { write: db, file } = await createTestDatabase();
    const coversDir = mkdtempSync(path.join(tmpdir(), "kitab-clear-"));
    await createSampleAccounts(db, hashPassword);
    expect(await liveData(db, file)).toEqual({
      admins: [],
      openSamples: ["admin@kitab.example", "customer@kitab.example"],
    });
    await fillSampleShop({ write: db }, { coversDir, demoOrders: true });
    rmSync(coversDir, { recursive: true });
    if (how === "of an older shop") await db.deleteFrom("sample_books").execute();

    const admin = await createStaff(db, { email: "owner@neem.in" });
    const own = await createBook(db, {
      title: "Our own",
      authors: ["Vaidehi"],
      tags: ["Folk tales"],
      stock: 5,
    });
    const customer = await createAccount(db, { email: "asha@neem.in" });
    await createAddress(db, customer);
    await createPendingOrder(db, new MemoryGateway(), { accountId: customer, bookId: own, quantity: 2 });
    const renamed = await db
      .selectFrom("books")
      .select("id")
      .where("id", "<>", own)
      .limit(1)
      .executeTakeFirstOrThrow();
    await db.updateTable("books").set({ title: "Made ours" }).where("id", "=", renamed.id).execute();
    await db
      .insertInto("settings")
      .values({ key: "supportEmail", value: '"hello@neem.in"', updated_at: "2026-11-22T00:00:00.000Z" })
      .execute();

    const cleared = await db.transaction().execute(clearSample);
    expect(cleared).toMatchObject({ books: 59, coupons: 2, "books hidden": 0, "accounts closed": 0 });
    expect(cleared.orders).toBeGreaterThanOrEqual(40);
    const titles = await db.selectFrom("books").select("title").orderBy("title").execute();
    expect(titles.map((book) => book.title)).toContain("Our own");
    expect(titles.map((book) => book.title)).toContain("Made ours");
    expect(
      titles
        .filter(({ title }) => !["Our own", "Made ours"].includes(title))
        .every(({ title }) => title.startsWith("Book ")),
    ).toBe(true);
    const accounts = await db.selectFrom("accounts").select("email").execute();
    expect(accounts.some(({ email }) => email.endsWith(".example"))).toBe(false);
    expect(accounts.map(({ email }) => email)).toEqual(
      expect.arrayContaining(["owner@neem.in", "asha@neem.in"]),
    );
    for (const table of [
      "orders",
      "payments",
      "refunds",
      "reviews",
      "invoice_counters",
      "outgoing_mails",
      "coupons",
      "return_requests",
    ] as const)
      expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
    expect(await db.selectFrom("settings").select("key").execute()).toEqual([{ key: "supportEmail" }]);
    expect(
      (await db.selectFrom("books").select("stock").where("id", "=", own).executeTakeFirst())?.stock,
    ).toBe(5);
    const tags = await db.selectFrom("tags").selectAll().execute();
    for (const tag of tags) {
      const uses = await db.selectFrom("book_tags").selectAll().where("tag_id", "=", tag.id).execute();
      expect([tag.name, tag.book_count]).toEqual([tag.name, uses.length]);
      expect(uses.length).toBeGreaterThan(0);
    }
    await expectNoStrays(db);
    expect(await liveData(db, file)).toEqual({ admins: ["owner@neem.in"], openSamples: [] });
    expect(admin).toBeGreaterThan(0);
  },
);

test("hides a sample book that a real order contains, and invoice numbers continue", async () => {
  const { write: db } = await createTestDatabase();
  const coversDir = mkdtempSync(path.join(tmpdir(), "kitab-clear-"));
  await createSampleAccounts(db, hashPassword);
  await fillSampleShop({ write: db }, { coversDir, demoOrders: true });
  rmSync(coversDir, { recursive: true });
  const { id } = await db
    .selectFrom("orders")
    .select("id")
    .where("state", "=", "delivered")
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.updateTable("orders").set({ gateway: "razorpay" }).where("id", "=", id).execute();
  const lines = await db.selectFrom("order_lines").select("book_id").where("order_id", "=", id).execute();
  const cleared = await db.transaction().execute(clearSample);
  expect(cleared).toMatchObject({
    "books hidden": lines.length,
    "accounts closed": 1,
    books: 60 - lines.length,
  });
  expect(await db.selectFrom("orders").select("id").execute()).toEqual([{ id }]);
  expect(await db.selectFrom("invoice_counters").selectAll().execute()).toHaveLength(1);
  await expectNoStrays(db);
});
